import Foundation
import GridStore
import Testing

/// A folder for imports into one database.
final class ImportTrial {
  let folder: URL
  let path: String

  /// - Parameter sql: What is in the database before; nil is no database.
  init(_ sql: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lazygrid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "test.db").path
    if let sql { try Connection(path, .create).execute(sql) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Imports some bytes into the table `t`.
  ///
  /// - Parameters:
  ///   - format: nil is found out.
  ///   - isPipe: Whether they can be read once only.
  ///   - failsAfter: How many bytes of the second reading come before a failure.
  @discardableResult
  func load(
    _ bytes: [UInt8], _ format: ImportRequest.Format? = .csv, isPipe: Bool = false, pieces: Int = 4096,
    failsAfter limit: Int? = nil, _ change: (inout ImportRequest) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> ImportReport {
    var request = ImportRequest(table: "t")
    request.format = format
    change(&request)
    var reading = 0
    let source = ImportSource(name: "input", stamp: isPipe ? nil : "\(bytes.count)", size: bytes.count) {
      var at = 0
      reading += 1
      let limit = reading == 2 || request.resumes ? limit ?? .max : .max
      return ImportSource.Pass(
        nextChunk: { () throws(StoreError) in
          if at > limit { throw StoreError(.badInput, "the disk is gone") }
          let chunk = Array(bytes[at..<min(at + pieces, bytes.count)])
          at += chunk.count
          return chunk.isEmpty ? nil : chunk
        }, bytesRead: { at })
    }
    let target = try ImportTarget(path, resumes: request.resumes)
    let report = try Importer(
      request, from: source, into: target, rejectsPath: path + ".rejects", isCancelled: isCancelled
    ).run()
    try target.keep()
    return report
  }

  @discardableResult
  func load(
    _ text: String, _ format: ImportRequest.Format? = .csv, isPipe: Bool = false,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws(StoreError) -> ImportReport {
    try load(Array(text.utf8), format, isPipe: isPipe, change)
  }

  func rows(_ sql: String) throws -> [[Value]] {
    let statement = try Connection(path, .readOnly).prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  /// The values of a column as SQLite spells them, a real without zeros at its end.
  func texts(_ column: String = "v") throws -> [String?] {
    try rows("SELECT CAST(\"\(column)\" AS TEXT), typeof(\"\(column)\") FROM t ORDER BY rowid").map { row in
      guard case .text(let text) = row[0] else { return nil }
      return row[1] == "real" && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func rejects() throws -> [String] {
    try String(contentsOfFile: path + ".rejects", encoding: .utf8).split(separator: "\n").map(String.init)
  }
}

@Suite("Imported values")
struct ImportValuesTests {
  static let nasty = [
    "007", "1E5", "1e5", "+5", "12345678901234567890", "9223372036854775808", "-9223372036854775809", "1,000", "0x10",
    "NaN", "inf", "-0", "-0.0", " 5", "5 ", "1.", ".5", "00.5", "1_000", "٣", "0.00001", "123456789012345.678",
    "1.2345678901234567", "true", "1-2", "2024-01-01", "--1", "-", "1.5.2", "9007199254740993.5", "1e400", "1\n2", "é",
    "100000000000000000000.5", "0000", "1.0e3", "'", "NULL",
  ]

  @Test("are never changed, wherever the odd one comes", arguments: nasty)
  func neverChanged(_ value: String) throws {
    for (position, numbers) in [
      (0, ["1", "22", "-3"]), (50, ["1.10", "0.20", "3.00"]), (99, ["1.5", "0.25", "3"]),
    ] {
      let trial = try ImportTrial()
      var values = (0..<99).map { numbers[$0 % 3] }
      values.insert(value, at: position)
      let report = try trial.load("v,w\n" + values.map { "\"\($0)\",x\n" }.joined())
      #expect(report.rows == 100 && report.rejected == 0)
      #expect(try trial.texts() == values, "\(value) at \(position)")
      #expect(report.columns[0].type == "TEXT")
    }
  }

  @Test("are never changed in row 60,000 of a pipe")
  func late() throws {
    let trial = try ImportTrial()
    var lines = (1...60_000).map { "\($0),\($0 % 90).10" }
    lines[59_999] = "007,1.10.2"
    let report = try trial.load("a,v\n" + lines.joined(separator: "\n"), isPipe: true)
    #expect(report.columns.map(\.type) == ["TEXT", "TEXT"])
    #expect(report.columns.map(\.why) == ["line 60001 has zeros in front", "line 60001 is no number"])
    #expect(try trial.rows("SELECT a, v FROM t WHERE rowid IN (1, 60000)") == [["1", "1.10"], ["007", "1.10.2"]])
    #expect(try trial.files == ["test.db"])
  }

  @Test("are never changed at random")
  func random() throws {
    for seed in UInt64(1)...60 {
      var numbers = SeededNumbers(seed: seed)
      let kinds = (0..<4).map { _ in numbers.below(5) }
      let rows = (0..<numbers.below(40)).map { _ in
        kinds.map { kind -> String in
          switch numbers.below(30) {
          case 0: return ""
          case 1 where kind != 1: return Self.nasty[numbers.below(Self.nasty.count)]
          default: break
          }
          let digits = numbers.below(18)
          let integer = Int64(numbers.next() >> 1) % (1...digits + 1).reduce(1) { power, _ in power * 10 }
          switch kind {
          case 0, 1: return "\(integer)"
          case 2: return "\(integer % 100_000).\(numbers.below(1000))"
          case 3: return "-\(1 + integer % 9)"
          default:
            return String(
              (0..<numbers.below(6)).map { _ in ["a", ",", "\"", "\n", "7", "."][numbers.below(6)] }.joined())
          }
        }
      }
      let text = rows.map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
      }.joined()
      let trial = try ImportTrial()
      let report = try trial.load("a,b,c,d\n" + text, isPipe: seed % 2 == 0)
      #expect(report.rows == rows.count && report.rejected == 0)
      for (i, column) in ["a", "b", "c", "d"].enumerated() {
        let expected = rows.map { row -> String? in
          let isReal = report.columns[i].type == "REAL"
          var text = row[i]
          while isReal, text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
          return text.isEmpty ? nil : text
        }
        #expect(try trial.texts(column) == expected, "seed \(seed), column \(column), \(report.columns[i])")
      }
    }
  }

  @Test("are numbers where that loses nothing, so that they sort as numbers")
  func numbers() throws {
    let trial = try ImportTrial()
    let report = try trial.load("a,b,c,d\n10,1.50,x,\n9,2,,\n-5,0.25,y,\n")
    #expect(report.columns.map(\.type) == ["INTEGER", "REAL", "TEXT", "TEXT"])
    #expect(
      report.columns.map(\.why) == ["whole numbers only", "numbers only", "line 2 is no number", "no row has a value"])
    #expect(try trial.rows("SELECT a FROM t ORDER BY a") == [[-5], [9], [10]])
    #expect(
      try trial.rows("SELECT b, c FROM t") == [[.real(1.5), "x"], [.real(2), nil], [.real(0.25), "y"]])
    #expect(try trial.rows("SELECT count(*) FROM t WHERE d IS NULL") == [[3]])
  }

  @Test("of JSON keep literals, nested values and late members")
  func json() throws {
    let lines = """
      {"id": 1, "v": 12345678901234567890, "n": {"a": [1, 2.50]}, "s": "007"}
      {"id": 2, "v": 1E5, "s": null, "late": "x", "Late": 7}

      not json
      {"n": true, "id": 3, "v": "\\ud83c\\udf81"}
      """
    for format in [ImportRequest.Format.ndjson, .json] {
      let trial = try ImportTrial()
      let array = "[" + lines.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: " ,\n") + "]\n"
      let report = try trial.load(format == .ndjson ? lines : array, nil)
      #expect(report.format == format)
      #expect(report.rows == 3 && report.rejected == (format == .ndjson ? 1 : 0))
      #expect(report.columns.map(\.name) == ["id", "v", "n", "s", "late", "Late_2"])
      #expect(
        try trial.rows("SELECT id, v, n, s, late, Late_2 FROM t") == [
          [1, "12345678901234567890", "{\"a\": [1, 2.50]}", "007", nil, nil], [2, "1E5", nil, nil, "x", 7],
          [3, "🎁", "true", nil, nil, nil],
        ])
    }
  }

  @Test("of a type that was asked for fit or are refused")
  func givenTypes() throws {
    let trial = try ImportTrial()
    let report = try trial.load("a,B,c\n1,1e3,5\n007,2,6\n3,x,7\n4,12345678901234567890,8\n5,4.7000000000000001776,9\n")
    {
      $0.types = [("A", "integer"), ("b", "REAL"), ("c", "text")]
    }
    #expect(report.columns.map(\.type) == ["INTEGER", "REAL", "TEXT"])
    #expect(try trial.rows("SELECT a, b, c FROM t") == [[1, .real(1000), "5"], [5, .real(4.7), "9"]])
    #expect(
      try trial.rejects() == [
        "line 3: 'a' is INTEGER, and the value would not stay as it is: 007,2,6",
        "line 4: 'B' is REAL, and the value would not stay as it is: 3,x,7",
        "line 5: 'B' is REAL, and the value would not stay as it is: 4,12345678901234567890,8",
      ])
    for (column, type, message) in [
      ("a", "strin", "--type a=strin: a type is INTEGER, REAL or TEXT; the nearest is a=TEXT"),
      ("price", "TEXT", "--type: the input has no column 'price'; there are a, B, c"),
    ] {
      let error = failure { () throws(StoreError) in
        try load("a,B,c\n1,2,3\n") { $0.types = [(column, type)] }
      }
      #expect(error?.message == message)
    }
  }

