@_spi(Measuring) internal import GridLayout

/// Windows over lines of one length: what they take must not know how many items there are.
enum UniformBench {
  static let columns = Array(repeating: GridItem(), count: 4)
  static let viewport = Size(width: 1024, height: 768)
  private static let windows = 2_000

  static func run(_ report: inout Report) {
    for power in [3, 6, 9, 12] { uniformGrid(Self.count(power), &report) }
    for power in [3, 6, 9, 12] { lineGrid(Self.count(power), &report) }
  }

  static func count(_ power: Int) -> Int64 { (0..<power).reduce(1) { count, _ in count * 10 } }

  /// Offsets all over some content.
  static func offsets(_ contentLength: Double, _ number: Int = windows) -> [Double] {
    var random = SplitMix(seed: 1)
    return (0..<number).map { _ in Double.random(in: 0...contentLength - viewport.height, using: &random) }
  }

  /// The lines in sight, their items, and the frames of the first and the last cell; then all of the cells.
  private static func uniformGrid(_ count: Int64, _ report: inout Report) {
    let grid = UniformGrid(
      axis: .vertical, items: columns, count: count, lineLength: 220, crossLength: viewport.width)
    let offsets = offsets(grid.contentLength)
    var cells = 0
    var sum = 0.0
    func window(_ i: Int) {
      let lines = grid.lines(from: offsets[i], to: offsets[i] + viewport.height)
      let items = grid.indexes(ofLines: lines)
      sum += grid.frame(of: items.lowerBound).minY + grid.frame(of: items.upperBound - 1).maxY
      cells += items.count
    }
    func frames(_ i: Int) {
      for cell in grid.cells(in: Rect(origin: Point(x: 0, y: offsets[i]), size: viewport)) {
        sum += cell.frame.minX
        cells += 1
      }
    }
    report.time("UniformGrid: window", count, Measure.nanoseconds(times: windows, window), "ns", bar: 1_000)
    let each = Measure.nanoseconds(times: windows, frames)
    report.time("UniformGrid: all its cells, one by one", count, each, "ns", bar: 1_000)
    let made = Measure.allocations(times: windows) {
      window($0)
      frames($0)
    }
    report.count("UniformGrid: allocations of both", count, made, "", bar: 0)
    precondition(cells > windows && sum.isFinite, "the windows are empty")
  }

  /// The answer is an array of lines, which is the one allocation that a window may make.
  private static func lineGrid(_ count: Int64, _ report: inout Report) {
    let grid = LineGrid(
      axis: .vertical, items: columns, content: [.run(.uniform(count: count, length: 220))],
      crossLength: viewport.width)
    let offsets = offsets(grid.contentLength)
    var lines = 0
    func window(_ i: Int) {
      lines += grid.window(VisibleInterval(start: offsets[i], length: viewport.height)).count
    }
    report.time("LineGrid, one length: window", count, Measure.nanoseconds(times: windows, window), "ns", bar: 1_000)
    let made = Measure.allocations(times: windows, window)
    report.count("LineGrid, one length: allocations beside the answer", count, made - 1, "", bar: 0)
    report.count("LineGrid, one length: most nodes visited", count, visits(grid, offsets), "", bar: 16)
    precondition(lines > windows, "the windows are empty")
  }

  /// How many levels of sums there are over a number of blocks: each sum is over 16 below, of which an answer may look at
  /// all, a few times.
  static func levels(_ blocks: Int64) -> Double {
    var (left, levels) = (blocks, 0.0)
    while left > 1 { (left, levels) = ((left + 15) / 16, levels + 1) }
    return levels
  }

  /// The most nodes that a window looks at.
  static func visits(_ grid: LineGrid, _ offsets: [Double], pinned: PinnedViews = []) -> Double {
    var most = 0
    for offset in offsets {
      var visits = NodeVisits()
      let interval = VisibleInterval(start: offset, length: viewport.height)
      precondition(!grid.window(interval, pinned: pinned, relativeToLine: nil, &visits).isEmpty)
      most = max(most, visits.count)
    }
    return Double(most)
  }
}
