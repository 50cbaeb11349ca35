/// What of a track grid is in sight.
public struct TrackGridWindow: Sendable {
  /// An item in sight.
  public struct Item: Hashable, Sendable {
    /// The index of the item.
    public var index: Int64
    /// Where it is; along the lines its rectangles count from ``TrackGridWindow/origin``.
    public var layout: TrackLayout.Item
    /// Whether its size is its own; otherwise it is as large as its cell.
    public var isMeasured: Bool
  }

  /// The lines that meet the interval.
  public var lines: Range<Int64>
  /// What the rectangles count from along the lines, in points from the start of the first line of all: the start of
  /// the first line in sight, without its fraction of a point in the arithmetic of Exyte Grid, which grows rectangles to
  /// whole points.
  ///
  /// Far down it has fewer digits than a rectangle that counts from it.
  public var origin: Double
  /// The same in points from the start of the line that the interval counts from.
  public var relativeOrigin: Double
  /// The items that cover one of the lines, those that start before them included, in the order of their indexes.
  public var items: [Item]
}

extension ScrollTrackGrid {
  /// Returns what meets an interval.
  ///
  /// - Parameters:
  ///   - start: Where the interval starts, in points from the start of a line. Insets are before the first line.
  ///   - end: Where it ends.
  ///   - line: The line from whose start both count. Far down in the content distances from the first line are not
  ///     exact, and from a line nearby they are.
  ///   - alignment: Where an item stands in its cell; nil for what all items of the grid do.
  /// - Complexity: Places the items up to there that are not placed yet; then O(log *n* + *k* log *k*) for *k* items. Of
  ///   plain items there is no table.
  public mutating func window(
    from start: Double, to end: Double, relativeToLine line: Int64 = 0,
    alignment: (Int64) -> Alignment? = { _ in nil }
  ) -> TrackGridWindow {
    let line = min(max(line, 0), LineSums.end)
    let none = TrackGridWindow(lines: 0..<0, origin: 0, relativeOrigin: 0, items: [])
    guard start.isFinite, end.isFinite, !grid.tracks.isEmpty, count > 0 else { return none }
    settle(to: end, from: line)
    var lines = self.lines.lines(from: start, to: end, relativeTo: line)
    let areas = placement.areas(in: lines)
    // The items are placed up to there, or else all of them.
    if let lineCount = placement.knownLineCount { lines = lines.clamped(to: 0..<lineCount) }
    guard !lines.isEmpty else { return none }

    let isExyte = grid.arithmetic == .exyte
    let offset = self.lines.offset(of: lines.lowerBound)
    let fraction = isExyte ? offset - offset.rounded(.down) : 0
    let tracks = trackLengths
    let shift = originAcross(tracks)
    var lengths = NearLengths(self.lines, from: lines.lowerBound)
    let items = areas.map { placed in
      let area = placed.area
      let (along, length) = lengths.extent(of: area.line..<area.end)
      let place = Placed(
        tracks: Int64(area.track)..<Int64(area.track + area.width), start: along + fraction, length: length)
      return TrackGridWindow.Item(
        index: placed.index,
        layout: item(placed.index, area.cell(grid.flow), place, tracks, across: shift, alignment(placed.index)),
        isMeasured: sizes[placed.index] != nil)
    }
    return TrackGridWindow(
      lines: lines, origin: offset - fraction,
      relativeOrigin: self.lines.distance(from: line, to: lines.lowerBound) - fraction, items: items)
  }

  /// What rectangles are shifted by across: where the content starts in its container, but for the arithmetic of Exyte
  /// Grid, whose rectangles count from its working area.
  func originAcross(_ tracks: GridLengths) -> Double {
    if grid.arithmetic == .exyte { return 0 }
    let inRows = grid.flow == .rows
    let (before, behind) =
      inRows ? (grid.margins.leading, grid.margins.trailing) : (grid.margins.top, grid.margins.bottom)
    let fraction =
      inRows ? grid.contentAlignment.horizontal.fraction : grid.contentAlignment.vertical.fraction
    return before + max(across - before - behind - tracks.total, 0) * fraction
  }
}

/// Where lines near one are, in points from its start; what was asked for last is kept, for neighbours share lines.
private struct NearLengths {
  private let lines: LineSums
  private let origin: Int64
  private var starts: [(line: Int64, start: Double)] = []

  init(_ lines: LineSums, from line: Int64) {
    self.lines = lines
    origin = line
  }

  private mutating func start(of line: Int64) -> Double {
    for known in starts.reversed() where known.line == line { return known.start }
    let start = lines.distance(from: origin, to: line)
    if starts.count == 8 { starts.removeFirst() }
    starts.append((line, start))
    return start
  }

  mutating func extent(of range: Range<Int64>) -> (start: Double, length: Double) {
    let start = start(of: range.lowerBound)
    if range.upperBound - range.lowerBound == 1 {
      return (start, lines.length(of: range.lowerBound) ?? lines.estimate)
    }
    // The gap behind the last of them is not its own.
    return (start, lines.distance(from: range.lowerBound, to: range.upperBound) - lines.gap)
  }
}

extension TrackGrid {
  /// The size of an item that takes all of its cell.
  func inside(_ rect: Rect) -> Size {
    guard arithmetic == .exyte else { return rect.size }
    return Size(
      width: max(rect.width - spacing.horizontal, 0), height: max(rect.height - spacing.vertical, 0))
  }
}
