internal import GridStore

let importCommand = Subcommand(
  name: "import", summary: "loads csv, tsv, json, ndjson or deb822 into a table",
  usage: "lazygrid import FILE… --into DB [options]",
  options: [
    Option("into", "DB", "the database; made where there is none"),
    Option("table", "T", "the table (the file's name without its ending)"),
    Option("format", "csv|tsv|json|ndjson|deb822", "of the input (by its name or content)"),
    Option("primary-key", "COLUMNS", "what identifies a row (a column id if there is one, else the rowid)"),
    Option("index", "ORDER", "an index to make afterwards; repeatable"),
    Option("type", "COLUMN=TYPE", "INTEGER, REAL or TEXT; what does not fit is refused; repeatable"),
    Option("delimiter", "C", "one character between fields"),
    Option("no-header", nil, "the first row is data; columns are called column1, column2 …"),
    Option("on-conflict", "fail|ignore|replace", "what a key that is there already does (fail)"),
    Option("quiet", nil, "no progress, no report"), Option("json", nil, "the report as one JSON object"),
  ]
) { words in
  guard !words.operands.isEmpty else { throw UsageError("a file is missing; write 'lazygrid import FILE --into DB'") }
  guard let path = try words.text("into") else {
    throw UsageError("--into is missing; write 'lazygrid import \(words.operands[0]) --into DB'")
  }
  Interruption.beginCatching()
  let database = try ImportTarget(path)
  do {
    for file in words.operands {
      try importFile(file, words, database)
    }
    try database.keep()
  } catch {
    database.discard()
    throw error
  }
}

private func importFile(_ path: String, _ words: Words, _ database: ImportTarget) throws {
  let file = try InputFile(path)
  let input = ByteInput { () throws(StoreError) in try file.next() }
  let format = try inputFormat(path, words, input)
  var request = ImportRequest(table: try words.text("table") ?? stem(path))
  request.primaryKey = try words.text("primary-key").map { try ListWords.names($0, "--primary-key") } ?? []
  request.indexes = try words.all("index").map { try Order(parsing: $0) }
  for text in words.all("type") {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { throw UsageError("--type is '\(text)'; write --type COLUMN=INTEGER, REAL or TEXT") }
    request.types.append((String(parts[0]), String(parts[1])))
  }
  if let text = try words.text("on-conflict") {
    guard let conflict = ImportRequest.Conflict(rawValue: text) else {
      throw UsageError("--on-conflict is '\(text)'; it must be fail, ignore or replace")
    }
    request.conflict = conflict
  }
  let reader = try inputReader(format, words, input)
  let importer = Importer(
    request, reader: reader, input: input, connection: database.connection,
    rejectsPath: "\(database.path).\(request.table).rejects")
  let isQuiet = words.has("quiet")
  let start = ContinuousClock.now
  let report = try importer.run(
    progress: { progress in
      if isQuiet { return }
      let seconds = (ContinuousClock.now - start).seconds
      if let index = progress.index { return Terminal.progress("index \(index) · \(timeText(seconds))") }
      let rate = Int(Double(progress.rows) / max(seconds, 0.001))
      var text = "\(grouped(progress.rows)) rows · \(grouped(rate)) a second"
      if let size = file.size, size > 0, file.bytesRead > 0 {
        let part = Double(file.bytesRead) / Double(size)
        text += " · \(Int(part * 100)) % · \(timeText(seconds / part * (1 - part))) left"
      }
      Terminal.progress(text)
    },
    isCancelled: { Interruption.isRequested })
  Terminal.endProgress()
  if words.has("json") { return Terminal.print(report.json) }
  if !isQuiet { Terminal.message(report.text(seconds: (ContinuousClock.now - start).seconds)) }
}

/// The database that is imported into: one that is there, or a new one that gets its name when it is whole.
private final class ImportTarget {
  let path: String
  let connection: Connection
  private let file: NewFile?

  init(_ path: String) throws(StoreError) {
    self.path = path
    if fileExists(path) {
      connection = try Connection(path, .readWrite)
      file = nil
    } else {
      let file = try NewFile(path, overwrites: false)
      connection = try Connection(file.temporaryPath, .create)
      self.file = file
    }
    try connection.prepareForLoading()
  }

  func keep() throws(StoreError) { try file?.keep() }
  func discard() { file?.discard() }
}

