import GridLayout
import GridStore
import LazyGrid
import Testing

@Suite("Content of lists") struct ListContentTests {
  let file: TestCatalog
  let catalog: Catalog
  let list: ItemList<Product>

  init() throws {
    file = try TestCatalog(rows: 1000)
    catalog = try Catalog(file.path)
    list = try catalog.list(of: Product.self, in: "products", order: [.descending("price")])
  }

  let columns = [GridItem(), GridItem(), GridItem()]

  @Test("is made of items that a closure maps, read for the window alone")
  func mapped() throws {
    let grid: LazyVGrid<String> = LazyVGrid(columns: columns) { ForEach(list, length: 50) { Cell($0.name) } }
    let scroll = ScrollState(viewport: Size(width: 300, height: 200), at: .fraction(0.5))
    _ = try grid.window(for: scroll)
    let before = catalog.counts
    let window = try grid.window(for: scroll)
    #expect((catalog.counts - before).rowsStepped == window.cells.count)
    #expect(try window.cells.map(\.item) == list[window.visible].map(\.name))
  }

  @Test("of several lists and values is one state, and found by key")
  func several() throws {
    let shoes = try catalog.list(of: Product.self, in: "products", order: [.ascending("name")])
    let grid: LazyVGrid<AnyItem> = LazyVGrid(columns: columns, spacing: 0) {
      Section {
        ForEach(list, length: 10)
      } header: {
        Cell("by price", length: 20)
      }
      Cell("between")
      Section {
        ForEach(shoes, length: 30) { Cell($0.name) }
      } header: {
        Cell("by name", length: 20)
      }
    }
    var scroll = ScrollState(viewport: Size(width: 300, height: 200), at: .index(998))
    let window = try grid.window(for: scroll)
    #expect(window.cells.first?.index == 996 && window.count.value == 2001 && window.table == "products")
    for cell in window.cells {
      switch cell.index {
      case ..<1000: #expect(try cell.item.as(Product.self) == list[cell.index])
      case 1000: #expect(cell.item.as(String.self) == "between")
      default: #expect(try cell.item.as(String.self) == shoes[cell.index - 1001].name)
      }
    }
    // A key of both lists is that of the first.
    let key = try shoes.key(at: 400)
    scroll.scroll(to: .key(CellKey(values: key)))
    #expect(try grid.window(for: scroll).visible.contains(list.index(ofKey: key[0])!))
    let other = try Catalog(file.path).list(of: Product.self, in: "products")
    let torn = LazyVGrid(columns: columns) {
      ForEach(list, length: 10)
      ForEach(other, length: 10)
    }
    #expect(throws: LayoutError.self) { try torn.window(for: scroll) }
  }

  @Test("grouped by a column has its sections from the store, headers and all")
  func grouped() throws {
    let sections = list.sections(by: "category")
    let grid: LazyVGrid<Product> = LazyVGrid(columns: columns, spacing: 4, pinnedViews: .sectionHeaders) {
      ForEach(sections) { section in
        Section {
          ForEach(section.items, length: 50)
        } header: {
          Cell(section.value, length: 40)
        }
      }
    }
    let ordered = try catalog.list(
      of: Product.self, in: "products", order: [.ascending("category"), .descending("price")])
    let all = try sections.all()
    #expect(all.count > 3)
    var parts: [GridPart] = []
    for section in all {
      parts.append(.section(GridSection(header: 40, runs: [.uniform(count: Int64(section.count), length: 50)])))
    }
    let plain = LineGrid(axis: .vertical, items: columns, content: parts, crossLength: 300, spacing: 4)
    for fraction in stride(from: 0.0, through: 1, by: 0.03125) {
      let scroll = ScrollState(viewport: Size(width: 300, height: 400), at: .fraction(fraction))
      let window = try grid.window(for: scroll)
      #expect(window.contentSize == plain.contentSize)
      #expect(try window.cells.map(\.item) == ordered[window.visible])
      for cell in window.cells {
        let (frame, wanted) = (cell.frame(in: .content), plain.frame(of: Int64(cell.index)))
        #expect((frame.minY - wanted.minY).magnitude < 1e-9 && frame.minX == wanted.minX && frame.size == wanted.size)
      }
      // The section of the first line has its header at the top, wherever its own place is.
      let first = try #require(all.last { $0.first <= window.visible.lowerBound })
      let header = try #require(window.supplementary.first)
      #expect(header.item.as(Value.self) == first.value && header.items == first.range.items)
      #expect(header.kind == .header && header.section == first.index)
      #expect(header.frame(in: .viewport).minY <= 0 || fraction == 0)
    }
    // Nothing but the items of a window is read for another one of the same state.
    let scroll = ScrollState(viewport: Size(width: 300, height: 400), at: .fraction(0.7))
    _ = try grid.window(for: scroll)
    let before = catalog.counts
    let window = try grid.window(for: scroll)
    #expect((catalog.counts - before).rowsStepped == window.cells.count)
  }

  @Test("grouped is grouped anew after a commit, and the item that was first stays where it was")
  func commit() throws {
    let grid = LazyVGrid(columns: columns) {
      ForEach(list.sections(by: "category")) { section in
        Section {
          ForEach(section.items, length: 50) { Cell($0.id) }
        } header: {
          Cell(section.value, length: 40)
        }
      }
    }
    var view = ScrollView(viewport: Size(width: 300, height: 400)) { grid }
    view.scroll(to: .fraction(0.5))
    let before = try view.window()
    let first = try #require(before.cells.first)
    try Connection(file.path, .readWrite).execute(
      "DELETE FROM products WHERE category = (SELECT min(category) FROM products)")
    let after = try view.window()
    #expect(after.generation != before.generation && after.count.value < 1000)
    let same = try #require(after.cells.first { $0.key == first.key })
    #expect((same.frame(in: .viewport).minY - first.frame(in: .viewport).minY).magnitude < 1e-9)
    #expect(after.layout.offset < before.layout.offset)
    // The item itself is deleted: its place in the order takes over.
    try Connection(file.path, .readWrite).execute("DELETE FROM products WHERE id = \(first.item)")
    #expect(try view.window().visible.contains(min(same.index, 999)))
  }

  @Test("by a column that is not there is an error that names it")
  func noColumn() throws {
    let grid = LazyVGrid(columns: columns) {
      ForEach(list.sections(by: "categry")) { section in Section { ForEach(section.items, length: 50) } }
    }
    let error = #expect(throws: StoreError.self) {
      try grid.window(for: ScrollState(viewport: Size(width: 300, height: 400)))
    }
    #expect(error?.description.contains("categry") == true)
  }
}
