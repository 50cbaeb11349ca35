extension Value {
  /// A key as messages and answers spell it: a value, or a JSON array of several.
  package static func keyText(_ key: [Value]) -> String {
    var writer = JSONWriter()
    writer.key(key)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Value {
  /// Reads a key as people write it: `412345`, `AB-7` or `"AB-7"`, `["bash","5.2"]`, `{"base64":"…"}`.
  ///
  /// What begins with none of `"`, `[` and `{`, or is no JSON, is the text itself; an integer is one where its text
  /// is its only one, so not 007.
  ///
  /// - Throws: ``StoreError`` of kind `badText` for JSON that no key is.
  package static func key(parsing text: String) throws(StoreError) -> [Value] {
    guard let first = text.first, "\"[{".contains(first), let json = try? JSON(parsing: text) else {
      return [integerOrText(text)]
    }
    guard case .array(let parts) = json else { return [try json.keyPart(of: text)] }
    var key: [Value] = []
    for part in parts { key.append(try part.keyPart(of: text)) }
    if key.isEmpty { throw StoreError(.badText, "the key '\(text)' is empty") }
    return key
  }

  fileprivate static func integerOrText(_ text: String) -> Value {
    if let integer = Int64(text), String(integer) == text { return .integer(integer) }
    return .text(text)
  }
}

extension JSON {
  fileprivate func keyPart(of text: String) throws(StoreError) -> Value {
    switch self {
    case .null: return .null
    case .bool(let value): return .integer(value ? 1 : 0)
    case .string(let string): return .text(string)
    // A fraction is left to the column: its affinity makes a number of it, or it is the text of a key.
    case .number(let literal): return Value.integerOrText(literal)
    case .object(let members):
      if members.count == 1, members[0].name == "base64", case .string(let encoded) = members[0].value,
        let bytes = bytes(base64: encoded)
      {
        return .blob(bytes)
      }
      throw StoreError(.badText, "the key '\(text)' is no key; a blob is written {\"base64\":\"…\"}")
    case .array: throw StoreError(.badText, "the key '\(text)' has a list inside a list")
    }
  }
}

/// What a text in the alphabet of RFC 4648 stands for; nil where it is none.
private func bytes(base64 text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  var bits: UInt32 = 0
  var count = 0
  for byte in text.utf8.reversed().drop(while: { $0 == UInt8(ascii: "=") }).reversed() {
    let value: UInt32
    switch byte {
    case 65...90: value = UInt32(byte) - 65
    case 97...122: value = UInt32(byte) - 71
    case 48...57: value = UInt32(byte) + 4
    case UInt8(ascii: "+"): value = 62
    case UInt8(ascii: "/"): value = 63
    default: return nil
    }
    bits = bits << 6 | value
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  return bytes
}
