internal import CSQLite
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One connection to one database file, closed when its last user lets go of it.
///
/// A connection is not for two threads at a time; whoever owns it sees to that. Statements keep
/// their connection alive, so it is closed exactly once and after them.
@safe
package final class Connection {
  package enum Mode: Sendable {
    /// Reads, and can change nothing.
    case readOnly
    /// Reads and writes a file that is there.
    case readWrite
    /// Reads and writes, and makes the file where there is none.
    case create
  }

  package let handle: OpaquePointer
  package let path: String
  /// The statements that are not finalized yet, by their addresses; nil once it is closed.
  private let open = Mutex<Set<UInt>?>([])

  /// Opens a database file and reads its first page.
  ///
  /// - Parameters:
  ///   - path: The path of a file. A URI, `:memory:` and the empty name are paths like any other.
  ///   - mode: What may be done with it.
  ///   - busyTimeout: How long a lock of another process is waited for, in milliseconds.
  /// - Throws: ``StoreError`` of kind `cannotOpen`, `notADatabase` or `sqlite`.
  package init(_ path: String, _ mode: Mode, busyTimeout: Int32 = 5000) throws(StoreError) {
    self.path = path
    try Connection.checkPath(path, mode)
    let flags: Int32 =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
      | {
        switch mode {
        case .readOnly: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
      }()
    var opened: OpaquePointer?
    // "./" keeps a name like ":memory:" or "file:x" a name of a file.
    let name = path.hasPrefix("/") ? path : "./" + path
    let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let message = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      unsafe sqlite3_close_v2(opened)
      throw StoreError(.cannotOpen, "cannot open '\(path)': \(message)")
    }
    unsafe handle = opened
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, busyTimeout)
    do {
      try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    } catch {
      throw Connection.explainOpening(error, path)
    }
  }

  /// A database of its own that is in no file.
  package static func inMemory() throws(StoreError) -> Connection {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
    let code = unsafe sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw StoreError(.sqlite(code: code), "no database in memory can be made")
    }
    return unsafe Connection(inMemory: opened)
  }

  private init(inMemory handle: OpaquePointer) {
    unsafe self.handle = handle
    path = ":memory:"
    unsafe sqlite3_extended_result_codes(handle, 1)
  }

  deinit { close() }

  /// Closes it before its last user lets go of it, all its statements with it. None of them may be used any more.
  ///
  /// A file that has taken the place of another may have the same wal-index, and whoever closes that drops all locks
  /// that the process has on it: so the old file is closed before the new one is opened.
  package func close() {
    open.withLock { statements in
      guard let left = statements else { return }
      statements = nil
      // Those that virtual tables have made are theirs: FTS5 finalizes its own.
      for address in left { unsafe sqlite3_finalize(OpaquePointer(bitPattern: address)) }
      unsafe sqlite3_close_v2(handle)
    }
  }

  /// Takes notice of a statement, which is let go of before the connection is.
  func hold(_ statement: Statement) {
    open.withLock { _ = $0?.insert(unsafe UInt(bitPattern: statement.handle)) }
  }

  /// Lets go of a statement, unless that has been done.
  func finalize(_ statement: Statement) {
    open.withLock { statements in
      let isOpen = statements?.remove(unsafe UInt(bitPattern: statement.handle)) != nil
      if isOpen { unsafe sqlite3_finalize(statement.handle) }
    }
  }

  /// Has a lock of another process be waited for so long, in milliseconds.
  package func setBusyTimeout(_ timeout: Int32) { unsafe sqlite3_busy_timeout(handle, timeout) }

  /// Runs statements that answer nothing.
  package func execute(_ sql: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, sql: sql) }
  }

  /// Prepares one statement; it stays good for many runs.
  package func prepare(_ sql: String) throws(StoreError) -> Statement {
    try Statement(self, sql)
  }

  /// Ends whatever this connection is doing, from any thread.
  package func interrupt() { unsafe sqlite3_interrupt(handle) }

  /// Whether no transaction is open.
  package var isIdle: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

  /// How many rows the last statement changed.
  package var changes: Int { unsafe Int(sqlite3_changes(handle)) }

  /// The collation that a column is declared with.
  package func collation(ofColumn column: String, in table: String) -> String {
    var name: UnsafePointer<CChar>?
    let code = unsafe sqlite3_table_column_metadata(handle, "main", table, column, nil, &name, nil, nil, nil)
    guard code == SQLITE_OK, let name = unsafe name else { return "BINARY" }
    return unsafe String(cString: name)
  }

  /// The error that SQLite reported last, with its code, its message and the SQL.
  package func failure(_ code: Int32, sql: String?) -> StoreError {
    let extended = unsafe sqlite3_extended_errcode(handle)
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    let kept = extended & 0xff == code & 0xff ? extended : code
    switch kept & 0xff {
    case SQLITE_INTERRUPT: return StoreError(.cancelled, "interrupted", sql: sql)
    case SQLITE_BUSY:
      return StoreError(.busy, "'\(path)' is locked by another program: SQLite says \(kept), \(message)", sql: sql)
    case SQLITE_NOTADB: return StoreError(.notADatabase, "'\(path)' is not a database")
    // What is wrong with a file rather than with a statement.
    case SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN:
      return StoreError(.sqlite(code: kept), "'\(path)': SQLite says \(kept), \(message)", sql: sql)
    default:
      return StoreError(.sqlite(code: kept), "SQLite says \(kept), \(message)", sql: sql)
    }
  }

  private static func checkPath(_ path: String, _ mode: Mode) throws(StoreError) {
    if path.isEmpty { throw StoreError(.cannotOpen, "the name of a database file is empty") }
    if path.utf8.contains(0) {
      throw StoreError(.cannotOpen, "the name of a database file has a NUL character in it")
    }
    if path == ":memory:" {
      throw StoreError(.cannotOpen, "':memory:' has nothing in it to read; name a database file")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if mode == .create { return }
      throw StoreError(.cannotOpen, "no file '\(path)'")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw StoreError(.cannotOpen, "'\(path)' is a directory, not a database file")
    }
    // An empty file is a database with nothing in it to SQLite; to a reader it is a mistake.
    if status.st_size == 0, mode == .readOnly, status.st_mode & S_IFMT == S_IFREG {
      throw StoreError(.notADatabase, "'\(path)' is empty, not a database")
    }
  }

  private static func explainOpening(_ error: StoreError, _ path: String) -> StoreError {
    guard case .sqlite(let code) = error.kind else { return error }
    switch code {
    case 776:  // SQLITE_READONLY_ROLLBACK
      return StoreError(
        error.kind,
        "'\(path)' has a hot journal: a writer stopped midway, and only a writer may roll it back; "
          + "open it once with a program that writes")
    case 1544, 520:  // SQLITE_READONLY_DIRECTORY, SQLITE_READONLY_CANTINIT's kin
      return StoreError(
        error.kind,
        "'\(path)' is in WAL mode and its -wal and -shm files cannot be made here; "
          + "copy it to a folder where they can")
    default: return StoreError(error.kind, "cannot read '\(path)': \(error.message)")
    }
  }
}
