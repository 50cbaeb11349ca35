import Foundation
import GridLayout
import GridStore
import LazyGrid
import Synchronization
import Testing

/// Lengths that cells say when they are built.
@Suite("Lengths of built cells") struct MeasuredLengthTests {
  /// Which items' cells were built, and how often one was.
  final class Built: Sendable {
    private let state = Mutex<(ids: Set<Int>, calls: Int)>(([], 0))
    func add(_ id: Int) {
      state.withLock { state in
        state.ids.insert(id)
        state.calls += 1
      }
    }
    var ids: Set<Int> { state.withLock { $0.ids } }
    var calls: Int { state.withLock { $0.calls } }
  }

  /// An item of a table whose id is one more than its index.
  struct Item: RowDecodable {
    let id: Int
    static let columns = ["id"]
    init(row: borrowing Row) throws(StoreError) { id = try row[0] }
  }

  static let spacing = 2.0
  let size = Size(width: 90, height: 100)

  private static func database(_ count: Int) throws -> HeightsDatabase {
    try HeightsDatabase(
      """
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      SELECT i, i, NULL, 'g' || (i * 5 / \(count + 1)) FROM n;
      CREATE INDEX tn ON t (name, id);
      """)
  }

  private func grid(
    _ list: ItemList<Item>, _ lengths: [Double], columns: Int, estimate: Double, _ built: Built
  ) -> LazyVGrid<Int> {
    LazyVGrid(columns: Array(repeating: GridItem(.fixed(20)), count: columns), spacing: Self.spacing) {
      ForEach(list, estimate: estimate) { item in
        built.add(item.id)
        return Cell(item.id, length: lengths[item.id - 1])
      }
    }
  }

  /// What is to be seen where only the lengths of built cells are known.
  private func reference(
    _ lengths: [Double], columns: Int, estimate: Double, _ built: Built
  ) -> LineGrid {
    let known = built.ids
    return LineGrid(
      axis: .vertical, items: Array(repeating: GridItem(.fixed(20)), count: columns),
      content: [.run(.lengths(lengths.indices.map { known.contains($0 + 1) ? lengths[$0] : estimate }))],
      crossLength: 90, spacing: Self.spacing)
  }

  private func check(_ window: GridWindow<Int>, _ reference: LineGrid, _ built: Built, _ context: Comment) {
    let near = 1e-9 * max(reference.contentLength, 1)
    #expect((window.contentSize.height - reference.contentLength).magnitude <= near, context)
    #expect(window.certainty == (built.ids.count == Int(reference.count) ? .exact : .estimate), context)
    #expect(window.isSettled, context)
    let lines = reference.lines(from: window.layout.offset, to: window.layout.offset + size.height)
    let items = reference.indexes(ofLines: lines)
    // The cells tile: all from the first to the last that the viewport meets, but those of lines without a length.
    let shown = items.filter { reference.length(ofLine: reference.line(of: $0)) > 0 }
    #expect(window.cells.map(\.index) == shown.map { Int($0) }, context)
    for cell in window.cells {
      let (frame, wanted) = (cell.frame(in: .content), reference.frame(of: Int64(cell.index)))
      #expect((frame.minY - wanted.minY).magnitude <= near && frame.size == wanted.size, context)
      #expect(built.ids.contains(cell.index + 1) && cell.item == cell.index + 1, context)
    }
  }

