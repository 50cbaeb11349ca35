import Foundation
import GridStore
import Testing

/// Facets of small tables under every filter, against GROUP BY, and what they cost.
@Suite struct Facets {
  /// Values that SQL compares as one in spite of their types, and others that only look alike.
  static let classes = """
    CREATE TABLE t (a, b BLOB, c TEXT COLLATE NOCASE, d INTEGER PRIMARY KEY); CREATE INDEX ia ON t (a);
    CREATE INDEX ica ON t (c, a); CREATE INDEX ib ON t (b);
    """
  static let classesContent = """
    INSERT INTO t (a, b, c, d) VALUES (1, x'78', 'x', 1), (1.0, 'x', 'X', 2), (1, x'', 'x ', 3), (NULL, NULL, NULL, 4),
      (0.0, x'7800', '', 5), (-0.0, x'78', 'y', 6), ('1', 1, 'Y', 7), (x'31', 1.5, 'é', 8), (9007199254740993, '', 'É', 9),
      (9007199254740992.0, x'', 'y', 10), (1e300, 'X', 'x', 11), (NULL, NULL, 'X', 12);
    """

  static let worlds: [(name: String, sql: String, content: String, key: [String])] =
    SmallWorlds.tables.map {
      (
        $0.name, $0.sql,
        $0.name == "view" ? SmallWorlds.content.replacing("INTO t", with: "INTO u") : SmallWorlds.content,
        $0.key
      )
    } + [("classes", classes, classesContent, ["d"])]

  @Test(
    "of every column under every filter are those of GROUP BY", arguments: worlds.map(\.name), [RankMode.auto, .scan])
  func everyFacet(name: String, mode: RankMode) throws {
    let (_, sql, content, key) = Self.worlds.first { $0.name == name }!
    let database = try TestDatabase(sql + content)
    let catalog = try Catalog(database.path, rank: mode)
    let keyColumns = name == "view" ? key : []
    let table = try catalog.table("t", keyColumns: keyColumns)
    let columns = ["a", "b", "c", "d"]
    for filterTexts in SmallWorlds.filters {
      let filters = try filterTexts.map { try Filter(parsing: $0) }
      let list = try catalog.rows(in: "t", columns: ["a"], where: filters, keyColumns: keyColumns)
      for leavesOut in [false, true] {
        let answer = try list.facets(of: columns, timeLimit: nil, leavingOutOwnFilters: leavesOut)
        #expect(answer.isComplete && answer.facets.map(\.column) == columns)
        #expect(try list.read { $0.generation } == answer.generation)
        let short = try list.facets(of: columns, limit: 2, timeLimit: nil, leavingOutOwnFilters: leavesOut)
        for (facet, first) in zip(answer.facets, short.facets) {
          let column = facet.column
          let held = filterTexts.filter {
            !leavesOut || !($0.hasPrefix("\(column)=eq.") || $0.hasPrefix("\(column)=in."))
          }
          let bound = try held.map { try BoundFilter(try Filter(parsing: $0), in: table) }
          let context: Comment = "\(name) \(mode) \(column) where \(held)"
          try compare(facet, bound, database, context)
          #expect(first.buckets.map(\.count) == facet.buckets.prefix(2).map(\.count), context)
          #expect(first.valueCount == facet.valueCount && first.isComplete, context)
        }
      }
    }
    #expect(catalog.reports == [])
  }

  private func compare(
    _ facet: Facet, _ filters: [BoundFilter], _ database: TestDatabase, _ context: Comment
  ) throws {
    let column = quoted(facet.column)
    let condition = filters.isEmpty ? "1" : filters.map(\.sql).joined(separator: " AND ")
    let groups = try database.connection.prepare(
      "SELECT \(column), COUNT(*) FROM t WHERE \(condition) GROUP BY \(column) ORDER BY COUNT(*) DESC, \(column)")
    for (i, value) in filters.flatMap(\.values).enumerated() { try groups.bind(value, at: i + 1) }
    var expected: [(value: Value, count: Int)] = []
    while try groups.step() { expected.append((groups.value(0), Int(groups.integer(1)))) }
    #expect(facet.buckets.map(\.count) == expected.map(\.count), context)
    #expect(facet.valueCount == Count(value: expected.count, kind: .exact) && facet.kind == .exact, context)
    // Each value is spelled as some row has it, and is the same to the column.
    let same = try database.connection.prepare(
      "SELECT COUNT(*) FROM t WHERE \(condition) AND \(column) IS ? AND \(column) IS ?")
    for (bucket, group) in zip(facet.buckets, expected) {
      let values = filters.flatMap(\.values) + [bucket.value, group.value]
      for (i, value) in values.enumerated() { try same.bind(value, at: i + 1) }
      #expect(try same.step() && Int(same.integer(0)) == group.count, "\(context): \(bucket.value) \(group.value)")
      same.reset()
    }
  }

