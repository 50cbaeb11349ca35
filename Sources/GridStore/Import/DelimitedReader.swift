/// Reads comma- or tab-separated values, by [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180) and beyond it: any
/// line end, a byte order mark, quotes in the middle of a field as they are.
package final class DelimitedReader: ImportReader {
  package private(set) var columns: [String] = []
  package private(set) var notes: [String] = []
  private let input: ByteInput
  private let delimiter: UInt8
  private var line = 1
  private var isFirst = true
  /// Set where the first row is data: it is given before all others.
  private var pending: ImportRow?

  private static let quote = UInt8(ascii: "\"")

  /// - Parameters:
  ///   - delimiter: nil is the likeliest of comma, semicolon and tab in the first line.
  ///   - hasHeader: Whether the first row has the names.
  package init(_ input: ByteInput, delimiter: UInt8?, hasHeader: Bool) throws(StoreError) {
    self.input = input
    guard try input.fill() else { throw StoreError(.badInput, "the input is empty") }
    let head = try input.peek(4096)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { input.position += 3 }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      throw StoreError(.badInput, "the input is UTF-16; make it UTF-8 first, for example with iconv -f utf-16 -t utf-8")
    }
    let firstLine = head.prefix { $0 != 10 && $0 != 13 }
    self.delimiter =
      delimiter ?? [44, 59, 9].max { a, b in
        firstLine.count { $0 == a } < firstLine.count { $0 == b }
      }!
    var row = ImportRow()
    guard try read(&row), !row.fields.isEmpty else { throw StoreError(.badInput, "the input has no row") }
    let texts = row.fields.map { String(decoding: row.bytes[$0.start..<$0.end], as: UTF8.self) }
    if hasHeader {
      (columns, notes) = uniqueNames(texts.map { String($0.filter { $0 != "\0" }) })
    } else {
      columns = texts.indices.map { "column\($0 + 1)" }
      pending = row
    }
  }

  package func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    if let first = pending {
      pending = nil
      row = first
    } else {
      repeat {
        guard try read(&row) else { return .end }
        // A line with nothing on it is no row, unless there is but one column to be empty.
      } while row.fields.count == 1 && row.bytes.isEmpty && columns.count > 1
    }
    if row.fields.count != columns.count {
      return .rejected("\(row.fields.count) fields, not \(columns.count)")
    }
    return .row
  }

  /// Reads fields up to the end of a row. False at the end of the input.
  private func read(_ row: inout ImportRow) throws(StoreError) -> Bool {
    row.clear(line: line)
    guard try input.fill() else { return false }
    var start = 0
    while true {
      guard try input.fill() else { break }
      let chunk = input.chunk
      let from = input.position
      // The start of a field: in quotes or not.
      if row.bytes.count == start, chunk[from] == DelimitedReader.quote {
        input.position = from + 1
        try readQuoted(&row)
        continue
      }
      let end = chunk[from...].firstIndex { $0 == delimiter || $0 == 10 || $0 == 13 } ?? chunk.count
      row.bytes += chunk[from..<end]
      input.position = end
      if end == chunk.count { continue }
      let byte = chunk[end]
      input.position = end + 1
      finish(&row, &start)
      if byte == delimiter {
        // A delimiter at the very end has an empty field behind it.
        if try !input.fill() { break }
        continue
      }
      if byte == 13, try input.fill(), input.chunk[input.position] == 10 { input.position += 1 }
      line += 1
      return true
    }
    finish(&row, &start)
    line += 1
    return true
  }

  private func finish(_ row: inout ImportRow, _ start: inout Int) {
    let isEmpty = row.bytes.count == start
    row.fields.append(
      ImportRow.Field(
        column: row.fields.count, start: start, end: row.bytes.count, kind: isEmpty ? .null : .plain))
    start = row.bytes.count
  }

  /// Reads what stands in quotes, up to the closing one, as many bytes at a time as there are.
  private func readQuoted(_ row: inout ImportRow) throws(StoreError) {
    let opened = line
    while try input.fill() {
      let chunk = input.chunk
      let start = input.position
      let end = chunk[start...].firstIndex(of: DelimitedReader.quote) ?? chunk.count
      row.bytes += chunk[start..<end]
      line += chunk[start..<end].count { $0 == 10 }
      input.position = end
      if end == chunk.count { continue }
      input.position += 1
      guard try input.fill(), input.chunk[input.position] == DelimitedReader.quote else { return }
      input.position += 1
      row.bytes.append(DelimitedReader.quote)
    }
    throw StoreError(.badInput, "line \(opened): a quote is opened there and never closed")
  }
}
