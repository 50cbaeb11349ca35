import Foundation
import GridStore
import Testing

extension CommandLine {
  /// A catalog in which each eleventh product covers two columns and two rows, and some say where they start.
  static let spanned: String = {
    let path = folder.appending(path: "spanned.db").path
    precondition(run("generate", "--rows", "12000", "--output", path, "--quiet").status == 0)
    try! Connection(path, .readWrite).execute(
      """
      ALTER TABLE products ADD COLUMN w INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE products ADD COLUMN h INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE products ADD COLUMN c INTEGER;
      ALTER TABLE products ADD COLUMN r INTEGER;
      UPDATE products SET w = 2, h = 2 WHERE id % 11 = 0;
      UPDATE products SET c = id % 4 WHERE id % 500 = 0;
      UPDATE products SET r = id / 7 WHERE id % 770 = 1;
      CREATE INDEX products_spans ON products (w, h, c, r)
        WHERE w <> 1 OR h <> 1 OR c IS NOT NULL OR r IS NOT NULL;
      """)
    return path
  }()

  /// Where the items of a grid stand in tracks and lines, by the plainest rules: one after another, each looking at every
  /// place from where it may begin.
  struct PlainGrid {
    struct Item: Equatable {
      var id: Int
      var width = 1
      var height = 1
      var track: Int?
      var line: Int?
    }
    struct Area: Equatable {
      var track: Int
      var line: Int
      var width: Int
      var height: Int
    }
    private(set) var areas: [Area]
    private(set) var lineCount = 0
    private var taken: [Set<Int>] = []
    /// All lines before are full.
    private var firstOpen = 0

    init(_ items: [Item], tracks: Int, isDense: Bool) {
      areas = items.map { Area(track: 0, line: 0, width: $0.width, height: $0.height) }
      // Those with a track first, then those with a line, then all others.
      for (i, item) in items.enumerated() where item.track != nil {
        areas[i].track = item.track!
        areas[i].width = min(item.width, tracks - item.track!)
        while !take(areas[i], tracks) { areas[i].line += 1 }
      }
      var free = items.indices.filter { items[$0].track == nil && items[$0].line == nil }
      for (i, item) in items.enumerated() where item.track == nil && item.line != nil {
        areas[i].line = item.line!
        let track = (0...tracks - item.width).first { track in
          areas[i].track = track
          return take(areas[i], tracks)
        }
        if track == nil { free.append(i) }
      }
      var (line, track) = (0, 0)
      for i in free.sorted() {
        if isDense { (line, track) = (firstOpen, 0) }
        while true {
          (areas[i].line, areas[i].track) = (line, track)
          if take(areas[i], tracks) { break }
          track += 1
          if track + areas[i].width > tracks { (line, track) = (line + 1, 0) }
        }
      }
    }

    private mutating func take(_ area: Area, _ tracks: Int) -> Bool {
      guard area.track + area.width <= tracks else { return false }
      while taken.count < area.line + area.height { taken.append([]) }
      let (lines, all) = (area.line..<area.line + area.height, area.track..<area.track + area.width)
      guard lines.allSatisfy({ taken[$0].isDisjoint(with: all) }) else { return false }
      for line in lines { taken[line].formUnion(all) }
      while firstOpen < taken.count, taken[firstOpen].count == tracks { firstOpen += 1 }
      lineCount = max(lineCount, lines.upperBound)
      return true
    }
  }

  private func plain(_ order: String, _ flow: String, starts: Bool) throws -> [PlainGrid.Item] {
    let statement = try Connection(Self.spanned, .readOnly).prepare(
      "SELECT id, w, h, c, r FROM products ORDER BY \(order)")
    var items: [PlainGrid.Item] = []
    while try statement.step() {
      func number(_ column: Int) -> Int? {
        if case .integer(let number) = statement.value(column) { Int(number) } else { nil }
      }
      // A start past the last track does not count.
      let (column, row) = starts ? (number(3), number(4)) : (nil, nil)
      let (track, line) = flow == "rows" ? (column, row) : (row, column)
      items.append(
        PlainGrid.Item(
          id: number(0)!, width: number(flow == "rows" ? 1 : 2)!, height: number(flow == "rows" ? 2 : 1)!,
          track: track.flatMap { $0 < 4 ? $0 : nil }, line: line))
    }
    return items
  }

