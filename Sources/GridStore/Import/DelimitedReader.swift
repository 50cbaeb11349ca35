/// Reads comma- or tab-separated values: by [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180), and what else there is.
///
/// LF, CRLF and CR end a row. A field that begins with a quote goes on to its closing quote, over line ends and
/// delimiters; elsewhere a quote is a character. Empty fields are NULL. Lines with nothing on them are no rows.
package final class DelimitedReader: RowReader {
  package let buffer: InputBuffer
  package private(set) var names: [String] = []
  package private(set) var line = 1
  package var isChecked = false
  package let delimiter: UInt8

  // Constants that cost nothing; stored ones would be looked up for each byte.
  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  private static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  /// Reads the names, which are the first row or `column1`, `column2` and so on.
  ///
  /// - Parameter delimiter: nil is a comma, or a semicolon if the first line has one and no comma.
  package init(_ buffer: InputBuffer, delimiter: UInt8?, hasHeader: Bool) throws(StoreError) {
    self.buffer = buffer
    try skipByteOrderMark(buffer)
    if let delimiter {
      self.delimiter = delimiter
    } else {
      let (comma, semicolon) = (UInt8(ascii: ","), UInt8(ascii: ";"))
      let firstLine = try buffer.peek(4096).drop { $0 == 10 || $0 == 13 }.prefix { $0 != 10 && $0 != 13 }
      self.delimiter = !firstLine.contains(comma) && firstLine.contains(semicolon) ? semicolon : comma
    }
    var row = ImportRow()
    switch try readRow(&row) {
    case .row: break
    case .rejected(let fault): throw StoreError(.badInput, "line \(row.line): \(fault)")
    case .end: throw StoreError(.badInput, "the input is empty")
    }
    if hasHeader {
      let bytes = buffer.bytes
      if let fault = textFault(bytes.span, row.raw) {
        throw StoreError(.badInput, "line \(row.line): these are the names of the columns, and \(fault)")
      }
      names = row.fields.map { field in
        String(decoding: (field.isUnescaped ? row.unescaped : bytes)[field.start..<field.end], as: UTF8.self)
      }
    } else {
      names = row.fields.indices.map { "column\($0 + 1)" }
      // It is a row as well, so it is read again; the buffer has it until it is filled.
      buffer.start = row.raw.lowerBound
      line = row.line
    }
  }

  package func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    let outcome = try readRow(&row)
    guard outcome == .row else { return outcome }
    if row.fields.count != names.count {
      return .rejected("\(row.fields.count) \(row.fields.count == 1 ? "field" : "fields"), not \(names.count)")
    }
    if isChecked { return .row }
    let bytes = buffer.bytes
    return textFault(bytes.span, row.raw).map(ImportOutcome.rejected) ?? .row
  }

  package func resume(at offset: Int, line: Int) throws(StoreError) {
    try skipBuffer(to: offset)
    self.line = line
  }

  private func readRow(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    while true {
      let bytes = buffer.bytes
      switch parse(bytes.span, from: buffer.start, &row) {
      case .cutShort: try fillForRow()
      case .unclosed(let line):
        throw StoreError(.badInput, "line \(line): a quote is opened there and never closed")
      case .end: return .end
      case .row(let end, let nextLine, let fault):
        row.raw = buffer.start..<end
        buffer.start = end
        line = nextLine
        if let fault { return .rejected(fault) }
        let isBlank = row.fields.count == 1 && row.raw.count <= 2 && row.fields[0].kind == .null
        if !isBlank || bytes[row.raw.lowerBound] == DelimitedReader.quote { return .row }
      }
    }
  }

  private enum Parse {
    case row(end: Int, nextLine: Int, fault: String?)
    /// The bytes end before the row does, and there are more of them.
    case cutShort
    case unclosed(line: Int)
    case end
  }

  /// Looks for the fields of a row.
  private func parse(_ bytes: Span<UInt8>, from start: Int, _ row: inout ImportRow) -> Parse {
    let (count, isFinal, delimiter) = (bytes.count, buffer.isAtEnd, delimiter)
    if start == count { return isFinal ? .end : .cutShort }
    var at = start
    var line = self.line
    var fault: String?
    row.clear(line: line)
    while true {
      if at < count, bytes[at] == DelimitedReader.quote {
        let opened = line
        guard let close = quoteEnd(bytes, at + 1, &line) else { return isFinal ? .unclosed(line: opened) : .cutShort }
        appendQuoted(bytes, at + 1..<close.at, hasDoubled: close.hasDoubled, &row)
        at = close.at + 1
        if at < count, !DelimitedReader.isEnd(bytes[at], delimiter) {
          fault = "text stands behind the closing quote of field \(row.fields.count)"
          while at < count, !DelimitedReader.isEnd(bytes[at], delimiter) { at += 1 }
        }
      } else {
        let fieldStart = at
        while at < count, !DelimitedReader.isEnd(bytes[at], delimiter) { at += 1 }
        row.fields.append(
          ImportRow.Field(
            column: row.fields.count, start: fieldStart, end: at, kind: at == fieldStart ? .null : .plain))
      }
      if at == count {
        return isFinal ? .row(end: at, nextLine: line + 1, fault: fault) : .cutShort
      }
      if bytes[at] == delimiter {
        at += 1
        continue
      }
      if bytes[at] == DelimitedReader.carriageReturn {
        if at + 1 == count, !isFinal { return .cutShort }
        if at + 1 < count, bytes[at + 1] == DelimitedReader.lineFeed { at += 1 }
      }
      return .row(end: at + 1, nextLine: line + 1, fault: fault)
    }
  }

  @inline(__always)
  private static func isEnd(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == delimiter || byte == lineFeed || byte == carriageReturn
  }

  /// Finds the quote that closes a field; nil where it is not among the bytes yet.
  private func quoteEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ line: inout Int
  ) -> (at: Int, hasDoubled: Bool)? {
    var at = start
    var hasDoubled = false
    while at < bytes.count {
      switch bytes[at] {
      case DelimitedReader.quote:
        // Whether this quote is one of two shows in the byte behind it.
        guard at + 1 < bytes.count || buffer.isAtEnd else { return nil }
        guard at + 1 < bytes.count, bytes[at + 1] == DelimitedReader.quote else { return (at, hasDoubled) }
        hasDoubled = true
        at += 2
        continue
      case DelimitedReader.lineFeed: line += 1
      case DelimitedReader.carriageReturn:
        if at + 1 < bytes.count, bytes[at + 1] != DelimitedReader.lineFeed { line += 1 }
      default: break
      }
      at += 1
    }
    return nil
  }

  private func appendQuoted(_ bytes: Span<UInt8>, _ range: Range<Int>, hasDoubled: Bool, _ row: inout ImportRow) {
    var field = ImportRow.Field(
      column: row.fields.count, start: range.lowerBound, end: range.upperBound, kind: range.isEmpty ? .null : .plain)
    if hasDoubled {
      field.start = row.unescaped.count
      var at = range.lowerBound
      while at < range.upperBound {
        row.unescaped.append(bytes[at])
        at += bytes[at] == DelimitedReader.quote ? 2 : 1
      }
      field.end = row.unescaped.count
      field.isUnescaped = true
    }
    row.fields.append(field)
  }
}

/// Steps over the mark that some programs put before UTF-8, and refuses what is UTF-16 or UTF-32.
func skipByteOrderMark(_ buffer: InputBuffer) throws(StoreError) {
  let head = try buffer.peek(4)
  if head.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.start += 3 }
  if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
    throw StoreError(
      .badInput, "the input is UTF-16; make it UTF-8 first, for example with iconv -f utf-16 -t utf-8")
  }
}
