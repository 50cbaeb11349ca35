import Foundation
import GridStore
import Testing

/// Sections and lengths while a second connection commits.
@Suite struct Commits {
  static let table = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT, v INTEGER, height REAL);
    CREATE INDEX tg ON t (g); CREATE INDEX tv ON t (v);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    SELECT i, 'g' || (i * 7 % 23), i * 31 % 997, 10 + i % 90 FROM n;
    """

  /// Something that a program may do to the table.
  private func change(_ random: inout SeededNumbers) -> String {
    let (low, group) = (Int.random(in: 1...3000, using: &random), "'g\(Int.random(in: 0..<30, using: &random))'")
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: "DELETE FROM t WHERE id BETWEEN \(low) AND \(low + 40)"
    case 1: "UPDATE t SET g = \(group) WHERE id BETWEEN \(low) AND \(low + 25)"
    case 2: "UPDATE t SET height = height + 0.5, v = v + 1 WHERE id BETWEEN \(low) AND \(low + 9)"
    case 3: "DELETE FROM t WHERE g = \(group)"
    case 4: "UPDATE t SET g = NULL, height = NULL WHERE id = \(low)"
    default:
      "INSERT OR REPLACE INTO t SELECT id + \(low), \(group), v, height FROM t WHERE id BETWEEN \(low) AND \(low + 60)"
    }
  }

  @Test(
    "each answer is exact for its generation, which moves with every commit", arguments: ["DELETE", "WAL"],
    [RankMode.auto, .scan])
  func exact(journal: String, mode: RankMode) throws {
    let database = try TestDatabase("PRAGMA journal_mode = \(journal);" + Self.table)
    let catalog = try Catalog(database.path, rank: mode)
    let grouped = try catalog.rows(in: "t", order: [.descending("g", nulls: .first)])
    let sorted = try catalog.rows(in: "t", order: [.ascending("v")])
    var random = SeededNumbers(seed: 4)
    var generations: Set<Generation> = []
    for round in 0..<40 {
      let context: Comment = "\(journal) \(mode) round \(round)"
      let sections = try grouped.sections(by: "g").all()
      let counts = try database.rows("SELECT g, COUNT(*) FROM t GROUP BY g ORDER BY g DESC NULLS FIRST")
      #expect(sections.map { [$0.value, .integer(Int64($0.count))] } == counts, context)
      let lengths = try sorted.lengths(of: "height")
      let heights = try database.rows("SELECT height FROM t ORDER BY v, id").map { row -> Double in
        if case .real(let height) = row[0] { height } else { 0 }
      }
      #expect(lengths.values == heights, context)
      #expect(sections.allSatisfy { $0.generation == lengths.generation }, context)
      #expect(generations.insert(lengths.generation).inserted, "an older generation's token: \(context)")
      try database.connection.execute(change(&random))
      if try !database.rows("SELECT changes()").contains([.integer(0)]) {
        #expect(try sorted.read { $0.generation } != lengths.generation, context)
      } else {
        generations.remove(lengths.generation)
      }
    }
    #expect(catalog.reports == [])
  }

  @Test("sections inside a read are of its state, whatever is committed meanwhile", arguments: [RankMode.auto, .scan])
  func insideRead(mode: RankMode) throws {
    let database = try TestDatabase("PRAGMA journal_mode = WAL;" + Self.table)
    let list = try Catalog(database.path, rank: mode).rows(in: "t", columns: ["g"], order: [.ascending("g")])
    let before = try database.rows("SELECT g, COUNT(*) FROM t GROUP BY g ORDER BY g")
    let sections = list.sections(by: "g")
    let old = try list.read { snapshot in
      try database.connection.execute("DELETE FROM t WHERE g < 'g2'")
      let found = try snapshot.sections(by: "g")
      #expect(found.map { [$0.value, .integer(Int64($0.count))] } == before)
      for section in found { #expect(try snapshot.items(section.items.prefix(1)).map(\.values) == [[section.value]]) }
      return found.generation
    }
    let now = try sections.ranges()
    #expect(now.generation != old && now.count < before.count && now.first?.value == "g2")
  }

  @Test("lengths are of one state, which is told, when a commit comes in the middle")
  func amidLengths() throws {
    let database = try TestDatabase("PRAGMA journal_mode = WAL;" + Self.table)
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("v")])
    let before = try database.rows("SELECT height FROM t ORDER BY v, id")
    var said = 0
    let found = try list.lengths(of: "height") { progress in
      // Between the table and the index: a join of two states would lack rows or find others.
      guard case .reading = progress, said == 0 else { return }
      said += 1
      try? database.connection.execute("DELETE FROM t WHERE id % 3 = 0; UPDATE t SET height = 1, v = -v")
    }
    #expect(said == 1 && found.values.map { [.real($0)] } == before)
    #expect(try list.read { $0.generation } != found.generation)
    let again = try list.lengths(of: "height")
    #expect(again.values == Array(repeating: 1, count: 2000))
    #expect(try list.read { $0.generation } == again.generation)
  }

  @Test("lengths never mix states while another program commits all the time")
  func busyWriter() async throws {
    let database = try TestDatabase("PRAGMA journal_mode = WAL;" + Self.table + "UPDATE t SET height = 0;")
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("v")])
    let writer = EndlessWriter(database.path) { "UPDATE t SET height = \($0), v = (v * 7 + \($0)) % 997" }
    // All heights are the same in each of its states.
    var seen: Set<Double> = []
    for _ in 0..<25 {
      let found = try await list.lengths(of: "height")
      #expect(found.values.count == 3000)
      #expect(Set(found.values).count == 1, "lengths of several states")
      if let first = found.values.first { seen.insert(first) }
    }
    let last = try writer.stop()
    #expect(seen.count > 1)
    let found = try await list.lengths(of: "height")
    let generation = try await list.read { $0.generation }
    #expect(found.values.first == Double(last) && found.generation == generation)
  }
}
