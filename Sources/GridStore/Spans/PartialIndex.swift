/// A partial index, by the condition that its rows meet.
struct PartialIndex {
  let name: String
  /// The condition as it was declared: SQLite takes the index for a query that has the very same.
  let condition: String
  private let tokens: [Substring]

  /// The partial indexes of a table whose condition can be told.
  static func all(of table: Table, _ statements: StatementCache) throws(StoreError) -> [PartialIndex] {
    var indexes: [PartialIndex] = []
    for tree in table.trees where tree.isPartial {
      guard let name = tree.indexName else { continue }
      let statement = try statements["SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?1"]
      try statement.bind(name, at: 1)
      defer { statement.reset() }
      guard try statement.step(), let index = PartialIndex(name: name, sql: statement.text(0)) else { continue }
      indexes.append(index)
    }
    return indexes
  }

  /// Reads `CREATE INDEX … ON … (…) WHERE …`; nil for what has tokens that are not needed here.
  init?(name: String, sql: String) {
    guard let tokens = Self.tokens(of: sql) else { return nil }
    var depth = 0
    let position = tokens.firstIndex { token in
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      return depth == 0 && token.asciiLowercased == "where"
    }
    guard let position, position + 1 < tokens.count else { return nil }
    self.name = name
    self.tokens = Array(tokens[(position + 1)...])
    condition = String(sql[self.tokens[0].startIndex...])
  }

  /// Whether each row is in the index that covers more than a cell or says where it starts: the condition is a
  /// disjunction that has `w <> 1` for each span, and `c IS NOT NULL` for each start.
  ///
  /// Further terms make the index larger, which does no harm. In a column of text '1' is no other than 1, and is no whole
  /// number all the same, which the condition would leave out.
  func excludesPlain(_ wanted: WantedColumns, in table: Table) -> Bool {
    var inner = tokens[...]
    while inner.first == "(", inner.last == ")", Self.isWhole(inner) { inner = inner.dropFirst().dropLast() }
    var missing = Set(wanted.names.indices)
    guard !missing.isEmpty else { return false }
    for term in inner.split(omittingEmptySubsequences: false, whereSeparator: { $0.asciiLowercased == "or" }) {
      var term = term
      while term.first == "(", term.last == ")", Self.isWhole(term) { term = term.dropFirst().dropLast() }
      guard let column = term.first.map(Self.name) else { return false }
      let rest = term.dropFirst().map(\.asciiLowercased)
      let isSpan = [["<>", "1"], ["!=", "1"], ["is", "not", "1"]].contains(rest)
      guard isSpan || rest == ["is", "not", "null"] || rest == ["notnull"] else { return false }
      for position in wanted.names.indices where wanted.names[position].asciiLowercased == column.asciiLowercased {
        let source = wanted.sources[position]
        if wanted.isSpan(source) == isSpan, !isSpan || table.affinity(source) != .text { missing.remove(position) }
      }
    }
    return missing.isEmpty
  }

  func sql(selecting names: [String], from table: Table) -> String {
    "SELECT \(names.map(quoted).joined(separator: ", ")) FROM \(quoted(table.name)) INDEXED BY \(quoted(name)) "
      + "WHERE \(condition)"
  }

  /// Whether the first parenthesis is closed by the last.
  private static func isWhole(_ tokens: ArraySlice<Substring>) -> Bool {
    var depth = 0
    for (position, token) in zip(tokens.indices, tokens) {
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      if depth == 0 { return position == tokens.endIndex - 1 }
    }
    return false
  }

  /// A name without its quotes.
  private static func name(_ token: Substring) -> String {
    guard let first = token.first, "\"`[".contains(first) else { return String(token) }
    return String(token.dropFirst().dropLast()).replacing("\"\"", with: "\"").replacing("``", with: "`")
  }

  /// The tokens of a statement; nil for one with comments or quotes that do not end.
  private static func tokens(of sql: String) -> [Substring]? {
    var tokens: [Substring] = []
    var rest = sql[...]
    while let first = rest.first {
      var end = rest.index(after: rest.startIndex)
      if first.isWhitespace {
        rest = rest[end...]
        continue
      }
      if rest.hasPrefix("--") || rest.hasPrefix("/*") || first == ";" { return nil }
      if "\"`['".contains(first) {
        let quote: Character = first == "[" ? "]" : first
        while true {
          guard let closing = rest[end...].firstIndex(of: quote) else { return nil }
          end = rest.index(after: closing)
          // A quote that is there twice is one of the name.
          guard quote != "]", end < rest.endIndex, rest[end] == quote else { break }
          end = rest.index(after: end)
        }
      } else if first.isLetter || first.isNumber || first == "_" {
        end = rest.firstIndex { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") } ?? rest.endIndex
      } else if ["<>", "!="].contains(where: rest.hasPrefix) {
        end = rest.index(end, offsetBy: 1)
      }
      tokens.append(rest[..<end])
      rest = rest[end...]
    }
    return tokens
  }
}
