/// The rows of a list in a temporary table, to be sorted there while others commit.
///
/// In a file without a log nobody can commit while SQLite sorts. So the rows are read in slices, and of each is kept what
/// sorts it.
struct SetAsideRows {
  /// What a statement takes the rows from.
  static let table = "temp.\"lazygrid rows\""
  private static let rowsBetweenLooks = 32

  private let plan: ListPlan
  private let reader: Reader

  /// Nil where the rows of a table cannot be taken up again in the middle.
  init?(_ plan: ListPlan, _ reader: Reader) {
    guard plan.table.kind == .rowid, plan.table.ownOrder.count == 1, plan.search == nil else { return nil }
    self.plan = plan
    self.reader = reader
  }

  /// Reads them, in slices.
  ///
  /// - Throws: `StateMoved` where somebody commits in between.
  func read() throws {
    let key = plan.table.ownOrder[0]
    var columns = [(name: key.name, collation: "BINARY")]
    for term in plan.order where !columns.contains(where: { $0.name == term.name }) {
      columns.append((term.name, plan.table.collation(term.source)))
    }
    let connection = try reader.connection
    try drop()
    let declared = columns.map { "\(quoted($0.name)) COLLATE \(quoted($0.collation))" }.joined(separator: ", ")
    try connection.execute("CREATE TABLE \(SetAsideRows.table) (\(declared))")
    let insert = try connection.prepare(
      "INSERT INTO \(SetAsideRows.table) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))")
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    // Every row comes back here, the ones that the filters leave out as well: a slice must end among them too.
    let select = try connection.prepare(
      "SELECT \(names), \(plan.filters.isEmpty ? "1" : plan.filterSQL) FROM \(quoted(plan.table.name)) NOT INDEXED "
        + "WHERE \(quoted(key.name)) >= ?\(plan.filterValues.count + 1) ORDER BY \(quoted(key.name))")
    for (i, value) in plan.filterValues.enumerated() { try select.bind(value, at: i + 1) }
    var next: Int64? = .min
    while let start = next {
      next = nil
      try select.bind(.integer(start), at: plan.filterValues.count + 1)
      var rows = 0
      while try select.step() {
        reader.counts.rowsStepped += 1
        rows += 1
        if select.ifInteger(columns.count) ?? 0 != 0 {
          for i in columns.indices {
            try insert.bind(select.stored(i, encoding: reader.encoding), encoding: reader.encoding, at: i + 1)
          }
          _ = try insert.step()
          insert.reset()
        }
        let rowid = select.integer(0)
        if rows % SetAsideRows.rowsBetweenLooks == 0, rowid < .max, reader.isPauseDue {
          next = rowid + 1
          break
        }
      }
      select.reset()
      if next != nil { try reader.pause() }
    }
  }

  func drop() throws { try reader.connection.execute("DROP TABLE IF EXISTS \(SetAsideRows.table)") }
}
