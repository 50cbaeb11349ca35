/// Words that the rows of a list must have in the columns that an FTS5 table of the file covers.
///
///     let games = try catalog.list(of: Product.self, in: "products", search: "walnut game")
public struct Search: Sendable, Hashable {
  public enum Syntax: String, Sendable, Hashable, CaseIterable {
    /// Words between spaces: a row must have them all, and of the last one the beginning will do.
    case words
    /// The [query syntax of FTS5](https://sqlite.org/fts5.html#full_text_query_syntax).
    case fts5
  }

  public var text: String
  public var syntax: Syntax

  public init(_ text: String, syntax: Syntax = .words) {
    self.text = text
    self.syntax = syntax
  }

  /// The search as MATCH takes it.
  ///
  /// Each word stands in quotes, so nothing in it is an operator: `c++` and `wi-fi` are searched as the tokens in
  /// them, `wi-fi` as two that follow one another. Words stand side by side rather than between ANDs, for FTS5 passes
  /// over one without a token there.
  ///
  /// - Throws: ``StoreError`` of kind `badText` for a search without a word.
  package var expression: String {
    get throws(StoreError) {
      // SQLite would take the text to end at a NUL.
      let words = text.replacing("\0", with: " ").split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { throw StoreError(.badText, "the search has no word in it") }
      if syntax == .fts5 { return text.replacing("\0", with: " ") }
      return words.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " ") + " *"
    }
  }
}

extension Search: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}
