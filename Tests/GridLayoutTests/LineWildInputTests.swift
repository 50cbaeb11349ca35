import GridLayout
import Testing

@Suite("Whatever the numbers of different lines are")
struct LineWildInputTests {
  static func run(_ random: inout SeededRandom, _ wildness: Int) -> GridRun {
    if Bool.random(using: &random) {
      let counts: [Int64] = [-5, 0, 1, 3, 1_000, 1_000_000_000_000, .max, .min]
      return .uniform(
        count: counts.randomElement(using: &random)!, length: WildInputTests.number(&random, wildness: wildness))
    }
    return .lengths(
      (0..<Int.random(in: 0...40, using: &random)).map { _ in WildInputTests.number(&random, wildness: wildness) })
  }

  static func content(_ random: inout SeededRandom, _ wildness: Int) -> [GridPart] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      if Bool.random(using: &random) { return .run(run(&random, wildness)) }
      let bars = (0..<2).map { _ in
        Bool.random(using: &random) ? nil : WildInputTests.number(&random, wildness: wildness)
      }
      let runs = (0..<Int.random(in: 0...3, using: &random)).map { _ in run(&random, wildness) }
      return .section(GridSection(header: bars[0], footer: bars[1], runs: runs))
    }
  }

  @Test("nothing traps, sizes are finite and not negative, and answers agree with one another")
  func nothingTraps() {
    let clock = ContinuousClock()
    let start = clock.now
    for seed in 0..<WildInputTests.runs / 4 {
      var random = SeededRandom(seed: seed)
      let wildness = [0, 10, 60].randomElement(using: &random)!
      let numbers = (0..<8).map { _ in WildInputTests.number(&random, wildness: wildness) }
      var grid = LineGrid(
        axis: Bool.random(using: &random) ? .vertical : .horizontal,
        items: WildInputTests.items(&random, wildness: wildness), content: Self.content(&random, wildness),
        crossLength: Bool.random(using: &random) ? 300 : numbers[0],
        insets: EdgeInsets(top: numbers[1], leading: numbers[2], bottom: numbers[3], trailing: numbers[4]),
        spacing: Bool.random(using: &random) ? nil : numbers[5],
        layoutDirection: Bool.random(using: &random) ? .leftToRight : .rightToLeft,
        resolution: Bool.random(using: &random) ? .onePass : .twoPass)
      func check(_ holds: Bool, _ claim: String) {
        if !holds { Issue.record("seed \(seed): \(claim), \(grid)") }
      }
      for edit in 0..<4 {
        check(isSound(grid.contentSize), "content size \(grid.contentSize)")
        if grid.lineCount > 0, grid.count > 0 { checkItems(grid, &random, check) }
        checkWindow(grid, &random, wildness, check)
        guard edit < 3 else { break }
        if Bool.random(using: &random) {
          grid.resolve(items: WildInputTests.items(&random, wildness: wildness))
        } else if grid.count > 0, Bool.random(using: &random) {
          grid.setLength(
            ofItem: Int64.random(in: 0..<grid.count, using: &random),
            to: WildInputTests.number(&random, wildness: wildness))
        } else {
          let low = Int64.random(in: 0...grid.count, using: &random)
          let high = Int64.random(in: low...grid.count, using: &random)
          grid.replaceItems(low..<high, by: [Self.run(&random, wildness)])
        }
      }
    }
    #expect(clock.now - start < .seconds(120))
  }

  private func checkItems(_ grid: LineGrid, _ random: inout SeededRandom, _ check: (Bool, String) -> Void) {
    for _ in 0..<4 {
      let index = Int64.random(in: 0..<grid.count, using: &random)
      let frame = grid.frame(of: index)
      check(isSound(frame), "frame \(frame) of \(index)")
      let line = grid.line(of: index)
      let relative = grid.frame(of: index, relativeToLine: line)
      check(isSound(relative) && relative.size == frame.size, "relative frame \(relative) of \(index)")
      check(grid.indexes(ofLines: line..<line + 1).contains(index), "line of \(index)")
      check(grid.length(ofItem: index) <= grid.length(ofLine: line), "length of \(index)")
      if frame.contains(frame.origin), let top = grid.index(at: frame.origin) {
        check(grid.frame(of: top).contains(frame.origin), "corner of \(index)")
      }
      check(isSound(grid.itemFrame(of: index, size: Size(width: 3, height: 9), in: frame)), "item \(index)")
    }
  }

  private func checkWindow(
    _ grid: LineGrid, _ random: inout SeededRandom, _ wildness: Int, _ check: (Bool, String) -> Void
  ) {
    let numbers = (0..<4).map { _ in WildInputTests.number(&random, wildness: wildness) }
    let interval = VisibleInterval(start: numbers[0], length: 50, insetStart: numbers[2], insetEnd: numbers[3])
    // Lines as thin as nothing may be too many to list; the range of lines says so.
    let lines = grid.lines(from: interval.start, to: interval.end)
    if lines.count < 5_000 {
      for line in grid.window(interval, pinned: [.sectionHeaders, .sectionFooters]) {
        check(line.start < interval.end && line.start + line.length > interval.start, "\(line) in \(interval)")
        check(line.kind != .items || lines.contains(line.line), "\(line) in \(lines)")
        if line.kind != .items { check(isSound(grid.frame(of: line)), "frame of \(line)") }
      }
    }
    _ = grid.line(at: numbers[1])
    _ = grid.index(at: Point(x: numbers[0], y: numbers[1]))
    for section in 0..<grid.sectionCount {
      check(grid.frame(ofHeader: section).map(isSound) ?? true, "header \(section)")
      check(grid.frame(ofFooter: section).map(isSound) ?? true, "footer \(section)")
    }
  }

  private func isSound(_ size: Size) -> Bool {
    size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0
  }

  private func isSound(_ frame: Rect) -> Bool { isSound(frame.size) && frame.minX.isFinite && frame.minY.isFinite }

  @Test("what was replaced is said, once")
  func diagnostics() {
    func diagnostics(_ content: [GridPart], _ spacing: Double? = nil) -> [LineDiagnostic] {
      LineGrid(axis: .vertical, items: [GridItem()], content: content, crossLength: 320, spacing: spacing).diagnostics
    }
    #expect(diagnostics([.run(.lengths([1, 2])), .section(GridSection(header: 0, runs: []))]) == [])
    #expect(diagnostics([.run(.lengths([-1, -2, 3]))]) == [.negativeLineLength])
    #expect(
      diagnostics([.run(.lengths([.nan, .infinity, 1e13]))])
        == [.numberNotFinite(.lineLength), .numberTooLarge(.lineLength)])
    #expect(diagnostics([.section(GridSection(header: -1, footer: .nan, runs: []))]).count == 2)
    #expect(diagnostics([.run(.uniform(count: -1, length: 5))]) == [.negativeCount])
    #expect(
      diagnostics([.run(.uniform(count: 1 << 60, length: 5)), .run(.uniform(count: 1, length: 5))]) == [.countTooLarge])
    #expect(diagnostics([.run(.lengths([5, 4]))], -4) == [.spacingTurnsBack])
    #expect(diagnostics([.run(.lengths([5, 4.5]))], -4) == [])
    #expect(diagnostics([.run(.lengths([5]))], .nan) == [.numberNotFinite(.spacing)])
    var grid = LineGrid(
      axis: .vertical, items: [GridItem()], content: [.run(.lengths([5, 5]))], crossLength: 9, spacing: -3)
    grid.setLength(ofItem: 1, to: -2)
    #expect(grid.diagnostics == [.negativeLineLength, .spacingTurnsBack])
    #expect(grid.frame(of: 1).minY == 5 && grid.length(ofItem: 1) == 0)
  }

  @Test("an index that is no item's, or a line that is not there, is the caller's mistake, and traps")
  func wrongIndex() async {
    await #expect(processExitsWith: .failure) {
      let grid = LineGrid(axis: .vertical, items: [GridItem()], content: [.run(.lengths([1, 2]))], crossLength: 9)
      _ = grid.frame(of: 2)
    }
    await #expect(processExitsWith: .failure) {
      let grid = LineGrid(axis: .vertical, items: [], content: [.run(.lengths([1, 2]))], crossLength: 9)
      _ = grid.start(ofLine: 0)
    }
    await #expect(processExitsWith: .failure) {
      var grid = LineGrid(axis: .vertical, items: [], content: [.run(.lengths([1, 2]))], crossLength: 9)
      grid.replaceItems(1..<3, by: [])
    }
  }
}
