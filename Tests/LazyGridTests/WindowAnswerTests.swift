import GridLayout
import GridStore
import LazyGrid
import Testing

@Suite("What is in a window beside the visible cells") struct WindowAnswers {
  let catalog: TestCatalog
  let list: ItemList<Product>
  let grid: LazyVGrid<Product>

  init() throws {
    catalog = try TestCatalog(rows: 1000)
    let list = try Catalog(catalog.path).list(of: Product.self, in: "products", order: [.descending("price")])
    self.list = list
    grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 8) { ForEach(list, length: 220) }
  }

  func scroll(_ target: ScrollTarget) -> ScrollState {
    ScrollState(viewport: Size(width: 1024, height: 768), at: target)
  }

  @Test("kept cells are there wherever the viewport is, each once and in order, with exact frames")
  func keep() throws {
    let keys = try [0, 1, 500, 998, 999].map { CellKey(values: try list.key(at: $0)) }
    for index in stride(from: 0, to: 1000, by: 37) {
      var scroll = scroll(.index(index))
      let plain = try grid.window(for: scroll)
      // A key that is not there, and ones that no row could have, are passed over.
      scroll.keep = [keys[4], keys[2], keys[0], 77_777, "text", CellKey(1.5), [1, 2], keys[1], keys[3], keys[2]]
      let window = try grid.window(for: scroll)
      #expect(window.visible == plain.visible && window.layout.lines == plain.layout.lines)
      let wanted = Set([0, 1, 500, 998, 999]).union(plain.cells.map(\.index))
      #expect(window.cells.map(\.index) == wanted.sorted())
      for cell in window.cells {
        #expect(try cell.item == list[cell.index])
        #expect(cell.key == [.integer(Int64(cell.item.id))])
        #expect(cell.line == cell.index / 6 && cell.track == cell.index % 6)
        #expect(
          cell.frame(in: .content)
            == Rect(x: Double(cell.track) * 172, y: Double(cell.line) * 228, width: 164, height: 220))
        #expect(cell.frame.minY == cell.frame(in: .content).minY - window.layout.origin.y)
      }
      #expect(window.anchor?.index == plain.anchor?.index)
    }
  }

  @Test("kept cells cost a read each where they are outside, and none inside")
  func keptReads() throws {
    let catalog = try Catalog(self.catalog.path)
    let list = try catalog.list(of: Product.self, in: "products", order: [.descending("price")])
    let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) { ForEach(list, length: 220) }
    let (inside, outside) = (CellKey(values: try list.key(at: 600)), CellKey(values: try list.key(at: 3)))
    var scroll = scroll(.index(600))
    let plain = try grid.window(for: scroll)
    func rows(_ keep: [CellKey]) throws -> Int {
      scroll.keep = keep
      _ = try grid.window(for: scroll)
      let before = catalog.counts
      let window = try grid.window(for: scroll)
      // A look-up by key steps over its row.
      #expect(window.cells.count == plain.cells.count + (keep.contains(outside) ? 1 : 0))
      return (catalog.counts - before).rowsStepped - keep.count
    }
    #expect(try rows([]) == plain.cells.count)
    #expect(try rows([inside]) == plain.cells.count)
    #expect(try rows([outside]) == plain.cells.count + 1)
    #expect(try rows([outside, inside]) == plain.cells.count + 1)
  }

  @Test("a cell keeps its slot through being kept, and no two have one")
  func keptSlots() throws {
    var scroll = scroll(.start)
    var previous = try grid.window(for: scroll)
    let focused = previous.cells[8]
    scroll.keep = [focused.key]
    for fraction in stride(from: 0.0, through: 1, by: 0.05) {
      scroll.scroll(to: .fraction(fraction))
      let window = try grid.window(for: scroll, after: previous)
      #expect(window.cells.first { $0.key == focused.key }?.slot == focused.slot)
      #expect(Set(window.cells.map(\.slot)).count == window.cells.count)
      #expect(window.cells.allSatisfy { $0.slot < 62 })
      previous = window
    }
  }

  @Test("more lines are laid out ahead of the motion than behind it")
  func overscan() throws {
    var scroll = scroll(.offset(20 * 228))
    scroll.prefetch = Overscan(ahead: 500, behind: 100)
    func lines(_ velocity: Double) throws -> ClosedRange<Int> {
      scroll.velocity = velocity
      let window = try grid.window(for: scroll)
      #expect(window.visible == 20 * 6..<24 * 6)
      return window.cells.first!.line...window.cells.last!.line
    }
    // The viewport ends 84 points into line 23. Behind, 100 points reach line 19 backward, and 184 none after 23.
    #expect(try lines(1000) == 19...25)
    #expect(try lines(-1000) == 17...23)
    #expect(try lines(0) == 18...24)
    #expect(try lines(.nan) == 18...24)
    scroll.overscan = 3
    #expect(try lines(1000) == 17...26)
    scroll.prefetch = Overscan(ahead: 1e12, behind: 0)
    #expect(try lines(1000) == 17...166)
  }

  @Test("overscan in lines is that many lines, at any depth and in any grid of small worlds")
  func overscanLines() {
    for count in [Int64(0), 1, 5, 1_000_000_000_000] {
      let grid = LineGrid(
        axis: .vertical, items: [GridItem(), GridItem()], content: [.run(.uniform(count: count, length: 70.1))],
        crossLength: 300, spacing: 0.3)
      let last = max(grid.contentLength - 200, 0)
      for offset in [0, last / 3, last / 2, last] {
        for overscan in 0...3 {
          let scroll = ScrollState(viewport: Size(width: 300, height: 200), overscan: overscan)
          let layout = WindowLayout(grid, Viewport(length: 200, at: .offset(offset), in: grid), scroll: scroll)
          let shown = grid.lines(from: offset, to: offset + 200)
          let wide =
            shown.isEmpty
            ? 0..<0
            : max(0, shown.lowerBound - Int64(overscan))..<min(grid.lineCount, shown.upperBound + Int64(overscan))
          #expect(layout.lines.map(\.line) == Array(wide))
          #expect(
            layout.cellCount == Int(wide.upperBound * 2 < count ? Int64(wide.count) * 2 : count - wide.lowerBound * 2))
        }
      }
    }
  }

  @Test("headers and footers are there with frames that count from the origin, pinned ones where they are drawn")
  func supplementary() throws {
    let content: [GridPart] = (0..<100).map { _ in
      .section(GridSection(header: 40, footer: 20, runs: [.uniform(count: 7, length: 50)]))
    }
    for axis in [Axis.vertical, .horizontal] {
      for direction in [LayoutDirection.leftToRight, .rightToLeft] {
        let grid = LineGrid(
          axis: axis, items: [GridItem(), GridItem(), GridItem()], content: content, crossLength: 300, spacing: 10,
          layoutDirection: direction)
        for offset in stride(from: 0, through: grid.contentLength - 400, by: 37) {
          let viewport = axis == .vertical ? Size(width: 300, height: 400) : Size(width: 400, height: 300)
          for pinned in [PinnedViews(), [.sectionHeaders, .sectionFooters]] {
            for overscan in [0, 2] {
              let scroll = ScrollState(viewport: viewport, overscan: overscan)
              let viewport = Viewport(length: 400, at: .offset(offset), in: grid)
              let layout = WindowLayout(grid, viewport, pinnedViews: pinned, scroll: scroll)
              let plain = grid.window(VisibleInterval(start: offset, length: 400), pinned: pinned)
                .filter { $0.kind != .items }
              let shown = layout.supplementary.filter { line in
                plain.contains { $0.kind == line.kind && $0.section == line.section }
              }
              #expect(shown.count == plain.count && (overscan > 0 || layout.supplementary.count == plain.count))
              for (line, natural) in zip(shown, plain) {
                let frame = layout.frame(of: line).offset(by: layout.origin)
                let wanted = grid.frame(of: natural)
                #expect(abs(frame.minX - wanted.minX) < 1e-6 && abs(frame.minY - wanted.minY) < 1e-6)
                #expect(frame.size == wanted.size && line.isPinned == natural.isPinned)
              }
              for line in layout.lines {
                for index in line.items {
                  let frame = layout.frame(of: Int(index)).offset(by: layout.origin)
                  let wanted = grid.frame(of: index)
                  #expect(abs(frame.minX - wanted.minX) < 1e-6 && abs(frame.minY - wanted.minY) < 1e-6)
                }
              }
            }
          }
        }
      }
    }
  }

  @Test("a grid of nothing but headers, or of nothing, has an answer")
  func noLines() {
    let scroll = ScrollState(viewport: Size(width: 100, height: 100), overscan: 1)
    let insets = EdgeInsets(top: 5, leading: 7, bottom: 0, trailing: 0)
    for axis in [Axis.vertical, .horizontal] {
      for content in [[], [GridPart.section(GridSection(header: 30, runs: []))]] {
        let grid = LineGrid(
          axis: axis, items: [GridItem()], content: content, crossLength: 100, insets: insets,
          layoutDirection: .rightToLeft)
        let viewport = Viewport(length: 100, in: grid)
        let layout = WindowLayout(grid, viewport, pinnedViews: .sectionHeaders, scroll: scroll)
        #expect(layout.lines.isEmpty && layout.visible.isEmpty && layout.indexes.isEmpty && layout.ranges.isEmpty)
        #expect(layout.supplementary.count == content.count)
        for line in layout.supplementary {
          #expect(layout.frame(of: line).offset(by: layout.origin) == grid.frame(ofHeader: 0))
        }
      }
    }
  }

  @Test("a mapped list is the same list with other items")
  func mapped() throws {
    let names = list.map(\.name)
    #expect(names.rowsIdentity == list.rowsIdentity && names.identity != list.identity)
    #expect(try names[300..<310] == list[300..<310].map(\.name))
    #expect(try names.key(at: 7) == list.key(at: 7))
    #expect(try names.count == list.count)
    #expect(try names.order == list.order)
    let refused = list.map { product -> Int in
      guard product.id < 0 else { throw LayoutRefusal() }
      return product.id
    }
    #expect(throws: (any Error).self) { try refused[0] }
    #expect(try refused.count == list.count)
  }

  struct LayoutRefusal: Error {}
}
