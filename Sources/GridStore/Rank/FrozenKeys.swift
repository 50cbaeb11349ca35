/// The keys of a list that no tree is sorted like, sorted once and kept while the database stays as it is.
package struct FrozenKeys: Sendable {
  private enum Storage: Sendable {
    /// Eight bytes a row.
    case rowids([Int64])
    case keys([[StoredValue]])
  }
  private let storage: Storage

  package var count: Int64 {
    switch storage {
    case .rowids(let rowids): Int64(rowids.count)
    case .keys(let keys): Int64(keys.count)
    }
  }

  package func key(at index: Int64) -> [StoredValue] {
    switch storage {
    case .rowids(let rowids): [.integer(rowids[Int(index)])]
    case .keys(let keys): keys[Int(index)]
    }
  }

  /// - Complexity: O(*n*), some milliseconds for ten million rows.
  package func index(of key: [StoredValue]) -> Int64? {
    switch storage {
    case .rowids(let rowids):
      guard key.count == 1, case .integer(let rowid) = key[0] else { return nil }
      return rowids.firstIndex(of: rowid).map(Int64.init)
    case .keys(let keys): return keys.firstIndex(of: key).map(Int64.init)
    }
  }

  /// Sorts the rows and keeps what tells each from every other.
  ///
  /// - Parameters:
  ///   - budget: How many bytes may be kept.
  ///   - onStep: Called after every row.
  /// - Throws: ``StoreError`` of kind `tooLarge` that names the index that would make this needless.
  package init(
    _ plan: ListPlan, _ statements: StatementCache, encoding: TextEncoding, budget: Int, onStep: () throws -> Void
  ) throws {
    let table = plan.table
    let identity = table.ownOrder
    let isRowID = identity.count == 1 && identity[0].source == .rowid
    let sql =
      "SELECT \(identity.map { quoted($0.name) }.joined(separator: ", ")) FROM \(quoted(table.name))"
      + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)") + " ORDER BY \(plan.orderSQL)"
    let statement = try statements[sql]
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    defer { statement.reset() }
    var rowids: [Int64] = []
    var keys: [[StoredValue]] = []
    var bytes = 0
    while try statement.step() {
      try onStep()
      if isRowID {
        rowids.append(statement.integer(0))
        bytes += 8
      } else {
        let key = identity.indices.map { statement.stored($0, encoding: encoding) }
        if table.kind == .view, key.contains(.null) {
          throw StoreError(
            .noKey, "a row of '\(table.name)' has NULL in its key; name other columns with --key-columns")
        }
        bytes += 32 + key.reduce(0) { $0 + $1.size }
        keys.append(key)
      }
      guard bytes <= budget else {
        let index = plan.helpfulIndex
        throw StoreError(
          .tooLarge,
          "the keys of this list take more than \(budget >> 20) MB"
            + (index.isEmpty ? "" : "; an index would make it need none: \(index)"))
      }
    }
    if table.kind == .view, Set(keys).count != keys.count {
      let names = table.key.joined(separator: ",")
      throw StoreError(
        .noKey, "\(names) is no key of '\(table.name)': two rows have the same; name other columns with --key-columns")
    }
    storage = isRowID ? .rowids(rowids) : .keys(keys)
  }
}

extension StoredValue {
  /// Bytes that it takes in memory, about.
  fileprivate var size: Int {
    switch self {
    case .text(let bytes), .blob(let bytes): 48 + bytes.count
    default: 16
    }
  }
}
