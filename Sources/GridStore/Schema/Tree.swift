/// A column of a b-tree's records, in the order that the tree is sorted by.
package struct TreeColumn: Sendable, Hashable {
  /// What the column is in its table.
  package enum Source: Sendable, Hashable {
    /// A column, by its number.
    case column(Int)
    case rowid
    case expression
  }

  package let source: Source
  package let name: String
  package let isDescending: Bool
  package let isNotNull: Bool
  package let affinity: Affinity
  package let collation: String
}

/// A b-tree of the file whose entries are the rows of one table, in one order.
package struct Tree: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A table by rowid: entries stand in the leaves alone.
    case rowidTable
    /// An index, or a table WITHOUT ROWID: entries stand in interior pages as well.
    case index
  }

  package let kind: Kind
  /// The index, or nil for the table itself.
  package let indexName: String?
  /// The columns that sort it; together they tell every entry from every other.
  package let columns: [TreeColumn]
  /// How many of the first columns no two rows share where none of them is NULL; nil without UNIQUE.
  package let uniqueCount: Int?
  /// Whether only some rows are in it.
  package let isPartial: Bool
  /// Its name in the schema: what to look up the root page by.
  package let schemaName: String
}
