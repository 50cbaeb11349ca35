import CSQLite
import Foundation
import GridStore
import Testing

/// The walk over pages against a scan by SQL, rank by rank, in every kind of file that SQLite makes.
@Suite struct Walks {
  struct World: CustomTestStringConvertible {
    var pageSize = 4096
    var encoding = "UTF-8"
    var reserved: Int32 = 0
    var journal = "delete"
    var autoVacuum = 0
    var rows = 3000
    var testDescription: String {
      "\(pageSize) \(encoding) reserved \(reserved) \(journal) vacuum \(autoVacuum) \(rows) rows"
    }
  }

  static let worlds: [World] = {
    var worlds: [World] = []
    for pageSize in [512, 4096, 65536] {
      for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
        for journal in ["delete", "wal", "wal, part checkpointed"] {
          worlds.append(World(pageSize: pageSize, encoding: encoding, journal: journal))
        }
      }
      for reserved: Int32 in [1, 8, 32, 255] where pageSize > 512 || reserved <= 32 {
        worlds.append(World(pageSize: pageSize, reserved: reserved, autoVacuum: 1))
      }
      for rows in [0, 1, 2, 60] { worlds.append(World(pageSize: pageSize, rows: rows)) }
    }
    return worlds
  }()

  /// Trees, each with the columns that sort it and the condition of a partial one.
  static let trees: [(name: String, columns: String, condition: String, table: String)] = [
    ("t", "id", "", "t"), ("t_price", "price, id", "", "t"), ("t_desc", "price DESC, name, id", "", "t"),
    ("t_nocase", "name COLLATE NOCASE, id", "", "t"), ("t_rtrim", "name COLLATE RTRIM DESC, id", "", "t"),
    ("t_partial", "price, id", "WHERE price > 500", "t"), ("t_expression", "price % 7, id", "", "t"),
    ("t_long", "long, id", "", "t"), ("t_mixed", "mixed, id", "", "t"), ("t_real", "real, id", "", "t"),
    ("w", "a, b", "", "w"), ("w_c", "c, a, b", "", "w"),
  ]

  static func database(_ world: World) throws -> TestDatabase {
    let database = try TestDatabase("")
    var reserved = world.reserved
    try database.connection.execute(
      "PRAGMA page_size = \(world.pageSize); PRAGMA encoding = '\(world.encoding)'; PRAGMA auto_vacuum = \(world.autoVacuum)"
    )
    unsafe sqlite3_file_control(database.connection.handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
    if world.journal != "delete" {
      try database.connection.execute("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0")
    }
    try database.connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT, long TEXT, mixed, real REAL);
      CREATE TABLE w (a TEXT, b INTEGER, c, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE INDEX t_price ON t (price); CREATE INDEX t_desc ON t (price DESC, name);
      CREATE INDEX t_nocase ON t (name COLLATE NOCASE); CREATE INDEX t_rtrim ON t (name COLLATE RTRIM DESC);
      CREATE INDEX t_partial ON t (price) WHERE price > 500; CREATE INDEX t_expression ON t (price % 7);
      CREATE INDEX t_long ON t (long); CREATE INDEX t_mixed ON t (mixed); CREATE INDEX t_real ON t (real);
      CREATE INDEX w_c ON w (c);
      """)
    try fill(database, from: 0, to: world.rows * 2 / 3)
    if world.journal == "wal, part checkpointed" { try database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)") }
    try fill(database, from: world.rows * 2 / 3, to: world.rows)
    // Holes and moved pages.
    try database.connection.execute("DELETE FROM t WHERE id % 11 = 3; UPDATE t SET price = price + 1 WHERE id % 5 = 0")
    if world.autoVacuum == 0, world.journal == "delete", world.rows == 3000, world.pageSize == 4096 {
      try database.connection.execute("VACUUM")
    }
    return database
  }

  static func fill(_ database: TestDatabase, from low: Int, to high: Int) throws {
    try database.connection.execute(
      """
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (\(low)) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(high))
      SELECT i * 7919 % 1000003 - 50000, i * 31 % 1000,
        CASE i % 4 WHEN 0 THEN 'Éa' || i % 50 WHEN 1 THEN 'éA ' || i % 9 || '  ' WHEN 2 THEN NULL ELSE 'z' || i END,
        CASE WHEN i % 50 = 0 THEN printf('%0*d', i % 9000, i) ELSE 'k' || i END,
        CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN i WHEN 2 THEN i + 0.25 WHEN 3 THEN 't' || i WHEN 4 THEN zeroblob(i % 30)
          ELSE -i * 4611686018427 END,
        CASE i % 3 WHEN 0 THEN i ELSE i + 0.5 END
      FROM n WHERE i < \(high);
      INSERT INTO w WITH RECURSIVE n(i) AS (VALUES (\(low)) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(high))
      SELECT printf('%0*d', i % 200, i % 13), i, CASE i % 3 WHEN 0 THEN NULL ELSE 'c' || i % 17 END
      FROM n WHERE i < \(high);
      """)
  }

  static func isIndexOnly(_ name: String) -> Bool { name != "t" && name != "w" }

  @Test("agree with SQL at every rank", arguments: worlds)
  func everyRank(_ world: World) throws {
    let database = try Self.database(world)
    let connection = try Connection(database.path, .readOnly)
    let source = try PageSource(connection)
    try source.look()
    defer { source.end() }
    let encoding: TextEncoding =
      switch world.encoding {
      case "UTF-16le": .utf16LittleEndian
      case "UTF-16be": .utf16BigEndian
      default: .utf8
      }
    #expect(try Schema(StatementCache(connection)).encoding() == encoding)
    for tree in Self.trees {
      let plain = tree.columns.replacing(" DESC", with: "").replacing(" COLLATE NOCASE", with: "").replacing(
        " COLLATE RTRIM", with: "")
      let source0 = Self.isIndexOnly(tree.name) ? "INDEXED BY \(tree.name)" : "NOT INDEXED"
      let statement = try connection.prepare(
        "SELECT \(plain) FROM \(tree.table) \(source0) \(tree.condition) ORDER BY \(tree.columns)")
      var rows: [[StoredValue]] = []
      while try statement.step() {
        rows.append((0..<statement.columnCount).map { statement.stored($0, encoding: encoding) })
      }
      let rootStatement = try connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = '\(tree.name)'")
      _ = try rootStatement.step()
      let root = UInt32(rootStatement.integer(0))
      rootStatement.reset()
      let index = try RankIndex(source, root: root, kind: tree.name == "t" ? .rowidTable : .index)
      #expect(index.count == Int64(rows.count), "\(tree.name)")
      let columns = plain.split(separator: ",").count
      for (rank, row) in rows.enumerated() {
        let key = try index.key(at: Int64(rank), columns: columns, source)
        #expect(key.indices.allSatisfy { key[$0].isSame(as: row[$0]) }, "\(tree.name) rank \(rank): \(key) \(row)")
      }
    }
  }

  @Test("verify agrees, and lists page through every kind of file", arguments: worlds)
  func verified(_ world: World) throws {
    let database = try Self.database(world)
    let catalog = try Catalog(database.path)
    for table in ["t", "w"] {
      for result in try catalog.verify(table: table) { #expect(result.differences == [], "\(table) \(result.order)") }
    }
    let list = try catalog.rows(in: "t", columns: ["id"], order: [.descending("price"), .ascending("name")])
    let expected = try database.rows("SELECT id FROM t ORDER BY price DESC, name, id")
    #expect(try list[0..<expected.count].map(\.values) == expected)
    for i in stride(from: 0, to: expected.count, by: 97) { #expect(try list.index(ofKey: expected[i][0]) == i) }
    #expect(catalog.reports == [])
  }

  @Test("see each commit of another connection, and only whole ones")
  func commits() throws {
    for journal in ["delete", "wal"] {
      let database = try TestDatabase(
        "PRAGMA journal_mode = \(journal); CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER); CREATE INDEX tv ON t (v)"
      )
      let list = try Catalog(database.path).rows(in: "t", order: [.ascending("v")])
      var seen: Set<String> = []
      for round in 0..<60 {
        try database.connection.execute(
          "BEGIN; INSERT INTO t (v) SELECT (value * 7919 + \(round)) % 977 FROM json_each('[\((0..<50).map(String.init).joined(separator: ","))]');"
            + "DELETE FROM t WHERE id % 13 = \(round % 13); COMMIT")
        if journal == "wal", round % 7 == 3 {
          try database.connection.execute(
            "PRAGMA wal_checkpoint(\(["PASSIVE", "FULL", "RESTART", "TRUNCATE"][round / 7 % 4]))")
        }
        let expected = try database.rows("SELECT * FROM t ORDER BY v, id")
        let (items, token) = try list.read { snapshot in
          (try snapshot.items(0..<snapshot.count.value).map(\.values), snapshot.generation.token)
        }
        #expect(items == expected, "\(journal) round \(round)")
        #expect(seen.insert(token).inserted, "a new state has a new token")
      }
    }
  }

  @Test("of a damaged file end in an error or in a scan that is reported, never in a crash")
  func damage() throws {
    let whole = try TestDatabase(
      """
      PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER); CREATE INDEX t_price ON t (price);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 900)
      SELECT i, i * 31 % 100 FROM n
      """)
    let expected = try whole.rows("SELECT id FROM t ORDER BY price, id")
    let bytes = try Data(contentsOf: URL(filePath: whole.path))
    var random = SeededNumbers(seed: 7)
    var refused = 0
    var scanned = 0
    let folder = try TestDatabase("")
    #if DEBUG
      let rounds = 150
    #else
      let rounds = 1500
    #endif
    for round in 0..<rounds {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 100..<damaged.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: damaged[at] = UInt8.random(in: .min ... .max, using: &random)
        case 2:
          damaged[at / 512 * 512 + Int.random(in: 0..<12, using: &random)] = UInt8.random(
            in: .min ... .max, using: &random)
        default:
          let page = at / 512 * 512
          damaged.replaceSubrange(
            page..<min(page + 512, damaged.count), with: Data(count: min(512, damaged.count - page)))
        }
      }
      let path = folder.path + ".\(round)"
      try damaged.write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      do {
        let catalog = try Catalog(path)
        let list = try catalog.rows(in: "t", columns: ["id"], order: [.ascending("price")])
        _ = try list.read { snapshot in
          for start in stride(from: 0, to: snapshot.count.value, by: 100) {
            _ = try snapshot.items(start..<start + 60)
          }
        }
        _ = try list.index(ofKey: expected[round % expected.count][0])
        if !catalog.reports.isEmpty { scanned += 1 }
      } catch {
        refused += 1
      }
    }
    #expect(refused + scanned > rounds / 10, "\(refused) refused, \(scanned) scanned")
  }

  @Test("are not tried beside a version of the library that nobody knows")
  func versions() {
    #expect(!FileHandles.knows(libraryVersion: 3_036_999) && !FileHandles.knows(libraryVersion: 4_000_000))
    #expect(
      FileHandles.knows(libraryVersion: 3_037_000) && FileHandles.knows(libraryVersion: sqlite3_libversion_number()))
  }
}
