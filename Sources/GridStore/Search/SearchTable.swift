/// An FTS5 table of the file whose rows are those of a table.
package struct SearchTable: Sendable, Hashable {
  package let name: String
  package let declaration: SearchDeclaration
  /// The column of the table that its rowid equals.
  package let key: String

  /// Columns whose words can be searched for.
  package var columns: [String] { declaration.columns.filter(\.isIndexed).map(\.name) }

  /// The FTS5 tables that can be matched to a table, the most certain first: the one made by ``IndexMaker``, those
  /// whose content the table is, then those that have columns of this table alone.
  ///
  /// Whoever keeps text of its own, or none, does not say whose it is. Such a table is taken where its name begins with
  /// the table's, or no other table has all of its columns. Every hit is compared with its row in any case.
  package static func all(for table: Table, _ schema: Schema) throws(StoreError) -> [SearchTable] {
    guard let key = table.searchKey else { return [] }
    let statement = try schema.statements[
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'create virtual%' ORDER BY rowid"]
    var found: [(name: String, declaration: SearchDeclaration)] = []
    while try statement.step() {
      if let declaration = SearchDeclaration(statement.text(1)) { found.append((statement.text(0), declaration)) }
    }
    var ranked: [(rank: Int, table: SearchTable)] = []
    for (name, declaration) in found {
      let columns = declaration.columns.map(\.name)
      guard columns.allSatisfy({ table.column(named: $0) != nil }) else { continue }
      let isOurs = name == SearchObjects.tableName(for: table.name)
      if let content = declaration.content, !content.isEmpty {
        guard content.asciiLowercased == table.name.asciiLowercased,
          table.source(named: declaration.contentRowID)?.name == key
        else { continue }
        ranked.append((isOurs ? 0 : 1, SearchTable(name: name, declaration: declaration, key: key)))
        continue
      }
      var isAlone = true
      if !name.asciiLowercased.hasPrefix(table.name.asciiLowercased) {
        for other in try schema.tableNames() where other != table.name && !found.contains(where: { $0.name == other }) {
          let names = Set(try schema.columnNames(of: other).map(\.asciiLowercased))
          if columns.allSatisfy({ names.contains($0.asciiLowercased) }) { isAlone = false }
        }
      }
      if isAlone { ranked.append((2, SearchTable(name: name, declaration: declaration, key: key))) }
    }
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.table)
  }
}

extension Table {
  /// The column that equals the rowid of a search table: the rowid, or an integer that is the whole primary key.
  package var searchKey: String? {
    guard kind != .view, ownOrder.count == 1, ownOrder[0].affinity == .integer else { return nil }
    return ownOrder[0].name
  }
}

extension Schema {
  fileprivate func columnNames(of table: String) throws(StoreError) -> [String] {
    let statement = try statements["SELECT name FROM pragma_table_xinfo(?1) WHERE hidden <> 1"]
    try statement.bind(table, at: 1)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }
}

/// A search whose table is known and whose words FTS5 can read.
package struct BoundSearch: Sendable, Hashable {
  package let search: Search
  package let table: SearchTable
  package let expression: String

  /// - Throws: ``StoreError`` of kind `noSearch` where no FTS5 table covers the table, or `badText` for an expression
  ///   that FTS5 cannot read.
  package init(_ search: Search, in table: Table, _ schema: Schema) throws(StoreError) {
    self.search = search
    expression = try search.expression
    guard table.kind != .view else {
      throw StoreError(.noSearch, "'\(table.name)' is a view; search is for tables")
    }
    guard let found = try SearchTable.all(for: table, schema).first else {
      let path = schema.statements.connection.path
      // What is in a UNIQUE key is a code rather than words.
      let codes = Set(table.trees.filter { $0.uniqueCount == 1 }.map { $0.columns[0].source })
      let texts = table.columns.filter { $0.affinity == .text && !codes.contains(.column($0.number)) }.prefix(3)
      let columns = texts.isEmpty ? "COLUMNS" : texts.map { spelledName($0.name) }.joined(separator: ",")
      throw StoreError(
        .noSearch,
        "no FTS5 table covers '\(table.name)'"
          + (table.kind == .rowid
            ? "; add one by: lazygrid index \(path) --table \(spelledName(table.name)) --search \(columns)"
            : ", and none can be added to a table WITHOUT ROWID: FTS5 knows rows by rowid"))
    }
    self.table = found
    // An empty table of the same kind reads the expression as well as the real one does, and at once.
    _ = try SearchCheck(self)
  }
}
