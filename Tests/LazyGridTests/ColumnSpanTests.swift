import Foundation
import GridLayout
import GridStore
import LazyGrid
import Testing

/// Spans and starts that columns of a list say, in a grid of tracks.
@Suite("Spans of columns", .serialized) struct ColumnSpanTests {
  private static let table = "ALTER TABLE t ADD COLUMN w; ALTER TABLE t ADD COLUMN h; ALTER TABLE t ADD COLUMN c;"
  private static let columns = SpanColumns(columnSpan: "w", rowSpan: "h", columnStart: "c")

  private func grid(
    _ list: ItemList<ItemValues>, _ flow: GridFlow = .rows, _ packing: GridPacking = .sparse
  ) -> Grid<ItemValues> {
    Grid(
      list, length: 20, span: .columns("w", "h"), start: .columns("c", nil), tracks: [.fr(1), .pt(30), .fr(2)],
      contentMode: .scroll, flow: flow, packing: packing, spacing: 3)
  }

  /// What rows say: w, h, c.
  private static let values = ["1, 1, NULL", "2, 2, NULL", "NULL, 3, NULL", "1, NULL, 1", "3, 1, 2", "'x', 0, -1"]

  private static func fill(_ world: [String]) -> String {
    let rows = world.enumerated().map { "(\($0 * 3 + 1), \($0 * 5 % 7), \($1))" }.joined(separator: ", ")
    return "DELETE FROM t;" + (rows.isEmpty ? "" : "INSERT INTO t (id, v, w, h, c) VALUES \(rows);")
  }

  private func declared(_ database: HeightsDatabase, by order: String) throws -> [DeclaredItem] {
    let statement = try database.connection.prepare("SELECT w, h, c FROM t ORDER BY \(order)")
    var items: [DeclaredItem] = []
    var index: Int64 = 0
    while try statement.step() {
      func number(_ column: Int, _ least: Int64) -> Int64? {
        if case .integer(let number) = statement.value(column), number >= least { number } else { nil }
      }
      let start = number(2, 0).map { GridStart(column: $0, row: nil) }
      items.append(
        DeclaredItem(index: index, span: GridSpan(column: number(0, 1) ?? 1, row: number(1, 1) ?? 1), start: start))
      index += 1
    }
    return items
  }

