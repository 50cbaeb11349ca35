internal import Dispatch

extension ItemList {
  /// The values of some columns under the filters of this list, each with the number of items that have it.
  ///
  ///     let facets = try products.facets(of: ["category", "brand"], limit: 20)
  ///     facets.facets[0].buckets.first   // Shoes, 48,211
  ///
  /// A column takes a rank for each of its values where an index begins with it, behind columns that filters hold to one
  /// value; the others are counted by one scan over all of them, on a connection of its own. What is not through when the
  /// time is over says so.
  ///
  /// - Parameters:
  ///   - columns: Columns of the table.
  ///   - limit: How many values of each are wanted, from the most frequent on.
  ///   - timeLimit: How long may be counted; nil is as long as it takes. An hour at most.
  ///   - leavingOutOwnFilters: Whether an `eq` or `in` on a column leaves its own facet alone, so that the values beside
  ///     those that are chosen keep their counts, as shops show them. Otherwise all filters hold.
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest; `badValue` for no column, a limit below one,
  ///   a time that is none, or a column that is sorted by a collation that only SQLite knows.
  /// - Complexity: O(*v* log *n*) with a rank index, where *v* is the number of values; O(*n*) without. Of a column with
  ///   more than ``Facet/mostValues`` values those that were met last are left out, and it is not complete.
  public func facets(
    of columns: [String], limit: Int = 100, timeLimit: Duration? = .seconds(1), leavingOutOwnFilters: Bool = false
  ) throws(StoreError) -> ListFacets {
    try storeErrors {
      let request = try FacetRequest(columns, limit, timeLimit, leavingOutOwnFilters)
      return try FacetReading(storage.core, request, ReadLimit(timeLimit)).run()
    }
  }

  /// The same off the caller's thread. Cancelling the task ends it, also midway in SQLite.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func facets(
    of columns: [String], limit: Int = 100, timeLimit: Duration? = .seconds(1), leavingOutOwnFilters: Bool = false
  ) async throws -> ListFacets {
    let request = try FacetRequest(columns, limit, timeLimit, leavingOutOwnFilters)
    let end = ReadLimit(timeLimit)
    let reading = FacetReading(storage.core, request, end)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A queue of its own gets a thread however many of the shared ones are waiting.
        DispatchQueue(label: "LazyGrid.Facets", qos: .userInitiated).async {
          continuation.resume(with: Result { try reading.run() })
        }
      }
    } onCancel: {
      end.cancel()
    }
  }
}

extension Facet {
  /// The most different values that are told apart.
  public static var mostValues: Int { ValueTally.most }
}

/// What facets are asked for.
struct FacetRequest: Sendable {
  let columns: [String]
  let limit: Int
  let leavesOutOwnFilters: Bool

  init(_ columns: [String], _ limit: Int, _ time: Duration?, _ leavesOutOwnFilters: Bool) throws(StoreError) {
    if columns.isEmpty { throw StoreError(.badValue, "facets need a column to count the values of") }
    if limit < 1 { throw StoreError(.badValue, "a facet shows at least one value, not \(limit)") }
    if let time, time <= .zero || time > ReadLimit.longest {
      throw StoreError(.badValue, "facets may take more than no time and an hour at most, not \(time)")
    }
    self.columns = columns
    self.limit = limit
    self.leavesOutOwnFilters = leavesOutOwnFilters
  }
}
