/// Reads objects of JSON: one a line, or the elements of one array.
///
/// Numbers keep their literal, nested values their text; `true` and `false` are kept as these words.
package final class JSONRowsReader: ImportReader {
  package private(set) var columns: [String] = []
  package var notes: [String] { [] }
  private var numbers: [String: Int] = [:]
  private let input: ByteInput
  private let isArray: Bool
  private var line = 1
  private var hasBegun = false
  private var isSingle = false
  /// The array is closed; nothing may follow.
  private var isClosed = false
  private var text: [UInt8] = []

  package init(_ input: ByteInput, isArray: Bool) {
    self.input = input
    self.isArray = isArray
  }

  package func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    while true {
      row.clear(line: line)
      if isArray {
        guard try nextElement(&row.line) else { return .end }
      } else {
        guard try input.line(&text) else { return .end }
        line += 1
        if !hasBegun, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        hasBegun = true
        if text.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      }
      do throws(StoreError) {
        try members(&row)
        return .row
      } catch {
        // In a line of its own a bad value harms no other; in an array nobody knows where the next begins.
        if isArray { throw StoreError(.badInput, "line \(row.line): \(error.message)") }
        return .rejected(error.message)
      }
    }
  }

  private func members(_ row: inout ImportRow) throws(StoreError) {
    var reader = JSONReader(text)
    reader.skipSpace()
    guard reader.take(UInt8(ascii: "{")) else { throw reader.error("an object is expected") }
    reader.skipSpace()
    if !reader.take(UInt8(ascii: "}")) {
      repeat {
        reader.skipSpace()
        guard case .string(let name) = try reader.value() else { throw reader.error("a name in quotes is expected") }
        reader.skipSpace()
        guard reader.take(UInt8(ascii: ":")) else { throw reader.error("expected ':' after '\(name)'") }
        reader.skipSpace()
        let start = reader.at
        let value = try reader.value()
        let column = number(of: name)
        if row.fields.contains(where: { $0.column == column }) {
          throw reader.error("the member '\(name)' is there twice")
        }
        switch value {
        case .null: row.append(column: column, [], .null)
        case .string(let string): row.append(column: column, string.utf8, .string)
        case .number: row.append(column: column, text[start..<reader.at], .plain)
        default: row.append(column: column, text[start..<reader.at], .string)
        }
        reader.skipSpace()
      } while reader.take(UInt8(ascii: ","))
      guard reader.take(UInt8(ascii: "}")) else { throw reader.error("expected ',' or '}'") }
    }
    reader.skipSpace()
    guard reader.isAtEnd else { throw reader.error("something follows the object") }
  }

  /// Takes the text of the next element, whatever lines it goes over.
  private func nextElement(_ start: inout Int) throws(StoreError) -> Bool {
    text.removeAll(keepingCapacity: true)
    if isClosed { return false }
    if !hasBegun {
      hasBegun = true
      guard let first = try nextVisible() else { throw StoreError(.badInput, "the input is empty") }
      // A single object is an array of one.
      if first == UInt8(ascii: "{") {
        input.position -= 1
        isSingle = true
        try takeElement()
        if let more = try nextVisible() {
          throw StoreError(.badInput, "line \(line): '\(Character(Unicode.Scalar(more)))' follows the object")
        }
        return true
      }
      guard first == UInt8(ascii: "[") else {
        throw StoreError(.badInput, "line \(line): an array of objects is expected")
      }
      guard let next = try nextVisible() else { throw StoreError(.badInput, "line \(line): the array is not closed") }
      if next == UInt8(ascii: "]") { return try close() }
      input.position -= 1
    } else {
      switch try nextVisible() {
      case UInt8(ascii: ","): break
      case UInt8(ascii: "]"):
        return try close()
      case nil:
        if isSingle { return false }
        throw StoreError(.badInput, "line \(line): the array is not closed")
      default: throw StoreError(.badInput, "line \(line): expected ',' or ']' between the objects of the array")
      }
    }
    guard try nextVisible() != nil else { throw StoreError(.badInput, "line \(line): the array is not closed") }
    input.position -= 1
    start = line
    try takeElement()
    return true
  }

  private func close() throws(StoreError) -> Bool {
    isClosed = true
    if try nextVisible() != nil { throw StoreError(.badInput, "line \(line): something follows the array") }
    return false
  }

  /// Takes bytes up to the brace that closes the first one.
  private func takeElement() throws(StoreError) {
    var depth = 0
    var isString = false
    var isEscaped = false
    let opened = line
    while true {
      guard let byte = try input.next() else {
        throw StoreError(
          .badInput, "line \(opened): \(isString ? "a quote" : "an object") is opened there and never closed")
      }
      text.append(byte)
      if byte == 10 { line += 1 }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return }
      default:
        if depth == 0 { throw StoreError(.badInput, "line \(line): an element of the array is no object") }
      }
    }
  }

  private func nextVisible() throws(StoreError) -> UInt8? {
    while let byte = try input.next() {
      if byte == 10 { line += 1 }
      if byte != 32, byte != 9, byte != 10, byte != 13 { return byte }
    }
    return nil
  }

  private func number(of name: String) -> Int {
    let key = name.asciiLowercased
    if let number = numbers[key] { return number }
    numbers[key] = columns.count
    columns.append(name)
    return columns.count - 1
  }
}
