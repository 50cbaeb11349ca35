/// What went wrong in the store, in words for the person who asked.
///
/// An error names what was wrong, where, and, where there is one, the nearest right form. It carries
/// SQLite's own code, message and SQL where SQLite refused, and never a value of the user's rows.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure that a caller may want to tell apart.
  public enum Kind: Sendable, Hashable {
    /// SQLite refused; its extended result code.
    case sqlite(code: Int32)
    /// The path is missing or has gone missing, is a directory, or no place for a database.
    case cannotOpen
    /// The file is there and is no SQLite database.
    case notADatabase
    /// A table or view that is not there, or that must be named because there are several.
    case noSuchTable
    /// A column that the table lacks.
    case noSuchColumn
    /// An order, filter, key or position that cannot be read.
    case badText
    /// A value that the column can never hold or be compared with.
    case badValue
    /// No FTS5 table of the file covers the table that is searched.
    case noSearch
    /// The table or view has no usable key.
    case noKey
    /// No row has this key.
    case noSuchKey
    /// A row that does not fit the type it is decoded into.
    case decoding
    /// The bytes of the database contradict themselves.
    case damaged
    /// A budget of memory would be passed.
    case tooLarge
    /// The file to be written exists already.
    case exists
    /// The input of an import that cannot be read on.
    case badInput
    /// The reading was cancelled.
    case cancelled
    /// Another program has had the file to itself for longer than was waited.
    case busy
    /// The state that was asked for is gone; the newest one.
    case stateGone(latest: Generation)
  }

  public let kind: Kind
  /// One sentence, without a full stop: what and where.
  public let message: String
  /// The SQL that SQLite refused, with parameters unbound.
  public let sql: String?

  package init(_ kind: Kind, _ message: String, sql: String? = nil) {
    self.kind = kind
    self.message = message
    self.sql = sql
  }

  public var description: String {
    guard let sql else { return message }
    return "\(message) (in: \(sql))"
  }

  /// Whether the words of the request are at fault, rather than the database or the machine.
  public var isMisuse: Bool {
    switch kind {
    case .noSuchColumn, .badText, .badValue, .noKey: true
    default: false
    }
  }
}
