/// How a grid lies: its axis, its tracks across, the room around its content, and which way its lines grow.
///
/// Grids of every kind place a line of a known start and length by it.
struct GridAxes: Hashable, Sendable {
  let axis: Axis
  /// The resolved tracks; offsets count from the leading (or top) inset.
  let tracks: Tracks
  let insets: EdgeInsets
  let layoutDirection: LayoutDirection
  let alignment: Alignment
  /// The length of all content across, insets included; more than was offered where tracks overflow.
  let crossLength: Double

  /// - Parameters:
  ///   - crossLength: What is offered across, insets included.
  ///   - insets: Checked ones.
  init(
    axis: Axis, items: [GridItem], crossLength: Double, insets: EdgeInsets, alignment: Alignment,
    layoutDirection: LayoutDirection, resolution: TrackResolution
  ) {
    let beside = axis == .vertical ? insets.leading + insets.trailing : insets.top + insets.bottom
    self.axis = axis
    self.insets = insets
    self.layoutDirection = layoutDirection
    self.alignment = alignment
    tracks = Tracks(
      items, in: crossLength - beside,
      fraction: axis == .vertical ? alignment.horizontal.fraction : alignment.vertical.fraction,
      resolution: resolution)
    self.crossLength = max(tracks.reportedLength + beside, 0)
  }

  /// The room before the first line, and after the last.
  var before: Double { axis == .vertical ? insets.top : insets.leading }
  var after: Double { axis == .vertical ? insets.bottom : insets.trailing }

  /// Whether lines follow one another from right to left.
  var growsLeftward: Bool { axis == .horizontal && layoutDirection == .rightToLeft }

  /// The size of content that is this long.
  func size(_ contentLength: Double) -> Size {
    axis == .vertical
      ? Size(width: crossLength, height: contentLength) : Size(width: contentLength, height: crossLength)
  }

  /// The point at a start on the main axis, in content that is this long.
  func point(at start: Double, _ contentLength: Double) -> Point {
    if axis == .vertical { return Point(x: 0, y: start) }
    return Point(x: growsLeftward ? contentLength - start : start, y: 0)
  }

  /// Where items stand in the cells of a track that doesn't say: the grid's alignment across, the middle along.
  func alignment(ofTrack track: Int) -> Alignment {
    if let own = tracks[track].alignment { return own }
    return axis == .vertical
      ? Alignment(horizontal: alignment.horizontal, vertical: .center)
      : Alignment(horizontal: .center, vertical: alignment.vertical)
  }

  /// The frame of a cell whose left (or top) edge is known on the main axis.
  func frame(at main: Double, length: Double, track: Int) -> Rect {
    let cross = crossStart(ofTrack: track)
    return frame(at: main, length: length, cross: cross, across: tracks[track].length)
  }

  /// The frame of a header or footer, which takes all that the grid claims across.
  func frameAcross(at main: Double, length: Double) -> Rect {
    let before = axis == .vertical ? insets.leading : insets.top
    let across = tracks.reportedLength
    let isMirrored = axis == .vertical && layoutDirection == .rightToLeft
    return frame(
      at: main, length: length, cross: isMirrored ? crossLength - before - across : before, across: across)
  }

  private func frame(at main: Double, length: Double, cross: Double, across: Double) -> Rect {
    axis == .vertical
      ? Rect(x: cross, y: main, width: across, height: length)
      : Rect(x: main, y: cross, width: length, height: across)
  }

  /// The left (or top) edge of a track's cells. Tracks are resolved left to right and mirrored here.
  func crossStart(ofTrack number: Int) -> Double {
    let track = tracks[number]
    if axis == .horizontal { return insets.top + track.offset }
    let start = insets.leading + track.offset
    return layoutDirection == .rightToLeft ? crossLength - start - track.length : start
  }

  /// The tracks that meet an interval of the cross axis, from the first that does to the last.
  func tracks(from low: Double, to high: Double) -> Range<Int> {
    guard low < high else { return 0..<0 }
    func start(_ track: Int64) -> Double { crossStart(ofTrack: Int(track)) }
    func end(_ track: Int64) -> Double { start(track) + tracks[Int(track)].length }
    let count = Int64(tracks.count)
    var range = 0..<count
    if tracks.isOrdered {
      let middle = Double(count / 2)
      let isMirrored = axis == .vertical && layoutDirection == .rightToLeft
      let first = firstIndex(below: count, near: middle) { isMirrored ? start($0) < high : end($0) > low }
      let stop = firstIndex(below: count, near: middle) { isMirrored ? end($0) <= low : start($0) >= high }
      range = first..<max(first, stop)
    }
    // Edges are sums that are rounded, so the ends are settled by the comparison that defines a meeting.
    func meets(_ track: Int64) -> Bool {
      start(track) < high && end(track) > low && tracks[Int(track)].length > 0
    }
    var (first, stop) = (range.lowerBound, range.upperBound)
    while first > 0, meets(first - 1) { first -= 1 }
    while stop < count, meets(stop) { stop += 1 }
    while first < stop, !meets(first) { first += 1 }
    while first < stop, !meets(stop - 1) { stop -= 1 }
    return Int(first)..<Int(stop)
  }
}
