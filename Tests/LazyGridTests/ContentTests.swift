import GridLayout
import GridStore
import LazyGrid
import Synchronization
import Testing

/// A value in memory with a length of its own.
struct Photo: Identifiable, Sendable, Equatable {
  struct ID: Hashable, Sendable { let number: Int }
  let id: ID
  let height: Double

  init(_ number: Int, _ height: Double) {
    id = ID(number: number)
    self.height = height
  }
}

/// The items of a grid that is laid out whole, and their frames.
func all<Grid: LazyGridLayout>(_ grid: Grid, width: Double = 100) throws -> (items: [Grid.Item], frames: [Rect]) {
  let frames = try grid.frames(in: Size(width: width, height: 10))
  let window = try grid.window(
    for: ScrollState(viewport: Size(width: width, height: max(frames.contentSize.height, 1))))
  // A window of all there is shows the same cells in the same places.
  #expect(window.cells.map { $0.frame(in: .content) } == frames.cells)
  #expect(window.supplementary.map { $0.frame(in: .content) } == frames.supplementary.map(\.frame))
  return (window.cells.map(\.item), frames.cells)
}

@Suite("Content") struct ContentTests {
  let photos = [Photo(1, 30), Photo(2, 50), Photo(3, 20)]
  static let two = [GridItem(spacing: 0), GridItem()]

  @Test("that has an id twice is laid out by index, and says which")
  func duplicates() throws {
    let names = LazyVGrid(columns: [GridItem()], spacing: 0) {
      Cell("first", length: 10)
      ForEach(["a", "b", "a", "c", "b", "a"], id: \.self) { Cell($0, length: 10) }
      Section("twice") { ForEach(["c", "d"], id: \.self) { Cell($0, length: 10) } }
      Cell("last", length: 10)
    }
    #expect(try names.duplicateKeys() == ["a", "b", "c"])
    var scroll = ScrollState(viewport: Size(width: 100, height: 35))
    let top = try names.window(for: scroll)
    #expect(top.cells.map(\.item) == ["first", "a", "b", "a"] && top.duplicateKeys == ["a"])
    #expect(top.cells.map(\.frame.minY) == [0, 10, 20, 30] && top.cells.map(\.slot) == [0, 1, 2, 3])
    // The one that is gone to is the first, and slots are not shared.
    scroll.scroll(to: .key("b"))
    let next = try names.window(for: scroll, after: top)
    #expect(next.cells.map(\.item) == ["b", "a", "c", "b"] && Set(next.cells.map(\.slot)).count == 4)
    let unique = LazyVGrid(columns: [GridItem()]) { ForEach(0..<1_000, length: 10) { Cell($0) } }
    #expect(try unique.duplicateKeys().isEmpty)
    #expect(try unique.window(for: ScrollState(viewport: scroll.viewport)).duplicateKeys.isEmpty)
  }

  @Test("of every source makes cells of one type, without Any")
  func sources() throws {
    let columns = [GridItem(spacing: 0), GridItem()]
    let names: LazyVGrid<String> = LazyVGrid(columns: columns) {
      ForEach(["a", "b", "c"], id: \.self) { Cell($0, length: 10) }
    }
    let (items, frames) = try all(names)
    #expect(items == ["a", "b", "c"])
    #expect(frames.map(\.minY) == [0, 0, 18] && frames.map(\.minX) == [0, 50, 0])
    let numbers: LazyVGrid<Int> = LazyVGrid(columns: columns) { ForEach(3..<6, length: 10) { Cell($0) } }
    #expect(try all(numbers).items == [3, 4, 5])
    let identifiable: LazyVGrid<Photo> = LazyVGrid(columns: columns) { ForEach(photos, length: \.height) { Cell($0) } }
    #expect(try all(identifiable).items == photos)
    #expect(try all(identifiable).frames.map(\.height) == [50, 50, 20])
    let closure = LazyVGrid(columns: columns) { ForEach(photos, length: { $0.height * 2 }) { Cell($0) } }
    #expect(try all(closure).frames.map(\.height) == [100, 100, 40])
    let lengths = LazyVGrid(columns: columns) {
      ForEach(photos, length: .lengths([1, 2, 3, 4], estimate: 9)) { Cell($0) }
    }
    #expect(try all(lengths).frames.map(\.height) == [2, 2, 3])
    let single: LazyVGrid<String> = LazyVGrid(columns: columns) { Cell("alone") }
    #expect(try all(single).frames == [Rect(x: 0, y: 0, width: 50, height: 44)])
    let nothing: LazyVGrid<Never> = LazyVGrid(columns: columns) {}
    #expect(try all(nothing).frames.isEmpty)
    // More than ten, of one type.
    let many: LazyVGrid<Int> = LazyVGrid(columns: columns) {
      Cell(0)
      Cell(1)
      Cell(2)
      Cell(3)
      Cell(4)
      Cell(5)
      Cell(6)
      Cell(7)
      Cell(8)
      Cell(9)
      Cell(10)
      ForEach(11..<13) { Cell($0) }
    }
    #expect(try all(many).items == Array(0..<13))
  }

