extension UniformGrid {
  /// The frame of a cell in the coordinates of the content, in points.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(1).
  public func frame(of index: Int64) -> Rect {
    let start = start(ofLine: line(of: index))
    let origin = axis == .horizontal && layoutDirection == .rightToLeft ? contentLength - start - lineLength : start
    return frame(along: origin, track: track(of: index))
  }

  /// The frame of a cell relative to ``origin(ofLine:)``: the same numbers at any depth.
  ///
  /// - Parameter line: The line whose start is zero.
  /// - Complexity: O(1).
  public func frame(of index: Int64, relativeToLine line: Int64) -> Rect {
    let start = Double(self.line(of: index) - line) * stride
    let origin = axis == .horizontal && layoutDirection == .rightToLeft ? -start - lineLength : start
    return frame(along: origin, track: track(of: index))
  }

  /// The point of the content that frames relative to a line count from.
  public func origin(ofLine line: Int64) -> Point {
    let start = start(ofLine: line)
    if axis == .vertical { return Point(x: 0, y: start) }
    return Point(x: layoutDirection == .rightToLeft ? contentLength - start : start, y: 0)
  }

  private func frame(along main: Double, track number: Int) -> Rect {
    let track = tracks.tracks[number]
    if axis == .horizontal {
      return Rect(x: main, y: insets.top + track.offset, width: lineLength, height: track.length)
    }
    let x = insets.leading + track.offset
    return Rect(
      x: layoutDirection == .rightToLeft ? crossLength - x - track.length : x, y: main, width: track.length,
      height: lineLength)
  }

  /// The frame of an item of its own size, aligned in its cell as its grid item says, else as the grid does.
  ///
  /// - Parameter cell: The item's cell, in any coordinates.
  public func itemFrame(of index: Int64, size: Size, in cell: Rect) -> Rect {
    let item = items[tracks.tracks[track(of: index)].item]
    return (item.alignment ?? alignment).frame(of: size, in: cell, layoutDirection)
  }
}
