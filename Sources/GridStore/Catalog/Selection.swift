/// The columns that a read brings: those of the items, and those that tell which row each is.
package struct Selection: Sendable {
  /// The names of all columns, in the order of the statement.
  package let names: [String]
  /// How many of them are the items' own, from the first on.
  package let itemCount: Int
  /// Where the columns of the key stand.
  package let keyColumns: [Int]
  /// Where the columns stand that every row of the table differs in.
  let identityColumns: [Int]
  /// The names as SQL writes them, between commas.
  package let sql: String

  init(_ items: [String], in table: Table) {
    var names = items
    func place(_ name: String) -> Int {
      if let at = names.firstIndex(of: name) { return at }
      names.append(name)
      return names.count - 1
    }
    keyColumns = table.key.map(place)
    identityColumns = table.ownOrder.map { place($0.name) }
    self.names = names
    itemCount = items.count
    sql = names.map(quoted).joined(separator: ", ")
  }
}
