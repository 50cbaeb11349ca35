import Foundation
import GridLayout
import Testing

/// The cells of an equal grid by the rule as it is told, one after another: slow and obvious.
private struct ReferenceBoard {
  var frames: [Rect] = []

  init(columns: Int, rows: Int, border: Double, insets: EdgeInsets, container: Size, count: Int) {
    let width = (container.width - insets.leading - insets.trailing - Double(columns - 1) * border) / Double(columns)
    let height = (container.height - insets.top - insets.bottom - Double(rows - 1) * border) / Double(rows)
    var (x, y) = (insets.leading, insets.top)
    for _ in 0..<count {
      frames.append(Rect(x: x, y: y, width: max(width, 0), height: max(height, 0)))
      x += max(width, 0) + border
      if frames.count % columns == 0 {
        x = insets.leading
        y += max(height, 0) + border
      }
    }
  }

  func index(at point: Point) -> Int64? { frames.lastIndex { $0.contains(point) }.map(Int64.init) }
  func indexes(in rect: Rect) -> [Int64] { frames.indices.filter { frames[$0].intersects(rect) }.map(Int64.init) }
}

@Suite("Equal grids")
struct EqualGridTests {
  #if DEBUG
    static let step = 2.5
  #else
    static let step = 0.5
  #endif

  private struct File: Decodable {
    struct Frame: Decodable { let item: Int64, x: Double, y: Double, w: Double, h: Double }
    struct Cell: Decodable { let w: Double, h: Double }
    struct Expectation: Decodable { let cell: Cell, frames: [Frame] }
    struct Bounds: Decodable { let width: Double, height: Double }
    struct Insets: Decodable { let top: Double, left: Double, bottom: Double, right: Double }
    struct Vector: Decodable {
      let name: String, bounds: Bounds, gridSize: Int, borderWidth: Double, insets: Insets, count: Int64
      let expect: Expectation
    }
    let vectors: [Vector]
  }

