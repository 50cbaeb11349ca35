import CSQLite
import Foundation
import GridStore
import Testing

/// Lists that are open while others rebuild tables, vacuum, restore copies and cut logs.
@Suite struct OpenLists {
  private static let sorted = "SELECT * FROM t ORDER BY price, id"

  /// A list, somebody who follows it, and another process that writes its file.
  private struct World {
    let database: TestDatabase
    let writer: ForeignWriter
    let catalog: Catalog
    let list: ItemList<ItemValues>
    let follower: ListFollower

    init(journal: String, rows: Int = 400) throws {
      database = try TestDatabase(Following.table(rows, journal: journal))
      writer = try ForeignWriter(database.path)
      catalog = try Catalog(database.path)
      list = try catalog.rows(in: "t", order: [.ascending("price")])
      follower = try list.follower()
    }

    func rows() throws -> [[Value]] { try list.read { try $0.items(0..<$0.count.value).map(\.values) } }

    /// Runs statements elsewhere; the list must then be what SQLite reads, and whoever follows hear of it.
    func expect(_ sql: String, same: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let before = follower.generation
      let refusal = try writer.run(sql)
      #expect(refusal == nil, "\(sql)", sourceLocation: sourceLocation)
      let expected = try database.rows(OpenLists.sorted)
      let found = try rows()
      #expect(found == expected, "\(sql)", sourceLocation: sourceLocation)
      for i in stride(from: 0, to: expected.count, by: 83) {
        let index = try list.index(ofKey: expected[i][0])
        #expect(index == i, "\(sql)", sourceLocation: sourceLocation)
      }
      let change = try follower.advance()
      if let change {
        #expect(change.previous == before && change.count.value == expected.count, sourceLocation: sourceLocation)
      } else {
        #expect(same, "nobody was told of \(sql)", sourceLocation: sourceLocation)
      }
      let results = try catalog.verify(table: "t")
      #expect(results.allSatisfy { $0.differences.isEmpty }, "\(sql): \(results)", sourceLocation: sourceLocation)
    }
  }