  /// Compares all that windows show with a placement of everything at once.
  private func check(
    _ grid: Grid<ItemValues>, _ packing: GridPacking, _ declared: [DeclaredItem], _ count: Int,
    _ certainty: Certainty, _ context: Comment
  ) throws {
    var placement = TrackPlacement(
      count: Int64(count), tracks: 3, flow: grid.axis == .vertical ? .rows : .columns,
      packing: packing, declared: declared)
    for target in [ScrollTarget.start, .fraction(0.5), .end] {
      let window = try grid.window(for: ScrollState(viewport: Size(width: 130, height: 60), at: target))
      #expect(window.certainty == certainty, context)
      for cell in window.cells { #expect(cell.area == placement.cell(of: Int64(cell.index)), context) }
      let length = grid.axis == .vertical ? window.contentSize.height : window.contentSize.width
      #expect((length - max(Double(placement.lineCount) * 23 - 3, 0)).magnitude < 1e-9, context)
    }
  }

  @Test(
    "are taken in at every border of slices, and exact once through",
    arguments: [
      ("id", "", 1), ("v, id", "CREATE INDEX tv ON t (v)", 2),
      ("v, id", "CREATE INDEX tall ON t (v, id, w, h, c)", 1),
    ])
  func everyBorder(order: String, index: String, phases: Int) throws {
    let database = try HeightsDatabase(Self.table + index)
    let list = try Catalog(database.path).rows(in: "t", order: Order(parsing: order == "id" ? "" : "v"))
    var random = SeededNumbers(seed: 6)
    var worlds: [[String]] = [[]] + Self.values.map { [$0] }
    for i in 0..<24 { worlds.append((0..<2 + i % 7).map { _ in Self.values.randomElement(using: &random)! }) }
    for (number, world) in worlds.enumerated() {
      try database.connection.execute(Self.fill(world))
      let all = try declared(database, by: order)
      let gate = SliceGate()
      let progressive = try list.progressiveSpans(from: Self.columns, rowsPerSlice: 1, pause: gate.pause)
      let flow = number % 2 == 0 ? GridFlow.rows : .columns
      let packing = number % 3 == 0 ? GridPacking.dense : .sparse
      let grid = grid(list, flow, packing)
      _ = try grid.window(for: ScrollState(viewport: Size(width: 130, height: 60)))
      for slice in 1..<world.count * phases + 1 where !world.isEmpty {
        gate.waitForPause()
        let known = max(0, slice - world.count * (phases - 1))
        try check(
          grid, packing, Array(all.prefix(known)), world.count, .estimate, "\(packing) \(world) \(slice)")
        #expect(try grid.columnProgress() == ColumnsKnown(known: known, count: world.count))
        gate.goOn()
      }
      progressive.finish()
      try check(grid, packing, all, world.count, .exact, "\(packing) \(world) through")
      #expect(try grid.columnProgress() == ColumnsKnown(known: world.count, count: world.count))
      let wrong = world.count { $0.hasPrefix("'x'") } * 3
      let window = try grid.window(for: ScrollState(viewport: Size(width: 130, height: 60)))
      let said = window.diagnostics.compactMap { if case .valuesNotPlaces(let count) = $0.kind { count } else { nil } }
      #expect(said == (wrong > 0 ? [wrong] : []))
    }
  }

  @Test("leave what is first in sight where it is on screen while they come in")
  func place() throws {
    let database = try HeightsDatabase(
      Self.table
        + """
        INSERT INTO t (id, v, w, h) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        SELECT i, i, iif(i % 11 = 0, 2, 1), iif(i % 11 = 0, 2, 1) FROM n;
        """)
    let list = try Catalog(database.path).rows(in: "t")
    let gate = SliceGate()
    let progressive = try list.progressiveSpans(from: Self.columns, rowsPerSlice: 100, pause: gate.pause)
    let grid = grid(list)
    var window = try grid.window(for: ScrollState(viewport: Size(width: 130, height: 160), at: .index(1500)))
    #expect(window.certainty == .estimate)
    var lines: Set<Int64> = []
    for slice in 1...31 {
      if slice <= 30 { gate.waitForPause() } else { progressive.finish() }
      let first = try #require(window.anchor)
      let next = try grid.window(for: window.scroll, after: window)
      let (old, new) = (
        window.cells.first { $0.key == first.key }, next.cells.first { $0.key == first.key }
      )
      let move = try #require(new).rect(in: .viewport).minY - #require(old).rect(in: .viewport).minY
      #expect(move.magnitude < 1e-6, "\(slice)")
      lines.insert(next.visibleLines.lowerBound)
      window = next
      if slice <= 30 { gate.goOn() }
    }
    #expect(window.certainty == .exact && lines.count > 5, "\(lines)")
  }

  @Test("begin anew after a commit, and what was known serves as an estimate")
  func commits() async throws {
    let rows = (1...20).map { "(\($0), \($0), 1, 1)" }.joined(separator: ", ")
    let database = try HeightsDatabase(Self.table + "INSERT INTO t (id, v, w, h) VALUES \(rows);")
    let list = try Catalog(database.path).rows(in: "t")
    let grid = grid(list)
    try await grid.waitForColumns()
    let viewport = ScrollState(viewport: Size(width: 130, height: 60))
    let first = try await grid.window(for: viewport)
    #expect(first.certainty == .exact && first.cells[0].area.columnSpan == 1)
    try database.connection.execute("UPDATE t SET w = 3 WHERE id = 1")
    let second = try await grid.window(for: viewport)
    #expect(second.generation != first.generation)
    try await grid.waitForColumns()
    let third = try await grid.window(for: viewport)
    #expect(third.certainty == .exact && third.cells[0].area.columnSpan == 3)
    try check(grid, .sparse, try declared(database, by: "id"), 20, .exact, "after")
  }

  @Test("go behind what is declared, count before what cells say, and are of lists alone")
  func said() throws {
    let rows = (1...20).map { "(\($0), \($0), \($0 == 2 ? 2 : 1), 1)" }.joined(separator: ", ")
    let database = try HeightsDatabase(Self.table + "INSERT INTO t (id, v, w, h) VALUES \(rows);")
    let list = try Catalog(database.path).rows(in: "t")
    let viewport = ScrollState(viewport: Size(width: 130, height: 160))
    let both = Grid(
      list, length: 20, span: .columns("w", "h"), declared: [DeclaredItem(index: 1, span: [3, 1])], tracks: 3)
    try both.waitForColumns()
    #expect(try both.window(for: viewport).cells[1].area.columnSpan == 3)
    let cells = Grid(list, length: 20, span: .columns("w", "h"), tracks: 3) { Cell($0.values[0]).gridSpan(column: 2) }
    try cells.waitForColumns()
    let window = try cells.window(for: viewport)
    #expect(window.cells.map(\.area.columnSpan) == (0..<20).map { $0 == 1 ? 2 : 1 })
    #expect(window.diagnostics.count { $0.kind == .undeclaredPlace } == 19)
    let content = Grid(tracks: 3) {
      ForEach(list, length: 20).gridDeclared(span: .columns("w", nil))
      ForEach(list, length: 20).gridDeclared(span: .columns("w", "h"), start: .columns("c", nil))
    }
    try content.waitForColumns()
    let joined = try content.window(for: viewport)
    #expect(joined.cells.count == 40 && joined.cells[21].area.columnSpan == 2 && joined.cells[1].area.columnSpan == 2)
    #expect(throws: LayoutError.self) {
      try Grid(tracks: 3) { ForEach(0..<5) { Cell($0) }.gridDeclared(span: .columns("w", "h")) }.window(for: viewport)
    }
    #expect(throws: StoreError.self) {
      try Grid(list, length: 20, span: .columns("wide", "h"), tracks: 3).window(for: viewport)
    }
    #expect(throws: StoreError.self) {
      try Grid(list, length: 20, start: .columns("row", nil), tracks: 3).waitForColumns()
    }
  }
}
