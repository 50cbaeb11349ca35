import Foundation
import GridStore
import Testing

/// What takes minutes and other processes: run by `make stress`, which says until when.
enum StressRun {
  private static let environment = ProcessInfo.processInfo.environment
  /// Seconds since 1970.
  static let deadline = environment["LAZYGRID_DEADLINE"].flatMap { Double($0) }
  static var isOn: Bool { deadline != nil }
  static var isOver: Bool { deadline.map { Date.now.timeIntervalSince1970 > $0 } ?? false }

  /// A line for each part.
  static func say(_ text: String) {
    guard isOn else { return }
    try? FileHandle.standardOutput.write(contentsOf: Data("stress: \(text)\n".utf8))
  }
}

@Suite(.enabled(if: StressRun.isOn), .serialized) struct Stress {
  private static let sorted = "SELECT * FROM t ORDER BY price, id"

  /// The rows of a list as somebody has them who hears of its changes alone.
  private struct Copy {
    let list: ItemList<ItemValues>
    let follower: ListFollower
    var rows: [[Value]]

    init(_ list: ItemList<ItemValues>) throws {
      self.list = list
      follower = try list.follower()
      rows = try list.read { try $0.items(0..<$0.count.value).map(\.values) }
    }

    mutating func advance() throws {
      guard let change = try follower.advance() else { return }
      let now = try list.read { try $0.items(0..<$0.count.value).map(\.values) }
      if change.isReset || change.updates == .all { rows = now }
      for splice in change.isReset ? [] : change.splices {
        rows.replaceSubrange(
          splice.position..<splice.position + (change.updates == .all ? splice.inserted : splice.removed),
          with: now[splice.insertedIndexes])
      }
      guard case .keys(let keys) = change.updates else { return }
      let changed = Set(keys.map { $0[0] })
      for i in rows.indices where changed.contains(rows[i][0]) { rows[i] = now[i] }
    }
  }

  /// A sqlite3 shell that is given a script, without a busy timeout.
  private func shell(_ path: String, _ script: String) throws -> (process: Process, errors: Pipe) {
    let file = URL(filePath: path + ".sql")
    try Data(script.utf8).write(to: file)
    let (process, errors) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", path]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    return (process, errors)
  }

  /// Ten lists of one catalog or of ten, that are followed and read from at each change.
  private struct Followers {
    let catalogs: [Catalog]
    private let tasks: [Task<Int, Never>]

    /// - Parameter isWithoutLog: Whether calls may find the file too busy.
    init(_ count: Int, catalogs: Int, _ path: String, isWithoutLog: Bool = false) throws {
      let opened = try (0..<catalogs).map { _ in try Catalog(path) }
      self.catalogs = opened
      tasks = try (0..<count).map { i in
        let order: Order = [i % 2 == 0 ? .ascending("price") : .descending("price")]
        let list = try opened[i % catalogs].rows(in: "t", order: order)
        let changes = list.changes
        return Task.detached {
          var told = 0
          do {
            for try await change in changes {
              told += change.isReset ? 0 : 1
              do { _ = try await list.read { try $0.items(500..<560).count } } catch let error as StoreError
                where isWithoutLog && error.kind == .busy
              {
                // Commits came faster than a walk ends.
              }
            }
          } catch is CancellationError {
            // The end of it, in the middle of a read.
          } catch { Issue.record(error) }
          return told
        }
      }
    }

    /// Ends them, and gives how many changes each was told.
    func end() async -> [Int] {
      for task in tasks { task.cancel() }
      var told: [Int] = []
      for task in tasks { told.append(await task.value) }
      return told
    }
  }

  @Test(
    "a log beside ten following lists is as large as without them", arguments: [1, 10],
    [Duration.zero, .milliseconds(10)])
  func logSize(catalogs: Int, pause: Duration) async throws {
    func size(following lists: Int) async throws -> Int64 {
      let database = try TestDatabase(Following.table(100_000))
      try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let followers = try Followers(lists, catalogs: catalogs, database.path)
      var random = SeededNumbers(seed: 4)
      let writer = try ForeignWriter(database.path)
      for commit in 0..<100 {
        let ids = (0..<200).map { _ in String(Int.random(in: 1...100_000, using: &random)) }
        let sql = "UPDATE t SET price = (price + \(commit * 37)) % 100003 WHERE id IN (\(ids.joined(separator: ",")))"
        #expect(try writer.run(sql) == nil)
        if pause > .zero { try await Task.sleep(for: pause) }
      }
      let told = await followers.end()
      #expect(told.allSatisfy { $0 > 5 }, "\(told)")
      let attributes = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")
      return try #require(attributes[.size] as? Int64)
    }
    let (alone, followed) = (try await size(following: 0), try await size(following: 10))
    StressRun.say(
      "log after 100 commits of 200 updates, \(pause) apart: \(alone) bytes, \(followed) beside ten following lists "
        + "of \(catalogs) catalog\(catalogs == 1 ? "" : "s")")
    // A checkpoint that meets a read of ours is made up for by the next one.
    #expect(followed <= alone + alone / 2)
  }

  @Test(
    "a shell that waits for no lock fails to commit less than once in a hundred times",
    arguments: [("DELETE", 20_000, 1), ("DELETE", 1_000_000, 1), ("TRUNCATE", 200_000, 10), ("WAL", 20_000, 1)])
  func failures(journal: String, rows: Int, lists: Int) async throws {
    let database = try TestDatabase(Following.table(rows, journal: journal))
    let followers = try Followers(lists, catalogs: 1, database.path, isWithoutLog: journal != "WAL")
    let list = try followers.catalogs[0].rows(in: "t", order: [.ascending("price")])
    // The first walk is not what is measured.
    _ = try list.count
    try await Task.sleep(for: .milliseconds(500))
    let script = (0..<1000).map { "UPDATE t SET price = \($0 * 91 % 5000) WHERE id = \($0 * 17 % rows + 1);" }
    let start = ContinuousClock.now
    let (process, errors) = try shell(database.path, script.joined(separator: "\n"))
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let duration = ContinuousClock.now - start
    // They hear of the last of it.
    try await Task.sleep(for: .seconds(1))
    let told = await followers.end()
    #expect(told.allSatisfy { $0 > 0 })
    let expected = try database.rows("SELECT id FROM t ORDER BY price, id LIMIT 1000")
    #expect(try list[0..<1000].map { [$0.values[0]] } == expected)
    let failed = String(decoding: said, as: UTF8.self).components(separatedBy: "locked").count - 1
    StressRun.say(
      "\(journal), \(rows) rows, \(lists) following list\(lists == 1 ? "" : "s"): \(failed) of 1000 commits in "
        + "\(duration) failed that wait for no lock; no transaction of ours was longer than "
        + "\(followers.catalogs[0].longestTurn)")
    #expect(failed < 10)
  }

  @Test("answers are right after writers were killed at any moment", arguments: ["WAL", "DELETE"])
  func kills(journal: String) async throws {
    let database = try TestDatabase(Following.table(3000, journal: journal))
    let catalog = try Catalog(database.path)
    var copy = try Copy(try catalog.rows(in: "t", order: [.ascending("price")]))
    var random = SeededNumbers(seed: 9)
    var (kills, refused) = (0, 0)
    while kills < 100, !StressRun.isOver {
      let statements = (0..<400).map { _ in
        let low = Int.random(in: 1...3000, using: &random)
        return """
          BEGIN; UPDATE t SET price = \(low * 31 % 9973), name = printf('%.*c', \(low % 900), 'x') WHERE id BETWEEN \(low) AND \(low + 40);
          INSERT OR REPLACE INTO t VALUES (\(low), \(low % 77), 'again'); DELETE FROM t WHERE id = \(low / 2); COMMIT;
          """
      }
      let (process, _) = try shell(
        database.path, "PRAGMA busy_timeout = 9000; PRAGMA cache_size = 20;" + statements.joined(separator: "\n"))
      try await Task.sleep(for: .microseconds(Int.random(in: 3000...60_000, using: &random)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      kills += 1
      // A journal that is left behind may be rolled back by a writer alone: until then it is an error, or exact.
      do { try copy.advance() } catch let error as StoreError {
        guard case .sqlite(776) = error.kind else { throw error }
        refused += 1
      }
      try database.connection.execute("BEGIN IMMEDIATE; COMMIT")
      try copy.advance()
      let expected = try database.rows(Self.sorted)
      let isSame = try copy.rows == expected && copy.list.count.value == expected.count
      #expect(isSame, "after \(kills) kills")
      if !isSame { break }
      let sound = try database.rows("PRAGMA integrity_check")
      #expect(sound == [[.text("ok")]])
    }
    StressRun.say("\(journal): \(kills) writers killed, \(refused) hot journals left to a writer, all answers exact")
    #expect(catalog.reports == [])
  }
}
