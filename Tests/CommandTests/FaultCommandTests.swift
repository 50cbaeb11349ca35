import Foundation
import GridStore
import Testing

/// The command where the disk is full, the folder cannot be written, or somebody kills it.
@Suite(.serialized) struct CommandFaults {
  private static func folder() throws -> URL {
    let folder = CommandLine.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func values(_ path: String, _ sql: String) throws -> [[Value]] {
    let statement = try Connection(path, .readWrite).prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  /// A limit to the length of files stands for the end of a disk: writes fail, and the signal is ignored.
  @Test("a full disk is an error of every writer, and the file is as it was")
  func fullDisk() throws {
    let folder = try Self.folder()
    let path = folder.appending(path: "c.db").path
    #expect(CommandLine.run("generate", "--rows", "20000", "--output", path, "--quiet").status == 0)
    // With a log whoever reads leaves one behind.
    _ = try Self.values(path, "PRAGMA journal_mode = delete")
    let schema = try Self.values(path, "SELECT sql FROM sqlite_schema ORDER BY rowid")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    // In blocks of 512 bytes: what is there, and hardly more.
    for (limit, words) in [
      (size / 512 + 40, "index c.db --order name,brand"), (size / 512 + 40, "index c.db --search name,description"),
      (8, "window c.db --svg out.svg --height 20000"), (20, "import - --format csv --into new.db --quiet < rows"),
    ] {
      try Data(("id,v\n" + (1...20_000).map { "\($0),text of row \($0)\n" }.joined()).utf8).write(
        to: folder.appending(path: "rows"))
      let answer = CommandLine.shell("cd '\(folder.path)' && trap '' XFSZ && ulimit -f \(limit) && $lazygrid \(words)")
      try FileManager.default.removeItem(at: folder.appending(path: "rows"))
      #expect(answer.status == 1 && answer.err.contains("error: "), "\(words): \(answer.status) \(answer.err)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files.sorted(), "\(words)")
      #expect(try Self.values(path, "SELECT sql FROM sqlite_schema ORDER BY rowid") == schema, "\(words)")
    }
    #expect(try Self.values(path, "PRAGMA integrity_check") == [["ok"]])
    #expect(CommandLine.run("verify", path).status == 0)
  }

  @Test("a folder that cannot be written is read from, or said to be in the way")
  func readOnlyFolder() throws {
    let folder = try Self.folder()
    for journal in ["delete", "wal"] {
      let path = folder.appending(path: "\(journal).db").path
      #expect(CommandLine.run("generate", "--rows", "500", "--output", path, "--quiet").status == 0)
      // The file alone is left: no log, and nothing of it in memory.
      _ = try Self.values(path, "PRAGMA journal_mode = \(journal)")
    }
    // A left journal can be rolled back by a writer alone.
    let hot = folder.appending(path: "hot.db").path
    let left = CommandLine.shell(
      """
      cp '\(folder.path)/delete.db' '\(hot)' && (printf '%s\\n' 'PRAGMA cache_size = 5;' 'BEGIN;' \
      'UPDATE products SET price = price + 1;' '.shell kill -9 $PPID') | sqlite3 '\(hot)'; ls '\(hot)-journal'
      """)
    #expect(left.status == 0, "\(left.err)")
    // Root may write anywhere, so somebody else is asked for where we are root.
    let binary = folder.appending(path: "lazygrid").path
    try FileManager.default.copyItem(atPath: CommandLine.binary.path, toPath: binary)
    func run(_ words: String) -> CommandLine.Answer {
      let other = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
      return CommandLine.shell("cd '\(folder.path)' && \(other)'\(binary)' \(words)")
    }
    _ = CommandLine.shell("chmod 755 '\(CommandLine.folder.path)'; chmod -R a+rX,a-w '\(folder.path)'")
    defer { _ = CommandLine.shell("chmod -R u+w '\(folder.path)'") }

    let read = run("items delete.db --count 3 --order price --json")
    #expect(read.status == 0, "\(read.err)")
    #expect(run("verify delete.db").status == 0)
    for (words, says) in [
      ("items wal.db --count 3", "wal.db"), ("items hot.db --count 3", "hot.db"),
      ("index delete.db --order name,brand", "delete.db"), ("generate --rows 10 --output new.db", "new.db"),
      ("import delete.db --format csv --into other.db", "other.db"), ("window delete.db --svg out.svg", "out.svg"),
    ] {
      let answer = run(words)
      #expect(answer.status == 1 && answer.err.contains("error: ") && answer.err.contains(says), "\(words): \(answer)")
    }
  }
}
