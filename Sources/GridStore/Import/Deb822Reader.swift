/// Reads paragraphs of `Name: value` lines: the control data of Debian.
///
/// See [deb822(5)](https://manpages.debian.org/bookworm/dpkg-dev/deb822.5.en.html). A field goes on in lines that
/// begin with a space or tab; a `.` alone on such a line is an empty one.
package final class Deb822Reader: ImportReader {
  package private(set) var columns: [String] = []
  package var notes: [String] { [] }
  private var numbers: [String: Int] = [:]
  private let input: ByteInput
  private var line = 0
  private var text: [UInt8] = []

  package init(_ input: ByteInput) { self.input = input }

  package func next(_ row: inout ImportRow) throws(StoreError) -> ImportOutcome {
    row.clear(line: line + 1)
    var fault: String?
    while try input.line(&text) {
      line += 1
      let isBlank = text.allSatisfy { $0 == 32 || $0 == 9 }
      if isBlank {
        if row.fields.isEmpty, fault == nil {
          row.line = line + 1
          continue
        }
        return fault.map(ImportOutcome.rejected) ?? .row
      }
      if text[0] == UInt8(ascii: "#") { continue }
      if text[0] == 32 || text[0] == 9 {
        guard let last = row.fields.indices.last else {
          fault = fault ?? "line \(line) goes on a field that is not there"
          continue
        }
        // The last field's bytes are the last, so they can grow.
        row.bytes.append(10)
        let content = text.dropFirst()
        if content != [UInt8(ascii: ".")] { row.bytes += content }
        row.fields[last].end = row.bytes.count
        row.fields[last].kind = .plain
        continue
      }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
        fault = fault ?? "line \(line) has no field name"
        continue
      }
      let name = String(decoding: text[..<colon], as: UTF8.self)
      let column = number(of: name)
      if row.fields.contains(where: { $0.column == column }) {
        fault = fault ?? "the field \(name) is there twice"
        continue
      }
      let value = text[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
      let trimmed = value.reversed().drop { $0 == 32 || $0 == 9 }.reversed()
      row.append(column: column, trimmed, trimmed.isEmpty ? .null : .plain)
    }
    if let fault { return .rejected(fault) }
    return row.fields.isEmpty ? .end : .row
  }

  private func number(of name: String) -> Int {
    let key = name.asciiLowercased
    if let number = numbers[key] { return number }
    numbers[key] = columns.count
    columns.append(name)
    return columns.count - 1
  }
}
