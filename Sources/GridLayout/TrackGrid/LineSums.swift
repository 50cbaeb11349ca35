/// The lengths of lines, few of which somebody has measured, and where each of them starts.
///
/// A tree of sums: leaves of a few lines, then as many nodes each. What has one length throughout, or is not measured at
/// all, is one entry at whatever level, so lines that nobody measured take no memory, and a billion equal ones little. A
/// change recomputes the sums above it and never adds a difference: offsets follow from the lengths as they are, to the
/// last bit, whatever they were before.
struct LineSums: Sendable {
  /// What lies before a line: the lengths that are measured, and how many lines those are.
  struct Sum: Hashable, Sendable {
    var length = 0.0
    var count: Int64 = 0
  }

  /// The length of a line that nobody measured, and the gap between two lines, in points.
  let estimate: Double
  let gap: Double

  let bits: Int64
  let fan: Int
  /// For each entry of a node the node or leaf below; -1 if all lines below have one length.
  var children: [Int32] = []
  /// For each entry the length of all lines below; if there is nothing below, that of each: NaN where it isn't measured.
  var lengths: [Double] = []
  /// For each entry with something below, how many lines there are measured.
  var counts: [Int64] = []
  /// For each entry the sum of those before it in its node, so that no answer adds them up.
  var before: [Sum] = []
  /// The lengths of single lines, some leaves to each array: one array of all would double when it grows.
  var leaves: [[Double]] = []
  var leafCount = 0
  var unusedNodes: [Int32] = []
  var unusedLeaves: [Int32] = []
  var root: Int32 = 0
  /// How many levels lie below an entry of the root, one at least: the leaves.
  var top: Int64 = 1

  /// The line before which all lines are, measured or not.
  static let end: Int64 = 1 << 60
  static let leavesPerArray = 64

  /// - Parameter bits: The logarithm of how many lines a leaf has, and of how many entries a node has.
  init(estimate: Double, gap: Double, bits: Int = 6) {
    self.estimate = estimate
    self.gap = gap
    self.bits = Int64(min(max(bits, 1), 6))
    fan = 1 << Int(self.bits)
    root = newNode(.nan)
  }

  // MARK: Answers

  /// Returns where a line starts, in points from the start of the first.
  ///
  /// - Complexity: O(log *m*) in the number of the last measured line.
  func offset(of line: Int64) -> Double { offset(sum(before: line), lines: line) }

  /// Returns the length of a line, in points; nil if nobody measured it.
  func length(of line: Int64) -> Double? {
    var (node, level, first) = (root, top, Int64(0))
    guard line >= 0, line < capacity else { return nil }
    while true {
      let number = Int((line - first) >> (bits * level))
      let entry = Int(node) << Int(bits) + number
      let child = children[entry]
      if child < 0 { return lengths[entry].isNaN ? nil : lengths[entry] }
      first += Int64(number) << (bits * level)
      if level == 1 {
        let length = self[child, Int(line - first)]
        return length.isNaN ? nil : length
      }
      (node, level) = (child, level - 1)
    }
  }

  /// Returns how far the start of a line is behind that of another, in points. However far both are from the first line,
  /// it is as exact as the lengths between the two.
  func distance(from line: Int64, to other: Int64) -> Double {
    var sum = Sum()
    let range = min(line, other)..<max(line, other)
    if range.lowerBound <= 0 {
      sum = self.sum(before: range.upperBound)
    } else if !range.isEmpty, range.lowerBound < capacity {
      add(range, of: root, top, 0, to: &sum)
    }
    let distance = offset(sum, lines: range.upperBound - range.lowerBound)
    return other < line ? -distance : distance
  }

