import Foundation
import GridStore
import Testing

@Suite struct Imports {
  /// Imports a text, fed in pieces, into a new table `t`.
  static func load(
    _ text: [UInt8], format: ImportRequest.Format = .csv, pieces: Int = 1 << 16, into database: TestDatabase,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    var rest = text[...]
    let input = ByteInput {
      defer { rest = rest.dropFirst(pieces) }
      return rest.isEmpty ? nil : Array(rest.prefix(pieces))
    }
    let reader: any ImportReader =
      switch format {
      case .csv: try DelimitedReader(input, delimiter: nil, hasHeader: true)
      case .tsv: try DelimitedReader(input, delimiter: 9, hasHeader: true)
      case .json: JSONRowsReader(input, isArray: true)
      case .ndjson: JSONRowsReader(input, isArray: false)
      case .deb822: Deb822Reader(input)
      }
    var request = ImportRequest(table: "t")
    change(&request)
    let importer = Importer(
      request, reader: reader, input: input, connection: database.connection, rejectsPath: database.path + ".rejects")
    return try importer.run(progress: { _ in }, isCancelled: { false })
  }

  static func load(
    _ text: String, format: ImportRequest.Format = .csv, into database: TestDatabase,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport { try load(Array(text.utf8), format: format, into: database, change) }

  /// What comes back as SQL writes it.
  func texts(_ database: TestDatabase, _ column: String = "v") throws -> [String?] {
    try database.rows("SELECT \(quoted(column)) FROM t ORDER BY rowid").map { row in
      switch row[0] {
      case .null: nil
      case .integer(let number): "\(number)"
      case .real(let number): number == number.rounded() ? "\(Int64(number))" : "\(number)"
      case .text(let text): text
      case .blob: "blob"
      }
    }
  }

  static let nasty = [
    "007", "1E5", "1e5", "+5", "12345678901234567890", "9223372036854775808", "1,000", "0x10", "NaN", "inf", "-0",
    "-0.0",
    " 5", "5 ", "1.", ".5", "00.5", "1_000", "٣", "0.00001", "123456789012345.678", "1.2345678901234567", "true", "1-2",
    "2024-01-01", "--1", "-", "1.5.2", "9007199254740993.5", "100000000000000000000.5",
  ]

  @Test("never change a value, in whatever row it comes", arguments: nasty)
  func neverChanged(_ value: String) throws {
    for position in [0, 1, 1500] {
      for numbers in [["1", "22", "-3"], ["1.5", "0.25", "3"]] {
        let database = try TestDatabase("")
        var values = (0..<1600).map { numbers[$0 % 3] }
        values.insert(value, at: position)
        let report = try Self.load("v,w\n" + values.map { "\"\($0)\",x\n" }.joined(), into: database)
        #expect(report.rows == 1601 && report.rejected == 0)
        #expect(try texts(database) == values, "\(value) at \(position)")
        #expect(report.columns[0].type == "TEXT")
      }
    }
  }

  @Test("make numbers of what loses nothing, so that they sort as numbers")
  func numbers() throws {
    let database = try TestDatabase("")
    let report = try Self.load("a,b,c\n10,1.50,x\n9,2,\n-5,0.25,y\n", into: database)
    #expect(report.columns.map(\.type) == ["INTEGER", "REAL", "TEXT"])
    #expect(try database.rows("SELECT a FROM t ORDER BY a") == [[.integer(-5)], [.integer(9)], [.integer(10)]])
    #expect(
      try database.rows("SELECT b, c FROM t") == [
        [.real(1.5), .text("x")], [.real(2), .null], [.real(0.25), .text("y")],
      ])
  }

