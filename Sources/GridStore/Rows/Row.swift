/// The row that a statement stands on. It lives no longer than the call that it is given to.
public struct Row: ~Copyable {
  package let statement: Statement
  /// How many columns the type reads; others may stand behind them.
  @usableFromInline
  package let columns: Int
  /// Where it is read from, for messages.
  package let origin: RowOrigin

  package init(_ statement: Statement, columns: Int, origin: RowOrigin) {
    self.statement = statement
    self.columns = columns
    self.origin = origin
  }

  /// A column's value, counted from 0 in the order of ``RowDecodable/columns``.
  ///
  ///     name = try row[1]
  ///
  /// - Throws: ``StoreError`` of kind `decoding` that names the column, the key of the row and the type,
  ///   where the value is NULL or does not fit.
  @inlinable
  public subscript<Value: ColumnDecodable>(_ column: Int) -> Value {
    get throws(StoreError) {
      precondition(column >= 0 && column < columns, "column \(column) is past the last of the \(columns) that are read")
      return try Value(column: column, of: self)
    }
  }

  /// Any value of a column as SQLite stores it.
  public func value(_ column: Int) -> GridStore.Value { statement.value(column) }

  /// Whether a column is NULL.
  public func isNull(_ column: Int) -> Bool { statement.isNull(column) }

  /// The name of a column.
  public func name(_ column: Int) -> String { statement.columnName(column) }

  /// An error that names a column, the key of this row, and what was wanted of it.
  package func mismatch(_ column: Int, _ type: String) -> StoreError {
    origin.mismatch(statement, column: statement.columnName(column), at: column, type)
  }
}

/// The table that rows are of, and where their key stands in a statement.
package final class RowOrigin: Sendable {
  let table: String
  let keyNames: [String]
  let keyColumns: [Int]

  init(table: String, keyNames: [String], keyColumns: [Int]) {
    self.table = table
    self.keyNames = keyNames
    self.keyColumns = keyColumns
  }

  func mismatch(_ statement: Statement, column: String, at number: Int, _ type: String) -> StoreError {
    let found: String
    switch statement.value(number) {
    case .null: found = "NULL"
    case .integer: found = "an integer"
    case .real: found = "a real number"
    case .text: found = "text"
    case .blob: found = "a blob"
    }
    return StoreError(.decoding, "'\(column)' of \(place(of: statement)) is \(found), not \(type)")
  }

  /// "the row of 'products' with id 5"
  func place(of statement: Statement) -> String {
    let key = zip(keyNames, keyColumns).map { name, at in
      switch statement.value(at) {
      case .null: "\(name) NULL"
      case .integer(let number): "\(name) \(number)"
      case .real(let number): "\(name) \(number)"
      case .text(let text): "\(name) '\(text)'"
      case .blob(let bytes): "\(name) of \(bytes.count) bytes"
      }
    }
    return "the row of '\(table)' with \(key.joined(separator: ", "))"
  }
}
