import GridStore
import Testing

/// Pages kept of real files.
@Suite("Pages of a list") struct PagesOfLists {
  static let content = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT); CREATE INDEX ta ON t (a);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    SELECT i, i * 7919 % 1009, 'a name ' || i FROM n;
    """

  @Test("what is shown is there once it has settled, as the list has it, by any start and count")
  func showing() async throws {
    let database = try TestDatabase(Self.content)
    let list = try Catalog(database.path).rows(in: "t", order: [.descending("a")])
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 30, byteBudget: 40_000))
    var random = SeededNumbers(seed: 3)
    #expect(pages.item(at: 0) == nil && pages.count == nil)
    for _ in 0..<60 {
      let start = Int.random(in: 0..<5000, using: &random)
      let shown = start..<start + Int.random(in: 1...90, using: &random)
      pages.show(shown)
      try await pages.settle()
      let own = shown.upperBound <= 5000 ? shown : 5000 - shown.count..<5000
      let expected = try { try list.read { try $0.page(own) } }()
      for (i, index) in own.enumerated() {
        let held = try #require(pages.item(at: index))
        #expect(held.item.values == expected.items[i].values && held.key == expected.keys[i] && held.isFresh)
      }
      let inSight = own.count / 30 + 3
      #expect(pages.bytes <= 40_000 || inSight > 5)
      // The two faces that wait.
      let other = Int.random(in: -10..<5010, using: &random)
      let wanted = other..<other + Int.random(in: 0...70, using: &random)
      let read = try { try list[wanted] }().map(\.values)
      #expect(try { try pages.items(wanted) }().map(\.values) == read)
      #expect(try await pages.items(wanted).map(\.values) == read)
    }
    #expect(pages.count == 5000 && pages.counts.evictions > 0 && pages.failure == nil)
  }

  @Test("commits of another process move what is kept, and what is shown is right again")
  func following() async throws {
    let database = try TestDatabase(Self.content)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("a")])
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 20, byteBudget: 1 << 20))
    let writer = try ForeignWriter(database.path)
    let follower = try list.follower()
    var random = SeededNumbers(seed: 8)
    var at = 2000
    pages.show(at..<at + 50)
    try await pages.settle()
    for round in 0..<80 {
      let id = Int.random(in: 1...5000, using: &random)
      let sql = [
        "DELETE FROM t WHERE id = \(id)", "UPDATE t SET a = \(id % 1009) WHERE id = \(id)",
        "UPDATE t SET b = 'round \(round)' WHERE id BETWEEN \(id) AND \(id + 30)",
        "INSERT OR REPLACE INTO t VALUES (\(id), \(id * 31 % 1009), 'again')",
      ][round % 4]
      #expect(try writer.run(sql) == nil)
      // A read may see the commit before it is told of.
      if round % 3 == 0 {
        at = max(at + Int.random(in: -100...100, using: &random), 0)
        pages.show(at..<at + 50)
        if round % 2 == 0 { try await pages.settle() }
      }
      let shown = (at..<at + 50).map { pages.item(at: $0) != nil }
      let change = try follower.advance()
      if let change {
        pages.take(change)
        // Nothing that was there and still has a place goes blank.
        let blank = (at..<at + 50).filter { shown[$0 - at] && pages.item(at: $0) == nil }
        // A row that goes from one place to another moves what stands between, though none more is there.
        let moved = change.splices.reduce(0) { $0 + abs($1.inserted - $1.removed) }
        #expect(blank.count <= moved, "\(round): \(blank.count) blank, \(moved) moved")
      }
      try await pages.settle()
      let place = at
      let (expected, generation) = try await list.read { (try $0.page(place..<place + 50), $0.generation) }
      #expect(pages.generation == generation)
      for (i, item) in expected.items.enumerated() {
        let held = pages.item(at: place + i)
        #expect(held?.item.values == item.values && held?.isFresh == true, "\(round) at \(place + i)")
      }
    }
    // What moved on by itself was not read again: all of it each time would be four pages a commit.
    #expect(pages.counts.items < 80 * 80)
  }

  @Test("a read that nobody wants any more is interrupted in SQLite, and another list takes the place of this one")
  func superseding() async throws {
    let database = try TestDatabase(
      Self.content + """
        CREATE VIEW v AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
        SELECT i FROM n;
        """)
    let catalog = try Catalog(database.path)
    let endless = try catalog.rows(in: "v", where: [.less("i", 0)], keyColumns: ["i"])
    let rows = try catalog.rows(in: "t")
    let pages = try ItemPages(of: endless)
    pages.show(0..<60)
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    pages.replace(with: rows)
    try await pages.settle()
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(pages.item(at: 59)?.item.values[0] == 60 && pages.count == 5000)
    #expect(pages.counts.interrupts == 1 && pages.failure == nil)
  }

  @Test("letting go of pages ends what they read")
  func lettingGo() async throws {
    let database = try TestDatabase(
      "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1);"
        + "CREATE VIEW v AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)"
        + " SELECT i FROM n;")
    let catalog = try Catalog(database.path)
    do {
      let pages = try ItemPages(of: try catalog.rows(in: "v", where: [.less("i", 0)], keyColumns: ["i"]))
      pages.show(0..<60)
      try await Task.sleep(for: .milliseconds(50))
    }
    // The connection is free again.
    let rows = try catalog.rows(in: "t")
    #expect(try await rows.read { $0.count.value } == 1)
  }

  @Test("a list that can be read no more says why, and is read again when asked")
  func failing() async throws {
    let database = try TestDatabase(Self.content)
    let list = try Catalog(database.path).rows(in: "t")
    let pages = try ItemPages(of: list)
    pages.show(0..<60)
    try await pages.settle()
    try database.connection.execute("ALTER TABLE t RENAME TO u")
    pages.show(1000..<1060)
    let error = await #expect(throws: StoreError.self) { try await pages.settle() }
    #expect(error?.kind == .noSuchTable && pages.failure?.kind == .noSuchTable)
    #expect(pages.item(at: 5) != nil)
    let reads = pages.counts.reads
    pages.show(1000..<1060)
    #expect(pages.counts.reads == reads)
    try database.connection.execute("ALTER TABLE u RENAME TO t")
    pages.retry()
    try await pages.settle()
    #expect(pages.item(at: 1000)?.isFresh == true && pages.failure == nil)
    #expect(throws: StoreError.self) { try ItemPages(of: list, settings: PageSettings(pageSize: 0)) }
  }
}