  @Test("do not depend on where the pieces of the input end", arguments: [1, 2, 3, 7])
  func pieces(_ size: Int) throws {
    let text = "\u{FEFF}a,\"b \"\"q\"\"\",c\r\n1,\"x\r\ny, z\",é\r\n2,\"\",\"\"\"\"\r\n3,5\" pipe,last"
    let database = try TestDatabase("")
    let report = try Self.load(Array(text.utf8), pieces: size, into: database)
    #expect(report.columns.map(\.name) == ["a", "b \"q\"", "c"])
    #expect(
      try database.rows("SELECT * FROM t") == [
        [.integer(1), .text("x\r\ny, z"), .text("é")], [.integer(2), .null, .text("\"")],
        [.integer(3), .text("5\" pipe"), .text("last")],
      ])
  }

  @Test("read random tables as a plain parser does")
  func randomTables() throws {
    for seed in UInt64(1)...60 {
      var random = SeededNumbers(seed: seed)
      let alphabet = ["a", "7", ",", "\"", "\n", "\r\n", "é", " ", "", "日本", "'"]
      let rows = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        (0..<3).map { _ in
          (0..<Int.random(in: 0...5, using: &random)).map { _ in alphabet.randomElement(using: &random)! }.joined()
        }
      }
      let text =
        "x,y,z\n"
        + rows.map { $0.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n" }.joined()
      let database = try TestDatabase("")
      _ = try Self.load(Array(text.utf8), pieces: Int.random(in: 1...9, using: &random), into: database)
      let back = try ["x", "y", "z"].map { try texts(database, $0) }
      for (i, row) in rows.enumerated() {
        #expect(row == back.map { $0[i] ?? "" }, "seed \(seed)")
      }
    }
  }

  @Test("refuse rows that cannot be, say where and why, and keep the others")
  func rejects() throws {
    let database = try TestDatabase("")
    let bytes = Array("id,v\n1,a\n2\n3,b,c\n4,".utf8) + [0xFF, 0xFE] + Array("\n5,x\0y\n6,ok\n,nokey\n".utf8)
    let report = try Self.load(bytes, into: database)
    #expect(report.rows == 2 && report.rejected == 5)
    let lines = try String(contentsOfFile: database.path + ".rejects", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 5)
    for (line, says) in zip(
      lines,
      [
        "line 3: 1 fields, not 2", "line 4: 3 fields", "line 5: it is not valid UTF-8", "line 6: a NUL",
        "line 8: 'id' is empty",
      ])
    {
      #expect(line.hasPrefix(says), "\(line)")
    }
  }

  @Test("of torn input fail, name the line and leave nothing")
  func torn() throws {
    let database = try TestDatabase("CREATE TABLE other (x)")
    let cases: [(String, ImportRequest.Format, String)] = [
      ("a,b\n1,2\n3,\"open\n4,5\n", .csv, "line 3"), ("", .csv, "empty"), ("[{\"a\":1},{\"a\":", .json, "line 1"),
      ("[{\"a\":1} {\"a\":2}]", .json, "expected ','"), ("[1,2]", .json, "no object"), ("{\"a\":1}{", .json, "follows"),
      ("id\n1\n1\n", .csv, "line 3"), ("[{\"a\":1},{\"a\":01}]", .json, "line 1"),
      ("{\"a\":\"x", .json, "never closed"),
    ]
    for (text, format, says) in cases {
      let error = #expect(throws: StoreError.self) { try Self.load(text, format: format, into: database) }
      #expect(error?.message.contains(says) ?? false, "\(text): \(error?.message ?? "")")
      #expect(try database.rows("SELECT name FROM sqlite_schema") == [[.text("other")]])
    }
    let utf16 = #expect(throws: StoreError.self) { try Self.load([0xFF, 0xFE, 0x61, 0], into: database) }
    #expect(utf16?.message.contains("UTF-16") ?? false)
  }

  @Test("make names unique and say so")
  func names() throws {
    let database = try TestDatabase("")
    let report = try Self.load("a,,A,a_2,\n1,2,3,4,5\n", into: database)
    #expect(report.columns.map(\.name) == ["a", "column2", "A_2", "a_2_2", "column5"])
    #expect(report.notes.count == 4)
  }

  @Test("of JSON keep literals, nested values and late members")
  func json() throws {
    let lines = """
      {"id": 1, "v": 12345678901234567890, "n": {"a": [1, 2.50]}, "s": "007"}
      {"id": 2, "v": 1E5, "s": null, "late": "x"}

      not json
      {"id": 3, "v": "\\ud83c\\udf81", "n": true}
      """
    for format in [ImportRequest.Format.ndjson, .json] {
      let database = try TestDatabase("")
      let text =
        format == .ndjson
        ? lines : "[" + lines.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: " ,\n") + "]\n"
      let report = try Self.load(text, format: format, into: database)
      #expect(report.rows == 3 && report.rejected == (format == .ndjson ? 1 : 0))
      #expect(
        try database.rows("SELECT id, v, n, s, late FROM t") == [
          [.integer(1), .text("12345678901234567890"), .text("{\"a\": [1, 2.50]}"), .text("007"), .null],
          [.integer(2), .text("1E5"), .null, .null, .text("x")],
          [.integer(3), .text("🎁"), .text("true"), .null, .null],
        ])
    }
  }

  @Test("bring in the sample files whole")
  func samples() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Data")
    let products = try TestDatabase("")
    let report = try Self.load(Array(Data(contentsOf: folder.appending(path: "products.csv"))), into: products) {
      $0.indexes = [[.descending("price")], [.ascending("category"), .ascending("price")]]
    }
    #expect(report.rows == 200 && report.rejected == 0 && report.key == ["id"])
    #expect(
      report.columns.map(\.type) == [
        "INTEGER", "TEXT", "TEXT", "TEXT", "TEXT", "INTEGER", "REAL", "INTEGER", "INTEGER", "TEXT",
      ])
    let packages = try TestDatabase("")
    let other = try Self.load(
      Array(Data(contentsOf: folder.appending(path: "packages.deb822"))), format: .deb822, into: packages
    ) { $0.primaryKey = ["Package", "Version"] }
    #expect(other.rows == 30 && other.key == ["Package", "Version"])
    let list = try Catalog(packages.path).rows(
      in: "t", columns: ["Package", "Installed-Size"], order: [.descending("Installed-Size")])
    #expect(try list[0].values == [.text("kapok-games"), .integer(40960)])
    #expect(try list.index(ofKey: "oak-sh", "0.5.12-2") != nil)
    #expect(
      try packages.rows("SELECT Description FROM t LIMIT 1") == [
        [
          .text(
            "sample package number 1\nThis paragraph is here to be read by a parser of control data.\n\nIt has a second part."
          )
        ]
      ])
  }

  @Test("make indexes that serve the orders they were asked for")
  func indexesServe() throws {
    for text in ["v.desc", "v", "v.desc,w", "v,w.desc", "w.desc,v.desc"] {
      let database = try TestDatabase("")
      let order = try Order(parsing: text)
      _ = try Self.load("v,w\n1,2\n2,1\n1,3\n", into: database) { $0.indexes = [order] }
      let table = try Catalog(database.path).table("t")
      let plan = try ListPlan(ListRequest(table: "t", order: order), table: table, encoding: .utf8)
      guard case .tree = plan.access else {
        Issue.record("\(text) is not served")
        continue
      }
    }
  }

  @Test("append to a table that is there, and refuse what its types would change")
  func append() throws {
    let database = try TestDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, s TEXT)")
    let report = try Self.load("id,n,s\n1,5,a\n2,007,b\n3,abc,c\n", into: database)
    #expect(report.rows == 2 && report.rejected == 1)
    #expect(try database.rows("SELECT n FROM t") == [[.integer(5)], [.text("abc")]])
    let error = #expect(throws: StoreError.self) { try Self.load("id,nn\n4,5\n", into: database) }
    #expect(error?.kind == .noSuchColumn)
    let again = try Self.load("id,n,s\n1,6,z\n9,6,z\n", into: database) { $0.conflict = .ignore }
    #expect(again.rows == 1 && again.ignored == 1)
    _ = try Self.load("id,n,s\n1,6,z\n", into: database) { $0.conflict = .replace }
    #expect(try database.rows("SELECT n FROM t WHERE id = 1") == [[.integer(6)]])
  }

  @Test("end when cancelled, and leave the database as it was")
  func cancelled() throws {
    let database = try TestDatabase("")
    let input = ByteInput { Array("1,2\n".utf8) }
    var asked = 0
    let importer = Importer(
      ImportRequest(table: "t"), reader: try DelimitedReader(input, delimiter: 44, hasHeader: true), input: input,
      connection: database.connection, rejectsPath: database.path + ".rejects")
    func isCancelled() -> Bool {
      asked += 1
      return asked > 3
    }
    let error = #expect(throws: StoreError.self) { try importer.run(progress: { _ in }, isCancelled: isCancelled) }
    #expect(error?.kind == .cancelled)
    #expect(try database.rows("SELECT name FROM sqlite_schema").isEmpty)
  }
}
