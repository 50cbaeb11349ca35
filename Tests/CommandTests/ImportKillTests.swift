import Foundation
import GridStore
import Testing

/// Importers that are killed at random moments: a few in a test, 200 in `make stress`.
@Suite(.serialized) struct ImportKills {
  private static let deadline = ProcessInfo.processInfo.environment["LAZYGRID_DEADLINE"].flatMap { Double($0) }
  private static var isStress: Bool { deadline != nil }
  private static var isOver: Bool { deadline.map { Date.now.timeIntervalSince1970 > $0 } ?? false }

  private static func values(_ path: String, _ sql: String) throws -> [[Value]] {
    let statement = try Connection(path, .readWrite).prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  private static func begin(_ folder: URL, _ database: String, resumes: Bool = true) throws -> Process {
    let process = Process()
    process.executableURL = CommandLine.binary
    process.arguments =
      ["import", "rows.csv", "--into", database, "--table", "t", "--primary-key", "id", "--index", "v", "--quiet"]
      + (resumes ? ["--resume"] : [])
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(
    "an import that is killed at any moment goes on to the same rows",
    arguments: zip(["new.db", "old.db", "old.db"], ["DELETE", "WAL", "DELETE"]))
  func killed(database: String, journal: String) throws {
    let folder = CommandLine.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = Self.isStress ? 260_000 : 51_000
    var text = "id,v,name\n"
    // Some are refused.
    for id in 1...count { text += id % 997 == 5 ? "\(id)\n" : "\(id),\(id &* 7919 % 100_003),name of \(id)\n" }
    try Data(text.utf8).write(to: folder.appending(path: "rows.csv"))
    let path = folder.appending(path: database).path
    let rejects = path + ".t.rejects"
    func reset() throws {
      for suffix in ["", "-wal", "-shm", "-journal", ".t.rejects", ".importing", ".importing-journal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      guard database == "old.db" else { return }
      let sql = "PRAGMA journal_mode = \(journal); CREATE TABLE other (x); INSERT INTO other VALUES (1)"
      try Connection(path, .create).execute(sql)
    }
    func content() throws -> [[Value]] {
      #expect(try Self.values(path, "PRAGMA integrity_check") == [["ok"]])
      let left = try Self.values(path, "SELECT 1 FROM sqlite_schema WHERE name LIKE '%lazygrid%'")
      #expect(left.isEmpty)
      return try Self.values(path, "SELECT count(*), sum(id), sum(v), count(DISTINCT name), max(id) FROM t")
    }

    try reset()
    let start = ContinuousClock.now
    let whole = try Self.begin(folder, database, resumes: false)
    whole.waitUntilExit()
    #expect(whole.terminationStatus == 0)
    let duration = ContinuousClock.now - start
    let expected = try content()
    let refused = try Data(contentsOf: URL(filePath: rejects))
    #expect(!refused.isEmpty)

    var random = SystemRandomNumberGenerator()
    var (kills, ends) = (0, 0)
    try reset()
    while kills < (Self.isStress ? 67 : 2), !Self.isOver || kills == 0 {
      let process = try Self.begin(folder, database)
      let wait = duration * Double.random(in: 0...(Self.isStress ? 1.1 : 0.9), using: &random)
      let end = ContinuousClock.now + wait
      while process.isRunning, ContinuousClock.now < end { usleep(500) }
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        kills += 1
      }
      process.waitUntilExit()
      if process.terminationReason == .exit {
        #expect(process.terminationStatus == 0)
        #expect(try content() == expected)
        #expect(try Data(contentsOf: URL(filePath: rejects)) == refused)
        ends += 1
        try reset()
        continue
      }
      guard database == "old.db" else {
        #expect(!FileManager.default.fileExists(atPath: path), "a file that is not whole has the name")
        continue
      }
      // What is there is what the position says.
      #expect(try Self.values(path, "SELECT x FROM other") == [[1]])
      if try !Self.values(path, "SELECT 1 FROM sqlite_schema WHERE name = '_lazygrid_import'").isEmpty {
        // The journal begins before the table.
        let isThere = try !Self.values(path, "SELECT 1 FROM sqlite_schema WHERE name = 't'").isEmpty
        let rows = isThere ? try Self.values(path, "SELECT count(*) FROM t") : [[0]]
        #expect(try Self.values(path, "SELECT rows FROM _lazygrid_import") == rows)
      }
    }
    // Once nobody kills it any more it comes to its end.
    let last = try Self.begin(folder, database)
    last.waitUntilExit()
    #expect(last.terminationStatus == 0)
    #expect(try content() == expected)
    #expect(try Data(contentsOf: URL(filePath: rejects)) == refused)
    if Self.isStress {
      try? FileHandle.standardOutput.write(
        contentsOf: Data(
          "stress: import into \(database), \(journal): killed \(kills) times, \(ends + 1) ends, all rows there once\n"
            .utf8))
    }
  }
}
