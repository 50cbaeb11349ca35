import GridLayout
import LazyGrid
import Testing

/// What stands in a cell of the samples, which show colours.
enum Color: String, Hashable, Sendable, CaseIterable, Identifiable {
  case blue, purple, red, cyan, green, orange, magenta, black, brown, yellow, gray
  var id: String { rawValue }
  static var random: Color { .gray }
}
typealias ColorView = Cell<Color>

/// The samples of Exyte Grid's README with cells for views. Frames are worked out by hand, from the rules.
@Suite("Samples of track grids") struct TrackGridSampleTests {
  static func rects<Item>(_ grid: Grid<Item>, _ width: Double, _ height: Double) throws -> [Rect] {
    let frames = try grid.frames(in: Size(width: width, height: height))
    #expect(frames.diagnostics.isEmpty)
    // A window of the same size shows the same.
    let window = try grid.window(for: ScrollState(viewport: Size(width: width, height: height)))
    #expect(window.cells.map { $0.rect(in: .content) } == frames.cells.map(\.rect))
    return frames.cells.map(\.rect)
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  static func areas<Item>(_ grid: Grid<Item>) throws -> [[Int64]] {
    try grid.frames(in: Size(width: 300, height: 300)).cells.map {
      $0.area.columnSpan == 1 && $0.area.rowSpan == 1
        ? [$0.area.column, $0.area.row] : [$0.area.column, $0.area.row, $0.area.columnSpan, $0.area.rowSpan]
    }
  }

  let colorModels: [Color] = [.blue, .purple, .red, .cyan, .green, .orange]

  @Test("are made in the four ways that give the same frames")
  func ways() throws {
    let closure = Grid(tracks: 3) {
      ColorView(.blue)
      ColorView(.purple)
      ColorView(.red)
      ColorView(.cyan)
      ColorView(.green)
      ColorView(.orange)
    }
    let range = Grid(0..<6, tracks: 3) { _ in
      ColorView(.random)
    }
    let identifiable = Grid(colorModels, tracks: 3) {
      ColorView($0)
    }
    let explicit = Grid(colorModels, id: \.self, tracks: 3) {
      ColorView($0)
    }
    @GridBuilder var six: some GridContent<Color> {
      for color in colorModels { ColorView(color) }
    }
    let count = 3
    let tracks = [GridTrack.fr(1), .fr(1), .fr(1)]
    // 310 - 2 × 5 is 3 × 100, 105 - 5 is 2 × 50.
    let expected = [0.0, 55].flatMap { y in [0.0, 105, 210].map { Self.rect($0, y, 100, 50) } }
    for grid in [
      closure, range, identifiable, explicit, Grid(tracks: [.fr(1), .fr(1), .fr(1)]) { six },
      Grid(tracks: count) { six }, Grid(tracks: tracks) { six },
      Grid(0..<6, tracks: count) { _ in ColorView(.random) },
      Grid(colorModels, tracks: tracks) { ColorView($0) },
      Grid(colorModels, id: \.self, tracks: count) { ColorView($0) },
    ] {
      #expect(try Self.rects(grid, 310, 105) == expected)
    }
    let window = try identifiable.window(for: ScrollState(viewport: Size(width: 1, height: 1)))
    #expect(window.cells.map(\.item) == colorModels)
  }

  @Test("have ForEach among their cells")
  func forEach() throws {
    let grid = Grid(tracks: 4) {
      ColorView(.red)
      ColorView(.purple)

      ForEach(0..<4) { _ in
        ColorView(.black)
      }

      ColorView(.orange)
      ColorView(.green)
    }
    let expected = [0.0, 55].flatMap { y in [0.0, 105, 210, 315].map { Self.rect($0, y, 100, 50) } }
    #expect(try Self.rects(grid, 415, 105) == expected)
    let window = try grid.window(for: ScrollState(viewport: Size(width: 415, height: 105)))
    #expect(window.cells.map(\.item) == [.red, .purple, .black, .black, .black, .black, .orange, .green])
  }

  @Test("have tracks of points, of what fits, and of parts")
  func tracks() throws {
    let points = Grid(colorModels, tracks: [.pt(50), .pt(200), .pt(100)]) { ColorView($0) }
    // 360 of 400 points are taken, and the content is in the middle.
    let expected = [0.0, 55].flatMap { y in
      [(20.0, 50.0), (75, 200), (280, 100)].map { Self.rect($0.0, y, $0.1, 50) }
    }
    #expect(try Self.rects(points, 400, 105) == expected)

    let fit = Grid(0..<6, tracks: [.fit, .fit, .fit]) {
      ColorView(.random)
        .size(width: 50 + 15 * Double($0))
    }
    // The second row is wider: 95, 110 and 125, together 340 of 400.
    let frames = try fit.frames(in: Size(width: 400, height: 105)).cells
    #expect(frames.map(\.rect.minX) == [30, 130, 245, 30, 130, 245])
    #expect(frames.map(\.rect.width) == [95, 110, 125, 95, 110, 125])
    #expect(frames.map(\.frame.width) == [50, 65, 80, 95, 110, 125])
    #expect(frames.map(\.frame.minX) == [52.5, 152.5, 267.5, 30, 130, 245])
    #expect(frames.map(\.frame.height) == [50, 50, 50, 50, 50, 50])

    let parts = Grid(colorModels, tracks: [.pt(100), .fr(1), .fr(2.5)]) { ColorView($0) }
    #expect(try Self.rects(parts, 460, 105).prefix(3).map(\.minX) == [0, 105, 210])
    #expect(try Self.rects(parts, 460, 105).prefix(3).map(\.width) == [100, 100, 250])
  }

  @Test("have spans")
  func spans() throws {
    let grid = Grid(tracks: [.fr(1), .pt(150), .fr(2)]) {
      ColorView(.blue)
        .gridSpan(column: 2)
      ColorView(.purple)
        .gridSpan(row: 2)
      ColorView(.red)
      ColorView(.cyan)
      ColorView(.green)
        .gridSpan(column: 2, row: 3)
      ColorView(.orange)
      ColorView(.magenta)
        .gridSpan(row: 2)
    }
    // 460 - 10 - 150 is 100 and 200; five rows of 50 in 270.
    #expect(
      try Self.rects(grid, 460, 270) == [
        Self.rect(0, 0, 255, 50), Self.rect(260, 0, 200, 105), Self.rect(0, 55, 100, 50), Self.rect(105, 55, 150, 50),
        Self.rect(0, 110, 255, 160), Self.rect(260, 110, 200, 50), Self.rect(260, 165, 200, 105),
      ])
    let literal = Grid(tracks: 4) {
      ColorView(.blue).gridSpan([2, 1])
      ColorView(.red).gridStart([1, nil])
      ColorView(.red).gridSpan(column: 3).gridSpan(row: 2)
    }
    // The outer of two spans counts, all of it.
    #expect(try Self.areas(literal) == [[2, 0, 2, 1], [1, 0], [0, 1, 1, 2]])
  }

