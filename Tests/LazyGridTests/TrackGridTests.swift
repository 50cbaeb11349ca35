import GridLayout
import GridStore
import LazyGrid
import Testing

@Suite("Track grids") struct TrackGridTests {
  let page = ScrollState(viewport: Size(width: 300, height: 300))

  // MARK: Identity

  /// The keys of a grid's cells, in the order of the items.
  func keys<Item>(_ grid: Grid<Item>) throws -> [CellKey] { try grid.window(for: page).cells.map(\.key) }

  @Test("know their cells by ids and not by positions, as recommended where the reference does not")
  func identityVectors() throws {
    var cases = 0
    for vector in try TrackGridSpecTests.cases("reference_defects") where vector["kind"]?.text == "identity" {
      cases += 1
      let recommended = try #require(vector["recommend"])
      func texts(_ name: String) -> [String] { (vector[name]?.elements ?? []).compactMap(\.text) }
      switch vector["container"]?.text {
      case "grid(data,id)":
        let before = try keys(Grid(texts("before"), id: \.self) { Cell($0) })
        let after = try keys(Grid(texts("after"), id: \.self) { Cell($0) })
        #expect(Double(Set(before).intersection(after).count) == recommended["keptIdentities"]?.double)
      case "group(data,id)":
        let before = try keys(Grid { GridGroup(texts("before"), id: \.self) { Cell($0) } })
        let after = try keys(Grid { GridGroup(texts("after"), id: \.self) { Cell($0) } })
        #expect(Double(Set(before).intersection(after).count) == recommended["keptIdentities"]?.double)
      case "grid(data,id) of group(data,id)":
        let inner = texts("inner")
        let nested = try keys(
          Grid(texts("outer"), id: \.self) { _ in
            GridGroup(inner, id: \.self) { Cell($0) }
          })
        #expect(nested.count == 6 && Double(Set(nested).count) == recommended["distinctIdentities"]?.double)
      default: Issue.record("an unknown container in \(vector)")
      }
    }
    #expect(cases == 5)
  }

  @Test("tell the cells of one element apart by their order in it")
  func ordinals() throws {
    func grid(_ data: [String]) -> Grid<String> {
      Grid(data, id: \.self) {
        Cell($0)
        Cell($0 + "!")
        GridGroup([1, 2], id: \.self) { Cell("\($0)") }
      }
    }
    let before = try grid(["a", "b"]).window(for: page)
    let after = try grid(["new", "b", "a"]).window(for: page)
    #expect(
      before.cells.map(\.key.description) == [
        #""a""#, ##""a"#1"##, #""a"/1"#, #""a"/2"#, #""b""#, ##""b"#1"##, #""b"/1"#, #""b"/2"#,
      ])
    let items = Dictionary(uniqueKeysWithValues: after.cells.map { ($0.key, $0.item) })
    for cell in before.cells { #expect(items[cell.key] == cell.item) }
    // A transition moves what has its id elsewhere, and brings in what is new.
    let transition = GridTransition(from: before, to: after)
    let inserted = transition.changes.filter { $0.kind == .inserted }
    #expect(inserted.map(\.key.description) == [#""new""#, ##""new"#1"##, #""new"/1"#, #""new"/2"#])
    #expect(transition.changes.allSatisfy { $0.kind != .removed })
    // Cells without an id are known by how many of them come before, whatever stands between.
    func loose(_ count: Int) -> Grid<Int> {
      Grid {
        Cell(-1)
        ForEach(0..<count) { Cell($0) }
        Cell(-2)
      }
    }
    #expect(try keys(loose(0)) == [CellKey(path: [], ordinal: 0), CellKey(path: [], ordinal: 1)])
    #expect(try keys(loose(2)).last == CellKey(path: [], ordinal: 1))
  }

  @Test("say which ids are there twice, and show both cells")
  func duplicates() throws {
    let window = try Grid(["a", "b", "a"], id: \.self, tracks: 2) { Cell($0) }.window(for: page)
    #expect(window.cells.map(\.item) == ["a", "b", "a"] && Set(window.cells.map(\.slot)).count == 3)
    #expect(window.cells.map(\.area) == [.init(column: 0, row: 0), .init(column: 1, row: 0), .init(column: 0, row: 1)])
    #expect(window.diagnostics == [GridDiagnostic(.duplicateKey, index: 2, key: "a")])
    #expect(window.diagnostics[0].description == #"item 2 ("a"): an earlier item has the same id; give each its own"#)
  }

