extension LineSums {
  /// Gives neighbours a length.
  ///
  /// - Parameters:
  ///   - lines: From zero up to ``end``.
  ///   - length: In points, not below zero; nil where nobody has measured it.
  /// - Complexity: O(log *m*), and less than that for each further line, however many have one length.
  mutating func set(_ lines: Range<Int64>, to length: Double?) {
    let lines = lines.clamped(to: 0..<(length == nil ? capacity : LineSums.end))
    guard !lines.isEmpty else { return }
    reach(lines.upperBound)
    assign(lines, length ?? .nan, of: root, top, 0)
    addUp(Int(root) << Int(bits), top)
  }

  /// Gives neighbours a length each.
  ///
  /// - Parameters:
  ///   - first: The first of them.
  ///   - each: In points, not below zero; NaN where nobody has measured it.
  /// - Complexity: O(*k* + log *m*) for *k* lengths.
  mutating func set(from first: Int64, _ each: [Double]) {
    guard first >= 0, !each.isEmpty, Int64(each.count) <= LineSums.end - first else { return }
    let lines = first..<first + Int64(each.count)
    reach(lines.upperBound)
    assign(lines, each, of: root, top, 0)
    addUp(Int(root) << Int(bits), top)
  }

  private mutating func reach(_ end: Int64) {
    while capacity < end {
      let old = root
      root = newNode(.nan)
      set(Int(root) << Int(bits), to: old, top + 1)
      top += 1
    }
  }

  private mutating func assign(
    _ lines: Range<Int64>, _ each: [Double], of node: Int32, _ level: Int64, _ first: Int64
  ) {
    let width = Int64(1) << (bits * level)
    let from = Int((max(lines.lowerBound, first) - first) >> (bits * level))
    for number in from..<fan {
      let start = first + Int64(number) << (bits * level)
      guard start < lines.upperBound else { return }
      let entry = Int(node) << Int(bits) + number
      if children[entry] < 0 { children[entry] = level == 1 ? newLeaf(lengths[entry]) : newNode(lengths[entry]) }
      let child = children[entry]
      if level == 1 {
        for line in max(start, lines.lowerBound)..<min(start + width, lines.upperBound) {
          self[child, Int(line - start)] = each[Int(line - lines.lowerBound)]
        }
      } else {
        assign(lines, each, of: child, level - 1, start)
      }
      set(entry, to: child, level)
    }
  }

  /// Sums up the entries of a node one after another.
  mutating func addUp(_ start: Int, _ level: Int64) {
    var sum = Sum()
    for entry in start..<start + fan {
      before[entry] = sum
      sum += self.sum(of: entry, level)
    }
  }

  mutating func assign(
    _ lines: Range<Int64>, _ length: Double, of node: Int32, _ level: Int64, _ first: Int64
  ) {
    let width = Int64(1) << (bits * level)
    let from = Int((max(lines.lowerBound, first) - first) >> (bits * level))
    for number in from..<fan {
      let start = first + Int64(number) << (bits * level)
      guard start < lines.upperBound else { return }
      let entry = Int(node) << Int(bits) + number
      let covered = max(start, lines.lowerBound)..<min(start + width, lines.upperBound)
      if covered == start..<start + width {
        if children[entry] >= 0 { release(children[entry], level) }
        children[entry] = -1
        lengths[entry] = length
        continue
      }
      if children[entry] < 0 {
        if LineSums.areSame(lengths[entry], length) { continue }
        children[entry] = level == 1 ? newLeaf(lengths[entry]) : newNode(lengths[entry])
      }
      let child = children[entry]
      if level == 1 {
        for line in covered { self[child, Int(line - start)] = length }
      } else {
        assign(covered, length, of: child, level - 1, start)
      }
      set(entry, to: child, level)
    }
  }

  static func areSame(_ a: Double, _ b: Double) -> Bool { a == b || (a.isNaN && b.isNaN) }

  /// Sums up what is below an entry; nothing needs to be if all its lines have one length.
  mutating func set(_ entry: Int, to child: Int32, _ level: Int64) {
    let start = Int(child) << Int(bits)
    var sum = Sum()
    var isEven = true
    if level == 1 {
      let length = self[child, 0]
      for place in 0..<fan {
        let other = self[child, place]
        isEven = isEven && LineSums.areSame(length, other)
        sum += LineSums.sum(of: other)
      }
      lengths[entry] = length
    } else {
      for below in start..<start + fan {
        isEven = isEven && children[below] < 0 && LineSums.areSame(lengths[start], lengths[below])
        before[below] = sum
        sum += self.sum(of: below, level - 1)
      }
      lengths[entry] = lengths[start]
    }
    children[entry] = isEven ? -1 : child
    if isEven {
      release(child, level)
    } else {
      lengths[entry] = sum.length
      counts[entry] = sum.count
    }
  }

  subscript(leaf: Int32, place: Int) -> Double {
    get {
      let (array, number) = Int(leaf).quotientAndRemainder(dividingBy: LineSums.leavesPerArray)
      return leaves[array][number << Int(bits) + place]
    }
    set {
      let (array, number) = Int(leaf).quotientAndRemainder(dividingBy: LineSums.leavesPerArray)
      leaves[array][number << Int(bits) + place] = newValue
    }
  }

  mutating func newLeaf(_ length: Double) -> Int32 {
    let leaf: Int32
    if let unused = unusedLeaves.popLast() {
      leaf = unused
    } else {
      leaf = Int32(leafCount)
      leafCount += 1
      if Int(leaf) % LineSums.leavesPerArray == 0 {
        leaves.append(Array(repeating: .nan, count: LineSums.leavesPerArray << Int(bits)))
      }
    }
    for place in 0..<fan { self[leaf, place] = length }
    return leaf
  }

  mutating func newNode(_ length: Double) -> Int32 {
    if let unused = unusedNodes.popLast() {
      for entry in Int(unused) << Int(bits)..<(Int(unused) + 1) << Int(bits) {
        children[entry] = -1
        lengths[entry] = length
        counts[entry] = 0
        before[entry] = Sum()
      }
      return unused
    }
    let node = Int32(children.count >> Int(bits))
    for _ in 0..<fan {
      children.append(-1)
      lengths.append(length)
      counts.append(0)
      before.append(Sum())
    }
    return node
  }

  /// Takes a node or leaf below an entry out of use, and all that is below it.
  mutating func release(_ child: Int32, _ level: Int64) {
    guard level > 1 else {
      unusedLeaves.append(child)
      return
    }
    for entry in Int(child) << Int(bits)..<(Int(child) + 1) << Int(bits) where children[entry] >= 0 {
      release(children[entry], level - 1)
    }
    unusedNodes.append(child)
  }
}