  @Test("depends on conditions and loops, and stays of one type")
  func conditions() throws {
    enum Kind { case few, many }
    func grid(_ flag: Bool, _ kind: Kind, _ optional: Int?) -> LazyVGrid<Int> {
      LazyVGrid(columns: [GridItem()]) {
        if flag { Cell(1) }
        if flag { Cell(2) } else { ForEach(10..<12) { Cell($0) } }
        switch kind {
        case .few: Cell(3)
        case .many:
          Cell(4)
          Cell(5)
        }
        if let optional { Cell(optional) }
        for number in [20, 21] { Cell(number) }
      }
    }
    #expect(try all(grid(true, .few, 7)).items == [1, 2, 3, 7, 20, 21])
    #expect(try all(grid(false, .many, nil)).items == [10, 11, 4, 5, 20, 21])
    // In the closure of a ForEach, one cell either way.
    let cells: LazyVGrid<String> = LazyVGrid(columns: [GridItem()]) {
      ForEach(0..<3) { number in
        if number == 1 { Cell("one", length: 30) } else { Cell("\(number)", length: 10) }
      }
    }
    #expect(try all(cells).items == ["0", "one", "2"])
    #expect(try all(cells).frames.map(\.height) == [10, 30, 10])
  }

  @Test("of several types is of AnyItem, and what has no items takes the type beside it")
  func types() throws {
    let mixed: LazyVGrid<AnyItem> = LazyVGrid(columns: [GridItem()]) {
      ForEach(photos, length: 10) { Cell($0) }
      Cell("end")
      ForEach(0..<2) { Cell($0) }
      Cell("again")
    }
    let (items, _) = try all(mixed)
    #expect(items.compactMap { $0.as(Photo.self) } == photos)
    #expect(items.compactMap { $0.as(String.self) } == ["end", "again"])
    #expect(items[4].as(Int.self) == 0 && items[4].as(AnyItem.self) == nil)
    let headed: LazyVGrid<Int> = LazyVGrid(columns: [GridItem()]) {
      Section {
      } header: {
        Cell("empty", length: 20)
      }
      Section {
      } footer: {
        Cell("empty", length: 20)
      }
      ForEach(0..<2) { Cell($0) }
      Section {
      } header: {
        Cell("empty", length: 20)
      }
    }
    #expect(try all(headed).items == [0, 1])
    #expect(try headed.frames(in: Size(width: 10, height: 1)).supplementary.map(\.frame.minY) == [0, 28, 160])
  }

