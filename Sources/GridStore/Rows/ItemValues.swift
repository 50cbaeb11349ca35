/// A row as it is: names of columns and their values.
public struct ItemValues: Sendable, Hashable {
  public let names: [String]
  public let values: [Value]

  /// The value of a column; nil where there is none of this name.
  public subscript(_ name: String) -> Value? { names.firstIndex(of: name).map { values[$0] } }
}

extension ItemReader<ItemValues> {
  convenience init(values table: Table, columns: [String]?) throws(StoreError) {
    let names = try table.columnNames(columns ?? table.columns.map(\.name))
    self.init(selection: Selection(names, in: table)) { statement in
      ItemValues(names: names, values: names.indices.map { statement.value($0) })
    }
  }
}
