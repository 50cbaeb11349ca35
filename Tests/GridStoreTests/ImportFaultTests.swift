import Foundation
import GridStore
import Testing

/// Imports into a file that others read and write meanwhile.
@Suite("Imports beside others")
struct ImportFaultTests {
  private static let text = "id,v\n" + (1...400).map { "\($0),\($0 * 31 % 97)\n" }.joined()
  private static func table(_ journal: String) -> String {
    "PRAGMA journal_mode = \(journal); CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER); CREATE INDEX tv ON t (v)"
  }

  @Test("whoever reads waits for nothing and sees complete steps", arguments: ["WAL", "DELETE"])
  func readers(journal: String) throws {
    let trial = try ImportTrial(Self.table(journal))
    let catalog = try Catalog(trial.path)
    catalog.patience = .zero
    let list = try catalog.rows(in: "t", order: [.ascending("v")])
    let follower = try list.follower()
    var seen: [Int] = []
    let report = try trial.load(Array(Self.text.utf8)) {
      $0.rowsInStep = 40
    } isCancelled: {
      // Asked in the middle of a step, and of the survey before.
      #expect(throws: Never.self) {
        let rows = try list.read { try $0.items(0..<$0.count.value).map(\.values) }
        #expect(rows.count % 40 == 0)
        seen.append(rows.count)
        _ = try follower.advance()
      }
      return false
    }
    #expect(report.rows == 400)
    #expect(try follower.advance()?.count.value == 400 || list.count.value == 400)
    let rows = try trial.rows("SELECT * FROM t ORDER BY v, id")
    #expect(try list[0..<400].map(\.values) == rows)
    #expect(seen == seen.sorted() && catalog.reports == [])
    #expect(try catalog.tableNames == ["t"])
  }

  @Test("the position lies in one table, in the transactions of the rows, and goes with the last of them")
  func position() throws {
    let trial = try ImportTrial(Self.table("WAL"))
    let error = failure { () throws(StoreError) in
      try trial.load(Array(Self.text.utf8), pieces: 64, failsAfter: 2000) { $0.rowsInStep = 40 }
    }
    #expect(error?.message.hasSuffix("--resume goes on from there") == true)
    let left = try trial.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    #expect(left == [["_lazygrid_import"], ["t"]])
    // Nobody takes it for a table of theirs.
    #expect(try Catalog(trial.path).tableNames == ["t"])
    #expect(try trial.rows("SELECT rows = (SELECT count(*) FROM t), is_done FROM _lazygrid_import") == [[1, 0]])
    try trial.load(Array(Self.text.utf8)) {
      $0.rowsInStep = 40
      $0.resumes = true
    }
    #expect(try trial.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%lazygrid%'").isEmpty)
    #expect(try trial.rows("SELECT count(*), sum(id) FROM t") == [[400, 80200]])
  }

  @Test("a cancel leaves the steps that are complete, and --resume goes on", arguments: ["WAL", "DELETE"])
  func cancelled(journal: String) throws {
    let trial = try ImportTrial(Self.table(journal))
    let lines = "id,v\n" + (1...9000).map { "\($0),7\n" }.joined()
    var asked = 0
    let error = failure { () throws(StoreError) in
      try trial.load(Array(lines.utf8)) {
        $0.rowsInStep = 700
      } isCancelled: {
        asked += 1
        return asked > 12
      }
    }
    #expect(error?.kind == .cancelled && error?.message.contains("--resume goes on from there") == true)
    let count = try trial.rows("SELECT count(*) FROM t")[0][0]
    guard case .integer(let rows) = count else { return }
    #expect(rows > 0 && rows < 9000 && rows % 700 == 0, "\(rows)")
    #expect(error?.message.hasPrefix("interrupted; \(rows) rows are in") == true)
    try trial.load(Array(lines.utf8)) {
      $0.rowsInStep = 700
      $0.resumes = true
    }
    #expect(try trial.rows("SELECT count(*), count(DISTINCT id) FROM t") == [[9000, 9000]])
  }

  /// Another process that holds the file for some time.
  private static let holder = """
    import sqlite3, sys, time
    db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO t VALUES (-2, 5)")
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
    db.execute("COMMIT")
    """

  @Test("a writer that holds the file for long is waited for", arguments: ["WAL", "DELETE"])
  func busy(journal: String) throws {
    let trial = try ImportTrial(Self.table(journal))
    let writer = try ForeignWriter(trial.path)
    #expect(try writer.run("BEGIN IMMEDIATE; INSERT INTO t VALUES (-1, 5)") == nil)
    let refused = failure { () throws(StoreError) in
      try trial.load(Self.text) { $0.patience = .milliseconds(300) }
    }
    #expect(refused?.kind == .busy, "\(String(describing: refused))")
    // A script begins by committing what is open.
    #expect(try writer.run("SELECT 1") == nil)

    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.holder, trial.path, StressRun.isOn ? "10" : "1"]
    process.standardOutput = output
    try process.run()
    #expect(try output.fileHandleForReading.read(upToCount: 4) == Data("held".utf8))
    let report = try trial.load(Array(Self.text.utf8)) { $0.rowsInStep = 40 }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && report.rows == 400)
    #expect(try trial.rows("SELECT count(*), min(id) FROM t") == [[402, -2]])
  }

  @Test("a reader that does not end keeps nobody from importing where there is a log, and is waited for where not")
  func endlessReader() throws {
    for journal in ["WAL", "DELETE"] {
      let trial = try ImportTrial(Self.table(journal))
      let reader = try Connection(trial.path, .readOnly)
      try reader.execute("BEGIN; SELECT count(*) FROM t")
      func load() throws(StoreError) -> ImportReport {
        try trial.load(Self.text) {
          $0.rowsInStep = 40
          $0.patience = .milliseconds(300)
        }
      }
      if journal == "WAL" {
        #expect(try load().rows == 400)
        try reader.execute("COMMIT")
      } else {
        let error = failure { () throws(StoreError) in _ = try load() }
        #expect(error?.kind == .busy)
        try reader.execute("COMMIT")
        #expect(try trial.rows("SELECT count(*) FROM t") == [[0]])
        #expect(try load().rows == 400)
      }
      #expect(try trial.rows("SELECT count(*) FROM t") == [[400]])
    }
  }
}
