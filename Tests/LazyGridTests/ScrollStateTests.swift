import GridLayout
import GridStore
import LazyGrid
import Testing

private struct Picture: Identifiable, Hashable, Sendable {
  let id: Int
  var height = 40.0
}

/// Where windows come to rest over items in memory, whose grid is made anew at each step, as an app does.
@Suite("A scroll state")
struct ScrollStateTests {
  private static func grid(_ pictures: [Picture], columns: Int = 3) -> LazyVGrid<Picture> {
    LazyVGrid(columns: Array(repeating: GridItem(), count: columns), spacing: 5) {
      ForEach(pictures, length: \.height) { Cell($0) }
    }
  }

  private static func state(_ target: ScrollTarget = .start, height: Double = 200) -> ScrollState {
    ScrollState(viewport: Size(width: 300, height: height), at: target)
  }

  /// How far below the top of the viewport the cell of an item is.
  private static func place(of id: Int, in window: GridWindow<Picture>) throws -> Double {
    try #require(window.cells.first { $0.item.id == id }).frame(in: .viewport).minY
  }

  @Test("keeps the item that is first in sight through edits anywhere, whatever the grid is made of")
  func edits() throws {
    var random = Seeded(seed: 7)
    var pictures = (0..<90).map { Picture(id: $0, height: Double(20 + $0 % 5 * 10)) }
    var next = 90
    var scroll = Self.state(.offset(300))
    var window = try Self.grid(pictures).window(for: scroll)
    for step in 0..<400 {
      scroll = window.scroll
      if step % 5 == 0 {
        scroll.scroll(by: Double(Int.random(in: -200...200, using: &random)))
        window = try Self.grid(pictures).window(for: scroll, after: window)
        scroll = window.scroll
      }
      let place = try #require(scroll.place)
      let id = pictures[place.index].id
      let onScreen = try Self.place(of: id, in: window)
      let at = Int.random(in: 0...pictures.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        pictures.insert(Picture(id: next, height: 33), at: at)
        next += 1
      case 1 where at < pictures.count && pictures[at].id != id && pictures.count > 60: pictures.remove(at: at)
      case 2 where at < pictures.count: pictures.insert(pictures.remove(at: at), at: pictures.count / 2)
      default: if at < pictures.count { pictures[at].height = Double(Int.random(in: 10...70, using: &random)) }
      }
      window = try Self.grid(pictures).window(for: scroll, after: window)
      let isAtEnd = window.layout.fraction == 0 || window.layout.fraction == 1
      // It may have shrunk so that it is out of sight now.
      let index = try #require(pictures.firstIndex { $0.id == id })
      let now = window.layout.grid.frame(of: Int64(index)).minY - window.layout.offset
      if !isAtEnd, abs(now - onScreen) > 1e-9 {
        Issue.record("step \(step): item \(id) was at \(onScreen) and is at \(now)")
      }
    }
  }

  @Test("comes back to the very place when a width comes back, however short the content was in between")
  func reversible() throws {
    let pictures = (0..<500).map { Picture(id: $0, height: Double(20 + $0 % 7 * 10)) }
    for target in [ScrollTarget.offset(1234.5), .index(37), .end, .fraction(0.61)] {
      let first = try Self.grid(pictures).window(for: Self.state(target))
      var scroll = first.scroll
      for columns in [1, 2, 7, 30, 250, 4] {
        scroll = try Self.grid(pictures, columns: columns).window(for: scroll).scroll
      }
      scroll.viewport = Size(width: 800, height: 90)
      scroll = try Self.grid(pictures, columns: 5).window(for: scroll).scroll
      scroll.viewport = first.scroll.viewport
      let back = try Self.grid(pictures).window(for: scroll)
      #expect(back.layout == first.layout && back.scroll.place == first.scroll.place)
    }
  }

  @Test("hands the place of what is gone to the next item that is still there, or to the one before")
  func survivors() throws {
    let pictures = (0..<300).map { Picture(id: $0) }
    let first = try Self.grid(pictures).window(for: Self.state(.index(90)))
    #expect(first.scroll.place?.index == 90)
    // Others before it go as well, so its index says nothing any more.
    let few = pictures.filter { !(3..<60).contains($0.id) && !(90..<95).contains($0.id) }
    let window = try Self.grid(few).window(for: first.scroll)
    #expect(try Self.place(of: 95, in: window) == 0)
    #expect(window.scroll.place?.key == 95)
    let last = try Self.grid(pictures).window(for: Self.state(.end))
    let gone = pictures.filter { $0.id < 290 }
    #expect(try Self.grid(gone).window(for: last.scroll).layout.fraction == 1)
    // Nothing that was in sight is left.
    let none = try Self.grid(pictures.filter { $0.id < 30 }).window(for: first.scroll)
    #expect(none.layout.fraction == 1 && none.cells.last?.item.id == 29)
    #expect(try Self.grid([]).window(for: first.scroll).cells.isEmpty)
  }

