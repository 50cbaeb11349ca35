/// One row on its way into a table: the bytes of its fields side by side.
package struct ImportRow: Sendable {
  package enum Kind: Sendable {
    case null
    /// Text that may spell a number.
    case plain
    /// Text that is text, whatever it spells: a string of JSON.
    case string
  }

  package struct Field: Sendable {
    package var column: Int
    package var start: Int
    package var end: Int
    package var kind: Kind
  }

  /// The line that it begins on, counted from 1.
  package var line = 0
  package var bytes: [UInt8] = []
  package var fields: [Field] = []

  package init() {}

  package mutating func clear(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  package mutating func append(column: Int, _ text: some Collection<UInt8>, _ kind: Kind) {
    let start = bytes.count
    bytes += text
    fields.append(Field(column: column, start: start, end: bytes.count, kind: kind))
  }
}

/// What reading a row came to.
package enum ImportOutcome: Sendable {
  case row
  /// A row that cannot be taken, and why; the reader goes on behind it.
  case rejected(String)
  case end
}

/// Reads rows of one format.
package protocol ImportReader: AnyObject {
  /// The names of the columns met so far; there may be more with every row.
  var columns: [String] { get }
  /// What was done to names, to be said.
  var notes: [String] { get }
  func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome
}

/// Column names made unique as SQLite compares them, each change noted.
package func uniqueNames(_ names: [String]) -> (names: [String], notes: [String]) {
  var taken: Set<String> = []
  var result: [String] = []
  var notes: [String] = []
  for (i, name) in names.enumerated() {
    var unique = name.isEmpty ? "column\(i + 1)" : name
    var number = 2
    while taken.contains(unique.asciiLowercased) {
      unique = "\(name.isEmpty ? "column\(i + 1)" : name)_\(number)"
      number += 1
    }
    if name.isEmpty {
      notes.append("column \(i + 1) has no name and is called '\(unique)'")
    } else if unique != name {
      notes.append("the second column '\(name)' is called '\(unique)'")
    }
    taken.insert(unique.asciiLowercased)
    result.append(unique)
  }
  return (result, notes)
}
