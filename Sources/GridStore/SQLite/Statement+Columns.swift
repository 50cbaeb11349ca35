internal import CSQLite

// What the present row holds. A column is counted from 0.
//
// Each is read through its value rather than through sqlite3_column_text and its kin, which take and leave a mutex
// and check the connection at every call. Only one thread uses a connection at a time, so the value needs no
// protection (sqlite.org/c3ref/column_blob.html).
extension Statement {
  private func content(_ column: Int) -> OpaquePointer? { unsafe sqlite3_column_value(handle, Int32(column)) }

  /// The storage class of a column, as SQLite numbers them.
  package func type(_ column: Int) -> Int32 { unsafe sqlite3_value_type(content(column)) }
  package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }
  package func integer(_ column: Int) -> Int64 { unsafe sqlite3_value_int64(content(column)) }
  package func real(_ column: Int) -> Double { unsafe sqlite3_value_double(content(column)) }
  /// The text of a column as UTF-8, repaired where it is no Unicode.
  package func text(_ column: Int) -> String { unsafe text(of: content(column)) }
  package func blob(_ column: Int) -> [UInt8] { unsafe blob(of: content(column)) }

  package func value(_ column: Int) -> Value {
    let content = unsafe content(column)
    switch unsafe sqlite3_value_type(content) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_value_int64(content))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_value_double(content))
    case SQLITE_TEXT: return .text(unsafe text(of: content))
    case SQLITE_BLOB: return .blob(unsafe blob(of: content))
    default: return .null
    }
  }

  /// The integer of a column; nil where it holds none.
  func ifInteger(_ column: Int) -> Int64? {
    let content = unsafe content(column)
    return unsafe sqlite3_value_type(content) == SQLITE_INTEGER ? sqlite3_value_int64(content) : nil
  }

  /// Whether a column holds a real number.
  func isReal(_ column: Int) -> Bool { type(column) == SQLITE_FLOAT }

  /// The text of a column; nil where it holds none.
  func ifText(_ column: Int) -> String? {
    let content = unsafe content(column)
    return unsafe sqlite3_value_type(content) == SQLITE_TEXT ? text(of: content) : nil
  }

  private func text(of content: OpaquePointer?) -> String {
    guard let start = unsafe sqlite3_value_text(content) else { return "" }
    let count = unsafe Int(sqlite3_value_bytes(content))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func blob(of content: OpaquePointer?) -> [UInt8] {
    guard let start = unsafe sqlite3_value_blob(content) else { return [] }
    let count = unsafe Int(sqlite3_value_bytes(content))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value of a column to the byte, its text in the encoding of the database.
  package func stored(_ column: Int, encoding: TextEncoding) -> StoredValue {
    switch type(column) {
    case SQLITE_INTEGER: return .integer(integer(column))
    case SQLITE_FLOAT: return .real(real(column))
    case SQLITE_BLOB: return .blob(blob(column))
    case SQLITE_TEXT:
      if encoding == .utf8 {
        guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else { return .text([]) }
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
        return unsafe .text(Array(UnsafeBufferPointer(start: start, count: count)))
      }
      // sqlite3_column_text16 speaks the machine's byte order.
      guard let start = unsafe sqlite3_column_text16(handle, Int32(column)) else { return .text([]) }
      let count = unsafe Int(sqlite3_column_bytes16(handle, Int32(column)))
      var bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
      let machineIsBig = UInt16(1).bigEndian == 1
      if machineIsBig != (encoding == .utf16BigEndian) {
        for i in stride(from: 0, to: bytes.count - 1, by: 2) { bytes.swapAt(i, i + 1) }
      }
      return .text(bytes)
    default: return .null
    }
  }
}

extension Statement {
  /// What the values of the first columns take in memory, about: 16 bytes each, and those of texts and blobs.
  func contentSize(_ columns: Int) -> Int {
    var size = 16 * columns
    for column in 0..<columns {
      let content = unsafe content(column)
      switch unsafe sqlite3_value_type(content) {
      case SQLITE_TEXT, SQLITE_BLOB: size += Int(unsafe sqlite3_value_bytes(content))
      default: break
      }
    }
    return size
  }

  /// Reads a column in its own type and drops it, by the calls that a program in C makes.
  func touch(_ column: Int) {
    let i = Int32(column)
    switch unsafe sqlite3_column_type(handle, i) {
    case SQLITE_INTEGER: _ = unsafe sqlite3_column_int64(handle, i)
    case SQLITE_FLOAT: _ = unsafe sqlite3_column_double(handle, i)
    case SQLITE_NULL: break
    default:
      _ = unsafe sqlite3_column_blob(handle, i)
      _ = unsafe sqlite3_column_bytes(handle, i)
    }
  }
}
