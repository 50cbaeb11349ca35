extension UniformGrid {
  /// The lines that meet an interval of the main axis.
  ///
  /// A line meets it when it starts before the end and ends after the start, so one that only touches is not
  /// met, and neither is one without length.
  ///
  /// - Parameters:
  ///   - start: From the start of the content, in points. NaN meets nothing.
  ///   - end: Where the interval ends, itself not in it.
  /// - Complexity: O(1).
  public func lines(from start: Double, to end: Double) -> Range<Int64> {
    let count = lineCount
    guard count > 0, lineLength > 0, start < end else { return 0..<0 }
    let first = firstLine(endingAfter: start, count)
    let stop = firstLine(startingAt: end, count)
    return first..<max(first, stop)
  }

  /// The line whose start lies nearest before an offset, the first and the last included.
  ///
  /// - Returns: nil for a grid without lines.
  public func line(at offset: Double) -> Int64? {
    let count = lineCount
    guard count > 0 else { return nil }
    return min(max(firstLine(startingAt: offset.nextUp, count) - 1, 0), count - 1)
  }

  /// The cells that meet a rectangle of the content.
  ///
  /// - Complexity: O(1), and O(1) for each cell that is then asked for.
  public func cells(in rect: Rect) -> UniformCells {
    let isMirrored = axis == .horizontal && layoutDirection == .rightToLeft
    let low = axis == .vertical ? rect.minY : isMirrored ? contentLength - rect.maxX : rect.minX
    let high = axis == .vertical ? rect.maxY : isMirrored ? contentLength - rect.minX : rect.maxX
    return UniformCells(grid: self, rect: rect, indexes: indexes(ofLines: lines(from: low, to: high)))
  }

  /// The item whose cell holds a point; nil in a gap and outside.
  public func index(at point: Point) -> Int64? {
    guard !tracks.tracks.isEmpty, count > 0 else { return nil }
    let isMirrored = axis == .horizontal && layoutDirection == .rightToLeft
    let along = axis == .vertical ? point.y : isMirrored ? contentLength - point.x : point.x
    // A mirrored cell holds the far edge of its line, so the line before may be the one.
    guard along.isFinite, let line = line(at: along) else { return nil }
    for line in Swift.max(line - 1, 0)...line {
      for index in indexes(ofLines: line..<line + 1) where frame(of: index).contains(point) { return index }
    }
    return nil
  }

  private func firstLine(endingAfter offset: Double, _ count: Int64) -> Int64 {
    let guess = (offset - start(ofLine: 0) - lineLength) / stride
    return first(near: guess, count) { start(ofLine: $0) + lineLength > offset }
  }

  private func firstLine(startingAt offset: Double, _ count: Int64) -> Int64 {
    let guess = (offset - start(ofLine: 0)) / stride
    return first(near: guess, count) { start(ofLine: $0) >= offset }
  }

  /// The first line for which something holds that then holds for all after it.
  ///
  /// Division gives a line that rounding may have moved by one. The comparison that defines the answer settles
  /// it: among the neighbours if it lies between them, as it does but for absurd lengths, else among all.
  private func first(near guess: Double, _ count: Int64, where holds: (Int64) -> Bool) -> Int64 {
    let line = !(guess > 0) ? 0 : guess < Double(count) ? Swift.min(Int64(guess), count) : count
    var low = Swift.max(line - 2, 0)
    var high = Swift.min(line + 3, count)
    if low > 0, holds(low - 1) { low = 0 }
    if high < count, !holds(high) { high = count }
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// One cell of a grid.
public struct UniformCell: Hashable, Sendable {
  /// The item's index.
  public var index: Int64
  public var line: Int64
  public var track: Int
  /// In the coordinates of the content, in points.
  public var frame: Rect
}

/// The cells of a grid that meet a rectangle, in the order of their items.
public struct UniformCells: Sequence, Sendable {
  public let grid: UniformGrid
  public let rect: Rect
  /// The items of all lines that meet the rectangle.
  public let indexes: Range<Int64>

  public struct Iterator: IteratorProtocol {
    let cells: UniformCells
    var following: Int64

    public mutating func next() -> UniformCell? {
      while following < cells.indexes.upperBound {
        let index = following
        following += 1
        let frame = cells.grid.frame(of: index)
        // Tracks may lie outside of the rectangle across.
        if frame.intersects(cells.rect) {
          return UniformCell(
            index: index, line: cells.grid.line(of: index), track: cells.grid.track(of: index), frame: frame)
        }
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator { Iterator(cells: self, following: indexes.lowerBound) }
}
