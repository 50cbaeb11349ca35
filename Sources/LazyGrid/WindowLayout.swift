public import GridLayout

/// Which cells a viewport shows and where they sit, without their items.
public struct WindowLayout: Sendable, Hashable {
  public let grid: UniformGrid
  /// Where the viewport starts along the main axis, in points from the start of the content.
  public let offset: Double
  /// The length of the viewport along the main axis, in points.
  public let length: Double
  /// The items that meet the viewport.
  public let visible: Range<Int>
  /// The items that are in the answer: the visible ones and those of the overscan.
  public let indexes: Range<Int>
  /// The line that frames count from: the first visible one.
  public let originLine: Int64

  /// The part of the way that the viewport has gone: 0 and 1 are exactly the two ends.
  public var fraction: Double {
    let way = grid.contentLength - length
    return way > 0 ? min(offset / way, 1) : 0
  }

  /// Where frames count from, in the coordinates of the content.
  public var origin: Point { grid.origin(ofLine: originLine) }

  /// The frame of a cell, counted from ``origin``.
  public func frame(of index: Int) -> Rect { grid.frame(of: Int64(index), relativeToLine: originLine) }

  /// How far the viewport's start is past the start of the first visible line, in points.
  public var delta: Double { offset - grid.start(ofLine: originLine) }

  /// Lays out a viewport whose start is known.
  ///
  /// - Complexity: O(1).
  package init(_ grid: UniformGrid, offset: Double, length: Double, overscan: Int) {
    self.grid = grid
    self.offset = offset
    self.length = length
    let lines = grid.lines(from: offset, to: offset + length)
    let items = grid.indexes(ofLines: lines)
    visible = Int(items.lowerBound)..<Int(items.upperBound)
    let more = Int64(min(max(overscan, 0), 100_000))
    let wide = lines.isEmpty ? lines : max(0, lines.lowerBound - more)..<min(grid.lineCount, lines.upperBound + more)
    let all = grid.indexes(ofLines: wide)
    indexes = Int(all.lowerBound)..<Int(all.upperBound)
    originLine = lines.isEmpty ? grid.line(at: offset) ?? 0 : lines.lowerBound
  }
}

extension UniformGrid {
  /// The greatest offset that a viewport of a length may have, in points.
  func lastOffset(_ length: Double) -> Double { max(contentLength - length, 0) }

  /// Where a viewport must start to show the line of an item.
  func offset(showing index: Int64, _ alignment: ScrollAlignment, length: Double, from current: Double) -> Double {
    let start = start(ofLine: line(of: index))
    switch alignment {
    case .start: return start
    case .center: return start + (lineLength - length) / 2
    case .end: return start + lineLength - length
    case .nearest:
      if start < current { return start }
      return start + lineLength > current + length ? max(start + lineLength - length, 0) : current
    }
  }
}
