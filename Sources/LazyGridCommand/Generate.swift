internal import GridStore

let generateCommand = Subcommand(
  name: "generate", summary: "writes a synthetic product catalog",
  usage: "lazygrid generate [--rows N] [--seed S] [--output FILE] [--force]",
  options: [
    Option("rows", "N", "how many products (1000000)"),
    Option("seed", "S", "the same seed gives the same rows (1)"),
    Option("output", "FILE", "the database to write (catalog.db)"),
    Option("force", nil, "replace a file that is there"),
    Option("quiet", nil, "no progress"),
  ]
) { words in
  if let extra = words.operands.first { throw UsageError("'\(extra)' is one word too many; write --output \(extra)") }
  let rows = try words.integer("rows", in: 0...1_000_000_000) ?? 1_000_000
  let seed = try words.integer("seed", in: 0...Int.max) ?? 1
  let path = try words.text("output") ?? "catalog.db"
  let generator = Generator(rows: Int64(rows), seed: UInt64(seed))
  let isQuiet = words.has("quiet")
  Interruption.beginCatching()
  let start = ContinuousClock.now
  try generator.write(
    to: path, overwrites: words.has("force"),
    progress: { progress in
      if isQuiet { return }
      let seconds = (ContinuousClock.now - start).seconds
      switch progress {
      case .rows(0):
        Terminal.message(
          "writing \(grouped(rows)) products to \(path), about \(byteText(generator.estimatedBytes))")
      case .rows(let done): Terminal.progress(rateText(done: Int(done), of: rows, seconds, "rows"))
      case .index(let name): Terminal.progress("index \(name) · \(timeText(seconds))")
      }
    },
    isCancelled: { Interruption.isRequested })
  Terminal.endProgress()
  if !isQuiet {
    Terminal.message("wrote \(path) in \(timeText((ContinuousClock.now - start).seconds))")
  }
}

/// "412,000 of 1,000,000 rows · 250,000 a second · 3 s left"
func rateText(done: Int, of total: Int?, _ seconds: Double, _ what: String) -> String {
  let rate = seconds > 0 ? Double(done) / seconds : 0
  var text = grouped(done) + (total.map { " of \(grouped($0))" } ?? "") + " \(what)"
  if rate > 0 { text += " · \(grouped(Int(rate))) a second" }
  if let total, rate > 0 { text += " · \(timeText(Double(max(total - done, 0)) / rate)) left" }
  return text
}
