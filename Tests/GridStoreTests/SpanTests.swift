import Foundation
import GridStore
import Testing

/// The spans and starts that columns of a list say, by every way of reading them.
@Suite struct Spans {
  static let columns = SpanColumns(columnSpan: "w", rowSpan: "h", columnStart: "c", rowStart: "r")
  static let condition = "w <> 1 OR h <> 1 OR c IS NOT NULL OR r IS NOT NULL"

  /// What makes the store read them in another way.
  static let ways: [(name: String, sql: String)] = [
    ("the table", ""),
    ("the table and an index", "CREATE INDEX tv ON t (v)"),
    ("an index that has all", "CREATE INDEX tv ON t (v); CREATE INDEX tvall ON t (v, id, w, h, c, r)"),
    ("a partial index", "CREATE INDEX tv ON t (v); CREATE INDEX tp ON t (w, h, c, r) WHERE \(condition)"),
    (
      "a partial index alone",
      "CREATE INDEX tp ON t (v) WHERE (\"w\" != 1) or (h IS NOT 1) or c notnull or [r] is not null"
    ),
    ("plain ones apart", "CREATE INDEX tv ON t (v); CREATE INDEX ta ON t (w, h, c, r)"),
    (
      "plain ones apart, against the order",
      "CREATE INDEX tv ON t (v DESC); CREATE INDEX ta ON t (r DESC, w, c, h DESC)"
    ),
  ]

