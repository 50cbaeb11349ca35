import Foundation
import GridStore
import Testing

@Suite("Imports that do not come to their end")
struct ImportResumeTests {
  /// A hundred rows, some of them refused or left out.
  private static let text: String = {
    var lines = ["id,v,w"]
    for i in 1...100 {
      switch i % 10 {
      case 3: lines.append("\(i)")
      case 5: lines.append("1,again,")
      default: lines.append("\(i),\"v\(i)\nmore\",\(i).50")
      }
    }
    return lines.joined(separator: "\n")
  }()

  private func change(_ request: inout ImportRequest) {
    request.conflict = .ignore
    request.rowsInStep = 7
    request.indexes = [[.descending("v")]]
  }

  private static let content = "SELECT id, v, w FROM t ORDER BY id"

  @Test("go on exactly where a kill left them", arguments: [true, false])
  func resume(isNew: Bool) throws {
    let before = isNew ? nil : "CREATE TABLE other (x); PRAGMA journal_mode = WAL"
    let whole = try ImportTrial(before)
    let report = try whole.load(Self.text) { change(&$0) }
    let rows = try whole.rows(Self.content)
    let rejects = try whole.rejects()
    #expect(report.rows == 80 && report.rejected == 10 && report.ignored == 10 && rejects.count == 10)

    var steps: Set<Int> = []
    for limit in stride(from: 0, to: Self.text.utf8.count, by: 61) {
      let trial = try ImportTrial(before)
      let bytes = Array(Self.text.utf8)
      // Without a word of good-bye, as a kill does it: the target is not told.
      let error = failure { () throws(StoreError) in
        try trial.load(bytes, pieces: 16, failsAfter: limit) { change(&$0) }
      }
      #expect(error?.message.contains("the disk is gone") == true)
      #expect(try trial.files.contains(isNew ? "test.db.importing" : "test.db"))
      // What a step that did not come about had written of refused rows.
      try? Data("line 999: torn".utf8).append(toFile: trial.path + ".rejects")
      let again = try trial.load(bytes, pieces: 16) {
        change(&$0)
        $0.resumes = true
      }
      if let line = again.resumedAtLine { steps.insert(line) }
      #expect(try trial.rows(Self.content) == rows, "killed after \(limit) bytes")
      #expect(try trial.rejects() == rejects, "killed after \(limit) bytes")
      #expect(again.rows == 80 && again.rejected == 10 && again.ignored == 10 && again.indexes == ["t_v"])
      let left = try trial.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%lazygrid%'")
      #expect(left.isEmpty)
    }
    #expect(steps.count >= 10)
  }

  @Test("leave a complete step behind, and say so")
  func steps() throws {
    let trial = try ImportTrial("CREATE TABLE other (x)")
    let bytes = Array(Self.text.utf8)
    let error = failure { () throws(StoreError) in
      try trial.load(bytes, pieces: 16, failsAfter: 700) { change(&$0) }
    }
    let count = try trial.rows("SELECT count(*) FROM t")[0][0]
    guard case .integer(let rows) = count else { return }
    #expect(rows > 0 && rows < 80)
    #expect(error?.message.hasPrefix("the disk is gone; \(rows) rows are in, up to line ") == true)
    #expect(
      failure { () throws(StoreError) in try trial.load(bytes) { change(&$0) } }?.message.contains("--resume goes on")
        == true)
    let other = failure { () throws(StoreError) in
      try trial.load(bytes) {
        change(&$0)
        $0.resumes = true
        $0.conflict = .replace
      }
    }
    #expect(other?.message.hasPrefix("this import was begun with other options") == true)
    // Other input is another import.
    try trial.load("id,v,w\n900,x,1\n") { change(&$0) }
    #expect(try trial.rows("SELECT count(*) FROM t") == [[.integer(rows + 1)]])
  }

  @Test("cannot be gone on with where there is nothing, or a pipe")
  func nothing() throws {
    let trial = try ImportTrial("CREATE TABLE t (a)")
    for (isPipe, says) in [
      (true, "input can be read once only"), (false, "no import of this file into 't' was stopped"),
    ] {
      let error = failure { () throws(StoreError) in
        try trial.load("a\n1\n", isPipe: isPipe) { $0.resumes = true }
      }
      #expect(error?.message.hasPrefix(says) == true && error?.isMisuse == true)
    }
    #expect(try trial.rows("SELECT * FROM t").isEmpty)
    // A table that is not there yet may be begun with.
    try trial.load("a\n1\n") {
      $0.resumes = true
      $0.table = "u"
    }
    #expect(try trial.rows("SELECT a FROM u") == [[1]])
  }

  @Test("leave nothing where they are cancelled in a new database or from a pipe", arguments: [true, false])
  func cancelled(isPipe: Bool) throws {
    let text = "a,b\n" + String(repeating: "1\n", count: 3000) + String(repeating: "1,2\n", count: 9000)
    for after in [0, 5, 15, 20] {
      let trial = try ImportTrial(isPipe ? "CREATE TABLE other (x)" : nil)
      var asked = 0
      let error = failure { () throws(StoreError) in
        try trial.load(Array(text.utf8), isPipe: isPipe) {
          $0.rowsInStep = 2000
        } isCancelled: {
          asked += 1
          return asked > after
        }
      }
      #expect(error?.kind == .cancelled)
      #expect(error?.message == "interrupted; \(isPipe ? "the database is as it was" : "nothing was written")")
      #expect(!FileManager.default.fileExists(atPath: trial.path + ".rejects") || !isPipe)
      if isPipe { #expect(try trial.rows("SELECT name FROM sqlite_schema") == [["other"]]) }
    }
  }

  @Test("are taken up again by the next import into the same place, or begun anew")
  func abandoned() throws {
    let trial = try ImportTrial()
    let bytes = Array(Self.text.utf8)
    _ = failure { () throws(StoreError) in try trial.load(bytes, pieces: 16, failsAfter: 700) { change(&$0) } }
    #expect(try trial.files == ["test.db.importing", "test.db.rejects"])
    let report = try trial.load(bytes) { change(&$0) }
    #expect(report.rows == 80 && report.resumedAtLine == nil)
    #expect(try trial.files == ["test.db", "test.db.rejects"])
  }

  @Test("do not meet another one in the same new database")
  func locked() throws {
    let trial = try ImportTrial()
    let first = try ImportTarget(trial.path)
    let error = failure { () throws(StoreError) in try trial.load("a\n1\n") }
    #expect(error?.message == "'\(trial.path).importing' is being written by another import")
    first.discard()
    try trial.load("a\n1\n")
    #expect(try trial.files == ["test.db"])
  }

  @Test("notice that the input is not what it was")
  func changed() throws {
    let trial = try ImportTrial()
    var reading = 0
    let source = ImportSource(name: "input", stamp: "1", size: nil) {
      reading += 1
      var chunks = [Array((reading == 1 ? "a\n1\n2\n" : "a\n1\n2.5\n").utf8)][...]
      return ImportSource.Pass(nextChunk: { chunks.popFirst() }, bytesRead: { 0 })
    }
    var request = ImportRequest(table: "t")
    request.format = .csv
    let target = try ImportTarget(trial.path)
    let importer = Importer(request, from: source, into: target, rejectsPath: trial.path + ".rejects")
    #expect(
      failure { () throws(StoreError) in _ = try importer.run() }?.message
        == "line 3: the input is not what it was when it was read before")
  }
}

extension Data {
  fileprivate func append(toFile path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: self)
    try file.close()
  }
}
