import Foundation
import GridStore
import Testing

/// The lengths of a column in the order of a list, by every way of reading them.
@Suite struct Lengths {
  private func oracle(_ plan: ListPlan, _ column: String, _ database: TestDatabase) throws -> [Value] {
    let statement = try database.connection.prepare(
      "SELECT \(quoted(column)) FROM t" + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)")
        + " ORDER BY \(plan.orderSQL)")
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    var values: [Value] = []
    while try statement.step() { values.append(statement.value(0)) }
    return values
  }

  private func length(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number) where number.isFinite: number
    default: nil
    }
  }

  @Test(
    "are those of the items, in every order under every filter", arguments: SmallWorlds.tables.map(\.name),
    [RankMode.auto, .scan])
  func everyLength(name: String, mode: RankMode) throws {
    let (_, sql, key) = SmallWorlds.tables.first { $0.name == name }!
    let isView = name == "view"
    // Infinite is no length, and a tenth is no Float.
    let content =
      SmallWorlds.content
      + (isView || name == "without rowid" || name == "integer key"
        ? "" : "INSERT INTO t (a, b, c, d) VALUES (1e999, 'x', 0.1, 90);")
    let database = try TestDatabase(sql + (isView ? content.replacing("INTO t", with: "INTO u") : content))
    let catalog = try Catalog(database.path, rank: mode)
    let keyColumns = isView ? key : []
    let table = try catalog.table("t", keyColumns: keyColumns)
    for (i, orderText) in SmallWorlds.orders.enumerated() {
      for (j, filterTexts) in SmallWorlds.filters.enumerated() {
        let order = try Order(parsing: orderText)
        let filters = try filterTexts.map { try Filter(parsing: $0) }
        let plan = try ListPlan(
          ListRequest(table: "t", order: order, filters: filters, keyColumns: keyColumns), table: table,
          encoding: .utf8)
        let list = try catalog.rows(
          in: "t", columns: ["a"], order: order, where: filters, keyColumns: keyColumns)
        let column = ["a", "c", "d", "c"][(i + j) % 4]
        let expected = try oracle(plan, column, database).map(length)
        let found = try list.lengths(of: column)
        let context: Comment = "\(name) \(orderText) \(filterTexts) \(mode) \(column)"
        #expect(found.values == expected.map { $0 ?? 0 }, context)
        #expect(found.missing == expected.count { $0 == nil }, context)
        #expect(try found.generation == list.read { $0.generation })
      }
    }
  }

  /// Rows of a table by a second connection that go through a larger index.
  private func sample(_ rows: Int, rowid: String = "i", height: String = "20 + i % 300") -> String {
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, height, text TEXT);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
    SELECT \(rowid), i * 7919 % 10007, \(height), 'a text that makes the row longer than the entry of an index'
    FROM n;
    """
  }

  @Test(
    "join a table to an index over rowids near each other and far apart, of Floats and of doubles",
    arguments: ["i", "i * 1000003", "i - 20000", "i * 5 - 7"],
    ["20 + i % 300", "i * 0.1", "CASE i % 5000 WHEN 0 THEN NULL WHEN 1 THEN 'x' WHEN 2 THEN 16777217 ELSE i END"])
  func joined(rowid: String, height: String) throws {
    let database = try TestDatabase(
      sample(20000, rowid: rowid, height: height) + "CREATE INDEX tv ON t (v);")
    let catalog = try Catalog(database.path)
    for (order, filter) in [("v", ""), ("v.desc", "v=gt.500"), ("v", "v=lt.3000"), ("v.desc", "v=in.(1,5,70)")] {
      let filters = filter.isEmpty ? [] : [try Filter(parsing: filter)]
      let list = try catalog.rows(in: "t", order: try Order(parsing: order), where: filters)
      let plan = try ListPlan(
        ListRequest(table: "t", order: try Order(parsing: order), filters: filters), table: catalog.table("t"),
        encoding: .utf8)
      let expected = try oracle(plan, "height", database).map(length)
      let found = try list.lengths(of: "height")
      #expect(found.values == expected.map { $0 ?? 0 } && found.missing == expected.count { $0 == nil })
    }
  }

  @Test("come in pieces, in order and without gaps, after what is read of the table")
  func pieces() async throws {
    let database = try TestDatabase(sample(200_000) + "CREATE INDEX tv ON t (v);")
    for order in ["v", "", "text"] {
      let list = try Catalog(database.path).rows(in: "t", order: try Order(parsing: order))
      let told = Told()
      let found = try await list.lengths(of: "height") { told.append($0) }
      #expect(told.pieces.map(\.count).reduce(0, +) == 200_000 && told.pieces.count == 4)
      #expect(told.pieces.flatMap(\.self) == found.values && told.starts == [0, 65536, 131_072, 196_608])
      #expect(told.rows == (order == "v" ? [65536, 131_072, 196_608, 200_000] : []))
    }
  }

  @Test("need the table no more once an index has the order and then the column")
  func covering() throws {
    let database = try TestDatabase(sample(3000) + "CREATE INDEX tv ON t (v); CREATE INDEX tvh ON t (v, id, height);")
    let list = try Catalog(database.path).rows(in: "t", order: [.descending("v")])
    var rows = 0
    let found = try list.lengths(of: "height") { if case .reading(let read) = $0 { rows = read } }
    #expect(found.values.count == 3000 && rows == 0)
    let expected = try database.rows("SELECT height FROM t ORDER BY v DESC, id DESC").map { length($0[0])! }
    #expect(found.values == expected)
  }

  @Test("end when their task is cancelled, in every phase")
  func cancelled() async throws {
    let database = try TestDatabase(sample(300_000) + "CREATE INDEX tv ON t (v);")
    for (order, isReading) in [("v", true), ("v", false), ("text", false), ("", false)] {
      let list = try Catalog(database.path).rows(in: "t", order: try Order(parsing: order))
      let (stream, told) = AsyncStream.makeStream(of: Void.self)
      let isCancelled = DispatchSemaphore(value: 0)
      // The first news of the phase waits until the task is cancelled, so that it cannot have ended before.
      let task = Task {
        try await list.lengths(of: "height") { progress in
          if case .reading = progress { if !isReading { return } } else if isReading { return }
          told.yield()
          isCancelled.wait()
          isCancelled.signal()
        }.values.count
      }
      for await _ in stream.prefix(1) {}
      task.cancel()
      isCancelled.signal()
      await #expect(throws: CancellationError.self, "\(order) \(isReading)") { try await task.value }
    }
  }

  @Test("of a column that is not there name the nearest")
  func mistakes() throws {
    let database = try TestDatabase(sample(3))
    let list = try Catalog(database.path).rows(in: "t")
    let error = #expect(throws: StoreError.self) { try list.lengths(of: "hight") }
    #expect(error?.kind == .noSuchColumn && "\(error!)".contains("'height'"))
    #expect(try list.lengths(of: "text").missing == 3)
  }
}

private final class Told: @unchecked Sendable {
  private(set) var pieces: [[Double]] = []
  private(set) var starts: [Int] = []
  private(set) var rows: [Int] = []

  func append(_ progress: LengthProgress) {
    switch progress {
    case .reading(let read): rows.append(read)
    case .lengths(let start, let values):
      starts.append(start)
      pieces.append(values)
    }
  }
}
