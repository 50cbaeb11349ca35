internal import GridStore
internal import LazyGrid

let sectionsCommand = Subcommand(
  name: "sections", summary: "the values of a column with their counts and first indexes",
  usage: "lazygrid sections DB --by COLUMN | --facets COLUMNS [--order ORDER] [--where FILTER] [--json] [options]",
  options: [
    Option("by", "COLUMN", "the column; it becomes the first of the order unless it is already"),
    Option("facets", "COLUMNS", "instead: the values of each column under the filters, the most frequent first"),
    Option("limit", "N", "how many values of each facet (20)"),
    Option("time-limit", "MS", "how long facets may be counted, in milliseconds (1000)"),
    Option("own-filters", "keep|leave", "whether eq and in on a column hold for its own facet (keep)"),
  ] + listOptions.filter { $0.name != "select" } + [Option("json", nil, "one JSON object")]
) { words in
  let path = try words.operand("the database", "lazygrid sections DB --by COLUMN")
  if let columns = try words.text("facets") {
    if words.has("by") { throw UsageError("--by and --facets exclude each other") }
    return try showFacets(words, path: path, columns: try ListWords.names(columns, "--facets"))
  }
  for name in ["limit", "time-limit", "own-filters"] where words.has(name) {
    throw UsageError("--\(name) is for --facets COLUMNS")
  }
  guard let text = try words.text("by") else {
    throw UsageError("--by is missing; write 'lazygrid sections \(path) --by COLUMN'")
  }
  let names = try ListWords.names(text, "--by")
  guard names.count == 1 else { throw UsageError("--by takes one column, not \(names.count)") }
  let lazySections = try ListWords(words, path: path).list(columns: names).sections(by: names[0])
  let sections = try lazySections.ranges()
  if words.has("json") {
    var writer = JSONWriter()
    writer.object {
      $0.member("generation", sections.generation.token)
      $0.name("sections")
      $0.array { for section in sections { $0.section(section) } }
    }
    return Terminal.print(writer.bytes)
  }
  let list = try lazySections.list
  Terminal.print(
    "\(try list.table.name) by \(try list.order) · \(grouped(sections.count)) sections of "
      + "\(grouped(sections.itemCount)) items")
  if sections.isEmpty { return }
  var table = TextTable(["section", "first", "count", sections.column], numeric: 3)
  for section in sections {
    table.append([grouped(section.index), grouped(section.first), grouped(section.count), section.value.shownText])
  }
  for line in table.lines(width: Terminal.width) { Terminal.print(line) }
}

extension JSONWriter {
  fileprivate mutating func section(_ section: SectionRange) {
    object {
      $0.member("index", section.index)
      $0.name("value")
      $0.value(section.value)
      $0.member("count", section.count)
      $0.member("first", section.first)
    }
  }
}
