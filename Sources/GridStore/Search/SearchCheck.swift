/// Tells whether rows match a search by their own text.
///
/// An FTS5 table says what somebody told it once. Here the rows themselves are told to an empty one of the same columns
/// and tokenizer, in memory, which is then asked the same.
package final class SearchCheck {
  private let connection: Connection
  private let insert: Statement
  private let match: Statement
  private let clear: Statement
  private let expression: String
  private let encoding: TextEncoding
  private let columnCount: Int
  private var waiting: [Int64] = []
  /// How many rows are told before it is asked.
  private static let batch = 2048

  /// - Throws: ``StoreError`` of kind `badText` for an expression that FTS5 cannot read.
  package init(_ search: BoundSearch, encoding: TextEncoding = .utf8) throws(StoreError) {
    let declaration = search.table.declaration
    var parts = declaration.columns.map { quoted($0.name) + ($0.isIndexed ? "" : " UNINDEXED") }
    parts += ["content=''", "columnsize=0"]
    if let tokenizer = declaration.tokenizer { parts.append("tokenize=\(tokenizer)") }
    self.encoding = encoding
    columnCount = declaration.columns.count
    expression = search.expression
    connection = try Connection.inMemory()
    do {
      // Named alike, for an expression may name the table's columns and errors name the table.
      let name = quoted(search.table.name)
      try connection.execute("CREATE VIRTUAL TABLE \(name) USING fts5(\(parts.joined(separator: ", ")))")
      let names = declaration.columns.map { quoted($0.name) }.joined(separator: ", ")
      let places = declaration.columns.map { _ in "?" }.joined(separator: ", ")
      insert = try connection.prepare("INSERT INTO \(name) (rowid, \(names)) VALUES (?, \(places))")
      clear = try connection.prepare("INSERT INTO \(name) (\(name)) VALUES ('delete-all')")
      match = try connection.prepare("SELECT rowid FROM \(name) WHERE \(name) MATCH ?")
    } catch {
      throw StoreError(.noSearch, "'\(search.table.name)' cannot be read: \(error.message)")
    }
    do {
      try match.bind(expression, at: 1)
      _ = try match.step()
      match.reset()
    } catch {
      throw StoreError(.badText, "the search cannot be read: \(error.message)")
    }
  }

  /// Tells it the row of a statement, its text from a column on.
  ///
  /// - Parameter give: Takes rows that do not match, as soon as they are known.
  package func append(_ rowid: Int64, _ row: Statement, from first: Int, _ give: (Int64) -> Void) throws {
    if waiting.isEmpty { try connection.execute("BEGIN") }
    try insert.bind(rowid, at: 1)
    for column in 0..<columnCount {
      try insert.bind(row.stored(first + column, encoding: encoding), encoding: encoding, at: column + 2)
    }
    try insert.run()
    waiting.append(rowid)
    if waiting.count >= SearchCheck.batch { try finish(give) }
  }

  /// Asks about all rows that it was told and not asked about yet.
  package func finish(_ give: (Int64) -> Void) throws {
    if waiting.isEmpty { return }
    try match.bind(expression, at: 1)
    var matching: Set<Int64> = []
    while try match.step() { matching.insert(match.integer(0)) }
    for rowid in waiting where !matching.contains(rowid) { give(rowid) }
    waiting.removeAll(keepingCapacity: true)
    try clear.run()
    try connection.execute("COMMIT")
  }
}
