internal import GridStore
internal import LazyGrid

let infoCommand = Subcommand(
  name: "info", summary: "tables, keys, counts, and the orders and filters that indexes serve",
  usage: "lazygrid info DB [--table T] [--lengths COLUMN] [--spans W,H,C,R] [--json]",
  options: [
    Option("table", "T", "this table or view alone"),
    Option("key-columns", "COLUMNS", "what identifies a row of a view"),
    Option("lengths", "COLUMN", "suggest the indexes that would give these lengths in order, without the table"),
    Option(
      "spans", "W,H,C,R", "suggest the index that would have the items apart that have spans (W,H) or starts (C,R)"),
    Option("rank", "auto|pages|scan", "how ranks are found; also LAZYGRID_RANK"),
    Option("json", nil, "one JSON object"),
  ]
) { words in
  let path = try words.operand("the database", "lazygrid info DB")
  let list = try ListWords(words, path: path)
  let info = try list.catalog.info(
    table: list.table, keyColumns: list.keyColumns, lengths: try words.text("lengths"),
    spans: try words.text("spans").map { try SpanColumns(words: $0) })
  if words.has("json") {
    var writer = JSONWriter()
    writer.info(info)
    return Terminal.print(writer.bytes)
  }
  Terminal.print(
    "\(path): \(byteText(info.bytes)), pages of \(grouped(info.pageSize)) bytes, journal mode \(info.journalMode), "
      + "SQLite \(info.sqliteVersion)")
  Terminal.print("ranks: " + info.ranks)
  for table in info.tables {
    Terminal.print("")
    Terminal.print("\(table.name) (\(table.kind))" + (table.count.map { ": \(grouped($0)) rows" } ?? ""))
    if let problem = table.problem { Terminal.print("  \(problem)") }
    if !table.key.isEmpty {
      Terminal.print(
        "  key      \(table.key.joined(separator: ", "))" + (table.keyMayChange ? " (VACUUM may change it)" : ""))
    }
    Terminal.print(
      "  columns  " + table.columns.map { $0.type.isEmpty ? $0.name : "\($0.name) \($0.type)" }.joined(separator: ", "))
    for served in table.served {
      Terminal.print("  order    \(served.order) · \(served.index ?? "the table itself")")
      if let filter = served.filter { Terminal.print("  filter   \(filter)") }
    }
    for suggestion in table.suggestions { Terminal.print("  more     \(suggestion)") }
  }
}

extension JSONWriter {
  fileprivate mutating func info(_ info: CatalogInfo) {
    object {
      $0.member("bytes", Int(info.bytes))
      $0.member("pageSize", info.pageSize)
      $0.member("journalMode", info.journalMode)
      $0.member("sqlite", info.sqliteVersion)
      $0.member("ranks", info.ranks)
      $0.name("tables")
      $0.array {
        for table in info.tables {
          $0.object {
            $0.member("name", table.name)
            $0.member("kind", table.kind)
            if let count = table.count { $0.count(Count(value: count, kind: .exact)) }
            if let problem = table.problem { $0.member("problem", problem) }
            $0.name("key")
            $0.array { for name in table.key { $0.string(name) } }
            $0.name("keyMayChange")
            $0.bool(table.keyMayChange)
            $0.name("columns")
            $0.array {
              for column in table.columns {
                $0.object {
                  $0.member("name", column.name)
                  $0.member("type", column.type)
                }
              }
            }
            $0.name("orders")
            $0.array {
              for served in table.served {
                $0.object {
                  $0.member("order", served.order)
                  if let index = served.index { $0.member("index", index) }
                  if let filter = served.filter { $0.member("filter", filter) }
                }
              }
            }
            $0.name("suggestions")
            $0.array { for text in table.suggestions { $0.string(text) } }
          }
        }
      }
    }
  }
}

extension SpanColumns {
  /// Reads `W`, `W,H` or `W,H,C,R`.
  fileprivate init(words: String) throws {
    let names = try ListWords.names(words, "--spans")
    guard names.count != 3, names.count <= 4 else {
      throw UsageError(
        "--spans takes two columns for spans and two more for starts, like w,h or w,h,c,r, not \(names.count)")
    }
    func name(_ position: Int) -> String? { position < names.count ? names[position] : nil }
    self.init(columnSpan: name(0), rowSpan: name(1), columnStart: name(2), rowStart: name(3))
  }
}
