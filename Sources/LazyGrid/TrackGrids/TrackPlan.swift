internal import GridLayout
internal import GridStore

/// A track grid that is laid out: where every item stands, and where it comes from.
struct TrackPlan<Item: Sendable>: Sendable {
  let settings: TrackSettings
  let grid: TrackGrid
  let items: TrackItems<Item>
  let placement: SharedPlacement
  var lengths: Lengths
  /// How tracks fit what is told of items whose lines are all equal; nil if nothing is.
  private let uniformFit: TrackFit?
  /// The room that it is laid out in, in points.
  let container: Size
  /// What was done instead of what was asked for.
  let diagnostics: [GridDiagnostic]

  enum Lengths: Sendable {
    /// Every item was looked at.
    case measured(TrackLayout, [CellAsk?])
    /// All lines are equal; the layout of no items has the tracks.
    case uniform(TrackLayout, UniformLines)
    /// Lines are measured as far as windows look.
    case scrolled(SharedTracks)
    /// They are as they were at some moment.
    case frozen(ScrolledTracks)
  }

  /// Lays out items in a container.
  init(
    _ settings: TrackSettings, _ items: TrackItems<Item>, _ placement: SharedPlacement, in container: Size
  ) throws(LayoutError) {
    self.settings = settings
    self.items = items
    self.placement = placement
    self.container = container
    let grid = settings.grid()
    self.grid = grid
    var fit: TrackFit?
    var isMeasuredAtOnce = false
    if grid.arithmetic == .exact, let extent = items.lineExtent {
      var tracks = grid.layout([], in: container)
      if grid.tracks.contains(.fit), items.tellsAcross {
        // What lines are like does not matter to tracks.
        let scrolled = ScrolledTracks(items, grid, in: container)
        (tracks, fit) = (scrolled.tracks, scrolled.scroll.fit)
      }
      lengths = .uniform(tracks, UniformLines(extent, grid, tracks, count: placement.lineCount, in: container))
    } else if grid.contentMode == .scroll, items.isLazy {
      lengths = .scrolled(SharedTracks(ScrolledTracks(items, grid, in: container)))
      isMeasuredAtOnce = items.count <= settings.mostMeasuredAtOnce && !items.hasBuilt
    } else {
      let natural = try NaturalItems(items, grid)
      lengths = .measured(natural.layout(in: container), natural.asks)
    }
    uniformFit = fit
    diagnostics = Self.diagnostics(settings, items, placement, lengths)
    if isMeasuredAtOnce { measureAll() }
  }

  /// Whether tracks are as long as all that stands in them asks for.
  var fit: TrackFit {
    let own: TrackFit
    switch lengths {
    case .measured:
      // Those of Exyte Grid grow under wide items.
      let follow = grid.tracks.contains { $0 == .fit || (grid.arithmetic == .exyte && $0.isPoints) }
      own = follow ? .exact : .independent
    case .uniform: own = uniformFit ?? (grid.tracks.contains(.fit) && items.count > 0 ? .runningMaximum : .independent)
    case .scrolled, .frozen: own = scrolled?.scroll.fit ?? .independent
    }
    return own == .exact && items.certainty != .exact ? .runningMaximum : own
  }

  /// How sure the layout is.
  var certainty: Certainty {
    guard let scrolled, items.certainty == .exact else { return items.certainty }
    return scrolled.isMeasured && !items.built.hasEstimates ? .exact : .estimate
  }

  /// The lines as they are now, where they are measured as far as windows look.
  var scrolled: ScrolledTracks? {
    switch lengths {
    case .measured, .uniform: nil
    case .scrolled(let shared): shared.value
    case .frozen(let scrolled): scrolled
    }
  }

  private var inRows: Bool { grid.flow == .rows }
  private var layout: TrackLayout {
    switch lengths {
    case .measured(let layout, _), .uniform(let layout, _): layout
    case .scrolled(let shared): shared.value.tracks
    case .frozen(let scrolled): scrolled.tracks
    }
  }

  // MARK: Lines

  /// How far the first line starts from that of the content along the lines, in points.
  private var before: Double {
    if grid.arithmetic == .exyte { return 0 }
    if case .measured(let layout, _) = lengths { return inRows ? layout.contentOrigin.y : layout.contentOrigin.x }
    return inRows ? grid.insets.top : grid.insets.leading
  }