  static let tables = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, w INTEGER, h, c REAL, r NUMERIC);",
    "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, w, h TEXT, c, r INTEGER);",
    "CREATE TABLE t (id INTEGER, v INTEGER, w INTEGER, h INTEGER, c, r, PRIMARY KEY (id DESC)) WITHOUT ROWID;",
  ]

  /// What a row may say: w, h, c, r.
  static let rows = [
    "1, 1, NULL, NULL", "2, 2, NULL, NULL", "NULL, NULL, NULL, NULL", "1, 3, 0, NULL", "1, 1, NULL, 7", "0, -1, -2, 1",
    "'x', 2.5, 3.0, '4'", "2.0, '2', 1e999, x'31'", "300, 1, 9000, 5000000000", "1.0, 1, 2, 2",
    "9223372036854775807, 1e18, 1e300, 0", "1, '1', 8190, 4294967295",
  ]

  private static func worlds() -> [[String]] {
    var worlds: [[String]] = [[]]
    for first in rows {
      worlds.append([first])
      for second in rows { worlds.append([first, second]) }
    }
    var random = SeededNumbers(seed: 11)
    for i in 0..<40 { worlds.append((0..<3 + i % 25).map { _ in rows.randomElement(using: &random)! }) }
    return worlds
  }

  private func whole(_ value: Value, from least: Int64, _ missing: inout Int) -> Int64? {
    switch value {
    case .null: return nil
    case .integer(let number) where number >= least: return number
    case .real(let number) where Int64(exactly: number).map { $0 >= least } ?? false: return Int64(number)
    default:
      missing += 1
      return nil
    }
  }

  /// The same by plain SQL.
  private func expected(_ plan: ListPlan, _ database: TestDatabase) throws -> (spans: [ItemSpan], missing: Int) {
    let statement = try database.connection.prepare(
      "SELECT w, h, c, r FROM t" + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)")
        + " ORDER BY \(plan.orderSQL)")
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    var (spans, missing, index) = ([ItemSpan](), 0, 0)
    while try statement.step() {
      let span = ItemSpan(
        index: index, columnSpan: whole(statement.value(0), from: 1, &missing) ?? 1,
        rowSpan: whole(statement.value(1), from: 1, &missing) ?? 1,
        columnStart: whole(statement.value(2), from: 0, &missing),
        rowStart: whole(statement.value(3), from: 0, &missing))
      if span != ItemSpan(index: index) { spans.append(span) }
      index += 1
    }
    return (spans, missing)
  }

  private func check(_ catalog: Catalog, _ database: TestDatabase, _ order: String, _ filter: String, _ context: String)
    throws
  {
    let request = ListRequest(
      table: "t", order: try Order(parsing: order), filters: filter.isEmpty ? [] : [try Filter(parsing: filter)])
    let plan = try ListPlan(request, table: catalog.table("t"), encoding: .utf8)
    let (spans, missing) = try expected(plan, database)
    let list = try catalog.rows(in: "t", columns: ["id"], order: request.order, where: request.filters)
    var told: [ItemSpan] = []
    var before = 0
    let found = try list.spans(from: Self.columns) { progress in
      guard case .spans(let known, let more) = progress else { return }
      told += more
      before = known
    }
    let comment: Comment = "\(context) by '\(order)' where '\(filter)'"
    #expect(Array(found) == spans, comment)
    #expect(found.missing == missing, comment)
    #expect(told == spans, comment)
    #expect(try before == list.count.value, comment)
    #expect(try found.generation == list.read { $0.generation }, comment)
  }

  @Test(
    "are those of SQL in all tiny tables and in random ones, however they are read", arguments: tables,
    ways.map(\.name))
  func everyTinyTable(table: String, way: String) throws {
    let index = Self.ways.first { $0.name == way }!.sql
    let database = try TestDatabase("PRAGMA synchronous = OFF;" + table + index)
    let catalogs = [try Catalog(database.path), try Catalog(database.path, rank: .scan)]
    let orders = [("", ""), ("v", ""), ("v.desc", ""), ("v", "v=gt.1"), ("v.desc", "v=in.(0,2)"), ("h", "")]
    for (i, world) in Self.worlds().enumerated() {
      let rows = world.enumerated().map { "(\($0 * 3 + 1), \($0 * 5 % 4), \($1))" }.joined(separator: ", ")
      try database.connection.execute("DELETE FROM t;" + (rows.isEmpty ? "" : "INSERT INTO t VALUES \(rows);"))
      for (j, (order, filter)) in orders.enumerated() where world.count > 2 || (i + j) % 3 == 0 {
        try check(catalogs[(i + j / 3) % 2], database, order, filter, "\(way) \(world)")
      }
    }
  }

  private func sample(_ rows: Int, rowid: String = "i", every: Int = 11) -> String {
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, w, h, c, r, text TEXT);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
    SELECT \(rowid), i * 7919 % 10007, iif(i % \(every) = 0, 2, 1), iif(i % \(every) = 0, 2, 1),
      iif(i % \(every * 7) = 0, i % 4, NULL), NULL, 'a text that makes the row longer than the entry of an index' FROM n;

    """
  }

  @Test(
    "are the same among rowids near each other and far apart, of few rows and of many, in every way",
    arguments: ["i", "i * 1000003", "i - 20000", "i * 900000000000000"], [11, 700])
  func larger(rowid: String, every: Int) throws {
    for (way, index) in Self.ways {
      let rows = rowid.count > 12 ? 10000 : 20000
      let database = try TestDatabase(sample(rows, rowid: rowid, every: every) + index)
      let catalog = try Catalog(database.path)
      for (order, filter) in [("", ""), ("v", ""), ("v.desc", "v=gt.500"), ("v", "v=eq.22"), ("text", "v=lt.90")] {
        try check(catalog, database, order, filter, way)
      }
    }
  }

  @Test("need those rows alone that are not plain, once an index has them apart")
  func apart() throws {
    let database = try TestDatabase(sample(22000))
    let info = try Catalog(database.path).info(spans: Self.columns)
    let suggestion = try #require(info.tables[0].suggestions.first)
    let sql = try #require(suggestion.split(separator: " would give ").first)
    #expect(
      sql == """
        CREATE INDEX "t_w_h_c_r_spans" ON "t" ("w", "h", "c", "r") WHERE \
        "w" <> 1 OR "h" <> 1 OR "c" IS NOT NULL OR "r" IS NOT NULL
        """)
    #expect(suggestion.hasSuffix("would give the spans and starts in w, h, c, r without the rows that have none"))
    func read() throws -> Int {
      let list = try Catalog(database.path).rows(in: "t", order: [.descending("v")])
      var rows = 0
      let spans = try list.spans(from: Self.columns) { if case .reading(let read) = $0 { rows = read } }
      #expect(spans.count == 2000)
      return rows
    }
    try database.connection.execute("CREATE INDEX tv ON t (v)")
    #expect(try read() == 22000)
    try database.connection.execute(String(sql))
    #expect(try read() == 2000)
    #expect(!(try Catalog(database.path).info(spans: Self.columns).tables[0].suggestions[0].contains("spans")))
    // Conditions that leave out rows that are not plain, or may: they are of no use, and nothing is missed.
    for condition in [
      "w <> 1", "w <> 1 AND h <> 1 OR c IS NOT NULL OR r IS NOT NULL", "w > 1 OR h > 1 OR c > 0 OR r > 0",
      "v <> 1 OR h <> 1 OR c IS NOT NULL OR r IS NOT NULL", "w <> 2 OR h <> 1 OR c IS NOT NULL OR r IS NOT NULL",
      "w <> 1 OR h <> 1 OR c IS NOT NULL OR (r IS NOT NULL AND v = 1)",
      "w <> 1 OR h <> 1 OR c IS NOT NULL OR r = 1", "w IS NOT NULL OR h <> 1 OR c <> 1 OR r IS NOT NULL",
    ] {
      try database.connection.execute(
        "DROP INDEX t_w_h_c_r_spans; CREATE INDEX t_w_h_c_r_spans ON t (w, h, c, r) WHERE \(condition)")
      #expect(try read() == 22000, "\(condition)")
    }
    // An index of all rows, whose plain entries are jumped over.
    try database.connection.execute("DROP INDEX t_w_h_c_r_spans; CREATE INDEX ta ON t (h, w, r, c, v)")
    #expect(try read() == 2000)
  }

  @Test("come in pieces with how far they are known, and end when their task is cancelled")
  func pieces() async throws {
    let database = try TestDatabase(sample(200_000) + "CREATE INDEX tv ON t (v);")
    let list = try Catalog(database.path).rows(in: "t", order: [.descending("v")])
    let told = ToldSpans()
    let found = try await list.spans(from: Self.columns) { told.append($0) }
    #expect(told.before == [65536, 131_072, 196_608, 200_000])
    #expect(told.spans == Array(found) && told.rows.last == 200_000)
    for isReading in [true, false] {
      let (stream, news) = AsyncStream.makeStream(of: Void.self)
      let isCancelled = DispatchSemaphore(value: 0)
      let task = Task {
        try await list.spans(from: Self.columns) { progress in
          if case .reading = progress { if !isReading { return } } else if isReading { return }
          news.yield()
          isCancelled.wait()
          isCancelled.signal()
        }.count
      }
      for await _ in stream.prefix(1) {}
      task.cancel()
      isCancelled.signal()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("of a column that is not there name the nearest, and of a text say that none is one")
  func mistakes() throws {
    let database = try TestDatabase(sample(30))
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t")
    let error = #expect(throws: StoreError.self) { try list.spans(from: SpanColumns(columnSpan: "ww")) }
    #expect(error?.kind == .noSuchColumn && "\(error!)".contains("'w'"))
    let spans = try list.spans(from: SpanColumns(rowSpan: "text"))
    #expect(spans.isEmpty && spans.missing == 30)
    #expect(try list.spans(from: SpanColumns()).isEmpty)
    #expect(throws: StoreError.self) { try catalog.info(spans: SpanColumns(columnSpan: "wide")) }
  }
}

private final class ToldSpans: @unchecked Sendable {
  private(set) var spans: [ItemSpan] = []
  private(set) var before: [Int] = []
  private(set) var rows: [Int] = []

  func append(_ progress: SpanProgress) {
    switch progress {
    case .reading(let read): rows.append(read)
    case .spans(let known, let more):
      before.append(known)
      spans += more
    }
  }
}
