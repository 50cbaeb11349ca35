/// The statements that make an FTS5 table over a table, and the triggers that keep it true whatever is done to that.
///
/// The FTS5 table keeps no text of its own; to take a row's words out, FTS5 must be told the very text that it was
/// given ([External content tables](https://sqlite.org/fts5.html#external_content_tables)). The triggers that its
/// documentation shows lose that text in three ways: a row that REPLACE deletes fires no trigger unless its
/// connection has `recursive_triggers` on; the owner's own triggers may change a row before ours run; and
/// an `UPDATE OF rowid` goes by names. So here:
///
/// - BEFORE triggers put the rows that a statement may change, with their text, into a table of rows in flux:
///   the row itself, and those that equal the new one in a UNIQUE key. One too many does no harm, so rows that are
///   then ignored, refused or updated instead are no cases of their own.
/// - AFTER triggers look at what became of them. The text of each that is gone or different is taken out, and the
///   present text of each that is there is put in.
/// - A row is told only where it is not known yet, and taken out only where it is, so triggers that fire within others
///   come out right in any order.
///
/// No body has an OR clause or a conflict to solve, for the policy of the outer statement would rule there.
package struct SearchObjects: Sendable {
  package let table: Table
  package let columns: [String]
  /// Each UNIQUE key other than the rowid: its columns with their collations.
  package let uniqueKeys: [[(column: String, collation: String)]]
  /// Whether a column that matters is computed from others, so that its own name tells no change.
  package let hasComputedColumns: Bool

  package static let prefix = "lazygrid_search_"
  package static func tableName(for table: String) -> String { prefix + table }

  package var name: String { SearchObjects.tableName(for: table.name) }
  package var fluxName: String { name + "_in_flux" }

  private var rowid: String { table.ownOrder[0].name }
  private var columnList: String { columns.map(quoted).joined(separator: ", ") }
  private var currentColumns: String { columns.map { "t.\(quoted($0))" }.joined(separator: ", ") }

  /// The statements that make all of it, nothing in it yet.
  package var statements: [String] {
    let flux = columns.indices.map { "c\($0)" }
    return [
      "CREATE VIRTUAL TABLE \(quoted(name)) USING fts5(\(columnList), content=\(quoted(table.name)), "
        + "content_rowid=\(quoted(rowid)))",
      "CREATE TABLE \(quoted(fluxName)) (id INTEGER PRIMARY KEY, \(flux.joined(separator: ", ")))",
    ] + triggers.map { "CREATE TRIGGER \(quoted($0.name)) \($0.event) ON \(quoted(table.name)) BEGIN \($0.body) END" }
  }

  /// The statements that take away all of a table's, in an order that leaves no trigger without its tables.
  ///
  /// By names alone: the table may be called otherwise by now, or be gone, or have a key that none could be made for.
  package static func dropStatements(for table: String) -> [String] {
    let name = tableName(for: table)
    let triggers = ["before", "after"].flatMap { time in
      ["insert", "update", "delete"].map { "\(name)_\(time)_\($0)" }
    }
    return triggers.map { "DROP TRIGGER IF EXISTS \(quoted($0))" } + [
      "DROP TABLE IF EXISTS \(quoted(name + "_in_flux"))", "DROP TABLE IF EXISTS \(quoted(name))",
    ]
  }

  /// The statement that puts a run of rows in: those behind a rowid, and at most so many.
  package var fillSQL: String {
    "INSERT INTO \(quoted(name)) (rowid, \(columnList)) SELECT t.\(quoted(rowid)), \(currentColumns) "
      + "FROM \(quoted(table.name)) AS t WHERE t.\(quoted(rowid)) BETWEEN ?1 AND ?2"
  }

  package var triggers: [(name: String, event: String, body: String)] {
    let id = quoted(rowid)
    let matches = uniqueKeys.map { key in
      key.map { "t.\(quoted($0.column)) = NEW.\(quoted($0.column)) COLLATE \(quoted($0.collation))" }
        .joined(separator: " AND ")
    }
    let victims = (["t.\(id) = NEW.\(id)"] + matches).map(mark)
    // SQLite takes these for names and nothing more, so an update by any name of the rowid is met.
    var named: [String] = []
    for name in columns + uniqueKeys.flatMap({ $0.map(\.column) }) + [rowid, "rowid", "_rowid_", "oid"]
    where !named.contains(name) { named.append(name) }
    let update = hasComputedColumns ? "UPDATE" : "UPDATE OF \(named.map(quoted).joined(separator: ", "))"
    return [
      (name + "_before_insert", "BEFORE INSERT", victims.joined(separator: " ")),
      (name + "_before_update", "BEFORE \(update)", ([mark("t.\(id) = OLD.\(id)")] + victims).joined(separator: " ")),
      (name + "_before_delete", "BEFORE DELETE", mark("t.\(id) = OLD.\(id)")),
      (name + "_after_insert", "AFTER INSERT", settle + clear("NEW.\(id)") + add),
      (name + "_after_update", "AFTER \(update)", settle + clear("OLD.\(id), NEW.\(id)") + add),
      (name + "_after_delete", "AFTER DELETE", settle + clear("OLD.\(id)")),
    ]
  }

  private var known: String { "SELECT id FROM \(quoted(name + "_docsize"))" }

  private func mark(_ condition: String) -> String {
    let id = "t.\(quoted(rowid))"
    return "INSERT INTO \(quoted(fluxName)) SELECT \(id), \(currentColumns) FROM \(quoted(table.name)) AS t "
      + "WHERE \(condition) AND \(id) NOT IN (SELECT id FROM \(quoted(fluxName))) AND \(id) IN (\(known));"
  }

  /// Text as FTS5 sees it: neither the collation nor the affinity of a column has a say.
  private var isSame: String {
    columns.enumerated().map { "p.c\($0) || '' IS t.\(quoted($1)) || ''" }.joined(separator: " AND ")
  }

  private var isChanged: String {
    "NOT EXISTS (SELECT 1 FROM \(quoted(table.name)) AS t WHERE t.\(quoted(rowid)) = p.id AND \(isSame))"
  }

  private var settle: String {
    let old = columns.indices.map { "p.c\($0)" }.joined(separator: ", ")
    let search = quoted(name)
    return "INSERT INTO \(search) (\(search), rowid, \(columnList)) SELECT 'delete', p.id, \(old) "
      + "FROM \(quoted(fluxName)) AS p WHERE \(isChanged); "
      + "INSERT INTO \(search) (rowid, \(columnList)) SELECT p.id, \(currentColumns) "
      + "FROM \(quoted(fluxName)) AS p CROSS JOIN \(quoted(table.name)) AS t "
      + "WHERE t.\(quoted(rowid)) = p.id AND NOT (\(isSame)); "
  }

  /// Forgets what is settled. A few that have not changed stay, for a statement around this one may be about to; many
  /// are what INSERT OR IGNORE has left.
  private func clear(_ ids: String) -> String {
    let flux = quoted(fluxName)
    return "DELETE FROM \(flux) WHERE id IN (\(ids)) OR id IN (SELECT p.id FROM \(flux) AS p WHERE \(isChanged)) "
      + "OR (SELECT count(*) FROM (SELECT 1 FROM \(flux) LIMIT 9)) > 8; "
  }

  private var add: String {
    let id = "t.\(quoted(rowid))"
    return "INSERT INTO \(quoted(name)) (rowid, \(columnList)) SELECT \(id), \(currentColumns) "
      + "FROM \(quoted(table.name)) AS t WHERE \(id) = NEW.\(quoted(rowid)) AND \(id) NOT IN (\(known));"
  }

  /// - Throws: ``StoreError`` for a table that FTS5 cannot follow, or columns that are not there.
  package init(_ table: Table, columns wanted: [String], _ schema: Schema) throws(StoreError) {
    self.table = table
    guard table.kind == .rowid, table.rowIDName != nil, table.ownOrder.count == 1 else {
      throw StoreError(
        .noSearch,
        table.kind == .view
          ? "'\(table.name)' is a view or a virtual table; only a table can be searched"
          : "'\(table.name)' has no rowid, which is what FTS5 knows rows by; a table that copies its key and text under "
            + "an INTEGER PRIMARY KEY can be searched")
    }
    var columns: [String] = []
    for name in wanted {
      guard let column = table.column(named: name) else {
        throw StoreError(
          .noSuchColumn,
          "no column '\(name)' in '\(table.name)' to search" + hint(name, among: table.columns.map(\.name)))
      }
      if columns.contains(column.name) { continue }
      if ["rank", "rowid", SearchObjects.tableName(for: table.name).asciiLowercased]
        .contains(column.name.asciiLowercased)
      {
        throw StoreError(.badValue, "FTS5 takes no column that is called '\(column.name)'")
      }
      columns.append(column.name)
    }
    self.columns = columns
    var keys: [[(column: String, collation: String)]] = []
    let indexes = try schema.statements[
      "SELECT l.name, x.name, x.coll, x.cid FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x "
        + "WHERE l.\"unique\" AND x.key ORDER BY l.seq, x.seqno"]
    try indexes.bind(table.name, at: 1)
    defer { indexes.reset() }
    var last = ""
    while try indexes.step() {
      let index = indexes.text(0)
      if indexes.integer(3) == -2 {
        throw StoreError(
          .noSearch,
          "the UNIQUE index '\(index)' is over an expression, and what REPLACE deletes by it cannot be followed")
      }
      if index != last { keys.append([]) }
      last = index
      let column = indexes.isNull(1) ? table.ownOrder[0].name : indexes.text(1)
      keys[keys.count - 1].append((column, indexes.isNull(2) ? "BINARY" : indexes.text(2)))
    }
    uniqueKeys = keys
    let computed = try schema.statements["SELECT name FROM pragma_table_xinfo(?1) WHERE hidden IN (2, 3)"]
    try computed.bind(table.name, at: 1)
    var hasComputed = false
    let needed = columns + keys.flatMap { $0.map(\.column) }
    while try computed.step() { if needed.contains(computed.text(0)) { hasComputed = true } }
    hasComputedColumns = hasComputed
  }
}
