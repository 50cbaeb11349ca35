internal import GridLayout
internal import GridStore

/// Reads grid items as the command line writes them: `fixed(300):8,adaptive(100,300)@top`, `3*flexible`, `4`.
///
/// The twins `fixed=100`, `flexible=10..200`, `adaptive=160..240` and `3xflexible` need no quotes in a shell.
///
/// - Throws: ``LayoutError`` that names the item and the nearest right form.
package func gridItems(parsing spec: String) throws(LayoutError) -> [GridItem] {
  let text = spec.filter { $0 != " " }
  if let count = Int(text) {
    guard 1...Tracks.limit ~= count else {
      throw LayoutError("'\(spec)' tracks cannot be; there may be 1 to \(Tracks.limit)")
    }
    return Array(repeating: GridItem(), count: count)
  }
  var items: [GridItem] = []
  for part in parts(of: text) {
    items += try gridItem(part)
    guard items.count <= Tracks.limit else { throw LayoutError("'\(spec)' has more than \(Tracks.limit) tracks") }
  }
  if items.isEmpty { throw LayoutError("the tracks are empty; write for example adaptive(160)") }
  return items
}

/// The items between commas that stand in no parentheses.
private func parts(of text: String) -> [Substring] {
  var depth = 0
  return text.split(omittingEmptySubsequences: false) { character in
    if character == "(" { depth += 1 }
    if character == ")" { depth -= 1 }
    return character == "," && depth == 0
  }.filter { !($0.isEmpty && text.isEmpty) }
}

private func gridItem(_ part: Substring) throws(LayoutError) -> [GridItem] {
  let (count, repeated) = try repetition(part)
  var rest = repeated
  var alignment: Alignment?
  if let at = rest.lastIndex(of: "@") {
    alignment = try alignmentNamed(rest[rest.index(after: at)...], part)
    rest = rest[..<at]
  }
  var spacing: Double?
  if let colon = rest.lastIndex(of: ":") {
    spacing = try number(rest[rest.index(after: colon)...], part)
    rest = rest[..<colon]
  }
  let name = rest.prefix { $0.isLetter }
  let numbers = try numbers(rest.dropFirst(name.count), part)
  let size: GridItem.Size
  switch (name.asciiLowercased, numbers.count) {
  case ("fixed", 1): size = .fixed(numbers[0])
  case ("flexible", 0): size = .flexible()
  case ("flexible", 1): size = .flexible(minimum: numbers[0])
  case ("flexible", 2): size = .flexible(minimum: numbers[0], maximum: numbers[1])
  case ("adaptive", 1): size = .adaptive(minimum: numbers[0])
  case ("adaptive", 2): size = .adaptive(minimum: numbers[0], maximum: numbers[1])
  case ("fixed", _): throw LayoutError("'\(part)' is no track; fixed takes one length, like fixed(100)")
  case ("flexible", _), ("adaptive", _):
    throw LayoutError("'\(part)' is no track; \(name) takes a minimum and a maximum, like \(name)(100,200)")
  default:
    let nearest = ["fixed", "flexible", "adaptive"].nearest(to: String(name))
    throw LayoutError(
      "'\(part)' is no track; "
        + (nearest.map { "the nearest is \($0)(100)" } ?? "write fixed(100), flexible or adaptive(160)"))
  }
  return Array(repeating: GridItem(size, spacing: spacing, alignment: alignment), count: count)
}

/// `(10,200)`, `=10..200`, or nothing.
private func numbers(_ text: Substring, _ part: Substring) throws(LayoutError) -> [Double] {
  if text.isEmpty { return [] }
  var pieces: [Substring]
  if text.hasPrefix("("), text.hasSuffix(")") {
    pieces = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
  } else if text.hasPrefix("=") {
    let body = text.dropFirst()
    if let dots = body.firstRange(of: "..") {
      pieces = [body[..<dots.lowerBound], body[dots.upperBound...]]
    } else {
      pieces = [body]
    }
  } else {
    throw LayoutError("'\(part)' is no track; lengths stand in parentheses, like adaptive(160,240)")
  }
  if pieces == [""] { pieces = [] }
  var numbers: [Double] = []
  for piece in pieces { numbers.append(try number(piece, part)) }
  return numbers
}

private func number(_ text: Substring, _ part: Substring) throws(LayoutError) -> Double {
  guard let number = Double(text), number.isFinite, number >= 0 else {
    throw LayoutError("'\(text)' in '\(part)' is no length; write a number, zero or above")
  }
  return number
}

/// An alignment by SwiftUI's name of it.
package func alignment(named name: String) -> Alignment? { namedAlignments.first { $0.name == name }?.alignment }

private let namedAlignments: [(name: String, alignment: Alignment)] = [
  ("topLeading", .topLeading), ("top", .top), ("topTrailing", .topTrailing), ("leading", .leading), ("center", .center),
  ("trailing", .trailing), ("bottomLeading", .bottomLeading), ("bottom", .bottom), ("bottomTrailing", .bottomTrailing),
]

private func alignmentNamed(_ name: Substring, _ part: Substring) throws(LayoutError) -> Alignment {
  if let alignment = alignment(named: String(name)) { return alignment }
  let nearest = namedAlignments.map(\.name).nearest(to: String(name)) ?? "top"
  throw LayoutError("'\(name)' in '\(part)' is no alignment; the nearest is \(nearest)")
}
