/// Reads names, words and values out of the text of an order or filter.
package struct TermScanner {
  private let text: String
  private var index: String.Index
  private let what: String

  package init(_ text: String, what: String) {
    self.text = text
    self.what = what
    index = text.startIndex
  }

  package var isAtEnd: Bool { index == text.endIndex }
  package var rest: Substring { text[index...] }

  package mutating func take(_ character: Character) -> Bool {
    guard !isAtEnd, text[index] == character else { return false }
    index = text.index(after: index)
    return true
  }

  /// Takes a text that must come next, whatever its letters' case.
  package mutating func take(prefix: String) -> Bool {
    guard rest.prefix(prefix.count).asciiLowercased == prefix else { return false }
    index = text.index(index, offsetBy: prefix.count)
    return true
  }

  /// Letters, digits and `_`; empty where there are none.
  package mutating func word() -> String {
    let start = index
    while !isAtEnd, text[index].isLetter || text[index].isNumber || text[index] == "_" {
      index = text.index(after: index)
    }
    return String(text[start..<index])
  }

  /// A column name: plain words with hyphens between, or anything in double quotes, a quote in it doubled.
  package mutating func name() throws(StoreError) -> String {
    if !isAtEnd, text[index] == "\"" { return try quotedText() }
    // A hyphen can mean nothing else here, so Installed-Size needs no quotes either.
    var name = word()
    while !name.isEmpty, rest.hasPrefix("-") {
      _ = take("-")
      name += "-" + word()
    }
    if name.isEmpty {
      throw error(
        isAtEnd
          ? "a column name is missing at the end"
          : "a column name is missing before '\(rest)'; a name with other characters stands in double quotes")
    }
    return name
  }

  /// What stands in double quotes here. A quote inside is doubled or has a backslash before it.
  package mutating func quotedText() throws(StoreError) -> String {
    let opening = rest
    index = text.index(after: index)
    var result = ""
    while !isAtEnd {
      let character = text[index]
      index = text.index(after: index)
      if character == "\\", !isAtEnd {
        result.append(text[index])
        index = text.index(after: index)
      } else if character != "\"" {
        result.append(character)
      } else if !take("\"") {
        return result
      } else {
        result.append("\"")
      }
    }
    throw error("the quote in '\(opening)' is not closed")
  }

  /// Everything up to one of the characters.
  package mutating func text(until stops: Set<Character>) -> String {
    let start = index
    while !isAtEnd, !stops.contains(text[index]) { index = text.index(after: index) }
    return String(text[start..<index])
  }

  package func error(_ message: String) -> StoreError {
    StoreError(.badText, "\(what) '\(text)': \(message)")
  }
}