  /// The lengths of the tracks, and how far the first starts from the content, in points.
  var across: (lengths: GridLengths, start: Double) {
    inRows ? (layout.columnSizes, layout.contentOrigin.x) : (layout.rowSizes, layout.contentOrigin.y)
  }

  private var along: GridLengths { inRows ? layout.rowSizes : layout.columnSizes }

  /// How far a line starts from another, in points.
  func distance(from line: Int64, to other: Int64) -> Double {
    switch lengths {
    case .measured: along.offset(of: other) - along.offset(of: line)
    case .uniform(_, let lines): Double(other - line) * lines.pitch
    case .scrolled, .frozen: scrolled?.scroll.distance(fromLine: line, toLine: other) ?? 0
    }
  }

  /// How far a line starts from the start of the content, in points.
  func start(ofLine line: Int64) -> Double { before + distance(from: 0, to: line) }

  func length(ofLines range: Range<Int64>) -> Double {
    switch lengths {
    case .measured: along.length(of: range)
    case .uniform(_, let lines): lines.length(of: range)
    case .scrolled, .frozen: scrolled?.scroll.length(ofLines: range) ?? 0
    }
  }

  var lineCount: Int64 {
    switch lengths {
    case .measured: along.count
    case .uniform(_, let lines): lines.count
    case .scrolled, .frozen: scrolled?.lines.count ?? 0
    }
  }

  /// The lines that an interval of the content meets.
  func lines(from start: Double, to end: Double) -> Range<Int64> {
    switch lengths {
    case .measured: along.numbers(from: start - before, to: end - before)
    case .uniform(_, let lines): lines.numbers(from: start - before, to: end - before)
    case .scrolled, .frozen:
      scrolled.map { $0.scroll.lines(from: start - before, to: end - before).clamped(to: 0..<$0.lines.count) } ?? 0..<0
    }
  }

  /// The lines that an item covers.
  func lines(of cell: GridLayout.GridCell) -> Range<Int64> {
    inRows ? cell.row..<cell.row + cell.rowSpan : cell.column..<cell.column + cell.columnSpan
  }

  // MARK: Sizes

  /// The size of all columns and rows and the gaps between, in points.
  var innerSize: Size {
    switch lengths {
    case .measured(let layout, _): return layout.contentSize
    case .uniform(let layout, let lines):
      return inRows
        ? Size(width: layout.columnSizes.total, height: lines.total)
        : Size(width: lines.total, height: layout.rowSizes.total)
    case .scrolled, .frozen: return scrolled?.contentSize ?? .zero
    }
  }

  /// The size of all content with the room around it, in points.
  var outerSize: Size {
    let (size, insets) = (innerSize, grid.insets)
    if grid.arithmetic == .exyte {
      // Every cell has half the spacing around it already.
      return Size(width: size.width + grid.spacing.horizontal, height: size.height + grid.spacing.vertical)
    }
    return Size(
      width: size.width + insets.leading + insets.trailing, height: size.height + insets.top + insets.bottom)
  }

  // MARK: Items

  /// The rectangles of an item.
  ///
  /// - Parameters:
  ///   - line: The line that they count from along the lines; nil is the start of the content.
  ///   - built: The item's cell, where it has been built.
  func rects(
    of index: Int, _ cell: GridLayout.GridCell, from line: Int64?, _ built: Cell<Item>? = nil
  ) -> TrackRects {
    switch lengths {
    case .scrolled, .frozen:
      guard let scrolled else { return TrackRects(rect: .zero, background: .zero, frame: .zero) }
      let ask = items.cellAsk(index)
      // What a cell says of its place in the line counts where all else of it is told beside the list.
      let own = ask?.traits.alignment ?? built?.traits.alignment ?? grid.commonItemsAlignment
      let placed = scrolled.scroll.item(Int64(index), in: cell, relativeToLine: line ?? 0, alignment: own)
      var rects = TrackRects(placed, ask, grid, own)
      if line == nil { rects.offset(by: inRows ? Point(x: 0, y: before) : Point(x: before, y: 0)) }
      return rects
    case .measured(let layout, let asks):
      var rects = TrackRects(layout.items[index], asks[index], grid, alignment(of: index, asks[index]))
      if let line {
        let start = start(ofLine: line)
        rects.offset(by: inRows ? Point(x: 0, y: -start) : Point(x: -start, y: 0))
      }
      return rects
    case .uniform(let layout, let lines):
      let own = self.lines(of: cell)
      let start = line.map { distance(from: $0, to: own.lowerBound) } ?? self.start(ofLine: own.lowerBound)
      let tracks = inRows ? cell.column..<cell.column + cell.columnSpan : cell.row..<cell.row + cell.rowSpan
      let across = inRows ? layout.columnSizes : layout.rowSizes
      let offset = across.offset(of: tracks.lowerBound) + (inRows ? layout.contentOrigin.x : layout.contentOrigin.y)
      let length = (along: lines.length(of: own), across: across.length(of: tracks))
      let rect =
        inRows
        ? Rect(x: offset, y: start, width: length.across, height: length.along)
        : Rect(x: start, y: offset, width: length.along, height: length.across)
      return TrackRects(rect: rect, background: rect, frame: rect)
    }
  }