  // MARK: Groups and builders

  struct Model: Identifiable, Hashable, Sendable {
    let id: Int
    var span = GridSpan()
  }

  @GridBuilder func segment(_ flag: Bool) -> some GridContent<Int> {
    if flag {
      GridGroup {
        Cell(1)
        Cell(2)
      }
    } else {
      Cell(3)
    }
  }

  @GridBuilder var untyped: some GridContent {
    Cell("a")
    Cell(1)
  }

  @Test("are built with conditions, loops, groups of all kinds, and any number of cells")
  func builder() throws {
    func items<Item>(_ grid: Grid<Item>) throws -> [Item] { try grid.window(for: page).cells.map(\.item) }
    func grid(_ flag: Bool, _ kind: Int, _ optional: Int?) -> Grid<Int> {
      Grid(tracks: 4) {
        segment(flag)
        if flag { GridGroup.empty } else { Cell(4) }
        switch kind {
        case 0: Cell(10)
        case 1: GridGroup.empty
        default:
          Cell(11)
          Cell(12)
        }
        if let optional { Cell(optional) }
        for number in [20, 21] { Cell(number) }
        GridGroup(30..<32) { Cell($0) }
        GridGroup([Model(id: 40)]) { Cell($0.id) }
        GridGroup(Model(id: 50)) { Cell($0.id) }
        GridGroup(60) { Cell($0) }
        GridGroup {}
      }
    }
    #expect(try items(grid(true, 0, 7)) == [1, 2, 10, 7, 20, 21, 30, 31, 40, 50, 60])
    #expect(try items(grid(false, 1, nil)) == [3, 4, 20, 21, 30, 31, 40, 50, 60])
    #expect(try items(grid(false, 2, nil)) == [3, 4, 11, 12, 20, 21, 30, 31, 40, 50, 60])
    let mixed: Grid<AnyItem> = Grid {
      untyped
      if page.overscan == 0 { Cell("b") } else { Cell(2) }
      Cell(3)
    }
    #expect(try items(mixed).map { "\($0.base)" } == ["a", "1", "b", "3"])
    #expect(try items(Grid<Never> {}).isEmpty && items(Grid(tracks: 3) { GridGroup.empty }).isEmpty)
  }

  @Test("take what is said of a group where a cell says nothing")
  func groupDefaults() throws {
    let grid = Grid(tracks: 4, spacing: 0) {
      GridGroup {
        Cell(0)
        Cell(1).gridStart(column: 0)
        GridGroup { Cell(2) }.gridItemAlignment(.topLeading)
      }
      .gridStart(column: 3)
      .gridItemAlignment(.bottomTrailing)
      ForEach(3..<5) { Cell($0) }.gridSpan(column: 2)
    }
    #expect(try TrackGridSampleTests.areas(grid) == [[3, 0], [0, 0], [3, 1], [1, 0, 2, 1], [0, 1, 2, 1]])
    let sized = Grid(tracks: 1, spacing: 0) {
      GridGroup {
        Cell(0).size(width: 10, height: 10)
        GridGroup { Cell(2).size(width: 10, height: 10) }.gridItemAlignment(.topLeading)
      }
      .gridItemAlignment(.bottomTrailing)
    }
    let frames = try sized.frames(in: Size(width: 100, height: 100)).cells
    #expect(frames.map(\.frame.origin) == [Point(x: 90, y: 40), Point(x: 0, y: 50)])
  }

