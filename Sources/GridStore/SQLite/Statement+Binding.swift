internal import CSQLite

// SQLite copies what it is given with this destructor (sqlite.org/c3ref/c_static.html).
private nonisolated(unsafe) let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Statement {
  /// Binds a value to a parameter, counted from 1.
  package func bind(_ value: Value, at parameter: Int) throws(StoreError) {
    switch value {
    case .null: try bindNull(at: parameter)
    case .integer(let number): try bind(number, at: parameter)
    case .real(let number): try bind(number, at: parameter)
    case .text(let text): try bind(text, at: parameter)
    case .blob(let bytes): try bind(blob: bytes, at: parameter)
    }
  }

  /// Binds a value as another row of a database in this encoding stored it.
  package func bind(_ value: StoredValue, encoding: TextEncoding, at parameter: Int) throws(StoreError) {
    switch value {
    case .null: try bindNull(at: parameter)
    case .integer(let number): try bind(number, at: parameter)
    case .real(let number): try bind(number, at: parameter)
    case .blob(let bytes): try bind(blob: bytes, at: parameter)
    case .text(let bytes):
      let kind: UInt8
      switch encoding {
      case .utf8: kind = UInt8(SQLITE_UTF8)
      case .utf16LittleEndian: kind = UInt8(SQLITE_UTF16LE)
      case .utf16BigEndian: kind = UInt8(SQLITE_UTF16BE)
      }
      try check(
        unsafe bytes.withUnsafeBytes { buffer in
          // An empty text needs an address, or it would be bound as NULL.
          let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
          return unsafe withUnsafePointer(to: 0 as CChar) { empty in
            unsafe sqlite3_bind_text64(
              handle, Int32(parameter), start ?? empty, UInt64(bytes.count), transient, kind)
          }
        })
    }
  }

  package func bindNull(at parameter: Int) throws(StoreError) {
    try check(unsafe sqlite3_bind_null(handle, Int32(parameter)))
  }

  package func bind(_ number: Int64, at parameter: Int) throws(StoreError) {
    try check(unsafe sqlite3_bind_int64(handle, Int32(parameter), number))
  }

  package func bind(_ number: Double, at parameter: Int) throws(StoreError) {
    try check(unsafe sqlite3_bind_double(handle, Int32(parameter), number))
  }

  package func bind(_ text: String, at parameter: Int) throws(StoreError) {
    var text = text
    try check(
      text.withUTF8 { buffer in
        unsafe withUnsafePointer(to: 0 as CChar) { empty in
          let start = unsafe UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
          return unsafe sqlite3_bind_text64(
            handle, Int32(parameter), start ?? empty, UInt64(buffer.count), transient,
            UInt8(SQLITE_UTF8))
        }
      })
  }

  /// Binds text that stays where it is until the statement has run; it need not be valid.
  package func bind(
    textInPlace bytes: BytesInPlace, from start: Int, to end: Int, at parameter: Int
  ) throws(StoreError) {
    let text = unsafe UnsafeRawPointer(bytes.start + start).assumingMemoryBound(to: CChar.self)
    try check(
      unsafe sqlite3_bind_text64(handle, Int32(parameter), text, UInt64(end - start), nil, UInt8(SQLITE_UTF8)))
  }

  package func bind(blob bytes: [UInt8], at parameter: Int) throws(StoreError) {
    if bytes.isEmpty {
      try check(unsafe sqlite3_bind_zeroblob(handle, Int32(parameter), 0))
      return
    }
    try check(
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe sqlite3_bind_blob64(
          handle, Int32(parameter), buffer.baseAddress, UInt64(bytes.count), transient)
      })
  }

  private func check(_ code: Int32) throws(StoreError) {
    if code != SQLITE_OK { throw connection.failure(code, sql: sql) }
  }
}

/// Bytes of an array that stay where they are for the length of a call.
@safe
package struct BytesInPlace {
  fileprivate let start: UnsafePointer<UInt8>
}

extension [UInt8] {
  /// Gives a body the bytes where they lie.
  package func withBytesInPlace<Result>(
    _ body: (BytesInPlace) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(StoreError) in
      // Of an empty array there is nothing to read, but an address must be.
      guard let start = buffer.baseAddress else {
        return try unsafe withUnsafePointer(to: 0 as UInt8) { (empty) throws(StoreError) in
          try body(unsafe BytesInPlace(start: empty))
        }
      }
      return try body(unsafe BytesInPlace(start: start))
    }
  }
}
