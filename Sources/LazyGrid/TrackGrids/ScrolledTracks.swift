internal import GridLayout
internal import GridStore
internal import Synchronization

/// The lines of a track grid that scrolls and whose items are not all of one length: measured as far as windows look.
///
/// The lengths of lines are kept twice, as those of the track grid and as those of a line grid of one track, so that
/// viewports stand in it by the rules that they have everywhere.
struct ScrolledTracks: Sendable {
  private(set) var scroll: ScrollTrackGrid
  private(set) var lines: LineGrid
  /// A layout without items that has the tracks.
  private(set) var tracks: TrackLayout
  /// How many lines before and after some others may have a say in those: as many as all different spans have beyond one,
  /// twice, up to ``mostLinesBeside``.
  let linesBeside: Int64
  static let mostLinesBeside: Int64 = 64
  private let container: Size
  /// The pieces of lines whose lengths stand one by one.
  private var pieces: Set<Int64> = []
  private static let linesPerPiece: Int64 = 256

  /// - Parameter container: The room across, in points; what is in sight along the lines does not matter.
  init<Item>(_ items: TrackItems<Item>, _ grid: TrackGrid, in container: Size) {
    self.container = container
    let inRows = grid.flow == .rows
    let none = grid.layout([], in: container)
    let declared = items.declared
    linesBeside = Self.linesBeside(declared, inRows: inRows)
    scroll = ScrollTrackGrid(
      grid, count: Int64(items.count), declared: declared, across: inRows ? container.width : container.height,
      estimate: items.estimate(across: inRows ? none.columnSizes : none.rowSizes, inRows: inRows))
    if let told = items.told { scroll.setLengths(told.along, across: told.across) }
    tracks = none
    lines = LineGrid(axis: .vertical, items: [], content: [], crossLength: 0)
    resolveTracks()
    makeLines()
  }

  private static func linesBeside(_ declared: [DeclaredItem], inRows: Bool) -> Int64 {
    var heights: Set<Int64> = []
    for item in declared { heights.insert(min(max(inRows ? item.span.row : item.span.column, 1), mostLinesBeside)) }
    return min(2 * heights.reduce(0) { $0 + $1 - 1 }, mostLinesBeside)
  }

  private var grid: TrackGrid { scroll.grid }
  private var inRows: Bool { grid.flow == .rows }

  private mutating func resolveTracks() {
    // As wide as they are now, whatever they follow from.
    let lengths = scroll.trackLengths.all
    tracks = TrackGrid(
      tracks: lengths.map { .pt($0) }, contentMode: .scroll, flow: grid.flow, spacing: grid.spacing,
      insets: grid.insets, commonItemsAlignment: grid.commonItemsAlignment, contentAlignment: grid.contentAlignment,
      arithmetic: grid.arithmetic
    ).layout([], in: container)
  }

  private mutating func makeLines() {
    lines = grid.scrolledLines(scroll.lineRuns(), across: inRows ? container.width : container.height)
    pieces = []
  }

  // MARK: Measuring

  /// Takes in the sizes of items.
  ///
  /// - Parameter sizes: In the order of their indexes.
  /// - Complexity: As ``ScrollTrackGrid/setSizes(_:from:)`` for neighbours, and O(log *m*) for each line that changes.
  mutating func set(_ sizes: [(index: Int64, size: Size)]) {
    let before = scroll.trackLengths
    var next = 0
    while next < sizes.count {
      var end = next + 1
      while end < sizes.count, sizes[end].index == sizes[end - 1].index + 1 { end += 1 }
      let changed = scroll.setSizes(sizes[next..<end].map(\.size), from: sizes[next].index)
      if !changed.isEmpty { change(changed) }
      next = end
    }
    if scroll.trackLengths != before { resolveTracks() }
  }

  private mutating func change(_ changed: Range<Int64>) {
    let changed = changed.clamped(to: 0..<Int64(lines.count))
    guard changed.upperBound - changed.lowerBound <= 1 << 12 else { return makeLines() }
    var line = changed.lowerBound
    while line < changed.upperBound {
      let piece = line / Self.linesPerPiece * Self.linesPerPiece
      let end = min(piece + Self.linesPerPiece, lines.count)
      if pieces.insert(piece).inserted {
        lines.replaceItems(piece..<end, by: [.lengths((piece..<end).map { scroll.length(ofLine: $0) })])
      } else {
        for line in line..<min(end, changed.upperBound) {
          lines.setLength(ofItem: line, to: scroll.length(ofLine: line))
        }
      }
      line = end
    }
  }

  // MARK: Answers

  /// Whether every item is measured, as far as what is told of them is final.
  var isMeasured: Bool { scroll.measuredCount == scroll.count }

  /// The length that an item has for itself across, of the tracks that it covers, in points.
  func own(across cell: GridLayout.GridCell) -> Double {
    let lengths = inRows ? tracks.columnSizes : tracks.rowSizes
    let (first, span) = inRows ? (cell.column, cell.columnSpan) : (cell.row, cell.rowSpan)
    let padding = grid.arithmetic == .exact ? 0 : inRows ? grid.spacing.horizontal : grid.spacing.vertical
    return max(lengths.length(of: first..<first + span) - padding, 0)
  }

  /// The size of all columns and rows and the gaps between, in points.
  var contentSize: Size {
    let insets = lines.insets
    let along =
      inRows
      ? lines.contentSize.height - insets.top - insets.bottom
      : lines.contentSize.width - insets.leading - insets.trailing
    let length = lines.count > 0 ? max(along, 0) : 0
    let size =
      inRows
      ? Size(width: tracks.columnSizes.total, height: length) : Size(width: length, height: tracks.rowSizes.total)
    guard grid.arithmetic == .exyte else { return size }
    return Size(
      width: size.width.rounded(.toNearestOrAwayFromZero), height: size.height.rounded(.toNearestOrAwayFromZero))
  }
}

/// Lines that several windows measure, from several threads.
final class SharedTracks: Sendable {
  private let tracks: Mutex<ScrolledTracks>

  init(_ tracks: ScrolledTracks) { self.tracks = Mutex(tracks) }

  /// As they are now.
  var value: ScrolledTracks { tracks.withLock { $0 } }

  /// Takes in the sizes of items.
  func set(_ sizes: [(index: Int64, size: Size)]) { tracks.withLock { $0.set(sizes) } }
}

extension TrackGrid {
  /// Lines that scroll as those of a grid of one track.
  func scrolledLines(_ runs: [GridRun], across: Double) -> LineGrid {
    let inRows = flow == .rows
    let trailing = inRows ? spacing.vertical : spacing.horizontal
    var own = insets
    if arithmetic == .exyte {
      // All its room is between its lines, but for half a gap before the first and behind the last.
      own = inRows ? EdgeInsets(bottom: trailing) : EdgeInsets(trailing: trailing)
    }
    return LineGrid(
      axis: inRows ? .vertical : .horizontal, items: [GridItem()], content: runs.map { .run($0) },
      crossLength: max(across, 1) + own.leading + own.trailing + own.top + own.bottom, insets: own,
      spacing: arithmetic == .exyte ? 0 : trailing)
  }
}
