internal import GridLayout
internal import GridStore
internal import Synchronization

/// A track grid that is laid out: where every item stands, and where it comes from.
struct TrackPlan<Item: Sendable>: Sendable {
  let settings: TrackSettings
  let grid: TrackGrid
  let items: TrackItems<Item>
  let placement: SharedPlacement
  let lengths: Lengths
  /// The room that it is laid out in, in points.
  let container: Size
  /// What was done instead of what was asked for.
  let diagnostics: [GridDiagnostic]

  enum Lengths: Sendable {
    /// Every item was looked at.
    case measured(TrackLayout, [CellAsk?])
    /// All lines are equal; the layout of no items has the tracks.
    case uniform(TrackLayout, UniformLines)
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
    if grid.arithmetic == .exact, let extent = items.lineExtent {
      let tracks = grid.layout([], in: container)
      lengths = .uniform(tracks, UniformLines(extent, grid, tracks, count: placement.lineCount, in: container))
    } else {
      let natural = try NaturalItems(items, grid)
      lengths = .measured(natural.layout(in: container), natural.asks)
    }
    diagnostics = Self.diagnostics(settings, items, placement, lengths)
  }

  private var inRows: Bool { grid.flow == .rows }
  private var layout: TrackLayout {
    switch lengths {
    case .measured(let layout, _), .uniform(let layout, _): layout
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
    }
  }

  /// How far a line starts from the start of the content, in points.
  func start(ofLine line: Int64) -> Double { before + distance(from: 0, to: line) }

  func length(ofLines range: Range<Int64>) -> Double {
    switch lengths {
    case .measured: along.length(of: range)
    case .uniform(_, let lines): lines.length(of: range)
    }
  }

  var lineCount: Int64 {
    switch lengths {
    case .measured: along.count
    case .uniform(_, let lines): lines.count
    }
  }

  /// The lines that an interval of the content meets.
  func lines(from start: Double, to end: Double) -> Range<Int64> {
    switch lengths {
    case .measured: along.numbers(from: start - before, to: end - before)
    case .uniform(_, let lines): lines.numbers(from: start - before, to: end - before)
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
  /// - Parameter line: The line that they count from along the lines; nil is the start of the content.
  func rects(of index: Int, _ cell: GridLayout.GridCell, from line: Int64?) -> TrackRects {
    switch lengths {
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
    case .uniform(let layout, _):
      all += layout.diagnostics.map { GridDiagnostic(.grid($0)) }
      if items.count > 0 {
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

/// Lines of one length, however many they are.
struct UniformLines: Sendable {
  let count: Int64
  let length: Double
  let gap: Double

  /// How far one line starts from the next, in points.
  var pitch: Double { length + gap }
  var total: Double { count > 0 ? Double(count) * pitch - gap : 0 }

  func length(of range: Range<Int64>) -> Double { range.isEmpty ? 0 : Double(range.count) * pitch - gap }

  /// The lines that an interval meets, counted from the start of the first.
  func numbers(from start: Double, to end: Double) -> Range<Int64> {
    guard count > 0, start < end, length > 0, end > 0, start < total else { return 0..<0 }
    func clamped(_ line: Double) -> Int64 { line >= Double(count) ? count : Int64(max(line, 0)) }
    var (first, last) = (clamped((start / pitch).rounded(.down)), clamped((end / pitch).rounded(.up)))
    // Quotients are rounded, so the ends are settled by the comparisons that define a meeting.
    while first > 0, Double(first - 1) * pitch + length > start { first -= 1 }
    while first < count, Double(first) * pitch + length <= start { first += 1 }
    while last > 0, Double(last - 1) * pitch >= end { last -= 1 }
    while last < count, Double(last) * pitch < end { last += 1 }
    return first..<max(first, last)
  }

  /// Lines that fill a container, or are as long as is said of all.
  init(_ extent: CellExtent, _ grid: TrackGrid, _ tracks: TrackLayout, count: Int64, in container: Size) {
    let inRows = grid.flow == .rows
    self.count = count
    gap = inRows ? grid.spacing.vertical : grid.spacing.horizontal
    switch grid.contentMode {
    case .fill:
      let insets = grid.insets
      let room =
        inRows ? container.height - insets.top - insets.bottom : container.width - insets.leading - insets.trailing
      length = count > 0 ? max(room - Double(count - 1) * gap, 0) / Double(count) : 0
    case .scroll:
      // Of tracks that differ, the one that needs most counts.
      let across = inRows ? tracks.columnSizes : tracks.rowSizes
      let longest = (0..<across.count).reduce(0) { max($0, extent.length(across: across[$1], isVertical: inRows)) }
      length = longest.isFinite ? min(max(longest, 0), 1e12) : 0
    }
  }
}

/// A placement that several windows ask, from several threads.
final class SharedPlacement: Sendable {
  /// A number that no other has: where items stand in lines is another matter in each.
  let number = newContentNumber()
  private let placement: Mutex<TrackPlacement>

  init(_ placement: TrackPlacement) { self.placement = Mutex(placement) }

  var lineCount: Int64 { placement.withLock { $0.lineCount } }
  var diagnostics: [PlacementDiagnostic] { placement.withLock { $0.diagnostics } }
  var unlistedDiagnostics: Int64 { placement.withLock { $0.unlistedDiagnostics } }
  func cell(of index: Int) -> GridLayout.GridCell? { placement.withLock { $0.cell(of: Int64(index)) } }
  func items(inLines lines: Range<Int64>) -> [PlacedItem] { placement.withLock { $0.items(inLines: lines) } }
}
