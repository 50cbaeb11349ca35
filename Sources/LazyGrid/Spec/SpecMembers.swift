internal import GridStore

/// The members of one object of a layout spec; each is taken once, and what is left over is an error.
struct SpecMembers {
  let path: String
  private var members: [JSON.Member]
  private var known: [String] = []

  init(_ json: JSON, path: String) throws(LayoutError) {
    guard case .object(let members) = json else { throw LayoutError("\(path) is no object") }
    self.path = path
    self.members = members
  }

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// The value of a member; nil where it is absent or null.
  mutating func take(_ name: String) -> JSON? {
    known.append(name)
    guard let at = members.firstIndex(where: { $0.name == name }) else { return nil }
    let value = members.remove(at: at).value
    return value == .null ? nil : value
  }

  mutating func number(_ name: String) throws(LayoutError) -> Double? {
    guard let value = take(name) else { return nil }
    guard case .number(let literal) = value, let number = Double(literal), number.isFinite else {
      throw LayoutError("\(path).\(name) is no finite number")
    }
    return number
  }

  mutating func text(_ name: String) throws(LayoutError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw LayoutError("\(path).\(name) is no text") }
    return text
  }

  mutating func array(_ name: String) throws(LayoutError) -> [JSON]? {
    guard let value = take(name) else { return nil }
    guard case .array(let elements) = value else { throw LayoutError("\(path).\(name) is no array") }
    return elements
  }

  mutating func object(_ name: String) throws(LayoutError) -> SpecMembers? {
    guard let value = take(name) else { return nil }
    return try SpecMembers(value, path: "\(path).\(name)")
  }

  mutating func choice<Choice>(_ name: String, _ choices: KeyValuePairs<String, Choice>) throws(LayoutError) -> Choice?
  {
    guard let text = try text(name) else { return nil }
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    throw LayoutError("\(path).\(name) is '\(text)'; it must be \(choices.map(\.key).joined(separator: " or "))")
  }

  func finish() throws(LayoutError) {
    guard let left = members.first else { return }
    let nearest = known.nearest(to: left.name)
    throw LayoutError(
      "\(path) has no member '\(left.name)'"
        + (nearest.map { "; the nearest is '\($0)'" } ?? "; there are \(known.joined(separator: ", "))"))
  }
}
