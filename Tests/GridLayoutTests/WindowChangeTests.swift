import GridLayout
import Testing

@Suite("Between two windows")
struct WindowChangeTests {
  static func world() -> LineGrid {
    LineGrid(
      axis: .vertical, items: ViewportTests.columns(3),
      content: [
        .run(.uniform(count: 40, length: 20)),
        .section(GridSection(header: 15, footer: 5, runs: [.lengths((0..<50).map { Double($0 % 4) * 10 })])),
        .section(GridSection(header: 15, runs: [.uniform(count: 100, length: 12)])),
      ], crossLength: 100)
  }

  @Test("what appears and disappears is the exact difference of the two sets")
  func difference() {
    let grid = Self.world()
    var random = SeededRandom(seed: 4)
    var old = grid.window(VisibleInterval(start: 0, length: 0))
    for _ in 0..<400 {
      let interval = VisibleInterval(
        start: Double.random(in: -100...grid.contentLength, using: &random),
        length: Double.random(in: 0...400, using: &random))
      let new = grid.window(interval, pinned: [.sectionHeaders])
      let change = WindowChange(from: old, to: new)
      let (before, after) = (Set(old.flatMap { Array($0.items) }), Set(new.flatMap { Array($0.items) }))
      #expect(change.appeared.flatMap { Array($0) } == after.subtracting(before).sorted())
      #expect(change.disappeared.flatMap { Array($0) } == before.subtracting(after).sorted())
      let (had, has) = (old.filter { $0.kind != .items }, new.filter { $0.kind != .items })
      func names(_ lines: [WindowLine]) -> [String] { lines.map { "\($0.kind) \($0.section!)" } }
      #expect(
        change.supplementaryAppeared.map { "\($0.kind) \($0.section)" }
          == names(has).filter { !names(had).contains($0) })
      #expect(
        change.supplementaryDisappeared.map { "\($0.kind) \($0.section)" }
          == names(had).filter { !names(has).contains($0) })
      old = new
    }
    #expect(WindowChange(from: old, to: old) == WindowChange(from: [], to: []))
  }

  @Test("more is laid out ahead of a motion than behind it, and pinned headers stay where they are")
  func overscan() {
    let grid = Self.world()
    let overscan = Overscan(ahead: 300, behind: 50)
    let interval = VisibleInterval(start: 500, length: 100)
    #expect(interval.extended(by: overscan, velocity: 2).start == 450)
    #expect(interval.extended(by: overscan, velocity: 2).end == 900)
    #expect(interval.extended(by: overscan, velocity: -2).start == 200)
    #expect(interval.extended(by: overscan, velocity: -2).end == 650)
    #expect(interval.extended(by: overscan, velocity: 0).start == 350)
    #expect(interval.extended(by: overscan, velocity: .nan).end == 750)
    #expect(interval.extended(by: Overscan(ahead: .nan, behind: -1), velocity: 1) == interval)
    let header = grid.window(interval, pinned: [.sectionHeaders]).first { $0.kind == .header }
    let wide = grid.window(interval.extended(by: overscan, velocity: 1), pinned: [.sectionHeaders])
    #expect(header != nil && wide.contains(header!))
  }

  @Test("a motion comes to rest at the nearest line, or a page further at most")
  func targets() {
    let grid = ViewportTests.grid([100, 50, 200, 100, 100, 100], columns: 1)
    // Lines start at 0, 110, 170, 380, 490 and 600; the content ends at 700.
    let viewport = Viewport(length: 250, in: grid)
    func aligned(_ offset: Double) -> Double { viewport.target(of: offset, .viewAligned, in: grid) }
    #expect(aligned(54) == 0 && aligned(56) == 110 && aligned(141) == 170 && aligned(274) == 170 && aligned(276) == 380)
    // The end of what can be scrolled is 450.
    #expect(aligned(414) == 380 && aligned(416) == 450 && aligned(9e9) == 450 && aligned(-.infinity) == 0)
    #expect(aligned(.nan) == 0)
    func paged(_ offset: Double) -> Double { viewport.target(of: offset, .paging, in: grid) }
    #expect(paged(124) == 0 && paged(126) == 250 && paged(5_000) == 250)
    var second = viewport
    second.scroll(to: .offset(250), in: grid)
    #expect(second.target(of: 5_000, .paging, in: grid) == 450 && second.target(of: -900, .paging, in: grid) == 0)
    // A page down and one up again.
    second.scroll(by: 130, in: grid)
    second.scroll(by: -130, in: grid)
    #expect(second.offset == 250)

    let under = Viewport(length: 250, insetStart: 20, in: grid)
    #expect(under.target(of: 95, .viewAligned, in: grid) == 90)
  }

  @Test("content that is shorter than the viewport stands where it is asked to, and a first place is taken at once")
  func shortContent() {
    var grid = ViewportTests.grid([100], columns: 1)
    for (fraction, offset) in [(0, -10), (0.5, -75), (1, -140)] as [(Double, Double)] {
      let viewport = Viewport(length: 250, insetStart: 10, insetEnd: 10, shortContentFraction: fraction, in: grid)
      #expect(viewport.offset == offset && viewport.isAtStart && viewport.isAtEnd)
    }
    var viewport = Viewport(length: 250, policy: .followsEnd, shortContentFraction: 1, at: .end, in: grid)
    #expect(viewport.offset == -150)
    grid.replaceItems(1..<1, by: [.uniform(count: 4, length: 100)])
    viewport.contentDidChange(.insert(at: 1, count: 4), in: grid)
    #expect(viewport.offset == 540 - 250)
    #expect(Viewport(length: 250, at: .item(2, .start), in: grid).offset == 220)
  }
}
