/// How ranks are found.
public enum RankMode: String, Sendable, CaseIterable {
  /// From the pages of the file where they can be read, else by stepping through the list.
  case auto
  /// From the pages alone; a file that gives none is an error.
  case pages
  /// By stepping through the list, without reading a page ourselves.
  case scan
}

/// What was read to answer, counted since the catalog was opened.
public struct ReadCounts: Sendable, Hashable {
  /// Rows that SQLite stepped to.
  public var rowsStepped = 0
  /// Statements run.
  public var statements = 0
  /// Reads of pages or of their headers.
  public var pageReads = 0

  public init(rowsStepped: Int = 0, statements: Int = 0, pageReads: Int = 0) {
    self.rowsStepped = rowsStepped
    self.statements = statements
    self.pageReads = pageReads
  }

  public static func - (a: ReadCounts, b: ReadCounts) -> ReadCounts {
    ReadCounts(
      rowsStepped: a.rowsStepped - b.rowsStepped, statements: a.statements - b.statements,
      pageReads: a.pageReads - b.pageReads)
  }
}

/// How sure a number is.
public enum Certainty: String, Sendable, Hashable {
  case exact
  case atLeast
  case estimate
}

/// A number of items, and how sure it is.
public struct Count: Sendable, Hashable {
  public var value: Int
  public var kind: Certainty

  public init(value: Int, kind: Certainty) {
    self.value = value
    self.kind = kind
  }
}