  @Test(
    "window shows a grid of tracks whose items span, at any depth, as one that is laid out at once",
    arguments: [
      ("rows", "sparse", "price.desc", false), ("rows", "dense", "", true), ("columns", "sparse", "", true),
      ("columns", "dense", "price", false),
    ])
  func tracks(flow: String, packing: String, order: String, starts: Bool) throws {
    let sql = ["price.desc": "price DESC, id DESC", "price": "price, id", "": "id"][order]!
    let items = try plain(sql, flow, starts: starts)
    let plain = PlainGrid(items, tracks: 4, isDense: packing == "dense")
    let inRows = flow == "rows"
    let seen = inRows ? 768.0 : 1024
    // Lines of 100 with gaps of 6, and 10 before the first and behind the last.
    let length = Double(plain.lineCount) * 106 - 6 + 20
    for (fraction, isRight) in [(0.0, false), (0.13, true), (0.5, false), (0.73, true), (1, false)] {
      let answer = Self.run(
        ["window", Self.spanned, "--tracks", "1fr,150pt,2*1fr", "--flow", flow, "--packing", packing]
          + (order.isEmpty ? [] : ["--order", order]) + ["--span-columns", "w,h"]
          + (starts ? ["--start-columns", "c,r"] : []) + (isRight ? ["--rtl"] : [])
          + ["--spacing", "6", "--insets", "10,10,10,10", "--item-length", "100", "--at", "fraction:\(fraction)"]
          + ["--overscan", "1", "--keep", "7", "--json"])
      #expect(answer.status == 0, "\(answer.err)")
      let window = try json(answer)
      let content = try #require(window["content"] as? [String: Any])
      #expect((content[inRows ? "height" : "width"] as! Double - length).magnitude < 1e-6)
      #expect(content["kind"] as? String == "exact")
      let offset = try #require((window["position"] as? [String: Any])?["offset"] as? Double)
      #expect((offset - fraction * (length - seen)).magnitude < 1e-4)
      let origin = try #require(window["origin"] as? [String: Double])
      let tracks = try #require(window["tracks"] as? [[String: Double]])
      #expect(tracks.count == 4 && tracks[1]["length"] == 150)
      let cells = try #require(window["cells"] as? [[String: Any]])
      // The lines in sight, and one more on both sides.
      let first = Int(((offset - 10) / 106).rounded(.down))
      let last = Int(((offset + seen - 10) / 106).rounded(.up)) - 1
      let shown = plain.areas.indices.filter {
        let area = plain.areas[$0]
        return area.line + area.height > first - 1 && area.line <= last + 1 || items[$0].id == 7
      }
      // A gap at the edge of the viewport may be no line in sight.
      let inner = plain.areas.indices.filter {
        let area = plain.areas[$0]
        return area.line + area.height > first && area.line <= last || items[$0].id == 7
      }
      let indexes = cells.map { $0["index"] as! Int }
      #expect(Set(indexes).isSubset(of: shown) && Set(inner).isSubset(of: indexes) && indexes == indexes.sorted())
      for cell in cells {
        let index = cell["index"] as! Int
        let area = plain.areas[index]
        #expect((cell["item"] as! [String: Any])["id"] as? Int == items[index].id)
        #expect(cell["key"] as? Int == items[index].id)
        #expect(cell["line"] as? Int == area.line && cell["track"] as? Int == area.track)
        #expect(cell[inRows ? "column" : "row"] as? Int == area.track)
        #expect(cell[inRows ? "row" : "column"] as? Int == area.line)
        #expect(cell[inRows ? "columnSpan" : "rowSpan"] as? Int == area.width)
        #expect(cell[inRows ? "rowSpan" : "columnSpan"] as? Int == area.height)
        let frame = try #require(cell["frame"] as? [String: Double])
        let start = 10 + Double(area.line) * 106
        let long = Double(area.height) * 106 - 6
        let across = (tracks[area.track]["offset"]!, tracks[area.track + area.width - 1])
        let wide = across.1["offset"]! + across.1["length"]! - across.0
        if inRows {
          #expect((frame["y"]! + origin["y"]! - start).magnitude < 1e-6 && frame["height"] == long)
          #expect((frame["width"]! - wide).magnitude < 1e-6)
          let x = isRight ? 1024 - across.0 - wide : across.0
          #expect((frame["x"]! + origin["x"]! - x).magnitude < 1e-6)
        } else {
          let x = isRight ? length - start - long : start
          #expect((frame["x"]! + origin["x"]! - x).magnitude < 1e-6 && frame["width"] == long)
          #expect((frame["y"]! + origin["y"]! - across.0).magnitude < 1e-6)
        }
      }
    }
  }

  @Test("window prints a grid of tracks as a table and a drawing, from a key too, and says what is no span")
  func trackForms() throws {
    let table = Self.run(
      "window", Self.spanned, "--tracks", "4", "--span-columns", "w,h", "--at", "key:6600", "--select", "id,name")
    #expect(table.status == 0 && table.err == "")
    let lines = table.out.split(separator: "\n")
    #expect(lines[0].hasPrefix("products by id.asc · 12,000 items · 1,024 × "))
    #expect(lines[2].split(separator: " ").prefix(4) == ["index", "column", "row", "span"])
    #expect(lines.contains { $0.contains(" 2×2 ") && $0.contains(" 6600 ") })
    let svg = Self.folder.appending(path: "tracks.svg").path
    #expect(Self.run("window", Self.spanned, "--tracks", "4", "--span-columns", "w,h", "--svg", svg).status == 0)
    #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("items 0 to "))
    let wrong = Self.run("window", Self.spanned, "--tracks", "4", "--span-columns", "name")
    #expect(wrong.status == 0)
    #expect(wrong.err.contains("12000 values are no span or start and count as NULL"))
    let info = Self.run("info", Self.spanned, "--spans", "stock,h")
    #expect(info.out.contains("WHERE \"stock\" <> 1 OR \"h\" <> 1 would give the spans and starts in stock, h"))
    #expect(!Self.run("info", Self.spanned, "--spans", "w,h,c,r").out.contains("would give the spans"))
  }

