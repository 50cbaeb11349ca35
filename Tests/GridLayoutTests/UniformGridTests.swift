import GridLayout
import Testing

/// The same grid the plain way: every line and cell is built, one after another.
struct ReferenceGrid {
  var cells: [(index: Int64, line: Int64, track: Int, frame: Rect)] = []
  var starts: [Double] = []

  init(_ grid: UniformGrid) {
    let isVertical = grid.axis == .vertical
    var along = isVertical ? grid.insets.top : grid.insets.leading
    var index: Int64 = 0
    var line: Int64 = 0
    while index < grid.count, !grid.tracks.tracks.isEmpty {
      starts.append(along)
      for (number, track) in grid.tracks.tracks.enumerated() where index < grid.count {
        var frame =
          isVertical
          ? Rect(x: grid.insets.leading + track.offset, y: along, width: track.length, height: grid.lineLength)
          : Rect(x: along, y: grid.insets.top + track.offset, width: grid.lineLength, height: track.length)
        if grid.layoutDirection == .rightToLeft { frame.origin.x = grid.contentSize.width - frame.maxX }
        cells.append((index, line, number, frame))
        index += 1
      }
      along += grid.lineLength + grid.spacing
      line += 1
    }
  }
}

@Suite("Uniform grids") struct UniformGridTests {
  static let sizes: [GridItem] = [
    GridItem(.fixed(30)), GridItem(.fixed(0), spacing: 0), GridItem(.flexible()),
    GridItem(.flexible(maximum: 20), spacing: 4),
    GridItem(.adaptive(minimum: 25), spacing: 5), GridItem(.flexible(minimum: 40), spacing: -6),
  ]

  /// All lists of up to some grid items.
  static func lists(upTo count: Int) -> [[GridItem]] {
    var lists: [[GridItem]] = [[]]
    for _ in 0..<count {
      lists += lists.flatMap { list in sizes.map { list + [$0] } }.filter { list in !lists.contains(list) }
    }
    return lists
  }

