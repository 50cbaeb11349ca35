import Foundation
import GridLayout
import GridStore
import LazyGrid
import Testing

/// A database of a test with a table of heights, in a folder of its own that goes with it.
final class HeightsDatabase {
  let folder: URL
  var path: String { folder.appending(path: "heights.db").path }
  let connection: Connection

  init(_ sql: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lazygrid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    connection = try Connection(folder.appending(path: "heights.db").path, .create)
    try connection.execute(
      "PRAGMA synchronous = OFF; CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, height, name TEXT);" + sql)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The lengths in an order, as plain SQL has them: 0 for what is none.
  func lengths(by order: String) throws -> [Double] {
    let statement = try connection.prepare(
      "SELECT iif(typeof(height) IN ('integer', 'real'), height, 0) FROM t ORDER BY \(order)")
    var lengths: [Double] = []
    while try statement.step() {
      switch statement.value(0) {
      case .real(let length): lengths.append(length)
      case .integer(let length): lengths.append(Double(length))
      default: lengths.append(.nan)
      }
    }
    return lengths
  }
}

/// Random numbers that a seed repeats (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Holds a pass between two slices until it may go on.
final class SliceGate: Sendable {
  private let paused = DispatchSemaphore(value: 0)
  private let next = DispatchSemaphore(value: 0)

  @Sendable func pause() {
    paused.signal()
    next.wait()
  }
  func waitForPause() { paused.wait() }
  func isPaused(within seconds: Double) -> Bool { paused.wait(timeout: .now() + seconds) == .success }
  func goOn() { next.signal() }
}

/// Lengths that a column of a list has, while they come in.
@Suite("Lengths of a column by name", .serialized) struct ColumnLengthTests {
  static let columns = [GridItem(.fixed(40)), GridItem(.fixed(40))]
  let size = Size(width: 100, height: 70)

  private func grid(_ list: ItemList<ItemValues>, estimate: Double? = 25) -> LazyVGrid<ItemValues> {
    LazyVGrid(columns: Self.columns, spacing: 3) { ForEach(list, length: .column("height", estimate: estimate)) }
  }

  private func plain(_ known: [Double], _ count: Int, estimate: Double = 25) -> LineGrid {
    let head = Array(known.prefix(count))
    let rest = Array(repeating: estimate, count: count - head.count)
    return LineGrid(
      axis: .vertical, items: Self.columns, content: [.run(.lengths(head + rest))], crossLength: 100, spacing: 3)
  }

  private func check(
    _ grid: LazyVGrid<ItemValues>, _ reference: LineGrid, _ certainty: Certainty, _ context: Comment,
    at targets: [ScrollTarget] = [.start, .fraction(0.5), .end]
  ) throws {
    for target in targets {
      let window = try grid.window(for: ScrollState(viewport: size, at: target))
      #expect(window.certainty == certainty, context)
      #expect(window.contentSize == reference.contentSize, context)
      for cell in window.cells {
        #expect(cell.frame(in: .content) == reference.frame(of: Int64(cell.index)), context)
      }
    }
  }

  private static let values = ["10", "20.5", "70", "NULL", "'text'"]

  /// All lists of up to three values, and some of four to six.
  private static func worlds() -> [[String]] {
    var worlds: [[String]] = [[]]
    var last: [[String]] = [[]]
    for _ in 0..<3 {
      last = last.flatMap { list in values.map { list + [$0] } }
      worlds += last
    }
    var random = SeededNumbers(seed: 4)
    for i in 0..<30 { worlds.append((0..<4 + i % 3).map { _ in values.randomElement(using: &random)! }) }
    return worlds
  }

  private static func fill(_ world: [String]) -> String {
    let rows = world.enumerated().map { "(\($0 * 3 + 1), \($0 * 5 % 7), \($1))" }.joined(separator: ", ")
    return "DELETE FROM t;" + (rows.isEmpty ? "" : "INSERT INTO t (id, v, height) VALUES \(rows);")
  }

