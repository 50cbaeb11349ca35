import Foundation
import GridStore
import Testing

/// What is added to a database, kept true by its triggers, and taken away again.
@Suite struct IndexMakerTests {
  @Test(
    "every kind of statement of another program leaves the search table true",
    arguments: [("id", true), ("id", false), ("rowid", true), ("rowid", false)], [1, 2, 3] as [UInt64])
  func triggers(_ table: (key: String, isRecursive: Bool), seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let (key, words) = (table.key, ["ash", "Beech", "cedar", "elm"])
    let conflict = ["", "ON CONFLICT REPLACE", "ON CONFLICT IGNORE"].randomElement(using: &random)!
    let database = try TestDatabase(
      "CREATE TABLE t (\(key == "id" ? "id INTEGER PRIMARY KEY, " : "")sku TEXT COLLATE NOCASE UNIQUE \(conflict), "
        + "a, b, n TEXT COLLATE NOCASE, m, UNIQUE (a, b))")
    // A trigger of the owner's that changes the row that is being written.
    if seed == 2 {
      try database.connection.execute(
        "CREATE TRIGGER own AFTER UPDATE ON t WHEN length(NEW.m) < 20 BEGIN "
          + "UPDATE t SET m = NEW.m || ' elm' WHERE \(key) = NEW.\(key); END")
    } else if seed == 3 {
      try database.connection.execute(
        "CREATE TRIGGER own AFTER INSERT ON t BEGIN UPDATE t SET n = upper(NEW.sku || ' cedar') WHERE \(key) = NEW.\(key); END"
      )
    }
    _ = try IndexMaker(database.path).makeSearch(over: ["n", "m"], of: "t")
    let writer = try ForeignWriter(database.path)
    try writer.run("PRAGMA recursive_triggers = \(table.isRecursive && seed == 1)")
    let catalog = try Catalog(database.path)
    let lists = try words.map { try catalog.rows(in: "t", order: [.ascending("rowid")], search: Search($0)) }

    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func text() -> String { pick(["NULL", "''", "'\(pick(words)) \(pick(words))'", "'\(pick(words))'", "12"]) }
    func sku() -> String { pick(["NULL", "'k\(number(0..<4))'", "'K\(number(0..<4))'"]) }
    func row() -> String { "(\(sku()), \(number(0..<3)), \(pick(["'x'", "'y'", "NULL"])), \(text()), \(text()))" }
    func policy() -> String { pick(["", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT", "OR ROLLBACK"]) }
    var statements = 0
    for _ in 0..<70 {
      let id = number(1..<8)
      let sql: String
      switch number(0..<11) {
      case 0, 1, 2: sql = "INSERT \(policy()) INTO t (sku, a, b, n, m) VALUES \(row()), \(row())"
      case 3: sql = "INSERT \(policy()) INTO t (\(key), sku, a, b, n, m) VALUES (\(id), \(row().dropFirst())"
      case 4:
        sql = "INSERT INTO t (sku, a, b, n, m) VALUES \(row()) ON CONFLICT (sku) DO UPDATE SET n = excluded.n, a = 1"
      case 5: sql = "INSERT INTO t (\(key), sku, a, b, n, m) VALUES (\(id), \(row().dropFirst()) ON CONFLICT DO NOTHING"
      case 6:
        let change = pick(["n = \(text())", "m = \(text())", "sku = \(sku())", "a = \(number(0..<3)), b = 'x'"])
        sql = "UPDATE \(policy()) t SET \(change) WHERE \(key) = \(id)"
      case 7: sql = "UPDATE \(policy()) t SET \(pick([key, "rowid", "oid"])) = \(number(1..<8)) WHERE \(key) = \(id)"
      case 8:
        sql = pick(["DELETE FROM t WHERE a = \(number(0..<3))", "DELETE FROM t WHERE \(key) = \(id)", "DELETE FROM t"])
      case 9: sql = "UPDATE \(policy()) t SET a = a + 1, n = n || ' elm'"
      default:
        sql =
          "BEGIN; REPLACE INTO t (sku, a, b, n, m) VALUES \(row()); DELETE FROM t WHERE \(key) = \(id); "
          + pick(["ROLLBACK", "COMMIT"])
      }
      if try writer.run(sql) == nil { statements += 1 }
      let rows = try database.rows("SELECT \(key), n, m FROM t ORDER BY 1")
      for (word, list) in zip(words, lists) {
        let expected = rows.filter { SearchTests.matches(SearchTests.texts(Array($0[1...2])), word) }.map { $0[0] }
        let found = try list.read { snapshot in try snapshot.page(0..<snapshot.count.value) }
        try #require(found.items.count == expected.count, "\(word) after \(sql)")
        for (item, rowid) in zip(found.items.indices, expected) {
          let at = try database.rows("SELECT n, m FROM t WHERE \(key) = \(shown(rowid))")
          try #require(found.items[item].values.suffix(2) == at[0][...], "\(word) after \(sql)")
        }
      }
      // Hits that were left out would not show above.
      try #require(catalog.reports == [], "after \(sql)")
      // By the writer itself: FTS5 keeps a lock of its reader after a statement that failed, until the next one writes.
      let check = "INSERT INTO lazygrid_search_t (lazygrid_search_t, rank) VALUES ('integrity-check', 1)"
      try #require(try writer.run(check) == nil, "after \(sql)")
      #expect(
        try database.rows("SELECT id FROM lazygrid_search_t_docsize ORDER BY id") == rows.map { [$0[0]] })
    }
    #expect(statements > 20)
  }

  private func shown(_ value: Value) -> String { if case .integer(let number) = value { "\(number)" } else { "NULL" } }

  func schema(_ database: TestDatabase) throws -> [[Value]] {
    try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY name")
  }

  @Test("what is made can be dropped, and the schema is as it was")
  func dropping() throws {
    let database = try TestDatabase(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, p INTEGER); CREATE INDEX own ON t (p, n); "
        + "INSERT INTO t (n, p) VALUES ('ash', 2), ('elm', 1)")
    let before = try schema(database)
    let dry = IndexMaker(database.path, dryRun: true)
    let maker = IndexMaker(database.path)
    for order in [[.ascending("n")], [.descending("n"), .ascending("p")], [.ascending("n"), .descending("id")]]
      as [Order]
    {
      let planned = try dry.makeIndex(for: order, of: "t")
      #expect(try schema(database) == before)
      let made = try maker.makeIndex(for: order, of: "t")
      #expect(made.statements == planned.statements && made.statements.count == 1)
      let catalog = try Catalog(database.path)
      let plan = try ListPlan(ListRequest(table: "t", order: order), table: catalog.table("t"), encoding: .utf8)
      guard case .tree = plan.access else {
        Issue.record("\(order) is not served by \(made.statements)")
        continue
      }
      #expect(try maker.makeIndex(for: order, of: "t").reason?.contains("serves") == true)
      _ = try maker.dropIndex(for: order, of: "t")
      #expect(try schema(database) == before)
    }
    let planned = try dry.makeSearch(over: ["N"], of: nil)
    #expect(try schema(database) == before)
    let made = try maker.makeSearch(over: ["N"], of: nil)
    #expect(made.statements == planned.statements && made.rows == 2)
    #expect(try maker.makeSearch(over: ["n"], of: "t").reason != nil)
    #expect(throws: StoreError.self) { try maker.makeSearch(over: ["n", "p"], of: "t") }
    // The file has one table for whoever lists it.
    #expect(try Catalog(database.path).tableNames == ["t"])
    _ = try maker.dropSearch(of: "t")
    #expect(try schema(database) == before)
    #expect(throws: StoreError.self) { try maker.dropSearch(of: "t") }
    // The table may be called otherwise by then, or have a key that nothing could be made for.
    _ = try maker.makeSearch(over: ["n"], of: "t")
    try database.connection.execute("CREATE UNIQUE INDEX lower ON t (lower(n)); ALTER TABLE t RENAME TO u")
    try database.connection.execute("INSERT INTO u (n) VALUES ('oak'); UPDATE u SET n = 'fir' WHERE n = 'oak'")
    _ = try maker.dropSearch(of: "t")
    try database.connection.execute(
      "DELETE FROM u WHERE n = 'fir'; DROP INDEX lower; ALTER TABLE u RENAME TO t; REINDEX")
    #expect(try schema(database).map { $0[1] } == before.map { $0[1] })
  }

  @Test("what cannot be made is refused, and nothing is left")
  func refusals() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, p INTEGER); INSERT INTO t (n) VALUES ('ash');
      CREATE TABLE w (k TEXT PRIMARY KEY, n TEXT) WITHOUT ROWID;
      CREATE TABLE e (id INTEGER PRIMARY KEY, n TEXT); CREATE UNIQUE INDEX e_lower ON e (lower(n));
      CREATE VIEW v AS SELECT * FROM t; CREATE INDEX own ON t (p);
      """)
    let before = try schema(database)
    let maker = IndexMaker(database.path)
    for (table, columns) in [("w", ["n"]), ("v", ["n"]), ("e", ["n"]), ("t", ["nn"]), ("nope", ["n"])] {
      #expect(throws: StoreError.self, "\(table)") { try maker.makeSearch(over: columns, of: table) }
    }
    for (table, order) in [
      ("v", [.ascending("n")]), ("t", [.ascending("x")]), ("t", []),
      ("t", [.ascending("p"), .descending("n", nulls: .first)]),
    ] as [(String, Order)] {
      #expect(throws: StoreError.self, "\(table) \(order)") { try maker.makeIndex(for: order, of: table) }
    }
    #expect(throws: StoreError.self) { try maker.dropIndex(for: [.ascending("p")], of: "t") }
    #expect(throws: StoreError.self) { try IndexMaker(database.path + "x").makeIndex(for: [.ascending("n")], of: "t") }
    let stopped = IndexMaker(database.path, isCancelled: { true })
    #expect(throws: StoreError.self) { try stopped.makeSearch(over: ["n"], of: "t") }
    #expect(try schema(database) == before)
    // While somebody else writes.
    try database.connection.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: StoreError.self) {
      try IndexMaker(database.path, busyTimeout: 10).makeIndex(for: [.ascending("n")], of: "t")
    }
    #expect(error?.message.hasPrefix("somebody else is writing") == true)
    try database.connection.execute("ROLLBACK")
    #expect(try schema(database) == before)
  }
}