  /// A catalog of which an index has the groups, and none the marks.
  static let wide = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT, v INTEGER, mark INTEGER); CREATE INDEX tgv ON t (g, v);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT i, 'g' || (i * i % 41), i % 13, i % 7 FROM n;
    """

  @Test("that an index serves step to a row for each value, which tells that it is the right one")
  func cost() throws {
    let database = try TestDatabase(Self.wide)
    let catalog = try Catalog(database.path)
    for (column, filters) in [("g", []), ("v", [Filter.equal("g", "g4")]), ("g", [.equal("g", "g4")])] {
      let list = try catalog.rows(in: "t", where: filters)
      let before = catalog.counts
      let facet = try list.facets(of: [column], timeLimit: nil).facets[0]
      let read = catalog.counts - before
      #expect(read.rowsStepped <= facet.buckets.count + 2, "\(read.rowsStepped) rows for \(facet.buckets.count)")
      #expect(facet.buckets.count == (filters.isEmpty ? 21 : column == "v" ? 13 : 1))
    }
    #expect(catalog.statementTexts.allSatisfy { !$0.contains("GROUP BY") })
  }

  @Test("of a search are those of its hits")
  func searched() throws {
    let database = try TestDatabase(
      Self.wide + """
        CREATE VIRTUAL TABLE f USING fts5(g, content='t', content_rowid='id');
        INSERT INTO f(f) VALUES ('rebuild');
        """)
    let catalog = try Catalog(database.path)
    for filters in [[], [Filter.equal("mark", 3)]] {
      for leavesOut in [false, true] {
        let list = try catalog.rows(in: "t", where: filters, search: Search("g4"))
        let facet = try list.facets(of: ["mark"], timeLimit: nil, leavingOutOwnFilters: leavesOut).facets[0]
        let groups = try database.rows(
          "SELECT mark, COUNT(*) FROM t WHERE g LIKE 'g4%' \(filters.isEmpty || leavesOut ? "" : "AND mark = 3") "
            + "GROUP BY mark ORDER BY COUNT(*) DESC, mark")
        #expect(facet.buckets.map { [$0.value, .integer(Int64($0.count))] } == groups && !groups.isEmpty)
      }
    }
  }

  /// A billion rows none of which a filter finds.
  static let endless = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT); CREATE INDEX tg ON t (g);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    SELECT i, 'g' || (i % 20) FROM n;
    CREATE VIEW v AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    SELECT i, i % 3 AS r FROM n;
    """

  @Test("that time ends before say so: what is there is exact by ranks, and at least that by a scan")
  func timeLimit() throws {
    let database = try TestDatabase(Self.endless)
    let catalog = try Catalog(database.path)
    let ranked = try catalog.rows(in: "t").facets(of: ["g"], timeLimit: .nanoseconds(1))
    #expect(!ranked.isComplete && ranked.facets[0].kind == .exact)
    #expect(ranked.facets[0].valueCount == Count(value: 1, kind: .atLeast))
    #expect(ranked.facets[0].buckets.map(\.value) == ["g0"] && ranked.facets[0].buckets.map(\.count) == [10])
    // Rows all the time, and not a single one.
    for (filter, least) in [("r=gte.0", 1), ("r=eq.7", 0)] {
      let list = try catalog.rows(in: "v", where: [Filter(parsing: filter)], keyColumns: ["i"])
      let start = ContinuousClock.now
      let facet = try list.facets(of: ["r"], timeLimit: .milliseconds(50)).facets[0]
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(!facet.isComplete && facet.kind == .atLeast && facet.valueCount.kind == .atLeast)
      #expect(facet.buckets.count >= least && facet.buckets.count <= 3)
    }
  }

  @Test("stop being counted when the task is cancelled, midway in SQLite")
  func cancelling() async throws {
    let database = try TestDatabase(Self.endless)
    let list = try Catalog(database.path).rows(in: "v", where: [.equal("r", 7)], keyColumns: ["i"])
    let task = Task { try await list.facets(of: ["r"], timeLimit: nil) }
    try await Task.sleep(for: .milliseconds(30))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("do not keep readers of the list waiting while they are counted")
  func beside() async throws {
    let database = try TestDatabase(Self.endless)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "v", where: [.equal("r", 7)], keyColumns: ["i"])
    let task = Task { try await list.facets(of: ["r"], timeLimit: nil) }
    let rows = try catalog.rows(in: "t")
    for _ in 0..<20 { #expect(try { try rows[0..<60] }().count == 60) }
    task.cancel()
    _ = try? await task.value
  }

  @Test("that cannot be are refused with a reason")
  func mistakes() throws {
    let database = try TestDatabase(Self.wide)
    let list = try Catalog(database.path).rows(in: "t")
    let missing = #expect(throws: StoreError.self) { try list.facets(of: ["g", "marc"]) }
    #expect(missing?.kind == .noSuchColumn && "\(missing!)".contains("'mark'"))
    #expect(throws: StoreError.self) { try list.facets(of: []) }
    for limit in [0, -1, Int.min] { #expect(throws: StoreError.self) { try list.facets(of: ["g"], limit: limit) } }
    for time in [Duration.zero, .seconds(-1), .seconds(Int64.max / 2)] {
      #expect(throws: StoreError.self) { try list.facets(of: ["g"], timeLimit: time) }
    }
    #expect(try list.facets(of: ["g"], limit: .max).facets[0].buckets.count == 21)
  }
}
