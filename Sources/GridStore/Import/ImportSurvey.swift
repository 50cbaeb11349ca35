/// What the first reading of an input finds: its format, its columns and their types, how many rows it has.
///
/// All of the input is read before anything is written, for a column may hold numbers only if that changes none of its
/// values, and the one that it would change may come last. A sample cannot know it; to make a column text afterwards
/// would be too late, since `1.10` that went in as a number is `1.1`. This reading costs a fifth of what the loading
/// costs, and also finds a quote that is never closed, or an array that is, while the database is as it was. What comes
/// through a pipe is kept on disk meanwhile.
struct ImportSurvey {
  let format: ImportRequest.Format
  let delimiter: UInt8?
  let members: MemberNames
  let names: [String]
  let columns: [ColumnSurvey]
  let rows: Int
  /// Whether no row was refused: then the second reading need not look for what is wrong with the text.
  let isClean: Bool
  /// A hash of the first bytes, which with the stamp of the file tells it from others.
  let fingerprint: UInt64

  /// - Parameter watch: Told of every row with the number of rows so far; it may throw to end the reading.
  init(
    _ request: ImportRequest, name: String, _ buffer: InputBuffer, watch: (Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    let beginning = try buffer.peek(4096)
    if beginning.isEmpty { throw StoreError(.badInput, "the input is empty") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in beginning { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    fingerprint = hash
    format = request.format ?? ImportRequest.Format(fileName: name) ?? ImportRequest.Format(beginning: beginning)
    let reader = try ImportSurvey.reader(of: format, buffer, request, delimiter: request.delimiter)
    delimiter = (reader as? DelimitedReader)?.delimiter

    var columns: [ColumnSurvey] = []
    var (rows, rejected) = (0, 0)
    var row = ImportRow()
    reading: while true {
      switch try reader.next(&row) {
      case .end: break reading
      case .rejected: rejected += 1
      case .row:
        rows += 1
        let bytes = buffer.bytes
        for field in row.fields where field.kind != .null {
          while columns.count <= field.column { columns.append(ColumnSurvey()) }
          if columns[field.column].isSettled { continue }
          let text = (field.isUnescaped ? row.unescaped : bytes)
          columns[field.column].add(text.span.extracting(field.start..<field.end), field.kind, line: row.line)
        }
      }
      try watch(rows)
    }
    names = reader.names
    while columns.count < names.count { columns.append(ColumnSurvey()) }
    self.columns = columns
    self.rows = rows
    isClean = rejected == 0
    members = (reader as? JSONRowsReader)?.members ?? (reader as? Deb822Reader)?.members ?? MemberNames()
  }

  /// A reader that knows what was found, at the beginning of the input.
  func reader(_ buffer: InputBuffer, _ request: ImportRequest) throws(StoreError) -> any RowReader {
    let reader = try ImportSurvey.reader(of: format, buffer, request, delimiter: delimiter, members: members)
    reader.isChecked = isClean
    return reader
  }

  private static func reader(
    of format: ImportRequest.Format, _ buffer: InputBuffer, _ request: ImportRequest, delimiter: UInt8?,
    members: MemberNames? = nil
  ) throws(StoreError) -> any RowReader {
    switch format {
    case .csv: try DelimitedReader(buffer, delimiter: delimiter, hasHeader: request.hasHeader)
    case .tsv:
      try DelimitedReader(buffer, delimiter: delimiter ?? UInt8(ascii: "\t"), hasHeader: request.hasHeader)
    case .json: try JSONRowsReader(buffer, layout: .text, members: members ?? MemberNames())
    case .ndjson: try JSONRowsReader(buffer, layout: .lines, members: members ?? MemberNames())
    case .deb822: try Deb822Reader(buffer, members: members ?? MemberNames(ignoresCase: true))
    }
  }
}
