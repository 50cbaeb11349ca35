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

  @Test("a log beside ten following lists is as large as without them")
  func logSize() async throws {
    func size(following lists: Int) async throws -> Int64 {
      let database = try TestDatabase(Following.table(100_000))
      try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let catalog = try Catalog(database.path)
      let tasks = try (0..<lists).map { i in
        let list = try catalog.rows(in: "t", order: [i % 2 == 0 ? .ascending("price") : .descending("price")])
        let changes = list.changes
        return Task {
          var told = 0
          do {
            for try await change in changes {
              told += change.isReset ? 0 : 1
              _ = try await list.read { try $0.items(500..<560).count }
            }
          } catch is CancellationError {
            // The end of it, in the middle of a read.
          } catch { Issue.record(error) }
          return told
        }
      }
      var random = SeededNumbers(seed: 4)
      let writer = try ForeignWriter(database.path)
      for commit in 0..<100 {
        let ids = (0..<200).map { _ in String(Int.random(in: 1...100_000, using: &random)) }
        let sql = "UPDATE t SET price = (price + \(commit * 37)) % 100003 WHERE id IN (\(ids.joined(separator: ",")))"
        #expect(try writer.run(sql) == nil)
        try await Task.sleep(for: .milliseconds(10))
      }
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value > 10) }
      let attributes = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")
      return try #require(attributes[.size] as? Int64)
    }
    let (alone, followed) = (try await size(following: 0), try await size(following: 10))
    StressRun.say("log after 100 commits of 200 updates: \(alone) bytes, \(followed) beside ten following lists")
    // A checkpoint that meets a read of ours is made up for by the next one.
    #expect(followed <= alone + alone / 2)
  }

  @Test(
    "a shell that waits for no lock fails to commit less than once in a hundred times", arguments: ["DELETE", "WAL"])
  func failures(journal: String) async throws {
    func run() async throws -> Int {
      let database = try TestDatabase(Following.table(20_000, journal: journal))
      let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
      let changes = list.changes
      let following = Task { for try await _ in changes { _ = try list[500..<560] } }
      // The first walk is not what is measured.
      try await Task.sleep(for: .milliseconds(300))
      let script = (0..<1000).map { "UPDATE t SET price = \($0 * 91 % 5000) WHERE id = \($0 * 17 % 20000 + 1);" }
      let (process, errors) = try shell(database.path, script.joined(separator: "\n"))
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      following.cancel()
      _ = await following.result
      #expect(try list[0..<20_000].map(\.values) == database.rows(Self.sorted))
      return String(decoding: said, as: UTF8.self).components(separatedBy: "locked").count - 1
    }
    let failed = try await run()
    StressRun.say("\(journal): \(failed) of 1000 commits failed that wait for no lock, beside a following list")
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