  @Test("a table is rebuilt, widened, renamed, dropped and made anew under them", arguments: ["WAL", "DELETE"])
  func schema(journal: String) throws {
    let world = try World(journal: journal)
    // As SQLite's documentation has one rebuild a table (sqlite.org/lang_altertable.html, 7).
    try world.expect(
      """
      PRAGMA foreign_keys = OFF; BEGIN; CREATE TABLE new_t (id INTEGER PRIMARY KEY, name TEXT, price INTEGER, more);
      INSERT INTO new_t SELECT id, name, price % 50, id * 2 FROM t; DROP TABLE t; ALTER TABLE new_t RENAME TO t;
      CREATE INDEX t_price ON t (price); COMMIT
      """)
    try world.expect("ALTER TABLE t ADD COLUMN later TEXT DEFAULT 'x'")
    try world.expect("UPDATE t SET later = NULL, price = price + 1 WHERE id % 7 = 1")
    try world.expect("ALTER TABLE t DROP COLUMN more")
    try world.expect("ALTER TABLE t RENAME COLUMN name TO title")
    // The list goes on without its index, with another one of that name, and with its own again.
    try world.expect("DROP INDEX t_price")
    try world.expect("UPDATE t SET price = 3 WHERE id % 9 = 1")
    try world.expect("CREATE INDEX t_price ON t (title)")
    try world.expect("DROP INDEX t_price; CREATE INDEX t_price ON t (price)")
    try world.expect("CREATE INDEX another ON t (price, title); ANALYZE")
    try world.expect(
      "CREATE TRIGGER own AFTER DELETE ON t BEGIN UPDATE t SET price = 0 WHERE id = old.id + 1; END", same: true)
    try world.expect("DELETE FROM t WHERE id % 31 = 5")

    #expect(try world.writer.run("ALTER TABLE t RENAME TO u") == nil)
    let gone = #expect(throws: StoreError.self) { try world.rows() }
    #expect(gone?.kind == .noSuchTable)
    #expect(try world.writer.run("ALTER TABLE u RENAME TO t") == nil)
    #expect(try world.rows() == world.database.rows(Self.sorted))
    // Another table under the same name, with another key.
    #expect(
      try world.writer.run(
        """
        DROP TABLE t; CREATE TABLE t (id TEXT PRIMARY KEY, price) WITHOUT ROWID; CREATE INDEX t_price ON t (price DESC);
        INSERT INTO t VALUES ('b', 2), ('a', 2), ('c', NULL), ('d', 1.5)
        """) == nil)
    #expect(try world.list[0..<9].map(\.values) == [["c", nil], ["d", .real(1.5)], ["a", 2], ["b", 2]])
    #expect(try world.list.index(ofKey: "a") == 2)
    #expect(try world.writer.run("DROP TABLE t") == nil)
    #expect(throws: StoreError.self) { try world.list.count }
    #expect(world.catalog.reports == [])
  }

  @Test("the file is vacuumed, gets other pages, and other journals", arguments: ["WAL", "DELETE"])
  func vacuum(journal: String) throws {
    let world = try World(journal: journal, rows: 2000)
    try world.expect("DELETE FROM t WHERE id % 3 = 0")
    try world.expect("VACUUM")
    try world.expect("REINDEX", same: true)
    if journal == "DELETE" {
      for size in [512, 16384, 1024] { try world.expect("PRAGMA page_size = \(size); VACUUM") }
      for mode in [1, 2, 0] {
        try world.expect("PRAGMA auto_vacuum = \(mode); VACUUM")
        try world.expect("DELETE FROM t WHERE id % 20 = \(mode + 1)")
        try world.expect("PRAGMA incremental_vacuum(5); UPDATE t SET price = price + 1 WHERE id < 40")
      }
      for mode in ["TRUNCATE", "PERSIST", "MEMORY", "OFF", "DELETE", "WAL"] {
        try world.expect("PRAGMA journal_mode = \(mode); UPDATE t SET price = price - 7 WHERE id % 11 = 4")
      }
    }
    // Here there is a log in both cases. Nobody turns back while somebody reads.
    try world.expect("INSERT INTO t SELECT id + 9000, price, name FROM t WHERE id < 300")
    #expect(try world.writer.run("PRAGMA journal_mode = DELETE")?.contains("locked") == true)
    try world.expect("PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET price = 5 WHERE id = 9001")
    #expect(world.catalog.reports == [])
  }

  /// A Python program, with words.
  private func python(_ program: String, _ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + words
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("an older copy is written over the file page by page, as a backup is restored", arguments: ["WAL", "DELETE"])
  func restored(journal: String) throws {
    let world = try World(journal: journal, rows: 3000)
    let first = try world.rows()
    try world.database.connection.execute("VACUUM INTO '\(world.database.path).copy'")
    for round in 0..<3 {
      try world.expect("UPDATE t SET price = price + \(round + 1) WHERE id % 5 = 0; DELETE FROM t WHERE id > 2500")
      try python(
        "import sys, sqlite3; sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2], timeout=20))",
        world.database.path + ".copy", world.database.path)
      #expect(try world.rows() == first)
      #expect(try world.follower.advance() != nil)
      #expect(try world.list.index(ofKey: first[1234][0]) == 1234)
    }
    #expect(world.catalog.reports == [])
  }

  @Test("an older copy is written over a file without a log by a program that knows no locks")
  func copiedOver() throws {
    let world = try World(journal: "DELETE", rows: 3000)
    let first = try world.rows()
    let copy = world.database.path + ".copy"
    try FileManager.default.copyItem(atPath: world.database.path, toPath: copy)
    try world.expect("UPDATE t SET price = price + 1 WHERE id % 5 = 0; DELETE FROM t WHERE id > 2000")
    try python("import sys, shutil; shutil.copyfile(sys.argv[1], sys.argv[2])", copy, world.database.path)
    #expect(try world.rows() == first)
    // A shorter one, and one that is cut in the middle: an error, and never a row that is not there.
    try python("import sys; open(sys.argv[1], 'r+b').truncate(30000)", world.database.path)
    #expect(throws: StoreError.self) { try world.rows() }
    try python("import sys, shutil; shutil.copyfile(sys.argv[1], sys.argv[2])", copy, world.database.path)
    #expect(try world.rows() == first)
  }

  @Test("the log is cut or taken away: an error, or a state that there was", arguments: ["cut", "emptied", "removed"])
  func log(what: String) throws {
    let folder = try TestDatabase("")
    let path = folder.path + ".log.db"
    var states: [[[Value]]] = []
    do {
      let writer = try ForeignWriter(path)
      #expect(
        try writer.run(Following.table(600) + "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0") == nil)
      let catalog = try Catalog(path)
      let list = try catalog.rows(in: "t", order: [.ascending("price")])
      func rows() throws -> [[Value]] { try list.read { try $0.items(0..<$0.count.value).map(\.values) } }
      states.append(try rows())
      for round in 0..<4 {
        #expect(try writer.run("UPDATE t SET price = price + 3 WHERE id % 4 = \(round)") == nil)
        states.append(try rows())
      }
      let program =
        switch what {
        case "cut": "f = open(p, 'r+b'); f.truncate(40000)"
        case "emptied": "f = open(p, 'r+b'); f.truncate(0)"
        default: "import os; os.remove(p)"
        }
      try python("import sys; p = sys.argv[1]\n" + program, path + "-wal")
      for _ in 0..<3 {
        if let found = try? rows() { #expect(states.contains(found)) }
      }
    }
    // By the next who open it, the log is what is left of it.
    let connection = try Connection(path, .readWrite)
    let statement = try connection.prepare(Self.sorted)
    var expected: [[Value]] = []
    while try statement.step() { expected.append((0..<statement.columnCount).map { statement.value($0) }) }
    #expect(states.contains(expected))
    let list = try Catalog(path).rows(in: "t", order: [.ascending("price")])
    #expect(try list.read { try $0.items(0..<$0.count.value).map(\.values) } == expected)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  @Test("there are a thousand of them, and each is told of each commit")
  func thousand() throws {
    let database = try TestDatabase(Following.table(500))
    let catalog = try Catalog(database.path)
    let orders: [Order] = [
      [.ascending("price")], [.descending("price")], [.ascending("id")], [.descending("id")], [.ascending("name")],
    ]
    let lists = try (0..<1000).map { i in
      try catalog.rows(
        in: "t", order: orders[i % orders.count], where: i % 3 == 0 ? [.less("price", .integer(Int64(i * 60)))] : [])
    }
    let followers = try lists.map { try $0.follower() }
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    for id in [7, 70] {
      try database.connection.execute("UPDATE t SET price = 100000 - price WHERE id = \(id)")
      for (i, follower) in followers.enumerated() {
        let condition = i % 3 == 0 ? "price < \(i * 60)" : "1"
        guard let change = try follower.advance() else {
          Issue.record("list \(i) was not told")
          continue
        }
        if i % 50 == 0 {
          let expected = try database.rows("SELECT count(*) FROM t WHERE \(condition)")
          #expect([[.integer(Int64(change.count.value))]] == expected)
        }
      }
      for i in stride(from: 0, to: 1000, by: 97) {
        let condition = i % 3 == 0 ? "price < \(i * 60)" : "1"
        let sorting = ["price, id", "price DESC, id DESC", "id", "id DESC", "name, id"][i % 5]
        let expected = try database.rows("SELECT * FROM t WHERE \(condition) ORDER BY \(sorting)")
        let found = try lists[i].read { try $0.items(0..<$0.count.value).map(\.values) }
        #expect(found == expected, "list \(i)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < files + 30)
    #expect(catalog.reports == [])
  }

  @Test("somebody else reads for ever, or writes for long: they stay exact, and keep no log from being emptied")
  func endless() throws {
    let database = try TestDatabase(Following.table(3000))
    let writer = try ForeignWriter(database.path)
    let endless = try ForeignWriter(database.path)
    // Its transaction stays open.
    #expect(try endless.run("BEGIN; SELECT count(*) FROM t") == nil)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let follower = try list.follower()
    for round in 0..<60 {
      #expect(try writer.run("UPDATE t SET price = price * 31 % 9973 WHERE id % 60 = \(round)") == nil)
      #expect(try follower.advance() != nil)
      if round % 20 == 7 {
        #expect(try list.read { try $0.items(0..<3000).map(\.values) } == database.rows(Self.sorted))
      }
    }
    // A list that begins while somebody writes needs no lock of theirs.
    #expect(try writer.run("BEGIN IMMEDIATE; DELETE FROM t WHERE id < 2000") == nil)
    let late = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    #expect(try late.count.value == 3000)
    let lateFollower = try late.follower()
    // A script begins by committing what is open.
    #expect(try endless.run("SELECT 1") == nil && writer.run("SELECT 1") == nil)
    #expect(try lateFollower.advance()?.count.value == 1001)
    #expect(try late.read { try $0.items(0..<1001).map(\.values) } == database.rows(Self.sorted))
    let checkpoint = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(checkpoint == [[0, 0, 0]])
    #expect(catalog.reports == [])
  }

  @Test("a collation that nobody here knows is refused with its name, and only where it matters")
  func collation() throws {
    let database = try TestDatabase("")
    unsafe sqlite3_create_collation_v2(
      database.connection.handle, "backwards", SQLITE_UTF8, nil,
      { _, n, a, m, b in
        let length = Int(min(n, m))
        let order = unsafe memcmp(b!, a!, length)
        return order == 0 ? m - n : order
      }, nil)
    try database.connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT COLLATE backwards, price INTEGER);
      CREATE INDEX t_name ON t (name); CREATE INDEX t_price ON t (price);
      INSERT INTO t VALUES (1, 'a', 5), (2, 'b', 4), (3, 'c', 3)
      """)
    let catalog = try Catalog(database.path)
    #expect(try catalog.rows(in: "t", order: [.ascending("price")])[0..<3].map { $0.values[0] } == [3, 2, 1])
    for order in [Order([.ascending("name")]), [.descending("name"), .ascending("price")]] {
      let error = #expect(throws: StoreError.self) { try catalog.rows(in: "t", order: order).count }
      #expect(error?.message.contains("backwards") == true, "\(String(describing: error))")
    }
    let error = #expect(throws: StoreError.self) {
      try catalog.rows(in: "t", order: [.ascending("price")], where: [.equal("name", "a")])[0]
    }
    #expect(error?.message.contains("backwards") == true, "\(String(describing: error))")
    #expect(try catalog.rows(in: "t", order: [.ascending("price")]).index(ofKey: 2) == 1)
  }

  @Test("rowids at both ends of what 64 bits say, and nothing but ties")
  func extremes() throws {
    let database = try TestDatabase(
      """
      PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT);
      CREATE INDEX t_price ON t (price);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      SELECT CASE i % 3 WHEN 0 THEN 9223372036854775807 - i WHEN 1 THEN -9223372036854775808 + i ELSE i END, 7, 'x' FROM n
      """)
    let catalog = try Catalog(database.path)
    for (order, sorting) in [
      (Order([.ascending("price")]), "price, id"), ([.descending("price")], "price DESC, id DESC"), ([], "id"),
    ] {
      let list = try catalog.rows(in: "t", order: order)
      let expected = try database.rows("SELECT * FROM t ORDER BY \(sorting)")
      for start in stride(from: 0, to: 601, by: 7) {
        #expect(try list[start..<start + 7].map(\.values) == Array(expected[start..<min(start + 7, 601)]))
      }
      for i in stride(from: 0, to: 601, by: 11) { #expect(try list.index(ofKey: expected[i][0]) == i) }
    }
    #expect(catalog.reports == [])
  }

  @Test("a row is known by its declared key after its rowid has become another, as VACUUM may have it")
  func vacuumedRowIDs() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (code TEXT NOT NULL UNIQUE, price INTEGER); CREATE INDEX t_price ON t (price);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      SELECT 'c' || i, i * 31 % 40 FROM n; DELETE FROM t WHERE rowid % 2 = 0
      """)
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    let place = try list.read { try $0.anchor(at: 123) }
    let before = try database.rows("SELECT rowid FROM t WHERE code = 'c333'")
    // Where there is no INTEGER PRIMARY KEY a VACUUM may do the same.
    try database.connection.execute(
      """
      CREATE TEMP TABLE kept AS SELECT * FROM t ORDER BY rowid; DELETE FROM t; INSERT INTO t SELECT * FROM kept; VACUUM
      """)
    #expect(try database.rows("SELECT rowid FROM t WHERE code = 'c333'") != before)
    let kept = try #require(try list.read { try $0.index(keeping: place) })
    #expect(kept.isSameItem)
    #expect(try list.read { try $0.key(at: kept.index) } == place.key)
    let expected = try database.rows("SELECT code FROM t ORDER BY price, rowid")
    for i in stride(from: 0, to: 250, by: 19) { #expect(try list.index(ofKey: expected[i][0]) == i) }
  }
}