  @Test("agree with the plain reference in every small world")
  func smallWorlds() {
    #if DEBUG
      let (lists, counts) = (Self.lists(upTo: 2), [0, 1, 5] as [Int64])
    #else
      let (lists, counts) = (Self.lists(upTo: 3), [0, 1, 2, 3, 5, 7] as [Int64])
    #endif
    var worlds = 0
    for items in lists {
      for (axis, direction) in [
        (Axis.vertical, LayoutDirection.leftToRight), (.vertical, .rightToLeft), (.horizontal, .leftToRight),
        (.horizontal, .rightToLeft),
      ] {
        for width in [1.0, 60, 101] {
          for (length, spacing) in [(10.0, 4.0), (10, 0), (0, 8), (10, -3)] {
            for count in counts {
              let grid = UniformGrid(
                axis: axis, items: items, count: count, lineLength: length, crossLength: width,
                insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), spacing: spacing,
                alignment: .bottomTrailing,
                layoutDirection: direction)
              worlds += 1
              compare(grid)
            }
          }
        }
      }
    }
    #expect(worlds > 3000)
  }

  /// Mirroring subtracts in another order than the reference does, so the last bit may differ.
  func isClose(_ a: Rect, _ b: Rect) -> Bool {
    abs(a.minX - b.minX) < 1e-9 && abs(a.minY - b.minY) < 1e-9 && a.size == b.size
  }

  func compare(_ grid: UniformGrid) {
    let plain = ReferenceGrid(grid)
    #expect(grid.lineCount == Int64(plain.starts.count))
    for cell in plain.cells {
      let frame = grid.frame(of: cell.index)
      #expect(isClose(frame, cell.frame), "\(frame) \(cell.frame) \(grid)")
      #expect(grid.line(of: cell.index) == cell.line && grid.track(of: cell.index) == cell.track)
      let line = max(cell.line - 1, 0)
      let relative = grid.frame(of: cell.index, relativeToLine: line).offset(by: grid.origin(ofLine: line))
      #expect(isClose(relative, frame))
    }
    for start in stride(from: -3.0, through: 60, by: 3.5) {
      for length in [0.0, 1, 10.5, 40] {
        let lines = grid.lines(from: start, to: start + length)
        let met = plain.starts.indices.filter {
          grid.lineLength > 0 && length > 0 && plain.starts[$0] < start + length
            && plain.starts[$0] + grid.lineLength > start
        }
        #expect(Array(lines) == met.map(Int64.init), "\(grid) \(start) \(length)")
        let rect =
          grid.axis == .vertical
          ? Rect(x: 3, y: start, width: 31, height: length) : Rect(x: start, y: 3, width: length, height: 31)
        let cells = grid.cells(in: rect).map(\.index)
        #expect(cells == plain.cells.filter { $0.frame.intersects(rect) }.map(\.index), "\(grid) \(rect)")
        let point = Point(x: rect.minX + 7.25, y: rect.minY + 0.5)
        let hit = plain.cells.filter { $0.frame.contains(point) }.map(\.index)
        let found = grid.index(at: point)
        #expect(found == nil ? hit.isEmpty : hit.contains(found!), "\(grid) \(point)")
      }
    }
  }

  @Test("answer at 10¹² items as at the top")
  func depth() {
    let grid = UniformGrid(
      axis: .vertical, items: [GridItem(.adaptive(minimum: 160))], count: 1_000_000_000_000, lineLength: 220,
      crossLength: 1024)
    #expect(grid.lineCount == 166_666_666_667)
    for line: Int64 in [0, 1, 121_664, 33_333_333_333, 166_666_666_665] {
      let start = grid.start(ofLine: line)
      #expect(start == Double(line) * 228)
      #expect(grid.lines(from: start, to: start + 1) == line..<line + 1)
      #expect(grid.lines(from: start + 220, to: start + 228).isEmpty)
      #expect(grid.line(at: start) == line)
      for track: Int64 in 0..<6 {
        let index = line * 6 + track
        #expect(grid.frame(of: index, relativeToLine: line) == grid.frame(of: track))
        if index < grid.count {
          #expect(grid.index(at: Point(x: grid.frame(of: index).minX, y: start + 219.5)) == index)
        }
      }
    }
    #expect(grid.contentLength == 166_666_666_667 * 228 - 8)
  }

  @Test("take any number and give frames that are numbers and never negative in size")
  func hostileNumbers() {
    let seed: UInt64 = 42
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let numbers: [Double] = [
      .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 37.5, .leastNonzeroMagnitude, 1e15, -1e15, 1e300, -1e300,
      .greatestFiniteMagnitude,
      8, 300,
    ]
    func number() -> Double { numbers[random(numbers.count)] }
    for run in 0..<20_000 {
      let items = (0..<random(4)).map { _ in
        let size: GridItem.Size =
          switch random(3) {
          case 0: .fixed(number())
          case 1: .flexible(minimum: number(), maximum: number())
          default: .adaptive(minimum: number(), maximum: number())
          }
        return GridItem(size, spacing: random(2) == 0 ? nil : number())
      }
      let grid = UniformGrid(
        axis: random(2) == 0 ? .vertical : .horizontal, items: items, count: Int64(random(3)) * 1_000_000_000_000 + 5,
        lineLength: number(), crossLength: number(),
        insets: EdgeInsets(top: number(), leading: number(), bottom: number(), trailing: number()), spacing: number(),
        layoutDirection: random(2) == 0 ? .leftToRight : .rightToLeft, resolution: random(2) == 0 ? .onePass : .twoPass)
      let context: Comment = "seed \(seed), run \(run): \(items)"
      #expect(grid.tracks.tracks.count <= Tracks.limit + 4, context)
      for track in grid.tracks.tracks {
        #expect(track.length >= 0 && track.offset.isFinite && track.length.isFinite, context)
      }
      #expect(!grid.contentLength.isNaN, context)
      _ = grid.lines(from: number(), to: number())
      _ = grid.line(at: number())
      _ = grid.index(at: Point(x: number(), y: number()))
      if grid.lineCount > 0 {
        let frame = grid.frame(of: grid.count - 1)
        #expect(frame.width >= 0 && frame.height >= 0 && !frame.minX.isNaN && !frame.minY.isNaN, context)
      }
    }
  }
}
