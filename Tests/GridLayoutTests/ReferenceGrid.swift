import GridLayout

/// A grid of uniform lines that makes every line and every cell: slow and obvious.
///
/// It takes the tracks as they are resolved and the sizes as they are reported; those have tests of their own.
struct ReferenceGrid {
  struct Cell {
    var line: Int64
    var track: Int
    var frame: Rect
  }

  var lines: [(start: Double, end: Double)] = []
  var cells: [Cell] = []

  init(_ grid: UniformGrid) {
    let isVertical = grid.axis == .vertical
    let isMirrored = grid.layoutDirection == .rightToLeft
    var start = isVertical ? grid.insets.top : grid.insets.leading
    var line: Int64 = 0
    while cells.count < grid.count, !grid.tracks.isEmpty {
      lines.append((start, start + grid.lineLength))
      for (number, track) in grid.tracks.enumerated() where cells.count < grid.count {
        var frame =
          isVertical
          ? Rect(
            x: grid.insets.leading + track.offset, y: start, width: track.length, height: grid.lineLength)
          : Rect(x: start, y: grid.insets.top + track.offset, width: grid.lineLength, height: track.length)
        if isMirrored { frame.origin.x = grid.contentSize.width - frame.origin.x - frame.width }
        cells.append(Cell(line: line, track: number, frame: frame))
      }
      start += grid.lineLength + grid.spacing
      line += 1
    }
  }

  func lines(from start: Double, to end: Double) -> [Int64] {
    lines.indices.filter {
      // Neither a line nor an interval without length meets anything.
      lines[$0].start < lines[$0].end && start < end && lines[$0].start < end && lines[$0].end > start
    }.map(Int64.init)
  }

  func cells(in rect: Rect) -> [LayoutCell] {
    cells.indices.filter { cells[$0].frame.intersects(rect) }.map {
      LayoutCell(index: Int64($0), line: cells[$0].line, track: cells[$0].track, frame: cells[$0].frame)
    }
  }

  func index(at point: Point) -> Int64? {
    cells.lastIndex { $0.frame.contains(point) }.map(Int64.init)
  }
}