  @Test("are those that a window shows, in every small world", arguments: [1, 2], [3.0, 20, 300])
  func smallWorlds(columns: Int, estimate: Double) throws {
    let database = try Self.database(5)
    let catalog = try Catalog(database.path)
    var worlds: [[Double]] = [[]]
    var last: [[Double]] = [[]]
    for _ in 0..<5 {
      last = last.flatMap { list in [0.0, 10, 45.5].map { list + [$0] } }
      worlds += last
    }
    for (number, lengths) in worlds.enumerated() where lengths.count < 4 || number % 7 == 0 {
      let list = try catalog.list(of: Item.self, in: "t", where: [Filter(parsing: "id=lte.\(lengths.count)")])
      for target in [.start, .index(lengths.count / 2), .fraction(0.5), .offset(30), .offset(1e6), .end]
        as [ScrollTarget]
      {
        let built = Built()
        let grid = grid(list, lengths, columns: columns, estimate: estimate, built)
        let window = try grid.window(for: ScrollState(viewport: size, at: target))
        let reference = reference(lengths, columns: columns, estimate: estimate, built)
        check(window, reference, built, "\(lengths) \(target)")
        let last = max(reference.contentLength - size.height, 0)
        switch target {
        case .start: #expect(window.layout.offset == 0)
        case .end, .offset(1e6): #expect((window.layout.offset - last).magnitude < 1e-9)
        case .index(let index) where !lengths.isEmpty:
          let start = reference.start(ofLine: reference.line(of: Int64(index)))
          #expect((window.layout.offset - min(start, last)).magnitude < 1e-9)
        default: break
        }
        // The same again is the same to the last bit, and nothing more is built than what is shown.
        let calls = built.calls
        let again = try grid.window(for: window.scroll, after: window)
        #expect(again.scroll == window.scroll && again.layout == window.layout)
        #expect(built.calls - calls == again.cells.count)
      }
    }
  }

  @Test("move what is in sight by the distance that is scrolled, and by nothing else", arguments: 1...4)
  func sessions(seed: UInt64) throws {
    let count = 1500
    let database = try Self.database(count)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    var random = SeededNumbers(seed: seed)
    let lengths = (0..<count).map { _ in Double.random(in: 1..<90, using: &random) }
    let (columns, estimate) = ([1, 2, 3, 1][Int(seed) % 4], [40.0, 10, 200, 55][Int(seed) % 4])
    let built = Built()
    let grid = grid(list, lengths, columns: columns, estimate: estimate, built)
    var window = try grid.window(for: ScrollState(viewport: size, at: .fraction(0.5)))
    for step in 0..<400 {
      var scroll = window.scroll
      let context: Comment = "seed \(seed) step \(step)"
      switch Int.random(in: 0..<20, using: &random) {
      case 0: scroll.scroll(to: .fraction(Double.random(in: 0...1, using: &random)))
      case 1: scroll.scroll(to: .end)
      case 2: scroll.scroll(to: .start)
      case 3: scroll.scroll(to: .index(Int.random(in: 0..<count, using: &random)), alignment: .center)
      default:
        let distance = Double.random(in: -150...150, using: &random)
        scroll.scroll(by: distance)
        let moved = max(scroll.offset + distance, 0) - scroll.offset
        let first = try #require(window.cells.first)
        let next = try grid.window(for: scroll, after: window)
        let last = next.layout.grid.contentLength - size.height
        if next.layout.offset > 0, next.layout.offset < last {
          let now = next.layout.grid.frame(of: Int64(first.index)).minY - next.layout.offset
          #expect((first.frame(in: .viewport).minY - moved - now).magnitude < 1e-7, context)
        }
        window = next
        check(window, reference(lengths, columns: columns, estimate: estimate, built), built, context)
        continue
      }
      window = try grid.window(for: scroll, after: window)
      check(window, reference(lengths, columns: columns, estimate: estimate, built), built, context)
    }
  }

  @Test("do not drift over ten thousand steps, and are the same there and back to the last bit")
  func drift() throws {
    let count = 2000
    let database = try Self.database(count)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    var random = SeededNumbers(seed: 7)
    let lengths = (0..<count).map { _ in Double(Int.random(in: 4..<360, using: &random)) / 4 }
    let built = Built()
    let grid = grid(list, lengths, columns: 2, estimate: 37, built)
    let start = try grid.window(for: ScrollState(viewport: size, at: .fraction(0.5)))
    var window = start
    var gone = 0.0
    for _ in 0..<10_000 {
      // A walk that tends back to where it began.
      let distance = Double.random(in: -60...60, using: &random) - gone / 2000
      var scroll = window.scroll
      scroll.scroll(by: distance)
      window = try grid.window(for: scroll)
      gone += distance
    }
    var scroll = window.scroll
    scroll.scroll(by: -gone)
    window = try grid.window(for: scroll)
    #expect(built.ids.count > 100)
    for cell in start.cells {
      let same = try #require(window.cells.cell(at: cell.index))
      #expect((same.frame(in: .viewport).minY - cell.frame(in: .viewport).minY).magnitude < 1e-6)
    }
    // Quarters add up exactly, so a way there and back ends on the same bits.
    scroll.scroll(to: .index(1700))
    let before = try grid.window(for: scroll)
    window = before
    for distance in Array(repeating: 50.0, count: 10) + Array(repeating: -50, count: 10) {
      scroll = window.scroll
      scroll.scroll(by: distance)
      window = try grid.window(for: scroll)
    }
    #expect(window.layout.offset == before.layout.offset && window.anchor == before.anchor)
    #expect(window.cells.map(\.frame) == before.cells.map(\.frame))
  }

