import Dispatch
import GridStore
import Testing

/// The first items of a list that no index serves, which do not wait for its sort.
@Suite struct ListHead {
  static let content = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT); CREATE INDEX ta ON t (a);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    SELECT i, i % 10, CASE WHEN i % 11 = 0 THEN NULL ELSE 'name ' || (i * 7919 % 997) END FROM n;
    """

  private func expected(_ database: TestDatabase, _ sql: String) throws -> [Value] {
    try database.rows("SELECT id FROM t \(sql)").map { $0[0] }
  }

  @Test(
    "are right before the sort has begun, as is their number, and the others are once it has ended",
    arguments: [
      ("b", "", "ORDER BY b, id"), ("b.desc.nullslast", "", "ORDER BY b DESC NULLS LAST, id DESC"),
      ("b,a.desc", "a=gte.3", "WHERE a >= 3 ORDER BY b, a DESC, id DESC"),
    ])
  func beforeTheSort(order: String, filter: String, sql: String) throws {
    let database = try TestDatabase(Self.content)
    let catalog = try Catalog(database.path)
    catalog.sortsAtOnceBelow = 0
    let (gate, hasBegun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    catalog.beforeSort {
      hasBegun.signal()
      gate.wait()
    }
    let list = try catalog.rows(
      in: "t", columns: ["id"], order: Order(parsing: order), where: filter.isEmpty ? [] : [Filter(parsing: filter)])
    let ids = try expected(database, sql)
    let before = catalog.counts
    try list.read { snapshot in
      #expect(snapshot.count == Count(value: ids.count, kind: .exact))
      let first = try snapshot.items(0..<60)
      #expect(first.map { $0.values[0] } == Array(ids[0..<60]))
    }
    #expect(hasBegun.wait(timeout: .now() + 20) == .success)
    #expect(try list[940..<1000].map(\.values[0]) == Array(ids[940..<1000]))
    // The head alone was stepped to, once, and then what was shown.
    #expect((catalog.counts - before).rowsStepped <= 1000 + 120)
    gate.signal()
    #expect(try list[970..<1030].map(\.values[0]) == Array(ids[970..<1030]))
    #expect(try list[ids.count - 5..<ids.count + 9].map(\.values[0]) == Array(ids.suffix(5)))
    #expect(try list.index(ofKey: ids[4321 % ids.count]) == 4321 % ids.count)
    #expect(try list[0..<60].map(\.values[0]) == Array(ids[0..<60]))
    // Nothing but what was shown: the keys came from the background.
    #expect((catalog.counts - before).rowsStepped <= 1000 + 120 + 60 + 5 + 1 + 60)
  }

  @Test("and the rest agree in one read as well, and after a commit")
  func oneRead() throws {
    let database = try TestDatabase(Self.content)
    let catalog = try Catalog(database.path)
    catalog.sortsAtOnceBelow = 0
    let list = try catalog.rows(in: "t", columns: ["id"], order: [.ascending("b")])
    for round in 0..<3 {
      let ids = try expected(database, "ORDER BY b, id")
      try list.read { snapshot in
        let (first, others) = (try snapshot.items(0..<9), try snapshot.items(3000..<3009))
        #expect(first.map { $0.values[0] } == Array(ids[0..<9]))
        #expect(others.map { $0.values[0] } == Array(ids[3000..<3009]))
        #expect(snapshot.count.value == ids.count)
      }
      try database.connection.execute(
        "DELETE FROM t WHERE id % 50 = \(round); UPDATE t SET b = 'n' || id WHERE id < 20")
    }
  }

  @Test("of every order under every filter are SQLite's own", arguments: SmallWorlds.tables.map(\.name))
  func everyOrder(name: String) throws {
    let (_, sql, key) = SmallWorlds.tables.first { $0.name == name }!
    let isView = name == "view"
    let database = try TestDatabase(
      sql + (isView ? SmallWorlds.content.replacing("INTO t", with: "INTO u") : SmallWorlds.content))
    let catalog = try Catalog(database.path)
    catalog.sortsAtOnceBelow = 0
    let table = try catalog.table("t", keyColumns: isView ? key : [])
    for order in SmallWorlds.orders {
      for filterTexts in SmallWorlds.filters {
        let filters = try filterTexts.map { try Filter(parsing: $0) }
        let keyColumns = isView ? key : []
        let request = ListRequest(
          table: "t", order: try Order(parsing: order), filters: filters, keyColumns: keyColumns)
        let plan = try ListPlan(request, table: table, encoding: .utf8)
        guard case .frozen = plan.access else { continue }
        let statement = try database.connection.prepare(
          "SELECT a, b, c, d FROM t\(filters.isEmpty ? "" : " WHERE \(plan.filterSQL)") ORDER BY \(plan.orderSQL)")
        for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
        var rows: [[Value]] = []
        while try statement.step() { rows.append((0..<4).map { statement.value($0) }) }
        let list = try catalog.rows(
          in: "t", columns: ["a", "b", "c", "d"], order: Order(parsing: order), where: filters, keyColumns: keyColumns)
        let context: Comment = "\(name) \(order) \(filterTexts)"
        #expect(try list[0..<7].map(\.values) == Array(rows.prefix(7)), context)
        #expect(try list.count.value == rows.count, context)
        #expect(try list[0..<99].map(\.values) == rows, context)
      }
    }
  }
}
