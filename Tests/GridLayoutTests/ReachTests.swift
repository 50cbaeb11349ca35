@_spi(Measuring) import GridLayout
import Testing

/// What viewports of other grids could not reach, or came to by mistake; `docs/reports.md` has the addresses.
@Suite("Every place can be reached")
struct ReachTests {
  static let depths: [Int64] = [1_000, 1_000_000, 1_000_000_000_000]

  /// Three columns of lines with a length that binary numbers don't hold.
  static func grid(_ count: Int64, length: Double = 119.7) -> LineGrid {
    LineGrid(
      axis: .vertical, items: ViewportTests.columns(3), content: [.run(.uniform(count: count, length: length))],
      crossLength: 300)
  }

  @Test("each line in turn is the first in sight, by steps of one line", arguments: depths)
  func steps(count: Int64) {
    let grid = Self.grid(count)
    for from in [0, count / 2, count - 900] {
      var viewport = Viewport(length: 300, at: .item(from, .start), in: grid)
      var line = grid.line(of: from)
      // From the start, the middle and near the end on, up to the last line that has a viewport after it.
      for _ in 0..<300 {
        #expect(viewport.anchor?.delta == 0 && viewport.anchor.map { grid.line(of: $0.index) } == line)
        viewport.scroll(by: grid.frame(of: line * 3 + 3, relativeToLine: line).minY, in: grid)
        if viewport.isAtEnd { break }
        line += 1
      }
      // Three lines fill the viewport.
      #expect(!viewport.isAtEnd || line == grid.lineCount - 3)
    }
  }

  @Test("a page up and a page down lead back, from the end too", arguments: depths)
  func pages(count: Int64) {
    let grid = Self.grid(count)
    for start in [ScrollDestination.end, .item(count - 1, .center), .item(count / 2, .start)] {
      let before = Viewport(length: 768, at: start, in: grid)
      var viewport = before
      for _ in 0..<5 { viewport.scroll(by: -768, in: grid) }
      #expect(viewport.anchor?.index != before.anchor?.index)
      for _ in 0..<5 { viewport.scroll(by: 768, in: grid) }
      #expect(viewport.offset == before.offset && viewport.anchor == before.anchor)
    }
  }

  @Test("as many random moves as one likes add up to where they lead", arguments: depths)
  func randomMoves(count: Int64) {
    #if DEBUG
      let moves = 5_000
    #else
      let moves = 100_000
    #endif
    var random = SeededRandom(seed: 8)
    // Quarters, so that the sum of the moves is exact, and so are distances between lines.
    let grid = Self.grid(count, length: 119.75)
    let start = Viewport(length: 768, at: .item(count / 2, .start), in: grid)
    var viewport = start
    let room = min(grid.contentLength / 2 - 1_000, 1_000_000)
    var sum = 0.0
    for _ in 0..<moves {
      var distance = Double(Int.random(in: -4_000...4_000, using: &random)) / 4
      if (sum + distance).magnitude > room { distance = -distance }
      sum += distance
      viewport.scroll(by: distance, in: grid)
    }
    viewport.scroll(by: -sum, in: grid)
    #expect(viewport == start)
  }

