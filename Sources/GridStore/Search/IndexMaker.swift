/// Adds to a database what an order or a search lacks, with its owner's consent, and takes that away again.
///
/// Beside an import it is the only part that writes to a file of somebody's. Each call is one transaction: ended midway
/// it leaves nothing. Readers go on meanwhile in WAL mode, and with a rollback journal until the change is written back.
public struct IndexMaker {
  /// How far a call has come.
  public struct Progress: Sendable {
    /// What is made.
    public let what: String
    public let rows: Int
    /// How many rows there are; nil where nobody can tell how far it is.
    public let totalRows: Int?
  }

  /// What a call did.
  public struct Report: Sendable, Hashable {
    /// The statements that were run, or would be.
    public let statements: [String]
    /// Why there is nothing to do.
    public let reason: String?
    /// How many rows were read; nil where SQLite does not say.
    public let rows: Int?
    /// What the owner should know.
    public let notes: [String]
  }

  let path: String
  let isDryRun: Bool
  let busyTimeout: Int32
  let progress: (Progress) -> Void
  let isCancelled: () -> Bool

  /// - Parameters:
  ///   - path: The database.
  ///   - dryRun: Whether to say only what would be done.
  ///   - busyTimeout: How long a lock of another process is waited for, in milliseconds.
  ///   - progress: Told from time to time.
  ///   - isCancelled: Asked from time to time; where it says so, nothing is left behind.
  public init(
    _ path: String, dryRun: Bool = false, busyTimeout: Int32 = 5000, progress: @escaping (Progress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.path = path
    isDryRun = dryRun
    self.busyTimeout = busyTimeout
    self.progress = progress
    self.isCancelled = isCancelled
  }

  /// Makes the index that an order lacks.
  ///
  /// - Throws: ``StoreError`` for an order that no plain index serves, and for a file that cannot be written.
  public func makeIndex(for order: Order, of tableName: String?) throws(StoreError) -> Report {
    try storeErrors {
      try inTransaction { connection, schema in
        let index = try OrderIndex(order, schema.table(tableName), try schema.encoding())
        if let served = index.servedBy { return nothing("\(served) serves \(index.orderText) already") }
        if try schema.has(index.name) { throw StoreError(.exists, "there is something called '\(index.name)' already") }
        if !isDryRun {
          var pace = ProgressPace()
          try connection.execute(index.sql) {
            if pace.isDue { progress(Progress(what: "index on \(index.orderText)", rows: 0, totalRows: nil)) }
            return isCancelled()
          }
        }
        return Report(statements: [index.sql], reason: nil, rows: nil, notes: [])
      }
    }
  }

  /// Drops an index that ``makeIndex(for:of:)`` made for this order.
  public func dropIndex(for order: Order, of tableName: String?) throws(StoreError) -> Report {
    try storeErrors {
      try inTransaction { connection, schema in
        let index = try OrderIndex(order, schema.table(tableName), try schema.encoding())
        guard try schema.has(index.name, index.sql) else {
          throw StoreError(
            .noSuchTable,
            "there is no '\(index.name)' that this command made"
              + (index.servedBy.map { "; \($0) serves \(index.orderText) and is somebody else's" } ?? ""))
        }
        let sql = "DROP INDEX \(quoted(index.name))"
        if !isDryRun { try connection.execute(sql) }
        return Report(statements: [sql], reason: nil, rows: nil, notes: [])
      }
    }
  }

  /// Makes an FTS5 table over columns of a table, with the triggers that keep it true.
  public func makeSearch(over columns: [String], of tableName: String?) throws(StoreError) -> Report {
    try storeErrors {
      try inTransaction { connection, schema in
        let objects = try SearchObjects(schema.table(tableName), columns: columns, schema)
        if try schema.has(objects.name) {
          let covered = try SearchTable.all(for: objects.table, schema).first { $0.name == objects.name }?.columns
          if covered == objects.columns, try schema.hasAll(objects.triggers.map(\.name)) {
            return nothing("'\(objects.name)' covers \(objects.columns.joined(separator: ", ")) already")
          }
          throw StoreError(
            .exists,
            "'\(objects.name)' is there, "
              + (covered.map { "over \($0.joined(separator: ", "))" } ?? "and covers nothing of this table")
              + "; take it away first with --drop")
        }
        var rows = 0
        if !isDryRun {
          try connection.execute("PRAGMA cache_size = -65536")
          for sql in objects.statements { try connection.execute(sql) }
          rows = try fill(objects, connection)
        }
        var notes: [String] = []
        if objects.table.rowIDAlias == nil {
          notes.append(
            "'\(objects.table.name)' has no INTEGER PRIMARY KEY, so VACUUM may change its rowids; "
              + "drop and make this again after one")
        }
        return Report(statements: objects.statements, reason: nil, rows: isDryRun ? nil : rows, notes: notes)
      }
    }
  }

  /// Takes away what ``makeSearch(over:of:)`` made, whichever columns it covers.
  public func dropSearch(of tableName: String?) throws(StoreError) -> Report {
    try storeErrors {
      try inTransaction { connection, schema in
        // What was made for a table that is called otherwise now, or is gone, goes by the old name.
        var owner = tableName ?? ""
        if try tableName == nil || !schema.hasSearch(of: owner) { owner = try schema.table(tableName).name }
        guard try schema.hasSearch(of: owner) else {
          throw StoreError(.noSuchTable, "'\(owner)' has no search table that this command made")
        }
        let statements = SearchObjects.dropStatements(for: owner)
        if !isDryRun { for sql in statements { try connection.execute(sql) } }
        return Report(statements: statements, reason: nil, rows: nil, notes: [])
      }
    }
  }

  private func nothing(_ reason: String) -> Report { Report(statements: [], reason: reason, rows: nil, notes: []) }

  /// In runs of rowids, so that it can tell how far it is.
  private func fill(_ objects: SearchObjects, _ connection: Connection) throws -> Int {
    let (name, id) = (quoted(objects.table.name), quoted(objects.table.ownOrder[0].name))
    func number(_ sql: String) throws -> Int64? {
      let statement = try connection.prepare(sql)
      guard try statement.step() else { return nil }
      return statement.isNull(0) ? nil : statement.integer(0)
    }
    let total = Int(try number("SELECT count(*) FROM \(name)") ?? 0)
    guard var first = try number("SELECT min(\(id)) FROM \(name)"),
      let last = try number("SELECT max(\(id)) FROM \(name)")
    else { return 0 }
    let ahead = try connection.prepare("SELECT \(id) FROM \(name) WHERE \(id) >= ?1 ORDER BY \(id) LIMIT 1 OFFSET 999")
    let insert = try connection.prepare(objects.fillSQL)
    var pace = ProgressPace()
    var rows = 0
    while true {
      if isCancelled() { throw StoreError(.cancelled, "interrupted; nothing was written") }
      try ahead.bind(first, at: 1)
      let end = try ahead.step() ? ahead.integer(0) : last
      ahead.reset()
      try insert.bind(first, at: 1)
      try insert.bind(end, at: 2)
      try insert.run()
      rows = min(rows + 1000, total)
      if pace.isDue {
        progress(
          Progress(what: "search over \(objects.columns.joined(separator: ", "))", rows: rows, totalRows: total))
      }
      if end >= last { return total }
      first = end + 1
    }
  }

  /// Runs a body that writes, or one that only looks.
  private func inTransaction(_ body: (Connection, Schema) throws -> Report) throws -> Report {
    let connection = try Connection(path, isDryRun ? .readOnly : .readWrite, busyTimeout: busyTimeout)
    do {
      try connection.execute(isDryRun ? "BEGIN" : "BEGIN IMMEDIATE")
      let report = try body(connection, Schema(StatementCache(connection)))
      try connection.execute("COMMIT")
      return report
    } catch {
      if !connection.isIdle { try? connection.execute("ROLLBACK") }
      guard let error = error as? StoreError else { throw error }
      switch error.kind {
      case .busy:
        throw StoreError(
          .busy, "somebody else is writing to '\(path)', or reading where that holds up a writer; try again")
      case .sqlite(let code) where code & 0xff == 8:
        throw StoreError(error.kind, "'\(path)' cannot be written, so nothing can be added to it")
      default: throw error
      }
    }
  }
}

/// The plain index that would serve an order.
package struct OrderIndex {
  package static let prefix = "lazygrid_order_"
  package let name: String
  package let sql: String
  package let orderText: String
  /// What serves the order now.
  package let servedBy: String?

  /// - Throws: ``StoreError`` where no plain index could.
  package init(_ order: Order, _ table: Table, _ encoding: TextEncoding) throws(StoreError) {
    guard !order.terms.isEmpty else { throw StoreError(.badText, "the order names no column") }
    guard table.kind != .view else {
      throw StoreError(.badValue, "'\(table.name)' is a view or a virtual table, which can have no index")
    }
    let plan = try ListPlan(ListRequest(table: table.name, order: order), table: table, encoding: encoding)
    orderText = Order(Array(order.terms)).description
    let own = Dictionary(uniqueKeysWithValues: table.ownOrder.map { ($0.source, $0) })
    let tie = plan.order.last { own[$0.source] != nil }
    let isReversed = tie.map { $0.isDescending != own[$0.source]!.isDescending } ?? false
    // What stands behind the last column that is no tie is what every index ends with.
    let end = plan.order.lastIndex { own[$0.source] == nil }.map { $0 + 1 } ?? 0
    let named = plan.order.prefix(end)
    let parts = named.map { (name: $0.name, source: $0.source, isDescending: $0.isDescending != isReversed) }
    name =
      ([OrderIndex.prefix + table.name] + parts.map { $0.name + ($0.isDescending ? "_desc" : "") })
      .joined(separator: "_")
    let list = parts.map { quoted($0.name) + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
    sql = "CREATE INDEX \(quoted(name)) ON \(quoted(table.name)) (\(list))"
    if case .tree(let access) = plan.access {
      servedBy = access.tree.indexName.map { "the index '\($0)'" } ?? "the table itself"
      return
    }
    servedBy = nil
    func treeColumn(_ source: TreeColumn.Source, _ name: String, _ isDescending: Bool) -> TreeColumn {
      TreeColumn(
        source: source, name: name, isDescending: isDescending, isNotNull: table.isNotNull(source),
        affinity: table.affinity(source), collation: table.collation(source))
    }
    let columns =
      parts.map { treeColumn($0.source, $0.name, $0.isDescending) }
      + table.ownOrder.filter { column in !parts.contains { $0.source == column.source } }
    let tree = Tree(
      kind: .index, indexName: name, columns: columns, uniqueCount: nil, isPartial: false, schemaName: name)
    let matcher = TreeMatcher(table: table, order: plan.order, filters: [], encoding: encoding)
    guard !parts.isEmpty, matcher.match(tree) != nil else {
      throw StoreError(
        .badValue,
        "no plain index serves \(orderText): its NULLs stand where no index has them, its ties run against the "
          + "table's own order, or only SQLite knows a collation")
    }
  }
}

extension Schema {
  /// Whether something of a name is there, made by this SQL where that matters.
  fileprivate func has(_ name: String, _ sql: String? = nil) throws(StoreError) -> Bool {
    let statement = try statements["SELECT sql FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE"]
    try statement.bind(name, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return false }
    return sql.map { $0 == statement.text(0) } ?? true
  }

  /// Whether there is a search table over a table of this name, made as ours are.
  fileprivate func hasSearch(of table: String) throws(StoreError) -> Bool {
    let statement = try statements["SELECT sql FROM sqlite_schema WHERE name = ?1 AND type = 'table'"]
    try statement.bind(SearchObjects.tableName(for: table), at: 1)
    defer { statement.reset() }
    return try statement.step() && SearchDeclaration(statement.text(0))?.content == table
  }

  fileprivate func hasAll(_ names: [String]) throws(StoreError) -> Bool {
    for name in names where try !has(name) { return false }
    return true
  }
}
