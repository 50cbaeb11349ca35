import Foundation
import GridStore
import Testing

@Suite("Items of a Decodable type") struct DecodingTests {
  enum Size: String, Decodable { case small, large }
  struct Tag: Decodable, Equatable { let name: String }
  struct Everything: Decodable, Sendable {
    let id: Int
    let flag: Bool
    let day: Date
    let uuid: UUID
    let link: URL
    let amount: Decimal
    let size: Size
    let tags: [String]
    let note: String?
    let bytes: Data
    let renamed: Double

    enum CodingKeys: String, CodingKey {
      case id, flag, day, uuid, link, amount, size, tags, note, bytes
      case renamed = "unit_price"
    }
  }

  static let table = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, flag, day, uuid, link, amount, size, tags, note, bytes, unit_price REAL, unread);
    INSERT INTO t VALUES (1, 1, '2026-03-01 12:30:00.250', '9F2B0D2E-0000-4000-8000-000000000001', 'https://example.org/a',
      '12.30', 'large', '["a","b"]', NULL, x'0102', 5, 'x');
    INSERT INTO t VALUES (2, 0, 0, x'9F2B0D2E000040008000000000000001', 'b', 7, 'small', '[]', 'n', x'', 2.5, 'y');
    """

  @Test("are made as GRDB's users expect, and only their columns are read")
  func everything() throws {
    let database = try TestDatabase(Self.table)
    let list = try Catalog(database.path).list(of: Everything.self, in: "t")
    let items = try list[0..<2]
    #expect(items[0].flag && !items[1].flag)
    #expect(
      items[0].day == Date(timeIntervalSince1970: 1_772_368_200.25) && items[1].day == Date(timeIntervalSince1970: 0))
    #expect(items[0].uuid == items[1].uuid)
    #expect(items[0].link.absoluteString == "https://example.org/a")
    #expect(items[0].amount == Decimal(string: "12.3") && items[1].amount == 7)
    #expect(items[0].size == .large && items[0].tags == ["a", "b"] && items[0].note == nil && items[1].note == "n")
    #expect(items[0].bytes == Data([1, 2]) && items[0].renamed == 5)
  }

  struct Missing: Decodable, Sendable { let id: Int, pric: Int }
  struct Wrong: Decodable, Sendable { let id: Int, tags: Int }
  struct WrongRow: RowDecodable {
    let note: String
    static let columns = ["note"]
    init(row: borrowing Row) throws(StoreError) { note = try row[0] }
  }

  @Test("name the missing column when the list is made, and column, key and type when a row does not fit")
  func failures() throws {
    let database = try TestDatabase(Self.table + "ALTER TABLE t RENAME COLUMN unread TO price")
    let catalog = try Catalog(database.path)
    let missing = #expect(throws: StoreError.self) { try catalog.list(of: Missing.self, in: "t") }
    #expect(missing?.kind == .noSuchColumn && missing!.message.contains("'price'"))
    let wrong = #expect(throws: StoreError.self) { try catalog.list(of: Wrong.self, in: "t")[0..<2] }
    #expect(wrong?.message == "'tags' of the row of 't' with id 1 is text, not an integer")
    let null = #expect(throws: StoreError.self) { try catalog.list(of: WrongRow.self, in: "t")[0] }
    #expect(null?.message == "'note' of the row of 't' with id 1 is NULL, not text")
    let past = #expect(throws: StoreError.self) { try catalog.rows(in: "t")[5] }
    #expect(past?.kind == .badValue)
  }

  @Test("pass on the error of whoever reads them, as it is")
  func ownErrors() async throws {
    struct Own: Error, Equatable { let number: Int }
    let database = try TestDatabase(Self.table)
    let list = try Catalog(database.path).rows(in: "t")
    #expect(throws: Own(number: 5)) { try list.read { _ in throw Own(number: 5) } }
    await #expect(throws: Own(number: 6)) { try await list.read { _ in throw Own(number: 6) } as Int }
    // The transaction was ended all the same.
    try database.connection.execute("DELETE FROM t")
    #expect(try list.count.value == 0)
  }

  @Test("stop being read when the task is cancelled, midway in SQLite", .timeLimit(.minutes(1)))
  func cancelledMidway() async throws {
    let database = try TestDatabase(
      """
      CREATE VIEW v AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000000000)
      SELECT i FROM n WHERE i < 0;
      CREATE TABLE t (id INTEGER PRIMARY KEY)
      """)
    let catalog = try Catalog(database.path)
    let endless = try catalog.rows(in: "v", keyColumns: ["i"])
    let task = Task { try await endless.read { $0.count.value } }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await catalog.rows(in: "t").read { $0.count.value } == 0)
  }

  @Test("come one after another, whole, while rows are added behind")
  func sequence() async throws {
    let database = try TestDatabase(
      "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1700) SELECT i FROM n"
    )
    var ids: [Value] = []
    for try await item in try Catalog(database.path).rows(in: "t").items {
      if ids.count == 600 {
        try database.connection.execute("INSERT INTO t VALUES (5000); DELETE FROM t WHERE id < 50")
      }
      ids.append(item.values[0])
    }
    #expect(ids == (1...1700).map { .integer($0) } + [.integer(5000)])
  }

  struct Overreaching: RowDecodable {
    static let columns = ["id"]
    init(row: borrowing Row) throws(StoreError) {
      let _: Int = try row[1]
    }
  }

  /// What stands behind the columns of a type is the key, and whatever else a read needs.
  @Test("that read past their own columns are stopped")
  func overreach() async throws {
    await #expect(processExitsWith: .failure) {
      let database = try TestDatabase(
        "CREATE TABLE t (name TEXT, id TEXT PRIMARY KEY); INSERT INTO t VALUES ('n', 'i')")
      _ = try? Catalog(database.path).list(of: Overreaching.self, in: "t")[0]
    }
  }
}
