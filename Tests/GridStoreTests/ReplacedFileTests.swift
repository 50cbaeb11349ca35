import Foundation
import GridStore
import Testing

/// Files that other programs put in the place of the one that is read.
@Suite struct ReplacedFiles {
  private static func table(_ rows: Int, _ price: String, journal: String) -> String {
    """
    PRAGMA journal_mode = \(journal); CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT);
    CREATE INDEX t_price ON t (price);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
    SELECT i, \(price), 'name ' || i FROM n;
    """
  }
  private static let sorted = "SELECT * FROM t ORDER BY price, id"

  private func rows(_ list: ItemList<ItemValues>) throws -> [[Value]] {
    try list.read { try $0.items(0..<$0.count.value).map(\.values) }
  }

  @Test(
    "one that is renamed over ours is read from then on, and whoever follows begins anew",
    arguments: ["WAL", "DELETE"], [RankMode.auto, .scan])
  func renamed(journal: String, mode: RankMode) throws {
    let old = try TestDatabase(Self.table(500, "i * 7 % 90", journal: journal))
    let new = try TestDatabase(Self.table(300, "i * 31 % 70", journal: journal))
    let expected = try new.rows(Self.sorted)
    let catalog = try Catalog(old.path, rank: mode)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let follower = try list.follower()
    let (before, place) = try list.read { ($0.generation, try $0.anchor(at: 200)) }
    // A log that is left behind would be taken for that of the new file, by any program.
    try old.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    old.connection.close()
    new.connection.close()
    try TestDatabase.move(new.path, to: old.path)
    #expect(try list.count.value == 300)
    #expect(try rows(list) == expected)
    let after = try list.read { $0.generation }
    #expect(after != before)
    let change = try #require(try follower.advance())
    #expect(change.isReset && change.count.value == 300 && change.previous == before && change.generation == after)
    #expect(try list.read { try $0.index(keeping: place) } != nil)
    // A place in the new one is followed as in any.
    let writer = try ForeignWriter(old.path)
    #expect(try writer.run("DELETE FROM t WHERE id = 7") == nil)
    let next = try #require(try follower.advance())
    #expect(next.count.value == 299 && next.isReset == (mode == .scan))
    #expect(try rows(list) == expected.filter { $0[0] != .integer(7) })
    #expect(catalog.reports == [])
  }

  @Test("a restored copy is what it was when it was copied, to the byte or not", arguments: ["WAL", "DELETE"])
  func restored(journal: String) throws {
    let database = try TestDatabase(Self.table(500, "i", journal: journal))
    try database.connection.execute("VACUUM INTO '\(database.path).copy'")
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    let follower = try list.follower()
    try database.connection.execute("UPDATE t SET price = -price WHERE id > 400; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try list[0].values[0] == 500)
    #expect(try follower.advance()?.isReset == false)
    database.connection.close()
    // The very bytes once more: another file, of which nothing is known.
    try FileManager.default.copyItem(atPath: database.path, toPath: database.path + ".same")
    try TestDatabase.move(database.path + ".same", to: database.path)
    #expect(try follower.advance()?.isReset == true)
    #expect(try list[0].values[0] == 500)
    try TestDatabase.move(database.path + ".copy", to: database.path)
    #expect(try list[0].values[0] == 1)
    #expect(try follower.advance()?.isReset == true)
    #expect(try follower.advance() == nil)
    for _ in 0..<50 {
      try FileManager.default.copyItem(atPath: database.path, toPath: database.path + ".again")
      try TestDatabase.move(database.path + ".again", to: database.path)
      #expect(try list.count.value == 500)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < 200)
  }

  @Test("one that is gone is an error that says so, and one that is back is read", arguments: ["WAL", "DELETE"])
  func gone(journal: String) throws {
    let database = try TestDatabase(Self.table(500, "i", journal: journal))
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    #expect(try list.count.value == 500)
    try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.connection.close()
    try TestDatabase.move(database.path, to: database.path + ".away")
    for _ in 0..<3 {
      let error = #expect(throws: StoreError.self) { try list[0..<10] }
      #expect(error?.kind == .cannotOpen && error?.message.contains("is gone") == true, "\(String(describing: error))")
    }
    // Something that is no database is not taken for one, nor is one that is not whole yet.
    try Data().write(to: URL(filePath: database.path))
    #expect(throws: StoreError.self) { try list.count }
    try Data("no database, whatever its name".utf8).write(to: URL(filePath: database.path))
    #expect(throws: StoreError.self) { try list.count }
    try TestDatabase.move(database.path + ".away", to: database.path)
    #expect(try list.count.value == 500)
    #expect(try list[499].values[0] == 500)
    // Another table is there instead.
    let other = try TestDatabase("CREATE TABLE u (id INTEGER PRIMARY KEY); CREATE TABLE v (id INTEGER PRIMARY KEY)")
    other.connection.close()
    try TestDatabase.move(other.path, to: database.path)
    let error = #expect(throws: StoreError.self) { try list.count }
    #expect(error?.kind == .noSuchTable)
    #expect(try catalog.tableNames == ["u", "v"])
  }

  @Test("changes tell of it by themselves: a reset, an error while there is none, and a reset when one is back")
  func changes() async throws {
    let database = try TestDatabase(Self.table(500, "i", journal: "DELETE"))
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    var changes = list.changes.makeAsyncIterator()
    try database.connection.execute("DELETE FROM t WHERE id = 7")
    #expect(try await changes.next()?.isReset == false)
    database.connection.close()
    for rows in [300, 200] {
      let new = try TestDatabase(Self.table(rows, "i", journal: "DELETE"))
      new.connection.close()
      try TestDatabase.move(new.path, to: database.path)
      let reset = try #require(try await changes.next())
      #expect(reset.isReset && reset.count.value == rows)
    }
    try TestDatabase.move(database.path, to: database.path + ".away")
    let error = await #expect(throws: StoreError.self) { try await changes.next() }
    #expect(error?.kind == .cannotOpen)
    try TestDatabase.move(database.path + ".away", to: database.path)
    let back = try #require(try await changes.next())
    #expect(back.isReset && back.count.value == 200)
  }
}
