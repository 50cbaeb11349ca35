/// How a list is served.
package enum Access: Sendable {
  /// Pieces of a tree, one after another, each in the order of the tree or all of them reversed.
  case tree(TreeAccess)
  /// No tree is sorted like this; its keys must be sorted and kept.
  case frozen
}

package struct TreeAccess: Sendable {
  package let tree: Tree
  package let segments: [Segment]
  package let isReversed: Bool
}

/// A list with its table, its whole order and the way to serve it decided.
package struct ListPlan: Sendable {
  package let table: Table
  package let order: [OrderTerm]
  package let filters: [BoundFilter]
  package let access: Access
  /// The words that its rows must have.
  package let search: BoundSearch?
  /// Whether the best hits of the search come first; the order then only tells which way ties go.
  package let isByRelevance: Bool

  /// The whole order, ties included, as text.
  package let orderText: String

  package init(
    _ request: ListRequest, table: Table, encoding: TextEncoding, search: BoundSearch? = nil
  ) throws(StoreError) {
    self.table = table
    self.search = search
    isByRelevance = search != nil && request.order.terms.isEmpty
    order = try table.wholeOrder(request.order)
    orderText = (isByRelevance ? "relevance," : "") + table.spelled(order)
    var bound: [BoundFilter] = []
    for filter in request.filters { bound.append(try BoundFilter(filter, in: table)) }
    filters = bound
    let planner = TreeMatcher(table: table, order: order, filters: bound, encoding: encoding)
    if search != nil {
      access = .frozen
      return
    }
    access = table.trees.lazy.compactMap(planner.match).first.map(Access.tree) ?? .frozen
  }

  /// All filters in SQL, joined by AND.
  package var filterSQL: String { filters.map(\.sql).joined(separator: " AND ") }
  package var filterValues: [Value] { filters.flatMap(\.values) }
  package var orderSQL: String { order.map(\.sql).joined(separator: ", ") }

  /// The index that would serve this list, as SQL.
  package var helpfulIndex: String {
    let fixed = filters.filter { if case .equal = $0.condition { true } else { false } }.map { quoted($0.name) }
    let sorted = order.filter { term in term.source != .rowid && !filters.contains { $0.source == term.source } }
    let isTableOrder = Set(table.ownOrder.map(\.source))
    let trailing = sorted.filter { !isTableOrder.contains($0.source) }
    let parts =
      fixed + trailing.map { quoted($0.name) + ($0.isDescending != (order.last?.isDescending ?? false) ? " DESC" : "") }
    guard !parts.isEmpty, table.kind != .view else { return "" }
    return "CREATE INDEX ON \(quoted(table.name)) (\(parts.joined(separator: ", ")))"
  }
}
