import GridLayout
import Testing

/// Random grids of NaN, infinities, huge, tiny and negative numbers beside sound ones.
@Suite("Whatever the numbers are")
struct WildInputTests {
  #if DEBUG
    static let runs: UInt64 = 3_000
  #else
    static let runs: UInt64 = 60_000
  #endif

  static let wild: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, .leastNormalMagnitude, 0, -0.0, 1e300, -1e300, 1e18, 9.3e18, 1e12, 1e-12, -1, 8,
    0.1,
  ]

  static func number(_ random: inout SeededRandom, wildness: Int) -> Double {
    if Int.random(in: 0..<100, using: &random) < wildness { return wild.randomElement(using: &random)! }
    return Double(Int.random(in: 0...400, using: &random)) / 4
  }

  static func items(_ random: inout SeededRandom, wildness: Int) -> [GridItem] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let (a, b) = (number(&random, wildness: wildness), number(&random, wildness: wildness))
      let size: GridItem.Size =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .fixed(a)
        case 1: .flexible()
        case 2: .flexible(minimum: a, maximum: b)
        case 3: .adaptive(minimum: a)
        default: .adaptive(minimum: a, maximum: b)
        }
      let spacing = Bool.random(using: &random) ? nil : number(&random, wildness: wildness)
      return GridItem(size, spacing: spacing, alignment: Bool.random(using: &random) ? nil : .bottomTrailing)
    }
  }

  static func grid(_ random: inout SeededRandom) -> UniformGrid {
    let wildness = [0, 10, 60].randomElement(using: &random)!
    let items = items(&random, wildness: wildness)
    let counts: [Int64] = [-5, 0, 1, 10, 1000, 1_000_000_000_000, .max, .min]
    let numbers = (0..<6).map { _ in number(&random, wildness: wildness) }
    return UniformGrid(
      axis: Bool.random(using: &random) ? .vertical : .horizontal, items: items,
      count: counts.randomElement(using: &random)!, lineLength: numbers[0],
      crossLength: Bool.random(using: &random) ? 300 : numbers[1],
      insets: EdgeInsets(top: numbers[2], leading: numbers[3], bottom: numbers[4], trailing: numbers[4]),
      spacing: Bool.random(using: &random) ? nil : numbers[5],
      alignment: [.topLeading, .center, .bottomTrailing].randomElement(using: &random)!,
      layoutDirection: Bool.random(using: &random) ? .leftToRight : .rightToLeft,
      resolution: Bool.random(using: &random) ? .onePass : .twoPass)
  }

  @Test("nothing traps, sizes are finite and not negative, and answers agree with one another")
  func nothingTraps() {
    let clock = ContinuousClock()
    let start = clock.now
    for seed in 0..<Self.runs {
      var random = SeededRandom(seed: seed)
      let grid = Self.grid(&random)
      func check(_ holds: Bool, _ claim: String) {
        if !holds { Issue.record("seed \(seed): \(claim), \(grid)") }
      }
      check(isSound(grid.contentSize), "content size \(grid.contentSize)")
      check(grid.tracks.count <= Tracks.limit, "limit of tracks")
      check(grid.tracks.allSatisfy { $0.offset.isFinite && $0.length.isFinite && $0.length >= 0 }, "tracks")
      check(grid.tracks.isEmpty == (grid.lineCount == 0) || grid.count == 0, "no lines without tracks")
      if grid.lineCount > 0 { checkItems(grid, &random, check) }
      for _ in 0..<4 { checkRectangle(grid, &random, check) }
    }
    #expect(clock.now - start < .seconds(60))
  }

  private func checkItems(_ grid: UniformGrid, _ random: inout SeededRandom, _ check: (Bool, String) -> Void) {
    for _ in 0..<4 {
      let index = Int64.random(in: 0..<grid.count, using: &random)
      let frame = grid.frame(of: index)
      check(isSound(frame), "frame \(frame) of \(index)")
      let line = grid.line(of: index)
      let relative = grid.frame(of: index, relativeToLine: line)
      check(isSound(relative) && relative.size == frame.size, "relative frame \(relative) of \(index)")
      check(grid.indexes(ofLines: line..<line + 1).contains(index), "line of \(index)")
      if frame.contains(frame.origin) {
        let top = grid.index(at: frame.origin)
        check(
          top.map { $0 >= index && grid.frame(of: $0).contains(frame.origin) } ?? false, "corner of \(index)")
      }
      let item = grid.itemFrame(of: index, size: Size(width: 30, height: 1000), in: frame)
      check(isSound(item), "item frame \(item) of \(index)")
    }
  }

  private func checkRectangle(
    _ grid: UniformGrid, _ random: inout SeededRandom, _ check: (Bool, String) -> Void
  ) {
    let numbers = (0..<4).map { _ in Self.number(&random, wildness: 30) }
    let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    for cell in grid.cells(in: rect).prefix(20) {
      check(
        cell.frame.intersects(rect) && cell == LayoutCell(grid: grid, index: cell.index),
        "\(cell) in \(rect)")
    }
    let lines = grid.lines(from: numbers[0], to: numbers[1])
    func meets(_ line: Int64) -> Bool {
      let start = grid.start(ofLine: line)
      return line >= 0 && line < grid.lineCount && grid.lineLength > 0 && start < numbers[1]
        && start + grid.lineLength > numbers[0]
    }
    if !lines.isEmpty {
      check(meets(lines.lowerBound) && meets(lines.upperBound - 1), "\(lines) meet \(numbers)")
      check(!meets(lines.lowerBound - 1) && !meets(lines.upperBound), "\(lines) are all that meet \(numbers)")
    }
    let point = Point(x: numbers[2], y: numbers[3])
    if let index = grid.index(at: point) {
      check(grid.frame(of: index).contains(point), "\(index) at \(point)")
    }
    _ = grid.line(at: numbers[0])
  }

  private func isSound(_ size: Size) -> Bool {
    size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0
  }

  private func isSound(_ frame: Rect) -> Bool {
    isSound(frame.size) && frame.minX.isFinite && frame.minY.isFinite
  }
}
