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
    Option("resume", nil, "go on with an import of the same file that was stopped"),
    Option("quiet", nil, "no progress, no report"), Option("json", nil, "the report as one JSON object"),
  ]
) { words in
  guard !words.operands.isEmpty else { throw UsageError("a file is missing; write 'lazygrid import FILE --into DB'") }
  guard let path = try words.text("into") else {
    throw UsageError("--into is missing; write 'lazygrid import \(words.operands[0]) --into DB'")
  }
  Interruption.beginCatching()
  let target = try ImportTarget(path, resumes: words.has("resume"))
  do {
    for file in words.operands { try importFile(file, words, target) }
    try target.keep()
  } catch {
    Terminal.endProgress()
    target.discard()
    throw error
  }
}

private func importFile(_ path: String, _ words: Words, _ target: ImportTarget) throws {
  let request = try importRequest(path, words)
  let isQuiet = words.has("quiet")
  let start = ContinuousClock.now
  let importer = Importer(
    request, from: try InputFile.source(path), into: target, rejectsPath: "\(target.path).\(request.table).rejects",
    progress: { if !isQuiet { Terminal.progress($0.text(seconds: (ContinuousClock.now - start).seconds)) } },
    isCancelled: { Interruption.isRequested })
  let report = try importer.run()
  Terminal.endProgress()
  if words.has("json") { return Terminal.print(report.json) }
  if !isQuiet { Terminal.message(report.text) }
}

private func importRequest(_ path: String, _ words: Words) throws -> ImportRequest {
  var request = ImportRequest(table: try words.text("table") ?? stem(path))
  if let text = try words.text("format") {
    request.format = ImportRequest.Format(rawValue: text.lowercased())
    if request.format == nil {
      let nearest = ImportRequest.Format.allCases.map(\.rawValue).nearest(to: text) ?? "csv"
      throw UsageError("--format is '\(text)'; the nearest is \(nearest)")
    }
  }
  if let text = try words.text("delimiter") {
    let spelled = text == "\\t" || text.lowercased() == "tab" ? "\t" : text
    guard spelled.utf8.count == 1, let byte = spelled.utf8.first, byte != 10, byte != 13, byte != 34 else {
      throw UsageError("--delimiter is '\(text)'; it must be one ASCII character, not a quote")
    }
    request.delimiter = byte
  }
  request.hasHeader = !words.has("no-header")
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
  request.resumes = words.has("resume")
  request.isOneOfSeveral = words.operands.count > 1
  return request
}

/// `-` and names without a stem give the table `items`.
private func stem(_ path: String) -> String {
  var name = path.split(separator: "/").last.map(String.init) ?? ""
  if name.hasSuffix(".gz") { name.removeLast(3) }
  if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
  return name.isEmpty || name == "-" ? "items" : name
}

extension ImportProgress {
  /// "412,000 of 1,000,000 rows · 250,000 a second · 3 s left"
  fileprivate func text(seconds: Double) -> String {
    switch phase {
    case .indexing(let order): return "index \(order) · \(timeText(seconds))"
    case .surveying:
      guard let totalBytes, totalBytes > 0 else { return "reading · \(byteText(Int64(bytes)))" }
      return "reading · \(bytes * 100 / totalBytes) %"
    case .loading: return rateText(done: rows, of: totalRows, seconds, "rows")
    }
  }
}

extension ImportReport {
  fileprivate var text: String {
    let rate = grouped(Int(Double(rows) / max(seconds, 0.001)))
    var lines = ["\(table): \(grouped(rows)) rows in \(timeText(seconds)), \(rate) a second"]
    lines.append("columns: " + columns.map { "\($0.name) \($0.type) (\($0.why))" }.joined(separator: ", "))
    lines.append("key: " + (key.isEmpty ? "the rowid" : key.joined(separator: ", ")))
    if let resumedAtLine { lines.append("gone on with from line \(grouped(resumedAtLine))") }
    if !indexes.isEmpty { lines.append("indexes: " + indexes.joined(separator: ", ")) }
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
            $0.member("why", column.why)
          }
        }
      }
      $0.name("key")
      $0.array { for name in key { $0.string(name) } }
      $0.name("indexes")
      $0.array { for name in indexes { $0.string(name) } }
      if let rejectsPath { $0.member("rejects", rejectsPath) }
      $0.name("notes")
      $0.array { for note in notes { $0.string(note) } }
    }
    return writer.bytes
  }
}
