internal import GridStore

let indexCommand = Subcommand(
  name: "index", summary: "adds the index that an order lacks, or the FTS5 table that a search lacks",
  usage: "lazygrid index DB --table T [--order ORDER] [--search COLUMNS] [--drop] [--dry-run]",
  options: [
    Option("table", "T", "the table; may be left out where there is one"),
    Option("order", "ORDER", "makes a plain index that serves this order and its reverse"),
    Option("search", "COLUMNS", "makes an FTS5 table over these and triggers that keep it true"),
    Option("drop", nil, "takes away what this command made for the same words"),
    Option("dry-run", nil, "prints the SQL and does nothing"),
    Option("quiet", nil, "no progress"),
  ]
) { words in
  let path = try words.operand("the database", "lazygrid index DB --order ORDER")
  let order = try words.text("order").map { try Order(parsing: $0) }
  let columns = try words.text("search").map { try ListWords.names($0, "--search") }
  guard order != nil || columns != nil else {
    throw UsageError("--order or --search is missing; write 'lazygrid index \(path) --order ORDER'")
  }
  let table = try words.text("table")
  Interruption.beginCatching()
  let isQuiet = words.has("quiet")
  let start = ContinuousClock.now
  let maker = IndexMaker(
    path, dryRun: words.has("dry-run"),
    progress: { progress in
      let seconds = (ContinuousClock.now - start).seconds
      if !isQuiet { Terminal.progress(progress.text(seconds: seconds)) }
    }, isCancelled: { Interruption.isRequested })
  func tell(_ report: IndexMaker.Report, _ begin: ContinuousClock.Instant, _ done: String) {
    Terminal.endProgress()
    for sql in report.statements { Terminal.print(sql + ";") }
    for note in report.notes { Terminal.message("note: \(note)") }
    if let reason = report.reason { return Terminal.message("nothing to do: \(reason)") }
    if words.has("dry-run") { return Terminal.message("nothing was done") }
    let rows = report.rows.map { "\(grouped($0)) rows, " } ?? ""
    Terminal.message("\(done): \(rows)\(timeText((ContinuousClock.now - begin).seconds))")
  }
  if let order {
    let begin = ContinuousClock.now
    if words.has("drop") {
      tell(try maker.dropIndex(for: order, of: table), begin, "dropped")
    } else {
      tell(try maker.makeIndex(for: order, of: table), begin, "made")
    }
  }
  if let columns {
    let begin = ContinuousClock.now
    if words.has("drop") {
      tell(try maker.dropSearch(of: table), begin, "dropped")
    } else {
      tell(try maker.makeSearch(over: columns, of: table), begin, "made")
    }
  }
}

extension IndexMaker.Progress {
  /// "search over name, brand · 412,000 of 1,000,000 rows · 12 s"
  fileprivate func text(seconds: Double) -> String {
    let rows = totalRows.map { " · \(grouped(self.rows)) of \(grouped($0)) rows" } ?? ""
    return "\(what)\(rows) · \(timeText(seconds))"
  }
}
