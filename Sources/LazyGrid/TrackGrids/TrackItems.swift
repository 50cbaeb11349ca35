internal import GridLayout
internal import GridStore

/// The content of a track grid as one sequence of items, and what they ask of the grid.
struct TrackItems<Item: Sendable>: Sendable {
  let runs: PlacedRuns<Item>
  /// What the items of each run ask for.
  let asks: [RunAsk]
  /// The items that are said not to be plain, beside what columns of lists say.
  let said: [DeclaredItem]
  /// The columns that spans and starts come from.
  let columns: [PlannedSpans]
  /// The columns that lengths come from, along the lines and across.
  let lengthColumns: [PlannedColumn]
  /// What items ask for across, by the first of them: for runs whose items are told of.
  let across: [(start: Int, lengths: [Double])]
  /// What cells of lists have said when they were built.
  let built: BuiltAsks
  /// A number that no other has.
  let number = newContentNumber()
  /// Whether all spans, starts and lengths are known.
  let certainty: Certainty
  let diagnostics: [GridDiagnostic]

  var count: Int { runs.count }

  /// The length of all lines, if all items ask for the same and nothing else; nil where items must be looked at.
  var lineExtent: CellExtent? {
    var extent: CellExtent?
    for ask in asks {
      guard case .lines(let own) = ask, extent == nil || extent == own else { return nil }
      extent = own
    }
    return extent
  }

  /// What an item's run asks for; nil past the last.
  func ask(of index: Int) -> RunAsk? {
    runs.position(ofRunWith: index).map { asks[$0] }
  }

  /// Puts content in one sequence; in a read of its lists, if it has any.
  ///
  /// - Parameters:
  ///   - generation: The state of the database that is read.
  ///   - previous: What cells have said when they were built before.
  ///   - isSame: Whether that was in this state.
  /// - Complexity: O(*d* + *m*), where *d* is the number of declared items and *m* that of cells in memory, which are made
  ///   once, but for those that have their spans declared beside them.
  init(
    _ content: AnyGridContent<Item>, generation: Generation?, after previous: BuiltAsks? = nil,
    ofSameState isSame: Bool = false
  ) throws {
    var making = Making<Item>(generation: generation)
    try making.add(content)
    runs = making.runs
    asks = making.asks
    said = making.declared
    columns = making.columns
    lengthColumns = making.lengthColumns
    across = making.across
    certainty = making.certainty
    diagnostics = making.diagnostics
    if let previous, isSame {
      built = previous
    } else {
      built = BuiltAsks()
      // They are estimated by what they were, wherever they stand now.
      for (key, ask) in previous?.recent ?? [] {
        guard let index = try runs.index(of: key), case .built = self.ask(of: index) else { continue }
        built.estimate(index, ask)
      }
    }
  }
}

/// What the items of a run ask of a track grid.
enum RunAsk: Sendable {
  /// Each says what it asks for.
  case cells([CellAsk])
  /// Every line is so long, and items are as large as their cells.
  case lines(CellExtent)
  /// The first ones are so long, in points; the others are not known.
  case lengths([Double], estimate: Double)
  /// Each is so long, by its position in the run.
  case each(@Sendable (Int) -> CellExtent)
  /// Each says so once it is built.
  case built(estimate: Double)
}

/// What a cell asks of a track grid, beside its place.
struct CellAsk: Sendable {
  var traits: CellTraits
  var extent: CellExtent
}

/// The most items that are made, or whose sizes are told one by one, to lay out a track grid.
let mostSizedItems = 1_000_000

private struct Making<Item: Sendable> {
  let generation: Generation?
  var runs = PlacedRuns<Item>()
  var asks: [RunAsk] = []
  var declared: [DeclaredItem] = []
  var certainty = Certainty.exact
  var diagnostics: [GridDiagnostic] = []
  var columns: [PlannedSpans] = []
  var lengthColumns: [PlannedColumn] = []
  var across: [(start: Int, lengths: [Double])] = []
  private var catalog: ObjectIdentifier?
  private var loneCells = 0
  private var keys: Set<CellKey> = []

  init(generation: Generation?) { self.generation = generation }

