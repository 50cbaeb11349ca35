import Foundation
import GridLayout
import GridStore
import LazyGrid
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Drawings") struct GridDrawingTests {
  /// The rectangles of an SVG by the class they stand under, and its texts.
  final class Document: NSObject, XMLParserDelegate {
    var frames: [String: [Rect]] = [:]
    var texts: [String] = []
    private(set) var isSound = false
    private var classes: [String] = []
    private var text: String?

    init(_ svg: String) {
      super.init()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = self
      isSound = parser.parse()
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      if name == "g" { classes.append(attributes["class"] ?? "") }
      if name == "text" || name == "title" || name == "desc" { text = "" }
      guard name == "rect", let role = attributes["class"] ?? classes.last else { return }
      func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? .nan }
      let frame = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
      // One with a class of its own outside of groups is the legend's or the paper.
      if attributes["class"] == nil { frames[role, default: []].append(frame) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text?.append(string) }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      if name == "g" { classes.removeLast() }
      if let text, name == "text" || name == "title" || name == "desc" { texts.append(text) }
      if name == "text" || name == "title" || name == "desc" { text = nil }
    }
  }

  static func drawing(_ spec: String) throws -> GridDrawing {
    let spec = try JSON(parsing: spec)
    var writer = JSONWriter()
    try GridSpec(spec).write(&writer)
    return try GridDrawing(spec: spec, answer: JSON(parsing: writer.bytes))
  }

  static func frames(_ drawing: GridDrawing, _ role: GridDrawing.Role) -> [Rect] {
    drawing.shapes.filter { $0.role == role }.map(\.frame)
  }

  @Test("show the numbers of the answer")
  func answer() throws {
    let drawing = try Self.drawing(
      #"""
      {"tracks":[{"size":{"fixed":100}},{"size":{"flexible":{}},"alignment":"bottomTrailing"}],
       "container":{"width":300,"height":200},"insets":{"leading":10},
       "content":[{"items":[{"width":30,"height":40},{"width":50,"height":40},{"width":20,"height":40}]}],
       "viewport":{"offset":12.5,"length":60}}
      """#)
    let document = Document(drawing.svg)
    #expect(document.isSound)
    #expect(
      document.frames["cell"] == [
        Rect(x: 10, y: 0, width: 100, height: 40), Rect(x: 118, y: 0, width: 182, height: 40),
        Rect(x: 10, y: 48, width: 100, height: 40),
      ])
    #expect(
      document.frames["item"] == [
        Rect(x: 45, y: 0, width: 30, height: 40), Rect(x: 250, y: 0, width: 50, height: 40),
        Rect(x: 50, y: 48, width: 20, height: 40),
      ])
    #expect(document.frames["viewport"] == [Rect(x: 0, y: 12.5, width: 300, height: 60)])
    #expect(document.frames["container"] == document.frames["viewport"])
    // Content goes on below a viewport, so nothing overflows.
    #expect(document.frames["overflow"] == nil)
    #expect(document.texts == ["lazy grid, 3 cells", "0", "1", "2", "container", "cell", "item", "viewport"])
  }

  @Test("hatch what overflows the container, at the side where it does")
  func overflow() throws {
    let spec = #"""
      {"tracks":[{"size":{"fixed":100}},{"size":{"fixed":92}}],"container":{"width":150,"height":60},
       "content":[{"items":3,"length":40}],"layoutDirection":"DIRECTION"}
      """#
    let left = try Self.drawing(spec.replacing("DIRECTION", with: "leftToRight"))
    #expect(Self.frames(left, .container) == [Rect(x: 0, y: 0, width: 150, height: 60)])
    #expect(
      Self.frames(left, .overflow) == [
        Rect(x: 150, y: 0, width: 50, height: 40), Rect(x: 0, y: 60, width: 100, height: 28),
      ])
    let right = try Self.drawing(spec.replacing("DIRECTION", with: "rightToLeft"))
    #expect(Self.frames(right, .container) == [Rect(x: 50, y: 0, width: 150, height: 60)])
    #expect(
      Self.frames(right, .overflow) == [
        Rect(x: 0, y: 0, width: 50, height: 40), Rect(x: 100, y: 60, width: 100, height: 28),
      ])
    let board = try Self.drawing(
      #"{"grid":"equal","gridSize":2,"borderWidth":4,"container":{"width":24,"height":24},"count":5}"#)
    #expect(Self.frames(board, .border) == [Rect(x: 0, y: 0, width: 24, height: 24)])
    #expect(Self.frames(board, .overflow) == [Rect(x: 0, y: 28, width: 10, height: 10)])
    let across = try Self.drawing(
      #"""
      {"axis":"horizontal","tracks":[{"size":{"fixed":50}}],"container":{"width":100,"height":30},
       "content":[{"items":9,"length":40}],"viewport":{"offset":100},"layoutDirection":"rightToLeft"}
      """#)
    #expect(Self.frames(across, .viewport) == [Rect(x: 9 * 48 - 8 - 200, y: 0, width: 100, height: 30)])
    #expect(Self.frames(across, .cell).count == Self.frames(across, .overflow).count)
    #expect(Self.frames(across, .overflow).allSatisfy { $0.minY == 30 && $0.height == 20 })
  }

  @Test("hatch every point outside of the container once, and none inside, in every small world")
  func overflowParts() {
    let edges = [0, 1, 2, 3, 4]
    func spans() -> [(Int, Int)] { edges.flatMap { a in edges.filter { $0 >= a }.map { (a, $0) } } }
    let inside = Rect(x: 1, y: 1, width: 2, height: 2)
    for (left, right) in spans() {
      for (top, bottom) in spans() {
        let frame = Rect(
          x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
        var drawing = GridDrawing(title: "")
        drawing.limit(to: inside)
        drawing.add(.cell, frame)
        let parts = Self.frames(drawing, .overflow)
        for x in 0..<4 {
          for y in 0..<4 {
            let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let times = frame.contains(point) && !inside.contains(point) ? 1 : 0
            if parts.count(where: { $0.contains(point) }) != times { Issue.record("\(parts) of \(frame)") }
          }
        }
      }
    }
  }

  @Test("tell headers from footers, and pinned ones from those that are not")
  func supplementary() throws {
    let spec = try JSON(parsing: #"{"container":{"width":100,"height":90},"viewport":{"offset":50}}"#)
    let answer = try JSON(
      parsing: #"""
        {"contentSize":{"width":100,"height":400},"cells":[{"index":0,"x":0,"y":60,"width":100,"height":40}],
         "supplementary":[{"kind":"header","section":0,"x":0,"y":50,"width":100,"height":20,"pinned":true},
          {"kind":"footer","section":0,"x":0,"y":108,"width":100,"height":20,"pinned":false},
          {"kind":"header","section":{"index":1,"value":"<R&D> \"x\"\u0001"},"x":0,"y":130,"width":100,"height":20,"pinned":false},
          {"kind":"footer","section":1,"x":0,"y":120,"width":100,"height":20,"pinned":true}]}
        """#)
    let svg = try GridDrawing(spec: spec, answer: answer).svg
    let document = Document(svg)
    #expect(document.isSound)
    #expect(document.frames["pinnedHeader"] == [Rect(x: 0, y: 50, width: 100, height: 20)])
    #expect(document.frames["footer"] == [Rect(x: 0, y: 108, width: 100, height: 20)])
    #expect(document.frames["header"] == [Rect(x: 0, y: 130, width: 100, height: 20)])
    #expect(document.frames["pinnedFooter"] == [Rect(x: 0, y: 120, width: 100, height: 20)])
    #expect(document.texts.contains("header <R&D> \"x\"\u{FFFD}"))
    // A pinned line lies over the cells.
    #expect(svg.range(of: "class=\"pinnedHeader\"")!.lowerBound > svg.range(of: "class=\"cell\"")!.lowerBound)
  }

  @Test("are the same bytes each time, and stay near zero however far the viewport is")
  func deep() throws {
    let spec = #"""
      {"tracks":[{"size":{"fixed":100}}],"container":{"width":100,"height":90},
       "content":[{"items":1000000000000,"length":40.5}],"viewport":{"offset":30000000000012.5}}
      """#
    let svg = try Self.drawing(spec).svg
    #expect(try Self.drawing(spec).svg == svg)
    let document = Document(svg)
    #expect(document.isSound)
    #expect(
      document.frames["viewport"] == [Rect(x: 0, y: document.frames["viewport"]![0].minY, width: 100, height: 90)])
    #expect(document.frames.values.joined().allSatisfy { $0.minY.magnitude < 2000 })
    let said = try #require(document.texts.first { $0.hasPrefix("Coordinates count from 0, ") })
    let origin = try #require(Double(said.dropFirst(26).dropLast()))
    #expect(origin + document.frames["viewport"]![0].minY == 30000000000012.5)
  }

  @Test("have as many cells as they say, and more are refused")
  func cap() throws {
    func drawing(_ count: Int) throws -> GridDrawing {
      try Self.drawing(
        #"""
        {"tracks":[{"size":{"fixed":1}}],"spacing":0,"container":{"width":1,"height":1},
         "content":[{"items":\#(count),"length":1}]}
        """#)
    }
    #expect(Self.frames(try drawing(10_000), .cell).count == GridDrawing.mostCells)
    let error = #expect(throws: LayoutError.self) { try drawing(10_001) }
    #expect(error?.description.contains("10000 at most") == true)
  }

  @Test("of nothing, of points and of numbers that are none are documents too")
  func nothing() throws {
    #expect(Document(GridDrawing(title: "").svg).isSound)
    var drawing = GridDrawing(title: "odd")
    drawing.add(.cell, Rect(x: 0, y: 0, width: 0, height: 0), label: "0")
    drawing.add(.cell, Rect(x: .nan, y: 0, width: 1, height: 1))
    drawing.add(.cell, Rect(x: 0, y: 0, width: .infinity, height: 1))
    drawing.add(.cell, Rect(x: -1e300, y: 0, width: 1e300, height: 1e300))
    let document = Document(drawing.svg)
    #expect(document.isSound && drawing.shapes.count == 2)
    #expect(!drawing.svg.contains("nan") && !drawing.svg.contains("inf"))
    let empty = try Self.drawing(
      #"{"tracks":[],"container":{"width":0,"height":0},"content":[{"items":5,"length":1}]}"#)
    #expect(Document(empty.svg).isSound)
    let border = try Self.drawing(#"{"grid":"equal","container":{"width":10,"height":10}}"#)
    #expect(Document(border.svg).isSound)
  }

  @Test("of a window tell the overscan from what is visible")
  func window() throws {
    let catalog = try TestCatalog(rows: 600)
    let list = try Catalog(catalog.path).list(of: Product.self, in: "products", order: [.descending("price")])
    for isHorizontal in [false, true] {
      var scroll = ScrollState(viewport: Size(width: 500, height: 400), at: .fraction(0.5), overscan: 1)
      scroll.alignment = .start
      let items = [GridItem(.fixed(300)), GridItem(.fixed(300))]
      let window: GridWindow<Product>
      if isHorizontal {
        window = try LazyHGrid(rows: items) { ForEach(list, length: 120) }.layoutDirection(.rightToLeft).window(
          for: scroll)
      } else {
        window = try LazyVGrid(columns: items) { ForEach(list, length: 120) }.window(for: scroll)
      }
      let drawing = try GridDrawing(window)
      #expect(Self.frames(drawing, .cell) == window.cells.filter { window.visible.contains($0.index) }.map(\.frame))
      #expect(Self.frames(drawing, .overscan).count == 4)
      let viewport = try #require(Self.frames(drawing, .viewport).first)
      #expect(viewport.size == Size(width: 500, height: 400))
      for cell in window.cells {
        let frame = cell.frame(in: .viewport)
        #expect(abs(viewport.minX + frame.minX - cell.frame.minX) < 1e-6)
        #expect(abs(viewport.minY + frame.minY - cell.frame.minY) < 1e-6)
      }
      // The second track stands out of the viewport, in every line.
      #expect(Self.frames(drawing, .overflow).count >= window.cells.count / 2)
      #expect(drawing.title.hasPrefix("products by price.desc,id.desc: items "))
      #expect(Document(drawing.svg).isSound)
    }
  }
}
