import Foundation
import GridStore
import Testing

/// States that are held for somebody, and that none is held otherwise.
@Suite struct Pins {
  @Test("pages of a pin are of one state, whatever is committed, until it ends", arguments: [RankMode.auto, .scan])
  func pages(mode: RankMode) throws {
    let database = try TestDatabase(Following.table(2000))
    let catalog = try Catalog(database.path, rank: mode)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let names = list.map(\.values[2])
    let expected = try database.rows("SELECT * FROM t ORDER BY price, id")
    let pin = try catalog.pin(for: .seconds(600))
    var rows: [[Value]] = []
    for start in stride(from: 0, to: 2000, by: 100) {
      try database.connection.execute(
        "DELETE FROM t WHERE id % 20 = \(start / 100); UPDATE t SET price = price + 1, name = 'other' WHERE id > 900")
      let page = try list.read(in: pin) { snapshot in
        #expect(snapshot.generation == pin.generation && snapshot.count.value == 2000)
        return try snapshot.items(start..<start + 100)
      }
      #expect(try names.read(in: pin) { try $0.items(start..<start + 100) } == page.map(\.values[2]))
      rows += page.map(\.values)
    }
    #expect(rows == expected)
    #expect(try list.count.value == 0, "the others see what there is")
    #expect(try database.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 1, "a pin keeps the log")
    pin.end()
    #expect(try database.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0)
    let latest = try list.read { $0.generation }
    let error = #expect(throws: StoreError.self) { try list.read(in: pin) { $0.count } }
    #expect(error?.kind == .stateGone(latest: latest))
  }

  @Test("a pin ends by itself, and its ages are held to what they are")
  func ages() async throws {
    let database = try TestDatabase(Following.table(500))
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let pin = try catalog.pin(for: .milliseconds(200))
    try database.connection.execute("DELETE FROM t WHERE id = 7")
    while (try? list.read(in: pin, { $0.count.value })) == 500 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try list.count.value == 499)
    let error = #expect(throws: StoreError.self) { try list.read(in: pin) { $0.count } }
    let latest = try await list.read { $0.generation }
    #expect(error?.kind == .stateGone(latest: latest))
    #expect(try database.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0)
    for age in [Duration.zero, .seconds(-1), .seconds(3601), .seconds(Int64.max)] {
      #expect(throws: StoreError.self) { try catalog.pin(for: age) }
    }
    let other = try Catalog(database.path).pin(for: .seconds(9))
    #expect(throws: StoreError.self) { try list.read(in: other) { $0.count } }
  }

  @Test("without a pin the log stays as small as if nobody read: ten lists that follow 100 commits of 200 updates")
  func logSize() throws {
    func size(following lists: Int) throws -> Int64 {
      let database = try TestDatabase(Following.table(5000))
      try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 200")
      let catalog = try Catalog(database.path)
      let followers = try (0..<lists).map { i in
        let list = try catalog.rows(in: "t", order: [i % 2 == 0 ? .ascending("price") : .descending("price")])
        return (list, try list.follower())
      }
      var random = SeededNumbers(seed: 4)
      for commit in 0..<100 {
        let ids = (0..<200).map { _ in String(Int.random(in: 1...5000, using: &random)) }
        try database.connection.execute(
          "UPDATE t SET price = (price + \(commit * 37)) % 100003 WHERE id IN (\(ids.joined(separator: ",")))")
        for (list, follower) in followers {
          #expect(try follower.advance()?.isReset == false)
          #expect(try list[commit * 40..<commit * 40 + 60].count == 60)
        }
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")
      return try #require(attributes[.size] as? Int64)
    }
    let alone = try size(following: 0)
    #expect(alone > 100_000)
    #expect(try size(following: 10) == alone)
  }
}
