/// A JSON value: numbers keep their literal, objects the order of their members.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// As it is written: no digit is lost.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSON
  }

  /// Reads one JSON text (RFC 8259).
  ///
  /// - Throws: ``StoreError`` of kind `badText` with line and column.
  package init(parsing bytes: [UInt8]) throws(StoreError) {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    self = try reader.value()
    reader.skipSpace()
    guard reader.isAtEnd else { throw reader.error("something follows the end of the value") }
  }

  package init(parsing text: String) throws(StoreError) { try self.init(parsing: Array(text.utf8)) }
}

/// Goes through the bytes of JSON, a value at a time.
package struct JSONReader {
  private let bytes: [UInt8]
  package private(set) var at = 0
  private static let mostNested = 128

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { at >= bytes.count }
  package var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  package mutating func skipSpace() {
    while at < bytes.count, [32, 10, 13, 9].contains(bytes[at]) { at += 1 }
  }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  package func error(_ message: String, at place: Int? = nil) -> StoreError {
    let place = min(place ?? at, bytes.count)
    let line = bytes[..<place].reduce(1) { $0 + ($1 == 10 ? 1 : 0) }
    let start = bytes[..<place].lastIndex(of: 10).map { $0 + 1 } ?? 0
    return StoreError(.badText, "JSON, line \(line), column \(place - start + 1): \(message)")
  }

  /// The value that begins here.
  package mutating func value(depth: Int = 0) throws(StoreError) -> JSON {
    guard depth < JSONReader.mostNested else { throw error("nested deeper than \(JSONReader.mostNested)") }
    switch next {
    case UInt8(ascii: "{"): return .object(try members(depth))
    case UInt8(ascii: "["): return .array(try elements(depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    case UInt8(ascii: "-"), 48...57: return .number(try number())
    default:
      throw error(isAtEnd ? "the text ends where a value was expected" : "no value begins with this character")
    }
  }

  private mutating func elements(_ depth: Int) throws(StoreError) -> [JSON] {
    at += 1
    var elements: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    repeat {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error("expected ',' or ']'") }
    return elements
  }

  private mutating func members(_ depth: Int) throws(StoreError) -> [JSON.Member] {
    at += 1
    var members: [JSON.Member] = []
    var names: Set<String> = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("expected the name of a member in double quotes") }
      let start = at
      let name = try string()
      guard names.insert(name).inserted else { throw error("the member '\(name)' is there twice", at: start) }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("expected ':' after '\(name)'") }
      skipSpace()
      members.append(JSON.Member(name: name, value: try value(depth: depth + 1)))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("expected ',' or '}'") }
    return members
  }

  private mutating func word(_ word: String) throws(StoreError) {
    guard bytes[at...].starts(with: word.utf8) else { throw error("expected \(word)") }
    at += word.utf8.count
  }

  private mutating func digits() throws(StoreError) {
    let start = at
    while at < bytes.count, 48...57 ~= bytes[at] { at += 1 }
    if at == start { throw error("a digit is missing in a number") }
  }

  private mutating func number() throws(StoreError) -> String {
    let start = at
    _ = take(UInt8(ascii: "-"))
    let first = at
    try digits()
    if bytes[first] == 48, at > first + 1 { throw error("a number begins with 0", at: first) }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func string() throws(StoreError) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    while true {
      guard at < bytes.count else { throw error("a string is not closed", at: start) }
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw error("a string is not valid UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<32: throw error("a string has a control character in it", at: at - 1)
      default: text.append(byte)
      }
    }
  }

  private mutating func escape() throws(StoreError) -> [UInt8] {
    let byte = next
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      let start = at - 2
      let high = try hexadecimal()
      if let scalar = Unicode.Scalar(high) { return Array(String(Character(scalar)).utf8) }
      guard high < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw error("half of a surrogate pair stands alone", at: start)
      }
      let low = try hexadecimal()
      guard 0xDC00...0xDFFF ~= low,
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      else { throw error("half of a surrogate pair stands alone", at: start) }
      return Array(String(Character(scalar)).utf8)
    default: throw error("no such escape in a string", at: at - 2)
    }
  }

  private mutating func hexadecimal() throws(StoreError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw error("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
