import GridLayout
import Testing

/// How readers of other grids lost their place; `docs/reports.md` has the addresses.
@Suite("The reader keeps the place")
struct KeepingPlaceTests {
  /// Lines of one column: 100 points each, with gaps of 10. The viewport is in the middle of line 20.
  static func world() -> (LineGrid, Viewport) {
    let grid = ViewportTests.grid(Array(repeating: 100, count: 60), columns: 1)
    return (grid, Viewport(length: 300, at: .offset(20 * 110 + 40), in: grid))
  }

  /// Where the items in sight are on screen.
  static func screen(_ grid: LineGrid, _ viewport: Viewport) -> [Int64: Double] {
    var places: [Int64: Double] = [:]
    for line in grid.window(viewport.interval) {
      for item in line.items { places[item] = line.start - viewport.offset }
    }
    return places
  }

  @Test("content that grows or shrinks elsewhere moves nothing in sight", arguments: [0, 5, 40, 59] as [Int64])
  func changesElsewhere(item: Int64) {
    var (grid, viewport) = Self.world()
    let before = Self.screen(grid, viewport)
    for length in [700.0, 1, 0, 100] {
      grid.setLength(ofItem: item, to: length)
      viewport.contentDidChange(.resize, in: grid)
      #expect(Self.screen(grid, viewport) == before)
      #expect(!viewport.isClamped && viewport.range(in: grid).upperBound == grid.contentLength - 300)
    }
  }

  @Test("an item over the top edge that grows stays at that very point, and what follows it makes room")
  func straddling() {
    var (grid, viewport) = Self.world()
    let before = Self.screen(grid, viewport)
    #expect(before == [20: -40, 21: 70, 22: 180, 23: 290])
    grid.setLength(ofItem: 20, to: 150)
    viewport.contentDidChange(.resize, in: grid)
    #expect(Self.screen(grid, viewport) == [20: -40, 21: 120, 22: 230])
    // One below it moves what is after itself only.
    grid.setLength(ofItem: 21, to: 60)
    viewport.contentDidChange(.resize, in: grid)
    #expect(Self.screen(grid, viewport) == [20: -40, 21: 120, 22: 190])
  }

  @Test("the length of an item changes its own line, and no other")
  func ownLineOnly() {
    var grid = ViewportTests.grid((0..<300).map { Double($0 % 7) * 10 + 20 }, columns: 3)
    let frames = (0..<300).map { grid.frame(of: $0) }
    grid.setLength(ofItem: 151, to: 500)
    let growth = grid.length(ofLine: 50) - frames[150].height
    #expect(growth > 400)
    for index in 0..<300 {
      var expected = frames[index]
      if index / 3 == 50 { expected.size.height += growth }
      if index / 3 > 50 { expected.origin.y += growth }
      #expect(grid.frame(of: Int64(index)) == expected)
    }
  }

  @Test("an item that is removed hands its place to the one after it, or else to the one before")
  func successor() {
    var (grid, viewport) = Self.world()
    grid.replaceItems(20..<21, by: [])
    viewport.contentDidChange(.remove(20..<21), in: grid)
    #expect(viewport.anchor == ScrollAnchor(index: 20, delta: 40) && viewport.offset == 20 * 110 + 40)
    grid.replaceItems(15..<59, by: [])
    viewport.contentDidChange(.remove(15..<59), in: grid)
    // 15 lines are left, and the viewport at their end.
    #expect(viewport.isAtEnd && viewport.offset == 15 * 110 - 10 - 300)
    #expect(Self.screen(grid, viewport).keys.max() == 14)
  }

