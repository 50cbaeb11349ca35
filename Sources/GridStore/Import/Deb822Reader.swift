/// Reads paragraphs of `Name: value` lines: the control data of Debian.
///
/// See [deb822(5)](https://manpages.debian.org/bookworm/dpkg-dev/deb822.5.en.html). Paragraphs stand apart by blank
/// lines; a line that begins with `#` is a comment. A field goes on in lines that begin with a space or tab, which is
/// not part of its text, and of which `.` alone is an empty one. Names of fields are the same in any case.
package final class Deb822Reader: RowReader {
  package let buffer: InputBuffer
  package private(set) var line = 1
  package var isChecked = false
  var members: MemberNames
  package var names: [String] { members.names }

  /// - Parameter members: The names that an earlier reading met.
  package init(_ buffer: InputBuffer, members: MemberNames = MemberNames(ignoresCase: true)) throws(StoreError) {
    self.buffer = buffer
    self.members = members
    try skipByteOrderMark(buffer)
  }

  package func resume(at offset: Int, line: Int) throws(StoreError) {
    try skipBuffer(to: offset)
    self.line = line
  }

  package func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    while true {
      let bytes = buffer.bytes
      switch parse(bytes.span, &row) {
      case .cutShort: try fillForRow()
      case .end: return .end
      case .row(let end, let nextLine, let fault):
        line = nextLine
        buffer.start = end
        if let fault { return .rejected(fault) }
        if !isChecked, let fault = textFault(bytes.span, row.raw) { return .rejected(fault) }
        return .row
      }
    }
  }

  private enum Parse {
    case row(end: Int, nextLine: Int, fault: String?)
    case cutShort, end
  }

  /// Looks for the fields of a paragraph, up to the blank line that ends it.
  private func parse(_ bytes: Span<UInt8>, _ row: inout ImportRow) -> Parse {
    var at = buffer.start
    var line = self.line
    var fault: String?
    var hasBegun = false
    row.clear(line: line)
    while at < bytes.count {
      let start = at
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      if end == bytes.count, !buffer.isAtEnd { return .cutShort }
      at = min(end + 1, bytes.count)
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      line += 1
      let text = trimmed(bytes, start..<end)
      if text.isEmpty {
        if hasBegun { return .row(end: at, nextLine: line, fault: fault) }
        continue
      }
      if bytes[start] == UInt8(ascii: "#") { continue }
      if !hasBegun {
        hasBegun = true
        row.line = line - 1
        row.raw = start..<end
      }
      row.raw = row.raw.lowerBound..<end
      if text.lowerBound > start {
        if row.fields.isEmpty {
          fault = fault ?? "line \(line - 1) goes on with a field that is not there"
        } else {
          goOn(bytes, start + 1..<end, isEmpty: text.count == 1 && bytes[text.lowerBound] == UInt8(ascii: "."), &row)
        }
      } else {
        let reason = append(bytes, text, &row)
        fault = fault ?? reason
      }
    }
    guard buffer.isAtEnd else { return .cutShort }
    return hasBegun ? .row(end: at, nextLine: line, fault: fault) : .end
  }

  /// Takes a line that begins a field. Gives what is wrong with it, if anything.
  private func append(_ bytes: Span<UInt8>, _ text: Range<Int>, _ row: inout ImportRow) -> String? {
    var colon = text.lowerBound
    while colon < text.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
    if colon == text.upperBound || colon == text.lowerBound { return "a line has no name of a field before a colon" }
    let column = members.column(bytes.extracting(text.lowerBound..<colon), after: row.fields.last?.column ?? -1)
    if row.fields.contains(where: { $0.column == column }) { return "the field '\(names[column])' is there twice" }
    let value = trimmed(bytes, colon + 1..<text.upperBound)
    row.fields.append(
      ImportRow.Field(
        column: column, start: value.lowerBound, end: value.upperBound, kind: value.isEmpty ? .null : .plain))
    return nil
  }

  /// Takes a line that goes on with the last field, whose text then has no place of its own in the input.
  private func goOn(_ bytes: Span<UInt8>, _ range: Range<Int>, isEmpty: Bool, _ row: inout ImportRow) {
    let last = row.fields.count - 1
    if !row.fields[last].isUnescaped {
      let (start, end) = (row.fields[last].start, row.fields[last].end)
      row.fields[last].start = row.unescaped.count
      row.fields[last].isUnescaped = true
      row.fields[last].kind = .plain
      for at in start..<end { row.unescaped.append(bytes[at]) }
    }
    row.unescaped.append(0x0A)
    if !isEmpty { for at in range { row.unescaped.append(bytes[at]) } }
    row.fields[last].end = row.unescaped.count
  }

  private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