  @Test("become exact once every cell has been built")
  func exact() throws {
    let database = try Self.database(60)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    let lengths = (0..<60).map { Double($0 * 7 % 31 + 1) }
    let built = Built()
    let grid = grid(list, lengths, columns: 2, estimate: 20, built)
    var view = ScrollView(viewport: size) { grid }
    var window = try view.window()
    while window.layout.fraction < 1 {
      #expect(window.certainty == .estimate)
      let shown = window.visible
      view.scroll(by: 60)
      window = try view.window()
      #expect(window.visible.lowerBound <= shown.upperBound)
    }
    #expect(window.certainty == .exact && built.ids.count == 60)
    check(window, reference(lengths, columns: 2, estimate: 20, built), built, "all")
  }

  @Test("by aspect ratio follow the width, built once for all widths, and what is first in sight stays")
  func resize() throws {
    let count = 400
    let database = try Self.database(count)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    let built = Built()
    let grid = LazyVGrid(columns: [GridItem(), GridItem()], spacing: 0) {
      ForEach(list, estimate: 30) { item in
        built.add(item.id)
        return Cell(item.id).aspectRatio(Double(item.id % 5 + 1) / 2)
      }
    }
    var view = ScrollView(viewport: size) { grid }
    view.scroll(to: .index(200))
    var window = try view.window()
    view.scroll(by: 7)
    window = try view.window()
    let (first, bits) = (try #require(window.anchor), window.cells.map(\.frame))
    for width in [300.0, 45, 90] {
      view.state.viewport.width = width
      window = try view.window()
      let now = try #require(window.anchor)
      #expect(now.index == first.index && now.key == first.key && (now.delta - first.delta).magnitude < 1e-9)
      for cell in window.cells {
        let line = [cell.index / 2 * 2, cell.index / 2 * 2 + 1]
        let length = line.map { ((width - 8) / 2) / (Double(($0 + 1) % 5 + 1) / 2) }.max()!
        #expect((window.layout.grid.length(ofLine: Int64(cell.line)) - length).magnitude < 1e-9)
      }
    }
    #expect(window.cells.map(\.frame) == bits)
    let calls = built.calls
    window = try view.window()
    #expect(built.calls - calls == window.cells.count)
  }

  @Test("keep their place over a commit, known again by their keys as estimates")
  func commit() throws {
    let count = 200
    let database = try Self.database(count)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    let lengths = (0..<count + 100).map { Double($0 * 13 % 37 + 8) }
    let grid = LazyVGrid(columns: [GridItem(.fixed(20))], spacing: 0) {
      ForEach(list, estimate: 100) { Cell($0.id, length: lengths[$0.id + 99]) }
    }
    var view = ScrollView(viewport: size) { grid }
    view.scroll(to: .index(120))
    var window = try view.window()
    for _ in 0..<3 {
      view.scroll(by: 40)
      window = try view.window()
    }
    let first = try #require(window.cells.first)
    let known = window.contentSize.height
    try database.connection.execute("INSERT INTO t (id) VALUES (-5), (-6), (-7); DELETE FROM t WHERE id IN (20, 40)")
    let after = try view.window()
    let same = try #require(after.cells.first)
    #expect(same.key == first.key && same.index == first.index + 1 && after.generation != window.generation)
    #expect((same.frame(in: .viewport).minY - first.frame(in: .viewport).minY).magnitude < 1e-9)
    // Three that are new and two that were estimated: all others are what they were.
    #expect((after.contentSize.height - known - 100).magnitude < 1e-9 && after.certainty == .estimate)
  }

  @Test("in sections are measured as anywhere")
  func sections() throws {
    let count = 300
    let database = try Self.database(count)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    let lengths = (0..<count).map { Double($0 * 11 % 53 + 3) }
    let built = Built()
    let sections = list.sections(by: "name")
    let grid = LazyVGrid(columns: [GridItem(.fixed(20)), GridItem(.fixed(20))], spacing: 1) {
      ForEach(sections) { section in
        Section {
          ForEach(section.items, estimate: 25) { item in
            built.add(item.id)
            return Cell(item.id, length: lengths[item.id - 1])
          }
        } header: {
          Cell(section.value, length: 12)
        }
      }
    }
    let ranges = try sections.all().map(\.range.items)
    #expect(ranges.count > 3)
    var random = SeededNumbers(seed: 3)
    var view = ScrollView(viewport: size) { grid }
    for step in 0..<150 {
      if step % 15 == 0 { view.scroll(to: .fraction(Double.random(in: 0...1, using: &random))) }
      let window = try view.window()
      let known = built.ids
      let plain = LineGrid(
        axis: .vertical, items: grid.geometry.items,
        content: ranges.map { range in
          .section(
            GridSection(header: 12, runs: [.lengths(range.map { known.contains($0 + 1) ? lengths[$0] : 25 })]))
        }, crossLength: 90, spacing: 1)
      #expect((window.contentSize.height - plain.contentLength).magnitude < 1e-8, "step \(step)")
      for cell in window.cells {
        let (frame, wanted) = (cell.frame(in: .content), plain.frame(of: Int64(cell.index)))
        #expect((frame.minY - wanted.minY).magnitude < 1e-8 && frame.size == wanted.size, "step \(step)")
      }
      view.scroll(by: Double.random(in: -90...90, using: &random))
    }
  }

  @Test("of windows on several threads all count")
  func threads() throws {
    let count = 2000
    let database = try Self.database(count)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    let lengths = (0..<count).map { Double($0 * 29 % 71 + 2) }
    let built = Built()
    let grid = grid(list, lengths, columns: 2, estimate: 33, built)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var view = ScrollView(viewport: size) { grid }
      view.scroll(to: .index(thread * 230))
      for _ in 0..<30 {
        guard let window = try? view.window(), window.isSettled else {
          failures.withLock { $0 += 1 }
          return
        }
        view.scroll(by: 35)
      }
    }
    #expect(failures.withLock { $0 } == 0)
    let window = try grid.window(for: ScrollState(viewport: size, at: .index(1000)))
    check(window, reference(lengths, columns: 2, estimate: 33, built), built, "after all")
  }

