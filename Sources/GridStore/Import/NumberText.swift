/// What a text spells, where a number would lose nothing of it.
package enum NumberText {
  /// The integer, where the text is the only way to write it.
  static func integer(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard let first = rest.first, rest.count <= 19, first != 48 || (rest.count == 1 && !isNegative) else { return nil }
    // Downward, since the least integer has no positive twin.
    var value: Int64 = 0
    for byte in rest {
      guard 48...57 ~= byte else { return nil }
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (next, under) = shifted.subtractingReportingOverflow(Int64(byte) - 48)
      if overflows || under { return nil }
      value = next
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// The number, where SQLite writes it as this text again, but for zeros at the end of a fraction.
  ///
  /// That is a plain decimal of at most 15 digits between 0.0001 and 10¹⁵, without a sign of plus or zeros before it
  /// ([printf.html](https://sqlite.org/printf.html): `%!.15g`).
  static func real(_ bytes: ArraySlice<UInt8>) -> Double? {
    if let whole = integer(bytes) { return abs(whole) < 1_000_000_000_000_000 ? Double(whole) : nil }
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard let point = rest.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let (whole, fraction) = (rest[..<point], rest[(point + 1)...])
    guard !whole.isEmpty, !fraction.isEmpty, whole.first != 48 || whole.count == 1, whole.count <= 15,
      whole.allSatisfy({ 48...57 ~= $0 }), fraction.allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    let significant = (whole + fraction).drop { $0 == 48 }.reversed().drop { $0 == 48 }.count
    if significant == 0 { return isNegative ? nil : 0 }
    let leadingZeros = whole.first == 48 ? fraction.prefix { $0 == 48 }.count : 0
    guard significant <= 15, leadingZeros <= 3 else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}
