import GridStore
import LazyGrid
import Testing

@Suite("The steps of a layout spec")
struct LayoutStepsTests {
  static func steps(_ steps: String, _ members: String = "") throws -> [JSON] {
    let answer = try LayoutSpecTests.answer(
      """
      {"tracks":[{"size":{"flexible":{}}},{"size":{"flexible":{}}}],"spacing":10,
       "container":{"width":208,"height":300},"content":[{"items":100,"length":100}]\(members),"steps":\(steps)}
      """)
    return answer["steps"]?.elements ?? []
  }

  /// The offset, the anchor's index and its delta after each step.
  static func places(_ steps: [JSON]) -> [[Double?]] {
    steps.map { [$0["offset"]?.double, $0["anchor"]?["index"]?.double, $0["anchor"]?["delta"]?.double] }
  }

  @Test("are applied in turn, and each has its own answer")
  func session() throws {
    let steps = try Self.steps(
      """
      [{"scrollTo":{"index":40,"anchor":"start"}},{"scrollTo":{"index":41,"anchor":null}},{"scrollTo":{"offset":1200}},
       {"scrollBy":-37.5},{"insert":{"index":0,"items":[100,100]}},{"remove":{"index":3,"count":2}},
       {"move":{"from":5,"to":0}},{"resize":{"index":2,"length":50}},{"tracks":[{"size":{"flexible":{}}}]},
       {"container":{"width":800,"height":600}}]
      """)
    let expected: [[Double?]] = [
      // Line 20 starts at 2200; item 41 stands in it too.
      [2200, 40, 0], [2200, 40, 0],
      // 1200 is in the gap after line 10, of which line 11 is the next: 1210 − 1200.
      [1200, 22, -10], [1162.5, 20, 62.5],
      // One line more before it, one less, the same number, and the line of item 2 as long as its other item.
      [1272.5, 22, 62.5], [1162.5, 20, 62.5], [1162.5, 20, 62.5], [1162.5, 20, 62.5],
      // In one column item 20 is line 20, and item 2 is 50 long: 20 × 110 − 50 + 62.5.
      [2212.5, 20, 62.5], [2212.5, 20, 62.5],
    ]
    #expect(Self.places(steps) == expected)
    #expect(steps[0]["cells"]?.elements.map { $0["index"]?.double } == [40, 41, 42, 43, 44, 45])
    #expect(steps[8]["cells"]?.elements.map { $0["index"]?.double } == [20, 21, 22, 23])
    #expect(steps[9]["cells"]?.elements.map { $0["index"]?.double } == [20, 21, 22, 23, 24, 25, 26])
    #expect(steps.last?["contentSize"] == .members([("width", .number("800")), ("height", .number("10940"))]))
  }

