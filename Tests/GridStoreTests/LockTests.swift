import Foundation
import GridStore
import Testing

/// Who waits for whom in a file without a log, where nobody can commit while somebody reads.
@Suite struct Locks {
  private static let sorted = "SELECT * FROM t ORDER BY price, id"

  @Test("a walk lets go of the lock as soon as a writer has begun, however long its slices are")
  func yielding() throws {
    let database = try TestDatabase("PRAGMA page_size = 512;" + Following.table(60_000, journal: "DELETE"))
    let writer = try ForeignWriter(database.path)
    let catalog = try Catalog(database.path)
    catalog.walkSlice = .seconds(60)
    func transactions(_ order: Order) throws -> Int {
      let list = try catalog.rows(in: "t", order: order)
      let before = catalog.looks
      #expect(try list.count.value == 60_000)
      // The one that asks for the number is not counted.
      return catalog.looks - before - 1
    }
    #expect(try transactions([.ascending("price")]) == 2, "one walks, one answers")
    #expect(try writer.run("BEGIN IMMEDIATE") == nil)
    #expect(try transactions([]) > 2)
    #expect(try writer.run("UPDATE t SET price = 0 WHERE id = 500") == nil)
    #expect(try writer.run("SELECT 1") == nil)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    #expect(try list[0..<60_000].map(\.values) == database.rows(Self.sorted))
    #expect(catalog.reports == [])
  }

  @Test("a writer that has begun and does not commit keeps nobody from reading")
  func reserved() throws {
    let database = try TestDatabase("PRAGMA page_size = 512;" + Following.table(20_000, journal: "DELETE"))
    let writer = try ForeignWriter(database.path)
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    let expected = try database.rows(Self.sorted)
    #expect(try writer.run("BEGIN IMMEDIATE; UPDATE t SET price = 0 WHERE id = 500") == nil)
    #expect(try list.count.value == 20_000)
    #expect(try list[0..<20_000].map(\.values) == expected)
    let sections = try list.sections(by: "price").ranges()
    #expect(sections.count > 10_000)
    #expect(try list.lengths(of: "id").values.count == 20_000)
  }

  @Test("commits that come faster than a walk ends make a read busy, unless it knows an older state")
  func tooFast() async throws {
    let database = try TestDatabase("PRAGMA page_size = 512;" + Following.table(200_000, journal: "DELETE"))
    try database.connection.execute("PRAGMA synchronous = OFF")
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    #expect(try list.count.value == 200_000)
    catalog.patience = .milliseconds(300)
    catalog.walkSlice = .zero
    let writer = EndlessWriter(database.path) { _ in "UPDATE t SET price = price + 1 WHERE id = 77" }
    try await Task.sleep(for: .milliseconds(100))
    let unread = try catalog.rows(in: "t", order: [.descending("price")])
    #expect(try list.count.value == 200_000, "its last state is known")
    #expect(throws: StoreError.self) { try unread.count }
    try writer.stop()
    #expect(try unread.count.value == 200_000)
    #expect(try list[0..<2000].map(\.values) == database.rows(Self.sorted + " LIMIT 2000"))
  }

  @Test("lengths, spans and sections of a file without a log are read in slices, and begin anew after a commit")
  func passes() async throws {
    let database = try TestDatabase(Commits.table + "PRAGMA journal_mode = DELETE")
    let catalog = try Catalog(database.path)
    catalog.walkSlice = .zero
    let list = try catalog.rows(in: "t", order: [.ascending("g")])
    let before = catalog.looks
    let sections = try list.sections(by: "g").ranges()
    #expect(sections.count == 23 && catalog.looks - before > 23, "\(catalog.looks - before)")
    let writer = EndlessWriter(database.path, pause: 0.2) { "UPDATE t SET height = \(100 + $0)" }
    for _ in 0..<10 {
      let found = try await list.lengths(of: "height")
      #expect(found.values.count == 3000)
      #expect(Set(found.values).count == 1 || found.values.max()! < 101, "lengths of several states")
    }
    try writer.stop()
    let spans = try await list.spans(from: SpanColumns(columnSpan: "id"))
    #expect(spans.count > 2000)
  }

  @Test("rows that may have changed are named without a log as well: those of the leaves that were written")
  func namedRows() throws {
    let database = try TestDatabase(
      Following.table(20_000, journal: "DELETE") + """
        CREATE TABLE w (a TEXT PRIMARY KEY, b INTEGER) WITHOUT ROWID; CREATE INDEX w_b ON w (b);
        INSERT INTO w SELECT 'key ' || id, price FROM t;
        """)
    let catalog = try Catalog(database.path)
    let follower = try catalog.rows(in: "t", order: [.ascending("price")]).follower()
    let others = try catalog.rows(in: "w", order: [.ascending("b")]).follower()
    for (i, sql) in [
      "UPDATE t SET name = 'other' WHERE id = 4000", "DELETE FROM t WHERE id = 777",
      "UPDATE t SET price = price + 1 WHERE id IN (5, 6, 19000)", "UPDATE w SET b = b + 1 WHERE a = 'key 44'",
    ].enumerated() {
      try database.connection.execute(sql)
      let (change, other) = (try follower.advance(), try others.advance())
      guard i < 3 else {
        #expect(change == nil, "another table")
        let keys = try #require(named(other))
        #expect(keys.contains([.text("key 44")]) && keys.count < 300)
        continue
      }
      #expect(other == nil, "another table")
      let keys = try #require(named(change))
      let ids: [Value] = [[4000], [], [5, 6, 19_000]][i]
      #expect(ids.allSatisfy { keys.contains([$0]) }, "\(sql)")
      #expect(keys.count < 600, "\(sql): \(keys.count)")
    }
  }

  @Test("a row that spills over its page is named whenever its overflow page may have been written alone")
  func spilledRows() throws {
    let database = try TestDatabase(
      Following.table(3000, journal: "DELETE") + "UPDATE t SET name = printf('%.*c', 9000, 'x') || id WHERE id = 1500")
    let follower = try Catalog(database.path).rows(in: "t", order: [.ascending("price")]).follower()
    try database.connection.execute("UPDATE t SET name = substr(name, 1, length(name) - 1) || '!' WHERE id = 1500")
    let keys = try #require(named(try follower.advance()))
    #expect(keys.contains([1500]))
  }

  private func named(_ change: ListChange?) -> [[Value]]? {
    if case .keys(let keys)? = change?.updates { keys } else { nil }
  }
}
