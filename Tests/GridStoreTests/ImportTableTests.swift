import Foundation
import GridStore
import Testing

@Suite("Tables of imports")
struct ImportTableTests {
  private func message(_ body: () throws(StoreError) -> Void) -> String { failure(body)?.message ?? "no error" }

  @Test("have names of their own for columns without one or with that of another")
  func names() throws {
    let trial = try ImportTrial()
    let report = try trial.load("a,,A,a_2,,column2\n1,2,3,4,5,6\n")
    #expect(report.columns.map(\.name) == ["a", "column2_2", "A_3", "a_2", "column5", "column2"])
    #expect(
      report.notes == [
        "column 2 has no name; it is called column2_2",
        "column 3 is called A like one before it; here it is A_3",
        "column 5 has no name; it is called column5",
      ])
  }

  @Test("have the key that was asked for, or a column id, or the rowid")
  func keys() throws {
    for (text, key, expected, sql) in [
      ("ID,v\n2,x\n1,y\n", [], ["ID"], "\"ID\" INTEGER PRIMARY KEY"),
      ("v,id\nx,a\n", [], ["id"], "PRIMARY KEY (\"id\")"), ("v,w\nx,a\n", [], [], ""),
      ("v,w\n1,a\n", ["W", "v"], ["w", "v"], "PRIMARY KEY (\"w\", \"v\")"),
      ("id,w\n1,a\n", ["rowid"], [], ""),
    ] as [(String, [String], [String], String)] {
      let trial = try ImportTrial()
      let report = try trial.load(text) { $0.primaryKey = key }
      #expect(report.key == expected)
      #expect(try Catalog(trial.path).table("t").keyIsUndeclaredRowID == expected.isEmpty)
      guard case .text(let made) = try trial.rows("SELECT sql FROM sqlite_schema")[0][0] else { return }
      #expect(sql.isEmpty ? !made.contains("PRIMARY KEY") : made.contains(sql))
    }
    let trial = try ImportTrial()
    #expect(
      message { () throws(StoreError) in try trial.load("name,v\nx,1\n") { $0.primaryKey = ["nam"] } }
        == "--primary-key: the input has no column 'nam'; the nearest is 'name'")
    #expect(try trial.files == ["test.db.importing"])
  }

  @Test("refuse rows without a key, and say where and why")
  func rejects() throws {
    let trial = try ImportTrial()
    let report = try trial.load("id,v\n1,a\n2\n,\"x\\y\nz\"\n5,x\0y\n6,ok\n")
    #expect(report.rows == 2 && report.rejected == 3 && report.rejectsPath == trial.path + ".rejects")
    #expect(
      try trial.rejects() == [
        "line 3: 1 field, not 2: 2", #"line 4: 'id' is empty, and it is part of the key: ,"x\\y\nz""#,
        #"line 6: a NUL byte is in it: 5,x\0y"#,
      ])
    // Lines of another import come behind these.
    try trial.load("id,v\n7\n")
    #expect(try trial.rejects().last == "line 2: 1 field, not 2: 7")
    #expect(try trial.rejects().count == 4)
  }

  @Test("meet a key twice as they were told to")
  func conflicts() throws {
    let text = "id,v\n1,a\n2,b\n1,c\n"
    for (conflict, rows, ignored, value) in [
      (ImportRequest.Conflict.ignore, 2, 1, "a"), (.replace, 3, 0, "c"),
    ] {
      let trial = try ImportTrial()
      let report = try trial.load(text) { $0.conflict = conflict }
      #expect(report.rows == rows && report.ignored == ignored && report.rejected == 0)
      #expect(try trial.rows("SELECT v FROM t") == [[.text(value)], ["b"]])
    }
    let trial = try ImportTrial("CREATE TABLE other (x)")
    #expect(
      message { () throws(StoreError) in try trial.load(text) }
        == "line 4: a row with this key is there already (UNIQUE constraint failed: t.id); "
        + "--on-conflict ignore leaves such rows out, replace takes them instead")
    #expect(try trial.rows("SELECT name FROM sqlite_schema") == [["other"]])
  }

  @Test("that are there take what they would not change")
  func append() throws {
    let trial = try ImportTrial(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT, f, d TEXT DEFAULT 'd', x INTEGER NOT NULL
        DEFAULT 0 CHECK (x < 10))
      """)
    let report = try trial.load("ID,n,r,s,f,x\n1,5,2.50,007,7,1\n2,007,1,a,b,1\n3,abc,1e3,c,1.5,99\n4,1,2,,,\n")
    #expect(report.rows == 1 && report.rejected == 3 && report.table == "t")
    #expect(report.notes == ["the input has no 'd'; these get their default"])
    #expect(try trial.rows("SELECT * FROM t") == [[1, 5, .real(2.5), "007", 7, "d", 1]])
    #expect(
      try trial.rejects().map { $0.split(separator: ": ").dropLast().joined(separator: ": ") } == [
        "line 3: 'n' is INTEGER, and the value would not stay as it is",
        "line 4: 'r' is REAL, and the value would not stay as it is", "line 5: NOT NULL constraint failed: T.x",
      ])
    #expect(
      message { () throws(StoreError) in try trial.load("id,nn\n4,5\n") }
        == "the table 'T' is there and has no column 'nn'; the input lacks its 'n', 'r', 's', 'f', 'd', 'x'")
    let again = try trial.load("id,x\n1,3\n9,3\n") { $0.conflict = .ignore }
    #expect(again.rows == 1 && again.ignored == 1)
    try trial.load("id,x\n1,4\n") { $0.conflict = .replace }
    #expect(try trial.rows("SELECT x, n FROM t WHERE id = 1") == [[4, nil]])
    #expect(
      message { () throws(StoreError) in try trial.load("id,x\n1,4\n") { $0.primaryKey = ["x"] } }
        == "--primary-key: the table 'T' is there, and its key is id")
  }

  @Test("keep the text that a column of theirs would not make a number of")
  func appendedText() throws {
    let trial = try ImportTrial("CREATE TABLE t (n INTEGER); CREATE VIEW w AS SELECT n FROM t")
    try trial.load("n\nabc\n12\n")
    #expect(try trial.rows("SELECT n FROM t") == [["abc"], [12]])
    #expect(
      message { () throws(StoreError) in try trial.load("n\n1\n") { $0.table = "w" } }
        == "'w' is a view or virtual table; rows cannot be imported into it")
  }

  @Test("get indexes once, under names that are free")
  func indexes() throws {
    let trial = try ImportTrial("CREATE TABLE t_v (x)")
    let orders: [Order] = [[.ascending("v")], [.descending("V"), .ascending("w")]]
    let report = try trial.load("v,w\n1,a\n") { $0.indexes = orders }
    #expect(report.indexes == ["t_v_2", "t_V_desc_w"])
    #expect(try trial.load("v,w\n2,b\n") { $0.indexes = orders }.indexes.isEmpty)
    #expect(
      message { () throws(StoreError) in try trial.load("v,w\n1,a\n") { $0.indexes = [[.ascending("vv")]] } }
        == "--index: the table 't' has no column 'vv'; the nearest is 'v'")
  }

  @Test("get indexes that serve the orders they were asked for")
  func indexesServe() throws {
    for text in ["v.desc", "v", "v.desc,w", "v,w.desc", "w.desc,v.desc"] {
      let trial = try ImportTrial()
      let order = try Order(parsing: text)
      try trial.load("v,w\n1,2\n2,1\n1,3\n") { $0.indexes = [order] }
      let table = try Catalog(trial.path).table("t")
      let plan = try ListPlan(ListRequest(table: "t", order: order), table: table, encoding: .utf8)
      guard case .tree = plan.access else {
        Issue.record("\(text) is not served")
        continue
      }
    }
  }

  @Test("of torn input are not made")
  func torn() throws {
    let trial = try ImportTrial("CREATE TABLE other (x)")
    for (text, format, says) in [
      ("a,b\n1,2\n3,\"open\n4,5\n", .csv, "line 3: a quote is opened there and never closed"),
      ("", .csv, "the input is empty"), ("[{\"a\":1},{\"a\":", .json, "line 1"), ("[]", .json, "has no row"),
      ("\n\n", .ndjson, "has no row"), ("#\n", .deb822, "has no row"),
    ] as [(String, ImportRequest.Format, String)] {
      for isPipe in [false, true] {
        let message = message { () throws(StoreError) in try trial.load(text, format, isPipe: isPipe) }
        #expect(message.contains(says), "\(text): \(message)")
        #expect(try trial.rows("SELECT name FROM sqlite_schema") == [["other"]])
        #expect(try trial.files == ["test.db"])
      }
    }
  }

  @Test("are made of input whose format its name or its beginning tells")
  func formats() {
    typealias Format = ImportRequest.Format
    for (name, format) in [
      ("a.csv", .csv), ("a.TSV.gz", .tsv), ("x/a.jsonl", .ndjson), ("a.json", .json), ("a.dsc", .deb822), ("a", nil),
      ("a.txt", nil), (".csv", .csv),
    ] as [(String, Format?)] {
      #expect(Format(fileName: name) == format, "\(name)")
    }
    for (text, format) in [
      ("[1]", .json), ("{\"a\":1}\n{", .ndjson), ("{\n\"a\":1}", .json), ("# x\nPackage: bash\n", .deb822),
      ("a\tb\n", .tsv), ("a,b:c\n", .csv), ("\u{FEFF}a\n", .csv),
    ] as [(String, Format)] {
      let trial = try? ImportTrial()
      #expect((try? trial?.load(text + "\n", nil))?.format ?? format == format, "\(text)")
    }
  }
}
