/// What is declared of an item of a track grid that is not plain: that covers more than one cell, or asks for a place.
public struct DeclaredItem: Hashable, Sendable {
  /// The index of the item.
  public var index: Int64
  /// How many columns and rows it covers.
  public var span: GridSpan
  /// Where it asks to stand; nil leaves that to the grid.
  public var start: GridStart?

  /// Makes a declaration.
  public init(index: Int64, span: GridSpan = GridSpan(), start: GridStart? = nil) {
    self.index = index
    self.span = span
    self.start = start
  }
}

/// A declaration in tracks and lines, with numbers that the grid can place.
struct PlacementWish: Hashable, Sendable {
  var index: Int64
  var height: Int64
  // Minus one is none: a million of them take half the room that optionals do.
  private var startLine: Int64 = -1
  private var startTrack: Int32 = -1
  private var tracksCovered: Int32

  /// The most lines of a span, of all spans together, and before a start: sums and products of such counts with
  /// ``Tracks/limit`` tracks and 2⁵⁹ items fit 64 bits.
  static let longestSpan: Int64 = 1 << 32
  static let allLines: Int64 = 1 << 48
  static let furthestStart: Int64 = 1 << 40

  var width: Int { Int(tracksCovered) }
  var track: Int? { startTrack < 0 ? nil : Int(startTrack) }
  var line: Int64? { startLine < 0 ? nil : startLine }
  var shape: ItemShapes.Shape { ItemShapes.Shape(width: tracksCovered, height: height) }
  var isStarted: Bool { startTrack >= 0 || startLine >= 0 }
  var isSpanning: Bool { tracksCovered > 1 || height > 1 }

  init(index: Int64, shape: ItemShapes.Shape) {
    self.index = index
    tracksCovered = shape.width
    height = shape.height
  }

  /// - Parameter lines: How many lines all spans may still have.
  init(_ item: DeclaredItem, tracks: Int, flow: GridFlow, lines: inout Int64, _ diagnostics: inout PlacementDiagnostics)
  {
    let inRows = flow == .rows
    let width = inRows ? item.span.column : item.span.row
    let height = inRows ? item.span.row : item.span.column
    index = item.index
    if min(width, height) < 1 { diagnostics.say(.spanNotPositive, index) }
    if width > Int64(tracks) { diagnostics.say(.spanTooWide, index) }
    let most = max(1, min(PlacementWish.longestSpan, lines))
    if height > most { diagnostics.say(.spanTooLong, index) }
    tracksCovered = Int32(min(max(width, 1), Int64(tracks)))
    self.height = min(max(height, 1), most)
    lines -= self.height
    ask(for: item.start ?? GridStart(), tracks: tracks, flow: flow, &diagnostics)
  }

  /// Takes up where the item asks to stand.
  mutating func ask(for start: GridStart, tracks: Int, flow: GridFlow, _ diagnostics: inout PlacementDiagnostics) {
    let track = flow == .rows ? start.column : start.row
    let line = flow == .rows ? start.row : start.column
    (startTrack, startLine) = (-1, -1)
    if min(track ?? 0, line ?? 0) < 0 { diagnostics.say(.negativeStart, index) }
    if let track, track >= 0 {
      if track < Int64(tracks) { startTrack = Int32(track) } else { diagnostics.say(.startOutOfRange, index) }
    }
    if let line, line >= 0 {
      if line <= PlacementWish.furthestStart { startLine = line } else { diagnostics.say(.startOutOfRange, index) }
    }
  }

  /// Takes over the span of another.
  mutating func span(as other: PlacementWish) { (tracksCovered, height) = (other.tracksCovered, other.height) }

  /// The area of the item in a track, cut to those that are left.
  func area(track: Int, line: Int64, tracks: Int) -> TrackArea {
    TrackArea(track: track, line: line, width: min(width, tracks - track), height: height)
  }
}
