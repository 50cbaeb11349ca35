import Foundation
import GridStore
import Testing

/// Facets, and lists that no index serves, of files without a log, where nobody can commit while somebody reads.
@Suite struct FacetLocks {
  static let content = """
    PRAGMA page_size = 512; PRAGMA journal_mode = DELETE;
    CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT, v INTEGER, mark INTEGER, name TEXT); CREATE INDEX tgv ON t (g, v);
    CREATE TABLE w (g TEXT, id INTEGER, mark INTEGER, name TEXT, PRIMARY KEY (g, id)) WITHOUT ROWID;
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    SELECT i, 'g' || (i * i % 41), i % 13, 0, 'name ' || i * 7919 % 997 FROM n;
    INSERT INTO w SELECT g, id, 0, name FROM t;
    """

  /// What is asked, and the same in SQL.
  private struct Asked {
    var table = "t"
    let columns: [String]
    var filters: [Filter] = []
    var condition = "1"
  }

  private static let asked = [
    Asked(columns: ["g"]), Asked(columns: ["v"], filters: [.equal("g", "g4")], condition: "g = 'g4'"),
    Asked(columns: ["mark", "v", "g"]),
    Asked(columns: ["mark", "v"], filters: [.equal("g", "g4")], condition: "g = 'g4'"),
    Asked(columns: ["v"], filters: [.like("name", "*7")], condition: "name GLOB '*7'"),
    Asked(columns: ["v"], filters: [.like("name", "none*")], condition: "name GLOB 'none*'"),
    Asked(table: "w", columns: ["mark", "g"]),
    Asked(table: "w", columns: ["mark"], filters: [.equal("g", "g4")], condition: "g = 'g4'"),
    Asked(table: "w", columns: ["g"], filters: [.like("name", "*7")], condition: "name GLOB '*7'"),
  ]

  @Test("facets are those of GROUP BY, in slices however short, and beside a writer that has begun")
  func slices() throws {
    let database = try TestDatabase(Self.content)
    let catalog = try Catalog(database.path)
    catalog.walkSlice = .zero
    let writer = try ForeignWriter(database.path)
    for isReserved in [false, true] {
      if isReserved { #expect(try writer.run("BEGIN IMMEDIATE") == nil) }
      for asked in Self.asked {
        let before = catalog.looks
        let list = try catalog.rows(in: asked.table, order: [.ascending("name")], where: asked.filters)
        let facets = try list.facets(of: asked.columns, timeLimit: nil)
        #expect(facets.isComplete)
        for facet in facets.facets {
          let groups = try database.rows(
            "SELECT \(facet.column), count(*) FROM \(asked.table) WHERE \(asked.condition) GROUP BY \(facet.column) "
              + "ORDER BY count(*) DESC, \(facet.column)")
          #expect(facet.buckets.map { [$0.value, .integer(Int64($0.count))] } == groups, "\(asked)")
        }
        if asked.columns == ["g"], asked.filters.isEmpty {
          #expect(catalog.looks - before > 21, "a slice for each value, and more for the walk")
        }
      }
    }
    #expect(catalog.reports == [])
  }

  @Test("facets are of one state, whatever is committed between two slices")
  func oneState() async throws {
    let database = try TestDatabase(Self.content)
    let catalog = try Catalog(database.path)
    let writer = EndlessWriter(database.path, pause: 0.4) {
      "BEGIN IMMEDIATE; UPDATE t SET mark = \($0), v = \($0); UPDATE w SET mark = \($0); COMMIT"
    }
    for asked in Self.asked where asked.columns.contains("mark") {
      for _ in 0..<3 {
        let list = try catalog.rows(in: asked.table, where: asked.filters)
        let facets = try await list.facets(of: asked.columns, timeLimit: nil)
        #expect(facets.isComplete)
        let mark = facets.facets[0]
        #expect(mark.buckets.count == 1, "of several states: \(mark.buckets)")
        if asked.columns[1...].first == "v", mark.buckets.first?.value != 0 {
          #expect(facets.facets[1].buckets.map(\.value) == mark.buckets.map(\.value))
        }
      }
    }
    try writer.stop()
  }

  /// How often somebody has the file to himself, asking all the time, while a body runs.
  private func turns(_ path: String, during body: () throws -> Void) throws -> Int {
    let others = EndlessWriter(path, pause: 0.0003, isRefusedAtOnce: true) { _ in "BEGIN EXCLUSIVE; COMMIT" }
    try body()
    return try others.stop()
  }

  @Test("writers have their turn while facets are counted by a scan")
  func turnsOfWriters() throws {
    let database = try TestDatabase(Self.content)
    let path = database.path
    for asked in Self.asked where asked.columns.first == "mark" {
      let turns = try turns(path) {
        let list = try Catalog(path).rows(in: asked.table, where: asked.filters)
        // As long as the other takes to come into its stride beside all that runs here.
        let start = ContinuousClock.now
        var count = 0
        while count < 5 || ContinuousClock.now - start < .seconds(2) {
          _ = try list.facets(of: asked.columns, timeLimit: nil)
          count += 1
        }
      }
      #expect(turns >= 5, "\(asked): \(turns)")
    }
  }

  @Test("no turn of ours is longer than five milliseconds, or than a part of the whole where others want the machine")
  func turns() throws {
    let database = try TestDatabase(Self.content)
    let expected = try database.rows("SELECT id FROM t ORDER BY name, id LIMIT 60")
    let reads: [(name: String, run: (Catalog) throws -> Void)] = [
      ("facets by ranks", { _ = try $0.rows(in: "t").facets(of: ["g"], timeLimit: nil) }),
      (
        "the first page of a sort",
        { catalog in
          catalog.sortsAtOnceBelow = 0
          let list = try catalog.rows(in: "t", columns: ["id"], order: [.ascending("name")])
          #expect(try list[0..<60].map(\.values) == expected)
        }
      ),
    ]
    for (name, run) in reads {
      // Whoever has the processor meanwhile makes turns longer, so the best of some runs counts.
      var best: (longest: Duration, whole: Duration) = (.seconds(60), .seconds(60))
      for _ in 0..<10 where best.longest > max(.milliseconds(5), best.whole / 3) {
        let catalog = try Catalog(database.path)
        let start = ContinuousClock.now
        try run(catalog)
        let whole = ContinuousClock.now - start
        if catalog.longestTurn / whole < best.longest / best.whole { best = (catalog.longestTurn, whole) }
      }
      #expect(best.longest <= max(.milliseconds(5), best.whole / 3), "\(name): \(best)")
    }
  }

  @Test("a list that no index serves is sorted in slices rather than read from its head")
  func noHead() throws {
    let database = try TestDatabase(Self.content)
    let catalog = try Catalog(database.path)
    catalog.sortsAtOnceBelow = 0
    catalog.walkSlice = .zero
    catalog.beforeSort { Issue.record("a sort in the background holds the lock to its end") }
    let before = catalog.looks
    let list = try catalog.rows(in: "t", columns: ["id"], order: [.descending("name")])
    #expect(try list[0..<60].map(\.values) == database.rows("SELECT id FROM t ORDER BY name DESC, id DESC LIMIT 60"))
    #expect(catalog.looks - before > 100)
    let own = try catalog.rows(in: "w", columns: ["id"], order: [.ascending("name")])
    #expect(try own[0..<60].map(\.values) == database.rows("SELECT id FROM w ORDER BY name, g, id LIMIT 60"))
  }
}
