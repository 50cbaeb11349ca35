import GridLayout
import Testing

@Suite("Geometry")
struct GeometryTests {
  @Test("rectangles that only touch share no area, and neither do those that have none")
  func intersections() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(rect.intersects(Rect(x: 9.5, y: 9.5, width: 10, height: 10)))
    #expect(!rect.intersects(Rect(x: 10, y: 0, width: 10, height: 10)))
    #expect(!rect.intersects(Rect(x: 5, y: 5, width: 0, height: 3)))
    #expect(!rect.intersects(Rect(x: 5, y: 5, width: -2, height: 3)))
    #expect(!rect.intersects(Rect(x: .nan, y: 0, width: 10, height: 10)))
  }

  @Test("a rectangle holds its left and top edges only")
  func edges() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.contains(Point(x: 1, y: 2)))
    #expect(!rect.contains(Point(x: 4, y: 2)))
    #expect(!rect.contains(Point(x: 1, y: 6)))
  }

  @Test("an item larger than its cell overhangs at the side that its alignment leaves free")
  func overhang() {
    let cell = Rect(x: 100, y: 50, width: 40, height: 20)
    let size = Size(width: 60, height: 10)
    #expect(Alignment.topLeading.frame(of: size, in: cell) == Rect(x: 100, y: 50, width: 60, height: 10))
    #expect(Alignment.center.frame(of: size, in: cell) == Rect(x: 90, y: 55, width: 60, height: 10))
    #expect(
      Alignment.bottomTrailing.frame(of: size, in: cell) == Rect(x: 80, y: 60, width: 60, height: 10))
    #expect(
      Alignment.topLeading.frame(of: size, in: cell, .rightToLeft)
        == Rect(x: 80, y: 50, width: 60, height: 10))
  }

  @Test("an item without alignment of its own takes the grid's across and the middle along")
  func inheritance() {
    let own = [GridItem(.fixed(10)), GridItem(.fixed(10), alignment: .bottomTrailing)]
    let vertical = UniformGrid(
      axis: .vertical, items: own, count: 2, lineLength: 10, crossLength: 100, alignment: .topLeading)
    #expect(vertical.alignment(ofTrack: 0) == .leading)
    #expect(vertical.alignment(ofTrack: 1) == .bottomTrailing)
    let horizontal = UniformGrid(
      axis: .horizontal, items: own, count: 2, lineLength: 10, crossLength: 100, alignment: .topLeading)
    #expect(horizontal.alignment(ofTrack: 0) == .top)
  }

  @Test("a horizontal grid grows leftward where text runs right to left, from its leading inset")
  func mirroredGrowth() {
    let grid = UniformGrid(
      axis: .horizontal, items: [GridItem(.fixed(10)), GridItem(.fixed(10))], count: 5, lineLength: 20,
      crossLength: 28, insets: EdgeInsets(leading: 3, trailing: 100), spacing: 5,
      layoutDirection: .rightToLeft)
    #expect(grid.contentSize == Size(width: 3 + 70 + 100, height: 28))
    #expect(grid.frame(of: 0) == Rect(x: 150, y: 0, width: 20, height: 10))
    #expect(grid.frame(of: 1) == Rect(x: 150, y: 18, width: 20, height: 10))
    #expect(grid.frame(of: 4) == Rect(x: 100, y: 0, width: 20, height: 10))
    #expect(grid.frame(of: 4, relativeToLine: 2) == Rect(x: -20, y: 0, width: 20, height: 10))
    #expect(grid.origin(ofLine: 2) == Point(x: 120, y: 0))
    #expect(grid.cells(in: Rect(x: 0, y: 0, width: 121, height: 10)).map(\.index) == [4])
    #expect(grid.index(at: Point(x: 150, y: 0)) == 0)
    #expect(grid.index(at: Point(x: 170, y: 0)) == nil)
  }

  @Test("tracks and lines beside a rectangle are not visited")
  func narrow() {
    let grid = UniformGrid(
      axis: .vertical, items: [GridItem(.adaptive(minimum: 1), spacing: 0)], count: 1_000_000_000_000,
      lineLength: 1,
      crossLength: 4000, spacing: 0)
    let cells = grid.cells(in: Rect(x: 2000, y: 1e6, width: 2, height: 1))
    #expect(cells.tracks == 2000..<2002)
    #expect(cells.lines.count == 1)
    #expect(cells.map(\.track) == [2000, 2001])
    #expect(Array(grid.cells(in: Rect(x: 5000, y: 0, width: 9, height: 1e15))) == [])
  }

  @Test("the examples of the documentation")
  func examples() {
    let grid = UniformGrid(
      axis: .vertical, items: [GridItem(.adaptive(minimum: 160))], count: 1_000_000, lineLength: 220,
      crossLength: 1024)
    #expect(grid.contentSize == Size(width: 1024, height: 38_000_068))
    #expect(grid.frame(of: 730_001) == Rect(x: 860, y: 27_739_848, width: 164, height: 220))
    #expect(grid.lines(from: 0, to: 768) == 0..<4)
    let tracks = Tracks([GridItem(.fixed(70)), GridItem(.adaptive(minimum: 40))], in: 200, fraction: 0)
    #expect(tracks.map(\.offset) == [0, 78, 143])
    #expect(tracks.map(\.length) == [70, 57, 57])
    #expect(Tracks.idealLength(Array(repeating: GridItem(), count: 3), ideals: [50, 60, 70, 999]) == 196)
    #expect(Tracks([GridItem(.adaptive(minimum: 100))], in: 67, fraction: 0).map(\.length) == [67])
  }
}