  @Test("heed the initializer before modifiers, and the inner of two of those")
  func precedence() throws {
    func columns(_ grid: Grid<Int>) throws -> Int64 { try grid.frames(in: Size(width: 9, height: 9)).columnCount }
    #expect(try columns(Grid(0..<6, tracks: 2) { Cell($0) }) == 2)
    #expect(try columns(Grid(0..<6, tracks: 2) { Cell($0) }.gridFlow(.columns)) == 3)
    #expect(try columns(Grid(0..<6, tracks: 2, flow: .rows) { Cell($0) }.gridFlow(.columns)) == 2)
    #expect(try columns(Grid(0..<6, tracks: 2) { Cell($0) }.gridFlow(.columns).gridFlow(.rows)) == 3)

    func fits(_ grid: Grid<Int>) throws -> Bool {
      try grid.frames(in: Size(width: 9, height: 900)).contentSize.height == 900
    }
    #expect(try fits(Grid(0..<2) { Cell($0) }) && !fits(Grid(0..<2) { Cell($0) }.gridContentMode(.scroll)))
    #expect(try fits(Grid(0..<2, contentMode: .fill) { Cell($0) }.gridContentMode(.scroll)))

    func rows(_ packing: GridPacking?, _ modifier: GridPacking?) throws -> Int64 {
      var grid = Grid(0..<4, tracks: 2, packing: packing) { Cell($0).gridSpan(column: $0 % 2 + 1) }
      if let modifier { grid = grid.gridPacking(modifier) }
      return try grid.frames(in: Size(width: 9, height: 9)).rowCount
    }
    #expect(try rows(nil, nil) == 4 && rows(nil, .dense) == 3 && rows(.sparse, .dense) == 4 && rows(.dense, nil) == 3)

    func origin(_ said: GridAlignment?, _ modifiers: [GridAlignment?], own: GridAlignment? = nil) throws -> Double {
      var grid = Grid(0..<1, commonItemsAlignment: said) {
        Cell($0).size(width: 10, height: 10).gridItemAlignment(own)
      }
      for modifier in modifiers { grid = grid.gridCommonItemsAlignment(modifier) }
      return try grid.frames(in: Size(width: 100, height: 10)).cells[0].frame.minX
    }
    #expect(try origin(nil, []) == 45 && origin(nil, [.leading]) == 0 && origin(.trailing, [.leading]) == 90)
    #expect(try origin(nil, [nil, .leading]) == 45 && origin(.trailing, [], own: .leading) == 0)
    func content(_ said: GridAlignment?, _ modifier: GridAlignment?) throws -> Double {
      try Grid(0..<1, tracks: [.pt(10)], contentAlignment: said) { Cell($0) }.gridContentAlignment(modifier)
        .frames(in: Size(width: 100, height: 10)).cells[0].rect.minX
    }
    #expect(try content(nil, nil) == 45 && content(nil, .leading) == 0 && content(.trailing, .leading) == 90)

    func animation(_ grid: Grid<Int>) throws -> TimingCurve {
      GridTransition(from: nil, to: try grid.window(for: page)).curve
    }
    let plain = Grid(0..<1) { Cell($0) }
    #expect(try animation(plain) == .default && animation(plain.gridAnimation(.easeIn())) == .easeIn())
    #expect(try animation(plain.gridAnimation(nil)).duration == 0)
    #expect(try plain.gridCache(.noCache).window(for: page).diagnostics.isEmpty)
    #expect(try plain.gridCache(.inMemoryCache).window(for: page).diagnostics.map(\.kind) == [.cacheNotNeeded])
    let uncached = Grid(0..<1, cache: .noCache) { Cell($0) }.gridCache(.inMemoryCache)
    #expect(try uncached.window(for: page).diagnostics.isEmpty)
  }

  // MARK: Sizes

