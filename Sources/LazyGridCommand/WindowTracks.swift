internal import GridStore
internal import LazyGrid

/// The options of `window` that make a grid of tracks.
let trackOptions = [
  Option("tracks", "SPEC", "a grid whose items may span: tracks like 1fr,150pt,2*1fr or 4 instead of columns or rows"),
  Option("flow", "rows|columns", "the direction in which its items follow one another (rows)"),
  Option("packing", "sparse|dense", "whether its small items go back to holes (sparse: they do not)"),
  Option("span-columns", "W,H", "the columns that say how many columns and rows an item covers"),
  Option("start-columns", "C,R", "the columns that say in which column and row an item starts, from zero"),
  Option("item-across-column", "COLUMN", "the column that has what each item asks of tracks that fit it"),
]

/// The grid of tracks, the list and the position that a window is asked of.
struct TrackWindowWords {
  let list: ListWords
  let tracks: [GridTrack]
  let flow: GridFlow
  let packing: GridPacking
  let spacing: Double
  let insets: EdgeInsets
  let direction: LayoutDirection
  let length: ItemLength
  let lengthColumn: String?
  /// The column that says what items ask for across.
  let acrossColumn: String?
  let span: DeclaredSpan?
  let start: DeclaredStart?
  let scroll: ScrollState

  init(_ words: Words, path: String) throws {
    for other in ["columns", "rows", "section-by", "header-length", "pin", "alignment"] where words.has(other) {
      throw UsageError("--tracks and --\(other) exclude each other")
    }
    tracks = try LazyGrid.gridTracks(parsing: try words.text("tracks") ?? "")
    acrossColumn = try WindowWords.column(words, "item-across-column")
    if acrossColumn == nil, let fit = tracks.firstIndex(of: .fit) {
      throw UsageError(
        "track \(fit) of --tracks fits what stands in it, but nothing says how large items of a list are across; give "
          + "their column, as in --item-across-column width, or give it points or a part, like 150pt or 1fr")
    }
    flow = try words.choice("flow", ["rows": .rows, "columns": .columns]) ?? .rows
    packing = try words.choice("packing", ["sparse": .sparse, "dense": .dense]) ?? .sparse
    spacing = try words.length("spacing", allowsZero: true) ?? 5
    insets = try words.text("insets").map { try WindowWords.insets($0) } ?? .zero
    direction = words.has("rtl") ? .rightToLeft : .leftToRight
    length = try WindowWords.itemLength(words)
    lengthColumn = try WindowWords.column(words, "item-length-column")
    span = try Self.pair(words, "span-columns").map { .columns($0.0, $0.1) }
    start = try Self.pair(words, "start-columns").map { .columns($0.0, $0.1) }
    scroll = try WindowWords.scroll(words)
    list = try ListWords(words, path: path)
  }

  /// One or two column names.
  private static func pair(_ words: Words, _ option: String) throws -> (String, String?)? {
    guard let text = try words.text(option) else { return nil }
    let names = try ListWords.names(text, "--\(option)")
    guard names.count <= 2 else { throw UsageError("--\(option) takes two columns, not \(names.count)") }
    return (names[0], names.count > 1 ? names[1] : nil)
  }

  /// The window, once all that columns say is read.
  func window() throws -> TrackWindow<ItemValues> {
    let window = try window(of: try list.list())
    WindowWords.sayMissing(scroll, window.cells.lazy.map(\.key))
    for diagnostic in window.diagnostics.prefix(5) { Terminal.message(diagnostic.description) }
    let more = window.diagnostics.count - 5
    if more > 0 { Terminal.message("and \(grouped(more)) more of this kind") }
    return window
  }

  private func window(of list: ItemList<ItemValues>) throws -> TrackWindow<ItemValues> {
    // A file that is written to all the time gets a few attempts, and then what was read last.
    for _ in 0..<4 {
      let lengths = try lengthColumn.map { try list.lengths(of: $0) }
      let across = try acrossColumn.map { try list.lengths(of: $0) }
      let grid = grid(list, lengths, across)
      try grid.waitForColumns()
      let window = try grid.window(for: scroll)
      let isOne = [lengths, across].allSatisfy { $0.map { $0.generation == window.generation } ?? true }
      guard window.certainty == .exact, isOne else { continue }
      if let lengths, let lengthColumn { try WindowWords.check(lengths, of: lengthColumn) }
      if let across, let acrossColumn { try WindowWords.check(across, of: acrossColumn) }
      return window
    }
    throw Failure(message: "the database changed each time while its columns were read")
  }