  @Test("follows the end and stays at the start where that is its policy, and only from there")
  func policy() throws {
    var pictures = (0..<300).map { Picture(id: $0) }
    var end = Self.state(.end)
    var middle = Self.state(.index(150))
    var start = Self.state(.start)
    for policy in [ViewportPolicy.keepsItem, [.staysAtStart, .followsEnd]] {
      (end.policy, middle.policy, start.policy) = (policy, policy, policy)
      end = try Self.grid(pictures).window(for: end).scroll
      middle = try Self.grid(pictures).window(for: middle).scroll
      start = try Self.grid(pictures).window(for: start).scroll
      let before = pictures[150].id
      pictures.insert(contentsOf: (0..<6).map { Picture(id: pictures.count + 1000 + $0) }, at: 0)
      pictures.append(contentsOf: (0..<6).map { Picture(id: pictures.count + 2000 + $0) })
      let atEnd = try Self.grid(pictures).window(for: end)
      let atStart = try Self.grid(pictures).window(for: start)
      let isHeld = policy != .keepsItem
      #expect((atEnd.layout.fraction == 1) == isHeld)
      #expect((atStart.layout.fraction == 0) == isHeld)
      let between = try Self.grid(pictures).window(for: middle)
      #expect(between.cells.contains { $0.item.id == before } && between.layout.offset > middle.offset)
      end.scroll(to: .end)
      start.scroll(to: .start)
      middle.scroll(to: .index(150))
    }
  }

  @Test("holds what has the focus, then what is selected, then what its policy says, then the first in sight")
  func holds() throws {
    let pictures = (0..<300).map { Picture(id: $0) }
    // What is inserted stands between the first item in sight and those that are held.
    let changed = Array(pictures[..<154]) + (0..<12).map { Picture(id: 900 + $0) } + pictures[154...]
    func shift(_ holds: [CellKey], at target: ScrollTarget = .index(150)) throws -> (first: Double, held: Double) {
      var scroll = Self.state(target)
      scroll.policy = .followsEnd
      scroll.holds = holds
      let before = try Self.grid(pictures).window(for: scroll)
      let after = try Self.grid(changed).window(for: before.scroll)
      func moved(_ id: Int, to index: Int) throws -> Double {
        after.layout.grid.frame(of: Int64(index)).minY - after.layout.offset - (try Self.place(of: id, in: before))
      }
      return (try moved(153, to: 153), try moved(156, to: 168))
    }
    #expect(try shift([]) == (0, 180))
    #expect(try shift([156]) == (-180, 0))
    // The first of them that is in sight.
    #expect(try shift([7, 156, 153]) == (-180, 0))
    #expect(try shift([153, 156]) == (0, 180))
    #expect(try shift([7, 8]) == (0, 180))
    // At the end a held item goes for the end.
    var scroll = Self.state(.end)
    scroll.policy = .followsEnd
    let longer = pictures + (0..<12).map { Picture(id: 900 + $0) }
    #expect(try Self.grid(longer).window(for: try Self.grid(pictures).window(for: scroll).scroll).layout.fraction == 1)
    scroll.holds = [299]
    let held = try Self.grid(pictures).window(for: scroll)
    let after = try Self.grid(longer).window(for: held.scroll)
    #expect(try Self.place(of: 299, in: after) == Self.place(of: 299, in: held))
    #expect(after.layout.fraction < 1 && after.anchor?.key == 299)
  }

