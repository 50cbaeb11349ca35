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
struct PlacementWish: Sendable {
  var index: Int64
  var width: Int
  var height: Int64
  var track: Int?
  var line: Int64?

  /// The most lines of a span, of all spans together, and before a start: sums and products of such counts with
  /// ``Tracks/limit`` tracks and 2⁵⁹ items fit 64 bits.
  static let longestSpan: Int64 = 1 << 32
  static let allLines: Int64 = 1 << 48
  static let furthestStart: Int64 = 1 << 40

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
    self.width = Int(min(max(width, 1), Int64(tracks)))
    self.height = min(max(height, 1), most)
    lines -= self.height
    let start = item.start ?? GridStart()
    let track = inRows ? start.column : start.row
    let line = inRows ? start.row : start.column
    if min(track ?? 0, line ?? 0) < 0 { diagnostics.say(.negativeStart, index) }
    if let track, track >= 0 {
      if track < Int64(tracks) { self.track = Int(track) } else { diagnostics.say(.startOutOfRange, index) }
    }
    if let line, line >= 0 {
      if line <= PlacementWish.furthestStart { self.line = line } else { diagnostics.say(.startOutOfRange, index) }
    }
  }

  /// The area of the item in a track, cut to those that are left.
  func area(track: Int, line: Int64, tracks: Int) -> TrackArea {
    TrackArea(track: track, line: line, width: min(width, tracks - track), height: height)
  }
}
