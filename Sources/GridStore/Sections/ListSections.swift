extension ItemList {
  /// The sections of this list by a column: its values with their counts and first indexes.
  ///
  ///     let sections = products.sections(by: "category")
  ///     try sections.all().map(\.value)      // Bags, Belts, Shoes …
  ///     try sections.all()[2].items[0..<10]  // the first ten shoes
  ///
  /// Nothing is read until it is asked for, and no item even then. Where the order of this list does not begin with the
  /// column, the sections have a list of their own whose order does: the column, in the direction and with the place
  /// of NULLs that the order may give it, then the rest of the order.
  ///
  /// - Parameter column: A column of the table. One that is not there is an error when the sections are asked for.
  public func sections(by column: String) -> ListSections<Item> {
    ListSections(
      column: column,
      ordered: Result { () throws(StoreError) in
        try storeErrors { ItemList(storage: try storage.ordered(first: column)) }
      })
  }
}

/// The sections of a list by a column, lazily: each call reads them in the newest state of the database.
///
/// Where an index begins with the column (behind columns that filters hold) and pages can be read, it takes a seek and a
/// rank for each section, and no item is counted; else one `GROUP BY`. They are kept until the database changes.
public struct ListSections<Item>: Sendable {
  /// The most sections that a list may have.
  public static var most: Int { ListCore.mostSections }

  /// The column whose values they are, as it was named.
  public let column: String
  let ordered: Result<ItemList<Item>, StoreError>

  /// The list that they divide. Its order begins with the column, so a section is a range of its indexes.
  public var list: ItemList<Item> {
    get throws(StoreError) { try ordered.get() }
  }

  /// Gives the sections and any answers about their list, all of one state of the database.
  public func read<Result>(
    _ body: (borrowing ItemSnapshot<Item>, SectionRanges) throws -> Result
  ) throws -> Result {
    try list.read { snapshot in try body(snapshot, try snapshot.sections(by: column)) }
  }

  /// The same off the caller's thread. Cancelling the task interrupts it.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing ItemSnapshot<Item>, SectionRanges) throws -> Result
  ) async throws -> Result {
    let column = column
    return try await list.read { snapshot in try body(snapshot, try snapshot.sections(by: column)) }
  }

  /// All sections of the newest state.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest, or `tooLarge` where there are more than
  ///   ``most``.
  /// - Complexity: O(*s* log *n*) with a rank index, where *s* is the number of sections; O(*n*) without.
  public func all() throws(StoreError) -> [ListSection<Item>] {
    let (list, column) = (try list, column)
    return try ranges().map { ListSection($0, of: list, by: column) }
  }

  /// The same off the caller's thread. Cancelling the task interrupts it.
  public func all() async throws -> [ListSection<Item>] {
    let (list, column) = (try list, column)
    return try await list.storage.catalog.inBackground(of: list.storage.core) {
      try self.ranges().map { ListSection($0, of: list, by: column) }
    }
  }

  /// The same without the items.
  ///
  /// The keys of a list that no index serves are not sorted for this, unlike in ``read(_:)``.
  public func ranges() throws(StoreError) -> SectionRanges {
    let storage = try list.storage
    return try storeErrors {
      let core = storage.core
      return try storage.catalog.reader.read(of: core, preparing: { _ = try core.sections(by: column) }) { _ in
        try core.sections(by: column)
      }
    }
  }
}

extension ItemSnapshot {
  /// The sections of this list by the column that its order begins with.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchColumn`, `badValue` for a column that the order does not begin with, or
  ///   `tooLarge` where there are more than ``ListSections/most``.
  /// - Complexity: O(*s* log *n*) with a rank index, where *s* is the number of sections, and O(1) until the
  ///   database changes; O(*n*) without.
  public func sections(by column: String) throws(StoreError) -> SectionRanges {
    let core = core
    return try storeErrors { try core.sections(by: column) }
  }
}

/// One section of a list, with its items.
public struct ListSection<Item>: Sendable {
  /// Where it stands.
  public let range: SectionRange
  /// Its items, lazily.
  public let items: SectionItems<Item>

  /// Which section it is, from 0.
  public var index: Int { range.index }
  /// The value that its items have.
  public var value: Value { range.value }
  /// How many items it has.
  public var count: Int { range.count }
  /// The index of its first item in the list.
  public var first: Int { range.first }
  /// The state of the database that these numbers belong to.
  public var generation: Generation { range.generation }

  /// - Parameters:
  ///   - range: A section of the list by the column.
  ///   - list: A list whose order begins with the column.
  package init(_ range: SectionRange, of list: ItemList<Item>, by column: String) {
    self.range = range
    items = SectionItems(list: list, column: column, range: range)
  }
}