  /// Returns the lines that meet an interval, as far as they have a length there.
  ///
  /// - Parameters:
  ///   - start: Where the interval starts, in points from the start of a line.
  ///   - end: Where it ends.
  ///   - line: The line from whose start both count.
  /// - Complexity: O(log *m*), and O(log *d* log *m*) in the number *d* of lines to those from one that is not the first.
  func lines(from start: Double, to end: Double, relativeTo line: Int64 = 0) -> Range<Int64> {
    guard start < end, distance(from: line, to: 0) < end else { return 0..<0 }
    // The last line that starts at or before the interval, or the one after it if it ends there too.
    var first = lastLine(relativeTo: line) { $0 <= start }
    if distance(from: line, to: first) + (length(of: first) ?? estimate) <= start { first += 1 }
    let last = lastLine(relativeTo: line) { $0 < end }
    return first..<max(first, last + 1)
  }

  func offset(_ sum: Sum, lines: Int64) -> Double {
    sum.length + Double(lines - sum.count) * estimate + Double(lines) * gap
  }

  /// How many lines the root has below; no more than ``end``, which is a power of as many.
  var capacity: Int64 { Int64(1) << (bits * (top + 1)) }

  /// The sum of the lines below an entry of a node.
  func sum(of entry: Int, _ level: Int64) -> Sum {
    if children[entry] >= 0 { return Sum(length: lengths[entry], count: counts[entry]) }
    return LineSums.sum(of: lengths[entry], lines: Int64(1) << (bits * level))
  }

  static func sum(of length: Double, lines: Int64) -> Sum {
    length.isNaN ? Sum() : Sum(length: Double(lines) * length, count: lines)
  }

  func sum(before line: Int64) -> Sum {
    guard line < capacity else { return sumBefore(Int(root), fan, top) }
    var sum = Sum()
    var (node, level, first) = (root, top, Int64(0))
    while true {
      let number = Int((line - first) >> (bits * level))
      let entry = Int(node) << Int(bits) + number
      sum += before[entry]
      first += Int64(number) << (bits * level)
      let child = children[entry]
      if child < 0 { return sum + LineSums.sum(of: lengths[entry], lines: line - first) }
      if level == 1 { return sum + leafSum(child, Int(line - first)) }
      (node, level) = (child, level - 1)
    }
  }

  /// The sum of the entries of a node before one, which may be the one after the last.
  func sumBefore(_ node: Int, _ number: Int, _ level: Int64) -> Sum {
    let start = node << Int(bits)
    guard number == fan else { return before[start + number] }
    return before[start + fan - 1] + sum(of: start + fan - 1, level)
  }

  /// The sum of the first lines of a leaf.
  func leafSum(_ leaf: Int32, _ end: Int) -> Sum {
    let (array, number) = Int(leaf).quotientAndRemainder(dividingBy: LineSums.leavesPerArray)
    let start = number << Int(bits)
    var sum = Sum()
    for length in leaves[array][start..<start + end] { sum += LineSums.sum(of: length) }
    return sum
  }

  static func sum(of length: Double) -> Sum {
    let isMeasured = !length.isNaN
    return Sum(length: isMeasured ? length : 0, count: isMeasured ? 1 : 0)
  }

  func add(_ lines: Range<Int64>, of node: Int32, _ level: Int64, _ first: Int64, to sum: inout Sum) {
    let width = Int64(1) << (bits * level)
    let from = Int((max(lines.lowerBound, first) - first) >> (bits * level))
    for number in from..<fan {
      let start = first + Int64(number) << (bits * level)
      guard start < lines.upperBound else { return }
      let entry = Int(node) << Int(bits) + number
      let covered = max(start, lines.lowerBound)..<min(start + width, lines.upperBound)
      if covered == start..<start + width {
        sum += self.sum(of: entry, level)
      } else if children[entry] < 0 {
        sum += LineSums.sum(of: lengths[entry], lines: covered.upperBound - covered.lowerBound)
      } else if level == 1 {
        for line in covered { sum += LineSums.sum(of: self[children[entry], Int(line - start)]) }
      } else {
        add(covered, of: children[entry], level - 1, start, to: &sum)
      }
    }
  }

