/// One row on its way into a table: where each field lies among the bytes that were read.
package struct ImportRow: Sendable {
  package enum Kind: Sendable, Hashable {
    case null
    /// Text that may spell a number.
    case plain
    /// Text that is text, whatever it spells: a string of JSON.
    case string
  }

  package struct Field: Sendable, Hashable {
    package var column: Int
    /// Where it begins and ends, in the bytes of the input or, if it is spelled otherwise there, in ``unescaped``.
    package var start: Int
    package var end: Int
    package var kind: Kind
    package var isUnescaped = false
  }

  /// The line that it begins on, counted from 1.
  package var line = 0
  /// Where it lies in the input's bytes as it was written.
  package var raw = 0..<0
  package var fields: [Field] = []
  /// What fields stand for whose own bytes have doubled quotes, escapes, or line ends that do not belong to them.
  package var unescaped: [UInt8] = []

  package init() {}

  mutating func clear(line: Int) {
    self.line = line
    fields.removeAll(keepingCapacity: true)
    unescaped.removeAll(keepingCapacity: true)
  }
}

/// What reading a row came to.
package enum ImportOutcome: Sendable, Hashable {
  case row
  /// A row that cannot be taken, and why; the reader goes on behind it.
  case rejected(String)
  case end
}

/// Reads rows of one format, each of them whole, from the bytes in its buffer.
///
/// What it finds holds until the next call: fields point into the buffer.
package protocol RowReader: AnyObject {
  var buffer: InputBuffer { get }
  /// The names met so far, as the input has them. They grow where rows may have names of their own.
  var names: [String] { get }
  /// The line that the next row begins on.
  var line: Int { get }
  /// Whether the text was found to be good by an earlier reading, and need not be looked at again.
  var isChecked: Bool { get set }

  /// Reads the next row.
  ///
  /// - Throws: ``StoreError`` of kind `badInput` where nobody can know where the next row would begin.
  func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome

  /// Goes on as one that had just read the rows before an offset, at a line.
  func resume(at offset: Int, line: Int) throws(StoreError)
}

extension RowReader {
  /// How long one row may be, in bytes: more would not be a row but a quote that is never closed.
  static var mostBytes: Int { 1 << 26 }

  /// Reads on in the middle of a row.
  func fillForRow() throws(StoreError) {
    if buffer.bytes.count - buffer.start > Self.mostBytes {
      throw StoreError(
        .badInput, "line \(line): what begins there is longer than \(Self.mostBytes >> 20) MB; is it one row?")
    }
    try buffer.fill()
  }

  func skipBuffer(to offset: Int) throws(StoreError) {
    guard try buffer.skip(to: offset) else {
      throw StoreError(.badInput, "the input is shorter than it was when the import began")
    }
  }
}
