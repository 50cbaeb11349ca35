internal import GridStore
internal import LazyGrid

let windowCommand = Subcommand(
  name: "window", summary: "the visible cells of a viewport, with their items",
  usage: "lazygrid window DB [--at POSITION] [--columns SPEC | --rows SPEC | --tracks SPEC] [options]",
  options: listOptions + windowOptions + trackOptions + [svgOption, Option("json", nil, "one JSON object")]
) { words in
  let svg = try svgPath(words)
  let path = try words.operand("the database", "lazygrid window DB")
  if words.has("tracks") {
    let asked = try TrackWindowWords(words, path: path)
    try show(asked.window, words, svg, drawing: { window throws(LayoutError) in try GridDrawing(window) }) {
      trackWindowTable($0, seconds: $1)
    } json: {
      $0.window($1)
    }
  } else {
    let asked = try WindowWords(words, path: path)
    try show(asked.window, words, svg, drawing: { window throws(LayoutError) in try GridDrawing(window) }) {
      windowTable($0, seconds: $1)
    } json: {
      $0.window($1)
    }
  }
}

/// Shows a window as it is asked for: as a drawing in a file, and as JSON or a table.
private func show<Window>(
  _ window: () throws -> Window, _ words: Words, _ svg: String?,
  drawing: (Window) throws(LayoutError) -> GridDrawing, table: (Window, _ seconds: Double) -> String,
  json: (inout JSONWriter, Window) -> Void
) throws {
  let start = ContinuousClock.now
  let window = try window()
  let seconds = (ContinuousClock.now - start).seconds
  if let svg {
    let drawn: GridDrawing
    do throws(LayoutError) { drawn = try drawing(window) } catch { throw Failure(message: error.description) }
    try write(drawn.svg, to: svg)
  }
  if words.has("json") {
    var writer = JSONWriter()
    json(&writer, window)
    Terminal.print(writer.bytes)
  } else {
    Terminal.print(table(window, seconds))
  }
}

let windowOptions = [
  Option("at", "POSITION", "index:N, key:K, fraction:F, 73%, offset:Y, start or end (start)"),
  Option("align", "start|center|end|nearest", "which part of the viewport that comes to (start)"),
  Option("columns", "SPEC", "columns of a LazyVGrid, like fixed(300),adaptive(100,300)@top or 4 (adaptive(160))"),
  Option("rows", "SPEC", "rows of a LazyHGrid instead"),
  Option("width", "W", "of the viewport, in points (1024)"),
  Option("height", "H", "of the viewport, in points (768)"),
  Option("spacing", "S", "between lines, in points (8; 5 with --tracks)"),
  Option("alignment", "A", "of the tracks and of items in their cells (center)"),
  Option("item-length", "L", "of every item along the grid, in points (220)"),
  Option("item-length-column", "COLUMN", "the column that has the length of each item instead"),
  Option("aspect", "R", "width divided by height of every item instead"),
  Option("section-by", "COLUMN", "sections by its values; it becomes the first of the order unless it is already"),
  Option("header-length", "L", "of the header of a section along the grid, in points (40)"),
  Option("pin", "headers,footers", "what stays in sight while its section does"),
  Option("keep", "KEY", "a key whose cell is in the answer wherever the viewport is; may be given several times"),
  Option("insets", "T,L,B,T", "room at the top, leading, bottom and trailing edges (0,0,0,0)"),
  Option("overscan", "LINES", "more lines before and after (0)"),
  Option("rtl", nil, "right to left"),
]

/// The grid, the list and the position that a window is asked of.
struct WindowWords {
  let list: ListWords
  let geometry: LazyGridGeometry
  let length: ItemLength
  let lengthColumn: String?
  let sectionColumn: String?
  let headerLength: Double
  let scroll: ScrollState

