import Foundation
import GridLayout
import GridStore
import LazyGrid
import Testing

/// A generated catalog in a folder of its own.
final class TestCatalog {
  let folder: URL
  var path: String { folder.appending(path: "catalog.db").path }

  init(rows: Int64) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lazygrid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Generator(rows: rows).write(to: path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

struct Product: RowDecodable, Equatable {
  let id: Int
  let name: String
  let price: Int
  let rating: Double?

  static let columns = ["id", "name", "price", "rating"]
  init(row: borrowing Row) throws(StoreError) {
    id = try row[0]
    name = try row[1]
    price = try row[2]
    rating = try row[3]
  }
}

@Suite struct Windows {
  let catalog: TestCatalog
  let list: ItemList<Product>
  let all: [Product]

  init() throws {
    catalog = try TestCatalog(rows: 1000)
    list = try Catalog(catalog.path).list(of: Product.self, in: "products", order: [.descending("price")])
    all = try list[0..<1000]
  }

  func grid() -> LazyVGrid<Product> {
    LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 8) { ForEach(list, length: 220) }
  }

  @Test("hold the items that the geometry says, wherever the viewport stands")
  func everyPlace() throws {
    let grid = grid()
    let last = 167.0 * 228 - 8 - 768
    for offset in stride(from: 0.0, through: last, by: 61.5) {
      var scroll = ScrollState(viewport: Size(width: 1024, height: 768))
      scroll.scroll(to: .offset(offset))
      let window = try grid.window(for: scroll)
      let first = Int((offset - 220) / 228) + (offset >= 220 ? 1 : 0)
      #expect(window.visible.lowerBound == max(first, 0) * 6 || offset < 220)
      #expect(window.cells.map(\.item) == Array(all[window.visible]))
      for cell in window.cells {
        #expect(cell.key == [.integer(Int64(cell.item.id))])
        #expect(cell.frame(in: .content).minY == Double(cell.index / 6) * 228)
        #expect(cell.frame(in: .viewport).minY == Double(cell.index / 6) * 228 - offset)
      }
    }
  }

  @Test("come to rest where the position says")
  func positions() throws {
    let grid = grid()
    func window(_ target: ScrollTarget, _ alignment: ScrollAlignment = .start) throws -> GridWindow<Product> {
      var scroll = ScrollState(viewport: Size(width: 1024, height: 768))
      scroll.scroll(to: target, alignment: alignment)
      return try grid.window(for: scroll)
    }
    let last = 167.0 * 228 - 8 - 768
    #expect(try window(.start).layout.offset == 0)
    #expect(try window(.end).layout.offset == last)
    #expect(try window(.end).layout.fraction == 1)
    #expect(try window(.fraction(1)).layout.offset == last)
    #expect(try window(.index(600)).layout.offset == 22800)
    #expect(try window(.index(600), .end).layout.offset == 22800 + 220 - 768)
    #expect(try window(.index(600), .center).layout.offset == 22800 + 110 - 384)
    #expect(try window(.index(1), .nearest).layout.offset == 0)
    #expect(try window(.key([.integer(Int64(all[600].id))])).anchor?.index == 600)
    #expect(try window(.index(5000)).isClamped)
    #expect(try window(.offset(1e12)).isClamped)
    #expect(try window(.fraction(1.5)).isClamped)
    #expect(try !window(.index(999)).isClamped)
    #expect(throws: LayoutError.self) { try window(.index(-1)) }
    #expect(throws: LayoutError.self) { try window(.offset(.nan)) }
    #expect(throws: LayoutError.self) { try window(.fraction(-.infinity)) }
    let missing = #expect(throws: StoreError.self) { try window(.key([.integer(99999)])) }
    #expect(missing?.kind == .noSuchKey)
  }

  @Test("refuse sizes that cannot be", arguments: [0, -1, .nan, .infinity] as [Double])
  func sizes(_ size: Double) throws {
    #expect(throws: LayoutError.self) { try grid().window(for: ScrollState(viewport: Size(width: size, height: 10))) }
    #expect(throws: LayoutError.self) { try grid().window(for: ScrollState(viewport: Size(width: 10, height: size))) }
    #expect(throws: LayoutError.self) {
      try LazyVGrid(columns: []) { ForEach(list, length: 10) }
        .window(for: ScrollState(viewport: Size(width: 10, height: 10)))
    }
    #expect(throws: LayoutError.self) {
      try LazyVGrid(columns: [GridItem()]) { ForEach(list, length: size) }
        .window(for: ScrollState(viewport: Size(width: 10, height: 10)))
    }
  }

  @Test("keep the slots of cells that stay, and share none")
  func slots() throws {
    let grid = grid()
    var previous: GridWindow<Product>?
    for offset in stride(from: 0.0, through: 5000, by: 170) {
      var scroll = ScrollState(viewport: Size(width: 1024, height: 768))
      scroll.scroll(to: .offset(offset))
      let window = try grid.window(for: scroll, after: previous)
      #expect(Set(window.cells.map(\.slot)).count == window.cells.count)
      #expect(window.cells.allSatisfy { $0.slot < 60 })
      for cell in window.cells {
        if let before = previous?.cells.first(where: { $0.key == cell.key }) { #expect(before.slot == cell.slot) }
      }
      previous = window
    }
  }

  @Test("read as many rows as they show, and a handful of pages")
  func counts() throws {
    let catalog = try Catalog(self.catalog.path)
    let list = try catalog.list(of: Product.self, in: "products", order: [.descending("price")])
    let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) { ForEach(list, length: 220) }
    _ = try grid.window(for: ScrollState(viewport: Size(width: 1024, height: 768)))
    let before = catalog.counts
    let window = try grid.window(for: ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.73)))
    let used = catalog.counts - before
    #expect(used.rowsStepped == window.cells.count)
    #expect(used.statements <= 3)
    #expect(used.pageReads <= 6)
  }

  @Test("are the same off the caller's thread, and stop when cancelled")
  func background() async throws {
    let grid = grid()
    let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.5))
    let synchronous: GridWindow<Product> = try { try grid.window(for: scroll) }()
    let window = try await grid.window(for: scroll)
    #expect(window.cells.map(\.item) == synchronous.cells.map(\.item))
    let task = Task {
      // Ends when the task is cancelled, so the window is asked for afterwards.
      try? await Task.sleep(for: .seconds(60))
      return try await grid.window(for: scroll).cells.count
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The catalog goes on serving.
    #expect(try await grid.window(for: scroll).cells.count == window.cells.count)
  }

  @Test("of a horizontal grid are those of a vertical one, turned")
  func horizontal() throws {
    let rows = LazyHGrid(rows: [GridItem(.flexible()), GridItem(.flexible())], spacing: 4) { ForEach(list, length: 50) }
    let columns = LazyVGrid(columns: [GridItem(.flexible()), GridItem(.flexible())], spacing: 4) {
      ForEach(list, length: 50)
    }
    let across = try rows.window(for: ScrollState(viewport: Size(width: 500, height: 200), at: .fraction(0.3)))
    let down = try columns.window(for: ScrollState(viewport: Size(width: 200, height: 500), at: .fraction(0.3)))
    #expect(across.cells.map(\.index) == down.cells.map(\.index))
    for (a, d) in zip(across.cells, down.cells) {
      let (x, y) = (a.frame(in: .viewport), d.frame(in: .viewport))
      #expect(x.minX == y.minY && x.minY == y.minX && x.width == y.height)
    }
    let mirrored = try rows.layoutDirection(.rightToLeft)
      .window(for: ScrollState(viewport: Size(width: 500, height: 200), at: .fraction(0.3)))
    for (a, m) in zip(across.cells, mirrored.cells) {
      #expect(abs(m.frame(in: .viewport).minX - (500 - a.frame(in: .viewport).maxX)) < 1e-6)
      #expect(abs(m.frame(in: .content).minX - (mirrored.contentSize.width - a.frame(in: .content).maxX)) < 1e-6)
    }
  }
}
