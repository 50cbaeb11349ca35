import Foundation
import GridStore
import Testing

/// The command as a program: its words, its answers, its exit status.
@Suite(.serialized) struct CommandLine {
  struct Answer {
    let status: Int32
    let out: String
    let err: String
  }

  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lazygrid-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  static let catalog: String = {
    let path = folder.appending(path: "c.db").path
    precondition(run("generate", "--rows", "2000", "--output", path, "--quiet").status == 0)
    return path
  }()

  /// The binary lies beside the tests.
  static let binary: URL = {
    let name =
      ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") } ?? ProcessInfo.processInfo.arguments[0]
    return URL(filePath: name).deletingLastPathComponent().appending(path: "lazygrid")
  }()

  @discardableResult
  static func run(_ words: String..., input: Data = Data()) -> Answer { run(words, input: input) }

  static func run(_ words: [String], input: Data = Data()) -> Answer { run(binary, words, input: input) }

  /// Runs a script that knows the command as `$lazygrid`, in the folder of the tests.
  static func shell(_ script: String) -> Answer {
    run(URL(filePath: "/bin/sh"), ["-c", "lazygrid='\(binary.path)'; " + script])
  }

  private static func run(_ program: URL, _ words: [String], input: Data = Data()) -> Answer {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "COLUMNS": "120"]
    let (out, err, into) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    process.standardInput = into
    try! process.run()
    into.fileHandleForWriting.write(input)
    try? into.fileHandleForWriting.close()
    let text = out.fileHandleForReading.readDataToEndOfFile()
    let messages = err.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, out: String(decoding: text, as: UTF8.self),
      err: String(decoding: messages, as: UTF8.self))
  }

  func json(_ answer: Answer) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any])
  }

  @Test("window answers as the contract has it")
  func window() throws {
    let answer = Self.run("window", Self.catalog, "--order", "price.desc", "--at", "73%", "--json")
    #expect(answer.status == 0)
    let window = try json(answer)
    #expect(window["table"] as? String == "products")
    #expect(window["order"] as? String == "price.desc,id.desc")
    #expect((window["count"] as? [String: Any])?["value"] as? Int == 2000)
    #expect((window["content"] as? [String: Any])?["height"] as? Int == 334 * 228 - 8)
    let cells = try #require(window["cells"] as? [[String: Any]])
    let visible = try #require(window["visible"] as? [String: Int])
    #expect(cells.count == visible["end"]! - visible["first"]!)
    #expect(Set(cells[0].keys) == ["index", "key", "line", "track", "slot", "frame", "item"])
    #expect(
      Set(window.keys) == [
        "table", "order", "generation", "count", "content", "position", "origin", "tracks", "visible", "cells",
        "supplementary",
      ])
  }

  @Test("window divides a list by a column, with headers that stay in sight")
  func windowSections() throws {
    let listed = try #require(
      try json(Self.run("sections", Self.catalog, "--by", "category", "--json"))["sections"] as? [[String: Any]])
    // A header, lines of six with gaps of 8, for each section; the same by hand.
    var ends: [Double] = []
    var end = -8.0
    for section in listed {
      end += 48 + Double((section["count"] as! Int + 5) / 6) * 228
      ends.append(end)
    }
    for fraction in [0.0, 0.2, 0.5, 0.77, 1] {
      let window = try json(
        Self.run(
          "window", Self.catalog, "--order", "price.desc", "--section-by", "category", "--pin", "headers", "--at",
          "fraction:\(fraction)", "--json"))
      #expect(window["order"] as? String == "category.asc,price.desc,id.desc")
      #expect((window["content"] as? [String: Any])?["height"] as? Double == end)
      let offset = try #require((window["position"] as? [String: Any])?["offset"] as? Double)
      #expect((offset - fraction * (end - 768)).magnitude < 1e-6)
      let lines = try #require(window["supplementary"] as? [[String: Any]])
      let first = try #require(lines.first)
      let section = try #require(first["section"] as? [String: Any])
      let number = try #require(ends.firstIndex { $0 > offset })
      #expect(first["kind"] as? String == "header" && section["index"] as? Int == number)
      #expect(section["value"] as? String == listed[number]["value"] as? String)
      #expect(section["count"] as? Int == listed[number]["count"] as? Int)
      let frame = try #require(first["frame"] as? [String: Double])
      let origin = try #require((window["origin"] as? [String: Double])?["y"])
      let natural = number == 0 ? 0 : ends[number - 1] + 8
      let drawn = min(max(natural, offset), ends[number] - 40)
      #expect((frame["y"]! + origin - drawn).magnitude < 1e-6)
      #expect(frame["width"] == 1024 && frame["height"] == 40)
      #expect(first["pinned"] as? Bool == (frame["y"]! + origin > natural + 1e-6))
      let cell = try #require((window["cells"] as? [[String: Any]])?.first)
      let found = try json(
        Self.run("locate", Self.catalog, "--key", "\(cell["key"]!)", "--order", "category,price.desc", "--json"))
      #expect(found["index"] as? Int == cell["index"] as? Int)
    }
    let shown = Self.run("window", Self.catalog, "--section-by", "category", "--header-length", "30", "--at", "30%")
    #expect(shown.status == 0 && shown.out.contains("header of "))
  }

  @Test("window takes the lengths of items from a column, with sections and without")
  func windowLengthColumn() throws {
    let items = try #require(
      try json(
        Self.run(
          "items", Self.catalog, "--order", "category,price.desc", "--select", "height,category", "--count", "2000",
          "--json"))["items"] as? [[String: Any]])
    let heights = try items.map { try #require($0["height"] as? Double) }
    // Lines of three with gaps of 8, each as long as its longest item.
    func lines(_ heights: ArraySlice<Double>) -> [Double] {
      stride(from: heights.startIndex, to: heights.endIndex, by: 3).map {
        heights[$0..<min($0 + 3, heights.endIndex)].max()!
      }
    }
    let words = [
      "--order", "category,price.desc", "--columns", "3", "--item-length-column", "height", "--at", "end", "--json",
    ]
    let plain = try json(Self.run(["window", Self.catalog] + words))
    let loose = lines(heights[...])
    #expect((plain["content"] as? [String: Any])?["height"] as? Double == loose.reduce(-8) { $0 + $1 + 8 })
    var end = -8.0
    var start = 0
    while start < items.count {
      let category = items[start]["category"] as? String
      let next = items[start...].firstIndex { $0["category"] as? String != category } ?? items.count
      end += lines(heights[start..<next]).reduce(48) { $0 + $1 + 8 }
      start = next
    }
    let grouped = try json(Self.run(["window", Self.catalog] + words + ["--section-by", "category"]))
    #expect((grouped["content"] as? [String: Any])?["height"] as? Double == end)
    #expect((grouped["content"] as? [String: Any])?["kind"] as? String == "exact")
    let last = try #require((grouped["cells"] as? [[String: Any]])?.last)
    #expect(last["index"] as? Int == 1999)
  }

  @Test("window keeps the cells of keys, mirrors, pads and takes an aspect ratio")
  func windowOptions() throws {
    let answer = Self.run(
      "window", Self.catalog, "--columns", "4", "--aspect", "2", "--keep", "1", "--keep", "2000", "--keep", "77777",
      "--at", "50%", "--rtl", "--insets", "10,20,30,40", "--json")
    #expect(answer.err == "--keep: no row of this list has the key 77777\n")
    let window = try json(answer)
    let cells = try #require(window["cells"] as? [[String: Any]])
    let visible = try #require(window["visible"] as? [String: Int])
    #expect(cells.count == visible["end"]! - visible["first"]! + 2)
    #expect(cells.first?["index"] as? Int == 0 && cells.last?["index"] as? Int == 1999)
    // (1024 - 60 - 3 * 8) / 4 = 235 wide, half as high.
    let content = try #require(window["content"] as? [String: Any])
    let height: Double = 10 + 500 * 125.5 - 8 + 30
    #expect(content["height"] as? Double == height)
    let frame = try #require(cells.first?["frame"] as? [String: Double])
    // The first track is the right one, and leading room is at the right.
    let expected: [String: Double] = ["x": 769, "y": frame["y"]!, "width": 235, "height": 117.5]
    #expect(frame == expected)
  }

  @Test("items are the same in every form, and end is said")
  func items() throws {
    let whole = try json(
      Self.run("items", Self.catalog, "--order", "rating.desc.nullslast,name", "--start", "1990", "--json"))
    #expect(whole["end"] as? Bool == true)
    #expect((whole["items"] as? [Any])?.count == 10)
    let lines = Self.run("items", Self.catalog, "--order", "rating.desc.nullslast,name", "--start", "1990", "--ndjson")
      .out
    #expect(lines.split(separator: "\n").count == 10)
    let csv = Self.run("items", Self.catalog, "--select", "id,name", "--count", "3", "--csv").out
    #expect(csv.split(separator: "\n").count == 4 && csv.hasPrefix("id,name\n1,"))
  }

  @Test("locate finds what window shows")
  func locate() throws {
    let window = try json(Self.run("window", Self.catalog, "--order", "price.desc", "--at", "index:1234", "--json"))
    let cell = try #require((window["cells"] as? [[String: Any]])?.first)
    let found = Self.run("locate", Self.catalog, "--key", "\(cell["key"]!)", "--order", "price.desc", "--json")
    #expect(try json(found)["index"] as? Int == cell["index"] as? Int)
    let missing = Self.run("locate", Self.catalog, "--key", "999999")
    #expect(missing.status == 1)
    #expect(missing.err == "error: no row of this list has the key 999999\n")
    #expect(Self.run("locate", Self.catalog, "--key", "abc").status == 1)
  }

  @Test("sections are the values of a column, in its order, with the items that items shows there")
  func sections() throws {
    for order in ["price.desc", "category.desc,price"] {
      let answer = Self.run("sections", Self.catalog, "--by", "category", "--order", order, "--json")
      #expect(answer.status == 0)
      let whole = try json(answer)
      #expect(Set(whole.keys) == ["generation", "sections"])
      let sections = try #require(whole["sections"] as? [[String: Any]])
      #expect(sections.count > 5 && sections.map { $0["index"] as? Int } == Array(sections.indices))
      let values = try sections.map { try #require($0["value"] as? String) }
      #expect(values == (order.hasPrefix("category") ? values.sorted().reversed() : values.sorted()))
      #expect(sections.map { $0["count"] as? Int ?? 0 }.reduce(0, +) == 2000)
      let first = try #require(sections[3]["first"] as? Int)
      let listed = Self.run(
        "items", Self.catalog, "--order", order.hasPrefix("category") ? order : "category,\(order)", "--start",
        "\(first - 1)", "--count", "2", "--json")
      let items = try #require(try json(listed)["items"] as? [[String: Any]])
      #expect(items.map { $0["category"] as? String } == [values[2], values[3]])
    }
    let rated = try json(
      Self.run("sections", Self.catalog, "--by", "rating", "--where", "rating=is.null", "--rank", "scan", "--json"))
    let sections = try #require(rated["sections"] as? [[String: Any]])
    #expect(sections.count == 1 && sections[0]["value"] is NSNull && sections[0]["first"] as? Int == 0)
    let table = Self.run("sections", Self.catalog, "--by", "category", "--order", "category.desc").out
    #expect(table.hasPrefix("products by category.desc,id.desc · ") && table.contains("section"))
    let none = Self.run("sections", Self.catalog, "--by", "brand", "--where", "price=lt.0")
    #expect(none.status == 0 && none.out.contains("0 sections of 0 items"))
  }

  @Test("info names the index that would give lengths in order, and that is what it does")
  func lengths() throws {
    let answer = Self.run("info", Self.catalog, "--lengths", "height")
    let sql = "CREATE INDEX \"products_price_height\" ON \"products\" (\"price\", \"id\", \"height\")"
    #expect(answer.status == 0 && answer.out.contains("more     \(sql) would give the lengths height by price.asc"))
    #expect(!Self.run("info", Self.catalog).out.contains("lengths"))
    let copy = Self.folder.appending(path: "lengths.db").path
    try FileManager.default.copyItem(atPath: Self.catalog, toPath: copy)
    try Connection(copy, .readWrite).execute(sql)
    #expect(!Self.run("info", copy, "--lengths", "height").out.contains("height by price.asc"))
    let list = try Catalog(copy).rows(in: "products", order: [.descending("price")])
    var rows = 0
    _ = try list.lengths(of: "height") { if case .reading(let read) = $0 { rows += read } }
    #expect(rows == 0, "the table is read")
  }

  @Test("verify finds every rank index equal to a scan")
  func verify() {
    let answer = Self.run("verify", Self.catalog)
    #expect(answer.status == 0)
    #expect(
      answer.out.split(separator: "\n").count == 5
        && answer.out.split(separator: "\n").allSatisfy { $0.hasSuffix("all equal") })
    let none = Self.run("verify", Self.catalog, "--order", "stock")
    #expect(none.status == 0 && none.out.contains("nothing to compare"))
  }

  /// What is wrong, the exit status, and words that the message must have.
  static let mistakes: [(words: [String], status: Int32, says: String)] = [
    ([], 2, "subcommand"), (["windw", "x.db"], 2, "window"), (["shop.db"], 2, "window shop.db"),
    (["window"], 2, "lazygrid window DB"), (["window", "no.db"], 1, "no.db"), (["window", "/tmp"], 1, "directory"),
    (["window", ":memory:"], 1, ":memory:"), (["window", "CATALOG", "--tabel", "x"], 2, "--table"),
    (["window", "CATALOG", "--table", "product"], 1, "products"),
    (["window", "CATALOG", "--order", "prce"], 2, "price"),
    (["window", "CATALOG", "--order", "price.dsc"], 2, "price.desc"),
    (["window", "CATALOG", "--where", "price=qe.5"], 2, "eq"),
    (["window", "CATALOG", "--where", "price=eq.abc"], 2, "abc"),
    (["window", "CATALOG", "--where", "or=(a)"], 2, "or="),
    (["window", "CATALOG", "--select", "nme"], 2, "name"), (["window", "CATALOG", "--width", "nan"], 2, "--width"),
    (["window", "CATALOG", "--height", "-5"], 2, "--height"), (["window", "CATALOG", "--columns", "0"], 2, "tracks"),
    (["window", "CATALOG", "--columns", "adaptiv(5)"], 2, "adaptive"),
    (["window", "CATALOG", "--at", "index:-1"], 2, "index"),
    (["window", "CATALOG", "--at", "idx:4"], 2, "index:4"), (["window", "CATALOG", "--at", "key:abc"], 1, "key"),
    (["window", "CATALOG", "--at", "fraction:inf"], 2, "fraction"),
    (["window", "CATALOG", "--item-length", "0"], 2, "--item-length"),
    (["window", "CATALOG", "--rank", "fast"], 2, "scan"),
    (["window", "CATALOG", "--mapping", "always"], 2, "never or quiet"),
    (["window", "CATALOG", "--item-length-column", "name"], 1, "none of the 2,000 values of 'name'"),
    (["window", "CATALOG", "--pin", "header"], 2, "headers"), (["window", "CATALOG", "--aspect", "0"], 2, "--aspect"),
    (["window", "CATALOG", "--aspect", "1", "--item-length", "5"], 2, "exclude"),
    (["window", "CATALOG", "--section-by", "categry"], 2, "category"),
    (["window", "CATALOG", "--section-by", "category,brand"], 2, "one column"),
    (["window", "CATALOG", "--header-length", "5"], 2, "--section-by"),
    (["window", "CATALOG", "--item-length-column", "hight"], 2, "height"),
    (["window", "CATALOG", "--item-length-column", "height", "--aspect", "1"], 2, "exclude"),
    (["generate", "--rows", "5", "--output", "CATALOG"], 1, "--force"), (["generate", "--rows", "-5"], 2, "--rows"),
    (["items", "CATALOG", "--count", "x"], 2, "--count"), (["locate", "CATALOG"], 2, "--key"),
    (["sections", "CATALOG"], 2, "--by COLUMN"), (["sections", "CATALOG", "--by", "categry"], 2, "'category'"),
    (["sections", "CATALOG", "--by", "brand,category"], 2, "one column"),
    (["sections", "CATALOG", "--by", "category.desc"], 2, "without directions"),
    (["sections", "CATALOG", "--by", "category", "--selct", "id"], 2, "--"),
    (["info", "CATALOG", "--lengths", "hight"], 2, "'height'"),
    (["sections", "no.db", "--by", "category"], 1, "no.db"),
    (["bench", "no.db"], 1, "no file 'no.db'"), (["bench", "/tmp"], 1, "not a database file"),
  ]

  @Test("a mistake gets its exit status and one line that helps", arguments: mistakes.indices)
  func mistake(_ i: Int) {
    let (words, status, says) = Self.mistakes[i]
    let answer = Self.run(words.map { $0 == "CATALOG" ? Self.catalog : $0 })
    #expect(answer.status == status, "\(words): \(answer.err)")
    #expect(answer.err.hasPrefix("error: ") && answer.err.contains(says), "\(words): \(answer.err)")
    #expect(answer.err.filter { $0 == "\n" }.count == 1 && answer.out.isEmpty, "\(words): \(answer.err)")
  }

  @Test("a file that is no database is told from one that is empty or cut short")
  func noDatabase() throws {
    let path = Self.folder.appending(path: "text.db")
    try Data("this is no database, and long enough to be taken for one by nobody".utf8).write(to: path)
    let answer = Self.run("window", path.path)
    #expect(answer.status == 1 && answer.err.contains("not a database"))
    try Data().write(to: path)
    #expect(Self.run("window", path.path).status == 1)
  }

  @Test("a position past the end is clamped and said")
  func clamped() throws {
    for at in ["index:99999", "offset:1e12", "200%", "index:99999999999999999999999"] {
      let window = try json(Self.run("window", Self.catalog, "--at", at, "--json"))
      let position = try #require(window["position"] as? [String: Any])
      #expect(position["clamped"] as? Bool == true && position["fraction"] as? Double == 1, "\(at)")
    }
  }

  static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs")

  @Test(
    "the drawings of the documentation are what layout draws, over a file that is there", arguments: ["grid", "tracks"])
  func drawing(_ name: String) throws {
    let spec = Self.docs.appending(path: "\(name).json").path
    let file = Self.folder.appending(path: "\(name).svg")
    try Data(repeating: 65, count: 100_000).write(to: file)
    let answer = Self.run("layout", spec, "--svg", file.path)
    #expect(answer.status == 0 && answer.out == Self.run("layout", spec).out)
    #expect(try Data(contentsOf: file) == Data(contentsOf: Self.docs.appending(path: "\(name).svg")))
    guard name == "grid" else { return }
    // It shows all that a lazy grid has.
    let svg = try String(contentsOf: file, encoding: .utf8)
    for role in [
      "container", "cell", "item", "header", "footer", "pinnedHeader", "pinnedFooter", "overflow", "viewport",
    ] { #expect(svg.contains("<g class=\"\(role)\">"), "\(role)") }
  }

  @Test("window draws what it shows")
  func windowDrawing() throws {
    let file = Self.folder.appending(path: "window.svg")
    let answer = Self.run("window", Self.catalog, "--at", "index:600", "--overscan", "1", "--svg", file.path, "--json")
    let cells = try #require(try json(answer)["cells"] as? [[String: Any]])
    let svg = try String(contentsOf: file, encoding: .utf8)
    for cell in cells { #expect(svg.contains(">\(cell["index"]!)</text>")) }
    #expect(svg.contains("class=\"overscan\"") && svg.contains("class=\"viewport\""))
  }

  @Test("a drawing that can't be made or written says why, and leaves no answer")
  func noDrawing() {
    let spec = #"{"grid":"equal","container":{"width":9,"height":9}}"#
    let unwritable = Self.run("layout", "-", "--svg", "/no/such/folder/a.svg", input: Data(spec.utf8))
    #expect(unwritable.status == 1 && unwritable.err.hasPrefix("error: '/no/such/folder/a.svg' cannot be written"))
    let folder = Self.run("window", Self.catalog, "--svg", Self.folder.path)
    #expect(folder.status == 1 && folder.err.contains("directory"))
    let several = Self.run("layout", "-", "--svg", "a.svg", input: Data("[\(spec)]".utf8))
    #expect(several.status == 2 && several.err.contains("array"))
    #expect(Self.run("layout", "-", "--svg", "-", input: Data(spec.utf8)).status == 2)
    let many = #"{"grid":"equal","container":{"width":9,"height":9},"count":10001}"#
    let refused = Self.run("layout", "-", "--svg", "a.svg", input: Data(many.utf8))
    #expect(refused.status == 1 && refused.err.contains("10000 at most"))
    for answer in [unwritable, folder, several, refused] { #expect(answer.out.isEmpty) }
    #expect(!FileManager.default.fileExists(atPath: Self.folder.appending(path: "a.svg").path))
  }
}
