internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A connection's own handles of its database file, its log and its wal-index.
///
/// The database is never opened a second time: closing any descriptor of a file drops all locks that
/// the process has on it ([howtocorrupt.html](https://sqlite.org/howtocorrupt.html), 2.2). The handles
/// are used on the connection's own thread and inside its read transaction only.
@safe
package struct FileHandles {
  private let connection: Connection
  private let main: UnsafeMutablePointer<sqlite3_file>

  /// - Throws: ``PageFault`` of kind `unavailable` where the connection has no file of the plain kind.
  init(_ connection: Connection) throws(PageFault) {
    self.connection = connection
    guard FileHandles.knows(libraryVersion: sqlite3_libversion_number()) else {
      throw PageFault(.unavailable, "this version of the SQLite library is not known")
    }
    guard let file = unsafe FileHandles.pointer(connection, SQLITE_FCNTL_FILE_POINTER) else {
      throw PageFault(.unavailable, "this database has no file handle")
    }
    // Other systems of files encrypt, compress or check pages, and their bytes are not the file's.
    guard let name = FileHandles.systemName(connection), ["unix", "unix-excl", "win32"].contains(name) else {
      throw PageFault(.unavailable, "this database is opened through an unusual file system layer")
    }
    unsafe main = file
  }

  /// Whether pages are read beside a version of the library: what is done with the handles rests on the formats and
  /// protocols of SQLite 3.
  package static func knows(libraryVersion version: Int32) -> Bool { 3_037_000..<4_000_000 ~= version }

  func read(_ buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64) -> Bool {
    unsafe main.pointee.pMethods.pointee.xRead(main, buffer, Int32(count), offset) == SQLITE_OK
  }

  /// Whether some program is writing, or will be as soon as nobody reads: it has reserved the file. The system is asked
  /// for its locks, and none is taken.
  var isReserved: Bool {
    var isReserved: Int32 = 0
    return unsafe main.pointee.pMethods.pointee.xCheckReservedLock(main, &isReserved) == SQLITE_OK && isReserved != 0
  }

  /// The 16 bytes by which SQLite tells that its cache of a file without a log is stale.
  var fileVersion: ChangeSignature.Content? {
    var words: (UInt64, UInt64) = (0, 0)
    let isRead = unsafe withUnsafeMutableBytes(of: &words) { bytes in
      unsafe bytes.baseAddress.map { unsafe read($0, count: 16, at: 24) } ?? false
    }
    return isRead ? .file(words.0, words.1) : nil
  }

  var size: Int64? {
    var size: sqlite3_int64 = 0
    return unsafe main.pointee.pMethods.pointee.xFileSize(main, &size) == SQLITE_OK ? size : nil
  }

  /// Has SQLite map the file and the system not read ahead there, which is for files that are gone through from end
  /// to end: a window's rows lie here and there.
  ///
  /// - Parameter limit: How much of the file is mapped, in bytes: not more than it has.
  /// - Returns: nil where it could not be mapped.
  func adviseMapping(upTo limit: Int64) -> Int64? {
    let methods = unsafe main.pointee.pMethods.pointee
    guard methods.iVersion >= 3, unsafe methods.xFetch != nil, let count = Int(exactly: limit) else { return nil }
    var first: UnsafeMutableRawPointer?
    guard unsafe methods.xFetch(main, 0, 512, &first) == SQLITE_OK, let start = unsafe first else { return nil }
    defer { _ = unsafe methods.xUnfetch(main, 0, start) }
    unsafe madvise(start, count, MADV_RANDOM)
    return limit
  }

  /// The handle of the log as it is now.
  func log() throws(PageFault) -> LogHandle {
    guard let file = unsafe FileHandles.pointer(connection, SQLITE_FCNTL_JOURNAL_POINTER) else {
      throw PageFault(.unavailable, "the write-ahead log has no file handle")
    }
    return unsafe LogHandle(file: file)
  }

  /// A block of 32 kB of the wal-index.
  ///
  /// Only a database in WAL mode may be asked: any other would get a stray `-shm` file.
  func walIndex(block: Int) throws(PageFault) -> UnsafeRawPointer {
    guard unsafe main.pointee.pMethods.pointee.iVersion >= 2, unsafe main.pointee.pMethods.pointee.xShmMap != nil
    else { throw PageFault(.unavailable, "this file system layer has no shared memory") }
    var block32: UnsafeMutableRawPointer?
    let code = unsafe main.pointee.pMethods.pointee.xShmMap(main, Int32(block), 32768, 0, &block32)
    // SQLITE_READONLY with an address is a wal-index that may only be read: good enough.
    guard code == SQLITE_OK || code & 0xff == SQLITE_READONLY, let start = unsafe block32 else {
      throw PageFault(.unavailable, "the wal-index cannot be read (\(code))")
    }
    return UnsafeRawPointer(start)
  }

  private static func pointer(_ connection: Connection, _ which: Int32) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(connection.handle, "main", which, &file)
    guard code == SQLITE_OK, let file = unsafe file, unsafe file.pointee.pMethods != nil else { return nil }
    return unsafe file
  }

  private static func systemName(_ connection: Connection) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard unsafe sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_VFSNAME, &name) == SQLITE_OK,
      let name = unsafe name
    else { return nil }
    defer { unsafe sqlite3_free(name) }
    return unsafe String(cString: name)
  }
}

@safe
struct LogHandle {
  fileprivate let file: UnsafeMutablePointer<sqlite3_file>

  func read(_ buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64) -> Bool {
    unsafe file.pointee.pMethods.pointee.xRead(file, buffer, Int32(count), offset) == SQLITE_OK
  }
}