  /// Calls a function with neighbours of one length, in order; with NaN for those that nobody has measured.
  ///
  /// - Complexity: O(*m*) in the number of measured lines, however many have one length.
  func visit(_ lines: Range<Int64>, _ body: (Range<Int64>, Double) -> Void) {
    visit(lines.clamped(to: 0..<capacity), of: root, top, 0, body)
    let rest = max(lines.lowerBound, capacity)..<max(lines.upperBound, capacity)
    if !rest.isEmpty { body(rest, .nan) }
  }

  private func visit(
    _ lines: Range<Int64>, of node: Int32, _ level: Int64, _ first: Int64, _ body: (Range<Int64>, Double) -> Void
  ) {
    guard !lines.isEmpty else { return }
    let width = Int64(1) << (bits * level)
    let from = Int((max(lines.lowerBound, first) - first) >> (bits * level))
    for number in from..<fan {
      let start = first + Int64(number) << (bits * level)
      guard start < lines.upperBound else { return }
      let entry = Int(node) << Int(bits) + number
      let covered = max(start, lines.lowerBound)..<min(start + width, lines.upperBound)
      if children[entry] < 0 {
        body(covered, lengths[entry])
      } else if level == 1 {
        for line in covered { body(line..<line + 1, self[children[entry], Int(line - start)]) }
      } else {
        visit(covered, of: children[entry], level - 1, start, body)
      }
    }
  }

  /// Returns the last line for whose start something holds that holds for all starts before it too; the first line if it
  /// holds for none.
  func lastLine(relativeTo line: Int64, where holds: (Double) -> Bool) -> Int64 {
    guard line > 0 else { return lastLine(where: holds) }
    // Ever longer steps away from the line, then halves of the last of them.
    var step: Int64 = 1
    var (low, high) = (line, line)
    if holds(0) {
      repeat {
        low = high
        high = min(line + step, LineSums.end)
        step *= 2
      } while high < LineSums.end && holds(distance(from: line, to: high))
    } else {
      repeat {
        high = low
        low = max(line - step, 0)
        step *= 2
      } while low > 0 && !holds(distance(from: line, to: low))
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if holds(distance(from: line, to: middle)) { low = middle } else { high = middle }
    }
    return low
  }

  func lastLine(where holds: (Double) -> Bool) -> Int64 {
    if holds(offset(of: capacity)) {
      guard capacity < LineSums.end else { return LineSums.end }
      return last(
        of: .nan, from: capacity, LineSums.end - capacity, sumBefore(Int(root), fan, top), where: holds)
    }
    var sum = Sum()
    var (node, level, first) = (root, top, Int64(0))
    while true {
      let start = Int(node) << Int(bits)
      let width = Int64(1) << (bits * level)
      var (low, high) = (0, fan)
      while high - low > 1 {
        let middle = (low + high) / 2
        let lines = first + Int64(middle) * width
        if holds(offset(sum + before[start + middle], lines: lines)) { low = middle } else { high = middle }
      }
      sum += before[start + low]
      first += Int64(low) * width
      let child = children[start + low]
      if child < 0 { return last(of: lengths[start + low], from: first, width, sum, where: holds) }
      if level == 1 {
        var leaf = Sum()
        for place in 0..<fan - 1 {
          leaf += LineSums.sum(of: self[child, place])
          guard holds(offset(sum + leaf, lines: first + 1)) else { break }
          first += 1
        }
        return first
      }
      (node, level) = (child, level - 1)
    }
  }

  /// The last of some lines of one length for whose start something holds.
  func last(
    of length: Double, from first: Int64, _ lines: Int64, _ before: Sum, where holds: (Double) -> Bool
  ) -> Int64 {
    var (low, high) = (Int64(0), lines)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let sum = before + LineSums.sum(of: length, lines: middle)
      if holds(offset(sum, lines: first + middle)) { low = middle } else { high = middle }
    }
    return first + low
  }
}

extension LineSums.Sum {
  static func + (a: Self, b: Self) -> Self { Self(length: a.length + b.length, count: a.count + b.count) }
  static func += (a: inout Self, b: Self) { a = a + b }
}
