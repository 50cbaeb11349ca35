/// Where a text breaks the grammar of JSON.
package struct JSONFault: Error, Sendable, Hashable {
  /// The byte at fault, counted from the start of the text.
  package let offset: Int
  package let reason: String
  /// Whether the text is good so far and only ends too early.
  package let isCutShort: Bool
}

/// Walks over JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) and checks it, building nothing.
///
/// Each `skip` stands before a token and ends behind it. Text is checked to the byte: numbers and
/// literals by the grammar, strings for UTF-8, escapes and paired surrogates, nesting for its depth.
/// Whoever wants a value takes the bytes between two positions.
package struct JSONScanner {
  /// How deep arrays and objects may nest. Deeper text is refused before it can use up the stack.
  package static let mostNested = 128

  /// The next byte to look at.
  package var at: Int

  package init(at start: Int = 0) { at = start }

  /// What a value turned out to be.
  package enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    case number, array, object
    /// A string, which stands for its own bytes unless it has escapes.
    case string(hasEscapes: Bool)
  }

  package mutating func skipSpace(_ bytes: Span<UInt8>) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  /// Steps over a byte if it is the next one.
  package mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Steps over a value with all that it holds.
  ///
  /// - Complexity: O(*n*), where *n* is the number of its bytes.
  package mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONFault) -> Kind {
    guard at < bytes.count else { throw cutShort("the text ends where a value was expected") }
    switch bytes[at] {
    case UInt8(ascii: "\""): return .string(hasEscapes: try skipString(bytes))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber(bytes)
      return .number
    case UInt8(ascii: "{"):
      try checkDepth(depth)
      at += 1
      var isFirst = true
      while try skipMemberName(bytes, isFirst: isFirst) != nil {
        _ = try skipValue(bytes, depth: depth + 1)
        isFirst = false
      }
      return .object
    case UInt8(ascii: "["):
      try checkDepth(depth)
      at += 1
      var isFirst = true
      while try skipToElement(bytes, isFirst: isFirst) {
        _ = try skipValue(bytes, depth: depth + 1)
        isFirst = false
      }
      return .array
    case UInt8(ascii: "t"):
      try skipWord("true", bytes)
      return .bool(true)
    case UInt8(ascii: "f"):
      try skipWord("false", bytes)
      return .bool(false)
    case UInt8(ascii: "n"):
      try skipWord("null", bytes)
      return .null
    default: throw fault("no value begins with \(spelled(bytes[at]))")
    }
  }

  /// Goes on from `{` or a member's value to the value of the next member.
  ///
  /// - Returns: Where the name stands between its quotes, and whether it has escapes; nil behind `}`.
  package mutating func skipMemberName(
    _ bytes: Span<UInt8>, isFirst: Bool
  ) throws(JSONFault) -> (range: Range<Int>, hasEscapes: Bool)? {
    skipSpace(bytes)
    if take("}", bytes) { return nil }
    if !isFirst {
      guard take(",", bytes) else { throw expected("',' or '}'", bytes) }
      skipSpace(bytes)
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      throw expected("the name of a member in double quotes", bytes)
    }
    let start = at
    let hasEscapes = try skipString(bytes)
    let range = start + 1..<at - 1
    skipSpace(bytes)
    guard take(":", bytes) else { throw expected("':' after the name of a member", bytes) }
    skipSpace(bytes)
    return (range, hasEscapes)
  }

  /// Goes on from `[` or an element to the next element; false behind `]`.
  package mutating func skipToElement(_ bytes: Span<UInt8>, isFirst: Bool) throws(JSONFault) -> Bool {
    skipSpace(bytes)
    if take("]", bytes) { return false }
    if !isFirst {
      guard take(",", bytes) else { throw expected("',' or ']'", bytes) }
      skipSpace(bytes)
    }
    return true
  }

  package func checkDepth(_ depth: Int) throws(JSONFault) {
    if depth >= JSONScanner.mostNested { throw fault("nested deeper than \(JSONScanner.mostNested)") }
  }

  package mutating func skipNumber(_ bytes: Span<UInt8>) throws(JSONFault) {
    _ = take("-", bytes)
    let first = at
    try skipDigits(bytes)
    if bytes[first] == UInt8(ascii: "0"), at > first + 1 {
      throw fault("a number has a zero in front", at: first)
    }
    if take(".", bytes) { try skipDigits(bytes) }
    if take("e", bytes) || take("E", bytes) {
      if !take("+", bytes) { _ = take("-", bytes) }
      try skipDigits(bytes)
    }
  }

  private mutating func skipDigits(_ bytes: Span<UInt8>) throws(JSONFault) {
    let start = at
    while at < bytes.count, bytes[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    if at == start { throw expected("a digit", bytes) }
  }

  private mutating func skipWord(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONFault) {
    let start = at
    for letter in word.description.utf8 {
      guard at < bytes.count else { throw cutShort("expected \(word)") }
      guard bytes[at] == letter else { throw fault("expected \(word)", at: start) }
      at += 1
    }
  }

  /// Steps over a string in its quotes. True if it has escapes.
  package mutating func skipString(_ bytes: Span<UInt8>) throws(JSONFault) -> Bool {
    let start = at
    at += 1
    var hasEscapes = false
    var isASCII = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        if !isASCII, let wrong = firstInvalidUTF8(in: bytes, start + 1..<at) {
          throw fault("a string is not valid UTF-8", at: wrong)
        }
        at += 1
        return hasEscapes
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        _ = try skipEscape(bytes)
        continue
      }
      if byte < 0x20 { throw fault("a string has a control character in it; it must be escaped") }
      if byte >= 0x80 { isASCII = false }
      at += 1
    }
    throw JSONFault(offset: start, reason: "a string is not closed", isCutShort: true)
  }

  /// Steps over an escape, or two that are one pair of surrogates, and tells what it stands for.
  mutating func skipEscape(_ bytes: Span<UInt8>) throws(JSONFault) -> Unicode.Scalar {
    let start = at
    guard at + 1 < bytes.count else { throw cutShort("an escape is cut short") }
    at += 2
    switch bytes[at - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw fault("no escape is written \\\(Unicode.Scalar(bytes[at - 1]))", at: start)
    }
    let unit = try skipHexadecimal(bytes)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let alone = fault("half of a surrogate pair stands alone", at: start)
    guard unit < 0xDC00 else { throw alone }
    for character in ["\\", "u"] as [Unicode.Scalar] {
      guard at < bytes.count else { throw cutShort("a surrogate pair is cut short") }
      guard take(character, bytes) else { throw alone }
    }
    let low = try skipHexadecimal(bytes)
    guard 0xDC00...0xDFFF ~= low else { throw alone }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func skipHexadecimal(_ bytes: Span<UInt8>) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard at < bytes.count else { throw cutShort("an escape is cut short") }
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else {
        throw fault("\\u takes four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}

extension JSONScanner {
  func fault(_ reason: String, at place: Int? = nil) -> JSONFault {
    JSONFault(offset: place ?? at, reason: reason, isCutShort: false)
  }

  func cutShort(_ reason: String) -> JSONFault {
    JSONFault(offset: at, reason: reason, isCutShort: true)
  }

  private func expected(_ what: String, _ bytes: Span<UInt8>) -> JSONFault {
    if at >= bytes.count { return cutShort("the text ends where \(what) was expected") }
    return fault("expected \(what), not \(spelled(bytes[at]))")
  }

  private func spelled(_ byte: UInt8) -> String {
    0x21..<0x7F ~= byte ? "'\(Unicode.Scalar(byte))'" : "the byte \(byte)"
  }
}
