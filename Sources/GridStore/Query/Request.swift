/// What a list is asked to be: which rows of which table, in which order, with which columns.
package struct ListRequest: Sendable {
  package var table: String?
  package var order: Order
  package var filters: [Filter]
  package var keyColumns: [String]
  package var search: Search?

  package init(
    table: String? = nil, order: Order = Order(), filters: [Filter] = [], keyColumns: [String] = [],
    search: Search? = nil
  ) {
    self.table = table
    self.order = order
    self.filters = filters
    self.keyColumns = keyColumns
    self.search = search
  }
}

/// One column of a list's order, with its table known.
package struct OrderTerm: Sendable, Hashable {
  package let source: TreeColumn.Source
  package let name: String
  package let isDescending: Bool
  package let nullsFirst: Bool
  /// Whether NULLs stand where SQLite puts them, or there are none.
  package let nullsAreNatural: Bool

  package var sql: String {
    quoted(name) + (isDescending ? " DESC" : " ASC")
      + (nullsAreNatural ? "" : nullsFirst ? " NULLS FIRST" : " NULLS LAST")
  }
}

extension Table {
  /// A whole order: the columns asked for, then the table's own row order in the direction of the last,
  /// so that no two rows are ties.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchColumn` with the nearest name.
  package func wholeOrder(_ order: Order) throws(StoreError) -> [OrderTerm] {
    var terms: [OrderTerm] = []
    for term in order.terms {
      guard let (source, name) = source(named: term.column) else {
        throw StoreError(
          .noSuchColumn,
          "no column '\(term.column)' in '\(self.name)' to order by" + hint(term.column, among: columns.map(\.name)))
      }
      // A column that is named again decides nothing.
      if terms.contains(where: { $0.source == source }) { continue }
      let natural: Order.Nulls = term.isDescending ? .last : .first
      terms.append(
        OrderTerm(
          source: source, name: name, isDescending: term.isDescending, nullsFirst: (term.nulls ?? natural) == .first,
          nullsAreNatural: (term.nulls ?? natural) == natural || isNotNull(source)))
    }
    let isReversed = terms.last?.isDescending ?? false
    for column in ownOrder where !terms.contains(where: { $0.source == column.source }) {
      let isDescending = column.isDescending != isReversed
      terms.append(
        OrderTerm(
          source: column.source, name: column.name, isDescending: isDescending, nullsFirst: !isDescending,
          nullsAreNatural: true))
    }
    return terms
  }

  /// The text that names a whole order.
  package func spelled(_ terms: [OrderTerm]) -> String {
    Order(
      terms.map { term in
        Order.Term(
          term.name, descending: term.isDescending, nulls: term.nullsAreNatural ? nil : term.nullsFirst ? .first : .last
        )
      }
    ).description
  }
}
