internal import CSQLite

/// The other ways to a page of a list: what ours is measured against, on a connection opened alike.
package final class PagingPeers {
  private let connection: Connection
  private let statements: StatementCache
  private let catalog: Catalog
  private let core: ListCore
  private let plan: ListPlan
  private let selection: Selection
  private let ranks: (index: RankIndex, segments: SegmentRanks)?

  /// - Throws: ``StoreError`` of kind `badText` for a list that no index serves: it has no keyset pages.
  package init<Item>(_ list: ItemList<Item>) throws {
    catalog = list.storage.catalog
    core = list.storage.core
    connection = try Connection(catalog.reader.path, .readOnly)
    statements = StatementCache(connection)
    if catalog.reader.pages?.mappedSize ?? 0 > 0 { try connection.execute("PRAGMA mmap_size = \(Int64.max)") }
    let core = core
    (plan, ranks) = try catalog.reader.read { _ in
      if case .pages(let index, let segments) = try core.currentRanking() {
        return (try core.currentPlan(), (index, segments))
      }
      return (try core.currentPlan(), nil)
    }
    selection = Selection(plan.table.columns.map(\.name), in: plan.table)
  }

  /// The keys of a page by LIMIT and OFFSET.
  package func offset(_ start: Int, _ count: Int) throws -> [[Value]] {
    let sql =
      "SELECT \(selection.sql) FROM \(quoted(plan.table.name))" + filter + " ORDER BY \(plan.orderSQL) LIMIT ? OFFSET ?"
    return try read(sql, plan.filterValues + [.integer(Int64(count)), .integer(Int64(start))])
  }

  /// The keys of a page by LIMIT and OFFSET over what tells rows apart alone, joined to the rows afterwards.
  package func deferredJoin(_ start: Int, _ count: Int) throws -> [[Value]] {
    let identity = plan.table.ownOrder.map { quoted($0.name) }.joined(separator: ", ")
    let table = quoted(plan.table.name)
    let sql =
      "SELECT \(selection.names.map { "\(table).\(quoted($0))" }.joined(separator: ", ")) FROM "
      + "(SELECT \(identity) FROM \(table)\(filter) ORDER BY \(plan.orderSQL) LIMIT ? OFFSET ?) AS page "
      + "JOIN \(table) USING (\(identity))"
      + " ORDER BY \(plan.order.map { "\(table)." + $0.sql }.joined(separator: ", "))"
    return try read(sql, plan.filterValues + [.integer(Int64(count)), .integer(Int64(start))])
  }

  /// A page that a bare keyset loop reads: its key is known before.
  package struct KeysetPage {
    fileprivate let seeks: [Seek]
    fileprivate let tree: Tree
    fileprivate let isReversed: Bool
  }

  /// Finds the key that a page begins with; not part of what is measured.
  package func keysetPage(_ start: Int) throws -> KeysetPage? {
    guard case .tree(let access) = plan.access, let ranks else { return nil }
    return try catalog.reader.read { reader in
      guard let pages = reader.pages, let piece = ranks.segments.pieces(Int64(start)..<Int64(start) + 1).first else {
        return nil
      }
      let key = try ranks.index.key(at: piece.firstRank, columns: access.tree.columns.count, pages)
      let seeks = Seek.ranges(
        from: access.isReversed ? .after(key) : .before(key), in: access.segments[piece.segment],
        columns: access.tree.columns, isReversed: access.isReversed)
      return KeysetPage(seeks: seeks, tree: access.tree, isReversed: access.isReversed)
    }
  }

  /// The keys of a page by a bare keyset loop in one transaction.
  package func keyset(_ page: KeysetPage, _ count: Int) throws -> [[Value]] {
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    var keys: [[Value]] = []
    for seek in page.seeks where keys.count < count {
      let statement = try statements[
        seek.sql(selecting: selection.sql, from: plan.table, page.tree, isReversed: page.isReversed)]
      try seek.bind(statement, limit: Int64(count - keys.count), encoding: catalog.reader.encoding)
      try step(statement, into: &keys)
    }
    return keys
  }

  /// Reads the same rows as ``keyset(_:_:)`` and keeps nothing of them, as a bare loop over the C API does.
  ///
  /// - Returns: How many rows there were: fewer where the page's segment ends before.
  package func bareKeyset(_ page: KeysetPage, _ count: Int) throws -> Int {
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    var read = 0
    for seek in page.seeks where read < count {
      let statement = try statements[
        seek.sql(selecting: selection.sql, from: plan.table, page.tree, isReversed: page.isReversed)]
      try seek.bind(statement, limit: Int64(count - read), encoding: catalog.reader.encoding)
      defer { statement.reset() }
      while try statement.step() {
        for column in 0..<selection.itemCount { statement.touch(column) }
        read += 1
      }
    }
    return read
  }

  /// The same loop making items of what it reads, as ours does.
  ///
  /// - Precondition: The type reads the columns of the table, in their order.
  package func keysetItems<Item: RowDecodable>(_ page: KeysetPage, _ count: Int, of type: Item.Type) throws -> [Item] {
    precondition(Item.columns == Array(selection.names.prefix(selection.itemCount)), "other columns")
    try connection.execute("BEGIN")
    defer { try? connection.execute("COMMIT") }
    let origin = RowOrigin(plan.table, selection)
    var items: [Item] = []
    for seek in page.seeks where items.count < count {
      let statement = try statements[
        seek.sql(selecting: selection.sql, from: plan.table, page.tree, isReversed: page.isReversed)]
      try seek.bind(statement, limit: Int64(count - items.count), encoding: catalog.reader.encoding)
      defer { statement.reset() }
      while try statement.step() {
        items.append(try Item(row: Row(statement, columns: selection.itemCount, origin: origin)))
      }
    }
    return items
  }

  /// Finds the ranks of the list by stepping through all of it.
  ///
  /// - Returns: How many rows there are; nil where no tree serves the list.
  package func scan() throws -> Int64? {
    guard case .tree(let access) = plan.access else { return nil }
    let ranks = ScanRanks()
    try ranks.run(plan, access, statements, encoding: catalog.reader.encoding) {}
    return ranks.count
  }

  /// Steps through the same entries and keeps nothing of them.
  package func bareScan() throws -> Int64? {
    guard case .tree(let access) = plan.access else { return nil }
    let names = access.tree.columns.map { quoted($0.name) }.joined(separator: ", ")
    var count: Int64 = 0
    for segment in access.segments {
      for seek in Seek.ranges(in: segment, columns: access.tree.columns, isReversed: access.isReversed) {
        let statement = try statements[
          seek.sql(selecting: names, from: plan.table, access.tree, isReversed: access.isReversed)]
        try seek.bind(statement, limit: -1, encoding: catalog.reader.encoding)
        defer { statement.reset() }
        while try statement.step() { count += 1 }
      }
    }
    return count
  }

  private var filter: String { plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)" }

  private func read(_ sql: String, _ values: [Value]) throws -> [[Value]] {
    let statement = try statements[sql]
    for (i, value) in values.enumerated() { try statement.bind(value, at: i + 1) }
    var keys: [[Value]] = []
    try step(statement, into: &keys)
    return keys
  }

  /// Steps to the end and touches every column, as a caller that uses the rows would, without making texts of them.
  private func step(_ statement: Statement, into keys: inout [[Value]]) throws {
    defer { statement.reset() }
    while try statement.step() {
      for column in 0..<selection.itemCount { statement.touch(column) }
      keys.append(selection.keyColumns.map { statement.value($0) })
    }
  }

  /// How SQLite runs here, for whoever reads the figures.
  package func conditions() throws -> [(name: String, value: String)] {
    var result = [("sqlite", unsafe String(cString: sqlite3_libversion()))]
    for (name, pragma) in [
      ("pageSize", "page_size"), ("journalMode", "journal_mode"), ("cache", "cache_size"), ("mmap", "mmap_size"),
    ] {
      let statement = try statements["PRAGMA \(pragma)"]
      defer { statement.reset() }
      result.append((name, try statement.step() ? statement.text(0) : "0"))
    }
    return result
  }
}
