import GridStore
import Testing

/// Every page of every order of small tables, against `ORDER BY … LIMIT … OFFSET`.
@Suite struct SmallWorlds {
  /// Some 30 rows with ties, NULLs, letters of both cases and values of several classes.
  static let content = """
    INSERT INTO t (a, b, c, d)
    WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    SELECT CASE WHEN i % 7 = 0 THEN NULL ELSE i * 5 % 6 END,
           CASE i % 5 WHEN 0 THEN 'x' WHEN 1 THEN 'X' WHEN 2 THEN 'é ' WHEN 3 THEN NULL ELSE 'y ' END,
           CASE i % 4 WHEN 0 THEN i WHEN 1 THEN i + 0.5 WHEN 2 THEN NULL ELSE 'w' || (i % 3) END,
           i
    FROM n;
    """

  static let tables: [(name: String, sql: String, key: [String])] = [
    (
      "integer key",
      "CREATE TABLE t (a INTEGER, b TEXT COLLATE NOCASE, c, d INTEGER PRIMARY KEY); CREATE INDEX ia ON t (a);"
        + "CREATE INDEX iab ON t (a, b DESC); CREATE INDEX ic ON t (c DESC); CREATE INDEX ib ON t (b);", ["d"]
    ),
    (
      "text key",
      "CREATE TABLE t (a INTEGER, b TEXT, c, d TEXT PRIMARY KEY); CREATE INDEX ia ON t (a DESC);"
        + "CREATE INDEX iba ON t (b, a); CREATE INDEX ic ON t (c, a);", ["d"]
    ),
    (
      "composite key", "CREATE TABLE t (a, b TEXT, c, d NOT NULL, PRIMARY KEY (b, d)); CREATE INDEX ia ON t (a, c);",
      ["b", "d"]
    ),
    (
      "no key",
      "CREATE TABLE t (a REAL, b TEXT COLLATE RTRIM, c, d); CREATE INDEX ia ON t (a); CREATE INDEX ib ON t (b, c);",
      ["rowid"]
    ),
    (
      "without rowid",
      "CREATE TABLE t (a INTEGER, b TEXT, c, d INTEGER, PRIMARY KEY (d DESC)) WITHOUT ROWID; CREATE INDEX ia ON t (a);"
        + "CREATE INDEX iba ON t (b COLLATE NOCASE, a);", ["d"]
    ),
    (
      "unique key", "CREATE TABLE t (a, b TEXT, c, d NOT NULL UNIQUE); CREATE INDEX ia ON t (a DESC, b DESC);", ["d"]
    ),
    ("view", "CREATE TABLE u (a, b, c, d); CREATE VIEW t AS SELECT a, b, c, d FROM u;", ["d"]),
  ]

  static let orders = [
    "", "a", "a.desc", "a.nullslast", "a.desc.nullsfirst", "a,b.desc", "a.desc,b", "a,b", "b", "b.desc", "c", "c.desc",
    "c.nullslast", "b,a", "b.desc,a.desc", "b,a.desc", "d", "d.desc", "c,a", "a,c", "a.desc,c.desc", "a,d.desc",
    "b.nullslast,c", "a.desc,d",
  ]

  static let filters: [[String]] = [
    [], ["a=eq.3"], ["a=is.null"], ["a=gt.2"], ["a=gte.2", "a=lt.5"], ["a=neq.3"], ["a=in.(1,4,9)"], ["b=eq.x"],
    ["a=not.is.null"], ["b=like.*x*"], ["b=ilike.X*"], ["a=eq.3", "b=gt.a"], ["d=lte.11"], ["c=gt.4"], ["a=lt.0"],
    ["b=eq.x", "a=gte.1"], ["b=not.eq.x"], ["a=not.in.(1,2)"], ["b=is.null", "a=is.null"],
  ]

