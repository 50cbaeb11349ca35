import GridLayout
import GridStore
import LazyGrid
import Testing

@Suite("Windows of track grids") struct TrackWindowTests {
  /// A grid of cells in memory with spans, starts and sizes of all kinds.
  func grid(_ seed: Int, _ count: Int, _ flow: GridFlow, _ packing: GridPacking) -> Grid<Int> {
    Grid(0..<count, tracks: [.fr(1), .pt(40), .fr(2), .fit], contentMode: .scroll, flow: flow, packing: packing) {
      let number = ($0 * 7919 + seed * 104_729) % 1000
      let cell = Cell($0).size(width: Double(number % 37 + 5), height: Double(number % 29 + 5))
      if number % 5 == 0 {
        cell.gridSpan(column: number % 3 + 1, row: number % 4 + 1)
      } else if number % 31 == 0 {
        cell.gridStart(column: number % 4, row: $0 / 4)
      } else if number % 37 == 0 {
        cell.gridStart(flow == .rows ? [nil, Int64($0 / 4)] : [Int64($0 / 4), nil])
      } else {
        cell
      }
    }
    .padding(EdgeInsets(top: 3, leading: 4, bottom: 5, trailing: 6))
  }

  static func isNear(_ a: Rect, _ b: Rect) -> Bool {
    [a.minX - b.minX, a.minY - b.minY, a.width - b.width, a.height - b.height].allSatisfy { $0.magnitude < 1e-9 }
  }