  private func load(_ text: String, _ change: (inout ImportRequest) -> Void) throws(StoreError) {
    guard let trial = try? ImportTrial() else { return }
    try trial.load(text, .csv, change)
  }

  @Test("of the sample files come in whole")
  func samples() throws {
    let data = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Data")
    let products = try ImportTrial()
    let report = try products.load(Array(Data(contentsOf: data.appending(path: "products.csv"))), nil) {
      $0.indexes = [[.descending("price")], [.ascending("category"), .ascending("price")]]
    }
    #expect(report.rows >= 200 && report.rejected == 0 && report.key == ["id"] && report.format == .csv)
    #expect(report.indexes == ["t_price", "t_category_price"])
    let types = Dictionary(uniqueKeysWithValues: report.columns.map { ($0.name, $0.type) })
    #expect(types["price"] == "INTEGER" && types["rating"] == "REAL" && types["name"] == "TEXT")
    let packages = try ImportTrial()
    let other = try packages.load(Array(Data(contentsOf: data.appending(path: "packages.deb822"))), nil) {
      $0.primaryKey = ["package", "Version"]
    }
    #expect(other.rows >= 30 && other.rejected == 0 && other.key == ["Package", "Version"] && other.format == .deb822)
    let list = try Catalog(packages.path).rows(
      in: "t", columns: ["Installed-Size"], order: [.descending("Installed-Size")])
    var sizes: [Int64] = []
    for i in try 0..<list.count.value { if case .integer(let size) = try list[i].values[0] { sizes.append(size) } }
    #expect(sizes.count == other.rows && sizes == sizes.sorted(by: >) && sizes.first! > 10_000 && sizes.last! < 1000)
  }
}
