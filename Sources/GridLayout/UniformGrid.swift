/// A lazy grid whose lines are all of one length, so that every answer is arithmetic.
///
///     let grid = UniformGrid(
///       axis: .vertical, items: [GridItem(.adaptive(minimum: 160))], count: 1_000_000, lineLength: 220,
///       crossLength: 1024)
///     grid.contentSize              // 1024 × 37999992 points
///     grid.frame(of: 730_001)       // x 860, y 27739848, 164 × 220
///     grid.lines(from: 0, to: 768)  // 0 ..< 4
///
/// Items fill a line from the leading side (or the top), then the next line; the last one may be short and keeps
/// the positions of its tracks. Nothing is estimated, and nothing depends on how many items there are: offsets
/// are `Double` and right for 10¹² of them. A client that computes in `Float` asks for frames relative to a line
/// near by (``frame(of:relativeToLine:)``), which are the same numbers at any depth.
///
/// It is not a grid for items of different lengths, and has no sections.
///
/// Nothing in the input of the initializer traps. What can't be taken as it stands is replaced, and said in
/// ``diagnostics`` or in those of ``tracks``. An index that is not one of the grid's items does trap.
public struct UniformGrid: Hashable, Sendable {
  /// How many items there are.
  public let count: Int64
  /// The length of every line along the main axis, in points.
  public let lineLength: Double
  /// The gap between lines, in points.
  public let spacing: Double
  /// What was done instead of what was asked for, apart from the tracks.
  public let diagnostics: [LineDiagnostic]

  /// The length of all content along the main axis, insets included, in points.
  public let contentLength: Double
  /// How many lines there are; none where there are no tracks.
  public let lineCount: Int64
  let axes: GridAxes

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - axis: Vertical for a LazyVGrid, whose tracks are columns; horizontal for a LazyHGrid.
  ///   - items: The grid items that make the tracks.
  ///   - count: How many items there are; below zero counts as none.
  ///   - lineLength: The length of a line along the main axis, in points; below zero counts as 0.
  ///   - crossLength: What is offered across, insets included, in points.
  ///   - insets: The room around the content, in points; negative insets let it stand out.
  ///   - spacing: The gap between lines, in points; nil is 8. A negative one makes lines overlap, but one that
  ///     would stop or turn them back counts as 0.
  ///   - alignment: Where tracks stand in free room, and items in their cells.
  ///   - layoutDirection: Right to left mirrors the tracks of a vertical grid and the growth of a horizontal one.
  ///   - resolution: Whether tracks that overflow are resolved once or twice.
  /// - Complexity: O(*i* + *t*), where *i* is the number of grid items and *t* that of tracks.
  public init(
    axis: Axis, items: [GridItem], count: Int64, lineLength: Double, crossLength: Double,
    insets: EdgeInsets = .zero, spacing: Double? = nil, alignment: Alignment = .center,
    layoutDirection: LayoutDirection = .leftToRight, resolution: TrackResolution = .onePass
  ) {
    var check = LineCheck()
    if count < 0 { check.diagnostics.append(.negativeCount) }
    let count = max(count, 0)
    let lineLength = check.length(lineLength)
    let spacing = check.spacing(spacing ?? GridItem.defaultSpacing, after: lineLength)
    let insets = check.insets(insets)
    let axes = GridAxes(
      axis: axis, items: items, crossLength: crossLength, insets: insets, alignment: alignment,
      layoutDirection: layoutDirection, resolution: resolution)
    let perLine = Int64(axes.tracks.count)
    let lineCount = perLine == 0 ? 0 : count / perLine + (count % perLine == 0 ? 0 : 1)
    let lines = lineCount == 0 ? 0 : Double(lineCount - 1) * (lineLength + spacing) + lineLength

    self.axes = axes
    self.count = count
    self.lineLength = lineLength
    self.spacing = spacing
    self.diagnostics = check.diagnostics
    self.lineCount = lineCount
    self.contentLength = max(axes.before + lines + axes.after, 0)
  }

  /// The direction that the grid grows in.
  public var axis: Axis { axes.axis }
  /// The resolved tracks; offsets count from the leading (or top) inset.
  public var tracks: Tracks { axes.tracks }
  /// The room around the content, in points.
  public var insets: EdgeInsets { axes.insets }
  /// The side that leading is on.
  public var layoutDirection: LayoutDirection { axes.layoutDirection }
  /// Where the tracks stand in free room, and items in cells of tracks that do not say.
  public var alignment: Alignment { axes.alignment }
  /// The length of all content across, insets included, in points; more than was offered where tracks overflow.
  public var crossLength: Double { axes.crossLength }

  /// The size of all content, insets included, in points.
  public var contentSize: Size { axes.size(contentLength) }

  /// The distance from the start of a line to that of the next, in points; never below zero.
  public var stride: Double { lineLength + spacing }

  /// Whether lines follow one another from right to left.
  var growsLeftward: Bool { axes.growsLeftward }

  /// Returns the line that an item stands in.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(1).
  public func line(of index: Int64) -> Int64 {
    check(index)
    return index / Int64(tracks.count)
  }

  /// Returns the track that an item stands in.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(1).
  public func track(of index: Int64) -> Int {
    check(index)
    return Int(index % Int64(tracks.count))
  }

  /// Returns the items of some lines.
  ///
  /// - Parameter lines: Any lines; what is past the last one holds no items.
  /// - Complexity: O(1).
  public func indexes(ofLines lines: Range<Int64>) -> Range<Int64> {
    firstIndex(ofLine: lines.lowerBound)..<firstIndex(ofLine: lines.upperBound)
  }

  /// Returns the first item of a line, or the number of items for a line past the last.
  private func firstIndex(ofLine line: Int64) -> Int64 {
    // Only a line of the grid is multiplied: its items are below the count, so nothing overflows.
    line < lineCount ? max(line, 0) * Int64(tracks.count) : lineCount == 0 ? 0 : count
  }

  func check(_ index: Int64) {
    precondition(index >= 0 && index < count && lineCount > 0, "the index is not that of an item of the grid")
  }
}
