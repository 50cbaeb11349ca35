/// The cells of a grid that meet a rectangle, in the order of their items: a value that computes them one by one.
public struct UniformCells: Sequence, Hashable, Sendable {
  /// The grid that the cells belong to.
  public let grid: UniformGrid
  /// The rectangle, in the coordinates of the content.
  public let rect: Rect
  /// The lines that meet the rectangle; none if no track does.
  public let lines: Range<Int64>
  /// The tracks that meet the rectangle, from the first that does to the last.
  public let tracks: Range<Int>

  /// Walks the cells.
  public struct Iterator: IteratorProtocol {
    let cells: UniformCells
    var line: Int64
    var track: Int

    /// Returns the next cell, or nil after the last.
    ///
    /// - Complexity: O(1), unless negative gaps put tracks out of order.
    public mutating func next() -> LayoutCell? {
      let grid = cells.grid
      while line < cells.lines.upperBound {
        let items = grid.indexes(ofLines: line..<line + 1)
        let end = Swift.min(cells.tracks.upperBound, items.count)
        while track < end {
          let frame = grid.frame(line: line, track: track)
          let cell = LayoutCell(
            index: items.lowerBound + Int64(track), line: line, track: track, frame: frame)
          track += 1
          if frame.intersects(cells.rect) { return cell }
        }
        line += 1
        track = cells.tracks.lowerBound
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(cells: self, line: lines.lowerBound, track: tracks.lowerBound)
  }
}
