import GridLayout
import LazyGrid
import Testing

/// The samples that tutorials of SwiftUI's lazy grids show, with cells for views. Frames are worked out by hand.
@Suite("Tutorials") struct TutorialTests {
  /// An iPhone, upright.
  let phone = Size(width: 375, height: 667)

  /// Two lines of cells from the left: where they start, and how wide they are.
  func columns<Grid: LazyGridLayout>(_ grid: Grid, _ count: Int) throws -> (x: [Double], width: [Double]) {
    let cells = try grid.frames(in: phone).cells
    #expect(cells[count].minX == cells[0].minX && cells[count].minY > cells[0].maxY - 1e-9)
    return (cells[..<count].map(\.minX), cells[..<count].map(\.width))
  }

  @Test("an adaptive grid of a hundred texts, padded at the sides")
  func adaptive() throws {
    let data = (1...100).map { "Item \($0)" }
    let columns = [GridItem(.adaptive(minimum: 80))]
    var view = ScrollView(viewport: Size(width: 375, height: 300)) {
      LazyVGrid(columns: columns, spacing: 20) {
        ForEach(data, id: \.self) { item in Cell(item, length: 20) }
      }
      .padding(.horizontal)
    }
    // 375 - 32 = 343 holds three of 80 with gaps of 8: (343 - 16) / 3 = 109. Lines of 20 start every 40.
    let window = try view.window()
    #expect(window.cells.map(\.item) == Array(data[..<24]))
    #expect(window.cells.prefix(3).map(\.frame.minX) == [16, 133, 250])
    #expect(window.cells.allSatisfy { $0.frame.width == 109 && $0.frame.height == 20 })
    let starts: [Double] = (0..<24).map { Double($0 / 3) * 40 }
    #expect(window.cells.map { $0.frame(in: .viewport).minY } == starts)
    #expect(window.contentSize == Size(width: 375, height: 34 * 40 - 20))
    // ScrollViewReader: proxy.scrollTo("Item 50", anchor: .center)
    view.scrollTo("Item 50", anchor: .center)
    let item = try #require(try view.window().cells.first { $0.item == "Item 50" })
    #expect(item.frame(in: .viewport).minY == 140)
    // Without an anchor, the least movement: the line of item 64 ends at the end of the viewport.
    view.scrollTo("Item 64")
    let below = try #require(try view.window().cells.first { $0.item == "Item 64" })
    #expect(below.frame(in: .viewport).maxY == 300)
    view.scrollTo("Item 63")
    #expect(try view.window().scroll.offset == 21 * 40 + 20 - 300)
  }

  @Test("two flexible columns")
  func flexible() throws {
    let grid = LazyVGrid(columns: [GridItem(.flexible()), GridItem(.flexible())]) {
      ForEach(1...10, id: \.self) { Cell($0, length: 50) }
    }
    let (x, width) = try columns(grid, 2)
    #expect(x == [0, 191.5] && width == [183.5, 183.5])
  }

  @Test("fixed columns, centred, and against the leading and trailing side")
  func fixed() throws {
    let columns = [GridItem(.fixed(100)), GridItem(.fixed(150))]
    for (alignment, start) in [(HorizontalAlignment.center, 58.5), (.leading, 0), (.trailing, 117)] {
      let grid = LazyVGrid(columns: columns, alignment: alignment) { ForEach(0..<4) { Cell($0) } }
      #expect(try self.columns(grid, 2).x == [start, start + 108])
    }
  }

  @Test("a fixed, a flexible and an adaptive column in one grid")
  func together() throws {
    let grid = LazyVGrid(columns: [
      GridItem(.fixed(50)), GridItem(.flexible(minimum: 100, maximum: 150)), GridItem(.adaptive(minimum: 60)),
    ]) { ForEach(0..<8) { Cell($0) } }
    // 375 - 50 - 16 = 309: the share of 154.5 is cut to 150, and 159 holds two of 75.5.
    let (x, width) = try columns(grid, 4)
    #expect(x == [0, 58, 216, 299.5] && width == [50, 150, 75.5, 75.5])
  }

  @Test("a gallery of square photos with hairlines between")
  func gallery() throws {
    let columns = Array(repeating: GridItem(.flexible(), spacing: 2), count: 3)
    let photos = (0..<7).map { Photo($0, 100) }
    let grid = LazyVGrid(columns: columns, spacing: 2) {
      ForEach(photos) { Cell($0).aspectRatio(1) }
    }
    let cells = try grid.frames(in: phone).cells
    let side = (375.0 - 4) / 3
    for (i, cell) in cells.enumerated() {
      #expect((cell.minX - Double(i % 3) * (side + 2)).magnitude < 1e-9)
      #expect((cell.minY - Double(i / 3) * (side + 2)).magnitude < 1e-9)
      #expect((cell.width - side).magnitude < 1e-9 && (cell.height - side).magnitude < 1e-9)
    }
  }