  @Test("stands between its insets, where items come to and pinned headers rest")
  func insets() throws {
    let grid = LazyVGrid(columns: [GridItem()], spacing: 0, pinnedViews: .sectionHeaders) {
      for section in 0..<10 {
        Section {
          ForEach(0..<20, length: 30) { Cell($0) }
        } header: {
          Cell("\(section)", length: 20)
        }
      }
    }
    var scroll = Self.state(.start)
    (scroll.insetStart, scroll.insetEnd) = (50, 40)
    let start = try grid.window(for: scroll)
    #expect(start.layout.offset == -50 && start.layout.fraction == 0)
    #expect(start.cells[0].frame(in: .viewport).minY == 70)
    scroll.scroll(to: .index(25))
    let window = try grid.window(for: scroll)
    #expect(window.cells.first { $0.index == 25 }?.frame(in: .viewport).minY == 50)
    let header = try #require(window.supplementary.first { $0.section == 1 })
    #expect(header.isPinned && header.frame(in: .viewport).minY == 50)
    scroll.scroll(to: .end)
    let end = try grid.window(for: scroll)
    #expect(end.layout.fraction == 1 && end.layout.offset == 10 * 620 + 40 - 200)
    #expect(end.cells.last?.frame(in: .viewport).maxY == 160)
    scroll.scroll(to: .offset(-50))
    #expect(try grid.window(for: scroll).layout.fraction == 0)
    scroll.scroll(to: .offset(-51))
    #expect(throws: LayoutError.self) { try grid.window(for: scroll) }
    // The least movement counts from what is not covered.
    scroll = window.scroll
    scroll.scroll(to: .index(29), alignment: .nearest)
    let least = try grid.window(for: scroll)
    #expect(least.cells.first { $0.index == 29 }?.frame(in: .viewport).maxY == 160)
  }

  @Test("puts content that is shorter than the viewport where it says")
  func shortContent() throws {
    let pictures = (0..<3).map { Picture(id: $0) }
    for (fraction, top) in [(0.0, 0.0), (0.5, 80), (1, 160)] {
      var scroll = Self.state(.start)
      scroll.shortContentFraction = fraction
      #expect(try Self.grid(pictures).window(for: scroll).cells[0].frame(in: .viewport).minY == top)
    }
  }

  @Test("moves by just what is said, adds moves up, and comes to rest at lines or pages where that is asked for")
  func moves() throws {
    let count = 1_000_000_000_000
    let grid = LazyVGrid(columns: [GridItem(), GridItem()], spacing: 0) { ForEach(0..<count, length: 30) { Cell($0) } }
    var scroll = Self.state(.index(count / 2))
    var window = try grid.window(for: scroll)
    for (distance, index, delta) in [(0.25, 0, 0.25), (29.5, 0, 29.75), (0.5, 2, 0.25), (-60.5, -4, 29.75)] {
      scroll = window.scroll
      scroll.scroll(by: distance)
      window = try grid.window(for: scroll)
      #expect(window.anchor.map { $0.index - count / 2 } == index && window.anchor?.delta == delta)
    }
    scroll = window.scroll
    scroll.scroll(by: 10.125)
    scroll.scroll(by: 20.125)
    #expect(try grid.window(for: scroll).anchor?.delta == 0)
    #expect(try grid.window(for: scroll).anchor?.index == count / 2)
    // From a target that no window came of yet.
    scroll.scroll(to: .start)
    scroll.scroll(by: 47)
    #expect(try grid.window(for: scroll).layout.offset == 47)
    scroll.scroll(by: 0, restingAt: .viewAligned)
    #expect(try grid.window(for: scroll).layout.offset == 60)
    scroll.scroll(by: 130, restingAt: .paging)
    #expect(try grid.window(for: scroll).layout.offset == 200)
    scroll.scroll(by: -1e9, restingAt: .paging)
    #expect(try grid.window(for: scroll).layout.offset == 0)
  }

  @Test("refuses numbers that are none, and goes on")
  func wild() throws {
    let grid = Self.grid((0..<10).map { Picture(id: $0) })
    let good = try grid.window(for: Self.state())
    for number in [Double.nan, .infinity, -.infinity] {
      for wrong in [\ScrollState.insetStart, \.insetEnd, \.distance, \.shortContentFraction] {
        var scroll = good.scroll
        scroll[keyPath: wrong] = number
        #expect(throws: LayoutError.self) { try grid.window(for: scroll) }
        #expect(throws: LayoutError.self) { try good.layout(for: scroll) }
      }
    }
    var unknown = good.scroll
    unknown.scroll(to: .key(99))
    #expect(throws: StoreError.self) { try grid.window(for: unknown) }
    #expect(throws: LayoutError.self) { try good.layout(for: unknown) }
    unknown.scroll(to: .key(4))
    #expect(try good.layout(for: unknown) == grid.window(for: unknown).layout)
  }

  @Test("content that is part of another is laid out apart from it")
  func sharedContent() throws {
    let items = ForEach(0..<10, length: 30) { Cell($0) }
    let alone = LazyVGrid(columns: [GridItem()]) { items }
    let longer = LazyVGrid(columns: [GridItem()]) {
      items
      Cell(10, length: 30)
    }
    #expect(try alone.window(for: Self.state()).count.value == 10)
    #expect(try longer.window(for: Self.state()).count.value == 11)
    #expect(try alone.window(for: Self.state()).count.value == 10)
  }
}

private struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 31
  }
}
