extension UniformGrid {
  /// Returns where a line starts: the distance from the start of the content along the main axis, in points.
  ///
  /// The start of the content is its top; in a horizontal grid it is the leading side, which is the right one
  /// where text runs right to left.
  ///
  /// - Parameter line: Any number; one past the last line says where a next line would start.
  /// - Complexity: O(1).
  public func start(ofLine line: Int64) -> Double {
    axes.before + Double(line) * stride
  }

  /// Returns the point of the content that frames relative to a line count from.
  ///
  /// It lies at the start of the line, and on the other axis at that of the content's own coordinates.
  ///
  /// - Complexity: O(1).
  public func origin(ofLine line: Int64) -> Point {
    axes.point(at: start(ofLine: line), contentLength)
  }

  /// Returns the frame of an item's cell in the coordinates of the content, in points.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(1).
  public func frame(of index: Int64) -> Rect {
    frame(line: line(of: index), track: track(of: index))
  }

  /// Returns the frame of an item's cell counted from ``origin(ofLine:)``, in points.
  ///
  /// It is computed from the difference of line numbers, so at any depth it is the very same number as at the
  /// top, while the difference of two large offsets would lose the digits that matter:
  ///
  ///     grid.frame(of: 999_999_999_999, relativeToLine: grid.line(of: 999_999_999_999)).minY   // 0
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - line: The line whose start is zero; zero or above.
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(1).
  public func frame(of index: Int64, relativeToLine line: Int64) -> Rect {
    precondition(line >= 0, "a line is numbered from zero")
    let start = Double(self.line(of: index) - line) * stride
    return axes.frame(
      at: growsLeftward ? -start - lineLength : start, length: lineLength, track: track(of: index))
  }

  /// Returns the frame of an item of its own size inside of its cell, in points.
  ///
  ///     grid.itemFrame(of: 7, size: Size(width: 40, height: 20), in: grid.frame(of: 7))
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - size: The item's own size, in points. One larger than its cell overhangs by the same rule.
  ///   - cell: The item's cell, in any coordinates; the answer is in the same.
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(1).
  public func itemFrame(of index: Int64, size: Size, in cell: Rect) -> Rect {
    alignment(ofTrack: track(of: index)).frame(of: size, in: cell, layoutDirection)
  }

  /// Returns where items stand in the cells of a track.
  ///
  /// A track that doesn't say inherits the grid's alignment across and centers along the main axis, as in
  /// SwiftUI.
  ///
  /// - Precondition: `track` is one of the grid's tracks.
  /// - Complexity: O(1).
  public func alignment(ofTrack track: Int) -> Alignment {
    axes.alignment(ofTrack: track)
  }

  /// The frame of a cell in the coordinates of the content.
  func frame(line: Int64, track: Int) -> Rect {
    let start = start(ofLine: line)
    return axes.frame(
      at: growsLeftward ? contentLength - start - lineLength : start, length: lineLength, track: track)
  }
}
