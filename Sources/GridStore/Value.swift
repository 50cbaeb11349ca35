/// A value of SQLite: one of its five storage classes.
///
/// See [Datatypes in SQLite](https://sqlite.org/datatype3.html).
public enum Value: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral, ExpressibleByBooleanLiteral
{
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}

/// A value as one row stores it, exact to the byte.
///
/// Text is kept in the encoding of the database, valid or not, so that a key read from one row finds
/// that very row again; ``Value`` repairs text that is no Unicode and so cannot promise that.
package enum StoredValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

/// The encoding of all text in one database.
package enum TextEncoding: Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian

  /// The text that stored bytes spell, repaired where they are no Unicode.
  package func string(_ bytes: [UInt8]) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .utf16LittleEndian, .utf16BigEndian:
      let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map { i in
        self == .utf16LittleEndian
          ? UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8
          : UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1])
      }
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// The bytes that this encoding stores for a text.
  package func bytes(_ text: String) -> [UInt8] {
    switch self {
    case .utf8: return Array(text.utf8)
    case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }
  }
}

extension StoredValue {
  package init(_ value: Value, encoding: TextEncoding) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = number.isNaN ? .null : .real(number)  // as SQLite binds it
    case .text(let text): self = .text(encoding.bytes(text))
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  package func value(encoding: TextEncoding) -> Value {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let bytes): .text(encoding.string(bytes))
    case .blob(let bytes): .blob(bytes)
    }
  }
}

extension StoredValue {
  /// Whether two values are one to SQLite, to the byte but for numbers: an index stores a whole number of a REAL
  /// column as an integer, and SQL gives it back as a real.
  package func isSame(as other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      Int64(exactly: real) == integer
    default: self == other
    }
  }
}