  @Test("two views for each element: a code and its emoji")
  func emoji() throws {
    let grid: LazyVGrid<String> = LazyVGrid(columns: [GridItem(.flexible()), GridItem(.flexible())]) {
      ForEach(0x1f600...0x1f679, id: \.self) { value in
        Cell(String(value, radix: 16), length: 20)
        Cell(String(UnicodeScalar(value).map(Character.init) ?? "-"), length: 41)
      }
    }
    let window = try grid.window(for: ScrollState(viewport: phone))
    #expect(window.count.value == 244)
    #expect(window.cells.prefix(4).map(\.item) == ["1f600", "😀", "1f601", "😁"])
    // A line is as long as the longer of the two.
    #expect(window.cells.prefix(4).map(\.frame.minY) == [0, 0, 49, 49] && window.contentSize.height == 122 * 49 - 8)
  }

  @Test("two fixed rows that scroll sideways, in the middle of a frame")
  func horizontal() throws {
    var view = ScrollView(.horizontal, viewport: Size(width: 320, height: 150)) {
      LazyHGrid(rows: [GridItem(.fixed(50)), GridItem(.fixed(50))], alignment: .center) {
        ForEach(1...50, id: \.self) { item in Cell("\(item).circle.fill", length: 25) }
      }
    }
    let window = try view.window()
    // 108 of 150 are taken, so the rows start at 21. Cells fill a column from the top, 33 from one to the next.
    #expect(window.cells.count == 20 && window.contentSize == Size(width: 25 * 33 - 8, height: 150))
    for cell in window.cells {
      let (x, y) = (Double(cell.index / 2) * 33, cell.index % 2 == 0 ? 21.0 : 79)
      #expect(cell.frame == Rect(x: x, y: y, width: 25, height: 50))
    }
    view.scrollTo(50, anchor: .trailing)
    #expect(try view.window().layout.fraction == 1)
    // A grid that grows across the scroll view's axis would not be lazy.
    var wrong = ScrollView(viewport: phone) { view.grid }
    #expect(throws: LayoutError.self) { try wrong.window() }
  }

  struct Band: Identifiable, Sendable {
    let id: String
    let albums: [String]
  }

  @Test("sections with headers that stay at the top until their rows push them out")
  func pinnedHeaders() throws {
    let bands = [
      Band(id: "First", albums: ["a", "b", "c", "d", "e"]), Band(id: "Second", albums: ["f"]),
      Band(id: "Third", albums: ["g", "h", "i", "j"]),
    ]
    var view = ScrollView(viewport: Size(width: 300, height: 200)) {
      LazyVGrid(
        columns: [GridItem(.flexible()), GridItem(.flexible())], spacing: 10, pinnedViews: [.sectionHeaders]
      ) {
        ForEach(bands) { band in
          Section(header: Cell(band.id, length: 30), footer: Cell(band.albums.count, length: 15)) {
            ForEach(band.albums, id: \.self) { Cell($0, length: 60) }
          }
        }
      }
      .padding(.vertical, 5)
    }
    func headers(_ offset: Double) throws -> [String] {
      view.scroll(to: .offset(offset))
      return try view.window().supplementary.map {
        "\($0.item.base) \($0.frame(in: .viewport).minY)\($0.isPinned ? " pinned" : "")"
      }
    }
    // First: header 5 to 35, lines from 45, 115 and 185 to 245, footer 255 to 270. Second: header at 280, line 320 to 380,
    // footer 390. Third: header at 415, lines at 455 and 525 to 585, footer 595 to 610; the end is at 615.
    #expect(try headers(0) == ["First 5.0"])
    #expect(try headers(6) == ["First 0.0 pinned"])
    #expect(try headers(100) == ["First 0.0 pinned", "5 155.0", "Second 180.0"])
    // The header ends where its lines do, 245, not at the footer.
    #expect(try headers(225) == ["First -10.0 pinned", "5 30.0", "Second 55.0", "1 165.0", "Third 190.0"])
    #expect(try headers(250) == ["5 5.0", "Second 30.0", "1 140.0", "Third 165.0"])
    #expect(try headers(415) == ["Third 0.0", "4 180.0"])
    #expect(try view.window().contentSize.height == 615)
  }

  @Test("padding in its usual forms, which add up")
  func padding() {
    let grid = LazyVGrid(columns: [GridItem()]) { Cell(1) }
    func insets(_ grid: LazyVGrid<Int>) -> [Double] {
      let insets = grid.geometry.insets
      return [insets.top, insets.leading, insets.bottom, insets.trailing]
    }
    #expect(insets(grid.padding()) == [16, 16, 16, 16])
    #expect(insets(grid.padding(5)) == [5, 5, 5, 5])
    #expect(insets(grid.padding(.horizontal)) == [0, 16, 0, 16])
    #expect(insets(grid.padding(.vertical, 3)) == [3, 0, 3, 0])
    #expect(insets(grid.padding([.top, .trailing], 3)) == [3, 0, 0, 3])
    #expect(insets(grid.padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))) == [1, 2, 3, 4])
    #expect(insets(grid.padding(.horizontal, 8).padding(.top).padding(1)) == [17, 9, 1, 9])
  }
}