  @Test("a filter leaves the reader at the nearest item that it lets through", arguments: [UInt64(1), 2, 3, 4, 5])
  func filter(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (grid, viewport) = Self.world()
    let anchor = Int(viewport.anchor!.index)
    var kept = (0..<60).filter { _ in Bool.random(using: &random) }
    kept += 60..<90
    grid.replaceItems(60..<60, by: [.uniform(count: 30, length: 100)])
    viewport.contentDidChange(.insert(at: 60, count: 30), in: grid)
    for item in (0..<60).reversed() where !kept.contains(item) {
      let range = Int64(item)..<Int64(item) + 1
      grid.replaceItems(range, by: [])
      viewport.contentDidChange(.remove(range), in: grid)
    }
    #expect(grid.count == Int64(kept.count))
    let nearest = kept.firstIndex { $0 >= anchor }!
    #expect(viewport.anchor == ScrollAnchor(index: Int64(nearest), delta: 40))
    // Those who would rather keep the part of the way, or begin anew, ask for it.
    let fraction = 0.25
    let range = viewport.range(in: grid)
    viewport.scroll(to: .offset(range.upperBound * fraction), in: grid)
    #expect(viewport.offset == range.upperBound * fraction)
    viewport.scroll(to: .start, in: grid)
    #expect(viewport.offset == 0)
  }

  @Test("any item that the caller holds on to stays on screen, as a selected one or the last in sight")
  func chosenItem() {
    for chosen in [21, 22, 23] as [Int64] {
      var (grid, viewport) = Self.world()
      let delta = viewport.offset - grid.frame(of: chosen).minY
      // Two go above it, between the first in sight and the chosen one, and one of those above grows.
      grid.replaceItems(0..<2, by: [])
      grid.setLength(ofItem: 18, to: 35)
      grid.setLength(ofItem: 3, to: 300)
      viewport.scroll(to: .anchor(ScrollAnchor(index: chosen - 2, delta: delta)), in: grid)
      #expect(viewport.offset - grid.frame(of: chosen - 2).minY == delta)
    }
  }

  @Test("turning a screen keeps the first item in sight, and turning it back the very position")
  func rotation() {
    func content(_ count: Int64) -> [[GridPart]] {
      [
        [.run(.uniform(count: count, length: 119.7))],
        [.run(.lengths((0..<Int(min(count, 3_000))).map { Double($0 % 11) * 7.3 + 30 }))],
      ]
    }
    // Of 40 items the wide screen can't show the last ones where they must stand to be the first in sight. A million million of
    // one length take as long as a few.
    for content in content(40) + content(3_000) + content(1_000_000_000_000) {
      var grid = LineGrid(
        axis: .vertical, items: [GridItem(.adaptive(minimum: 110))], content: content, crossLength: 390)
      var viewport = Viewport(length: 844, in: grid)
      for fraction in [0, 0.31, 0.77, 1] {
        viewport.scroll(to: .offset(viewport.range(in: grid).upperBound * fraction), in: grid)
        let upright = viewport
        let item = viewport.anchor!.index
        for _ in 0..<20 {
          grid.resolve(crossLength: 844)
          viewport.layoutDidChange(length: 390, in: grid)
          #expect(grid.tracks.count == 7)
          let frame = grid.frame(of: item)
          #expect(frame.maxY > viewport.offset && frame.minY < viewport.offset + 390)
          grid.resolve(crossLength: 390)
          viewport.layoutDidChange(length: 844, in: grid)
        }
        #expect(viewport == upright)
      }
    }
  }

  @Test("what was declared or measured stays known until something else is said, whatever else changes")
  func lengthsStay() {
    var random = SeededRandom(seed: 16)
    let lengths = (0..<500).map { _ in Double(Int.random(in: 0...90, using: &random)) / 3 }
    var grid = ViewportTests.grid(lengths, columns: 3)
    for step in 0..<60 {
      grid.resolve(items: ViewportTests.columns(1 + step % 5), crossLength: Double(40 + step * 7))
      grid.replaceItems(500..<grid.count, by: [.uniform(count: Int64(step), length: 12)])
      _ = grid.window(VisibleInterval(start: Double(step) * 90, length: 300))
      for index in 0..<500 where grid.length(ofItem: Int64(index)) != lengths[index] {
        Issue.record("step \(step): length of \(index)")
      }
    }
  }
}
