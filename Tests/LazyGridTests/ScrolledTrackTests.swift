import Foundation
import GridLayout
import GridStore
import LazyGrid
import Synchronization
import Testing

/// Track grids that scroll and whose items differ, laid out as far as windows look.
@Suite("Windows of track grids that measure") struct ScrolledTrackTests {
  #if DEBUG
    static let grids: UInt64 = 24
  #else
    static let grids: UInt64 = 300
  #endif

  /// A grid in which all is random, once with cells that are all laid out at once and once lazily.
  private struct World {
    let count: Int
    let lengths: [Double]
    let declared: [DeclaredItem]
    let tracks: [GridTrack]
    let flow: GridFlow
    let packing: GridPacking
    let spacing: GridSpacing
    let arithmetic: GridArithmetic

    init(_ random: inout SeededNumbers) {
      func pick<Thing>(_ things: [Thing]) -> Thing { things.randomElement(using: &random)! }
      count = Int.random(in: 1...60, using: &random)
      lengths = (0..<count).map { _ in Double(Int.random(in: 1...40, using: &random)) }
      tracks = (0..<Int.random(in: 1...4, using: &random)).map { _ in pick([.fr(1), .fr(2), .pt(40), .fit]) }
      (flow, packing) = (pick([.rows, .columns]), pick([.sparse, .dense]))
      (spacing, arithmetic) = (pick([0, 4, [6, 2]]), pick([.exact, .exyte]))
      var declared: [DeclaredItem] = []
      for index in 0..<count {
        let span = GridSpan(
          column: Int64.random(in: 1...3, using: &random), row: Int64.random(in: 1...3, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: declared.append(DeclaredItem(index: Int64(index), span: span))
        case 2 where index % 3 == 0: declared.append(DeclaredItem(index: Int64(index), start: [nil, Int64(index / 4)]))
        default: break
        }
      }
      self.declared = declared
    }

    var eager: Grid<Int> {
      let (lengths, declared) = (lengths, Dictionary(uniqueKeysWithValues: declared.map { ($0.index, $0) }))
      return Grid(
        0..<count, tracks: tracks, contentMode: .scroll, flow: flow, packing: packing, spacing: spacing,
        compatibility: arithmetic
      ) { number in
        let cell = Cell(number, length: lengths[number])
        if let said = declared[Int64(number)] { cell.gridSpan(said.span).gridStart(said.start) } else { cell }
      }
    }

    func lazy(_ content: ForEach<Int>) -> Grid<Int> {
      Grid(
        tracks: tracks, contentMode: .scroll, flow: flow, packing: packing, spacing: spacing,
        compatibility: arithmetic
      ) { content.gridDeclared(DeclaredItems(declared)) }
      .measuring(atOnce: 0)
    }

    var viewport: Size { flow == .rows ? Size(width: 240, height: 70) : Size(width: 70, height: 240) }
  }

  /// Both are sums of the same numbers, in another order.
  private static func isNear(_ a: Size, _ b: Size) -> Bool {
    (a.width - b.width).magnitude < 1e-9 && (a.height - b.height).magnitude < 1e-9
  }

  private static func check(_ window: TrackWindow<Int>, _ all: [TrackFrames.Cell], _ context: Comment) {
    for cell in window.cells {
      let whole = all[cell.index]
      #expect(cell.area == whole.area, context)
      for (ours, theirs) in [
        (cell.rect(in: .content), whole.rect), (cell.frame(in: .content), whole.frame),
        (cell.backgroundFrame(in: .content), whole.background),
      ] where !TrackWindowTests.isNear(ours, theirs) {
        Issue.record("\(ours), not \(theirs), of item \(cell.index), \(context)")
        return
      }
    }
  }