  @Test("a window counted from its first line is exact in single precision", arguments: depths)
  func singlePrecision(count: Int64) {
    let grid = Self.grid(count, length: 119.75)
    for at in [ScrollDestination.start, .item(count / 3, .center), .item(count - 1, .center), .end] {
      let viewport = Viewport(length: 768, at: at, in: grid)
      let origin = grid.line(of: viewport.anchor!.index)
      let near = VisibleInterval(start: viewport.anchor!.delta, length: 768)
      var edge: Float = 0
      var last: Int64?
      for line in grid.window(near, relativeToLine: origin) {
        for index in line.items {
          let frame = grid.frame(of: index, in: line, isRelative: true)
          #expect(Double(Float(frame.minY)) == frame.minY && Double(Float(frame.maxY)) == frame.maxY)
          #expect(Float(frame.minY) == edge)
          last = index
        }
        edge += 119.75 + 8
      }
      if at == .end { #expect(last == count - 1) }
    }
  }

  @Test("every item is in sight after a scroll to it, by every alignment, among headers and footers too")
  func everyItem() {
    let grid = LineGrid(
      axis: .vertical, items: ViewportTests.columns(4), content: SomeSections.content, crossLength: 100)
    for (length, inset) in [(130, 0), (20, 0), (200, 30)] as [(Double, Double)] {
      var viewport = Viewport(length: length, insetStart: inset, in: grid)
      for index in 0..<grid.count {
        for alignment in [ViewportAlignment.start, .center, .end, .nearest, .fraction(0.3)] {
          viewport.scroll(to: .item(index, alignment), in: grid)
          let line = grid.window(viewport.interval).first { $0.items.contains(index) }
          if line == nil { Issue.record("\(index) is not in sight by \(alignment), in \(viewport)") }
        }
      }
    }
  }

  @Test("a jump lands on its item at once, and lengths that become known later don't move it")
  func landsExactly() {
    var random = SeededRandom(seed: 13)
    let lengths = (0..<10_000).map { _ in Double(Int.random(in: 20...400, using: &random)) }
    var grid = ViewportTests.grid(lengths, columns: 1)
    for target in [250, 5_000, 9_000] as [Int64] {
      var viewport = Viewport(length: 500, at: .item(target, .start), in: grid)
      #expect(viewport.anchor == ScrollAnchor(index: target, delta: 0))
      #expect(grid.window(viewport.interval).first?.items.lowerBound == target)
      for item in (0..<10_000).shuffled(using: &random).prefix(100) {
        grid.setLength(ofItem: Int64(item), to: Double(Int.random(in: 20...400, using: &random)))
        viewport.contentDidChange(.resize, in: grid)
        #expect(viewport.anchor == ScrollAnchor(index: target, delta: 0))
        #expect(grid.frame(of: target).minY == viewport.offset)
      }
    }
  }

  @Test("a jump looks at no more than its own window, however far it goes")
  func jumpVisits() {
    let lengths = (0..<200_000).map { Double($0 % 50) + 20 }
    let grid = ViewportTests.grid(lengths, columns: 4)
    func visits(_ item: Int64) -> Int {
      var visits = NodeVisits()
      let viewport = Viewport(length: 500, at: .item(item, .start), in: grid)
      _ = grid.window(viewport.interval, pinned: [], relativeToLine: nil, &visits)
      return visits.count
    }
    // 12,500 blocks of 16 lines: three levels of 16 nodes and a few, going down and to a neighbour.
    for item in [0, 777, 100_000, 199_000] as [Int64] { #expect(visits(item) < 300, "\(visits(item))") }
  }

  @Test("a bounce over the ends shows what the end shows, so nothing is fetched again")
  func bounce() {
    let grid = Self.grid(1_000)
    for end in [ScrollDestination.start, .end] {
      var viewport = Viewport(length: 500, at: end, in: grid)
      let rest = viewport
      let window = grid.window(viewport.interval)
      for distance in [60.0, 3, -20, 1e9] {
        viewport.scroll(by: end == .start ? -distance.magnitude : distance.magnitude, in: grid)
        #expect(viewport.isClamped && viewport.offset == rest.offset && viewport.anchor == rest.anchor)
        let change = WindowChange(from: window, to: grid.window(viewport.interval))
        #expect(change.appeared.isEmpty && change.disappeared.isEmpty)
      }
    }
  }

  @Test("however a place is come to, the window is the same: by an item, an offset, small moves, or as the first place")
  func sameWindowByAnyWay() {
    let grid = Self.grid(100_000, length: 119.75)
    let first = Viewport(length: 700, at: .item(60_000, .start), in: grid)
    let kept = first.anchor!
    var jumped = Viewport(length: 700, in: grid)
    jumped.scroll(to: .offset(first.offset), in: grid)
    var moved = Viewport(length: 700, at: .offset(first.offset - 5_000), in: grid)
    for _ in 0..<100 { moved.scroll(by: 50, in: grid) }
    let restored = Viewport(length: 700, at: .anchor(kept), in: grid)
    let window = grid.window(first.interval)
    #expect(window.first?.items.contains(60_000) == true)
    for viewport in [jumped, moved, restored] {
      #expect(viewport.anchor == kept && grid.window(viewport.interval) == window)
    }
  }
}
