@_spi(Measuring) import GridLayout
import Testing

/// Cycles, holes and jumps of other layouts that a pure function of its input can't have; `docs/reports.md` has the
/// addresses.
@Suite("Layout is a pure function")
struct PureLayoutTests {
  @Test("the same input gives the same answers, and asking changes nothing")
  func sameInputSameAnswer() {
    func world() -> LineGrid { WindowChangeTests.world() }
    let grid = world()
    let viewport = Viewport(length: 300, at: .offset(333.3), in: grid)
    let window = grid.window(viewport.interval, pinned: [.sectionHeaders, .sectionFooters])
    for _ in 0..<50 {
      #expect(grid.window(viewport.interval, pinned: [.sectionHeaders, .sectionFooters]) == window)
      var again = viewport
      again.layoutDidChange(in: grid)
      again.contentDidChange(.resize, in: grid)
      again.scroll(by: 0, in: grid)
      #expect(again == viewport)
    }
    #expect(grid == world())
  }

  @Test("at any width there is a track at least, and at none there is an empty answer that says why")
  func anyWidth() {
    let lists = [
      [GridItem()], [GridItem(.adaptive(minimum: 160))], [GridItem(.fixed(300))],
      [GridItem(.fixed(120)), GridItem(.adaptive(minimum: 80)), GridItem(.flexible(minimum: 50))],
    ]
    for list in lists {
      var grid = LineGrid(
        axis: .vertical, items: list, content: [.run(.uniform(count: 100, length: 20))], crossLength: 1)
      for width in [1e-300, 0.001, 0.5, 1, 7, 66.6, 100, 161, 320, 5_000, 1e12] {
        grid.resolve(crossLength: width)
        #expect(grid.tracks.count >= list.count && grid.lineCount > 0)
        #expect(grid.tracks.allSatisfy { $0.length >= 0 && $0.offset.isFinite })
        #expect(grid.window(VisibleInterval(start: 0, length: 50)).first?.items.lowerBound == 0)
      }
      for width in [0, -1, .nan, .infinity, -.infinity] as [Double] {
        grid.resolve(crossLength: width)
        #expect(grid.tracks.isEmpty && !grid.tracks.diagnostics.isEmpty)
        #expect(grid.window(VisibleInterval(start: 0, length: 50)).isEmpty)
      }
    }
  }

  @Test("a line that begins far before the viewport, or ends far behind it, is there whole")
  func wholeLines() {
    var lengths = Array(repeating: 50.0, count: 300)
    lengths[151] = 100_000
    let grid = ViewportTests.grid(lengths, columns: 2)
    let frame = grid.frame(of: 151)
    for offset in [frame.minY - 100, frame.minY + 1, frame.minY + 50_000, frame.maxY - 1] {
      let line = grid.window(VisibleInterval(start: offset, length: 200)).first { $0.items.contains(151) }
      #expect(line.map { grid.frame(of: 151, in: $0) } == frame)
      #expect(line?.items == 150..<152)
    }
  }

  @Test("the track of an item follows from its index, whatever the lengths become")
  func tracksStay() {
    var random = SeededRandom(seed: 55)
    var grid = ViewportTests.grid(Array(repeating: 50, count: 400), columns: 3)
    for _ in 0..<300 {
      grid.setLength(
        ofItem: Int64.random(in: 0..<400, using: &random), to: Double(Int.random(in: 0...900, using: &random)))
    }
    for index in 0..<grid.count {
      let (line, track) = (grid.line(of: index), grid.track(of: index))
      if line != index / 3 || track != Int(index % 3) { Issue.record("\(index) is in \(track) of \(line)") }
    }
  }