  @Test(
    "are taken in at every border of slices, and exact once through",
    arguments: [
      ("id", "", 1), ("v, id", "CREATE INDEX tv ON t (v)", 2), ("v, id", "CREATE INDEX tvh ON t (v, id, height)", 1),
    ])
  func everyBorder(order: String, index: String, phases: Int) throws {
    let database = try HeightsDatabase(index)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: Order(parsing: order == "id" ? "" : "v"))
    for world in Self.worlds() {
      try database.connection.execute(Self.fill(world))
      let lengths = try database.lengths(by: order)
      let gate = SliceGate()
      let progressive = try list.progressiveLengths(of: "height", rowsPerSlice: 1, pause: gate.pause)
      let grid = grid(list)
      // The second window may see the first slice already.
      try check(grid, plain([], world.count), world.isEmpty ? .exact : .estimate, "\(world) first", at: [.start])
      for slice in 1..<max(world.count * phases, 0) + 1 where !world.isEmpty {
        gate.waitForPause()
        let known = max(0, slice - world.count * (phases - 1))
        let target = [ScrollTarget.start, .fraction(0.5), .end][slice % 3]
        try check(
          grid, plain(Array(lengths.prefix(known)), world.count), .estimate, "\(world) \(slice)", at: [target])
        #expect(try grid.lengthProgress() == LengthsKnown(known: known, count: world.count))
        gate.goOn()
      }
      progressive.finish()
      try check(grid, plain(lengths, world.count), .exact, "\(world) through")
    }
  }

