/// The items of one section: a range of a list's indexes, read when it is asked for.
///
/// Indexes are counted from the section's first item. Each call sees the newest state of the database: where that is
/// another than the section was found in, the section is found again by its value, and has no items once no row has
/// that value.
public struct SectionItems<Item>: Sendable {
  /// The list that the section is a part of.
  public let list: ItemList<Item>
  /// The column that the sections are by.
  public let column: String
  /// The section as it was found.
  public let range: SectionRange

  /// How many items there are.
  public var count: Int {
    get throws(StoreError) { try storeErrors { try read { _, indexes in indexes.count } } }
  }

  /// The item at an index of the section.
  ///
  /// - Throws: ``StoreError`` of kind `badValue` for an index that the section does not have.
  public subscript(_ index: Int) -> Item {
    get throws(StoreError) {
      try storeErrors {
        try read { snapshot, indexes in
          guard index >= 0, index < indexes.count else {
            throw StoreError(.badValue, "there is no item \(index); the section has \(indexes.count)")
          }
          let at = indexes.lowerBound + index
          return try snapshot.items(at..<at + 1)[0]
        }
      }
    }
  }

  /// The items of those indexes in a range that the section has.
  public subscript(_ range: Range<Int>) -> [Item] {
    get throws(StoreError) {
      try storeErrors {
        try read { snapshot, indexes in
          let own = range.clamped(to: 0..<indexes.count)
          return try snapshot.items(indexes.lowerBound + own.lowerBound..<indexes.lowerBound + own.upperBound)
        }
      }
    }
  }

  /// Gives several answers of one state of the database, and the indexes in the list that the section has there.
  public func read<Result>(
    _ body: (borrowing ItemSnapshot<Item>, Range<Int>) throws -> Result
  ) throws -> Result {
    try list.read { snapshot in try body(snapshot, try snapshot.indexes(of: range, by: column)) }
  }

  /// The same off the caller's thread. Cancelling the task interrupts it.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing ItemSnapshot<Item>, Range<Int>) throws -> Result
  ) async throws -> Result {
    let (range, column) = (range, column)
    return try await list.read { snapshot in try body(snapshot, try snapshot.indexes(of: range, by: column)) }
  }
}

extension ItemSnapshot {
  /// The indexes that a section has in this state; empty where its value is gone.
  ///
  /// - Complexity: O(1) in the state that the section was found in; in another, that of ``sections(by:)`` and a
  ///   comparison for each section.
  public func indexes(of section: SectionRange, by column: String) throws(StoreError) -> Range<Int> {
    if section.generation == generation { return section.items }
    let core = core
    return try storeErrors { try core.section(like: section, by: column)?.items ?? 0..<0 }
  }
}
