import Foundation
import GridStore
import Testing

/// Sections and facets of files whose bytes were overwritten.
///
/// They are told by the first row of each value, so a row in the middle of others that stands in another's place is not
/// met: that is for `verify`, which finds all of them.
@Suite struct SectionDamages {
  /// A value, and how many rows one after another have it.
  private struct Run: Hashable {
    let value: Value
    var count: Int
  }

  private struct Asked {
    let table: String
    let column: String
    /// How SQLite is made to read the column, by the index of it and by the table.
    let hints: [String]
    /// Whether text of either case is one.
    var ignoresCase = false
  }

  private static let asked = [
    Asked(table: "t", column: "price", hints: ["INDEXED BY t_price", "NOT INDEXED"]),
    Asked(table: "t", column: "name", hints: ["INDEXED BY t_name", "NOT INDEXED"], ignoresCase: true),
    Asked(table: "t", column: "g", hints: ["INDEXED BY t_mixed", "NOT INDEXED"]),
    Asked(table: "t", column: "note", hints: ["INDEXED BY t_note", "NOT INDEXED"]),
    Asked(table: "w", column: "c", hints: ["INDEXED BY w_c", "NOT INDEXED"]),
    Asked(table: "w", column: "a", hints: ["NOT INDEXED"]),
    Asked(table: "k", column: "v", hints: ["INDEXED BY k_v", "NOT INDEXED"]),
    Asked(table: "k", column: "x", hints: ["INDEXED BY sqlite_autoindex_k_1", "NOT INDEXED"]),
  ]

  private struct Tally { var (damages, refused, same, reported, verified) = (0, 0, 0, 0, 0) }

  private func joined(_ runs: [Run], _ asked: Asked) -> [Run] {
    var joined: [Run] = []
    for run in runs {
      var value = run.value
      if asked.ignoresCase, case .text(let text) = value { value = .text(text.lowercased()) }
      if joined.last?.value == value {
        joined[joined.count - 1].count += run.count
      } else {
        joined.append(Run(value: value, count: run.count))
      }
    }
    return joined
  }

  /// What SQLite tells, grouped and row for row, by each tree that has the column; nothing where it says that a page is
  /// damaged.
  private func answers(_ asked: Asked, descending: Bool, _ path: String) -> [[Run]] {
    let order = "ORDER BY \(asked.column)\(descending ? " DESC" : "")"
    return asked.hints.flatMap { hint in
      [
        "SELECT \(asked.column), count(*) FROM \(asked.table) \(hint) GROUP BY \(asked.column) \(order)",
        "SELECT \(asked.column), 1 FROM \(asked.table) \(hint) \(order)",
      ].compactMap { sql in
        guard let statement = try? Connection(path, .readOnly).prepare(sql) else { return nil }
        var runs: [Run] = []
        do {
          while try statement.step() { runs.append(Run(value: statement.value(0), count: Int(statement.integer(1)))) }
        } catch { return nil }
        return joined(runs, asked)
      }
    }
  }

  /// What is wrong, if anything is.
  private func compare(_ asked: Asked, descending: Bool, _ path: String, _ tally: inout Tally) -> String? {
    guard let catalog = try? Catalog(path),
      let list = try? catalog.rows(
        in: asked.table, order: [descending ? .descending(asked.column) : .ascending(asked.column)])
    else {
      tally.refused += 1
      return nil
    }
    func sections() -> [Run]? {
      (try? list.sections(by: asked.column).ranges()).map { ranges in
        joined(ranges.map { Run(value: $0.value, count: $0.count) }, asked)
      }
    }
    func facets() -> [Run]? {
      let facets = try? list.facets(of: [asked.column], limit: .max, timeLimit: nil)
      return facets.map { joined($0.facets[0].buckets.map { Run(value: $0.value, count: $0.count) }, asked) }
    }
    let expected = answers(asked, descending: descending, path)
    for (name, found) in [("sections", sections), ("facets", facets)] {
      guard let runs = found() else {
        tally.refused += 1
        continue
      }
      let isSame = expected.contains { other in
        name == "facets" ? Set(joinedValues(other)) == Set(joinedValues(runs)) : other == runs
      }
      if isSame {
        tally.same += 1
      } else if !catalog.reports.isEmpty {
        tally.reported += 1
      } else if let results = try? catalog.verify(table: asked.table), results.allSatisfy({ $0.differences.isEmpty }) {
        return "\(name) by \(asked.column) of \(asked.table)\(descending ? ", descending" : ""): \(runs.count) that "
          + "SQLite does not tell, and nobody says so"
      } else {
        tally.verified += 1
      }
    }
    return nil
  }