  @Test("window takes the lengths of items from a column, fits tracks to another, and says how")
  func trackLengths() throws {
    // Other tests ask the same file at the same time.
    let path = Self.folder.appending(path: "widths.db").path
    try FileManager.default.copyItem(atPath: Self.spanned, toPath: path)
    var rows: [(height: Double, width: Double)] = []
    let statement = try Connection(path, .readOnly).prepare("SELECT height, id % 211 + 20 FROM products")
    func number(_ column: Int) -> Double {
      switch statement.value(column) {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: .nan
      }
    }
    while try statement.step() { rows.append((number(0), number(1))) }
    try Connection(path, .readWrite).execute(
      "ALTER TABLE products ADD COLUMN width INTEGER; UPDATE products SET width = id % 211 + 20;")
    let answer = Self.run(
      "window", path, "--tracks", "fit,1fr,fit", "--spacing", "0", "--item-length-column", "height",
      "--item-across-column", "width", "--at", "index:6000", "--json")
    #expect(answer.status == 0 && answer.err == "")
    let window = try #require(JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any])
    #expect(window["fit"] as? String == "exact")
    let widest = [0, 2].map { first in stride(from: first, to: 12_000, by: 3).reduce(0) { max($0, rows[$1].width) } }
    let tracks = try #require(window["tracks"] as? [[String: Double]]).map { $0["length"]! }
    #expect(tracks == [widest[0], 1024 - widest[0] - widest[1], widest[1]])
    let lines = (0..<4000).map { line in (0..<3).reduce(0) { max($0, rows[line * 3 + $1].height) } }
    let content = try #require(window["content"] as? [String: Any])
    #expect(content["kind"] as? String == "exact")
    let length = lines.reduce(0, +)
    #expect(((content["height"] as? Double ?? 0) - length).magnitude < 1e-6)
    let position = try #require(window["position"] as? [String: Any])
    let offset = lines[..<2000].reduce(0, +)
    #expect(((position["offset"] as? Double ?? 0) - offset).magnitude < 1e-6)
    let plain = Self.run("window", Self.spanned, "--tracks", "4", "--json")
    #expect(plain.out.contains("\"fit\":\"independent\""))
  }

  /// What is wrong beside `window CATALOG`, and words that the message must have.
  static let trackMistakes: [(words: [String], says: String)] = [
    (["--tracks", "150px"], "150pt"), (["--tracks", ""], "1fr,150pt"), (["--tracks", "0"], "1 to"),
    (["--tracks", "1fr,2"], "2fr for parts"), (["--tracks", "0fr"], "zero"), (["--tracks", "nanpt"], "'nan'"),
    (["--tracks", "1fr,fit"], "track 1 of --tracks fits"),
    (["--tracks", "4", "--flow", "row"], "the nearest is rows"),
    (["--tracks", "4", "--packing", "dens"], "the nearest is dense"),
    (["--tracks", "4", "--span-columns", "w,hh"], "'h'"),
    (["--tracks", "4", "--span-columns", "w,h,c"], "two columns"),
    (["--tracks", "4", "--start-columns", "w.desc"], "without directions"),
    (["--tracks", "4", "--columns", "4"], "--tracks and --columns exclude each other"),
    (["--tracks", "4", "--section-by", "brand"], "--section-by"),
    (["--tracks", "4", "--item-length-column", "hight"], "height"),
    (["--tracks", "4", "--item-length-column", "height", "--item-length", "5"], "exclude"),
    (["--tracks", "fit,1fr", "--item-across-column", "heigt"], "height"),
    (["--tracks", "fit,1fr", "--item-across-column", "w,h"], "one column"),
    (["--item-across-column", "w"], "--tracks SPEC"),
    (["--tracks", "4", "--item-length", "5", "--aspect", "1"], "exclude"),
    (["--tracks", "4", "--spacing", "-1"], "--spacing"), (["--tracks", "4", "--width", "inf"], "--width"),
    (["--span-columns", "w,h"], "--tracks SPEC"), (["--flow", "rows"], "--tracks SPEC"),
    (["--trakcs", "4"], "--tracks"),
  ]

  @Test("a mistake in a grid of tracks gets exit status 2 and one line that helps", arguments: trackMistakes.indices)
  func trackMistake(_ i: Int) {
    let (words, says) = Self.trackMistakes[i]
    let answer = Self.run(["window", Self.spanned] + words)
    #expect(answer.status == 2, "\(words): \(answer.err)")
    #expect(answer.err.contains(says) && answer.err.split(separator: "\n").count == 1, "\(words): \(answer.err)")
    #expect(answer.out.isEmpty)
  }
}