  @Test("have spans over tracks of several kinds")
  func mixedSpans() throws {
    let grid = Grid(tracks: [.fr(1), .fit, .fit], spacing: 10) {
      Cell("red")
      Cell("orange")
        .size(width: 70)
      Cell("green")
        .size(width: 100)
        .gridSpan(column: 1, row: 2)
      Cell("magenta")
        .gridSpan(column: 2, row: 1)
      Cell("cyan")
        .gridSpan(column: 3, row: 1)
    }
    #expect(
      try Self.rects(grid, 390, 320) == [
        Self.rect(0, 0, 200, 100), Self.rect(210, 0, 70, 100), Self.rect(290, 0, 100, 210),
        Self.rect(0, 110, 280, 100), Self.rect(0, 220, 390, 100),
      ])
  }

  @Test("have starts, with spans and without")
  func starts() throws {
    let grid = Grid(tracks: [.pt(50), .fr(1), .fr(1.5), .fit]) {
      ForEach(0..<6) { _ in
        ColorView(.black)
      }

      ColorView(.brown)
        .gridSpan(column: 3)

      ColorView(.blue)
        .gridSpan(column: 2)

      ColorView(.orange)
        .gridSpan(row: 3)

      ColorView(.red)
        .gridStart(row: 1)
        .gridSpan(column: 2, row: 2)

      ColorView(.yellow)
        .gridStart(row: 2)

      ColorView(.purple)
        .size(width: 50)
        .gridStart(column: 3, row: 0)
        .gridSpan(row: 9)

      ColorView(.green)
        .gridSpan(column: 2, row: 3)

      ColorView(.cyan)

      ColorView(.gray)
        .gridStart(column: 2)
    }
    #expect(
      try Self.areas(grid) == [
        [0, 0], [1, 0], [2, 1], [0, 3], [1, 3], [2, 3], [0, 4, 3, 1], [0, 5, 2, 1], [2, 5, 1, 3], [0, 1, 2, 2], [2, 2],
        [3, 0, 1, 9], [0, 6, 2, 3], [2, 8], [2, 0],
      ])
    // 415 - 15 - 50 - 50 is 120 and 180; nine rows of 50 in 490.
    let rects = try Self.rects(grid, 415, 490)
    #expect(rects[9] == Self.rect(0, 55, 175, 105) && rects[11] == Self.rect(365, 0, 50, 490))
    #expect(rects[12] == Self.rect(0, 330, 175, 160) && rects[13] == Self.rect(180, 440, 180, 50))
    #expect(rects[14] == Self.rect(180, 0, 180, 50))
  }

  @Test("flow in columns")
  func flow() throws {
    for flow in [GridFlow.rows, .columns] {
      let grid = Grid(0..<15, tracks: 5, flow: flow, spacing: 5) {
        ColorView($0.isMultiple(of: 2) ? .black : .orange)
      }
      for (number, rect) in try (flow == .rows ? Self.rects(grid, 170, 100) : Self.rects(grid, 160, 105)).enumerated() {
        if flow == .rows {
          #expect(rect == Self.rect(Double(number % 5) * 35, Double(number / 5) * 35, 30, 30))
        } else {
          #expect(rect == Self.rect(Double(number / 5) * 55, Double(number % 5) * 22, 50, 17))
        }
      }
    }
  }

  @Test("pack sparse and dense")
  func packing() throws {
    func grid(_ packing: GridPacking) -> Grid<Color> {
      Grid(tracks: 4) {
        ColorView(.red)

        ColorView(.black)
          .gridSpan(column: 4)

        ColorView(.purple)

        ColorView(.orange)
        ColorView(.green)
      }
      .gridPacking(packing)
      .gridAnimation(.default)
    }
    #expect(try Self.areas(grid(.sparse)) == [[0, 0], [0, 1, 4, 1], [0, 2], [1, 2], [2, 2]])
    #expect(try Self.areas(grid(.dense)) == [[0, 0], [0, 1, 4, 1], [1, 0], [2, 0], [3, 0]])
  }

  @Test("have spacing in each of its forms")
  func spacing() throws {
    func starts(_ grid: Grid<Int>) throws -> [Double] {
      let rects = try Self.rects(grid, 430, 105)
      return [rects[1].minX - rects[0].maxX, rects[4].minY - rects[0].maxY]
    }
    let (h, v) = (3.0, 4.0)
    #expect(try starts(Grid(0..<8, tracks: 4, spacing: 5) { Cell($0) }) == [5, 5])
    #expect(
      try starts(Grid(0..<8, tracks: 4, spacing: GridSpacing(horizontal: 10, vertical: 5)) { Cell($0) }) == [10, 5])
    #expect(try starts(Grid(0..<8, tracks: 4, spacing: [10, 5]) { Cell($0) }) == [10, 5])
    #expect(try starts(Grid(0..<8, tracks: 4, spacing: [h, v]) { Cell($0) }) == [3, 4])
    #expect(try starts(Grid(0..<8, tracks: 4) { Cell($0) }) == [5, 5])

    let grid = Grid(tracks: 3, spacing: [10, 10]) {
      ForEach(0..<21) {
        // What is measured, and what is drawn over the whole cell.
        Cell("image")
          .aspectRatio(2)
          .gridSpan(column: max(1, $0 % 4))
          .gridCellOverlay { size in
            [size?.width, size?.height]
          }
      }
    }
    .gridContentMode(.scroll)
    .gridPacking(.dense)
    // Columns of 100, two of 210, three of 320: rows of 50, 105 and 160.
    let frames = try grid.frames(in: Size(width: 320, height: 100))
    #expect(
      frames.cells.prefix(8).map(\.rect) == [
        Self.rect(0, 0, 100, 50), Self.rect(110, 0, 100, 50), Self.rect(0, 60, 210, 105), Self.rect(0, 175, 320, 160),
        Self.rect(220, 0, 100, 50), Self.rect(220, 60, 100, 105), Self.rect(0, 345, 210, 105),
        Self.rect(0, 460, 320, 160),
      ])
    // The image itself keeps its ratio, in the middle.
    #expect(frames.cells[5].frame == Self.rect(220, 87.5, 100, 50))
    #expect(frames.rowCount == 12)
    let window = try grid.window(for: ScrollState(viewport: Size(width: 320, height: 2000)))
    for cell in window.cells {
      let rect = cell.rect(in: .content)
      #expect(cell.overlay?.as([Double?].self) == [rect.width, rect.height] && cell.background == nil)
    }
  }

  @Test("scroll in either direction, by the heights or widths of their cells")
  func scroll() throws {
    // Texts of 20 points a line; a card has 10 around it.
    func grid(_ flow: GridFlow) -> Grid<Int> {
      Grid(tracks: 3) {
        ForEach(0..<40) { number in
          Cell(number).size(flow == .rows ? Size(width: 50, height: 30) : Size(width: 30, height: 50))
            .gridSpan(flow == .rows ? GridSpan(column: number % 3 + 1) : GridSpan(row: number % 3 + 1))
        }
      }
      .gridContentMode(.scroll)
      .gridPacking(.dense)
      .gridFlow(flow)
    }
    // One and two go in a line, and three; thirteen times, and one more.
    let rows = try grid(.rows).frames(in: Size(width: 310, height: 10))
    #expect(rows.rowCount == 27 && rows.contentSize == Size(width: 310, height: 27 * 35 - 5))
    let columns = try grid(.columns).frames(in: Size(width: 10, height: 310))
    #expect(columns.columnCount == 27 && columns.contentSize == Size(width: 27 * 35 - 5, height: 310))
    // One is the other, turned.
    for (row, column) in zip(rows.cells, columns.cells) {
      let (a, b) = (row.rect, column.rect)
      #expect(a.minX == b.minY && a.minY == b.minX && a.width == b.height && a.height == b.width)
    }
  }

  @Test("align items and content")
  func alignment() throws {
    func text(_ text: String, _ color: Color) -> Cell<String> {
      Cell(text).size(width: 40, height: 20)
        .gridCellBackground { _ in color }
        .gridCellOverlay { size in "\(size?.width ?? 0) \(size?.height ?? 0)" }
    }
    let grid = Grid(tracks: 3) {
      text("Hello", .red)
        .gridItemAlignment(.leading)

      text("world", .blue)
    }
    .gridCommonItemsAlignment(.center)
    .gridContentAlignment(.trailing)
    let frames = try grid.frames(in: Size(width: 310, height: 50)).cells
    #expect(frames.map(\.frame) == [Self.rect(0, 15, 40, 20), Self.rect(135, 15, 40, 20)])
    let window = try grid.window(for: ScrollState(viewport: Size(width: 310, height: 50)))
    #expect(window.cells.map { $0.background?.as(Color.self) } == [.red, .blue])
    #expect(window.cells.map { $0.overlay?.as(String.self) } == ["100.0 50.0", "100.0 50.0"])
    #expect(window.cells.map { $0.backgroundFrame(in: .viewport) } == frames.map(\.rect))
    // Where the content is smaller: two of 50 points and a gap in 310.
    let small = Grid(tracks: [.pt(50), .pt(50)], contentAlignment: .trailing) { text("Hello", .red) }
    #expect(try small.frames(in: Size(width: 310, height: 50)).cells[0].frame == Self.rect(210, 15, 40, 20))
  }

  @Test("are as the reference's where that is asked for, number for number")
  func compatibility() throws {
    // Three columns of 100/3, each grown to whole points, as in the vectors.
    let grid = Grid(0..<3, tracks: 3, spacing: 0, compatibility: .exyte) { Cell($0).size(width: 10, height: 10) }
    #expect(
      try Self.rects(grid, 100, 40) == [Self.rect(0, 0, 34, 40), Self.rect(33, 0, 34, 40), Self.rect(66, 0, 34, 40)])
    let modified = Grid(0..<3, tracks: 3, spacing: 0) { Cell($0) }.gridCompatibility(.exyte)
    #expect(try Self.rects(modified, 100, 40).map(\.width) == [34, 34, 34])
    // An item over two rows of which one has none of its own: half to each there, all to the empty one here.
    func rows(_ arithmetic: GridArithmetic) throws -> Double {
      try Grid(tracks: 4, contentMode: .scroll, spacing: 5, compatibility: arithmetic) {
        for (number, height) in [80.0, 80, 160, 80, 160, 80].enumerated() {
          Cell(number).size(width: 90, height: height).gridSpan(column: 2, row: height == 160 ? 2 : 1)
        }
      }
      .frames(in: Size(width: 405, height: 800)).contentSize.height
    }
    #expect(try rows(.exyte) == 375 && rows(.exact) == 330)
  }
}