  init(_ words: Words, path: String) throws {
    if let first = trackOptions.first(where: { $0.name != "tracks" && words.has($0.name) }) {
      throw UsageError("--\(first.name) is for grids of tracks; --tracks SPEC makes one, like --tracks 1fr,150pt,1fr")
    }
    let isHorizontal = words.has("rows")
    if isHorizontal, words.has("columns") { throw UsageError("--columns and --rows exclude each other") }
    let spec = try words.text(isHorizontal ? "rows" : "columns") ?? "adaptive(160)"
    var alignment = Alignment.center
    if let name = try words.text("alignment") {
      guard let named = LazyGrid.alignment(named: name) else {
        throw UsageError(
          "--alignment is '\(name)'; it must be top, leading, center, trailing, bottom or a corner like topLeading")
      }
      alignment = named
    }
    var geometry = LazyGridGeometry(
      axis: isHorizontal ? .horizontal : .vertical, items: try gridItems(parsing: spec), alignment: alignment,
      spacing: try words.length("spacing", allowsZero: true))
    if let insets = try words.text("insets") { geometry.insets = try WindowWords.insets(insets) }
    if words.has("rtl") { geometry.layoutDirection = .rightToLeft }
    if let pinned = try words.text("pin") { geometry.pinnedViews = try WindowWords.pinnedViews(pinned) }
    self.geometry = geometry
    length = try WindowWords.itemLength(words)
    lengthColumn = try WindowWords.column(words, "item-length-column")
    let sectionColumns = try words.text("section-by").map { try ListWords.names($0, "--section-by") }
    if let sectionColumns, sectionColumns.count > 1 {
      throw UsageError("--section-by takes one column, not \(sectionColumns.count)")
    }
    sectionColumn = sectionColumns?.first
    headerLength = try words.length("header-length") ?? 40
    if sectionColumn == nil, words.has("header-length") {
      throw UsageError("--header-length is that of sections; --section-by COLUMN makes some")
    }

    scroll = try WindowWords.scroll(words)
    list = try ListWords(words, path: path)
  }

  /// How long items are along the grid: all of them, or each by a column.
  static func itemLength(_ words: Words) throws -> ItemLength {
    let said = ["item-length", "item-length-column", "aspect"].filter(words.has)
    if said.count > 1 { throw UsageError("--\(said[0]) and --\(said[1]) exclude each other") }
    if let column = try column(words, "item-length-column") { return .column(column, estimate: 220) }
    if let aspect = try words.length("aspect") { return .aspectRatio(aspect) }
    return .points(try words.length("item-length") ?? 220)
  }

  /// The name of one column.
  static func column(_ words: Words, _ option: String) throws -> String? {
    guard let names = try words.text(option).map({ try ListWords.names($0, "--\(option)") }) else { return nil }
    guard names.count == 1 else { throw UsageError("--\(option) takes one column, not \(names.count)") }
    return names[0]
  }

  /// The viewport, where it stands, and what is wanted beside what it shows.
  static func scroll(_ words: Words) throws -> ScrollState {
    var scroll = ScrollState(
      viewport: Size(width: try words.length("width") ?? 1024, height: try words.length("height") ?? 768))
    scroll.keep = try words.all("keep").map { CellKey(values: try Value.key(parsing: $0)) }
    scroll.overscan = try words.integer("overscan", in: 0...10_000) ?? 0
    let align = try words.text("align") ?? "start"
    guard let alignment = ScrollAlignment(rawValue: align) else {
      let nearest = ScrollAlignment.allCases.map(\.rawValue).nearest(to: align) ?? "start"
      throw UsageError("--align is '\(align)'; the nearest is \(nearest)")
    }
    scroll.scroll(to: try WindowWords.position(try words.text("at") ?? "start"), alignment: alignment)
    return scroll
  }

  func window() throws -> GridWindow<ItemValues> {
    let window = try window(of: try list.list(), at: scroll)
    WindowWords.sayMissing(scroll, window.cells.lazy.map(\.key))
    return window
  }

  /// Says which keys that were to be kept are not there: what is kept may be gone by now, so it is no error; but whoever
  /// typed it wants to know.
  static func sayMissing(_ scroll: ScrollState, _ keys: some Sequence<CellKey>) {
    let shown = Set(keys)
    for key in scroll.keep where !shown.contains(key) {
      Terminal.message("--keep: no row of this list has the key \(key)")
    }
  }

  func window(of list: ItemList<ItemValues>, at scroll: ScrollState) throws -> GridWindow<ItemValues> {
    guard let lengthColumn else { return try window(of: list, nil, at: scroll) }
    // Both must be of one state; a file that is written to all the time gets a few attempts.
    for _ in 0..<4 {
      let ordered = try sectionColumn.map { try list.sections(by: $0).list } ?? list
      let lengths = try ordered.lengths(of: lengthColumn)
      let window = try window(of: list, lengths, at: scroll)
      guard window.generation == lengths.generation else { continue }
      try Self.check(lengths, of: lengthColumn)
      return window
    }
    throw Failure(message: "the database changed each time while the lengths in '\(lengthColumn)' were read")
  }

