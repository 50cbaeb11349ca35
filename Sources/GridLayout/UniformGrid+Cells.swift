extension UniformGrid {
  /// Returns the cells that meet a rectangle of the content, in the order of their items.
  ///
  ///     for cell in grid.cells(in: Rect(x: 0, y: 27_739_489, width: 1024, height: 768)) {
  ///       draw(cell.index, in: cell.frame)
  ///     }
  ///
  /// A cell meets it when their frames intersect: see ``Rect/intersects(_:)``. Tracks beside the rectangle are
  /// not visited.
  ///
  /// - Parameter rect: In the coordinates of the content, in points.
  /// - Returns: A value that computes the cells one by one.
  /// - Complexity: O(log *t*), where *t* is the number of tracks, and O(1) for each cell. Where negative gaps put
  ///   tracks out of order, O(*t*) for each.
  public func cells(in rect: Rect) -> UniformCells {
    let (lines, tracks) =
      axis == .vertical
      ? (lines(at: rect.minY, rect.maxY), axes.tracks(from: rect.minX, to: rect.maxX))
      : (lines(at: rect.minX, rect.maxX), axes.tracks(from: rect.minY, to: rect.maxY))
    return UniformCells(grid: self, rect: rect, lines: tracks.isEmpty ? 0..<0 : lines, tracks: tracks)
  }

  /// Returns the item whose cell holds a point; where cells overlap, the last one, which is drawn over the others.
  ///
  /// - Parameter point: In the coordinates of the content, in points.
  /// - Returns: nil in a gap, in the insets, in the free end of a short last line, and outside.
  /// - Complexity: O(log *t*), where *t* is the number of tracks. Where negative gaps put tracks out of order,
  ///   O(*t*).
  public func index(at point: Point) -> Int64? {
    let (main, cross) = axis == .vertical ? (point.y, point.x) : (point.x, point.y)
    // What starts before the next number above and ends after this one holds it.
    let tracks = axes.tracks(from: cross, to: cross.nextUp)
    // Every line but a short last one has the topmost track, so no more than two are looked at.
    for line in lines(at: main, main.nextUp).suffix(2).reversed() {
      let items = indexes(ofLines: line..<line + 1)
      let end = max(min(tracks.upperBound, items.count), tracks.lowerBound)
      for track in (tracks.lowerBound..<end).reversed() where frame(line: line, track: track).contains(point) {
        return items.lowerBound + Int64(track)
      }
    }
    return nil
  }

  /// The lines whose frames meet an interval of the main axis, which is counted from the left or the top.
  private func lines(at low: Double, _ high: Double) -> Range<Int64> {
    guard growsLeftward else { return lines(from: low, to: high) }
    guard lineLength > 0, low < high else { return 0..<0 }
    // A mirrored edge is rounded once more, so it is the edge itself that is compared.
    func left(_ line: Int64) -> Double { contentLength - start(ofLine: line) - lineLength }
    let origin = contentLength - start(ofLine: 0)
    let guesses = ((origin - high - lineLength) / stride + 1, ((origin - low) / stride).rounded(.up))
    let first = firstIndex(below: lineCount, near: guesses.0) { left($0) < high }
    let stop = firstIndex(below: lineCount, near: guesses.1) { left($0) + lineLength <= low }
    return first..<max(first, stop)
  }
}
