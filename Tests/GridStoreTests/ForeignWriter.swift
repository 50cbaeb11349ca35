import Foundation

/// Another process that writes a database: Python's own SQLite, told by lines of JSON.
final class ForeignWriter {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  private static let program = """
    import json, sqlite3, sys
    db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
    for line in sys.stdin:
        try:
            db.executescript(json.loads(line)[0])
            answer = "done"
        except sqlite3.Error as error:
            answer = str(error)
            if db.in_transaction: db.execute("ROLLBACK")
        print(answer.replace("\\n", " "), flush=True)
    """

  init(_ path: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program, path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Runs statements, and says what went wrong where something did.
  @discardableResult
  func run(_ sql: String) throws -> String? {
    var line = try JSONSerialization.data(withJSONObject: [sql])
    line.append(10)
    try input.fileHandleForWriting.write(contentsOf: line)
    var answer = Data()
    while answer.last != 10 {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { return "it has ended" }
      answer.append(byte)
    }
    let text = String(decoding: answer.dropLast(), as: UTF8.self)
    return text == "done" ? nil : text
  }
}
