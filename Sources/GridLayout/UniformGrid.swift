/// A lazy grid whose lines are all of one length: every answer is arithmetic.
///
///     let grid = UniformGrid(
///       axis: .vertical, items: [GridItem(.adaptive(minimum: 160))], count: 1_000_000, lineLength: 220,
///       crossLength: 1024)
///     grid.contentSize                    // 1024 × 37999992
///     grid.frame(of: 730_001)             // x 172, y 27740760, 164 × 220
///     grid.lines(from: 0, to: 768)        // 0 ..< 4
///
/// Offsets are `Double`, right for 10¹² items. Frames may be had relative to the start of a line near
/// by, computed from the difference of line numbers, so that they are the same at any depth.
public struct UniformGrid: Hashable, Sendable {
  public let axis: Axis
  /// What the tracks were made of.
  public let items: [GridItem]
  /// The resolved tracks; offsets count from the leading inset.
  public let tracks: Tracks
  /// How many items there are.
  public let count: Int64
  /// The length of every line along the main axis, in points.
  public let lineLength: Double
  /// The gap between lines, in points.
  public let spacing: Double
  public let insets: EdgeInsets
  public let layoutDirection: LayoutDirection
  /// Where items stand in cells of tracks that do not say.
  public let alignment: Alignment

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - axis: Vertical for a LazyVGrid, whose tracks are columns; horizontal for a LazyHGrid.
  ///   - items: The grid items that make the tracks.
  ///   - count: How many items there are; below zero counts as none.
  ///   - lineLength: The length of a line along the main axis, in points; NaN and below zero count as 0.
  ///   - crossLength: What is offered across, insets included, in points.
  ///   - insets: Room around the content, in points.
  ///   - spacing: The gap between lines; nil is 8. One that would stop or turn lines back counts as 0.
  ///   - alignment: Where tracks stand in free room, and items in their cells.
  ///   - layoutDirection: Right to left mirrors the tracks of a vertical grid and the growth of a
  ///     horizontal one.
  /// - Complexity: O(*t*), where *t* is the number of tracks.
  public init(
    axis: Axis, items: [GridItem], count: Int64, lineLength: Double, crossLength: Double,
    insets: EdgeInsets = .zero, spacing: Double? = nil, alignment: Alignment = .center,
    layoutDirection: LayoutDirection = .leftToRight, resolution: TrackResolution = .onePass
  ) {
    self.axis = axis
    self.items = items
    self.count = max(count, 0)
    self.lineLength = max(bounded(lineLength), 0)
    let gap = bounded(spacing ?? defaultSpacing)
    self.spacing = self.lineLength + gap > 0 ? gap : 0
    let insets = EdgeInsets(
      top: bounded(insets.top), leading: bounded(insets.leading), bottom: bounded(insets.bottom),
      trailing: bounded(insets.trailing))
    self.insets = insets
    self.layoutDirection = layoutDirection
    self.alignment = alignment
    let room = crossLength - (axis == .vertical ? insets.leading + insets.trailing : insets.top + insets.bottom)
    let fraction = axis == .vertical ? alignment.horizontal.fraction : alignment.vertical.fraction
    tracks = Tracks(items, in: room, fraction: fraction, resolution: resolution)
  }

  /// How many items a whole line has.
  @inline(__always) public var trackCount: Int64 { Int64(tracks.tracks.count) }

  /// How many lines there are; none where there are no tracks.
  public var lineCount: Int64 {
    let tracks = trackCount
    return tracks == 0 ? 0 : count / tracks + (count % tracks == 0 ? 0 : 1)
  }

  /// From the start of a line to that of the next, in points.
  public var stride: Double { lineLength + spacing }

  private var mainStart: Double { axis == .vertical ? insets.top : insets.leading }
  private var mainEnd: Double { axis == .vertical ? insets.bottom : insets.trailing }

  /// The length of all content along the main axis, insets included, in points.
  public var contentLength: Double {
    let lines = lineCount
    return mainStart + mainEnd + (lines == 0 ? 0 : Double(lines) * lineLength + Double(lines - 1) * spacing)
  }

  /// The length of all content across, insets included, in points.
  public var crossLength: Double {
    tracks.reportedLength + (axis == .vertical ? insets.leading + insets.trailing : insets.top + insets.bottom)
  }

  /// The size of all content, insets included, in points.
  public var contentSize: Size {
    axis == .vertical
      ? Size(width: crossLength, height: contentLength) : Size(width: contentLength, height: crossLength)
  }

  @inline(__always) public func line(of index: Int64) -> Int64 { index / trackCount }
  @inline(__always) public func track(of index: Int64) -> Int { Int(index % trackCount) }

  /// Where a line starts, from the start of the content along the main axis, in points.
  @inline(__always) public func start(ofLine line: Int64) -> Double { mainStart + Double(line) * stride }

  /// The items of some lines.
  public func indexes(ofLines lines: Range<Int64>) -> Range<Int64> {
    let first = min(lines.lowerBound * trackCount, count)
    return first..<max(first, min(lines.upperBound * trackCount, count))
  }
}

/// A length as grids compute with it: NaN and infinity count as 0, and nothing is longer than ``longest``.
private func bounded(_ length: Double) -> Double {
  length.isFinite ? min(max(length, -longest), longest) : 0
}
