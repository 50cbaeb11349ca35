extension LineGrid {
  /// Returns the cells that meet a rectangle of the content, in the order of their items.
  ///
  /// Headers and footers are none. Tracks beside the rectangle are not visited.
  ///
  /// - Parameter rect: In the coordinates of the content, in points.
  /// - Returns: A value that computes the cells one by one.
  /// - Complexity: O(log *n* + log *t*), where *t* is the number of tracks, and O(1) for each cell and each line of the
  ///   rectangle. Where negative gaps put tracks out of order, O(*t*) for each line.
  public func cells(in rect: Rect) -> LineCells {
    let (low, high, left, right) =
      axis == .vertical
      ? (rect.minY, rect.maxY, rect.minX, rect.maxX) : (rect.minX, rect.maxX, rect.minY, rect.maxY)
    // A mirrored edge is rounded once more, so its neighbours are looked at as well.
    let slack = axes.growsLeftward ? contentLength.ulp * 4 : 0
    let (start, end) =
      axes.growsLeftward ? (contentLength - high - slack, contentLength - low + slack) : (low, high)
    return LineCells(
      grid: self, rect: rect, start: start, end: end, tracks: axes.tracks(from: left, to: right))
  }
}

/// The cells of a line grid that meet a rectangle, in the order of their items.
public struct LineCells: Sequence, Hashable, Sendable {
  /// The grid that the cells belong to.
  public let grid: LineGrid
  /// The rectangle, in the coordinates of the content.
  public let rect: Rect
  /// Where it starts and ends on the main axis, in points.
  let start: Double
  let end: Double
  /// The tracks that meet it, from the first that does to the last.
  public let tracks: Range<Int>

  /// Walks the cells.
  public struct Iterator: IteratorProtocol {
    let cells: LineCells
    private var band: Band?
    private var track: Int

    init(_ cells: LineCells) {
      self.cells = cells
      track = cells.tracks.lowerBound
      guard cells.start < cells.end, !cells.tracks.isEmpty else { return }
      var visits = NodeVisits()
      band = cells.grid.index.firstBand(endingAfter: cells.start, &visits)
    }

    /// Returns the next cell, or nil after the last.
    public mutating func next() -> LayoutCell? {
      let (grid, tracks) = (cells.grid, cells.tracks)
      var visits = NodeVisits()
      while let line = band {
        let start = grid.index.start(of: line)
        guard start < cells.end else { break }
        let end = line.isLine ? Swift.min(tracks.upperBound, Int(line.items)) : tracks.lowerBound
        while track < end {
          let frame = grid.frame(at: start, length: line.length, track: track)
          track += 1
          guard frame.intersects(cells.rect) else { continue }
          let index = grid.index.firstItem(of: line) + Int64(track - 1)
          return LayoutCell(index: index, line: line.line, track: track - 1, frame: frame)
        }
        band = grid.index.bandWithLength(after: line, &visits)
        track = tracks.lowerBound
      }
      band = nil
      return nil
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}
