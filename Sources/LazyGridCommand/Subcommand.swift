internal import GridStore
internal import LazyGrid
internal import Synchronization

let lazyGridVersion = "0.1.0"

/// A subcommand: its name, what it does, its words, and the doing.
struct Subcommand: Sendable {
  let name: String
  let summary: String
  let usage: String
  let options: [Option]
  let run: @Sendable (Words) throws -> Void

  var help: String {
    let names = options.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
    let width = min((names.map(\.count).max() ?? 0) + 2, 34)
    var text = "\(summary)\n\nusage: \(usage)\n"
    for (name, option) in zip(names, options) {
      let margin = name.count < width ? fitted(name, to: width) : name + "\n  " + String(repeating: " ", count: width)
      text += "\n  \(margin)\(option.help)"
    }
    return text
  }
}

let subcommands = [
  generateCommand, importCommand, windowCommand, itemsCommand, locateCommand, sectionsCommand, watchCommand,
  infoCommand, indexCommand, verifyCommand, layoutCommand, benchCommand,
  demoCommand,
]

/// The options of all commands that read a list.
let listOptions = [
  Option("table", "T", "the table or view; may be left out where there is one"),
  Option("order", "ORDER", "column[.asc|.desc][.nullsfirst|.nullslast], comma-separated"),
  Option("where", "FILTER", "column=op.value with eq neq lt lte gt gte like ilike in is; repeatable"),
  Option("select", "COLUMNS", "the columns of the items, comma-separated"),
  Option("search", "TEXT", "words that rows must have, the last one as a beginning; needs an FTS5 table"),
  Option("search-syntax", "words|fts5", "fts5 takes the query syntax of FTS5"),
  Option("key-columns", "COLUMNS", "what identifies a row of a view, comma-separated"),
  Option("rank", "auto|pages|scan", "how ranks are found; also LAZYGRID_RANK"),
  Option("mapping", "quiet|never", "map the file into memory while nobody writes; also LAZYGRID_MAPPING"),
]

/// What the catalogs of this run found wrong with files of others, said at the end.
let openCatalogs = Mutex<[Catalog]>([])

/// A catalog and the list that the shared options ask for.
struct ListWords {
  let catalog: Catalog
  let table: String?
  let order: Order
  let filters: [Filter]
  let select: [String]?
  let keyColumns: [String]
  let search: Search?

  init(_ words: Words, path: String) throws {
    catalog = try Catalog(
      path, rank: try words.oneOf(RankMode.self, "rank", "LAZYGRID_RANK") ?? .auto,
      mapping: try words.oneOf(FileMapping.self, "mapping", "LAZYGRID_MAPPING") ?? .quiet)
    openCatalogs.withLock { [catalog] in $0.append(catalog) }
    table = try words.text("table")
    order = try Order(parsing: try words.text("order") ?? "")
    filters = try words.all("where").map { try Filter(parsing: $0) }
    select = try words.text("select").map { try ListWords.names($0, "--select") }
    let syntax = try words.text("search-syntax") ?? "words"
    guard let syntax = Search.Syntax(rawValue: syntax) else {
      throw UsageError("--search-syntax is '\(syntax)'; it must be words or fts5")
    }
    search = try words.text("search").map { Search($0, syntax: syntax) }
    if search == nil, words.has("search-syntax") { throw UsageError("--search-syntax is for --search TEXT") }
    keyColumns = try words.text("key-columns").map { try ListWords.names($0, "--key-columns") } ?? []
  }

  func list() throws -> ItemList<ItemValues> { try list(columns: select) }

  /// The same list with these columns of its items.
  func list(columns: [String]?) throws -> ItemList<ItemValues> {
    try catalog.rows(in: table, columns: columns, order: order, where: filters, keyColumns: keyColumns, search: search)
  }

  /// Column names between commas, in double quotes where they must be.
  static func names(_ text: String, _ option: String) throws -> [String] {
    // An order without directions is a list of names.
    let order = try Order(parsing: text)
    guard !order.terms.isEmpty else { throw UsageError("\(option) names no column") }
    if order.terms.contains(where: { $0.isDescending || $0.nulls != nil }) {
      throw UsageError("\(option) takes names alone, without directions")
    }
    return order.terms.map(\.column)
  }
}

extension Words {
  /// The value of an option that has a few, or of the environment where it is not given.
  fileprivate func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type, _ option: String, _ variable: String
  ) throws -> Choice? {
    let given = try text(option)
    guard let text = given ?? environment(variable) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map(\.rawValue)
    throw UsageError(
      "\(given == nil ? variable : "--" + option) is '\(text)'; it must be "
        + choices.dropLast().joined(separator: ", ") + " or " + choices.last!)
  }
}
