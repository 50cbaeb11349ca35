internal import CSQLite

extension Int64: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    if let number = row.statement.ifInteger(column) {
      self = number
    } else if row.statement.type(column) == SQLITE_FLOAT, let whole = Int64(exactly: row.statement.real(column)) {
      self = whole
    } else {
      throw row.mismatch(column, "an integer")
    }
  }
}

extension Int: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    guard let number = Int(exactly: try Int64(column: column, of: row)) else {
      throw row.mismatch(column, "an Int of this machine")
    }
    self = number
  }
}

extension Double: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    switch row.statement.type(column) {
    case SQLITE_FLOAT, SQLITE_INTEGER: self = row.statement.real(column)
    default: throw row.mismatch(column, "a number")
    }
  }
}

extension Bool: ColumnDecodable {
  /// True for any integer but 0, as SQLite has no truth values.
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    guard let number = row.statement.ifInteger(column) else { throw row.mismatch(column, "a truth value") }
    self = number != 0
  }
}

extension String: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    guard let text = row.statement.ifText(column) else { throw row.mismatch(column, "text") }
    self = text
  }
}

extension [UInt8]: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    switch row.statement.type(column) {
    case SQLITE_BLOB, SQLITE_TEXT: self = row.statement.blob(column)
    default: throw row.mismatch(column, "a blob")
    }
  }
}

extension Value: ColumnDecodable {
  public init(column: Int, of row: borrowing Row) throws(StoreError) { self = row.statement.value(column) }
}

extension Optional: ColumnDecodable where Wrapped: ColumnDecodable {
  @inlinable
  public init(column: Int, of row: borrowing Row) throws(StoreError) {
    self = row.isNull(column) ? nil : .some(try Wrapped(column: column, of: row))
  }
}
