/// What lies before a place in the content, or in a part of it.
///
/// A *band* is what takes up room along the main axis: a line of items, a header or a footer.
struct BandSum: Hashable, Sendable {
  var items: Int64 = 0
  /// Lines of items.
  var lines: Int64 = 0
  /// Lines, headers and footers.
  var bands: Int64 = 0
  /// The lengths of the bands, without the spacing between them.
  var length = 0.0
  /// The length of the shortest band.
  var least = Double.infinity

  static func + (a: BandSum, b: BandSum) -> BandSum {
    BandSum(
      items: a.items + b.items, lines: a.lines + b.lines, bands: a.bands + b.bands, length: a.length + b.length,
      least: min(a.least, b.least))
  }
}

/// Counts the nodes of a grid's index that answers looked at, so that tests can hold their cost to account.
@_spi(Measuring)
public struct NodeVisits {
  public var count = 0
  public init() {}
}

/// Sums over a sequence of leaves, held so that prefixes and changes of one leaf cost O(log *n*).
///
/// Each node is the sum of up to 16 nodes below, from left to right. A change recomputes the nodes above a leaf and
/// never adds a difference, so a tree that was changed is to the last bit the one that would be built anew.
struct SumTree: Hashable, Sendable {
  /// The leaves, then their sums, up to one root.
  private var levels: [[BandSum]] = [[]]

  static let fanOut = 16

  var count: Int { levels[0].count }
  var total: BandSum { levels[levels.count - 1].first ?? BandSum() }

  subscript(leaf: Int) -> BandSum { levels[0][leaf] }

  /// Changes a leaf.
  ///
  /// - Complexity: O(log *n*).
  mutating func update(_ leaf: Int, to sum: BandSum) {
    levels[0][leaf] = sum
    var node = leaf
    for level in levels.indices.dropLast() {
      node /= SumTree.fanOut
      levels[level + 1][node] = added(node, above: level)
    }
  }

  /// Replaces leaves by others.
  ///
  /// - Complexity: O(*n*) in the number of leaves from the first replaced one on.
  mutating func replace(_ range: Range<Int>, with leaves: [BandSum]) {
    levels[0].replaceSubrange(range, with: leaves)
    var first = range.lowerBound
    var level = 0
    while levels[level].count > 1 {
      first /= SumTree.fanOut
      let count = (levels[level].count + SumTree.fanOut - 1) / SumTree.fanOut
      if levels.count == level + 1 { levels.append([]) }
      levels[level + 1].removeSubrange(min(first, levels[level + 1].count)...)
      levels[level + 1].reserveCapacity(count)
      // A level that was missing is made from its start.
      for node in levels[level + 1].count..<count { levels[level + 1].append(added(node, above: level)) }
      level += 1
    }
    levels.removeSubrange((level + 1)...)
  }

  private func added(_ node: Int, above level: Int) -> BandSum {
    let first = node * SumTree.fanOut
    var sum = levels[level][first]
    for child in first + 1..<max(first + 1, min(first + SumTree.fanOut, levels[level].count)) {
      sum = sum + levels[level][child]
    }
    return sum
  }

  /// Returns the sum of the leaves before one.
  func sum(before leaf: Int, _ visits: inout NodeVisits) -> BandSum {
    var sum = BandSum()
    var first = 0
    for level in levels.indices.reversed() {
      // On the way down to the leaf, what stands to the left of it at every level.
      let node = leaf >> (4 * level)
      for child in first..<node { sum = sum + levels[level][child] }
      visits.count += node - first + 1
      first = node * SumTree.fanOut
    }
    return sum
  }

  /// Returns the first leaf for which something holds of the sum up to its end, and the sum before it.
  ///
  /// - Parameter holds: What holds for all sums after one for which it does.
  /// - Returns: nil if it holds for none. Where sums are rounded the answer may be off by one leaf.
  func first(
    _ visits: inout NodeVisits, where holds: (BandSum) -> Bool
  ) -> (leaf: Int, before: BandSum)? {
    guard count > 0, holds(total) else { return nil }
    var sum = BandSum()
    var node = 0
    for level in levels.indices.dropLast().reversed() {
      node *= SumTree.fanOut
      let end = min(node + SumTree.fanOut, levels[level].count)
      visits.count += 1
      while node < end - 1 {
        let next = sum + levels[level][node]
        if holds(next) { break }
        sum = next
        node += 1
        visits.count += 1
      }
    }
    return (node, sum)
  }

  /// Returns the nearest leaf after one, or before it, that has a length.
  func leafWithLength(after leaf: Int, _ visits: inout NodeVisits) -> Int? {
    nearest(to: leaf, step: 1, &visits)
  }

  func leafWithLength(before leaf: Int, _ visits: inout NodeVisits) -> Int? {
    nearest(to: leaf, step: -1, &visits)
  }

  private func nearest(to leaf: Int, step: Int, _ visits: inout NodeVisits) -> Int? {
    var node = leaf
    var level = 0
    while level < levels.count {
      let group = node >> 4
      node += step
      while node >= 0, node >> 4 == group, node < levels[level].count {
        visits.count += 1
        if levels[level][node].length > 0 { return descend(from: node, level, step, &visits) }
        node += step
      }
      node = group
      level += 1
    }
    return nil
  }

  /// The first leaf, or the last one, with a length below a node that has one.
  private func descend(from node: Int, _ level: Int, _ step: Int, _ visits: inout NodeVisits) -> Int {
    var node = node
    for level in (0..<level).reversed() {
      let first = node * SumTree.fanOut
      let last = min(first + SumTree.fanOut, levels[level].count) - 1
      node = step > 0 ? first : last
      while levels[level][node].length <= 0 {
        visits.count += 1
        node += step
      }
      visits.count += 1
    }
    return node
  }
}
