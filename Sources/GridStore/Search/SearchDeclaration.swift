/// What a CREATE VIRTUAL TABLE … USING fts5(…) declares.
package struct SearchDeclaration: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package let name: String
    package let isIndexed: Bool
  }

  package private(set) var columns: [Column] = []
  /// The table that holds the text; nil where the search table keeps it itself, empty where nobody does.
  package private(set) var content: String?
  package private(set) var contentRowID = "rowid"
  /// The tokenizer as it is declared, quotes included.
  package private(set) var tokenizer: String?

  /// Whether it keeps where in a row a word stands.
  package private(set) var hasPlaces = true
  /// Whether it keeps how many words each row has, and so which rows there are.
  package private(set) var hasSizes = true

  /// - Returns: nil for SQL that declares no FTS5 table.
  package init?(_ sql: String) {
    guard let start = sql.asciiLowercased.range(of: "using", after: "virtual"),
      let open = sql[start...].firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close,
      sql[start..<open].asciiLowercased.filter({ !$0.isWhitespace }) == "fts5"
    else { return nil }
    for argument in SearchDeclaration.arguments(sql[sql.index(after: open)..<close]) {
      let tokens = SearchDeclaration.tokens(argument)
      if let equals = tokens.firstIndex(of: "="), equals == 1 {
        let value = tokens[(equals + 1)...].joined(separator: " ")
        switch tokens[0].asciiLowercased {
        case "content": content = SearchDeclaration.plain(value)
        case "content_rowid": contentRowID = SearchDeclaration.plain(value)
        case "tokenize": tokenizer = value
        case "detail": hasPlaces = SearchDeclaration.plain(value).asciiLowercased == "full"
        case "columnsize": hasSizes = SearchDeclaration.plain(value) != "0"
        default: break
        }
      } else if let name = tokens.first {
        columns.append(
          Column(
            name: SearchDeclaration.plain(name),
            isIndexed: !tokens.dropFirst().contains { $0.asciiLowercased == "unindexed" }))
      }
    }
    if columns.isEmpty { return nil }
  }

  /// The text between commas that stand in no quotes.
  private static func arguments(_ text: Substring) -> [Substring] {
    var result: [Substring] = []
    var start = text.startIndex
    var quote: Character?
    for at in text.indices {
      let character = text[at]
      if let end = quote {
        if character == end { quote = nil }
      } else if let end = closing(character) {
        quote = end
      } else if character == "," {
        result.append(text[start..<at])
        start = text.index(after: at)
      }
    }
    return result + [text[start...]]
  }

  /// Words, whole quoted names and equal signs.
  private static func tokens(_ text: Substring) -> [String] {
    var result: [String] = []
    var word = ""
    var quote: Character?
    func flush() {
      if !word.isEmpty { result.append(word) }
      word = ""
    }
    for character in text {
      if let end = quote {
        word.append(character)
        if character == end { quote = nil }
      } else if let end = closing(character) {
        // A quote right behind another is one within the name.
        if word.last != character { flush() }
        word.append(character)
        quote = end
      } else if character.isWhitespace {
        flush()
      } else if character == "=" {
        flush()
        result.append("=")
      } else {
        word.append(character)
      }
    }
    flush()
    return result
  }

  private static func closing(_ character: Character) -> Character? {
    switch character {
    case "'", "\"", "`": character
    case "[": "]"
    default: nil
    }
  }

  /// A name without its quotes.
  private static func plain(_ text: String) -> String {
    guard let first = text.first, let last = text.last, text.count >= 2, closing(first) == last else { return text }
    return String(text.dropFirst().dropLast()).replacing("\(last)\(last)", with: "\(last)")
  }
}

extension String {
  /// The end of a word that stands somewhere behind another; both in lower case.
  fileprivate func range(of word: String, after first: String) -> String.Index? {
    guard let begin = firstRange(of: first), let found = self[begin.upperBound...].firstRange(of: word) else {
      return nil
    }
    return found.upperBound
  }
}
