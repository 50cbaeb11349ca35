import GridStore
import LazyGrid
import Testing

/// A grid that is drawn from pages kept of its list.
@Suite("Grids drawn from pages")
struct PagedWindows {
  let catalog: TestCatalog
  let list: ItemList<Product>
  let grid: LazyVGrid<Product>

  init() throws {
    catalog = try TestCatalog(rows: 2_000)
    let list = try Catalog(catalog.path).list(of: Product.self, in: "products", order: [.descending("price")])
    self.list = list
    grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) { ForEach(list, length: 119.5) }
  }

  @Test("show what a window shows, at the same places, and have the next screen before it is asked for")
  func scrolling() async throws {
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 48))
    var scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.3), overscan: 1)
    for step in 0..<30 {
      let layout = try grid.layout(for: scroll)
      pages.show(layout)
      // The screen after the first was read ahead of the motion.
      if step > 1 { #expect(layout.indexes.allSatisfy { pages.item(at: $0)?.isFresh == true }, "step \(step)") }
      try await pages.settle()
      let window = try { try grid.window(for: scroll) }()
      #expect(window.layout == layout)
      for cell in window.cells {
        #expect(pages.item(at: cell.index)?.item == cell.item && layout.frame(of: cell.index) == cell.frame)
      }
      scroll = window.scroll
      scroll.scroll(by: 500)
    }
    #expect(pages.counts.items < 2_000)
  }

  @Test("are dragged from end to end in a few reads, and wait for none of them")
  func dragging() async throws {
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 48))
    let start = ContinuousClock.now
    for step in 0...300 {
      let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(Double(step) / 300))
      pages.show(try grid.layout(for: scroll), isScrubbing: true)
    }
    try await pages.settle()
    let intervals = Int((ContinuousClock.now - start) / PageSettings().scrubInterval) + 1
    #expect(pages.counts.reads <= intervals + 2)
    let last = try { try list[1_960..<2_000] }()
    #expect((1_960..<2_000).map { pages.item(at: $0)?.item } == last)
  }
}