  mutating func add(_ content: AnyGridContent<Item>) throws {
    for list in content.lists {
      guard catalog == nil || catalog == list.catalog else {
        throw LayoutError("the lists of a grid are of several catalogs; one state of all of them cannot be read")
      }
      catalog = list.catalog
    }
    try add(content.parts)
  }

  private mutating func add(_ parts: [AnyGridContent<Item>.Part]) throws {
    for part in parts {
      switch part {
      case .run(let run): try add(run)
      case .deferred(let content): try add(try content())
      case .section(let section):
        guard section.header == nil, section.footer == nil else {
          throw LayoutError(
            "a track grid has no headers and footers; a cell over all its tracks is one: gridSpan(column: 4)")
        }
        try add(section.parts)
      }
    }
  }

  private mutating func add(_ run: ItemRun<Item>) throws {
    let first = runs.count
    let (number, source) = try run.placed(in: generation, &loneCells)
    guard number > 0 else { return }
    runs.append(number, source, run)
    if let spanColumns = run.spanColumns { try read(spanColumns, run, source, first, number) }
    if case .memory(let items) = source, run.declared == nil {
      try check(number)
      asks.append(.cells(cells(items, run, first)))
    } else {
      try declare(run, first, number)
      asks.append(try ask(run, source, first, number))
      if let lengths = try lengthsAcross(run, source, first, number) { across.append((first, lengths)) }
    }
  }

  private func check(_ number: Int) throws(LayoutError) {
    guard number <= mostSizedItems else {
      throw LayoutError(
        "\(number) items are too many to make all of; declare their spans, as in gridDeclared(.none), and one length")
    }
  }

  /// Takes over what is declared of a run, by the index in the grid.
  private mutating func declare(_ run: ItemRun<Item>, _ first: Int, _ number: Int) throws(LayoutError) {
    let said = run.declared ?? .none
    if said.certainty != .exact { certainty = said.certainty }
    let isWithin = said.items.allSatisfy { $0.index >= 0 && $0.index < number }
    // The array of a list alone is shared, not copied.
    if isWithin, first == 0, declared.isEmpty { declared = said.items }
    for item in said.items where !isWithin || first > 0 {
      if item.index >= 0, item.index < number {
        declared.append(item.moved(by: first))
      } else {
        diagnostics.append(GridDiagnostic(.placement(.noSuchItem), index: Int(item.index)))
      }
    }
    guard let defaults = run.defaults, defaults.isPlaced, run.spanColumns == nil else { return }
    try check(number)
    let known = Set(said.items.map(\.index))
    for position in 0..<Int64(number) where !known.contains(position) {
      declared.append(
        DeclaredItem(index: position, span: defaults.span ?? GridSpan(), start: defaults.start).moved(by: first))
    }
  }

  /// Takes over what is known of the spans and starts in columns.
  private mutating func read(
    _ spanColumns: SpanColumns, _ run: ItemRun<Item>, _ source: PlacedRun<Item>.Source, _ first: Int, _ number: Int
  ) throws {
    guard case .list(let list, _) = run.source, case .list(_, let start) = source, let generation else {
      throw LayoutError("spans and starts come from columns, but the items are of no list")
    }
    let planned: Int
    if let found = columns.firstIndex(where: { $0.rows == list.rowsIdentity && $0.columns == spanColumns }) {
      planned = found
    } else {
      let spans = try list.progressiveSpans(from: spanColumns)
      let known = try spans.known(in: generation)
      if !known.isThrough { certainty = .estimate }
      if known.missing > 0 { diagnostics.append(GridDiagnostic(.valuesNotPlaces(known.missing))) }
      columns.append(
        PlannedSpans(
          rows: list.rowsIdentity, columns: spanColumns, spans: spans, known: known,
          count: try list.read { $0.count.value }, runs: []))
      planned = columns.count - 1
    }
    columns[planned].runs.append(PlannedColumn.Run(start: first, end: first + number, first: start))
  }