  @Test("pages follow one another without a gap or an overlap, after every resize")
  func tiling() {
    for content in [
      [.run(.uniform(count: 2_000, length: 33))], SomeSections.content,
      [.run(.lengths((0..<2_000).map { Double($0 % 13) * 5 + 10 }))],
    ] as [[GridPart]] {
      var grid = LineGrid(
        axis: .vertical, items: [GridItem(.adaptive(minimum: 90))], content: content, crossLength: 400)
      for width in [400.0, 90, 1_000, 555, 200, 400] {
        grid.resolve(crossLength: width)
        var viewport = Viewport(length: 500, in: grid)
        var next: Int64 = 0
        var end = 0.0
        while true {
          for line in grid.window(viewport.interval) where line.items.upperBound > next || line.kind != .items {
            // What a page ends in is what the next one begins with.
            if line.kind == .items, line.items.lowerBound != next {
              Issue.record("\(line.items) after \(next) in \(width) points")
              return
            }
            #expect(line.start == end || line.start + line.length <= end)
            next = max(next, line.items.upperBound)
            end = max(end, line.start + line.length + grid.spacing)
          }
          if viewport.isAtEnd { break }
          viewport.scroll(by: 500, in: grid)
        }
        #expect(next == grid.count)
      }
    }
  }

  @Test("going up shows what going down showed, pinned headers pushed off to the same point")
  func upAndDown() {
    let grid = LineGrid(
      axis: .vertical, items: ViewportTests.columns(3), content: SomeSections.content, crossLength: 100)
    var viewport = Viewport(length: 130, in: grid)
    func window() -> [WindowLine] { grid.window(viewport.interval, pinned: [.sectionHeaders, .sectionFooters]) }
    var down: [[WindowLine]] = [window()]
    while !viewport.isAtEnd, viewport.offset + 130 + 7.5 < grid.contentLength {
      viewport.scroll(by: 7.5, in: grid)
      down.append(window())
    }
    #expect(down.count > 100 && down.contains { $0.contains { $0.kind == .header && $0.isPinned } })
    for expected in down.dropLast().reversed() {
      viewport.scroll(by: -7.5, in: grid)
      #expect(window() == expected)
    }
    // Headers and footers are no items: indexes run on over them.
    let items = grid.allLines().filter { $0.kind == .items }.flatMap { Array($0.items) }
    #expect(items == Array(0..<grid.count))
  }

  @Test("a pinned header costs the same in a section of ten items and of a million million")
  func pinnedHeaderVisits() {
    func visits(_ count: Int64) -> Int {
      let grid = LineGrid(
        axis: .vertical, items: ViewportTests.columns(4),
        content: (0..<500).map { _ in
          .section(GridSection(header: 40, runs: [.uniform(count: count, length: 44)]))
        }, crossLength: 100)
      var visits = NodeVisits()
      let start = grid.frame(ofHeader: 250)!.maxY + 20
      let window = grid.window(
        VisibleInterval(start: start, length: 60), pinned: [.sectionHeaders], relativeToLine: nil, &visits)
      #expect(window.first?.isPinned == true && window.first?.start == start)
      return visits.count
    }
    #expect(visits(1_000_000_000_000) <= visits(10) + 20 && visits(10) < 400, "\(visits(10))")
  }

  @Test("what appeared and has not disappeared is the window, all the way through the content and back")
  func nothingIsLeftBehind() {
    let grid = WindowChangeTests.world()
    var viewport = Viewport(length: 120, in: grid)
    var old: [WindowLine] = []
    var resident: Set<Int64> = []
    var most = 0
    func show() {
      let new = grid.window(viewport.interval)
      let change = WindowChange(from: old, to: new)
      for range in change.disappeared { resident.subtract(range) }
      for range in change.appeared { resident.formUnion(range) }
      most = max(most, resident.count)
      if resident != Set(new.flatMap { Array($0.items) }) { Issue.record("\(resident) at \(viewport.offset)") }
      old = new
    }
    show()
    while !viewport.isAtEnd {
      viewport.scroll(by: 31, in: grid)
      show()
    }
    while !viewport.isAtStart {
      viewport.scroll(by: -47, in: grid)
      show()
    }
    // Lines are no shorter than 12 points with gaps of 8, but for those of no length, which are never in sight.
    #expect(most <= 3 * 9, "\(most)")
  }
}

/// Sections of several kinds.
enum SomeSections {
  static let content: [GridPart] = (0..<20).map { section in
    .section(
      GridSection(
        header: 20, footer: section % 2 == 0 ? 10 : nil,
        runs: [.uniform(count: Int64(section * 3), length: 25), .lengths([10, 30.5, 20])]))
  }
}
