import Foundation
import GridStore
import Testing

/// A file is mapped while nobody commits, and never at the cost of an answer.
@Suite struct Mappings {
  private static let rows = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, s TEXT); CREATE INDEX tv ON t (v);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    SELECT i, i * 31 % 977, printf('%0100d', i) FROM n
    """

  private func rest(_ list: ItemList<ItemValues>, looks: Int = 70) throws {
    for _ in 0..<looks { _ = try list.count }
  }

  @Test("comes when it is quiet, goes with a commit, and takes twice as long to come again")
  func patience() throws {
    let database = try TestDatabase(Self.rows)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("v")])
    #expect(catalog.mappedBytes == 0)
    try rest(list)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int)
    #expect(catalog.mappedBytes == size)
    try database.connection.execute("UPDATE t SET v = v + 1 WHERE id % 3 = 0")
    try rest(list, looks: 2)
    #expect(catalog.mappedBytes == 0)
    try rest(list)
    #expect(catalog.mappedBytes == 0, "patience has doubled")
    try rest(list)
    #expect(catalog.mappedBytes > 0)
  }

  @Test("is left out where it is not wanted")
  func never() throws {
    let database = try TestDatabase(Self.rows)
    let catalog = try Catalog(database.path, mapping: .never)
    try rest(try catalog.rows(in: "t"), looks: 300)
    #expect(catalog.mappedBytes == 0)
  }

  @Test("changes no answer while the file grows, shrinks and is vacuumed", arguments: ["delete", "wal"])
  func commits(journal: String) throws {
    let database = try TestDatabase("PRAGMA journal_mode = \(journal);" + Self.rows)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("v")])
    var mapped = 0
    for change in [
      "DELETE FROM t WHERE id % 2 = 0", "VACUUM", "UPDATE t SET v = -v",
      "INSERT INTO t (v, s) SELECT v, s || s FROM t", "DELETE FROM t WHERE id > 100", "VACUUM",
    ] {
      try rest(list, looks: 64 * 70)
      mapped += catalog.mappedBytes > 0 ? 1 : 0
      try database.connection.execute(change)
      if journal == "wal" { try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
      let expected = try database.rows("SELECT * FROM t ORDER BY v, id")
      for _ in 0..<3 {
        #expect(try list.read { try $0.items(0..<$0.count.value).map(\.values) } == expected, "\(change)")
      }
    }
    #expect(mapped == 6)
    #expect(catalog.reports.isEmpty)
  }

  @Test("of a file that somebody cuts short is let go of before it is touched")
  func cut() throws {
    let database = try TestDatabase(Self.rows)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("v")])
    let expected = try list.read { try $0.items(0..<$0.count.value) }
    try rest(list)
    #expect(catalog.mappedBytes > 0)
    let whole = try Data(contentsOf: URL(filePath: database.path))
    let file = try FileHandle(forWritingTo: URL(filePath: database.path))
    try file.truncate(atOffset: 8192)
    #expect(throws: StoreError.self) { try list.read { try $0.items(0..<$0.count.value) } }
    #expect(catalog.mappedBytes == 0)
    // What is put back is read again, by pages too.
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: whole)
    try file.close()
    for _ in 0..<4 { _ = try? list.count }
    #expect(try list.read { try $0.items(0..<$0.count.value) } == expected)
    #expect(try catalog.info().ranks == "from the pages of the file")
  }
}