  private func grid(
    _ list: ItemList<ItemValues>, _ lengths: ColumnLengths?, _ across: ColumnLengths?
  ) -> Grid<ItemValues> {
    let all = ForEach(list, length: lengths.map { .column($0, estimate: 220) } ?? length)
      .gridDeclared(span: span, start: start)
    return Grid(
      tracks: tracks, contentMode: .scroll, flow: flow, packing: packing,
      spacing: GridSpacing(horizontal: spacing, vertical: spacing)
    ) {
      if let across { all.gridDeclared(across: .column(across, estimate: 0)) } else { all }
    }
    .padding(insets).layoutDirection(direction)
  }
}

extension Words {
  /// The value of an option that has a few.
  fileprivate func choice<Choice>(_ option: String, _ choices: KeyValuePairs<String, Choice>) throws -> Choice? {
    guard let text = try text(option) else { return nil }
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let nearest = choices.map(\.key).nearest(to: text) ?? choices[0].key
    throw UsageError("--\(option) is '\(text)'; the nearest is \(nearest)")
  }
}

/// A window of a grid of tracks as a table that a person reads, cut to the terminal's width.
func trackWindowTable(_ window: TrackWindow<ItemValues>, seconds: Double) -> String {
  var lines = [
    "\(window.table) by \(window.order) · \(grouped(window.count.value)) items · "
      + "\(numberText(window.contentSize.width)) × \(numberText(window.contentSize.height)) points",
    "items \(grouped(window.visible.lowerBound)) to "
      + "\(grouped(max(window.visible.upperBound - 1, window.visible.lowerBound))) at offset "
      + "\(numberText(window.offset)), \(percentText(window.fraction))"
      + (window.isClamped ? " (the position is past the end)" : "") + " · read in \(timeText(seconds))",
  ]
  guard let first = window.cells.first else { return (lines + ["no items"]).joined(separator: "\n") }
  var table = TextTable(
    ["index", "column", "row", "span", "x", "y", "width", "height"] + first.item.names, numeric: 8)
  for cell in window.cells {
    let (frame, area) = (cell.frame(in: .viewport), cell.area)
    table.append(
      [
        grouped(cell.index), grouped(Int(area.column)), grouped(Int(area.row)), "\(area.columnSpan)×\(area.rowSpan)",
        numberText(frame.minX), numberText(frame.minY), numberText(frame.width), numberText(frame.height),
      ] + cell.item.values.map(\.shownText))
  }
  lines += table.lines(width: Terminal.width)
  return lines.joined(separator: "\n")
}

extension TrackFit {
  /// The name that it has in answers.
  fileprivate var name: String {
    switch self {
    case .independent: "independent"
    case .exact: "exact"
    case .runningMaximum: "runningMaximum"
    }
  }
}

extension JSONWriter {
  /// A window of a grid of tracks: as one of a lazy grid, and the columns and rows of each cell.
  mutating func window(_ window: TrackWindow<ItemValues>) {
    let inRows = window.axis == .vertical
    object {
      $0.head(
        table: window.table, order: window.order, generation: window.generation, count: window.count,
        contentSize: window.contentSize, certainty: window.certainty, offset: window.offset,
        fraction: window.fraction, anchor: window.anchor, isClamped: window.isClamped, origin: window.origin,
        tracks: window.tracks, visible: window.visible)
      $0.member("fit", window.fit.name)
      $0.name("cells")
      $0.array {
        for cell in window.cells {
          let area = cell.area
          $0.object {
            $0.member("index", cell.index)
            $0.name("key")
            $0.key(cell.key.values ?? [])
            $0.member("line", Int(inRows ? area.row : area.column))
            $0.member("track", Int(inRows ? area.column : area.row))
            $0.member("column", Int(area.column))
            $0.member("row", Int(area.row))
            $0.member("columnSpan", Int(area.columnSpan))
            $0.member("rowSpan", Int(area.rowSpan))
            $0.member("slot", cell.slot)
            $0.name("frame")
            $0.object { $0.frame(cell.frame) }
            $0.name("item")
            $0.item(cell.item)
          }
        }
      }
      $0.name("supplementary")
      $0.array { _ in }
    }
  }
}
