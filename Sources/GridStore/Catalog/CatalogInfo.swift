internal import CSQLite

/// What a database has and what it serves, for people.
public struct CatalogInfo: Sendable, Hashable {
  public struct Served: Sendable, Hashable {
    /// The order, spelled as ``Order`` reads it; its reverse is served as well.
    public let order: String
    /// The index, or nil for the table itself.
    public let index: String?
    /// Filters that this index serves beside, as a form.
    public let filter: String?
  }

  public struct TableInfo: Sendable, Hashable {
    public let name: String
    public let kind: String
    /// How many rows; nil where only a scan could tell.
    public let count: Int?
    public let key: [String]
    public let keyMayChange: Bool
    public let columns: [(name: String, type: String)]
    public let served: [Served]
    public let suggestions: [String]
    /// Why it cannot be listed as it is.
    public let problem: String?

    func hasColumn(_ name: String) -> Bool {
      columns.contains { $0.name.asciiLowercased == name.asciiLowercased }
    }

    public static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.count == b.count && a.served == b.served }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  public let bytes: Int64
  public let pageSize: Int
  public let journalMode: String
  public let sqliteVersion: String
  /// How ranks are found here.
  public let ranks: String
  public let tables: [TableInfo]
}

extension Catalog {
  /// What this database has and what it serves.
  ///
  /// - Parameters:
  ///   - name: One table or view; nil is all.
  ///   - keyColumns: The columns that identify a row of a view.
  ///   - lengths: A column whose lengths are wanted in order: suggests the index that would give them alone, for each
  ///     order that is served.
  ///   - spans: Columns that spans and starts are in: suggests the index that would have the items apart that have some.
  public func info(
    table name: String? = nil, keyColumns: [String] = [], lengths: String? = nil, spans: SpanColumns? = nil
  ) throws(StoreError) -> CatalogInfo {
    try storeErrors {
      try reader.read { reader in
        func pragma(_ name: String) throws -> Value {
          let statement = try reader.statements["PRAGMA \(name)"]
          defer { statement.reset() }
          _ = try statement.step()
          return statement.value(0)
        }
        func integer(_ name: String) throws -> Int64 {
          if case .integer(let number) = try pragma(name) { return number }
          return 0
        }
        let names =
          try name.map { [try reader.schema.table($0, keyColumns: keyColumns).name] } ?? reader.schema.tableNames()
        var tables: [CatalogInfo.TableInfo] = []
        for name in names { tables.append(try tableInfo(name, keyColumns, lengths, spans, reader)) }
        if let lengths, !tables.contains(where: { $0.hasColumn(lengths) }) {
          throw StoreError(
            .noSuchColumn,
            "no column '\(lengths)' to take lengths from" + hint(lengths, among: tables.flatMap(\.columns).map(\.name)))
        }
        for wanted in spans?.names.compactMap(\.self) ?? [] where !tables.contains(where: { $0.hasColumn(wanted) }) {
          throw StoreError(
            .noSuchColumn,
            "no column '\(wanted)' to take spans or starts from"
              + hint(wanted, among: tables.flatMap(\.columns).map(\.name)))
        }
        var mode = "unknown"
        if case .text(let text) = try pragma("journal_mode") { mode = text }
        let pageSize = try integer("page_size")
        return CatalogInfo(
          bytes: try integer("page_count") * pageSize, pageSize: Int(pageSize), journalMode: mode,
          sqliteVersion: unsafe String(cString: sqlite3_libversion()),
          ranks: reader.pages != nil
            ? "from the pages of the file"
            : "by scanning" + (reader.pagesFault.map { ", since \($0)" } ?? ", as asked for"), tables: tables)
      }
    }
  }

  private func tableInfo(
    _ name: String, _ keyColumns: [String], _ lengths: String?, _ spans: SpanColumns?, _ reader: Reader
  ) throws -> CatalogInfo.TableInfo {
    let table: Table
    switch Result(catching: { () throws(StoreError) in try reader.schema.table(name, keyColumns: keyColumns) }) {
    case .success(let read): table = read
    case .failure(let error):
      guard error.kind == .noKey else { throw error }
      return CatalogInfo.TableInfo(
        name: name, kind: "view", count: nil, key: [], keyMayChange: false, columns: [], served: [], suggestions: [],
        problem: error.message)
    }
    var count: Int?
    if let tree = table.trees.first, reader.pages != nil, let index = try? reader.rankIndex(of: tree) {
      count = Int(index.count)
    }
    var served: [CatalogInfo.Served] = []
    var orders: Set<String> = []
    for tree in table.trees where !tree.isPartial && !tree.columns.contains(where: { $0.source == .expression }) {
      let order = table.orderServed(by: tree)
      orders.insert(tree.columns.first?.name ?? "")
      let first = spelledName(tree.columns[0].name)
      let sorting = order.split(separator: ",")
      served.append(
        CatalogInfo.Served(
          order: order, index: tree.indexName,
          filter: sorting.count > 1
            ? "\(first)=eq.VALUE with order \(sorting.dropFirst().joined(separator: ","))"
            : "\(first) eq, lt, lte, gt, gte, neq, in, is"))
    }
    let missing = table.columns.filter { !orders.contains($0.name) }
    let suggestions =
      table.kind == .view
      ? []
      : missing.prefix(3).map {
        "CREATE INDEX \(quoted("\(table.name)_\($0.name)")) ON \(quoted(table.name)) (\(quoted($0.name))) would serve order \(spelledName($0.name))"
      }
    var covering = lengths.flatMap(table.column).map(table.indexesForLengths) ?? []
    if let spans, spans.names.allSatisfy({ $0.map { table.column(named: $0) != nil } ?? true }),
      let index = try table.indexForSpans(spans, reader.statements)
    {
      covering.append(index)
    }
    return CatalogInfo.TableInfo(
      name: table.name,
      kind: table.kind == .rowid ? "table" : table.kind == .withoutRowID ? "table without rowid" : "view", count: count,
      key: table.key, keyMayChange: table.keyIsUndeclaredRowID,
      columns: table.columns.map { ($0.name, $0.declaredType) }, served: served, suggestions: covering + suggestions,
      problem: nil)
  }
}
