/// The sections of a list in one state of the database: each value of a column with the items that have it.
///
/// They stand in the order of the list, none is empty, and together they cover it. NULL is a value like any other.
/// What the column's collation takes for one value is one section.
public struct SectionRanges: Sendable {
  /// The column whose values they are.
  public let column: String
  /// The state of the database that all of it belongs to.
  public let generation: Generation
  let values: [Value]
  /// The first item of each, and behind them how many items there are.
  let starts: [Int]

  /// How many items all sections have.
  public var itemCount: Int { starts[starts.count - 1] }

  /// The section that an item stands in; nil for an index that the list does not have.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func index(ofItem item: Int) -> Int? {
    guard item >= 0, item < itemCount else { return nil }
    var low = 0
    var high = values.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= item { low = middle } else { high = middle }
    }
    return low
  }
}

extension SectionRanges: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { values.count }

  public subscript(_ index: Int) -> SectionRange {
    SectionRange(
      index: index, value: values[index], items: starts[index]..<starts[index + 1], generation: generation)
  }
}

/// One section of a list: a value and the indexes of the items that have it.
public struct SectionRange: Sendable, Hashable {
  /// Which section it is, from 0.
  public let index: Int
  /// The value of its first item, as the table stores it.
  public let value: Value
  /// The indexes of its items in the list.
  public let items: Range<Int>
  /// The state of the database that it belongs to.
  public let generation: Generation

  /// The index of its first item.
  public var first: Int { items.lowerBound }
  /// How many items it has.
  public var count: Int { items.count }
}