  /// What the items of a run ask for that are not made.
  private mutating func ask(
    _ run: ItemRun<Item>, _ source: PlacedRun<Item>.Source, _ first: Int, _ number: Int
  ) throws -> RunAsk {
    switch run.length {
    case .all(let length):
      switch length.kind {
      case .extent(let extent): return .lines(extent)
      case .lengths(let lengths, let estimate):
        try LazyGridGeometry.check(estimate, "the estimate of a length")
        if lengths.count < number { certainty = .estimate }
        return .lengths(lengths.count > number ? Array(lengths[..<number]) : lengths, estimate: estimate)
      case .column(let name, let estimate):
        if let estimate { try LazyGridGeometry.check(estimate, "the estimate of a length") }
        let known = try lengths(ofColumn: name, run, source, first, number)
        return .lengths(known.lengths, estimate: estimate ?? known.average ?? CellExtent.unsaidLength)
      }
    case .measured(let estimate):
      try LazyGridGeometry.check(estimate, "the estimate of a length")
      return .built(estimate: estimate)
    case .each(let extent): return .each(extent)
    }
  }

  /// What items ask for across that are not made, as far as it is known; nil where nothing is said of it.
  private mutating func lengthsAcross(
    _ run: ItemRun<Item>, _ source: PlacedRun<Item>.Source, _ first: Int, _ number: Int
  ) throws -> [Double]? {
    guard let across = run.across else { return nil }
    switch across.kind {
    case .extent(.points(let length)):
      try LazyGridGeometry.check(length, "the length of an item across")
      return Array(repeating: length, count: number)
    case .extent: throw LayoutError("what an item asks for across is a number of points or a column, not a ratio")
    case .lengths(let lengths, _): return lengths.count > number ? Array(lengths[..<number]) : lengths
    case .column(let name, _): return try lengths(ofColumn: name, run, source, first, number).lengths
    }
  }

  /// What is known of the lengths in a column, those of an earlier state included.
  private mutating func lengths(
    ofColumn name: String, _ run: ItemRun<Item>, _ source: PlacedRun<Item>.Source, _ first: Int, _ number: Int
  ) throws -> (lengths: [Double], average: Double?) {
    guard case .list(let list, _) = run.source, case .list(_, let start) = source, let generation else {
      throw LayoutError("the length is that of a column, '\(name)', but the items are of no list")
    }
    let planned: Int
    if let found = lengthColumns.firstIndex(where: { $0.rows == list.rowsIdentity && $0.name == name }) {
      planned = found
    } else {
      let lengths = try list.progressiveLengths(of: name)
      let known = try lengths.known(in: generation)
      if !known.isThrough { certainty = .estimate }
      lengthColumns.append(
        PlannedColumn(rows: list.rowsIdentity, name: name, lengths: lengths, known: known, runs: []))
      planned = lengthColumns.count - 1
    }
    lengthColumns[planned].runs.append(PlannedColumn.Run(start: first, end: first + number, first: start))
    let known = lengthColumns[planned].known
    return (known.lengths(start..<start + number), known.average)
  }

  /// Makes the cells of a run, and remembers what they ask for.
  private mutating func cells(_ items: MemoryItems<Item>, _ run: ItemRun<Item>, _ first: Int) -> [CellAsk] {
    var asks: [CellAsk] = []
    asks.reserveCapacity(items.count)
    for position in 0..<items.count {
      let cell = items.cell(position).filled(by: run.defaults)
      let index = first + position
      let traits = cell.traits
      if traits.isPlaced {
        declared.append(
          DeclaredItem(index: Int64(index), span: traits.span ?? GridSpan(), start: traits.start))
      }
      if !keys.insert(items.key(position)).inserted {
        diagnostics.append(GridDiagnostic(.duplicateKey, index: index, key: items.key(position)))
      }
      asks.append(CellAsk(traits: traits, extent: extent(of: cell, position, run)))
    }
    return asks
  }

  /// What is said of all goes for what cells say themselves, as in lazy grids.
  private mutating func extent(of cell: Cell<Item>, _ position: Int, _ run: ItemRun<Item>) -> CellExtent {
    switch run.length {
    case .each(let extent): return extent(position)
    case .all(let length):
      switch length.kind {
      case .extent(let extent): return extent
      case .lengths(let lengths, let estimate):
        if position >= lengths.count { certainty = .estimate }
        return .points(position < lengths.count ? lengths[position] : estimate)
      // Only lists have columns and cells that are not made yet.
      case .column: return cell.extent
      }
    case .measured: return cell.extent
    }
  }
}

extension DeclaredItem {
  fileprivate func moved(by offset: Int) -> DeclaredItem {
    var item = self
    item.index += Int64(offset)
    return item
  }
}
