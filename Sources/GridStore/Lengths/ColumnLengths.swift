/// The lengths of all items of a list in its order, as one column declares them, in one state of the database.
///
/// They are `Double`s, as layout takes them: an array that is passed on is shared and not copied, and a length of 60.1 is
/// 60.1 however many there are to add up.
public struct ColumnLengths: Sendable {
  /// The length of each item; 0 where it has none.
  public let values: [Double]
  /// How many items have none: NULL, text, a blob, or an infinite number.
  public let missing: Int
  /// The state of the database that they belong to. They are stale once a list answers in another.
  public let generation: Generation
}

/// How far lengths are read.
public enum LengthProgress: Sendable {
  /// How many rows of the table have been read, before the first length is known.
  case reading(rows: Int)
  /// The lengths of the next items, from `start` on. Pieces follow one another without gaps.
  case lengths(start: Int, [Double])
}

extension ItemList {
  /// The lengths of all items in order, in one pass off the caller's thread.
  ///
  ///     let lengths = try await products.lengths(of: "height")
  ///     lengths.values[730_000]
  ///
  /// It has a connection of its own, so nothing else waits for it. Where an index has the order and then the column
  /// (`price, id, height`), it is stepped through alone. Else the table is read once in its own order and joined to the
  /// index's rows, or, for a list of a few rows of a large table, each row is sought. A list that no index serves is
  /// sorted by SQLite. Cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - column: A column of numbers: lengths along the main axis, in points.
  ///   - progress: Told, on another thread, what is known so far, some ten thousand lengths at a time. Where a commit
  ///     comes in between in a file without a log, they begin at 0 again.
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest; `CancellationError`.
  /// - Complexity: O(*n*), O(*n* log *n*) where no index serves the list. Eight bytes an item, and while it runs four
  ///   more for each row of the table (eight where lengths do not fit a `Float`; twelve where rowids are far apart).
  public func lengths(
    of column: String, progress: (@Sendable (LengthProgress) -> Void)? = nil
  ) async throws -> ColumnLengths {
    let pass = try LengthPass(storage.catalog.reader, storage.core, column)
    return try await pass.inBackground(progress ?? { _ in })
  }

  /// The same on the caller's thread.
  public func lengths(
    of column: String, progress: @escaping (LengthProgress) -> Void = { _ in }
  ) throws(StoreError) -> ColumnLengths {
    try storeErrors { try LengthPass(storage.catalog.reader, storage.core, column).run(progress) }
  }
}
