/// Finds the first byte of a range that cannot be part of valid UTF-8, or nil where all is well.
///
/// Overlong forms, surrogates and what lies past U+10FFFF are refused, as
/// [the Unicode standard](https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G31703) has it.
///
/// - Complexity: O(*n*).
func firstInvalidUTF8(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
  var at = range.lowerBound
  let end = range.upperBound
  while at < end {
    let lead = bytes[at]
    if lead < 0x80 {
      at += 1
      continue
    }
    // Only the second byte's range depends on the lead (table 3-7 of the standard).
    let count: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: return at
    }
    guard at + count <= end, second.contains(bytes[at + 1]) else { return at }
    for follower in at + 2..<at + count where bytes[follower] & 0xC0 != 0x80 { return at }
    at += count
  }
  return nil
}
