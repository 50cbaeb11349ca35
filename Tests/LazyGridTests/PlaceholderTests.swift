import GridStore
import LazyGrid
import Testing

/// Frames, counts and places that do not wait for items, nor change with them; `docs/reports.md` has the addresses.
@Suite("Before and after items are read")
struct PlaceholderTests {
  let catalog: TestCatalog
  let list: ItemList<Product>

  init() throws {
    catalog = try TestCatalog(rows: 2_000)
    list = try Catalog(catalog.path).list(of: Product.self, in: "products", order: [.descending("price")])
  }

  private func grid(_ list: ItemList<Product>) -> LazyVGrid<Product> {
    LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) { ForEach(list, length: 119.5) }
  }

  private static let targets = [
    ScrollTarget.start, .index(7), .index(1_003), .fraction(0.41), .offset(12_345.6), .fraction(1), .end,
  ]

  @Test("all frames are there at once, complete, and stay what they are", arguments: targets)
  func placeholders(target: ScrollTarget) throws {
    let grid = grid(list)
    let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: target, overscan: 2)
    let layout = try grid.layout(for: scroll)
    let window = try grid.window(for: scroll)
    #expect(layout == window.layout)
    #expect(window.cells.map(\.index) == Array(layout.indexes) && !layout.visible.isEmpty)
    for cell in window.cells { #expect(cell.frame == layout.frame(of: cell.index)) }
    // The thumb of a scroll bar follows from the count, not from what was read.
    #expect(layout.grid.contentSize == window.contentSize && layout.fraction == window.layout.fraction)
    #expect(window.contentSize.height == 334 * 127.5 - 8)
  }

  @Test("a refresh stays where it was and has every item", arguments: targets)
  func refresh(target: ScrollTarget) throws {
    let grid = grid(list)
    let first = try grid.window(for: ScrollState(viewport: Size(width: 1024, height: 768), at: target))
    let again = try grid.window(for: first.scroll, after: first)
    #expect(again.layout == first.layout && again.scroll == first.scroll)
    #expect(again.cells.map(\.item) == first.cells.map(\.item) && again.cells.map(\.slot) == first.cells.map(\.slot))
  }

  @Test("an item is found again under a filter by its key, or the part of the way is kept, or the start taken")
  func filter() throws {
    let all = grid(list)
    let window = try all.window(
      for: ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.5)))
    let rated = try Catalog(catalog.path).list(
      of: Product.self, in: "products", order: [.descending("price")],
      where: [.isNotNull("rating")])
    let filtered = grid(rated)
    let anchor = try #require(window.cells.first { $0.item.rating != nil })
    var scroll = window.scroll
    scroll.scroll(to: .key(anchor.key))
    let kept = try filtered.window(for: scroll)
    #expect(kept.count.value < 2_000)
    #expect(kept.cells.contains { $0.key == anchor.key && $0.item == anchor.item })
    #expect(kept.cells.first { $0.key == anchor.key }?.frame(in: .viewport).minY == 0)
    scroll.scroll(to: .fraction(window.layout.fraction))
    #expect((try filtered.window(for: scroll).layout.fraction - 0.5).magnitude < 1e-9)
    scroll.scroll(to: .start)
    #expect(try filtered.window(for: scroll).layout.offset == 0)
  }

  @Test("a walk through all of a list holds one window at a time, and needs no more views than that")
  func slots() throws {
    let grid = grid(list)
    var window = try grid.window(for: ScrollState(viewport: Size(width: 1024, height: 768)))
    var most = 0
    while window.layout.fraction < 1 {
      var scroll = window.scroll
      scroll.scroll(to: .offset(min(window.layout.offset + 333, window.contentSize.height - 768)))
      window = try grid.window(for: scroll, after: window)
      most = max(most, window.cells.map(\.slot).max() ?? 0)
      #expect(window.cells.count <= 6 * 8)
    }
    #expect(window.visible.upperBound == 2_000 && most < 6 * 8)
  }
}
