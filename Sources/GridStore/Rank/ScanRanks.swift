/// Ranks found by stepping through a list: the key of every 512th row.
///
/// What stands behind the rank index wherever pages cannot be read. It serves from its first key on:
/// the rows beyond those found so far are stepped to from the last.
package final class ScanRanks {
  /// Rows from one key to the next. A page of a list steps over half of it on average, which is lost in
  /// the cost of the rows themselves; half as many keys would not be.
  package static let spacing: Int64 = 512

  /// Keys of rows 0, 512, 1024 … of the list, with the segment that each stands in.
  package private(set) var anchors: [(segment: Int, key: [StoredValue])] = []
  /// Rows stepped to so far; of all once finished.
  package private(set) var count: Int64 = 0
  /// Whether an entry stands before the one that came before it, as in a damaged tree: then a key leads anywhere.
  private(set) var isDisordered = false

  package init() {}

  /// Steps through all segments in the transaction that is open.
  ///
  /// - Parameters:
  ///   - checksOrder: Whether each entry is compared with the one before it; the scan ends where they are not in order.
  ///   - onStep: Called after every row.
  ///   - renew: Called between two rows some hundred apart, while no statement is running, where `isDue` says so: the
  ///     transaction may end and another one of the same state begin.
  package func run(
    _ plan: ListPlan, _ access: TreeAccess, _ statements: StatementCache, encoding: TextEncoding,
    checksOrder: Bool = false, isDue: () -> Bool = { false }, renew: () throws -> Void = {},
    onStep: () throws -> Void
  ) throws {
    let columns = access.tree.columns
    let comparer = ValueComparer(encoding: encoding)
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    for (number, segment) in access.segments.enumerated() {
      var start: Position?
      var last: [StoredValue]?
      repeat {
        var end: Position?
        for seek in Seek.ranges(from: start, in: segment, columns: columns, isReversed: access.isReversed)
        where end == nil {
          let statement = try statements[
            seek.sql(selecting: names, from: plan.table, access.tree, isReversed: access.isReversed)]
          try seek.bind(statement, limit: -1, encoding: encoding)
          defer { statement.reset() }
          while end == nil, try statement.step() {
            func entry() -> [StoredValue] { columns.indices.map { statement.stored($0, encoding: encoding) } }
            if checksOrder {
              let entry = entry()
              if let last {
                let order = EntryOrder(
                  position: access.isReversed ? .before(last) : .after(last), columns: columns, comparer: comparer)
                if order.isBefore(entry) != access.isReversed {
                  isDisordered = true
                  return
                }
              }
              last = entry
            }
            if count % ScanRanks.spacing == 0 { anchors.append((number, entry())) }
            count += 1
            try onStep()
            if count % 256 == 0, isDue() { end = Position(prefix: entry(), isAfter: !access.isReversed) }
          }
        }
        start = end
        if end != nil { try renew() }
      } while start != nil
    }
  }
}
