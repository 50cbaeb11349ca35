/// The keys of rows that follow one another in a list: of each, a value for each column of the table's key.
///
/// All values stand in one array, for a page has as many keys as rows.
public struct RowKeys: RandomAccessCollection, Sendable, Hashable {
  /// Those of one row after those of another.
  package private(set) var values: [Value] = []
  /// How many values a key has.
  package let width: Int

  init(width: Int, capacity: Int) {
    self.width = width
    values.reserveCapacity(width * capacity)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { width == 0 ? 0 : values.count / width }
  public subscript(position: Int) -> [Value] { Array(values[position * width..<(position + 1) * width]) }

  mutating func append(_ value: Value) { values.append(value) }
}