  /// Facets have each value once, wherever its rows stand.
  private func joinedValues(_ runs: [Run]) -> [Run] {
    Dictionary(runs.map { ($0.value, $0.count) }, uniquingKeysWith: +).map { Run(value: $0, count: $1) }
  }

  @Test(
    "sections and facets of a damaged file are what SQLite tells, or an error, or are said to be wrong",
    arguments: Damages.files)
  func damaged(_ file: DamagedFile) throws {
    let folder = try TestDatabase("")
    var tally = Tally()
    for seed in Damages.seeds where !StressRun.isOver {
      let copy = file.damaged(seed: seed)
      let path = folder.path + ".\(seed)"
      try Data(copy.main).write(to: URL(filePath: path))
      if !copy.log.isEmpty { try Data(copy.log).write(to: URL(filePath: path + "-wal")) }
      defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
      var random = SeededNumbers(seed: seed)
      for asked in Self.asked.shuffled(using: &random).prefix(3) {
        if let wrong = compare(asked, descending: Bool.random(using: &random), path, &tally) {
          Issue.record("seed \(seed), \(copy.story.joined(separator: ", ")): \(wrong)")
        }
      }
      tally.damages += 1
    }
    StressRun.say(
      "sections and facets of \(tally.damages) damages to \(file.testDescription): \(tally.refused) refused, "
        + "\(tally.same) as SQLite tells them, \(tally.reported) reported, \(tally.verified) told by verify alone")
    // Of the six answers that are asked for of each.
    #expect(tally.verified <= max(3, tally.damages / 5))
    if Damages.seeds.count > 1 { #expect(tally.same > tally.damages) }
  }

  @Test("a count that was overwritten after it was read is found by the sections whose rows it counts")
  func overwrittenLater() throws {
    for seed in UInt64(1)...12 {
      let database = try TestDatabase(
        """
        PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
        CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT); CREATE INDEX t_price ON t (price);
        INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (200) UNION ALL SELECT i + 1 FROM n WHERE i < 1700)
        SELECT i, 10 + i * 31 % 90, 'name ' || i FROM n; PRAGMA wal_checkpoint(TRUNCATE);
        UPDATE t SET name = 'x' WHERE id = 200;
        """)
      let catalog = try Catalog(database.path)
      let list = try catalog.rows(in: "t", order: [.ascending("price")])
      #expect(try list.count.value == 1501)
      let leaves = try database.rows("SELECT pageno FROM dbstat WHERE name = 't_price' AND pagetype = 'leaf'")
      var random = SeededNumbers(seed: seed)
      guard case .integer(let page) = leaves.randomElement(using: &random)![0] else { return }
      let file = try FileHandle(forUpdating: URL(filePath: database.path))
      try file.seek(toOffset: UInt64((page - 1) * 1024 + 4))
      let count = try #require(try file.read(upToCount: 1)?.first)
      try file.seek(toOffset: UInt64((page - 1) * 1024 + 4))
      try file.write(contentsOf: Data([count - 1]))
      try file.close()
      let found = try? list.sections(by: "price").ranges().map { [$0.value, .integer(Int64($0.count))] }
      let grouped = try Connection(database.path, .readOnly).prepare(
        "SELECT price, count(*) FROM t INDEXED BY t_price GROUP BY price")
      var expected: [[Value]] = []
      while try grouped.step() { expected.append([grouped.value(0), grouped.value(1)]) }
      #expect(found == nil || found == expected, "seed \(seed)")
      #expect(catalog.reports.count == 1, "seed \(seed): \(catalog.reports)")
    }
  }
}
