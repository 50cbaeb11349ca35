import Foundation
import GridStore
import Testing

/// What is read to follow a file, and what is told of commits as they come.
@Suite struct Following {
  static func table(_ rows: Int, journal: String = "WAL") -> String {
    """
    PRAGMA journal_mode = \(journal); PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT); CREATE INDEX t_price ON t (price);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
    SELECT i, i * 7919 % 100003, 'name ' || i FROM n;
    """
  }

  @Test("after a commit of one row in a hundred thousand a list reads a handful of pages")
  func fewReads() throws {
    let database = try TestDatabase(Self.table(100_000))
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let follower = try list.follower()
    let walk = catalog.counts
    #expect(walk.pageReads > 400, "the first state takes a walk")
    for (i, sql) in [
      "UPDATE t SET price = 77 WHERE id = 50000", "INSERT INTO t VALUES (NULL, 500, 'new')",
      "DELETE FROM t WHERE id = 777", "UPDATE t SET name = 'other' WHERE id = 40000",
    ].enumerated() {
      let before = catalog.counts
      try database.connection.execute(sql)
      let change = try #require(try follower.advance())
      let read = catalog.counts - before
      #expect(read.pageReads <= 40, "\(sql): \(read)")
      #expect(read.rowsStepped == 0, "\(sql): \(read)")
      #expect(!change.isReset && change.splices.count == [2, 1, 1, 0][i], "\(sql): \(change.splices)")
      #expect(change.splices.reduce(0) { $0 + $1.inserted } < 2000)
      #expect(change.updates == .keys([[[50000]], [[100_001]], [], [[40000]]][i]), "\(sql): \(change.updates)")
    }
  }

  @Test("a log that begins anew is bridged by counting commits, and one that is missed is a walk")
  func restarts() throws {
    let database = try TestDatabase(Self.table(30_000))
    for i in 0..<70 { try database.connection.execute("UPDATE t SET name = 'warm' WHERE id = \(i)") }
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let follower = try list.follower()
    for mode in ["RESTART", "TRUNCATE"] {
      let before = catalog.counts
      try database.connection.execute("PRAGMA wal_checkpoint(\(mode)); UPDATE t SET price = price + 1 WHERE id = 9")
      try database.connection.execute("UPDATE t SET price = price + 1 WHERE id = 900")
      let change = try #require(try follower.advance())
      #expect(!change.isReset && change.splices.count >= 2 && change.updates != .all)
      #expect((catalog.counts - before).pageReads <= 60, "\(mode)")
      #expect(
        try list.read { try $0.items(0..<30_000).map(\.values) } == database.rows("SELECT * FROM t ORDER BY price, id"))
    }
    // Checkpoints alone change nothing.
    for mode in ["PASSIVE", "RESTART", "TRUNCATE"] {
      let before = catalog.counts
      try database.connection.execute("PRAGMA wal_checkpoint(\(mode))")
      #expect(try follower.advance() == nil)
      #expect((catalog.counts - before).pageReads <= 10)
    }
    // Two restarts between two looks: some commits are named nowhere any more.
    let before = catalog.counts
    for id in [5, 6, 7] {
      try database.connection.execute(
        "UPDATE t SET price = price + 1 WHERE id = \(id); PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try database.connection.execute("UPDATE t SET price = price + 1 WHERE id % 300 = 8")
    let change = try #require(try follower.advance())
    #expect(change.updates == .all && (catalog.counts - before).pageReads > 60)
    #expect(change.splices == [ListSplice(position: 0, removed: 30_000, inserted: 30_000)])
  }

  @Test(
    "commits of another process come as changes, many of them as one for who is slow", arguments: ["WAL", "DELETE"])
  func noticed(journal: String) async throws {
    let database = try TestDatabase(Self.table(2000, journal: journal))
    let writer = try ForeignWriter(database.path)
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    var changes = list.changes.makeAsyncIterator()
    var rows = try await list.read { try $0.items(0..<2000).map(\.values) }
    var told = 0
    for round in 0..<12 {
      let commits = round % 3 == 2 ? 8 : 1
      for commit in 0..<commits {
        #expect(
          try writer.run("UPDATE t SET price = \(round * 100 + commit) WHERE id = \(round * 50 + commit + 1)") == nil)
      }
      let expected = try database.rows("SELECT * FROM t ORDER BY price, id")
      // Those that come while the first is dealt with may make one more.
      while rows != expected {
        let change = try #require(try await changes.next())
        told += 1
        #expect(!change.isReset && change.count.value == 2000)
        let state = try await list.read { ($0.generation, try $0.items(0..<2000).map(\.values)) }
        #expect(state.0 == change.generation)
        for splice in change.splices {
          rows.replaceSubrange(
            splice.position..<splice.position + splice.removed, with: state.1[splice.insertedIndexes])
        }
      }
    }
    #expect(told >= 12 && told < 12 * 3)
  }

