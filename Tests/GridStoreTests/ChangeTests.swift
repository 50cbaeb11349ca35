import Foundation
import GridStore
import Testing

/// Lists that follow a file which another process writes, against what ORDER BY says after each transaction.
@Suite struct Changes {
  /// How many changes are told in all worlds together before it is enough; more in a long run that asks for them.
  static let batches = ProcessInfo.processInfo.environment["LAZYGRID_BATCHES"].flatMap { Int($0) } ?? 500

  static let worlds: [ChangeWorld] = [
    ChangeWorld(journal: "WAL", pageSize: 512, seed: 1), ChangeWorld(journal: "WAL", pageSize: 1024, seed: 2),
    ChangeWorld(journal: "WAL", pageSize: 512, seed: 3, recursiveTriggers: true, autoVacuum: 1),
    ChangeWorld(journal: "WAL", pageSize: 4096, seed: 4), ChangeWorld(journal: "WAL", pageSize: 512, seed: 5, rows: 30),
    ChangeWorld(journal: "DELETE", pageSize: 512, seed: 6),
    ChangeWorld(journal: "PERSIST", pageSize: 1024, seed: 7, recursiveTriggers: true, autoVacuum: 2),
    ChangeWorld(journal: "TRUNCATE", pageSize: 512, seed: 8),
  ]

  /// A list as somebody has it who only hears of changes.
  private struct Copy {
    let list: ItemList<ItemValues>
    let follower: ListFollower
    let asked: ChangeWorld.List
    var rows: [[Value]] = []
    var keys: [[Value]] = []
    var resets = 0

    init(_ asked: ChangeWorld.List, _ catalog: Catalog) throws {
      self.asked = asked
      list = try catalog.rows(in: asked.table, order: asked.order, where: asked.filters)
      follower = try list.follower()
      try readAll()
    }

    mutating func readAll() throws {
      let page = try list.read { try $0.page(0..<$0.count.value) }
      (rows, keys) = (page.items.map(\.values), Array(page.keys))
    }

    /// Applies what is told and reads again what it says, and nothing else.
    mutating func advance() throws -> ListChange? {
      let (list, before) = (list, follower.generation)
      guard let change = try follower.advance() else { return nil }
      #expect(change.previous == before && change.generation == follower.generation)
      if change.isReset {
        resets += 1
        try readAll()
        return change
      }
      for splice in change.splices {
        let page = try list.read { try $0.page(splice.insertedIndexes) }
        #expect(page.keys.count == splice.inserted)
        rows.replaceSubrange(splice.position..<splice.position + splice.removed, with: page.items.map(\.values))
        keys.replaceSubrange(splice.position..<splice.position + splice.removed, with: Array(page.keys))
      }
      #expect(rows.count == change.count.value)
      switch change.updates {
      case .all:
        let known = keys
        let page = try list.read { try $0.page(0..<$0.count.value) }
        // The keys must be right already.
        #expect(Array(page.keys) == known, "the splices alone")
        rows = page.items.map(\.values)
      case .keys(let changed):
        let changed = Set(changed)
        for i in keys.indices where changed.contains(keys[i]) { rows[i] = try list[i].values }
      }
      return change
    }
  }

  @Test("replayed on a plain list give the new one, whatever another process does", arguments: worlds)
  func replay(_ world: ChangeWorld) throws {
    let database = try TestDatabase(world.schema)
    let writer = try ForeignWriter(database.path)
    try writer.run(world.writerSettings)
    let catalog = try Catalog(database.path)
    var copies = try ChangeWorld.lists.map { try Copy($0, catalog) }
    var random = SeededNumbers(seed: world.seed)
    var told = 0
    var round = 0
    while told * Self.worlds.count < Self.batches, !StressRun.isOver {
      round += 1
      var statements: [String] = []
      for _ in 0...Int.random(in: 0...2, using: &random) {
        statements.append(world.statement(&random))
        _ = try writer.run(statements.last!)
      }
      for i in copies.indices where Int.random(in: 0..<3, using: &random) == 0 {
        let asked = copies[i].asked
        let context: Comment =
          "round \(round): \(asked.table) by \(asked.sorting) where \(asked.condition); \(statements)"
        let change = try copies[i].advance()
        if change != nil { told += 1 }
        let expected = try database.rows(
          "SELECT * FROM \(asked.table) WHERE \(asked.condition) ORDER BY \(asked.sorting)")
        let isSame = copies[i].rows == expected
        #expect(isSame, context)
        if !isSame { return }
        try compareWithFreshWalk(copies[i].list, database, context)
        if let key = copies[i].keys.randomElement(using: &random) {
          #expect(try copies[i].list.index(ofKeyIfAny: key) == copies[i].keys.firstIndex(of: key), context)
        }
      }
    }
    StressRun.say("\(world.testDescription): \(told) changes told and replayed in \(round) rounds")
    #expect(catalog.reports == [])
    #expect(copies.allSatisfy { $0.resets == 0 }, "\(copies.map(\.resets))")
    #expect(copies.contains { $0.rows.count > 20 })
  }

  private func compareWithFreshWalk(
    _ list: ItemList<ItemValues>, _ database: TestDatabase, _ context: Comment
  ) throws {
    guard let index = try list.rankIndex() else { return }
    let source = try PageSource(try Connection(database.path, .readOnly))
    try source.look()
    defer { source.end() }
    let fresh = try RankIndex(source, root: index.root, kind: index.kind)
    #expect(fresh.count == index.count, context)
    #expect(fresh.twigs.map(\.content.leaves) == index.twigs.map(\.content.leaves), context)
    #expect(fresh.twigs.map(\.content.counts) == index.twigs.map(\.content.counts), context)
    #expect(fresh.twigs.map(\.base) == index.twigs.map(\.base), context)
    #expect(fresh.twigs.map(\.separatorPage) == index.twigs.map(\.separatorPage), context)
  }
}
