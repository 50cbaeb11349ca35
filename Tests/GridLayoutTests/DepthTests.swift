import GridLayout
import Testing

@Suite("A million million items deep")
struct DepthTests {
  static let count: Int64 = 1_000_000_000_000
  /// Lines with a stride that binary numbers hold, and with ones they don't.
  static let lengths = [220, 119.66666666666667, 0.1, 43.7]

  static func grid(
    _ length: Double, axis: Axis = .vertical, direction: LayoutDirection = .leftToRight, count: Int64 = count
  ) -> UniformGrid {
    UniformGrid(
      axis: axis, items: [GridItem(.adaptive(minimum: 160))], count: count, lineLength: length,
      crossLength: 1024,
      insets: EdgeInsets(top: 12.5, leading: 7), layoutDirection: direction)
  }

  /// Lines all over the grid: the first, the last, around powers of two, and some in no order.
  static func lines(of grid: UniformGrid) -> [Int64] {
    var lines: Set<Int64> = [0, 1, grid.lineCount - 1, grid.lineCount - 2, grid.lineCount / 3]
    for power in 1..<38 {
      for near in -1...1 { lines.insert((1 << power) + Int64(near)) }
    }
    var random = SeededRandom(seed: 11)
    for _ in 0..<500 { lines.insert(Int64.random(in: 0..<grid.lineCount, using: &random)) }
    return lines.filter { $0 < grid.lineCount }.sorted()
  }

  @Test("a line is found from its start, and one before it from just before", arguments: lengths)
  func startsRoundTrip(length: Double) {
    let grid = Self.grid(length)
    for line in Self.lines(of: grid) {
      let start = grid.start(ofLine: line)
      #expect(grid.line(at: start) == line)
      #expect(grid.lines(from: start, to: start.nextUp) == line..<line + 1)
      #expect(grid.line(at: start.nextDown) == max(line - 1, 0))
      let end = start + grid.lineLength
      #expect(grid.lines(from: start, to: end).upperBound == line + 1)
      #expect(grid.lines(from: end, to: end.nextUp).isEmpty)
    }
  }

  @Test("an item is found at the corner of its frame", arguments: lengths)
  func framesRoundTrip(length: Double) {
    for axis in [Axis.vertical, .horizontal] {
      for direction in [LayoutDirection.leftToRight, .rightToLeft] {
        let grid = Self.grid(length, axis: axis, direction: direction)
        for line in Self.lines(of: grid) {
          for index in grid.indexes(ofLines: line..<line + 1) {
            let frame = grid.frame(of: index)
            #expect(grid.line(of: index) == line)
            #expect(grid.index(at: frame.origin) == index)
            #expect(grid.cells(in: frame).contains(LayoutCell(grid: grid, index: index)))
          }
        }
      }
    }
  }

  @Test("relative frames are the very numbers of the top", arguments: lengths)
  func relativeFrames(length: Double) {
    for axis in [Axis.vertical, .horizontal] {
      for direction in [LayoutDirection.leftToRight, .rightToLeft] {
        let grid = Self.grid(length, axis: axis, direction: direction)
        let top = (0..<60).map { grid.frame(of: $0, relativeToLine: 2) }
        for line in Self.lines(of: grid) where line > 2 && line < grid.lineCount - 12 {
          let first = (line - 2) * Int64(grid.tracks.count)
          let deep = (first..<first + 60).map { grid.frame(of: $0, relativeToLine: line) }
          #expect(deep == top)
          // The same frames, but for what is lost where offsets are large.
          let origin = grid.origin(ofLine: line)
          let whole = grid.frame(of: first + 17)
          let slip = (origin.x + origin.y).magnitude * 1e-15
          #expect((deep[17].minX + origin.x - whole.minX).magnitude <= slip)
          #expect((deep[17].minY + origin.y - whole.minY).magnitude <= slip)
        }
      }
    }
  }

  @Test("whole strides are exact: the last item ends where the content does")
  func lastItem() {
    let grid = Self.grid(220)
    let lines = (Self.count + 5) / 6
    #expect(grid.lineCount == lines)
    #expect(grid.contentSize == Size(width: 1024, height: 12.5 + Double(lines) * 228 - 8))
    let last = grid.frame(of: Self.count - 1)
    #expect(last.maxY == grid.contentSize.height)
    #expect(grid.lines(from: last.minY, to: .infinity) == lines - 1..<lines)
    #expect(grid.indexes(ofLines: lines - 1..<lines) == Self.count - 4..<Self.count)
  }

  @Test("as many items as a count can say do not overflow")
  func allCounts() {
    for items in [[GridItem()], [GridItem(.adaptive(minimum: 0))], Array(repeating: GridItem(), count: 7)] {
      let grid = UniformGrid(axis: .horizontal, items: items, count: .max, lineLength: 1e12, crossLength: 1e5)
      #expect(grid.indexes(ofLines: 0..<grid.lineCount) == 0..<Int64.max)
      #expect(grid.indexes(ofLines: grid.lineCount..<Int64.max).isEmpty)
      #expect(grid.lines(from: -.infinity, to: .infinity) == 0..<grid.lineCount)
      #expect(grid.contentSize.width.isFinite)
      #expect(grid.line(of: .max - 1) == grid.lineCount - 1)
      #expect(grid.frame(of: .max - 1, relativeToLine: grid.lineCount - 1).minX == 0)
    }
  }
}

extension LayoutCell {
  /// The cell of an item.
  init(grid: UniformGrid, index: Int64) {
    self.init(
      index: index, line: grid.line(of: index), track: grid.track(of: index), frame: grid.frame(of: index))
  }
}
