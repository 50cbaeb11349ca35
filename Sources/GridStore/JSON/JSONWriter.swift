/// Writes JSON into a buffer of bytes: members in the order they are given, numbers in their shortest exact form.
///
/// Commas are its business; that names and values alternate in an object is the caller's.
///
///     var writer = JSONWriter()
///     writer.object {
///       $0.name("width")
///       $0.number(1024.0)
///     }
///     writer.text  // {"width":1024}
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// Whether a comma must come before the next value or name.
  private var needsComma = false

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func object<E: Error>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
    try nest("{", "}", members)
  }

  package mutating func array<E: Error>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
    try nest("[", "]", elements)
  }

  private mutating func nest<E: Error>(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    begin()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  /// The name of the member whose value comes next.
  package mutating func name(_ name: String) {
    begin()
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

  /// An integer. Beyond ±(2⁵³ − 1), where readers that know only doubles would change it, it is a string.
  package mutating func integer(_ value: Int64) {
    literal(value.magnitude < 1 << 53 ? "\(value)" : "\"\(value)\"")
  }

  /// A real number in the fewest digits that read back as the same one. A whole number has no point; minus
  /// zero is 0, and what is not finite null.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    if value.magnitude <= 0x1p53, let whole = Int64(exactly: value) { return literal("\(whole)") }
    literal(value.description)
  }

  /// A value of SQLite; a blob is `{"base64":"…"}`.
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

  /// A tree, its numbers as they were written.
  package mutating func json(_ json: JSON) {
    switch json {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let digits): literal(digits)
    case .string(let text): string(text)
    case .array(let elements): array { for element in elements { $0.json(element) } }
    case .object(let members):
      object {
        for member in members {
          $0.name(member.name)
          $0.json(member.value)
        }
      }
    }
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
    // Most text has nothing to escape and is copied whole.
    if text.utf8.contains(where: JSONWriter.isEscaped) {
      for byte in text.utf8 { escape(byte) }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    guard JSONWriter.isEscaped(byte) else { return bytes.append(byte) }
    switch byte {
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += "\\u00".utf8
      bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
}