  @Test("have the frames of the whole layout, whether lengths are told at once or as windows ask")
  func lazyIsEager() throws {
    for seed in 0..<Self.grids {
      var random = SeededNumbers(seed: seed)
      let world = World(&random)
      let context: Comment = "seed \(seed): \(world)"
      let viewport = world.viewport
      let all = try world.eager.frames(in: viewport).cells.sorted { $0.index < $1.index }
      let eager = try world.eager.window(for: ScrollState(viewport: viewport))
      #expect(eager.certainty == .exact && eager.isSettled)
      let lengths = world.lengths
      let told = world.lazy(ForEach(0..<world.count, length: .lengths(lengths, estimate: 7)) { Cell($0) })
      let asked = world.lazy(ForEach(0..<world.count, length: { lengths[$0] }) { Cell($0) })

      // Told at once they are as sure as those of cells in memory.
      for step in 0...4 {
        let window = try told.window(for: ScrollState(viewport: viewport, at: .fraction(Double(step) / 4)))
        #expect(window.certainty == .exact && window.isSettled, context)
        #expect(Self.isNear(window.contentSize, eager.contentSize), context)
        Self.check(window, all, context)
      }

      // Told one by one the first window has its frames already.
      let first = try asked.window(for: ScrollState(viewport: viewport))
      #expect(first.isSettled, context)
      Self.check(first, all, context)
      // From place to place in any order, until everything has been in sight.
      for index in (0..<world.count).shuffled(using: &random) {
        let window = try asked.window(for: ScrollState(viewport: viewport, at: .index(index)))
        #expect(window.isSettled && window.cells.contains { $0.index == index }, context)
      }
      for step in 0...4 {
        let window = try asked.window(for: ScrollState(viewport: viewport, at: .fraction(Double(step) / 4)))
        #expect(window.certainty == .exact, context)
        #expect(Self.isNear(window.contentSize, eager.contentSize), context)
        Self.check(window, all, context)
      }
      let frames = try asked.frames(in: viewport).cells.sorted { $0.index < $1.index }
      #expect(zip(frames, all).allSatisfy { TrackWindowTests.isNear($0.frame, $1.frame) }, context)
    }
  }

  @Test("keep what is in sight where it is while lines before it are measured")
  func anchor() throws {
    let grid = Grid(tracks: 3, contentMode: .scroll, spacing: 0) {
      ForEach(0..<3000, length: { Double(20 + $0 % 7 * 10) }) { Cell($0) }.gridDeclared([
        DeclaredItem(index: 4, span: [2, 2]), DeclaredItem(index: 1500, span: [2, 3]),
      ])
    }
    .measuring(atOnce: 0)
    var window = try grid.window(for: ScrollState(viewport: Size(width: 300, height: 200), at: .index(1505)))
    #expect(window.certainty == .estimate)
    for _ in 0..<60 {
      var scroll = window.scroll
      scroll.scroll(by: -37)
      let next = try grid.window(for: scroll, after: window)
      for cell in next.cells {
        guard let old = window.cells.first(where: { $0.key == cell.key }) else { continue }
        let moved = cell.rect(in: .viewport).minY - old.rect(in: .viewport).minY
        #expect((moved - 37).magnitude < 1e-9, "item \(cell.index) moved by \(moved)")
      }
      window = next
    }
  }

