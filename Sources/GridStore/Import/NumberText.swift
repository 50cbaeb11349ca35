/// What a text spells, where a number would lose nothing of it.
///
/// Nothing is lost where SQLite writes the number as this very text again, but for zeros at the end of a fraction: so
/// not of `007`, `+5`, `1E5`, `-0`, ` 5`, `.5` or of more digits than fit.
package enum NumberText {
  private static var zero: UInt8 { UInt8(ascii: "0") }
  private static var minus: UInt8 { UInt8(ascii: "-") }

  /// The integer, where the text is the only way to write it.
  static func integer(_ bytes: Span<UInt8>) -> Int64? {
    var at = 0
    let isNegative = bytes.count > 1 && bytes[0] == minus
    if isNegative { at = 1 }
    guard at < bytes.count, bytes.count - at <= 19 else { return nil }
    if bytes[at] == zero { return bytes.count == 1 ? 0 : nil }
    // Downward, since the least integer has no positive twin.
    var value: Int64 = 0
    let isShort = bytes.count - at <= 18
    while at < bytes.count {
      let digit = bytes[at] &- zero
      guard digit < 10 else { return nil }
      if isShort {
        value = value &* 10 &- Int64(digit)
      } else {
        let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
        let (next, under) = shifted.subtractingReportingOverflow(Int64(digit))
        if overflows || under { return nil }
        value = next
      }
      at += 1
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  private static let powersOfTen: [Double] = (0...22).map { power in
    // Exact: five to the twenty-second fits the digits of a Double.
    (0..<power).reduce(1) { product, _ in product * 10 }
  }

  /// The number, where SQLite writes it as this text again.
  ///
  /// That is a plain decimal of at most 15 digits between 0.0001 and 10¹⁵
  /// ([printf.html](https://sqlite.org/printf.html): `%!.15g`).
  static func real(_ bytes: Span<UInt8>) -> Double? {
    let isNegative = bytes.count > 1 && bytes[0] == minus
    var at = isNegative ? 1 : 0
    guard at < bytes.count else { return nil }
    let hasZeroInFront = bytes[at] == zero
    var digits: Int64 = 0
    var significant = 0
    let wholeStart = at
    while at < bytes.count, bytes[at] &- zero < 10 {
      digits = digits &* 10 &+ Int64(bytes[at] &- zero)
      at += 1
    }
    let wholeCount = at - wholeStart
    guard wholeCount > 0, wholeCount <= 15, !hasZeroInFront || wholeCount == 1 else { return nil }
    significant = hasZeroInFront ? 0 : wholeCount
    var scale = 0
    if at < bytes.count {
      guard bytes[at] == UInt8(ascii: "."), at + 1 < bytes.count else { return nil }
      at += 1
      // Zeros at the end say nothing, however many.
      var end = bytes.count
      while end > at, bytes[end - 1] == zero { end -= 1 }
      let fractionStart = at
      while at < end {
        guard bytes[at] &- zero < 10 else { return nil }
        if significant > 0 || bytes[at] != zero { significant += 1 }
        guard significant <= 15 else { return nil }
        digits = digits &* 10 &+ Int64(bytes[at] &- zero)
        at += 1
      }
      scale = end - fractionStart
      if hasZeroInFront, scale > significant + 3 { return nil }
    }
    if digits == 0 { return isNegative ? nil : 0 }
    // Both are exact, so one division rounds once: right to the last bit.
    let value = Double(digits) / powersOfTen[scale]
    return isNegative ? -value : value
  }

  /// The nearest number, for somebody who asked for numbers: with an exponent too, and whatever its fraction has.
  ///
  /// A whole number must still be kept to its last digit.
  static func anyReal(_ bytes: Span<UInt8>) -> Double? {
    if let real = real(bytes) { return real }
    if let whole = integer(bytes) { return Double(exactly: whole) }
    var scanner = JSONScanner()
    guard (try? scanner.skipNumber(bytes)) != nil, scanner.at == bytes.count else { return nil }
    var text: [UInt8] = []
    for at in bytes.indices { text.append(bytes[at]) }
    guard text.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// What would be lost of a text as a number, in words that fit behind "line 7".
  static func loss(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    for at in bytes.indices { text.append(bytes[at]) }
    let body = text.first == minus ? text.dropFirst() : text[...]
    let hasOnlyDigits = body.allSatisfy { $0 &- zero < 10 || $0 == UInt8(ascii: ".") }
    if text.first == UInt8(ascii: "+"), body.dropFirst().allSatisfy({ $0 &- zero < 10 }) { return "has a plus sign" }
    guard hasOnlyDigits, let first = body.first, body.count(where: { $0 == UInt8(ascii: ".") }) < 2 else {
      let isExponent = Double(String(decoding: text, as: UTF8.self)) != nil && body.contains { $0 | 0x20 == 0x65 }
      return isExponent ? "has an exponent" : "is no number"
    }
    if body.allSatisfy({ $0 == zero || $0 == UInt8(ascii: ".") }), text.first == minus { return "is minus zero" }
    if first == zero, body.count > 1, body.dropFirst().first != UInt8(ascii: ".") { return "has zeros in front" }
    return body.count > 15 ? "has more digits than a number keeps" : "is no number written in full"
  }
}