  @Test("hold to the vectors of anchoring", arguments: 0..<8)
  func anchoring(number: Int) throws {
    let vector = try vectors("anchoring")[number]
    let expect = try #require(vector["expect"])
    let edit = try #require(vector["edit"])
    let column = JSON.members([("size", .members([("flexible", .members([]))]))])
    var step: JSON
    func members(_ name: String, _ values: [(String, JSON)]) -> JSON { .members([(name, .members(values))]) }
    if let insert = edit["insert"]?.elements {
      step = members("insert", [("index", insert[0]), ("items", insert[1])])
    } else if let remove = edit["remove"]?.elements {
      step = members("remove", [("index", remove[0]), ("count", remove[1])])
    } else if let resize = edit["resize"]?.elements {
      step = members("resize", [("index", resize[0]), ("length", resize[1])])
    } else {
      let count = Int(try #require(edit["columns"]?.double))
      step = .members([("tracks", .array(Array(repeating: column, count: count)))])
    }
    let count = Int(try #require(vector["trackCount"]?.double))
    let spec = JSON.members([
      ("tracks", .array(Array(repeating: column, count: count))), ("spacing", vector["spacing"] ?? .null),
      ("container", .members([("width", .number("100"))])), ("viewport", vector["viewport"] ?? .null),
      ("content", .array([.members([("items", vector["lengths"] ?? .null)])])),
      ("steps", .array([.members([("scrollBy", .number("0"))]), step])),
    ])
    var writer = JSONWriter()
    try LayoutSpec(spec).write(&writer)
    let steps = try JSON(parsing: writer.bytes)["steps"]?.elements ?? []
    #expect(steps[0]["anchor"]?["index"]?.double == expect["anchorItem"]?.double)
    #expect(steps[0]["anchor"]?["delta"]?.double == -(expect["anchorDistance"]?.double ?? .nan))
    #expect(steps[1]["anchor"]?["delta"]?.double == -(expect["anchorDistance"]?.double ?? .nan))
    #expect(steps[1]["offset"]?.double == expect["offset"]?.double)
    #expect(steps[1]["contentSize"]?["height"]?.double == expect["contentLength"]?.double)
  }

  @Test("keep the sizes of items with them")
  func sizes() throws {
    let answer = try LayoutSpecTests.answer(
      """
      {"tracks":[{"size":{"fixed":50}}],"container":{"width":50,"height":500},"spacing":0,
       "content":[{"items":[10,{"width":20,"height":20},{"width":30,"height":30}]},{"items":2,"length":10}],
       "steps":[{"insert":{"index":1,"items":[10,{"width":40,"height":40}]}},{"move":{"from":4,"to":0}},
                {"remove":{"index":1}},{"resize":{"index":0,"length":35}}]}
      """)
    let steps = answer["steps"]?.elements ?? []
    func widths(_ step: Int) -> [Double?] {
      (steps[step]["cells"]?.elements ?? []).map { $0["item"]?["width"]?.double }
    }
    #expect(widths(0) == [nil, nil, 40, 20, 30, nil, nil])
    #expect(widths(1) == [30, nil, nil, 40, 20, nil, nil])
    #expect(widths(2) == [30, nil, 40, 20, nil, nil])
    #expect(widths(3) == widths(2))
    #expect(steps[3]["cells"]?.elements[0]["item"] == (try JSON(parsing: #"{"x":10,"y":0,"width":30,"height":35}"#)))
  }

  @Test("reach both ends, a place under insets, and a pinned header")
  func places() throws {
    let ends = try Self.steps(
      #"[{"scrollTo":{"edge":"end"}},{"scrollTo":{"index":0,"anchor":0.5}},{"scrollTo":{"index":500,"anchor":"end"}}]"#,
      #","viewport":{"length":300,"insetStart":50,"insetEnd":20}"#)
    let offsets: [Double?] = [5210, -50, 5210]
    #expect(ends.map { $0["offset"]?.double } == offsets)
    let pinned = try LayoutSpecTests.answer(
      """
      {"tracks":[{"size":{"fixed":50}}],"container":{"width":50,"height":300},"pinnedViews":["sectionHeaders"],
       "content":[{"section":{"header":40,"content":[{"items":200,"length":100}]}}],"steps":[{"scrollBy":5555}]}
      """)
    let header = pinned["steps"]?.elements.first?["supplementary"]?.elements.first
    #expect(header?["y"]?.double == 5555)
    #expect(header?["pinned"] == .bool(true))
  }

  @Test(
    "that can't be are errors that name them",
    arguments: [
      (#"[{"scrollBy":1},{"remove":{"index":99,"count":2}}]"#, "steps[1] is about item 100; there are 100"),
      (#"[{"remove":{"index":1,"count":9223372036854775807}}]"#, "steps[0] is about item"),
      (#"[{"insert":{"index":101,"items":[1]}}]"#, "steps[0] is about item 100"),
      (#"[{"move":{"from":0,"to":100}}]"#, "steps[0] is about item 100"),
      (#"[{"resize":{"index":9223372036854775807,"length":1}}]"#, "steps[0] is about item"),
      (#"[{"resize":{"index":0}}]"#, "steps[0].resize has no length"),
      (#"[{"scrollTo":{"index":0,"anchor":"top"}}]"#, "steps[0].scrollTo.anchor is none of"),
      (#"[{"scrollTo":{"index":0,"anchor":1.5}}]"#, "steps[0].scrollTo.anchor is no fraction"),
      (#"[{"scrollTo":{"index":-1}}]"#, "steps[0].scrollTo.index is no whole number"),
      (#"[{"jump":3}]"#, "steps[0] has no member 'jump'"), ("[{}]", "steps[0] is no event"),
      (#"[{"scrollBy":3,"remove":{"index":0}}]"#, "steps[0] has no member 'remove'"),
    ])
  func errors(steps: String, message: String) throws {
    let error = #expect(throws: LayoutError.self) { try Self.steps(steps) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
