extension JSONRowsReader {
  /// Reads the object that begins here into the fields of a row.
  ///
  /// - Returns: Why the row cannot be taken although it is JSON; nil where it can.
  func readObject(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>, _ row: inout ImportRow
  ) throws(JSONFault) -> String? {
    guard scanner.take("{", bytes) else { throw scanner.fault("an object is expected") }
    var fault: String?
    var column = -1
    var isFirst = true
    while let name = try scanner.skipMemberName(bytes, isFirst: isFirst) {
      isFirst = false
      if name.hasEscapes {
        var decoded: [UInt8] = []
        JSONScanner.decode(bytes, name.range, hasEscapes: true, into: &decoded)
        column = members.column(decoded.span, after: column)
      } else {
        column = members.column(bytes.extracting(name.range), after: column)
      }
      let start = scanner.at
      var field = ImportRow.Field(column: column, start: start, end: start, kind: .string)
      switch try scanner.skipValue(bytes, depth: 1) {
      case .null: field.kind = .null
      case .number:
        field.kind = .plain
        field.end = scanner.at
      case .string(hasEscapes: false):
        field.start = start + 1
        field.end = scanner.at - 1
      case .string(hasEscapes: true):
        field.start = row.unescaped.count
        JSONScanner.decode(bytes, start + 1..<scanner.at - 1, hasEscapes: true, into: &row.unescaped)
        field.end = row.unescaped.count
        field.isUnescaped = true
      case .bool, .array, .object: field.end = scanner.at
      }
      if fault == nil, row.fields.contains(where: { $0.column == column }) {
        fault = "the member '\(members.names[column])' is there twice"
      }
      row.fields.append(field)
    }
    // Unescaped NULs are refused by the grammar already.
    if fault == nil, row.unescaped.contains(0) { fault = "a NUL byte is in it" }
    return fault
  }
}
