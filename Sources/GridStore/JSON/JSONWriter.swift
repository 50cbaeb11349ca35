/// Writes JSON: members in the order they are given, numbers in their shortest exact form.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// Whether a comma must come before the next value.
  private var needsComma = false

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func object(_ members: (inout JSONWriter) -> Void) { nest("{", "}", members) }
  package mutating func array(_ elements: (inout JSONWriter) -> Void) { nest("[", "]", elements) }

  private mutating func nest(_ open: Character, _ close: Character, _ body: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(open.asciiValue!)
    needsComma = false
    body(&self)
    bytes.append(close.asciiValue!)
    needsComma = true
  }

  /// The name of the member whose value comes next.
  package mutating func name(_ name: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() { literal("null") }
  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func string(_ value: String) {
    begin()
    quote(value)
    needsComma = true
  }

  /// An integer; beyond ±(2⁵³ − 1), which JavaScript cannot hold, a string.
  package mutating func integer(_ value: Int64) {
    literal(abs(value.magnitudeClamped) <= 1 << 53 - 1 ? "\(value)" : "\"\(value)\"")
  }

  /// A real number; one that is whole has no point, and one that is not finite is null.
  package mutating func number(_ value: Double) {
    if !value.isFinite { return null() }
    if value == value.rounded(), abs(value) <= 0x1p53 { return literal("\(Int64(value))") }
    literal("\(value)")
  }

  package mutating func value(_ value: Value) {
    switch value {
    case .null: null()
    case .integer(let number): integer(number)
    case .real(let real): number(real)
    case .text(let text): string(text)
    case .blob(let blob):
      object {
        $0.name("base64")
        $0.string(base64(blob))
      }
    }
  }

  /// A key: one value as it is, several as an array.
  package mutating func key(_ key: [Value]) {
    if key.count == 1 { return value(key[0]) }
    array { for part in key { $0.value(part) } }
  }

  /// JSON that is text already.
  package mutating func raw(_ json: [UInt8]) {
    begin()
    bytes += json
    needsComma = true
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func literal(_ text: String) {
    begin()
    bytes += text.utf8
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 10: bytes += "\\n".utf8
      case 13: bytes += "\\r".utf8
      case 9: bytes += "\\t".utf8
      case 0..<32, 127:
        bytes += "\\u00".utf8
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
}

extension Int64 {
  /// Its distance from zero; of the least number, the greatest there is.
  fileprivate var magnitudeClamped: Int64 { self == .min ? .max : Swift.abs(self) }
}

/// Bytes in the alphabet of [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648#section-4).
package func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
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