  /// Says how many lengths there are none of; a column without any is a mistake.
  static func check(_ lengths: ColumnLengths, of column: String) throws {
    let (missing, count) = (lengths.missing, lengths.values.count)
    if missing == 0 { return }
    if missing == count {
      throw Failure(message: "none of the \(grouped(count)) values of '\(column)' is a length: a number of points")
    }
    Terminal.message("\(grouped(missing)) of \(grouped(count)) values of '\(column)' are no lengths and count as 0")
  }

  private func window(
    of list: ItemList<ItemValues>, _ lengths: ColumnLengths?, at scroll: ScrollState
  ) throws -> GridWindow<ItemValues> {
    if geometry.axis == .vertical {
      var grid = LazyVGrid(columns: geometry.items) { content(list, lengths) }
      grid.geometry = geometry
      return try grid.window(for: scroll)
    }
    var grid = LazyHGrid(rows: geometry.items) { content(list, lengths) }
    grid.geometry = geometry
    return try grid.window(for: scroll)
  }

  @GridContentBuilder
  private func content(_ list: ItemList<ItemValues>, _ lengths: ColumnLengths?) -> AnyGridContent<ItemValues> {
    if let sectionColumn {
      ForEach(list.sections(by: sectionColumn)) { section in
        Section {
          ForEach(section.items, length: lengths.map { .column($0, of: section.items, estimate: 220) } ?? length)
        } header: {
          Cell(section.value, length: headerLength)
        }
      }
    } else {
      ForEach(list, length: lengths.map { .column($0, estimate: 220) } ?? length)
    }
  }

  static func pinnedViews(_ text: String) throws -> PinnedViews {
    var views: PinnedViews = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch name {
      case "headers": views.insert(.sectionHeaders)
      case "footers": views.insert(.sectionFooters)
      default:
        let nearest = ["headers", "footers"].nearest(to: String(name)) ?? "headers"
        throw UsageError("--pin is '\(text)'; the nearest to '\(name)' is \(nearest)")
      }
    }
    return views
  }

  /// Reads a position as the contract writes it.
  static func position(_ text: String) throws -> ScrollTarget {
    if text == "start" { return .start }
    if text == "end" { return .end }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()) {
      return .fraction(try fraction(percent / 100, text))
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let names = ["index", "key", "fraction", "offset"]
    guard parts.count == 2, names.contains(String(parts[0])) else {
      let nearest = (names + ["start", "end"]).nearest(to: String(parts[0]))
      let value = parts.count == 2 ? String(parts[1]) : "0"
      throw UsageError(
        "'\(text)' is no position; "
          + (nearest.map { "the nearest is '\($0)\(names.contains($0) ? ":" + value : "")'" }
            ?? "write index:N, key:K, fraction:F, 73%, offset:Y, start or end"))
    }
    let value = String(parts[1])
    switch parts[0] {
    case "index":
      guard let index = Int(value), index >= 0 else {
        // Too many digits are past the end as well.
        if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isNumber }) { return .index(.max) }
        throw UsageError("'\(text)' is no position; an index is a whole number, zero or above")
      }
      return .index(index)
    case "key": return .key(CellKey(values: try Value.key(parsing: value)))
    case "fraction":
      guard let number = Double(value) else {
        throw UsageError("'\(text)' is no position; a fraction is a number from 0 to 1")
      }
      return .fraction(try fraction(number, text))
    default:
      guard let offset = Double(value), offset.isFinite, offset >= 0 else {
        throw UsageError("'\(text)' is no position; an offset is a number of points, zero or above")
      }
      return .offset(offset)
    }
  }

  private static func fraction(_ fraction: Double, _ text: String) throws -> Double {
    guard fraction.isFinite, fraction >= 0 else {
      throw UsageError("'\(text)' is no position; a fraction is a number from 0 to 1")
    }
    return fraction
  }

  static func insets(_ text: String) throws -> EdgeInsets {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0.map { $0.isFinite && $0 >= 0 } ?? false }) else {
      throw UsageError("--insets is '\(text)'; it takes four numbers, zero or above: top,leading,bottom,trailing")
    }
    return EdgeInsets(top: numbers[0]!, leading: numbers[1]!, bottom: numbers[2]!, trailing: numbers[3]!)
  }
}
