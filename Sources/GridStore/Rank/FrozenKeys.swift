/// The keys of a list that no tree is sorted like, sorted once and kept while the database stays as it is.
///
/// What the budget does not hold in memory lies in a temporary file.
package struct FrozenKeys: Sendable {
  private enum Storage: Sendable {
    /// Eight bytes a row.
    case rowids(SpilledIntegers)
    case keys(SpilledKeys)
  }
  private let storage: Storage

  package var count: Int64 {
    switch storage {
    case .rowids(let rowids): Int64(rowids.count)
    case .keys(let keys): Int64(keys.count)
    }
  }

  /// How many bytes of them lie in a temporary file.
  package var spilledBytes: Int {
    switch storage {
    case .rowids(let rowids): rowids.spilledBytes
    case .keys(let keys): keys.spilledBytes
    }
  }

  package func key(at index: Int64) throws(StoreError) -> [StoredValue] {
    switch storage {
    case .rowids(let rowids): [.integer(try rowids.value(at: Int(index)))]
    case .keys(let keys): try keys.key(at: Int(index))
    }
  }

  /// - Complexity: O(*n*), some milliseconds for ten million rows.
  package func index(of key: [StoredValue]) throws(StoreError) -> Int64? {
    switch storage {
    case .rowids(let rowids):
      guard key.count == 1, case .integer(let rowid) = key[0] else { return nil }
      return try rowids.firstIndex(of: rowid).map(Int64.init)
    case .keys(let keys): return try keys.firstIndex(of: key).map(Int64.init)
    }
  }

  /// Sorts the rows and keeps what tells each from every other.
  ///
  /// - Parameters:
  ///   - budget: How many bytes may be kept in memory.
  ///   - most: Only so many from the first on, which takes a scan and no sort of all rows; nil is all.
  ///   - source: What has the rows that the filters let through; nil is the table.
  ///   - onStep: Called after every row.
  /// - Throws: ``StoreError`` of kind `tooLarge` where a temporary file is wanted and cannot be had; it names the
  ///   index that would make this needless.
  package init(
    _ plan: ListPlan, _ statements: StatementCache, encoding: TextEncoding, budget: Int, most: Int64? = nil,
    from source: String? = nil, onStep: () throws -> Void
  ) throws {
    let table = plan.table
    let identity = table.ownOrder
    let isRowID = identity.count == 1 && identity[0].source == .rowid
    let sql =
      "SELECT \(identity.map { quoted($0.name) }.joined(separator: ", ")) FROM \(source ?? quoted(table.name))"
      + (plan.filters.isEmpty || source != nil ? "" : " WHERE \(plan.filterSQL)") + " ORDER BY \(plan.orderSQL)"
      + (most.map { " LIMIT \($0)" } ?? "")
    let statement = try statements[sql]
    if source == nil {
      for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    }
    defer { statement.reset() }
    do {
      if isRowID {
        var rowids = SpilledIntegers(budget: budget)
        while try statement.step() {
          try onStep()
          try rowids.append(statement.integer(0))
        }
        try rowids.finish()
        storage = .rowids(rowids)
        return
      }
      var keys = SpilledKeys(budget: budget)
      // A view may have any rows twice; a table's own key may not.
      var seen: Set<[StoredValue]>? = table.kind == .view ? [] : nil
      while try statement.step() {
        try onStep()
        let key = identity.indices.map { statement.stored($0, encoding: encoding) }
        if table.kind == .view, key.contains(.null) {
          throw StoreError(
            .noKey, "a row of '\(table.name)' has NULL in its key; name other columns with --key-columns")
        }
        try keys.append(key)
        if seen?.insert(key).inserted == false {
          let names = table.key.joined(separator: ",")
          throw StoreError(
            .noKey,
            "\(names) is no key of '\(table.name)': two rows have the same; name other columns with --key-columns")
        }
        if seen != nil, keys.spilledBytes > 0 { throw StoreError(.tooLarge, "the keys of a view must fit in memory") }
      }
      try keys.finish()
      storage = .keys(keys)
    } catch let error as StoreError where error.kind == .tooLarge {
      let index = plan.helpfulIndex
      throw StoreError(
        .tooLarge,
        "the keys of this list take more than \(budget >> 20) MB and \(error.message)"
          + (index.isEmpty ? "" : "; an index would make it need none: \(index)"))
    }
  }

  /// Keys that somebody else has sorted, of a table whose own order is one integer.
  package init(of plan: ListPlan, rowids: [Int64], budget: Int) throws(StoreError) {
    if plan.table.ownOrder.first?.source == .rowid {
      var kept = SpilledIntegers(budget: budget)
      for rowid in rowids { try kept.append(rowid) }
      try kept.finish()
      storage = .rowids(kept)
    } else {
      var kept = SpilledKeys(budget: budget)
      for rowid in rowids { try kept.append([.integer(rowid)]) }
      try kept.finish()
      storage = .keys(kept)
    }
  }
}