/// `-` and names without a stem give the table `items`.
private func stem(_ path: String) -> String {
  var name = path.split(separator: "/").last.map(String.init) ?? ""
  if name.hasSuffix(".gz") { name.removeLast(3) }
  if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
  return name.isEmpty || name == "-" ? "items" : name
}

private func inputFormat(_ path: String, _ words: Words, _ input: ByteInput) throws -> ImportRequest.Format {
  if let text = try words.text("format") {
    guard let format = ImportRequest.Format(rawValue: text.lowercased()) else {
      let nearest = ImportRequest.Format.allCases.map(\.rawValue).nearest(to: text) ?? "csv"
      throw UsageError("--format is '\(text)'; the nearest is \(nearest)")
    }
    return format
  }
  var name = path.lowercased()
  if name.hasSuffix(".gz") { name.removeLast(3) }
  for (ending, format) in [
    (".csv", ImportRequest.Format.csv), (".tsv", .tsv), (".tab", .tsv), (".ndjson", .ndjson), (".jsonl", .ndjson),
    (".json", .json), (".deb822", .deb822), (".dsc", .deb822),
  ] where name.hasSuffix(ending) { return format }
  let head = try input.peek(4096)
  if head.isEmpty { throw StoreError(.badInput, "'\(path)' is empty") }
  switch head.first(where: { ![32, 9, 10, 13, 0xEF, 0xBB, 0xBF].contains($0) }) {
  case UInt8(ascii: "["): return .json
  case UInt8(ascii: "{"): return .ndjson
  default: break
  }
  let line = head.prefix { $0 != 10 && $0 != 13 }
  if line.contains(9) { return .tsv }
  // "Package: bash": a name without spaces, a colon, a space.
  if let colon = line.firstIndex(of: UInt8(ascii: ":")), !line[..<colon].contains(where: { $0 == 32 || $0 == 44 }),
    line[(colon + 1)...].first ?? 32 == 32
  {
    return .deb822
  }
  return .csv
}

private func inputReader(
  _ format: ImportRequest.Format, _ words: Words, _ input: ByteInput
) throws -> any ImportReader {
  var delimiter: UInt8?
  if let text = try words.text("delimiter") {
    let spelled = text == "\\t" || text.lowercased() == "tab" ? "\t" : text
    guard spelled.utf8.count == 1, let byte = spelled.utf8.first, byte != 10, byte != 13, byte != 34 else {
      throw UsageError("--delimiter is '\(text)'; it must be one ASCII character, not a quote")
    }
    delimiter = byte
  }
  switch format {
  case .csv: return try DelimitedReader(input, delimiter: delimiter, hasHeader: !words.has("no-header"))
  case .tsv: return try DelimitedReader(input, delimiter: delimiter ?? 9, hasHeader: !words.has("no-header"))
  case .json: return JSONRowsReader(input, isArray: true)
  case .ndjson: return JSONRowsReader(input, isArray: false)
  case .deb822: return Deb822Reader(input)
  }
}

extension ImportReport {
  fileprivate func text(seconds: Double) -> String {
    let rate = grouped(Int(Double(rows) / max(seconds, 0.001)))
    var lines = ["\(table): \(grouped(rows)) rows in \(timeText(seconds)), \(rate) a second"]
    lines.append("columns: " + columns.map { "\($0.name) \($0.type)" }.joined(separator: ", "))
    lines.append("key: " + (key.isEmpty ? "the rowid" : key.joined(separator: ", ")))
    lines += notes.map { "note: \($0)" }
    if ignored > 0 { lines.append("\(grouped(ignored)) rows left out, their key was there") }
    if let rejectsPath { lines.append("\(grouped(rejected)) rows refused, see \(rejectsPath)") }
    return lines.joined(separator: "\n")
  }

  fileprivate var json: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("table", table)
      $0.member("rows", rows)
      $0.member("rejected", rejected)
      $0.member("ignored", ignored)
      $0.name("columns")
      $0.array {
        for column in columns {
          $0.object {
            $0.member("name", column.name)
            $0.member("type", column.type)
          }
        }
      }
      $0.name("key")
      $0.array { for name in key { $0.string(name) } }
      $0.name("notes")
      $0.array { for note in notes { $0.string(note) } }
    }
    return writer.bytes
  }
}
