internal import CSQLite

/// One prepared statement: bound, stepped, reset, and finalized once, when its owner lets go.
@safe
package final class Statement {
  package let handle: OpaquePointer
  package let connection: Connection
  package let sql: String

  fileprivate init(_ connection: Connection, _ sql: String, prepared: OpaquePointer) {
    unsafe handle = prepared
    self.connection = connection
    self.sql = sql
    connection.hold(self)
  }

  package convenience init(_ connection: Connection, _ sql: String) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw connection.failure(code, sql: sql) }
    guard let prepared = unsafe prepared else {
      throw StoreError(.badText, "there is no statement in '\(sql)'")
    }
    unsafe self.init(connection, sql, prepared: prepared)
  }

  deinit { connection.finalize(self) }

  /// Moves to the next row. False at the end; the statement is then ready to be run again.
  package func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      unsafe sqlite3_reset(handle)
      return false
    }
    let error = connection.failure(code, sql: sql)
    unsafe sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that answers no row.
  package func run() throws(StoreError) {
    while try step() {}
  }

  /// Ends a run before its end. A statement left stepping would keep its transaction from ending.
  package func reset() { unsafe sqlite3_reset(handle) }

  package var columnCount: Int { unsafe Int(sqlite3_column_count(handle)) }
  package func columnName(_ column: Int) -> String {
    unsafe sqlite3_column_name(handle, Int32(column)).map { unsafe String(cString: $0) } ?? ""
  }
}

/// The statements that one connection has prepared, by their SQL.
package final class StatementCache {
  package let connection: Connection
  private var statements: [String: Statement] = [:]
  private let limit: Int

  package init(_ connection: Connection, limit: Int = 64) {
    self.connection = connection
    self.limit = limit
  }

  /// The SQL of the statements that are kept.
  package var texts: [String] { Array(statements.keys) }

  /// The statement for some SQL, prepared at its first use. It must be at rest when asked for.
  package subscript(sql: String) -> Statement {
    get throws(StoreError) {
      if let statement = statements[sql] { return statement }
      if statements.count >= limit { statements.removeAll(keepingCapacity: true) }
      let statement = try connection.prepare(sql)
      statements[sql] = statement
      return statement
    }
  }
}