  @Test("begin anew after a commit, which no slice holds up, and what was known serves as estimates")
  func commits() throws {
    let index = "CREATE INDEX tvh ON t (v, id, height);"
    let rows = "INSERT INTO t (id, v, height) VALUES (1, 1, 10), (2, 2, 20), (3, 3, 30), (4, 4, 40), (5, 5, 50)"
    for commit in [
      "INSERT INTO t (id, v, height) VALUES (9, 0, 90)", "DELETE FROM t WHERE id < 3",
      "UPDATE t SET height = height + 1",
      "DELETE FROM t",
    ] {
      for border in 1...5 {
        let database = try HeightsDatabase(index + rows)
        let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: "v"))
        let before = try database.lengths(by: "v")
        let gate = SliceGate()
        let progressive = try list.progressiveLengths(of: "height", rowsPerSlice: 1, pause: gate.pause)
        let grid = grid(list)
        _ = try grid.window(for: ScrollState(viewport: size))
        for slice in 1...border {
          gate.waitForPause()
          if slice < border { gate.goOn() }
        }
        try database.connection.execute(commit)
        let after = try database.lengths(by: "v")
        let context: Comment = "\(commit) \(border)"
        // Nothing is left to be known of no items.
        let certainty = after.isEmpty ? Certainty.exact : .estimate
        try check(grid, plain(Array(before.prefix(border)), after.count), certainty, context)
        gate.goOn()
        for slice in 1..<after.count + 1 where !after.isEmpty {
          gate.waitForPause()
          let estimates = border > slice ? Array(before[slice..<border]) : []
          try check(grid, plain(Array(after.prefix(slice)) + estimates, after.count), .estimate, context)
          gate.goOn()
        }
        progressive.finish()
        try check(grid, plain(after, after.count), .exact, context)
        // Nobody reads at present; the next window notices.
        try database.connection.execute("INSERT INTO t (id, v, height) VALUES (100, 100, 33)")
        try check(grid, plain(after, after.count + 1), .estimate, context, at: [.start])
        for _ in 0...after.count {
          gate.waitForPause()
          gate.goOn()
        }
        try grid.waitForLengths()
        try check(grid, plain(after + [33], after.count + 1), .exact, context)
      }
    }
  }

  private static let many = """
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    SELECT i, i * 7919 % 10007, 5 + i * 37 % 113, 'g' || (i % 7) FROM n;
    CREATE INDEX tvh ON t (v, id, height); CREATE INDEX tn ON t (name, id);
    """

  @Test("leave what is first in sight where it is on screen while they come in", arguments: 1...6)
  func anchor(seed: UInt64) throws {
    let database = try HeightsDatabase(Self.many)
    let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: "v"))
    let lengths = try database.lengths(by: "v, id")
    let gate = SliceGate()
    let progressive = try list.progressiveLengths(of: "height", rowsPerSlice: 100, pause: gate.pause)
    let grid = grid(list, estimate: nil)
    var random = SeededNumbers(seed: seed)
    var scroll = ScrollState(viewport: size, at: .fraction(Double.random(in: 0.2..<0.8, using: &random)))
    var window = try grid.window(for: scroll)
    for slice in 1...31 {
      if slice <= 30 { gate.waitForPause() } else { progressive.finish() }
      let first = try #require(window.cells.first)
      let place = first.frame(in: .viewport).minY
      scroll = window.scroll
      let distance = Double(Int.random(in: -60...60, using: &random))
      let isMoved = slice % 2 == 0
      if isMoved { scroll.scroll(by: distance) }
      let next = try grid.window(for: scroll, after: window)
      let frame = next.layout.frame(of: first.index).offset(by: Point(x: 0, y: -next.layout.delta))
      #expect((frame.minY - place + (isMoved ? distance : 0)).magnitude < 1e-6, "slice \(slice)")
      #expect(next.certainty == (slice <= 30 ? .estimate : .exact))
      window = next
      if slice <= 30 { gate.goOn() }
    }
    #expect(window.contentSize == plain(lengths, 3000).contentSize && window.isSettled)
    // Nothing moves any more, to the last bit.
    #expect(try grid.window(for: window.scroll).scroll == window.scroll)
  }

  @Test("serve all sections of a list out of one pass")
  func sections() async throws {
    let database = try HeightsDatabase(Self.many)
    let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: "v"))
    let grid = LazyVGrid(columns: Self.columns, spacing: 3) {
      ForEach(list.sections(by: "name")) { section in
        Section {
          ForEach(section.items, length: .column("height"))
        } header: {
          Cell(section.value, length: 9)
        }
      }
    }
    try await grid.waitForLengths()
    let lengths = try database.lengths(by: "name, v, id")
    let all = try await list.sections(by: "name").all()
    #expect(all.count == 7)
    #expect(try grid.lengthProgress() == LengthsKnown(known: 3000, count: 3000))
    let plain = LineGrid(
      axis: .vertical, items: Self.columns,
      content: all.map { .section(GridSection(header: 9, runs: [.lengths(Array(lengths[$0.range.items]))])) },
      crossLength: 100, spacing: 3)
    for fraction in [0, 0.3, 0.5, 0.9, 1] {
      let window = try await grid.window(for: ScrollState(viewport: size, at: .fraction(fraction)))
      #expect(window.certainty == .exact && window.contentSize == plain.contentSize)
      for cell in window.cells { #expect(cell.frame.size == plain.frame(of: Int64(cell.index)).size) }
    }
  }

  @Test("are read no further once the grid is gone")
  func gone() throws {
    let database = try HeightsDatabase(Self.many)
    let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: "v"))
    let gate = SliceGate()
    weak var held: ProgressiveLengths?
    do {
      let grid = grid(list)
      do {
        let progressive = try list.progressiveLengths(of: "height", rowsPerSlice: 10, pause: gate.pause)
        held = progressive
        _ = try grid.window(for: ScrollState(viewport: size))
      }
      gate.waitForPause()
      #expect(held != nil)
      withExtendedLifetime(grid) {}
    }
    #expect(held == nil)
    gate.goOn()
    #expect(!gate.isPaused(within: 0.3))
  }

  @Test("wait for nobody who is cancelled")
  func cancelled() async throws {
    let database = try HeightsDatabase(Self.many)
    let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: "v"))
    let gate = SliceGate()
    let progressive = try list.progressiveLengths(of: "height", rowsPerSlice: 1000, pause: gate.pause)
    let grid = grid(list)
    let task = Task { try await grid.waitForLengths() }
    gate.waitForPause()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for _ in 0..<2 {
      gate.goOn()
      gate.waitForPause()
    }
    gate.goOn()
    try await grid.waitForLengths()
    let window = try await grid.window(for: ScrollState(viewport: size))
    #expect(window.certainty == .exact)
    withExtendedLifetime(progressive) {}
  }

  @Test("of no such column, or of no list, are errors of the window")
  func mistakes() throws {
    let database = try HeightsDatabase(Self.many)
    let list = try Catalog(database.path).rows(in: "t")
    let scroll = ScrollState(viewport: size)
    let wrong = LazyVGrid(columns: Self.columns) { ForEach(list, length: .column("hight")) }
    let error = #expect(throws: StoreError.self) { try wrong.window(for: scroll) }
    #expect(error?.kind == .noSuchColumn && error?.description.contains("'height'") == true)
    #expect(throws: StoreError.self) { try wrong.waitForLengths() }
    let memory = LazyVGrid(columns: Self.columns) { ForEach(0..<9, length: .column("height")) { Cell($0) } }
    #expect(throws: LayoutError.self) { try memory.window(for: scroll) }
    for estimate in [0, -1, .nan, .infinity] {
      #expect(throws: LayoutError.self) { try grid(list, estimate: estimate).window(for: scroll) }
    }
    // A negative length in the column is an error once it is known, as it is where lengths are given.
    try database.connection.execute("UPDATE t SET height = -4 WHERE id = 7")
    let negative = grid(list)
    try negative.waitForLengths()
    #expect(throws: LayoutError.self) { try negative.window(for: scroll) }
  }
}
