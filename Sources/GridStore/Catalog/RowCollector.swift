/// The rows of a range as they come, and their keys.
///
/// A window's items are of a type that this module is not compiled for. Putting each into its place costs such code
/// half of what appending it to an array does.
@safe
final class RowCollector<Item> {
  let indexes: Range<Int64>
  private let keyColumns: [Int]
  private var keys: RowKeys
  private let items: UnsafeMutablePointer<Item>
  private var count = 0

  init(_ indexes: Range<Int64>, keyColumns: [Int]) {
    self.indexes = indexes
    self.keyColumns = keyColumns
    keys = RowKeys(width: keyColumns.count, capacity: indexes.count)
    unsafe items = .allocate(capacity: indexes.count)
  }

  deinit {
    unsafe items.deinitialize(count: count)
    unsafe items.deallocate()
  }

  func append(_ item: consuming Item, of statement: Statement) {
    precondition(count < indexes.count, "more rows than were asked for")
    unsafe (items + count).initialize(to: item)
    count += 1
    for column in keyColumns { keys.append(statement.value(column)) }
  }

  /// Takes out what came; nothing is left.
  func take() -> ItemPage<Item> {
    let all = unsafe [Item](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      unsafe start.moveInitialize(from: items, count: count)
      initialized = count
      count = 0
    }
    return ItemPage(start: Int(indexes.lowerBound), keys: keys, items: all)
  }
}
