private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Bytes in the alphabet of [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648#section-4), padded.
package func base64(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= UInt32(8 * (3 - group.count))
    for i in 0..<4 {
      text.append(i <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * i)) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// The bytes that base64 stands for, its padding there or left out; nil where the text is none.
package func bytes(base64 text: String) -> [UInt8]? {
  var digits = Array(text.utf8)
  let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  digits.removeLast(padding)
  guard digits.count % 4 != 1, padding == 0 || (digits.count + padding) % 4 == 0, padding < 3 else {
    return nil
  }
  var bytes: [UInt8] = []
  var bits: UInt32 = 0
  var count: UInt32 = 0
  for digit in digits {
    guard let value = alphabet.firstIndex(of: digit) else { return nil }
    bits = bits << 6 | UInt32(value)
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
  }
  return bytes
}
