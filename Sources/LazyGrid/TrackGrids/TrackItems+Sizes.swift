internal import GridLayout
internal import GridStore

extension TrackItems {
  /// Whether items are told of in other ways than one by one, so that few windows need the lengths of all.
  var isLazy: Bool {
    asks.contains { if case .cells = $0 { false } else { true } }
  }

  /// Whether the items of a list are to say their sizes when they are built.
  var hasBuilt: Bool {
    asks.contains { if case .built = $0 { true } else { false } }
  }

  /// Whether something is told beside items of what they ask for across.
  var tellsAcross: Bool { !across.isEmpty }

  /// What a line is taken for whose items nobody has measured, in points.
  func estimate(across lengths: GridLengths, inRows: Bool) -> Double {
    let longest = (0..<lengths.count).reduce(0) { max($0, lengths[$1]) }
    for ask in asks {
      switch ask {
      case .lines(let extent):
        let length = extent.length(across: longest, isVertical: inRows)
        return length.isFinite ? min(max(length, 0), 1e12) : 0
      case .lengths(_, let estimate), .built(let estimate): return estimate
      case .cells, .each: continue
      }
    }
    return CellExtent.unsaidLength
  }

  /// What is told of items all at once, along the lines and across, by the index in the grid; NaN where nothing is.
  ///
  /// - Complexity: O(*n*) up to the last item that something is told of; the array of a single run is shared.
  var told: (along: [Double], across: [Double])? {
    var along: [Double] = []
    for (run, ask) in zip(runs.runs, asks) {
      guard case .lengths(let lengths, _) = ask, !lengths.isEmpty else { continue }
      along = Self.joined(along, lengths, at: run.start)
    }
    let across = across.reduce([]) { Self.joined($0, $1.lengths, at: $1.start) }
    return along.isEmpty && across.isEmpty ? nil : (along, across)
  }

  private static func joined(_ before: [Double], _ lengths: [Double], at start: Int) -> [Double] {
    if start == 0 { return lengths }
    return before + repeatElement(.nan, count: start - before.count) + lengths
  }

  /// What is told beside an item of what it asks for across.
  private func across(_ index: Int) -> Double? {
    for run in across where index >= run.start && index - run.start < run.lengths.count {
      return run.lengths[index - run.start]
    }
    return nil
  }

  /// What an item asks for; nil if it is as large as its part of the grid, or nobody knows.
  func cellAsk(_ index: Int) -> CellAsk? {
    guard let position = runs.position(ofRunWith: index) else { return nil }
    let place = index - runs.runs[position].start
    switch asks[position] {
    case .cells(let cells): return cells[place]
    case .lines: return nil
    case .lengths(let lengths, _):
      return place < lengths.count ? CellAsk(traits: CellTraits(), extent: .points(lengths[place])) : nil
    case .each(let extent): return CellAsk(traits: CellTraits(), extent: extent(place))
    case .built: return built[index] ?? built.estimate(of: index)
    }
  }

  /// Whether an item says its size once it is built, and is not yet.
  func isToBuild(_ index: Int) -> Bool {
    guard case .built = ask(of: index) else { return false }
    return built[index] == nil
  }

  /// The size that an item asks for, in points; nil where nobody knows.
  ///
  /// - Parameter own: What it has across.
  func size(of index: Int, _ cell: GridLayout.GridCell, own: Double, _ grid: TrackGrid) -> Size? {
    let inRows = grid.flow == .rows
    var (along, across) = (0.0, 0.0)
    if let ask = cellAsk(index) {
      let isAsked = grid.tracks.contains(.fit)
      let liked = isAsked ? ask.traits.measure?(nil) : nil
      across = inRows ? ask.traits.width ?? liked?.width ?? 0 : ask.traits.height ?? liked?.height ?? 0
      along = ask.length(across: own, inRows: inRows, isScrolled: true)
    } else if case .lines(let extent) = ask(of: index) {
      let spacing = inRows ? grid.spacing.vertical : grid.spacing.horizontal
      along = extent.lineLength(across: own, lines: inRows ? cell.rowSpan : cell.columnSpan, spacing, inRows: inRows)
    } else {
      return nil
    }
    if let told = self.across(index) { across = told }
    return inRows ? Size(width: across, height: along) : Size(width: along, height: across)
  }
}

extension CellExtent {
  /// What an item asks for that is to be as long as its lines: one over several asks for as much as its neighbours.
  func lineLength(across: Double, lines: Int64, _ spacing: Double, inRows: Bool) -> Double {
    let length = length(across: across, isVertical: inRows)
    if case .aspectRatio = self { return length }
    let count = Double(max(lines, 1))
    return min(length * count + spacing * (count - 1), 1e12)
  }
}
