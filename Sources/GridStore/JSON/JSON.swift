/// A JSON value that loses nothing: numbers keep their literal, objects the order of their members.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as it is written: `1E5` and twenty digits stay what they are.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSON

    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Reads one JSON text.
  ///
  /// A byte order mark in front is stepped over. What the grammar leaves open is refused here: invalid
  /// UTF-8, half a surrogate pair, a member that is there twice, nesting past ``JSONScanner/mostNested``.
  ///
  /// - Throws: ``StoreError`` of kind `badText` that names line and column, both counted from 1.
  /// - Complexity: O(*n*).
  package init(parsing bytes: [UInt8]) throws(StoreError) {
    let span = bytes.span
    do throws(JSONFault) {
      var scanner = JSONScanner(at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      scanner.skipSpace(span)
      self = try scanner.value(span)
      scanner.skipSpace(span)
      if scanner.at < span.count { throw scanner.fault("something follows the end of the value") }
    } catch {
      throw StoreError(.badText, "JSON, \(error.place(in: span)): \(error.reason)")
    }
  }

  package init(parsing text: String) throws(StoreError) { try self.init(parsing: Array(text.utf8)) }

  /// The value of an object's member; nil where there is none, or no object.
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension JSONFault {
  /// "line 3, column 14", the column in characters.
  package func place(in bytes: Span<UInt8>) -> String {
    var line = 1
    var column = 1
    for at in 0..<min(offset, bytes.count) {
      if bytes[at] == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if bytes[at] & 0xC0 != 0x80 {
        column += 1
      }
    }
    return "line \(line), column \(column)"
  }
}

extension JSONScanner {
  /// Reads the value that begins here.
  mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONFault) -> JSON {
    let start = at
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "[") else {
      switch try skipValue(bytes) {
      case .null: return .null
      case .bool(let value): return .bool(value)
      case .string(let hasEscapes): return .string(text(bytes, start + 1..<at - 1, hasEscapes: hasEscapes))
      default: return .number(text(bytes, start..<at, hasEscapes: false))
      }
    }
    try checkDepth(depth)
    at += 1
    if bytes[start] == UInt8(ascii: "[") {
      var elements: [JSON] = []
      while try skipToElement(bytes, isFirst: elements.isEmpty) {
        elements.append(try value(bytes, depth: depth + 1))
      }
      return .array(elements)
    }
    var members: [JSON.Member] = []
    var names: Set<String> = []
    while let place = try skipMemberName(bytes, isFirst: members.isEmpty) {
      let name = text(bytes, place.range, hasEscapes: place.hasEscapes)
      guard names.insert(name).inserted else {
        throw fault("the member '\(name)' is there twice", at: place.range.lowerBound - 1)
      }
      members.append(JSON.Member(name: name, value: try value(bytes, depth: depth + 1)))
    }
    return .object(members)
  }

  /// The text between the quotes of a string that was stepped over.
  private func text(_ bytes: Span<UInt8>, _ range: Range<Int>, hasEscapes: Bool) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    JSONScanner.decode(bytes, range, hasEscapes: hasEscapes, into: &decoded)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Appends what lies between the quotes of a checked string, its escapes resolved.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, hasEscapes: Bool, into text: inout [UInt8]) {
    var scanner = JSONScanner(at: range.lowerBound)
    while scanner.at < range.upperBound {
      let byte = bytes[scanner.at]
      // The string was checked, so an escape that fails does not come up.
      if hasEscapes, byte == UInt8(ascii: "\\"), let scalar = try? scanner.skipEscape(bytes) {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        text.append(byte)
        scanner.at += 1
      }
    }
  }
}