  @Test("stand in one another, as large as their content, and keep their settings to themselves")
  func nesting() throws {
    let inner = Grid(tracks: 2, spacing: 4) {
      Cell(1, length: 30).gridSpan(row: 2)
      Cell(2, length: 30)
      Cell(3, length: 30)
      Cell(4, length: 30)
    }
    let outer = Grid(tracks: [.fr(1), .fr(1)], spacing: 10) {
      Cell("beside", length: 20)
      inner
      Cell("below", length: 20)
    }
    .gridContentMode(.scroll)
    .gridCommonItemsAlignment(.top)
    // Of 210 points each column has 100; the inner grid has three rows of 30 with gaps of 4.
    let frames = try outer.frames(in: Size(width: 210, height: 0))
    #expect(
      frames.cells.map(\.frame) == [
        Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 110, y: 0, width: 100, height: 98),
        Rect(x: 0, y: 108, width: 100, height: 20),
      ])
    #expect(frames.cells.map(\.area.rowSpan) == [1, 1, 1])
    let window = try outer.window(for: ScrollState(viewport: Size(width: 210, height: 500)))
    let nested = try #require(window.cells[1].item.as(Grid<Int>.self))
    // It fills what it has, as it would by itself: nothing of the outer grid goes on to it.
    #expect(
      try nested.frames(in: window.cells[1].frame.size).cells.map(\.rect) == [
        Rect(x: 0, y: 0, width: 48, height: 64), Rect(x: 52, y: 0, width: 48, height: 30),
        Rect(x: 52, y: 34, width: 48, height: 30), Rect(x: 0, y: 68, width: 48, height: 30),
      ])
    #expect(try inner.intrinsicSize(across: 100) == Size(width: 100, height: 98))
    // In a row of another flow, and asked how wide it likes to be.
    let likes = Grid(tracks: [.fr(1), .fr(2), .pt(20)], spacing: 5) {
      ForEach(0..<3) { Cell($0).size(width: 30, height: 10) }
    }
    #expect(try likes.intrinsicSize() == Size(width: 30 + 60 + 20 + 10, height: 10))
    let fitted = Grid(tracks: [.fit, .fr(1)], spacing: 0) {
      likes
      Cell("rest")
    }
    #expect(try fitted.frames(in: Size(width: 200, height: 50)).cells.map(\.rect.width) == [120, 80])
    // Thirty in one another, each asked by the next how large it likes to be, and measured.
    func deep(_ level: Int) -> Grid<AnyItem> {
      Grid(tracks: [.fit, .fr(1)], spacing: 1) {
        Cell(AnyItem("leaf"), length: 10).size(width: 10, height: 10)
        if level > 0 { deep(level - 1) }
      }
    }
    #expect(try deep(30).intrinsicSize() == Size(width: 31 * 11, height: 10))
    // A nested grid can span.
    let spanning = Grid(tracks: 2, spacing: 0) {
      inner.gridSpan(column: 2)
      Cell(5)
    }
    #expect(try TrackGridSampleTests.areas(spanning) == [[0, 0, 2, 1], [0, 1]])
  }

  @Test("say what was replaced, and never trap")
  func wild() throws {
    func kinds(_ grid: Grid<Int>, _ size: Size = Size(width: 100, height: 100)) throws -> [GridDiagnostic.Kind] {
      let frames = try grid.frames(in: size)
      for cell in frames.cells {
        #expect(cell.frame.width >= 0 && cell.frame.height >= 0 && cell.frame.minX.isFinite && cell.frame.minY.isFinite)
      }
      return frames.diagnostics.map(\.kind)
    }
    #expect(try kinds(Grid(tracks: 0) { Cell(1) }) == [.grid(.noTracks)])
    #expect(try kinds(Grid(tracks: -5) { Cell(1) }) == [.grid(.noTracks)])
    #expect(try kinds(Grid(tracks: [.fr(0)]) { Cell(1) }) == [.grid(.allPartsZero)])
    #expect(try kinds(Grid(tracks: [.pt(-1)], spacing: [.nan]) { Cell(1) }).count == 2)
    #expect(try kinds(Grid { Cell(1).size(width: .infinity, height: -1) }).count == 2)
    #expect(try kinds(Grid { Cell(1).aspectRatio(0) }.gridContentMode(.scroll)) == [.grid(.numberNotFinite(.itemSize))])
    #expect(try kinds(Grid(tracks: 2) { Cell(1).gridSpan(column: 0, row: -3) }) == [.placement(.spanNotPositive)])
    #expect(try kinds(Grid(tracks: 2) { Cell(1).gridSpan(column: .max, row: .max) }).count == 2)
    #expect(try kinds(Grid(tracks: 2) { Cell(1).gridStart(column: 2, row: 0) }) == [.placement(.startOutOfRange)])
    #expect(try kinds(Grid(tracks: 2) { Cell(1).gridStart([-1, nil]) }) == [.placement(.negativeStart)])
    #expect(try kinds(Grid(tracks: 4) { Cell(1).gridStart([3, 0]).gridSpan([2, 1]) }) == [.placement(.overhang)])
    #expect(
      try kinds(Grid(tracks: 4) { GridGroup(0..<2) { Cell($0) }.gridStart([1, 1]) }) == [.placement(.startConflict)])
    for size in [Size(width: .nan, height: 1), Size(width: -1, height: 1), Size(width: 2, height: .infinity)] {
      #expect(try !kinds(Grid(0..<6, tracks: 3) { Cell($0) }, size).isEmpty)
      #expect(throws: LayoutError.self) { try Grid(0..<6) { Cell($0) }.window(for: ScrollState(viewport: size)) }
    }
    #expect(throws: LayoutError.self) { try kinds(Grid { Section("title") { Cell(1) } }) }
    #expect(try kinds(Grid { Section { Cell(1) } }).isEmpty)
    #expect(throws: LayoutError.self) { try kinds(Grid { ForEach(0..<2_000_000, length: 5) { Cell($0) } }) }
  }
}