  private func alignment(of index: Int, _ ask: CellAsk?) -> Alignment {
    ask?.traits.alignment ?? grid.commonItemsAlignment
  }

  /// What was done instead of what was asked for.
  private static func diagnostics(
    _ settings: TrackSettings, _ items: TrackItems<Item>, _ placement: SharedPlacement, _ lengths: Lengths
  ) -> [GridDiagnostic] {
    var all: [GridDiagnostic] = []
    switch lengths {
    case .measured(let layout, _): all += layout.diagnostics.map { GridDiagnostic(.grid($0)) }
    case .scrolled(let shared): all += shared.value.scroll.diagnostics.map { GridDiagnostic(.grid($0)) }
    case .frozen: break
    case .uniform(let layout, _):
      all += layout.diagnostics.map { GridDiagnostic(.grid($0)) }
      if items.count > 0, !items.tellsAcross {
        all += layout.grid.tracks.indices.filter { layout.grid.tracks[$0] == .fit }
          .map { GridDiagnostic(.unmeasuredTrack($0)) }
      }
    }
    if settings.cache == .inMemoryCache { all.append(GridDiagnostic(.cacheNotNeeded)) }
    for one in placement.diagnostics {
      let index = Int(one.index)
      all.append(GridDiagnostic(.placement(one.kind), index: index, key: items.memoryKey(of: index)))
    }
    if placement.unlistedDiagnostics > 0 { all.append(GridDiagnostic(.unlisted(placement.unlistedDiagnostics))) }
    return all + items.diagnostics
  }
}

extension GridTrack {
  fileprivate var isPoints: Bool { if case .pt = self { true } else { false } }
}

extension TrackItems {
  /// What an item is known by, if it is in memory.
  func memoryKey(of index: Int) -> CellKey? {
    guard index >= 0, let run = runs.run(of: index), case .memory(let items) = run.source else { return nil }
    return items.key(index - run.start)
  }
}

/// The rectangles of an item of a track grid, in points.
struct TrackRects: Hashable, Sendable {
  /// The part of the grid that it covers.
  var rect: Rect
  /// What backgrounds and overlays are drawn in.
  var background: Rect
  /// The item itself.
  var frame: Rect

  init(rect: Rect, background: Rect, frame: Rect) {
    self.rect = rect
    self.background = background
    self.frame = frame
  }

  /// - Parameter ask: What the item asks for; nil is as large as its part of the grid.
  init(_ item: TrackLayout.Item, _ ask: CellAsk?, _ grid: TrackGrid, _ alignment: Alignment) {
    let (inRows, isScrolled) = (grid.flow == .rows, grid.contentMode == .scroll)
    // What has no length of its own takes all that there is.
    let fillsWidth = ask.map { $0.traits.width == nil && (inRows || !$0.hasLength(isScrolled: isScrolled)) } ?? true
    let fillsHeight = ask.map { $0.traits.height == nil && (!inRows || !$0.hasLength(isScrolled: isScrolled)) } ?? true
    let inside = item.background
    let aligned = grid.arithmetic == .exact ? alignment.frame(of: item.frame.size, in: item.rect) : item.frame
    self.init(
      rect: item.rect, background: inside,
      frame: Rect(
        x: fillsWidth ? inside.minX : aligned.minX, y: fillsHeight ? inside.minY : aligned.minY,
        width: fillsWidth ? inside.width : aligned.width, height: fillsHeight ? inside.height : aligned.height))
  }

  mutating func offset(by point: Point) { self = map { $0.offset(by: point) } }

  func map(_ change: (Rect) -> Rect) -> TrackRects {
    TrackRects(rect: change(rect), background: change(background), frame: change(frame))
  }
}