  @Test(
    "every page of every order under every filter is SQLite's own", arguments: tables.map(\.name),
    [RankMode.auto, .scan])
  func everyPage(name: String, mode: RankMode) throws {
    let (_, sql, key) = Self.tables.first { $0.name == name }!
    let isView = name == "view"
    let database = try TestDatabase(
      sql + (isView ? Self.content.replacing("INTO t", with: "INTO u") : Self.content))
    let catalog = try Catalog(database.path, rank: mode)
    var served = 0
    for orderText in Self.orders {
      for filterTexts in Self.filters {
        let order = try Order(parsing: orderText)
        let filters = try filterTexts.map { try Filter(parsing: $0) }
        let table = try catalog.table("t", keyColumns: isView ? key : [])
        #expect(table.key == key)
        let request = ListRequest(table: "t", order: order, filters: filters, keyColumns: isView ? key : [])
        let plan = try ListPlan(request, table: table, encoding: .utf8)
        if case .tree = plan.access { served += 1 }
        let names = key + ["a", "b", "c", "d"]
        let list = try catalog.rows(
          in: "t", columns: names, order: order, where: filters, keyColumns: isView ? key : [])
        let expected = try oracle(plan, names, database)
        let context: Comment = "\(name) \(orderText) \(filterTexts) \(mode)"
        #expect(try list.count.value == expected.count, context)
        try list.read { snapshot in
          let n = expected.count
          let everyCount = n < 12 ? Array(0...n + 1) : [1, 2, 3, 7, n]
          for start in 0...n {
            for count in everyCount where start % 3 == 0 || count < 3 {
              let got = try snapshot.page(start..<start + count)
              let wanted = expected[start..<min(start + count, n)]
              #expect(got.items.map(\.values) == Array(wanted), "\(context) \(start)+\(count)")
              #expect(Array(got.keys) == wanted.map { Array($0.prefix(key.count)) })
            }
          }
          for (index, row) in expected.enumerated() {
            #expect(try snapshot.index(ofKey: Array(row.prefix(key.count))) == index, context)
          }
        }
      }
    }
    if !isView { #expect(served > 20, "\(name): \(served) combinations are served by a tree") }
    #expect(catalog.reports == [])
  }

  /// The same rows as one statement says them, in full.
  private func oracle(_ plan: ListPlan, _ names: [String], _ database: TestDatabase) throws -> [[Value]] {
    let statement = try database.connection.prepare(
      "SELECT \(names.map(quoted).joined(separator: ", ")) FROM t"
        + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)") + " ORDER BY \(plan.orderSQL)")
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    var rows: [[Value]] = []
    while try statement.step() { rows.append(names.indices.map { statement.value($0) }) }
    return rows
  }

  @Test("what a tree is said to serve, it serves")
  func servedOrders() throws {
    for (name, sql, _) in Self.tables where name != "view" {
      let database = try TestDatabase(sql + Self.content)
      let table = try withExtendedLifetime(database) { try Catalog(database.path).table("t") }
      for tree in table.trees {
        let order = try Order(parsing: table.orderServed(by: tree))
        let plan = try ListPlan(ListRequest(table: "t", order: order), table: table, encoding: .utf8)
        // An index by another collation than its column's serves no order.
        let isComparable = tree.columns.allSatisfy { $0.collation == table.collation($0.source) }
        guard case .tree(let access) = plan.access else {
          #expect(!isComparable, "\(name): \(order)")
          continue
        }
        if isComparable { #expect(!access.isReversed && access.tree.columns.prefix(1) == tree.columns.prefix(1)) }
      }
    }
  }

  @Test("every statement seeks in its tree and sorts nothing")
  func everyPlanSeeks() throws {
    for (name, sql, key) in Self.tables where name != "view" {
      let database = try TestDatabase(sql + Self.content)
      let catalog = try Catalog(database.path)
      var seen = 0
      for orderText in Self.orders {
        for filterTexts in Self.filters {
          let table = try catalog.table("t")
          let request = ListRequest(
            table: "t", order: try Order(parsing: orderText), filters: try filterTexts.map { try Filter(parsing: $0) })
          let plan = try ListPlan(request, table: table, encoding: .utf8)
          guard case .tree(let access) = plan.access else { continue }
          let columns = access.tree.columns
          // From a key of no NULL, and from one of NULLs alone.
          for value in [StoredValue.integer(1), .null] {
            let whole = columns.map { $0.isNotNull ? StoredValue.integer(1) : value }
            for segment in access.segments {
              let fixed = zip(segment.start.prefix, segment.end.prefix).prefix { $0 == $1 }.map(\.0)
              let entry = fixed + whole.dropFirst(fixed.count)
              let start = access.isReversed ? Position.after(entry) : .before(entry)
              for seek in Seek.ranges(from: start, in: segment, columns: columns, isReversed: access.isReversed)
                + Seek.ranges(in: segment, columns: columns, isReversed: access.isReversed)
              {
                let text = seek.sql(selecting: "a, d", from: table, access.tree, isReversed: access.isReversed)
                let details = try database.rows("EXPLAIN QUERY PLAN " + text).map { "\($0[3])" }
                let isBounded = !seek.fixed.isEmpty || !seek.bounds.isEmpty
                #expect(!details.contains { $0.contains("TEMP B-TREE") }, "\(name): \(text): \(details)")
                if isBounded { #expect(details.allSatisfy { $0.contains("SEARCH") }, "\(name): \(text): \(details)") }
                seen += 1
              }
            }
          }
        }
      }
      #expect(seen > 80, "\(name) \(key)")
    }
  }

  @Test("rows are found by their keys without a scan, those of lists that no index serves as well")
  func everyLookupSeeks() throws {
    for (name, sql, key) in Self.tables where name != "view" {
      let database = try TestDatabase(sql + Self.content)
      let catalog = try Catalog(database.path)
      // Which is served by no index of any of them, and by one of some.
      for order in ["c.desc,a,b.desc", "a", ""] {
        let list = try catalog.rows(in: "t", order: try Order(parsing: order))
        for i in 0..<5 {
          let found = try list.key(at: i)
          _ = try list.read { try $0.index(ofKey: found) }
          _ = try list[i..<i + 2]
        }
      }
      let lookups = catalog.statementTexts.filter { $0.hasSuffix("LIMIT 1") && !$0.contains("sqlite_schema") }
      #expect(lookups.count >= 2, "\(name): \(lookups)")
      for text in lookups {
        let details = try database.rows("EXPLAIN QUERY PLAN " + text).map { "\($0[3])" }
        #expect(details.allSatisfy { $0.contains("SEARCH") }, "\(name) \(key): \(text): \(details)")
      }
    }
  }
}
