import Foundation
import GridStore
import Testing

/// `watch` as a program, while the sqlite3 shell writes.
@Suite struct Watching {
  private static func database(_ journal: String) throws -> String {
    let folder = CommandLine.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "w.db").path
    try Connection(path, .create).execute(
      """
      PRAGMA journal_mode = \(journal); CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER);
      CREATE INDEX t_price ON t (price);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      SELECT i, i * 10 FROM n
      """)
    return path
  }

  @Test("a row that another process updates appears as a splice", arguments: ["WAL", "DELETE"])
  func splice(journal: String) throws {
    let path = try Self.database(journal)
    let answer = CommandLine.shell(
      """
      $lazygrid watch '\(path)' --order price --json --count 2 --seconds 60 > '\(path).out' & watch=$!
      while ! grep -q count '\(path).out'; do sleep 0.05; done
      sqlite3 '\(path)' 'PRAGMA busy_timeout = 9000; UPDATE t SET price = 3 WHERE id = 700'
      while [ $(grep -c count '\(path).out') -lt 2 ]; do sleep 0.05; done
      sqlite3 '\(path)' 'PRAGMA busy_timeout = 9000; DELETE FROM t WHERE id = 1'
      wait $watch; echo "status $?"; cat '\(path).out'
      """)
    #expect(answer.out.contains("status 0"), "\(answer.out) \(answer.err)")
    let events = try answer.out.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(events.first?["event"] as? String == "count")
    let counts = events.filter { $0["event"] as? String == "count" }.compactMap { $0["count"] as? [String: Any] }
    #expect(counts.map { $0["value"] as? Int } == [1000, 1000, 999])
    let tokens = events.compactMap { $0["generation"] as? String }
    #expect(tokens.count == 3 && Set(tokens).count == 3)
    // Replayed on the old order, with the items of the new one.
    let splices = events.filter { $0["event"] as? String == "splice" }
    #expect(splices.count >= 2)
    let removed = splices.compactMap { $0["removed"] as? Int }.reduce(0, +)
    let inserted = splices.compactMap { $0["inserted"] as? Int }.reduce(0, +)
    #expect(removed == inserted + 1)
    #expect(splices.contains { ($0["position"] as? Int ?? 9) == 0 }, "the row that came first")
    #expect(events.contains { $0["event"] as? String == "update" })
  }

  @Test("it ends when its time is over, and its words are held to what they are")
  func words() throws {
    let path = try Self.database("WAL")
    let answer = CommandLine.run("watch", path, "--seconds", "0.2")
    #expect(answer.status == 0 && answer.err.isEmpty, "\(answer.err)")
    #expect(answer.out.hasPrefix("t by id.asc\n1,000 items · generation "), "\(answer.out)")
    #expect(CommandLine.run("watch", path, "--seconds", "soon").status == 2)
    #expect(CommandLine.run("watch", path, "--count", "-1").status == 2)
    #expect(CommandLine.run("watch", path, "--order", "prize").err.contains("price"))
    #expect(CommandLine.run("watch", path + ".no").status == 1)
  }
}
