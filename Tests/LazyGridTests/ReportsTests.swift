import Foundation
import Testing

/// Holds the table of `docs/reports.md` to the tests that it names.
@Suite("The table of reports")
struct ReportsTests {
  /// A row: which report it is, and what holds its guarantee.
  struct Row {
    var name: String
    var columns: [String]
    /// The tests, by file and name.
    var tests: [(file: String, name: String)]
    /// The parts of the work that are still to come.
    var later: [String]
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Reports on layout, jumps, anchoring and rows: they are answered, and not put off.
  static let answered: Set<String> = Set(
    [5...10, 12...13, 15...30, 32...37, 39...40, 43...46, 52...58].joined().map { "V\($0)" }
      + (1...30).map { "\($0)" } + (1...29).map { "G\($0)" })

  static func rows() throws -> [Row] {
    let text = try String(contentsOf: root.appending(path: "docs/reports.md"), encoding: .utf8)
    return try text.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: /\| ([VG]?[0-9]+) \| (.+) \|/) else { return nil }
      let columns = match.2.split(separator: " | ").map(String.init)
      let last = try #require(columns.last)
      var row = Row(name: String(match.1), columns: columns, tests: [], later: [])
      for part in last.split(separator: "; ") {
        if let test = part.wholeMatch(of: /`([A-Za-z]+\/[A-Za-z]+\.swift)` "(.+)"/) {
          row.tests.append((String(test.1), String(test.2)))
        } else {
          row.later.append(String(part))
        }
      }
      return row
    }
  }

  @Test("has a row for each report, with an address, an answer, and a test or the part of the work that is to come")
  func complete() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.name) == (1...58).map { "V\($0)" } + (1...30).map { "\($0)" } + (1...29).map { "G\($0)" })
    for row in rows {
      #expect(row.columns.count == 4 && row.columns[0].contains("/"), "\(row.name)")
      #expect(row.later.allSatisfy { $0.hasPrefix("later: with ") }, "\(row.name): \(row.later)")
      #expect(!row.tests.isEmpty || !row.later.isEmpty, "\(row.name)")
      if Self.answered.contains(row.name) { #expect(!row.tests.isEmpty, "\(row.name)") }
    }
  }

  @Test("names tests that there are")
  func tests() throws {
    var files: [String: String] = [:]
    for row in try Self.rows() {
      for test in row.tests {
        if files[test.file] == nil {
          files[test.file] = try String(contentsOf: Self.root.appending(path: "Tests/\(test.file)"), encoding: .utf8)
        }
        // The attribute may go on in the next line before its name.
        let escaped = NSRegularExpression.escapedPattern(for: test.name)
        let found = files[test.file]?.range(of: #"@Test\(\s*"\#(escaped)""#, options: .regularExpression)
        #expect(found != nil, "\(row.name): \(test.file) has no test \"\(test.name)\"")
      }
    }
  }
}