  @Test("the vectors hold")
  func vectors() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "vectors/swiftui/gridlayoutview.json"))
    let file = try JSONDecoder().decode(File.self, from: data)
    #expect(file.vectors.count == 4)
    for vector in file.vectors {
      let insets = EdgeInsets(
        top: vector.insets.top, leading: vector.insets.left, bottom: vector.insets.bottom,
        trailing: vector.insets.right)
      let layout = EqualGrid(gridSize: vector.gridSize, borderWidth: vector.borderWidth, insets: insets).layout(
        in: Size(width: vector.bounds.width, height: vector.bounds.height), count: vector.count)
      func near(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= 1e-6 }
      #expect(near(layout.cell.width, vector.expect.cell.w) && near(layout.cell.height, vector.expect.cell.h))
      #expect(vector.expect.frames.count == vector.count)
      for expected in vector.expect.frames {
        let frame = layout.frame(of: expected.item)
        let isNear =
          near(frame.minX, expected.x) && near(frame.minY, expected.y) && near(frame.width, expected.w)
          && near(frame.height, expected.h)
        #expect(isNear, "\(vector.name): \(frame) of \(expected.item)")
      }
      #expect(layout.diagnostics == (vector.name == "border-eats-everything" ? [.noRoom] : []))
    }
  }

  /// Every board up to 4 × 4 with containers that are shared out in halves and quarters, so that sums are exact.
  private static func forEachBoard(_ body: (EqualLayout, ReferenceBoard) -> Void) {
    let some = EdgeInsets(top: 1, leading: 2.5, bottom: 3, trailing: 4.5)
    for columns in [1, 2, 4] {
      for rows in [1, 2, 4] {
        for border in [0, 1.5, 5, -2] {
          for insets in [EdgeInsets.zero, some] {
            for width in [5.0, 24, 40] {
              let container = Size(width: width, height: 32)
              for count in [0, 1, 3, 4, 7, 18] {
                let grid = EqualGrid(columns: columns, rows: rows, borderWidth: border, insets: insets)
                let layout = grid.layout(in: container, count: Int64(count))
                // Where borders turn cells back they are left out, which the rule as told does not know.
                if layout.diagnostics.contains(.borderTurnsBack) { continue }
                body(
                  layout,
                  ReferenceBoard(
                    columns: columns, rows: rows, border: border, insets: insets, container: container, count: count))
              }
            }
          }
        }
      }
    }
  }

  @Test("frames, points and rectangles are those of the plain rule in every small board")
  func smallBoards() {
    var boards = 0
    Self.forEachBoard { layout, plain in
      boards += 1
      let frames = plain.frames.indices.map { layout.frame(of: Int64($0)) }
      if frames != plain.frames { Issue.record("\(frames), not \(plain.frames), of \(layout)") }
      let size = layout.contentSize
      if plain.frames.contains(where: { $0.maxX > size.width || $0.maxY > size.height }), layout.grid.insets == .zero {
        Issue.record("\(size) does not hold all frames of \(layout)")
      }
      for x in stride(from: -3, through: size.width + 3, by: Self.step) {
        for y in stride(from: -3, through: size.height + 3, by: Self.step) {
          let point = Point(x: x, y: y)
          if layout.index(at: point) != plain.index(at: point) {
            Issue.record("\(String(describing: layout.index(at: point))) at \(point) of \(layout)")
          }
        }
        for rect in [Rect(x: x, y: -5, width: 0.5, height: 1000), Rect(x: x, y: x, width: 13, height: 9)]
        where layout.cells(in: rect).map(\.index) != plain.indexes(in: rect) {
          Issue.record("\(layout.cells(in: rect).map(\.index)) in \(rect) of \(layout)")
        }
      }
      let all = Array(layout.cells(in: Rect(x: -99, y: -99, width: 9999, height: 9999)))
      for cell in all where cell.frame != plain.frames[Int(cell.index)] || layout.row(of: cell.index) != cell.line {
        Issue.record("\(cell) of \(layout)")
      }
    }
    #expect(boards > 1000)
  }

  @Test("are lazy grids of flexible columns without a minimum")
  func equalsUniformGrid() {
    var random = SeededRandom(seed: 7)
    var boards = 0
    for n in 1...9 {
      for border in [0, 1, 5, 7.3, -1] {
        for insets in [EdgeInsets.zero, EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)] {
          for _ in 0..<6 {
            let size = Size(
              width: Double.random(in: 10...900, using: &random), height: Double.random(in: 10...900, using: &random))
            let rows = Int.random(in: 1...9, using: &random)
            let layout = EqualGrid(columns: n, rows: rows, borderWidth: border, insets: insets).layout(
              in: size, count: 50)
            let items = Array(repeating: GridItem(.flexible(minimum: 0), spacing: border), count: n)
            let lazy = UniformGrid(
              axis: .vertical, items: items, count: 50, lineLength: layout.cell.height, crossLength: size.width,
              insets: insets, spacing: border)
            for index in 0..<50 as Range<Int64> {
              let (ours, theirs) = (layout.frame(of: index), lazy.frame(of: index))
              let slip = max(
                (ours.minX - theirs.minX).magnitude, (ours.minY - theirs.minY).magnitude,
                (ours.width - theirs.width).magnitude, (ours.height - theirs.height).magnitude)
              if !(slip <= 1e-9) { Issue.record("\(ours), not \(theirs), at \(index) of \(layout)") }
            }
            boards += 1
          }
        }
      }
    }
    #expect(boards == 9 * 5 * 2 * 6)
  }

  @Test("the defaults, and the examples of the documentation")
  func examples() {
    #expect(EqualGrid() == EqualGrid(columns: 4, rows: 4, borderWidth: 5, insets: .zero))
    let board = EqualGrid().layout(in: Size(width: 300, height: 300), count: 16)
    #expect(board.cell == Size(width: 71.25, height: 71.25))
    #expect((0..<4).map { board.frame(of: $0).minX } == [0, 76.25, 152.5, 228.75])
    #expect(board.frame(of: 5) == Rect(x: 76.25, y: 76.25, width: 71.25, height: 71.25))
    #expect(board.index(at: Point(x: 80, y: 160)) == 9)
    #expect(board.index(at: Point(x: 73, y: 160)) == nil)
    #expect(board.contentSize == Size(width: 300, height: 300))
    let keypad = EqualGrid(columns: 3, rows: 4, borderWidth: 1)
    let keys = keypad.layout(in: Size(width: 302, height: 403), count: 12)
    #expect(keys.cell == Size(width: 100, height: 100))
    #expect(keys.frame(of: 4) == Rect(x: 101, y: 101, width: 100, height: 100))
  }

  @Test("what runs below the board makes the content longer, at any depth")
  func overflow() {
    let grid = EqualGrid(gridSize: 3, borderWidth: 0)
    let board = grid.layout(in: Size(width: 90, height: 90), count: 12)
    #expect(board.contentSize == Size(width: 90, height: 120))
    let deep = grid.layout(in: Size(width: 90, height: 90), count: .max)
    let last = deep.frame(of: .max - 1)
    #expect(deep.row(of: .max - 1) == deep.rowCount - 1)
    #expect(deep.index(at: Point(x: last.minX, y: 1e6)) == 3 * 33333 + Int64(deep.column(of: .max - 1)))
    #expect(deep.cells(in: Rect(x: 0, y: 9e5, width: 90, height: 60)).map(\.index) == Array(90_000..<90_006))
    // No cell is past the last one, even where numbers end.
    let all = deep.cells(in: Rect(x: 0, y: last.minY, width: 90, height: .infinity))
    for cell in all.prefix(6) { #expect(cell.index < .max) }
  }

  @Test("what can't be taken as it stands is replaced and said")
  func diagnostics() {
    #expect(EqualGrid(gridSize: 0).diagnostics == [.countNotPositive(.columns), .countNotPositive(.rows)])
    #expect(EqualGrid(columns: -7, rows: 2).columns == 1)
    #expect(EqualGrid(columns: 2, rows: .max).rows == Tracks.limit)
    #expect(EqualGrid(columns: 2, rows: .max).diagnostics == [.countTooLarge(.rows)])
    #expect(EqualGrid(borderWidth: .nan).diagnostics == [.numberNotFinite(.borderWidth)])
    #expect(EqualGrid(borderWidth: .infinity).borderWidth == 0)
    #expect(EqualGrid(borderWidth: 1e13).diagnostics == [.numberTooLarge(.borderWidth)])
    #expect(EqualGrid(insets: EdgeInsets(top: .nan, trailing: -.infinity)).diagnostics == [.numberNotFinite(.insets)])
    func diagnostics(_ width: Double, border: Double = 5, count: Int64 = 1) -> [EqualGridDiagnostic] {
      EqualGrid(borderWidth: border).layout(in: Size(width: width, height: 100), count: count).diagnostics
    }
    #expect(diagnostics(100) == [])
    #expect(diagnostics(.nan) == [.numberNotFinite(.container), .noRoom])
    #expect(diagnostics(-.infinity) == [.numberNotFinite(.container), .noRoom])
    #expect(diagnostics(-3) == [.noRoom])
    #expect(diagnostics(15) == [.noRoom])
    #expect(diagnostics(100, count: -1) == [.negativeCount])
    #expect(diagnostics(100, border: -100) == [.borderTurnsBack])
    #expect(diagnostics(100, border: -99) == [])
  }

  @Test("no number traps, and no size is negative")
  func wildNumbers() {
    for seed in 0..<(WildInputTests.runs / 4) {
      var random = SeededRandom(seed: seed)
      func number() -> Double { WildInputTests.number(&random, wildness: 50) }
      let counts: [Int] = [.min, -1, 0, 1, 3, 4096, .max]
      let grid = EqualGrid(
        columns: counts.randomElement(using: &random)!, rows: counts.randomElement(using: &random)!,
        borderWidth: number(),
        insets: EdgeInsets(top: number(), leading: number(), bottom: number(), trailing: number()))
      let items: [Int64] = [.min, 0, 1, 16, .max]
      let layout = grid.layout(
        in: Size(width: number(), height: number()), count: items.randomElement(using: &random)!)
      let size = layout.contentSize
      var isSound = size.width.isFinite && size.width >= 0 && size.height.isFinite && size.height >= 0
      for index in [0, layout.count / 2, layout.count - 1] where layout.count > 0 {
        let frame = layout.frame(of: index)
        isSound = isSound && frame.width >= 0 && frame.height >= 0 && frame.minX.isFinite && frame.minY.isFinite
        if frame.contains(frame.origin) {
          isSound = isSound && layout.index(at: frame.origin).map { $0 >= index } == true
        }
      }
      for cell in layout.cells(in: Rect(x: number(), y: number(), width: number(), height: number())).prefix(9) {
        isSound = isSound && cell.index < layout.count && cell.frame == layout.frame(of: cell.index)
      }
      _ = layout.index(at: Point(x: number(), y: number()))
      if !isSound { Issue.record("seed \(seed): \(layout)") }
    }
  }

  @Test("edits take every item where a list would, in every small world")
  func edits() {
    let indexes: [Int64] = [-2, 0, 1, 2, 3, 4, 5, 6, 9]
    var edits: [EqualGrid.Edit] = []
    for a in indexes {
      for b in indexes { edits += [.insert(count: b, at: a), .remove(count: b, at: a), .move(from: a, to: b)] }
    }
    for count in 0...6 {
      for edit in edits {
        // Items are called by their indexes before, new ones are -1.
        var list = Array(0..<count)
        switch edit {
        case .insert(let number, let at):
          list.insert(contentsOf: Array(repeating: -1, count: max(Int(number), 0)), at: min(max(Int(at), 0), count))
        case .remove(let number, let at):
          let start = min(max(Int(at), 0), count)
          list.removeSubrange(start..<min(start + max(Int(number), 0), count))
        case .move(let from, let to):
          if list.indices.contains(Int(from)) {
            list.insert(list.remove(at: Int(from)), at: min(max(Int(to), 0), count - 1))
          }
        }
        let size = Int64(count)
        #expect(edit.newCount(size) == list.count)
        for item in 0..<count
        where edit.newIndex(of: Int64(item), count: size) != list.firstIndex(of: item).map(Int64.init) {
          Issue.record("\(edit) of \(item) in \(count)")
        }
        let moves = edit.moves(count: size)
        let moved = moves.flatMap(\.indexes)
        #expect(moves.count <= 2 && Set(moved).count == moved.count && moves.allSatisfy { !$0.indexes.isEmpty })
        for item in 0..<count {
          let stays = list.firstIndex(of: item).map { $0 == item } ?? true
          if stays == moved.contains(Int64(item)) { Issue.record("\(edit) moves \(item) of \(count)") }
        }
        #expect(edit.newIndex(of: -1, count: size) == nil && edit.newIndex(of: size, count: size) == nil)
      }
    }
    #expect(EqualGrid.Edit.move(from: 1, to: 4).moves(count: 6) == [.init(1..<2, by: 3), .init(2..<5, by: -1)])
  }

  @Test("edits of as many items as a count can say do not overflow")
  func largeEdits() {
    let most = Int64.max
    let last: Int64? = most - 1
    #expect(EqualGrid.Edit.insert(count: most, at: 3).newCount(most - 1) == most)
    #expect(EqualGrid.Edit.insert(count: most, at: 3).newIndex(of: most - 2, count: most - 1) == last)
    #expect(EqualGrid.Edit.remove(count: most, at: 1).newCount(most) == 1)
    #expect(EqualGrid.Edit.move(from: 0, to: most).newIndex(of: 0, count: most) == last)
  }

  @Test("an index that is no item's is the caller's mistake, and traps")
  func wrongIndex() async {
    await #expect(processExitsWith: .failure) {
      _ = EqualGrid().layout(in: Size(width: 9, height: 9), count: 3).frame(of: 3)
    }
  }
}