  @Test("a walk over a file without a log lets go of the lock, and begins anew where somebody commits meanwhile")
  func slices() async throws {
    let database = try TestDatabase("PRAGMA page_size = 512;" + Self.table(20_000, journal: "DELETE"))
    let catalog = try Catalog(database.path)
    catalog.walkSlice = .zero
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let before = catalog.looks
    let follower = try list.follower()
    let twigs = try #require(try list.rankIndex()).twigs.count
    #expect(twigs > 5 && catalog.looks - before >= twigs, "\(catalog.looks - before) transactions, \(twigs) twigs")
    let whole = catalog.looks
    #expect(try list.count.value == 20_000)
    #expect(catalog.looks - whole <= 3, "nothing is walked again")

    var rows = try await list.read { try $0.items(0..<20_000).map(\.values) }
    let path = database.path
    let writer = Task.detached {
      let connection = try Connection(path, .readWrite)
      for i in 0..<60 {
        try connection.execute("UPDATE t SET price = \(i * 7) WHERE id = \(i * 300 + 1)")
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    func advance() throws {
      guard let change = try follower.advance() else { return }
      let state = try list.read { ($0.generation, try $0.items(0..<20_000).map(\.values)) }
      // A commit in between is told by the next change.
      guard state.0 == change.generation else {
        rows = []
        return
      }
      if rows.isEmpty { rows = state.1 }
      for splice in change.splices {
        rows.replaceSubrange(splice.position..<splice.position + splice.removed, with: state.1[splice.insertedIndexes])
      }
      #expect(rows == state.1)
    }
    for _ in 0..<6 { try advance() }
    try await writer.value
    try advance()
    rows = rows.isEmpty ? try await list.read { try $0.items(0..<20_000).map(\.values) } : rows
    #expect(rows == (try database.rows("SELECT * FROM t ORDER BY price, id")))
    #expect(catalog.reports == [])
  }

  @Test("following ends with the task, and a hundred lists share what notices")
  func ends() async throws {
    let database = try TestDatabase(Self.table(500))
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let (firsts, told) = AsyncStream.makeStream(of: Int?.self)
    let tasks = (0..<100).map { _ in
      let changes = list.changes.makeAsyncIterator()
      return Task {
        var changes = changes
        told.yield(try await changes.next()?.count.value)
        return try await changes.next()
      }
    }
    try database.connection.execute("DELETE FROM t WHERE id = 7")
    var counts: [Int?] = []
    for await count in firsts {
      counts.append(count)
      if counts.count == tasks.count { break }
    }
    #expect(counts == Array(repeating: 499, count: tasks.count))
    for task in tasks { task.cancel() }
    for task in tasks { #expect(try await task.value == nil) }
  }

  @Test("a state that is known goes on from there, and one that is gone begins with a reset")
  func since() async throws {
    let database = try TestDatabase(Self.table(500))
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    let first = try await list.read { $0.generation }
    let same = list.changes(since: first).makeAsyncIterator()
    try database.connection.execute("DELETE FROM t WHERE id = 7")
    var going = same
    let change = try #require(try await going.next())
    #expect(!change.isReset && change.previous == first)
    var late = list.changes(since: first).makeAsyncIterator()
    let reset = try #require(try await late.next())
    #expect(
      reset.isReset && reset.previous == first && reset.generation == change.generation && reset.count.value == 499)
  }

  @Test("a table that is dropped ends it with an error, and columns that are added are a reset")
  func schema() async throws {
    let database = try TestDatabase(Self.table(500))
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    var changes = list.changes.makeAsyncIterator()
    try database.connection.execute("ALTER TABLE t ADD COLUMN more INTEGER")
    #expect(try await changes.next()?.isReset == true)
    try database.connection.execute("DROP INDEX t_price; CREATE INDEX t_price ON t (price)")
    let again = try #require(try await changes.next())
    #expect(again.count.value == 500)
    try database.connection.execute("DROP TABLE t")
    await #expect(throws: StoreError.self) { try await changes.next() }
    #expect(try await changes.next() == nil)
  }
}
