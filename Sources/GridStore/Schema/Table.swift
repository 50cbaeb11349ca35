/// A table or view as the schema of a database declares it.
public struct Table: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case rowid
    case withoutRowID
    /// A view, or a virtual table: nothing in the file is sorted like it.
    case view
  }

  public let name: String
  public let kind: Kind
  public let columns: [Column]
  /// The columns that identify a row: the primary key, else the first UNIQUE index whose columns are
  /// all NOT NULL, else the rowid.
  public let key: [String]
  /// Whether the key is the bare rowid, which VACUUM may change.
  public let keyIsUndeclaredRowID: Bool
  /// The name that reaches the rowid in SQL, or nil where there is none.
  package let rowIDName: String?
  /// The number of the column that is the rowid under another name.
  package let rowIDAlias: Int?
  /// The b-trees that hold its rows; the table's own first.
  package let trees: [Tree]

  /// The columns that every row of this table differs in, in the table's own row order.
  package var ownOrder: [TreeColumn] {
    trees.first?.columns
      ?? key.map { name in
        let column = column(named: name)!
        return TreeColumn(
          source: .column(column.number), name: column.name, isDescending: false, isNotNull: column.isNotNull,
          affinity: column.affinity, collation: column.collation)
      }
  }

  /// The column of a name, compared as SQLite compares names.
  public func column(named name: String) -> Column? {
    columns.first { $0.name == name } ?? columns.first { $0.name.asciiLowercased == name.asciiLowercased }
  }

  /// A column by name, or the rowid by one of its own names.
  package func source(named name: String) -> (source: TreeColumn.Source, name: String)? {
    if let column = column(named: name) {
      return (column.number == rowIDAlias ? .rowid : .column(column.number), column.name)
    }
    if let rowIDName, ["rowid", "_rowid_", "oid"].contains(name.asciiLowercased) { return (.rowid, rowIDName) }
    return nil
  }

  package func isNotNull(_ source: TreeColumn.Source) -> Bool {
    switch source {
    case .rowid: true
    case .column(let number): columns[number].isNotNull
    case .expression: false
    }
  }

  package func affinity(_ source: TreeColumn.Source) -> Affinity {
    switch source {
    case .rowid: .integer
    case .column(let number): columns[number].affinity
    case .expression: .blob
    }
  }

  package func collation(_ source: TreeColumn.Source) -> String {
    if case .column(let number) = source { columns[number].collation } else { "BINARY" }
  }
}
