extension ScrollTrackGrid {
  /// Returns the lines that meet an interval, as far as they have a length there; past the last line of items too.
  ///
  /// - Parameters:
  ///   - start: Where the interval starts, in points from the start of the first line.
  ///   - end: Where it ends.
  /// - Complexity: O(log *m*), where *m* is the number of the last measured line.
  public func lines(from start: Double, to end: Double) -> Range<Int64> {
    guard start.isFinite, end.isFinite else { return 0..<0 }
    guard unsettled != nil else { return lines.lines(from: start, to: end) }
    var settled = self
    settled.settle(to: end, from: 0)
    return settled.lines.lines(from: start, to: end)
  }

  /// Returns how far the start of a line is behind that of another, in points: as exact as the lengths between the two,
  /// however far both are from the first line.
  ///
  /// - Complexity: As ``offset(ofLine:)``.
  public func distance(fromLine line: Int64, toLine other: Int64) -> Double {
    let (line, other) = (min(max(line, 0), LineSums.end), min(max(other, 0), LineSums.end))
    guard isSettled(before: max(line, other)) else {
      return settled(before: max(line, other)).lines.distance(from: line, to: other)
    }
    return lines.distance(from: line, to: other)
  }

  /// The length of neighbours and the gaps between them, in points; none have no length.
  ///
  /// - Complexity: As ``offset(ofLine:)``.
  public func length(ofLines range: Range<Int64>) -> Double {
    let range = range.clamped(to: 0..<LineSums.end)
    if range.isEmpty { return 0 }
    if range.upperBound - range.lowerBound == 1 { return length(ofLine: range.lowerBound) }
    // The gap behind the last of them is not its own.
    return distance(fromLine: range.lowerBound, toLine: range.upperBound) - lines.gap
  }

  /// Returns where an item is.
  ///
  /// - Parameters:
  ///   - index: The index of the item.
  ///   - cell: The part of the grid that it covers.
  ///   - line: The line from whose start its rectangles count along the lines.
  ///   - alignment: Where it stands in its cell; nil for what all items of the grid do.
  /// - Complexity: As ``offset(ofLine:)``, and that of ``trackLengths`` where nobody has asked for them since they changed.
  public func item(
    _ index: Int64, in cell: GridCell, relativeToLine line: Int64, alignment: Alignment? = nil
  ) -> TrackLayout.Item {
    let inRows = grid.flow == .rows
    let own =
      inRows ? cell.row..<cell.row + cell.rowSpan : cell.column..<cell.column + cell.columnSpan
    let inTracks = inRows ? cell.column..<cell.column + cell.columnSpan : cell.row..<cell.row + cell.rowSpan
    // Rectangles are grown to whole points of the content, whatever they are told from.
    let offset = grid.arithmetic == .exyte ? self.offset(ofLine: line) : 0
    let fraction = offset - offset.rounded(.down)
    let tracks = resolvedTracks
    let place = Placed(
      tracks: inTracks, start: distance(fromLine: line, toLine: own.lowerBound) + fraction,
      length: length(ofLines: own))
    var item = self.item(index, cell, place, tracks, across: originAcross(tracks), alignment)
    guard fraction > 0 else { return item }
    let back = inRows ? Point(x: 0, y: -fraction) : Point(x: -fraction, y: 0)
    item.rect = item.rect.offset(by: back)
    item.background = item.background.offset(by: back)
    item.frame = item.frame.offset(by: back)
    return item
  }

  /// Where an item is on both axes.
  struct Placed {
    var tracks: Range<Int64>
    /// Along the lines, in points.
    var start: Double
    var length: Double
  }

  /// - Parameter shift: Where the first track starts, in points.
  func item(
    _ index: Int64, _ cell: GridCell, _ place: Placed, _ tracks: GridLengths, across shift: Double,
    _ alignment: Alignment?
  ) -> TrackLayout.Item {
    let across = tracks.offset(of: place.tracks.lowerBound) + shift
    let width = tracks.length(of: place.tracks)
    let rect =
      grid.flow == .rows
      ? Rect(x: across, y: place.start, width: width, height: place.length)
      : Rect(x: place.start, y: across, width: place.length, height: width)
    return grid.item(
      cell, rect, sizes[index] ?? grid.inside(rect), alignment ?? grid.commonItemsAlignment, contentMode: .scroll)
  }
}