  @Test("has sections in each of their forms")
  func sections() throws {
    let grid: LazyVGrid<Int> = LazyVGrid(columns: Self.two, spacing: 1) {
      Cell(0, length: 10)
      Section {
        ForEach(1..<4, length: 10) { Cell($0) }
      } header: {
        Cell("a", length: 5)
      } footer: {
        Cell(1.5, length: 3)
      }
      Section {
        Cell(4, length: 10)
      } header: {
        Cell("b", length: 5)
      }
      Section {
        Cell(5, length: 10)
      } footer: {
        Cell("c", length: 3)
      }
      Section { Cell(6, length: 10) }
      Section("title") { Cell(7, length: 10) }
      Section("title", length: 6) { Cell(8, length: 10) }
      Section(header: Cell("d", length: 5), footer: Cell("e", length: 3)) { Cell(9, length: 10) }
      Section(header: Cell("d", length: 5)) { Cell(10, length: 10) }
      Section(footer: Cell("e", length: 3)) { Cell(11, length: 10) }
    }
    let (items, frames) = try all(grid)
    #expect(items == Array(0..<12))
    #expect(frames.map(\.minY) == [0, 17, 17, 28, 49, 60, 75, 131, 149, 166, 187, 198])
    #expect(frames.map(\.minX) == [0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let lines = try grid.frames(in: Size(width: 100, height: 1)).supplementary
    #expect(
      lines.map { "\($0.kind) \($0.section) \($0.item.base) \($0.items)" } == [
        "header 0 a 1..<4", "footer 0 1.5 1..<4", "header 1 b 4..<5", "footer 2 c 5..<6", "header 4 title 7..<8",
        "header 5 title 8..<9", "header 6 d 9..<10", "footer 6 e 9..<10", "header 7 d 10..<11", "footer 8 e 11..<12",
      ])
    #expect(lines.map(\.frame.minY) == [11, 39, 43, 71, 86, 142, 160, 177, 181, 209])
    #expect(lines.map(\.frame.height) == [5, 3, 5, 3, 44, 6, 5, 3, 5, 3])
    // Sections of a loop, and a section in a section.
    let looped: LazyVGrid<Int> = LazyVGrid(columns: Self.two) {
      ForEach(0..<3) { section in
        Section("\(section)") { ForEach(0..<section, length: 10) { Cell(section * 10 + $0) } }
      }
    }
    #expect(try all(looped).items == [10, 20, 21])
    let nested = LazyVGrid(columns: Self.two) { Section { Section { Cell(1) } } }
    #expect(throws: LayoutError("a section in a section is not laid out")) {
      try nested.frames(in: Size(width: 1, height: 1))
    }
  }

  @Test("with an aspect ratio has lines as long as their longest cell, in all small worlds")
  func aspectRatio() throws {
    for tracks in [[30.0], [20, 20], [20, 50], [50, 20], [10, 30, 20]] {
      let items = tracks.map { GridItem(.fixed($0), spacing: 0) }
      for before in 0...3 {
        for count in 0...7 {
          let grid = LazyVGrid(columns: items, spacing: 0) {
            ForEach(0..<before, length: 1) { Cell($0) }
            ForEach(0..<count, length: .aspectRatio(0.5)) { Cell($0) }
            Section {
              ForEach(0..<count) { Cell($0).aspectRatio(0.5) }
            } header: {
              Cell("").aspectRatio(10)
            }
          }
          let lengths =
            Array(repeating: 1.0, count: before) + (0..<count).map { tracks[(before + $0) % tracks.count] * 2 }
          let own = (0..<count).map { tracks[$0 % tracks.count] * 2 }
          var heights: [Double] = []
          for part in [lengths, own] {
            for line in stride(from: 0, to: part.count, by: tracks.count) {
              let cells = part[line..<min(line + tracks.count, part.count)]
              heights += Array(repeating: cells.max()!, count: cells.count)
            }
          }
          let width = tracks.reduce(0, +)
          let frames = try grid.frames(in: Size(width: width, height: 1))
          #expect(frames.cells.map(\.height) == heights)
          #expect(frames.supplementary.map(\.frame.height) == [width / 10])
        }
      }
    }
    let turned = LazyHGrid(rows: [GridItem(.fixed(40))]) { ForEach(0..<2, length: .aspectRatio(1.5)) { Cell($0) } }
    #expect(try turned.frames(in: Size(width: 1, height: 40)).cells.map(\.minX) == [0, 68])
  }

  @Test("in memory is made for the window alone where its length is declared")
  func lazy() throws {
    let made = Mutex(0)
    let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) {
      ForEach(0..<1_000_000_000_000, length: 220) { number in
        let _ = made.withLock { $0 += 1 }
        Cell(number)
      }
    }
    var scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.73))
    scroll.keep = [7, CellKey(999_999_999_999), -1, "text"]
    let window = try grid.window(for: scroll)
    #expect(window.cells.map(\.item) == window.cells.map(\.index))
    #expect(window.cells.map(\.index).first == 7 && window.cells.map(\.index).last == 999_999_999_999)
    #expect(made.withLock { $0 } == window.cells.count)
    #expect(window.count == Count(value: 1_000_000_000_000, kind: .exact) && window.certainty == .exact)
    scroll.scroll(to: .key(500_000_000_000), alignment: .center)
    #expect(try grid.window(for: scroll).visible.contains(500_000_000_000))
    scroll.scroll(to: .key(1_000_000_000_000))
    #expect(throws: StoreError.self) { try grid.window(for: scroll) }
  }

  @Test("is found by any id, and told apart by order where ids are there twice")
  func ids() throws {
    let doubled = photos + photos
    let grid = LazyVGrid(columns: [GridItem()]) { ForEach(doubled, length: 10) { Cell($0) } }
    var view = ScrollView(viewport: Size(width: 10, height: 20)) { grid }
    view.scrollTo(Photo.ID(number: 3), anchor: .top)
    #expect(try view.window().visible == 2..<4)
    let first = try grid.window(for: ScrollState(viewport: Size(width: 10, height: 200)))
    let second = try grid.window(for: ScrollState(viewport: Size(width: 10, height: 200)), after: first)
    #expect(Set(second.cells.map(\.slot)).count == 6)
    #expect(GridTransition(from: first, to: second).isEmpty)
    #expect(CellKey(Photo.ID(number: 1)) != CellKey(1) && CellKey(UInt8(1)) == 1 && CellKey("a") == "a")
    #expect(CellKey(UInt64.max).values == nil && CellKey(CellKey(1)) == 1 && "\(CellKey(1))" == "1")
  }

  @Test("with lengths that are not all known is an estimate until they are")
  func estimate() throws {
    func grid(_ known: Int) -> LazyVGrid<Int> {
      LazyVGrid(columns: [GridItem()], spacing: 0) {
        ForEach(0..<4, length: .lengths(Array([10, 20, 30, 40].prefix(known)), estimate: 25)) { Cell($0) }
      }
    }
    let scroll = ScrollState(viewport: Size(width: 10, height: 15))
    #expect(try (0...4).map { try grid($0).window(for: scroll).contentSize.height } == [100, 85, 80, 85, 100])
    #expect(
      try (0...4).map { try grid($0).window(for: scroll).certainty == .exact } == [false, false, false, false, true])
  }

  @Test("that cannot be is an error of windows, and replaced where all is laid out")
  func wild() throws {
    let size = Size(width: 10, height: 10)
    for length in [0, -1, Double.nan, .infinity] {
      for grid in [
        LazyVGrid(columns: [GridItem()]) { ForEach(0..<2, length: length) { Cell($0) } },
        LazyVGrid(columns: [GridItem()]) { ForEach(0..<2, length: .aspectRatio(length)) { Cell($0) } },
        LazyVGrid(columns: [GridItem()]) { ForEach(0..<2, length: .lengths([], estimate: length)) { Cell($0) } },
      ] {
        #expect(throws: LayoutError.self) { try grid.window(for: ScrollState(viewport: size)) }
        let frames = try grid.frames(in: size)
        #expect(frames.cells.count == 2)
        #expect(frames.cells.allSatisfy { $0.height >= 0 && $0.height.isFinite && $0.minY.isFinite })
      }
    }
    let negative = LazyVGrid(columns: [GridItem()]) { Cell(1, length: -5) }
    #expect(throws: LayoutError.self) { try negative.window(for: ScrollState(viewport: size)) }
    for width in [0, -1, Double.nan, .infinity] {
      let frames = try negative.frames(in: Size(width: width, height: 1))
      #expect(frames.cells.isEmpty && !frames.grid.tracks.diagnostics.isEmpty)
    }
    #expect(throws: LayoutError.self) {
      try LazyVGrid(columns: [GridItem()]) { ForEach(0..<20_000_000, length: 1) { Cell($0) } }.frames(in: size)
    }
  }
}