  @Test("take the lengths of a column of a list, and fit tracks to another")
  func columns() throws {
    let database = try HeightsDatabase(
      "ALTER TABLE t ADD COLUMN width; ALTER TABLE t ADD COLUMN w; ALTER TABLE t ADD COLUMN h;")
    try database.connection.execute(
      """
      INSERT INTO t (id, v, height, width, w, h)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
        SELECT i, i * 37 % 101, 10 + i * 7 % 31, 20 + i * 13 % 90, iif(i % 11 = 0, 2, 1), iif(i % 11 = 0, 2, 1) FROM n;
      """)
    let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: "v"))
    var rows: [(height: Double, width: Double, isWide: Bool)] = []
    let statement = try database.connection.prepare("SELECT height, width, w FROM t ORDER BY v, id")
    func number(_ column: Int) -> Double {
      if case .integer(let number) = statement.value(column) { Double(number) } else { .nan }
    }
    while try statement.step() { rows.append((number(0), number(1), number(2) == 2)) }
    for (flow, arithmetic) in [(GridFlow.rows, GridArithmetic.exact), (.rows, .exyte)] {
      let viewport = Size(width: 500, height: 90)
      let layout = TrackGrid(
        tracks: [.fit, .fr(1), .fit, .pt(50)], contentMode: .scroll, flow: flow, spacing: 3, arithmetic: arithmetic
      ).layout(
        rows.map {
          TrackGridItem(span: $0.isWide ? [2, 2] : [1, 1], size: Size(width: $0.width, height: $0.height))
        }, in: viewport)
      let grid = Grid(
        tracks: [.fit, .fr(1), .fit, .pt(50)], contentMode: .scroll, flow: flow, spacing: 3,
        compatibility: arithmetic
      ) {
        ForEach(list, length: .column("height", estimate: 20)).gridDeclared(span: .columns("w", "h"))
          .gridDeclared(across: .column("width"))
      }
      let early = try grid.window(for: ScrollState(viewport: viewport))
      #expect(early.certainty == .exact || early.fit == .runningMaximum)
      try grid.waitForColumns()
      for fraction in [0, 0.3, 1] {
        let window = try grid.window(for: ScrollState(viewport: viewport, at: .fraction(fraction)))
        #expect(window.certainty == .exact && window.fit == .exact && window.isSettled)
        #expect(window.tracks.map(\.length) == layout.columnSizes.all)
        for cell in window.cells {
          #expect(TrackWindowTests.isNear(cell.rect(in: .content), layout.items[cell.index].rect))
        }
      }
    }
    // Lines of one length need no items, and tracks fit the column all the same.
    let uniform = Grid(tracks: [.fit, .fr(1)], contentMode: .scroll, spacing: 0) {
      ForEach(list, length: 20).gridDeclared(across: .column("width"))
    }
    try uniform.waitForColumns()
    let window = try uniform.window(for: ScrollState(viewport: Size(width: 500, height: 90), at: .fraction(0.5)))
    let widest = stride(from: 0, to: rows.count, by: 2).reduce(0) { max($0, rows[$1].width) }
    #expect(window.tracks.map(\.length) == [widest, 500 - widest] && window.fit == .exact)
    #expect(window.diagnostics.isEmpty && window.certainty == .exact)
    let short = Grid(list, length: 20, across: .column("width"), tracks: [.fit, .fr(1)], contentMode: .scroll)
    try short.waitForColumns()
    let same = try short.window(for: ScrollState(viewport: Size(width: 500, height: 90)))
    #expect(same.tracks[0].length == widest && same.fit == .exact)
    let untold = Grid(tracks: [.fit, .fr(1)], contentMode: .scroll) { ForEach(list, length: 20) }
    #expect(try untold.window(for: ScrollState(viewport: Size(width: 500, height: 90))).fit == .runningMaximum)
    let wrong = Grid(tracks: 2, contentMode: .scroll) { ForEach(list, length: .column("heigt")) }
    #expect(throws: StoreError.self) { try wrong.window(for: ScrollState(viewport: Size(width: 50, height: 90))) }
  }

  @Test("measure the cells of a list when they are built, and widen tracks without moving what is in sight")
  func built() throws {
    let database = try HeightsDatabase()
    try database.connection.execute(
      """
      INSERT INTO t (id, v, height)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT i, i, 0 FROM n;
      """)
    let list = try Catalog(database.path).rows(in: "t")
    @Sendable func size(_ item: ItemValues) -> (Int, Double, Double) {
      guard case .integer(let id) = item.values[0] else { return (0, 0, 0) }
      return (Int(id), Double(15 + id * 7 % 40), Double(30 + id % 97))
    }
    let grid = Grid(tracks: [.fit, .fit, .fr(1)], contentMode: .scroll, spacing: 2) {
      ForEach(list, estimate: 30) { item in
        let (_, height, width) = size(item)
        return Cell(item, length: height).size(width: width)
      }
    }
    let viewport = Size(width: 400, height: 150)
    var window = try grid.window(for: ScrollState(viewport: viewport, at: .index(600)))
    #expect(window.certainty == .estimate && window.fit == .runningMaximum && window.isSettled)
    var widths = [0.0, 0.0]
    for _ in 0..<40 {
      for (track, width) in widths.enumerated() { #expect(window.tracks[track].length >= width) }
      widths = window.tracks.prefix(2).map(\.length)
      for cell in window.cells {
        let (id, height, width) = size(cell.item)
        #expect(id == cell.index && cell.frame.height == height && cell.frame.width == width)
        let line = window.cells.filter { $0.area.row == cell.area.row }.map { size($0.item).1 }.max()
        #expect(cell.rect(in: .viewport).height == line)
      }
      var scroll = window.scroll
      scroll.scroll(by: -31)
      let next = try grid.window(for: scroll, after: window)
      for cell in next.cells {
        guard let old = window.cells.first(where: { $0.key == cell.key }) else { continue }
        #expect((cell.rect(in: .viewport).minY - old.rect(in: .viewport).minY - 31).magnitude < 1e-9)
      }
      window = next
    }
    // What was measured in one width is known in another.
    var wide = window.scroll
    wide.viewport.width = 600
    let other = try grid.window(for: wide)
    #expect(other.contentSize.height == window.contentSize.height && other.tracks[0].length == window.tracks[0].length)
  }

  /// The ids of the items whose cells have been made.
  private final class Built: Sendable { let ids = Mutex<Set<Int>>([]) }

  @Test("take built cells for as large as they were after a commit, wherever they stand, and build them again in sight")
  func builtBefore() throws {
    let database = try HeightsDatabase()
    try database.connection.execute(
      """
      INSERT INTO t (id, v, height)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299) SELECT i, i, 0 FROM n;
      """)
    let list = try Catalog(database.path).rows(in: "t")
    @Sendable func height(_ id: Int) -> Double { Double(15 + id * 7 % 40) }
    @Sendable func id(_ item: ItemValues) -> Int { if case .integer(let id) = item.values[0] { Int(id) } else { -1 } }
    let built = Built()
    let grid = Grid(tracks: 3, contentMode: .scroll, spacing: 2) {
      ForEach(list, estimate: 30) { item in
        let own = id(item)
        built.ids.withLock { _ = $0.insert(own) }
        return Cell(item, length: height(own))
      }
    }
    func state(_ target: ScrollTarget) -> ScrollState {
      ScrollState(viewport: Size(width: 400, height: 150), at: target)
    }
    func look(_ target: ScrollTarget) throws -> TrackWindow<ItemValues> {
      let window = try grid.window(for: state(target))
      #expect(window.isSettled)
      return window
    }
    /// The length of all lines, of which the first item has this id.
    func length(from first: Int, to end: Int) -> Double {
      let known = built.ids.withLock { $0 }
      return stride(from: first, to: end, by: 3).reduce(-2) { sum, line in
        sum + 2 + ((line..<min(line + 3, end)).filter { known.contains($0) }.map(height).max() ?? 30)
      }
    }
    let before = try look(.index(150)).contentSize.height
    #expect(before == length(from: 0, to: 300) && before != 100 * 32 - 2)
    try database.connection.execute("DELETE FROM t WHERE id = 0")
    let after = try look(.index(0)).contentSize.height
    #expect(after == length(from: 1, to: 300))
    // Every one counts as it was, but is exact when it has been built in this state.
    try database.connection.execute("DELETE FROM t WHERE id > 60")
    for start in stride(from: 0, to: 60, by: 3) { _ = try look(.index(start)) }
    #expect(try look(.index(0)).certainty == .exact && built.ids.withLock { $0.isSuperset(of: 1...60) })
    try database.connection.execute("DELETE FROM t WHERE id = 60")
    let fewer = try look(.index(0))
    #expect(fewer.certainty == .estimate && fewer.contentSize.height == length(from: 1, to: 60))
    for start in stride(from: 0, to: 59, by: 3) { _ = try look(.index(start)) }
    #expect(try look(.index(0)).certainty == .exact)
  }

  @Test("stand anywhere in ten million items whose lengths nobody has added up")
  func manyItems() throws {
    for arithmetic in [GridArithmetic.exact, .exyte] {
      let grid = Grid(tracks: [.fr(1), .fr(1), .pt(90), .fr(1)], contentMode: .scroll, compatibility: arithmetic) {
        ForEach(0..<10_000_000, length: { Double(30 + $0 % 5) }) { Cell($0) }.gridDeclared([
          DeclaredItem(index: 1000, span: [2, 2]), DeclaredItem(index: 7_300_010, span: [3, 2]),
        ])
      }
      let window = try grid.window(for: ScrollState(viewport: Size(width: 400, height: 600), at: .index(7_300_010)))
      let wide = try #require(window.cells.first { $0.index == 7_300_010 })
      #expect(wide.area.columnSpan == 3 && wide.area.row == window.visibleLines.lowerBound)
      // The rectangle of Exyte Grid is shifted as the item in it is.
      if arithmetic == .exact { #expect(wide.rect(in: .viewport).minY.magnitude < 1e-6) }
      #expect(window.certainty == .estimate && window.isSettled && window.cells.count < 100)
      for cell in window.cells where cell.area.rowSpan == 1 {
        #expect(cell.frame.height == Double(30 + cell.index % 5))
      }
      let end = try grid.window(for: ScrollState(viewport: Size(width: 400, height: 600), at: .end))
      #expect(end.cells.last?.index == 9_999_999)
    }
    // Lines that fill a container have lengths that all items take part in.
    let fill = Grid(tracks: 2) { ForEach(0..<10_000_000, length: { Double($0) }) { Cell($0) }.gridDeclared(.none) }
    #expect(throws: LayoutError.self) { try fill.window(for: ScrollState(viewport: Size(width: 9, height: 9))) }
  }

  @Test("say what is no length")
  func wild() throws {
    let viewport = Size(width: 100, height: 100)
    func window(_ content: ForEach<Int>) throws -> TrackWindow<Int> {
      try Grid(tracks: [.fit, .fr(1)], contentMode: .scroll) { content }.window(for: ScrollState(viewport: viewport))
    }
    let wild = [Double.nan, -1, .infinity, 1e300, 5]
    let some = try window(ForEach(0..<9, length: .lengths(wild, estimate: 10)) { Cell($0) }.gridDeclared(.none))
    #expect(some.contentSize.height.isFinite && some.certainty == .estimate && !some.diagnostics.isEmpty)
    let each = try window(ForEach(0..<5, length: { wild[$0] }) { Cell($0) }.gridDeclared(.none))
    #expect(each.contentSize.height.isFinite && !each.cells.isEmpty)
    #expect(throws: LayoutError.self) {
      try window(ForEach(0..<9, length: .lengths(wild, estimate: .nan)) { Cell($0) }.gridDeclared(.none))
    }
    #expect(throws: LayoutError.self) {
      try window(ForEach(0..<9, length: 5) { Cell($0) }.gridDeclared(.none).gridDeclared(across: .aspectRatio(2)))
    }
    #expect(throws: LayoutError.self) {
      try window(ForEach(0..<9, length: 5) { Cell($0) }.gridDeclared(.none).gridDeclared(across: .column("w")))
    }
  }
}
