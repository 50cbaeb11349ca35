/// Reads objects of JSON as rows: their members are the fields.
///
/// Of the format `ndjson` each line is an object of its own, and a bad one is refused alone. Of the format `json`
/// the text is an array of objects, an object whose only member is such an array, or objects one after another; where
/// its grammar is broken nobody knows where the next row begins, so that fails the import.
///
/// Numbers are plain text, since they may lose something as numbers; strings are text whatever they spell; `true`,
/// `false` and nested values are kept as they are written; null and a member that is not there are NULL.
package final class JSONRowsReader: RowReader {
  package enum Layout: Sendable { case lines, text }

  package let buffer: InputBuffer
  package private(set) var line = 1
  package var isChecked = false
  var members: MemberNames
  package var names: [String] { members.names }

  private let layout: Layout
  private var shape: Shape?
  /// Whether a row was read, so that a comma must come before the next one of an array.
  private var hasRows = false

  /// What holds the objects of a text.
  private enum Shape { case array, wrappedArray, sequence }

  /// - Parameter members: The members that an earlier reading met.
  package init(_ buffer: InputBuffer, layout: Layout, members: MemberNames = MemberNames()) throws(StoreError) {
    self.buffer = buffer
    self.layout = layout
    self.members = members
    try skipByteOrderMark(buffer)
    if layout == .text { try readBeginning() }
  }

  package func resume(at offset: Int, line: Int) throws(StoreError) {
    try skipBuffer(to: offset)
    self.line = line
    hasRows = true
  }

  package func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    layout == .lines ? try nextLine(&row) : try nextElement(&row)
  }

  // MARK: Lines

  private func nextLine(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    while true {
      let input = buffer.bytes
      let bytes = input.span
      guard let end = lineEnd(bytes, from: buffer.start) else {
        try fillForRow()
        continue
      }
      if buffer.start == end { return .end }
      row.clear(line: line)
      row.raw = buffer.start..<end
      // Without its line end, which a message shall not point behind.
      var last = end
      while last > buffer.start, bytes[last - 1] == 0x0A || bytes[last - 1] == 0x0D { last -= 1 }
      line += 1
      buffer.start = end
      var scanner = JSONScanner(at: row.raw.lowerBound)
      let text = bytes.extracting(..<last)
      scanner.skipSpace(text)
      if scanner.at == last { continue }
      do throws(JSONFault) {
        let fault = try readObject(&scanner, text, &row)
        scanner.skipSpace(text)
        if scanner.at < last { return .rejected("column \(column(scanner.at, row)): something follows the object") }
        return fault.map(ImportOutcome.rejected) ?? .row
      } catch {
        return .rejected("column \(column(error.offset, row)): \(error.reason)")
      }
    }
  }

  private func column(_ offset: Int, _ row: ImportRow) -> Int { offset - row.raw.lowerBound + 1 }

  /// Where the line ends, its line end included; nil where that is not among the bytes yet.
  private func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\n") { return at + 1 }
      at += 1
    }
    return buffer.isAtEnd ? at : nil
  }

  // MARK: A text

  /// Steps over what comes before the first object.
  private func readBeginning() throws(StoreError) {
    while shape == nil {
      let bytes = buffer.bytes
      do throws(JSONFault) {
        shape = try beginning(bytes.span)
      } catch {
        guard error.isCutShort, !buffer.isAtEnd else { throw located(error, bytes.span) }
        try fillForRow()
      }
    }
  }

  private func beginning(_ bytes: Span<UInt8>) throws(JSONFault) -> Shape {
    var scanner = JSONScanner(at: buffer.start)
    scanner.skipSpace(bytes)
    if scanner.at == bytes.count { throw scanner.cutShort("the input is empty") }
    let start = scanner.at
    if scanner.take("[", bytes) {
      take(bytes, to: scanner.at)
      return .array
    }
    guard scanner.take("{", bytes) else { throw scanner.fault("an array of objects is expected") }
    if try scanner.skipMemberName(bytes, isFirst: true) != nil {
      if scanner.at == bytes.count { throw scanner.cutShort("the text ends where a value was expected") }
      guard scanner.take("[", bytes) else {
        take(bytes, to: start)
        return .sequence
      }
      let elements = scanner.at
      scanner.skipSpace(bytes)
      if scanner.at == bytes.count { throw scanner.cutShort("an array is opened and never closed") }
      if bytes[scanner.at] == UInt8(ascii: "{") {
        take(bytes, to: elements)
        return .wrappedArray
      }
    }
    take(bytes, to: start)
    return .sequence
  }

  private func nextElement(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    while true {
      let bytes = buffer.bytes
      do throws(JSONFault) {
        return try element(bytes.span, &row)
      } catch {
        guard error.isCutShort, !buffer.isAtEnd else { throw located(error, bytes.span) }
      }
      try fillForRow()
    }
  }

  private func element(_ bytes: Span<UInt8>, _ row: inout ImportRow) throws(JSONFault) -> ImportOutcome {
    var scanner = JSONScanner(at: buffer.start)
    scanner.skipSpace(bytes)
    if shape == .sequence {
      if scanner.at == bytes.count {
        if !buffer.isAtEnd { throw scanner.cutShort("") }
        return .end
      }
    } else {
      guard try scanner.skipToElement(bytes, isFirst: !hasRows) else {
        try readEnding(&scanner, bytes)
        return .end
      }
      if scanner.at == bytes.count { throw scanner.cutShort("the array is opened and never closed") }
    }
    let start = scanner.at
    row.clear(line: line + lineFeeds(bytes, buffer.start..<start))
    let fault: String?
    if bytes[start] == UInt8(ascii: "{") {
      fault = try readObject(&scanner, bytes, &row)
    } else {
      _ = try scanner.skipValue(bytes)
      // A number might go on behind the bytes that are here.
      if scanner.at == bytes.count, !buffer.isAtEnd { throw scanner.cutShort("") }
      fault = "it is no object"
    }
    row.raw = start..<scanner.at
    take(bytes, to: scanner.at)
    hasRows = true
    return fault.map(ImportOutcome.rejected) ?? .row
  }

  private func readEnding(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONFault) {
    if shape == .wrappedArray {
      scanner.skipSpace(bytes)
      if scanner.take(",", bytes) {
        throw scanner.fault("the object has other members beside the array; give the array alone", at: scanner.at - 1)
      }
      guard scanner.take("}", bytes) else {
        if scanner.at == bytes.count { throw scanner.cutShort("an object is opened and never closed") }
        throw scanner.fault("expected '}' behind the array")
      }
    }
    scanner.skipSpace(bytes)
    if scanner.at < bytes.count { throw scanner.fault("something follows the end of the rows") }
    if !buffer.isAtEnd { throw scanner.cutShort("") }
  }

  private func take(_ bytes: Span<UInt8>, to end: Int) {
    line += lineFeeds(bytes, buffer.start..<end)
    buffer.start = end
  }

  private func lineFeeds(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var count = 0
    for at in range where bytes[at] == UInt8(ascii: "\n") { count += 1 }
    return count
  }

  private func located(_ fault: JSONFault, _ bytes: Span<UInt8>) -> StoreError {
    let at = min(fault.offset, bytes.count)
    let line = self.line + lineFeeds(bytes, buffer.start..<max(at, buffer.start))
    return StoreError(.badInput, "line \(line): \(fault.reason)")
  }
}
