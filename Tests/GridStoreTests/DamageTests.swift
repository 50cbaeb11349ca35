import Foundation
import GridStore
import Testing

/// Files whose bytes were overwritten or cut: an error, or the rows that SQLite itself reads.
@Suite struct Damages {
  static let files: [DamagedFile] = DamagedFile.worlds.map { try! DamagedFile($0) }
  /// How many damages to each file.
  static let seeds: ClosedRange<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let only = environment["LAZYGRID_DAMAGE"].flatMap({ UInt64($0) }) { return only...only }
    return 1...(StressRun.isOn ? 2500 : 100)
  }()

  private struct Tally {
    var (damages, refused, same, scanned, verified) = (0, 0, 0, 0, 0)
    var slowest = Duration.zero
  }

  /// In pieces, so that what is kept of one meets the damage of another.
  private func rows(_ list: ItemList<ItemValues>) throws -> [[Value]] {
    try list.read { snapshot in
      var rows: [[Value]] = []
      for start in stride(from: 0, to: snapshot.count.value, by: 37) {
        rows += try snapshot.items(start..<start + 37).map(\.values)
      }
      return rows
    }
  }

  private func list(_ asked: ChangeWorld.List, _ catalog: Catalog) throws -> ItemList<ItemValues> {
    try catalog.rows(in: asked.table, order: asked.order, where: asked.filters)
  }

  private func sqlite(_ asked: ChangeWorld.List, _ path: String) throws -> [[Value]] {
    let statement = try Connection(path, .readOnly).prepare(
      "SELECT * FROM \(asked.table) WHERE \(asked.condition) ORDER BY \(asked.sorting)")
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  /// What SQLite reads by each index, and by none.
  private func sqliteByIndexes(_ asked: ChangeWorld.List, _ path: String) -> [[[Value]]] {
    let indexes = ["t": ["t_price", "t_name", "t_mixed", "t_note"], "w": ["w_c"], "k": ["k_v"]][asked.table] ?? []
    return (["NOT INDEXED"] + indexes.map { "INDEXED BY \($0)" }).compactMap { by in
      var one = asked
      one.table = "\(asked.table) \(by)"
      return try? sqlite(one, path)
    }
  }

  @Test("a damaged file gives an error or the rows that SQLite reads, never a crash or a loop", arguments: files)
  func damaged(_ file: DamagedFile) throws {
    let folder = try TestDatabase("")
    var tally = Tally()
    for seed in Self.seeds where !StressRun.isOver {
      let copy = file.damaged(seed: seed)
      let path = folder.path + ".\(seed)"
      try Data(copy.main).write(to: URL(filePath: path))
      if !copy.log.isEmpty { try Data(copy.log).write(to: URL(filePath: path + "-wal")) }
      defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
      var random = SeededNumbers(seed: seed)
      let start = ContinuousClock.now
      if let wrong = compare(path, &random, &tally) {
        Issue.record("seed \(seed), \(copy.story.joined(separator: ", ")): \(wrong)")
      }
      tally.damages += 1
      tally.slowest = max(tally.slowest, ContinuousClock.now - start)
    }
    StressRun.say(
      "\(tally.damages) damages to \(file.testDescription): \(tally.refused) lists refused, \(tally.same) read as SQLite reads them "
        + "by itself, \(tally.scanned) as it reads them by an index, "
        + "\(tally.verified) told by verify alone, slowest \(tally.slowest)")
    #expect(tally.slowest < .seconds(20))
    #expect(tally.verified <= max(1, tally.damages / 1000))
    if Self.seeds.count > 1 { #expect(tally.refused > 0 && tally.same > 0) }
  }

  /// What is wrong, if anything is.
  private func compare(_ path: String, _ random: inout SeededNumbers, _ tally: inout Tally) -> String? {
    guard let catalog = try? Catalog(path) else {
      tally.refused += 1
      return nil
    }
    // In a few orders, since one meets what another has found.
    for asked in ChangeWorld.lists.shuffled(using: &random).prefix(3) {
      let before = catalog.reports
      guard let list = try? list(asked, catalog), var found = try? rows(list) else {
        tally.refused += 1
        continue
      }
      // What did not fit is reported, and read once more without the pages.
      if catalog.reports != before { found = (try? rows(list)) ?? found }
      if let key = found.randomElement(using: &random).flatMap({ keyOf($0, asked.table) }),
        let index = try? list.index(ofKeyIfAny: key), index < found.count, keyOf(found[index], asked.table) != key
      {
        return "\(asked.table) by \(asked.sorting): \(key) is said to be at \(index)"
      }
      if let expected = try? sqlite(asked, path), expected == found {
        tally.same += 1
      } else if let scan = try? Catalog(path, rank: .scan), let scanned = try? rows(self.list(asked, scan)),
        scanned == found
      {
        tally.scanned += 1
      } else if sqliteByIndexes(asked, path).contains(found) {
        tally.scanned += 1
      } else if let results = try? catalog.verify(table: asked.table), results.allSatisfy({ $0.differences.isEmpty }) {
        return "\(asked.table) by \(asked.sorting) where \(asked.condition): \(found.count) rows that SQLite does not "
          + "read, and nobody says so; \(catalog.reports)"
      } else {
        // A page of another tree of the same kind: nothing in it contradicts itself.
        tally.verified += 1
      }
    }
    for table in ["t", "w", "k"] { _ = try? catalog.verify(table: table) }
    return nil
  }

  private func keyOf(_ row: [Value], _ table: String) -> [Value]? {
    table == "t" ? Array(row.prefix(1)) : Array(row.prefix(2))
  }

  /// A table with an index, and the leaves of both.
  private func sound(journal: String) throws -> (database: TestDatabase, leaves: [(name: String, page: Int)]) {
    let database = try TestDatabase(
      """
      PRAGMA page_size = 1024; PRAGMA journal_mode = \(journal); PRAGMA wal_autocheckpoint = 0;
      CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT); CREATE INDEX t_price ON t (price);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (200) UNION ALL SELECT i + 1 FROM n WHERE i < 1700)
      SELECT i, 10 + i * 31 % 90, 'name ' || i FROM n; PRAGMA wal_checkpoint(TRUNCATE);
      """)
    let leaves = try database.rows("SELECT name, pageno FROM dbstat WHERE name LIKE 't%' AND pagetype = 'leaf'")
    return (
      database,
      leaves.compactMap { row in
        guard case .text(let name) = row[0], case .integer(let page) = row[1] else { return nil }
        return (name, Int(page))
      }
    )
  }

  @Test("a count or a key that was overwritten by another that may be right is found by verify, always")
  func plausible() throws {
    let (database, leaves) = try sound(journal: "DELETE")
    #expect(try Catalog(database.path).verify(table: "t").allSatisfy { $0.differences.isEmpty })
    let bytes = try Data(contentsOf: URL(filePath: database.path))
    var random = SeededNumbers(seed: 5)
    for round in 0..<40 {
      let (name, page) = leaves.randomElement(using: &random)!
      let start = (page - 1) * 1024
      var damaged = bytes
      let count = Int(bytes[start + 4])
      if round % 4 == 0 {
        damaged[start + 4] -= 1
      } else {
        let cell = Int.random(in: 0..<count, using: &random)
        let at = start + Int(bytes[start + 8 + 2 * cell]) << 8 + Int(bytes[start + 9 + 2 * cell])
        // In the index the first value behind a header of three bytes, in the table the second byte of the rowid.
        damaged[name == "t" ? at + 2 : at + 4] ^= 1
      }
      let path = database.path + ".\(round)"
      try damaged.write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let catalog = try Catalog(path)
      let differences = try catalog.verify(table: "t").flatMap(\.differences)
      #expect(!differences.isEmpty, "round \(round): \(name) \(page)")
    }
  }

  @Test("a count that was overwritten after it was read is found when its rows are")
  func plausibleLater() throws {
    for seed in UInt64(1)...12 {
      let (database, leaves) = try sound(journal: "WAL")
      // The log has something, so that it tells the states apart, and not the time of the file.
      try database.connection.execute("UPDATE t SET name = 'x' WHERE id = 200")
      let catalog = try Catalog(database.path)
      let list = try catalog.rows(in: "t", order: [.ascending("price")])
      #expect(try list.count.value == 1501)
      var random = SeededNumbers(seed: seed)
      let page = leaves.filter { $0.name == "t_price" }.randomElement(using: &random)!.page
      let file = try FileHandle(forUpdating: URL(filePath: database.path))
      try file.seek(toOffset: UInt64((page - 1) * 1024 + 4))
      let count = try #require(try file.read(upToCount: 1)?.first)
      try file.seek(toOffset: UInt64((page - 1) * 1024 + 4))
      try file.write(contentsOf: Data([count - 1]))
      try file.close()
      let found = try? rows(list)
      #expect(found == nil || catalog.reports.count == 1, "seed \(seed): \(catalog.reports)")
      #expect(try rows(list).count == 1500, "from then on it is as SQLite reads it")
    }
  }

  /// Overwrites some bytes where they lie.
  private func overwrite(_ path: String, _ random: inout SeededNumbers) throws {
    guard let file = FileHandle(forUpdatingAtPath: path) else { return }
    let size = try file.seekToEnd()
    guard size > 200 else { return }
    // Of the wal-index what we read too: behind it is SQLite's own.
    let end = path.hasSuffix("-shm") ? min(size, 16_000) : size
    try file.seek(toOffset: UInt64.random(in: 0..<end - 4, using: &random))
    let bytes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  @Test("bytes that are overwritten under open lists, with commits in between, are never a crash or a loop")
  func underOpenLists() throws {
    var (told, refused) = (0, 0)
    for seed in UInt64(1)...(StressRun.isOn ? 200 : 8) where !StressRun.isOver {
      var random = SeededNumbers(seed: seed)
      let world = ChangeWorld(
        journal: seed % 4 == 0 ? "DELETE" : "WAL", pageSize: 512, seed: seed, autoVacuum: Int(seed % 2), rows: 240)
      let database = try TestDatabase(world.schema)
      let catalog = try Catalog(database.path)
      let followed = try ChangeWorld.lists.shuffled(using: &random).prefix(4).map { asked in
        let list = try list(asked, catalog)
        return (list, try list.follower())
      }
      let start = ContinuousClock.now
      for _ in 0..<12 {
        let which = ["", "", "-wal", "-shm"][Int.random(in: 0..<4, using: &random)]
        try overwrite(database.path + which, &random)
        // What comes of it is the writer's affair.
        try? database.connection.execute(world.statement(&random))
        if !database.connection.isIdle { try? database.connection.execute("ROLLBACK") }
        for (list, follower) in followed {
          do {
            if try follower.advance() != nil { told += 1 }
            _ = try rows(list)
          } catch { refused += 1 }
        }
      }
      _ = try? catalog.verify(table: "t")
      #expect(ContinuousClock.now - start < .seconds(60), "seed \(seed)")
    }
    StressRun.say("bytes overwritten under open lists: \(told) changes told, \(refused) refused")
    #expect(told > 0 && refused > 0)
  }
}
