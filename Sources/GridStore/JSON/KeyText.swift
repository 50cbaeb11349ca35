extension Value {
  /// A key as messages and answers spell it: a value, or a JSON array of several.
  package static func keyText(_ key: [Value]) -> String {
    var writer = JSONWriter()
    writer.key(key)
    return writer.text
  }

  /// Reads a key as people write it: `412345`, `AB-7` or `"AB-7"`, `["bash","5.2"]`, `{"base64":"…"}`.
  ///
  /// Text that begins with none of `"`, `[` and `{`, or is no JSON, stands for itself. An integer is one where
  /// the text is the only way to write it, so not `007`; what does not fit 64 bits, and a fraction, stays text,
  /// and the column that it is compared with makes a number of it or does not.
  ///
  /// - Throws: ``StoreError`` of kind `badText` for JSON that is no key: an empty or nested list, another object.
  package static func key(parsing text: String) throws(StoreError) -> [Value] {
    guard let first = text.unicodeScalars.first, first == "\"" || first == "[" || first == "{",
      let json = try? JSON(parsing: text)
    else { return [integerOrText(text)] }
    guard case .array(let parts) = json else { return [try json.keyPart(of: text)] }
    if parts.isEmpty { throw StoreError(.badText, "the key '\(text)' is empty") }
    var key: [Value] = []
    for part in parts { key.append(try part.keyPart(of: text)) }
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
    case .number(let literal): return Value.integerOrText(literal)
    case .array: throw StoreError(.badText, "the key '\(text)' has a list inside a list")
    case .object(let members):
      guard members.count == 1, members[0].name == "base64", case .string(let encoded) = members[0].value,
        let bytes = bytes(base64: encoded)
      else {
        throw StoreError(.badText, "'\(text)' is no key; a blob is written {\"base64\":\"…\"}")
      }
      return .blob(bytes)
    }
  }
}
