/// Reads what a database declares: its tables and views, their keys, and the trees that sort them.
package struct Schema {
  package let statements: StatementCache

  package init(_ statements: StatementCache) { self.statements = statements }

  /// The names of all tables and views that are somebody's data: tables first, in the order of their making.
  package func tableNames() throws(StoreError) -> [String] {
    // Shadow tables belong to a virtual table, sqlite_% to SQLite, lazygrid_% to a search, _lazygrid_% to an import under
    // way.
    let statement = try statements[
      """
      SELECT l.name FROM pragma_table_list AS l
      LEFT JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
      WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND l.name NOT LIKE 'lazygrid\\_%' ESCAPE '\\' AND l.name NOT LIKE '\\_lazygrid\\_%' ESCAPE '\\'
      ORDER BY l.type = 'view', s.rowid
      """]
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }

  /// The table to read: the one that is named, or the only one there is.
  ///
  /// - Parameters:
  ///   - name: Compared as SQLite compares names.
  ///   - keyColumns: The columns that identify a row, where the table is a view or its own key is not wanted.
  /// - Throws: ``StoreError`` of kind `noSuchTable`, naming the nearest or all there are, or `noKey`.
  package func table(_ name: String?, keyColumns: [String] = []) throws(StoreError) -> Table {
    let names = try tableNames()
    guard let name else {
      switch names.count {
      case 0: throw StoreError(.noSuchTable, "there is no table in '\(statements.connection.path)'")
      case 1: return try read(names[0], keyColumns: keyColumns)
      default:
        let listed = names.prefix(12).joined(separator: ", ")
        throw StoreError(
          .noSuchTable, "there are \(names.count) tables; name one of \(listed)\(names.count > 12 ? ", …" : "")")
      }
    }
    let found = names.first { $0 == name } ?? names.first { $0.asciiLowercased == name.asciiLowercased }
    guard let found else { throw StoreError(.noSuchTable, "no table '\(name)'" + hint(name, among: names)) }
    return try read(found, keyColumns: keyColumns)
  }

  /// The page that a tree begins on now, or nil where it is no more.
  package func rootPage(of tree: Tree) throws(StoreError) -> UInt32? {
    let statement = try statements["SELECT rootpage FROM sqlite_schema WHERE name = ?1 AND type IN ('table', 'index')"]
    try statement.bind(tree.schemaName, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return UInt32(exactly: statement.integer(0))
  }

  package func encoding() throws(StoreError) -> TextEncoding {
    let statement = try statements["PRAGMA encoding"]
    defer { statement.reset() }
    _ = try statement.step()
    switch statement.text(0) {
    case "UTF-16le": return .utf16LittleEndian
    case "UTF-16be": return .utf16BigEndian
    default: return .utf8
    }
  }

  private func read(_ name: String, keyColumns: [String]) throws(StoreError) -> Table {
    let kind = try kind(of: name)
    let indexes = kind == .view ? [] : try indexes(of: name)
    var (columns, primary) = try columns(of: name, kind: kind)
    // INTEGER PRIMARY KEY is the rowid; other primary keys have an index of their own
    // (sqlite.org/lang_createtable.html#rowid).
    let alias = kind == .rowid && primary.count == 1 && !indexes.contains { $0.origin == "pk" } ? primary[0] : nil
    if let alias { columns[alias] = columns[alias].notNull }

    var rowIDName: String?
    if kind == .rowid {
      let taken = Set(columns.map(\.name.asciiLowercased))
      rowIDName = alias.map { columns[$0].name } ?? ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    }
    var trees: [Tree] = []
    if let rowIDName {
      let rowid = TreeColumn(
        source: .rowid, name: rowIDName, isDescending: false, isNotNull: true, affinity: .integer, collation: "BINARY")
      trees.append(
        Tree(kind: .rowidTable, indexName: nil, columns: [rowid], uniqueCount: 1, isPartial: false, schemaName: name))
    }
    var uniqueKey: [String]?
    for index in indexes {
      let parts = try sortingColumns(of: index.name, columns: columns, alias: alias, rowIDName: rowIDName)
      let isTable = kind == .withoutRowID && index.origin == "pk"
      let keyed = Array(parts.columns.prefix(parts.keyCount))
      if index.isUnique, !index.isPartial, uniqueKey == nil,
        keyed.allSatisfy({ $0.isNotNull && $0.source != .expression })
      {
        uniqueKey = keyed.map(\.name)
      }
      let tree = Tree(
        kind: .index, indexName: isTable ? nil : index.name, columns: isTable ? keyed : parts.columns,
        uniqueCount: index.isUnique ? parts.keyCount : nil, isPartial: index.isPartial,
        schemaName: isTable ? name : index.name)
      if isTable {
        trees.insert(tree, at: 0)
      } else if kind == .withoutRowID || rowIDName != nil {
        trees.append(tree)
      }
    }

    var key = primary.map { columns[$0].name }
    var isBare = false
    if !keyColumns.isEmpty {
      key = []
      for wanted in keyColumns { key.append(try find(wanted, in: columns, of: name).name) }
    } else if key.isEmpty {
      if let uniqueKey {
        key = uniqueKey
      } else if let rowIDName {
        key = [rowIDName]
        isBare = true
      } else {
        throw StoreError(
          .noKey,
          (kind == .view ? "the view '\(name)' has no key" : "no key can be found in '\(name)'")
            + "; name the columns that identify a row with --key-columns, for example \(columns.first?.name ?? "A")")
      }
    }
    return Table(
      name: name, kind: kind, columns: columns, key: key, keyIsUndeclaredRowID: isBare, rowIDName: rowIDName,
      rowIDAlias: alias, trees: trees)
  }

  private func find(_ wanted: String, in columns: [Column], of table: String) throws(StoreError) -> Column {
    let found =
      columns.first { $0.name == wanted }
      ?? columns.first { $0.name.asciiLowercased == wanted.asciiLowercased }
    guard let found else {
      throw StoreError(
        .noSuchColumn, "no key column '\(wanted)' in '\(table)'" + hint(wanted, among: columns.map(\.name)))
    }
    return found
  }

  private func kind(of table: String) throws(StoreError) -> Table.Kind {
    let statement = try statements["SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1"]
    try statement.bind(table, at: 1)
    defer { statement.reset() }
    guard try statement.step(), statement.text(0) == "table" else { return .view }
    return statement.integer(1) == 1 ? .withoutRowID : .rowid
  }

  /// All columns, and the numbers of those of the primary key in its order.
  private func columns(of table: String, kind: Table.Kind) throws(StoreError) -> ([Column], primary: [Int]) {
    let statement = try statements[
      "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?1) WHERE hidden <> 1 ORDER BY cid"]
    try statement.bind(table, at: 1)
    var rows: [(name: String, type: String, notNull: Bool, position: Int)] = []
    while try statement.step() {
      rows.append((statement.text(0), statement.text(1), statement.integer(2) != 0, Int(statement.integer(3))))
    }
    var columns: [Column] = []
    for (number, row) in rows.enumerated() {
      columns.append(
        Column(
          name: row.name, declaredType: row.type, isNotNull: row.notNull || (kind == .withoutRowID && row.position > 0),
          collation: kind == .view ? "BINARY" : statements.connection.collation(ofColumn: row.name, in: table),
          number: number))
    }
    let primary = rows.indices.filter { rows[$0].position > 0 }.sorted { rows[$0].position < rows[$1].position }
    return (columns, primary)
  }

  private struct Index {
    let name: String
    let isUnique: Bool
    let origin: String
    let isPartial: Bool
  }

  private func indexes(of table: String) throws(StoreError) -> [Index] {
    let statement = try statements[
      "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?1) ORDER BY seq DESC"]
    try statement.bind(table, at: 1)
    var list: [Index] = []
    while try statement.step() {
      list.append(
        Index(
          name: statement.text(0), isUnique: statement.integer(1) != 0, origin: statement.text(2),
          isPartial: statement.integer(3) != 0))
    }
    return list
  }

  /// The columns that an index is sorted by, those of the row's identity at the end included.
  private func sortingColumns(
    of index: String, columns: [Column], alias: Int?, rowIDName: String?
  ) throws(StoreError) -> (columns: [TreeColumn], keyCount: Int) {
    let statement = try statements["SELECT cid, desc, coll, key FROM pragma_index_xinfo(?1) ORDER BY seqno"]
    try statement.bind(index, at: 1)
    var sorting: [TreeColumn] = []
    var keyCount = 0
    while try statement.step() {
      let number = Int(statement.integer(0))
      let isRowID = number == -1 || number == alias
      let column = number >= 0 && number < columns.count ? columns[number] : nil
      if statement.integer(3) != 0 { keyCount += 1 }
      sorting.append(
        TreeColumn(
          source: isRowID ? .rowid : column == nil ? .expression : .column(number),
          name: isRowID ? rowIDName ?? "rowid" : column?.name ?? "",
          isDescending: statement.integer(1) != 0, isNotNull: isRowID || column?.isNotNull ?? false,
          affinity: isRowID ? .integer : column?.affinity ?? .blob,
          collation: statement.isNull(2) ? "BINARY" : statement.text(2)))
    }
    return (sorting, keyCount)
  }
}
