/// The items of a list that cover more than one cell or say where they start, in the order of their indexes.
///
/// All others are plain, and nowhere but in the count of the list: a list of a million items of which each eleventh is
/// large takes 1.5 MB.
public struct ItemSpans: Sendable {
  var places = PackedPlaces()
  /// How many values say nothing that can be: no whole number, a span below 1, a start below 0, a text. The item is
  /// taken as if the value was NULL.
  public internal(set) var missing = 0
  /// The state of the database that they belong to. They are stale once a list answers in another.
  public internal(set) var generation = Generation("")
}

extension ItemSpans: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { places.count }
  /// - Complexity: O(1).
  public subscript(position: Int) -> ItemSpan { places[position] }
}

/// How far spans and starts are read.
public enum SpanProgress: Sendable {
  /// How many rows have been read, before it is known which items they are.
  case reading(rows: Int)
  /// All that items before an index say is known; and those of them that say something and were not told before.
  case spans(before: Int, [ItemSpan])
}

extension ItemList {
  /// The items that cover more than one cell or say where they start, in one pass off the caller's thread.
  ///
  ///     let spans = try await products.spans(from: SpanColumns(columnSpan: "w", rowSpan: "h"))
  ///     spans.first   // index 0, 2 columns, 2 rows
  ///
  /// It has a connection of its own, so nothing else waits for it. What is read is the least of these:
  ///
  /// - The rows that are not plain, where an index has them apart: a partial index on the condition
  ///   `w <> 1 OR h <> 1 OR c IS NOT NULL OR r IS NOT NULL` for the columns that are named, or an index that begins with
  ///   these columns, in any order, whose plain entries are jumped over.
  /// - An index that has the order and the columns (`price, id, w, h`).
  /// - The table, once.
  ///
  /// Their indexes are ranks that the file's pages tell where they are few, else those met by stepping through the order.
  /// A list that no index serves is sorted by SQLite. Cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - columns: What spans and starts are in.
  ///   - progress: Told, on another thread, what is known so far.
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest; `CancellationError`.
  /// - Complexity: O(*n*), O(*n* log *n*) where no index serves the list, O(*d* log *n*) where few rows are not plain and
  ///   an index has them apart. 16 bytes for each that is not plain (another 40 for spans over 256, columns past 8,189 and
  ///   rows past 2³²), and while it runs as much again and up to 2 bits a row.
  public func spans(
    from columns: SpanColumns, progress: (@Sendable (SpanProgress) -> Void)? = nil
  ) async throws -> ItemSpans {
    let pass = try SpanPass(storage.catalog.reader, storage.core, columns)
    return try await pass.inBackground(progress ?? { _ in })
  }

  /// The same on the caller's thread.
  public func spans(
    from columns: SpanColumns, progress: @escaping (SpanProgress) -> Void = { _ in }
  ) throws(StoreError) -> ItemSpans {
    try storeErrors { try SpanPass(storage.catalog.reader, storage.core, columns).all(progress) }
  }
}