  @Test("show what meets the viewport of all that is laid out, wherever it stands, in both flows and directions")
  func everyPlace() throws {
    for seed in 0..<3 {
      for (flow, packing) in [(GridFlow.rows, GridPacking.sparse), (.rows, .dense), (.columns, .dense)] {
        for direction in [LayoutDirection.leftToRight, .rightToLeft] {
          let grid = grid(seed, 150, flow, packing).layoutDirection(direction)
          let viewport = flow == .rows ? Size(width: 200, height: 90) : Size(width: 90, height: 200)
          let all = try grid.frames(in: viewport)
          let size = try grid.window(for: ScrollState(viewport: viewport)).contentSize
          let (length, seen) = flow == .rows ? (size.height, 90.0) : (size.width, 90)
          for offset in stride(from: 0, through: length - seen, by: 61) {
            let window = try grid.window(for: ScrollState(viewport: viewport, at: .offset(offset)))
            let start = direction == .rightToLeft ? length - offset - seen : offset
            let view =
              flow == .rows
              ? Rect(x: -1e6, y: offset, width: 2e6, height: seen) : Rect(x: start, y: -1e6, width: seen, height: 2e6)
            let expected = all.cells.filter {
              Rect(x: $0.rect.minX, y: $0.rect.minY, width: max($0.rect.width, 1), height: $0.rect.height)
                .intersects(view)
            }
            // Lines of cells may be in sight where a cell that is shorter than its line is not, but no cell is missing.
            let shown = Dictionary(uniqueKeysWithValues: window.cells.map { ($0.index, $0) })
            for cell in expected {
              let own = try #require(shown[cell.index])
              #expect(
                Self.isNear(own.rect(in: .content), cell.rect) && Self.isNear(own.frame(in: .content), cell.frame))
              #expect(own.area == cell.area && own.item == cell.index)
              let viewed = cell.rect.offset(by: flow == .rows ? Point(x: 0, y: -offset) : Point(x: -start, y: 0))
              #expect(Self.isNear(own.rect(in: .viewport), viewed))
            }
            #expect(window.cells.count == expected.count)
            #expect(window.visible.lowerBound == expected.map(\.index).min())
            #expect(window.cells.map(\.index) == window.cells.map(\.index).sorted())
          }
        }
      }
    }
  }

  @Test("keep their place, their slots, and cells that are asked for")
  func state() throws {
    let grid = grid(1, 300, .rows, .sparse)
    var scroll = ScrollState(viewport: Size(width: 200, height: 90), at: .fraction(0.5))
    scroll.keep = [7, 299]
    let first = try grid.window(for: scroll)
    #expect(first.cells.first?.index == 7 && first.cells.last?.index == 299 && !first.visible.contains(7))
    // Another width: the item that was first is where it was.
    var wide = first.scroll
    wide.viewport.width = 300
    let second = try grid.window(for: wide, after: first)
    let (before, after) = try (#require(first.anchor), #require(second.anchor))
    #expect(before.index == after.index && before.key == after.key && (before.delta - after.delta).magnitude < 1e-9)
    for cell in second.cells {
      if let old = first.cells.first(where: { $0.key == cell.key }) { #expect(old.slot == cell.slot) }
    }
    #expect(Set(second.cells.map(\.slot)).count == second.cells.count)
    // Targets of all kinds.
    scroll.keep = []
    scroll.scroll(to: .key(200), alignment: .center)
    let centred = try grid.window(for: scroll)
    let cell = try #require(centred.cells.first { $0.index == 200 }).rect(in: .viewport)
    #expect((cell.minY + cell.maxY - 90).magnitude < 1e-9)
    scroll.scroll(to: .end)
    let end = try grid.window(for: scroll)
    #expect((end.offset + 90 - end.contentSize.height).magnitude < 1e-9)
    scroll.scroll(to: .key("no such"))
    #expect(throws: StoreError.self) { try grid.window(for: scroll) }
    // More lines than are in sight.
    var more = ScrollState(viewport: Size(width: 200, height: 90), at: .fraction(0.5), overscan: 3)
    let overscan = try grid.window(for: more)
    #expect(overscan.cells.count > first.cells.count - 2 && overscan.visible == first.visible)
    more.overscan = 0
    more.prefetch = Overscan(ahead: 200, behind: 0)
    more.velocity = 1
    let ahead = try grid.window(for: more)
    #expect(ahead.cells.count > first.cells.count - 2 && ahead.cells.first?.index == first.visible.lowerBound)
  }

  @Test("stand in a scroll view as lazy grids do, with insets, and hold what is to hold still")
  func scrollView() throws {
    var view = ScrollView(viewport: Size(width: 200, height: 90)) { grid(2, 300, .rows, .dense) }
    view.state.insetStart = 10
    view.scrollTo(150, anchor: .top)
    let first = try view.window()
    let cell = try #require(first.cells.first { $0.index == 150 })
    let lineStart = cell.rect(in: .viewport).minY
    #expect((lineStart - 10).magnitude < 1e-9)
    view.scroll(by: 25)
    let second = try view.window()
    #expect((second.offset - first.offset - 25).magnitude < 1e-9)
    // The same items in other tracks: what is held is where it was.
    view.state.holds = [150]
    let before = try #require(try view.window().cells.first { $0.index == 150 }).rect(in: .viewport).minY
    view.grid = grid(2, 300, .rows, .sparse)
    let after = try #require(try view.window().cells.first { $0.index == 150 }).rect(in: .viewport).minY
    #expect((before - after).magnitude < 1e-9)
    view.scroll(to: .index(1000))
    #expect(try view.window().isClamped)
    var sideways = ScrollView(.horizontal, viewport: Size(width: 90, height: 200)) { grid(2, 300, .columns, .dense) }
    sideways.scroll(to: .end)
    let end = try sideways.window()
    #expect((end.offset + 90 - end.contentSize.width).magnitude < 1e-9)
    var wrong = ScrollView(viewport: Size(width: 90, height: 200)) { sideways.grid }
    #expect(throws: LayoutError.self) { try wrong.window() }
  }

  @Test("stay at their first item when other items come and go before it")
  func stay() throws {
    func grid(_ data: [Int]) -> Grid<Int> {
      Grid(data, id: \.self, tracks: 3, contentMode: .scroll, spacing: 0) {
        Cell($0, length: 20).gridSpan(column: $0 % 4 == 0 ? 2 : 1, row: $0 % 7 == 0 ? 2 : 1)
      }
    }
    var scroll = ScrollState(viewport: Size(width: 90, height: 100))
    scroll.scroll(to: .key(60))
    scroll.scroll(by: 7)
    let first = try grid(Array(0..<200)).window(for: scroll)
    let place = try #require(first.anchor)
    #expect(place.index == first.cells.first { $0.key == place.key }?.index)
    func minY(_ window: TrackWindow<Int>) throws -> Double {
      try #require(window.cells.first { $0.key == place.key }).rect(in: .viewport).minY
    }
    for data in [Array(-30..<200), Array(20..<200), Array(0..<30) + Array(40..<200)] {
      let next = try grid(data).window(for: first.scroll, after: first)
      #expect(try minY(next) == minY(first) && next.offset != first.offset)
    }
    // The item itself is gone: the next one that starts a line takes its place.
    let key = try #require(place.key.values?.first)
    let rest = Array(0..<200).filter { .integer(Int64($0)) != key }
    #expect(try !grid(rest).window(for: first.scroll).cells.isEmpty)
  }

  @Test("change by transitions that know cells wherever they go")
  func transitions() throws {
    func grid(_ packing: GridPacking) -> Grid<Int> {
      Grid(0..<6, tracks: 2, spacing: 0) { Cell($0).gridSpan(column: $0 % 2 + 1) }.gridPacking(packing)
        .gridAnimation(.linear(duration: 1))
    }
    let scroll = ScrollState(viewport: Size(width: 100, height: 120))
    let (sparse, dense) = (try grid(.sparse).window(for: scroll), try grid(.dense).window(for: scroll))
    // Sparse: 0, 1, 2, 3, 4, 5 in a row each, of 20. Dense: 0 and 2, 1, 3, 4, 5, of 24.
    #expect(sparse.visibleLines == 0..<6 && dense.visibleLines == 0..<5)
    let transition = GridTransition(from: sparse, to: dense)
    #expect(transition.duration == 1 && transition.changes.allSatisfy { $0.kind == .resized })
    let half = try #require(transition.frames(at: 0.5).first { $0.key == 2 })
    #expect(half.frame == Rect(x: 25, y: 20, width: 50, height: 22))
    #expect(GridTransition(from: dense, to: dense).isEmpty)
    #expect(GridTransition(from: nil, to: dense).changes.allSatisfy { $0.kind == .unchanged })
  }

  // MARK: Lists

  /// Every eleventh item is two by two.
  static func declared(_ count: Int64) -> DeclaredItems {
    DeclaredItems(stride(from: 0, to: count, by: 11).map { DeclaredItem(index: $0, span: [2, 2]) })
  }

  @Test(
    "over a list read the visible items alone, at any depth, and stand where all would be placed",
    arguments: [GridPacking.sparse, .dense])
  func list(_ packing: GridPacking) throws {
    let file = try TestCatalog(rows: 1000)
    let catalog = try Catalog(file.path)
    let products = try catalog.list(of: Product.self, in: "products", order: [.descending("price")])
    let grid = Grid(
      products, length: 50, declared: Self.declared(1000), tracks: 5, contentMode: .scroll, packing: packing, spacing: 4
    )
    // The same in memory, where every cell is looked at.
    let eager = Grid(0..<1000, tracks: 5, contentMode: .scroll, packing: packing, spacing: 4) {
      $0 % 11 == 0 ? Cell($0, length: 104).gridSpan([2, 2]) : Cell($0, length: 50)
    }
    let viewport = Size(width: 516, height: 300)
    let all = try eager.frames(in: viewport)
    #expect(try grid.frames(in: viewport).cells.map(\.rect) == all.cells.map(\.rect))
    var previous: TrackWindow<Product>?
    for fraction in stride(from: 0.0, through: 1, by: 0.03125) {
      let scroll = ScrollState(viewport: viewport, at: .fraction(fraction))
      if previous == nil { previous = try grid.window(for: scroll) }
      let before = catalog.counts
      let window = try grid.window(for: scroll, after: previous)
      #expect((catalog.counts - before).rowsStepped == window.cells.count)
      let view = Rect(x: 0, y: window.offset, width: 516, height: 300)
      let expected = all.cells.filter { $0.rect.intersects(view) }
      #expect(window.cells.map(\.index) == expected.map(\.index))
      #expect(window.cells.map(\.area) == expected.map(\.area))
      for (cell, wanted) in zip(window.cells, expected) {
        #expect(Self.isNear(cell.rect(in: .content), wanted.rect) && Self.isNear(cell.frame(in: .content), wanted.rect))
        #expect(try cell.item == products[cell.index])
        #expect(try cell.key == CellKey(values: products.key(at: cell.index)))
      }
      #expect(window.contentSize.height == all.contentSize.height && window.certainty == .exact)
      #expect(window.table == "products" && window.count == Count(value: 1000, kind: .exact))
      previous = window
    }
  }

  @Test("over a list are found by key, follow a commit, and have items that a closure makes")
  func listChanges() async throws {
    let file = try TestCatalog(rows: 1000)
    let products = try Catalog(file.path).list(of: Product.self, in: "products", order: [.descending("price")])
    let grid: Grid<String> = Grid(
      products, length: .points(50), declared: Self.declared(1000), tracks: [.fr(1), .pt(80), .fr(1)]
    ) {
      Cell($0.name).gridCellBackground { $0?.width ?? 0 }
    }
    .gridContentMode(.scroll)
    var scroll = ScrollState(viewport: Size(width: 300, height: 200))
    scroll.scroll(to: .key(CellKey(values: try products.key(at: 500))), alignment: .start)
    let window = try await grid.window(for: scroll)
    let first = try #require(window.cells.first { $0.index == 500 })
    #expect(first.item == (try products[500].name) && first.rect(in: .viewport).minY == 0)
    #expect(first.background?.as(Double.self) == first.rect(in: .content).width)
    try Connection(file.path, .readWrite).execute(
      "DELETE FROM products WHERE id IN (SELECT id FROM products ORDER BY price DESC, id LIMIT 3)")
    scroll = window.scroll
    let next = try await grid.window(for: scroll, after: window)
    #expect(next.count.value == 997 && next.generation != window.generation)
    let anchor = try #require(window.anchor)
    let stayed = try #require(next.cells.first { $0.key == anchor.key })
    let was = try #require(window.cells.first { $0.key == anchor.key })
    #expect(stayed.slot == was.slot && stayed.rect(in: .viewport).minY == was.rect(in: .viewport).minY)
    // Three items are gone, so declarations past the end are of no item.
    #expect(next.diagnostics.allSatisfy { $0.kind == .placement(.noSuchItem) })
  }

  @Test("over a list say that a span of a closure comes too late")
  func undeclared() throws {
    let file = try TestCatalog(rows: 50)
    let products = try Catalog(file.path).list(of: Product.self, in: "products")
    let grid = Grid(products, length: 50, tracks: 5, contentMode: .scroll) {
      Cell($0.id).gridSpan(column: $0.id == 3 ? 2 : 1)
    }
    let window = try grid.window(for: ScrollState(viewport: Size(width: 300, height: 50)))
    #expect(window.cells.map(\.area.column) == [0, 1, 2, 3, 4])
    #expect(window.diagnostics.first == GridDiagnostic(.undeclaredPlace, index: 2, key: 3))
    #expect(window.diagnostics.count == 1)
    // A list's items are not measured, so a track that is to fit them has no width, and that is said.
    let fit = Grid(products, length: 50, tracks: [.fit, .fr(1)], contentMode: .scroll) { Cell($0.id) }
    #expect(try fit.frames(in: Size(width: 100, height: 0)).diagnostics.map(\.kind) == [.unmeasuredTrack(0)])
    let header = Grid(tracks: 5, contentMode: .scroll, spacing: 0) {
      Cell("all", length: 20).gridSpan(column: 5)
      ForEach(products, length: 50) { Cell($0.name) }.gridDeclared([DeclaredItem(index: 1, span: [2, 2])])
      ForEach(products, length: 30) { Cell($0.name) }.gridSpan(column: 5)
    }
    // Lines of several lengths are added up: 20, then 50 for 53 cells in eleven rows, then 30 a row.
    let frames = try header.frames(in: Size(width: 500, height: 0))
    #expect(frames.cells[1].rect == Rect(x: 0, y: 20, width: 100, height: 50))
    #expect(frames.cells[2].rect == Rect(x: 100, y: 20, width: 200, height: 100))
    #expect(frames.contentSize.height == 20 + 11 * 50 + 50 * 30)
    #expect(throws: LayoutError.self) {
      try Grid(products, length: 0.001, tracks: 1, contentMode: .scroll).padding(-1).window(
        for: ScrollState(viewport: Size(width: 0, height: 1)))
    }
  }

  @Test("of a list without end are arithmetic, and exact at any depth")
  func endless() throws {
    let count: Int64 = 1_000_000_000_000
    let grid = Grid(tracks: 4, contentMode: .scroll, spacing: 2) {
      ForEach(0..<Int(count), length: 98) { Cell($0) }.gridDeclared([DeclaredItem(index: 1, span: [3, 1])])
    }
    var scroll = ScrollState(viewport: Size(width: 406, height: 300), at: .fraction(0.73))
    let window = try grid.window(for: scroll)
    // The first row has two items.
    #expect(window.contentSize.height == Double((count - 2 + 3) / 4 + 1) * 100 - 2)
    #expect(window.cells.count == 16 || window.cells.count == 12)
    for cell in window.cells {
      #expect(cell.item == cell.index && cell.frame.height == 98 && cell.frame.width == 100)
      #expect(cell.area.row == Int64((cell.index + 2) / 4) && cell.area.column == Int64((cell.index + 2) % 4))
      #expect(cell.frame.minX == Double(cell.area.column) * 102)
      #expect(cell.frame.minY == Double(cell.area.row - window.visibleLines.lowerBound) * 100)
    }
    scroll.scroll(to: .key(CellKey(Int(count) - 1)), alignment: .end)
    #expect(try grid.window(for: scroll).cells.last?.index == Int(count) - 1)
    // All of it at once cannot be shown.
    #expect(throws: LayoutError.self) {
      try grid.gridContentMode(.fill).frames(in: Size(width: 400, height: 400))
    }
  }
}