  @Test("that would never fill a window end after some passes, and say so; what is no length is an error")
  func wild() throws {
    let database = try Self.database(50_000)
    let list = try Catalog(database.path).list(of: Item.self, in: "t")
    let scroll = ScrollState(viewport: size)
    let empty = LazyVGrid(columns: [GridItem()], spacing: 0) { ForEach(list, estimate: 50) { Cell($0.id, length: 0) } }
    let window = try empty.window(for: scroll)
    #expect(!window.isSettled && window.certainty == .estimate && window.cells.count < 50_000)
    for length in [-1, .nan, .infinity] {
      let wrong = LazyVGrid(columns: [GridItem()]) { ForEach(list, estimate: 50) { Cell($0.id, length: length) } }
      #expect(throws: LayoutError.self) { try wrong.window(for: scroll) }
    }
    for ratio in [0, -1, .nan, .infinity] {
      let wrong = LazyVGrid(columns: [GridItem()]) { ForEach(list, estimate: 50) { Cell($0.id).aspectRatio(ratio) } }
      #expect(throws: LayoutError.self) { try wrong.window(for: scroll) }
    }
    for estimate in [0, -1, .nan, .infinity] {
      let wrong = LazyVGrid(columns: [GridItem()]) { ForEach(list, estimate: estimate) { Cell($0.id) } }
      #expect(throws: LayoutError.self) { try wrong.window(for: scroll) }
    }
    let none = LazyVGrid(columns: []) { ForEach(list, estimate: 50) { Cell($0.id) } }
    #expect(throws: LayoutError.self) { try none.window(for: scroll) }
  }
}
