import Foundation
import GridStore
import Testing

/// What an import leaves behind that does not get to its end, and one that is packed.
@Suite(.serialized) struct InterruptedImports {
  /// A folder of its own, with a file of rows in it and a database that is there already.
  private static func trial(rows: Int = 160_000) throws -> (folder: URL, existing: [[Value]]) {
    let folder = CommandLine.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var text = "id,name\n"
    for id in 1...rows { text += "\(id),a name of some length to fill pages with \(id)\n" }
    try Data(text.utf8).write(to: folder.appending(path: "rows.csv"))
    let connection = try Connection(folder.appending(path: "old.db").path, .create)
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (-1, 'first')")
    return (folder, try content(folder, "old.db"))
  }

  private static func content(_ folder: URL, _ name: String, _ sql: String = "SELECT * FROM t") throws -> [[Value]] {
    let connection = try Connection(folder.appending(path: name).path, .readWrite)
    #expect(try values(connection, "PRAGMA integrity_check") == [["ok"]])
    return try values(connection, sql)
  }

  private static func values(_ connection: Connection, _ sql: String) throws -> [[Value]] {
    let statement = try connection.prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  private static func files(_ folder: URL) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  @Test("a packed file is unpacked, and one that is cut short fails and leaves nothing")
  func gzip() throws {
    let (folder, _) = try Self.trial(rows: 5000)
    let answer = CommandLine.shell(
      "cd '\(folder.path)' && gzip -k rows.csv && $lazygrid import rows.csv.gz --into new.db --quiet")
    #expect(answer.status == 0, "\(answer.err)")
    #expect(try Self.content(folder, "new.db", "SELECT count(*), max(id) FROM rows") == [[5000, 5000]])
    let before = try Self.files(folder).union(["cut.csv.gz"])
    let cut = CommandLine.shell(
      "cd '\(folder.path)' && head -c 9000 rows.csv.gz > cut.csv.gz && $lazygrid import cut.csv.gz --into cut.db --quiet"
    )
    #expect(cut.status == 1 && cut.err.hasPrefix("error: ") && cut.err.contains("cut.csv.gz"), "\(cut.err)")
    #expect(try Self.files(folder) == before)
  }

  /// A limit to the length of files stands for the end of a disk: writes fail, and the signal is ignored.
  @Test("a full disk is an error, and a database that was there is at a complete step")
  func fullDisk() throws {
    let (folder, existing) = try Self.trial()
    let before = try Self.files(folder)
    let limited = "cd '\(folder.path)' && trap '' XFSZ && ulimit -f 10000 && "
    let new = CommandLine.shell(limited + "$lazygrid import rows.csv --into new.db --quiet")
    #expect(new.status == 1 && new.err.hasPrefix("error: ") && new.err.contains("new.db"), "\(new.err)")
    #expect(new.err.filter { $0 == "\n" }.count == 1)
    let made = CommandLine.shell(limited + "$lazygrid generate --rows 100000 --output made.db --quiet")
    #expect(made.status == 1 && made.err.hasPrefix("error: "), "\(made.err)")
    #expect(try Self.files(folder) == before, "nothing is left of what could not be made")

    let old = CommandLine.shell(limited + "$lazygrid import rows.csv --into old.db --table t --quiet")
    #expect(old.status == 1 && old.err.hasPrefix("error: "), "\(old.err)")
    let rows = try Self.content(folder, "old.db", "SELECT * FROM t ORDER BY id")
    #expect(rows.first == existing.first)
    #expect(rows.count < 160_001 && rows.dropFirst().map { $0[0] } == (1..<rows.count).map { .integer(Int64($0)) })
    // With room again it goes on to the end.
    let again = CommandLine.shell(
      "cd '\(folder.path)' && $lazygrid import rows.csv --into old.db --table t --resume --quiet")
    #expect(again.status == 0, "\(again.err)")
    #expect(try Self.content(folder, "old.db", "SELECT count(*), max(id) FROM t") == [[160_001, 160_000]])
  }

  @Test("a kill leaves what --resume goes on from", arguments: ["new.db", "old.db"])
  func kill(database: String) throws {
    let (folder, _) = try Self.trial()
    // Here the limit kills as soon as the file has grown to it, in the middle of a write.
    let load = "$lazygrid import rows.csv --into \(database) --table t --primary-key id --quiet"
    let killed = CommandLine.shell("cd '\(folder.path)' && ulimit -c 0 && ulimit -f 10000 && \(load)")
    #expect(killed.status > 128, "it was to be killed: \(killed.status) \(killed.err)")
    if database == "old.db" {
      // It would add the first rows once more. A new file has nothing to lose and would be begun anew.
      let plain = CommandLine.shell("cd '\(folder.path)' && \(load)")
      #expect(plain.status == 1 && plain.err.contains("--resume"), "\(plain.err)")
    }
    let resumed = CommandLine.shell("cd '\(folder.path)' && \(load) --resume")
    #expect(resumed.status == 0, "\(resumed.err)")
    #expect(
      try Self.content(folder, database, "SELECT count(*), max(id), count(DISTINCT name) FROM t WHERE id > 0")
        == [[160_000, 160_000, 160_000]])
    #expect(try Self.files(folder) == Set(["rows.csv", "old.db", database]))
  }

  @Test("^C ends it with 130, and nothing is half done")
  func interrupt() throws {
    let (folder, existing) = try Self.trial(rows: 2000)
    let before = try Self.files(folder)
    for database in ["new.db", "old.db"] {
      // The pipe stays open, so the import waits for more when the signal comes.
      let answer = CommandLine.shell(
        """
        cd '\(folder.path)'; mkfifo pipe; (cat rows.csv; exec sleep 20) > pipe & feeder=$!
        $lazygrid import - --format csv --into \(database) --table t --quiet < pipe & import=$!
        sleep 1; kill -INT $import; wait $import; status=$?; kill $feeder; rm pipe; exit $status
        """)
      #expect(answer.status == 130, "\(answer.status) \(answer.err)")
      #expect(try Self.files(folder) == before)
    }
    #expect(try Self.content(folder, "old.db") == existing)
  }
}
