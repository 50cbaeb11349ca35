/// Writes SVG into a text: elements, attributes in the order they are given, numbers in thousandths.
///
/// The same calls give the same bytes. Text is escaped, and what XML 1.0 has no place for is replaced.
struct SVGWriter {
  private(set) var text = ""
  private var depth = 0

  /// An element; one with content gets a line for each of its elements.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, content: ((inout SVGWriter) -> Void)? = nil
  ) {
    begin(name, attributes)
    guard let content else {
      text += "/>\n"
      return
    }
    text += ">\n"
    depth += 1
    content(&self)
    depth -= 1
    text += String(repeating: " ", count: depth) + "</\(name)>\n"
  }

  /// An element that holds text.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, text content: String) {
    begin(name, attributes)
    text += ">\(escaped(content))</\(name)>\n"
  }

  private mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    text += String(repeating: " ", count: depth) + "<\(name)"
    for (name, value) in attributes { text += " \(name)=\"\(escaped(value))\"" }
  }

  private func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
      case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
      case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
      case 0x22: result.append(contentsOf: "&quot;".unicodeScalars)
      // Of the controls XML knows tabs and line ends alone, and these two are no characters at all.
      case 0...8, 0xB, 0xC, 0xE...0x1F, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

/// A number in thousandths of a point, without what is not needed: `71.25`, `8`, `0.333`.
func svgNumber(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  guard rounded.isFinite else { return "0" }
  if let whole = Int64(exactly: rounded) { return "\(whole)" }
  return "\(rounded)"
}
