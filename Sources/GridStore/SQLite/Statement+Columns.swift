internal import CSQLite

// What the present row holds. A column is counted from 0.
extension Statement {
  /// The storage class of a column, as SQLite numbers them.
  package func type(_ column: Int) -> Int32 { unsafe sqlite3_column_type(handle, Int32(column)) }
  package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }
  package func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }
  package func real(_ column: Int) -> Double { unsafe sqlite3_column_double(handle, Int32(column)) }

  /// The text of a column as UTF-8, repaired where it is no Unicode.
  package func text(_ column: Int) -> String {
    guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  package func value(_ column: Int) -> Value {
    switch type(column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
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
  /// Reads a column in its own type and drops it.
  func touch(_ column: Int) {
    switch type(column) {
    case SQLITE_INTEGER: _ = integer(column)
    case SQLITE_FLOAT: _ = real(column)
    case SQLITE_NULL: break
    default:
      _ = unsafe sqlite3_column_blob(handle, Int32(column))
      _ = unsafe sqlite3_column_bytes(handle, Int32(column))
    }
  }
}
