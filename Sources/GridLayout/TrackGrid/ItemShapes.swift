/// The different sizes of a grid's items, in tracks and lines, each with a number.
struct ItemShapes: Sendable {
  struct Shape: Hashable, Sendable {
    var width: Int32
    var height: Int64
  }

  private(set) var list: [Shape] = []
  private var numbers: [Shape: Int32] = [:]
  /// Numbers that were asked for lately, by a few bits of the shape: a hash takes longer than to place an item.
  private var latest: [Int32] = Array(repeating: 0, count: 64)

  subscript(number: Int32) -> Shape { list[Int(number)] }

  /// Returns the number of a shape, a new one where it has none yet.
  mutating func number(_ shape: Shape) -> Int32 {
    let slot = Int(truncatingIfNeeded: (Int64(shape.width) << 3) ^ shape.height) & 63
    let recent = Int(latest[slot])
    if recent < list.count, list[recent] == shape { return Int32(recent) }
    let number = numbers[shape] ?? Int32(list.count)
    if Int(number) == list.count {
      numbers[shape] = number
      list.append(shape)
    }
    latest[slot] = number
    return number
  }
}

/// The items of a grid that are not plain, in their order: those that span, and those that stand where they asked to.
///
/// All others cover one track and one line, come where the order puts them, and are nowhere but in a count.
struct SpecialItems: Sendable {
  /// What the shape of an item with a place of its own is told as.
  static let anchored: Int32 = -1

  var indexes: [Int64] = []
  var shapes: [Int32] = []

  var count: Int { indexes.count }

  mutating func reserveCapacity(_ count: Int) {
    indexes.reserveCapacity(count)
    shapes.reserveCapacity(count)
  }

  mutating func removeAll() {
    indexes.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ index: Int64, shape: Int32) {
    indexes.append(index)
    shapes.append(shape)
  }

  /// Returns the number of special items before an item.
  ///
  /// - Complexity: O(log *n*).
  func count(before index: Int64) -> Int { indexes.firstPosition { $0 >= index } }

  /// Returns the index of the plain item before which there are so many plain ones.
  ///
  /// - Complexity: O(log *n*).
  func plainItem(_ number: Int64) -> Int64 {
    // Before the special item at a position there are its index less the position of plain ones.
    var (low, high) = (0, indexes.count)
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] - Int64(middle) > number { high = middle } else { low = middle + 1 }
    }
    return number + Int64(low)
  }
}

extension Array {
  /// Returns the position of the first element for which something holds that holds for all after it too.
  ///
  /// - Complexity: O(log *n*).
  func firstPosition(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
