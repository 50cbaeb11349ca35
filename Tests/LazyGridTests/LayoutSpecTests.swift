import GridStore
import LazyGrid
import Testing

@Suite("A layout spec")
struct LayoutSpecTests {
  /// The answer for a spec, or the error.
  static func answer(_ spec: String) throws -> JSON {
    var writer = JSONWriter()
    try LayoutSpec(JSON(parsing: spec)).write(&writer)
    return try JSON(parsing: writer.bytes)
  }

  static let contract = """
    {"grid":"lazy","axis":"vertical",
     "tracks":[{"size":{"fixed":100}},{"size":{"flexible":{"minimum":10,"maximum":null}},"spacing":8},
               {"size":{"adaptive":{"minimum":160,"maximum":240}},"alignment":"topLeading"}],
     "spacing":8,"alignment":"center","pinnedViews":["sectionHeaders","sectionFooters"],
     "container":{"width":390,"height":844},"insets":{"top":0,"leading":0,"bottom":0,"trailing":0},
     "layoutDirection":"leftToRight","resolution":"onePass",
     "content":[{"items":1000,"length":120},{"items":[50,60.5,70]},
                {"section":{"header":40,"footer":20,"content":[{"items":10,"length":44}]}}],
     "viewport":{"offset":0,"length":844}}
    """

  @Test("of every member has the answer that was worked out by hand")
  func everyMember() throws {
    let answer = try Self.answer(Self.contract)
    // 334 lines of 120, for item 1000 and 1001 share the last with item 999; one of 70; 40, four of 44, 20; 340 gaps.
    #expect(answer["contentSize"] == .members([("width", .number("390")), ("height", .number("43106"))]))
    #expect(
      answer["tracks"]?.elements.map { [$0["offset"]?.double, $0["length"]?.double] }
        == [[0, 100], [108, 137], [253, 137]])
    let cells = answer["cells"]?.elements ?? []
    // Seven lines begin before 844: 0, 128, … 768.
    #expect(cells.count == 21)
    #expect(
      cells.first
        == (try JSON(parsing: #"{"index":0,"line":0,"track":0,"x":0,"y":0,"width":100,"height":120}"#)))
    // The footer of the section is far, and no line of the section is in sight.
    #expect(answer["supplementary"] == .array([]))
    #expect(answer["diagnostics"] == .array([]))

    let end = try Self.answer(Self.contract.replacing(#""offset":0"#, with: #""offset":42262"#))
    #expect(
      end["supplementary"]
        == (try JSON(
          parsing: """
            [{"kind":"header","section":0,"x":0,"y":42830,"width":390,"height":40,"pinned":false},
             {"kind":"footer","section":0,"x":0,"y":43086,"width":390,"height":20,"pinned":false}]
            """)))
    #expect(end["cells"]?.elements.last?["index"] == .number("1012"))
    #expect(end["cells"]?.elements.last?["line"] == .number("338"))
  }

  @Test("without a viewport has all cells, lines of no length too, and the items' own frames where sizes are said")
  func everything() throws {
    let answer = try Self.answer(
      """
      {"tracks":[{"size":{"fixed":50}},{"size":{"fixed":50},"alignment":"bottomTrailing"}],"container":{"width":108},
       "content":[{"items":[10,{"width":30,"height":20},0,0]},{"section":{"footer":5,"content":[
         {"items":1,"length":4},{"items":[{"width":60,"height":4}]}]}}]}
      """)
    let cells = answer["cells"]?.elements ?? []
    #expect(cells.map { $0["height"]?.double } == [20, 20, 0, 0, 4, 4])
    #expect(cells[0]["item"] == nil && cells[4]["item"] == nil)
    #expect(cells[1]["item"] == (try JSON(parsing: #"{"x":78,"y":0,"width":30,"height":20}"#)))
    #expect(cells[5]["item"] == (try JSON(parsing: #"{"x":48,"y":36,"width":60,"height":4}"#)))
    #expect(answer["supplementary"]?.elements.map { $0["y"]?.double } == [48])
    #expect(answer["contentSize"]?["height"] == .number("53"))
  }

  @Test(
    "that can't be is an error that says where",
    arguments: [
      (#"{"container":{},"content":[{"items":3}]}"#, "content[0] has no length"),
      (#"{"container":{},"content":[{"items":[1,"a"]}]}"#, "content[0].items[1] is neither a length nor a size"),
      (#"{"container":{},"content":[{"section":{"content":[{"section":{}}]}}]}"#, "content[0].section.content[0] is a"),
      (#"{"container":{},"content":[{"section":{"title":1}}]}"#, "content[0].section has no member 'title'"),
      (#"{"container":{},"content":[{"section":{},"length":2}]}"#, "content[0] has no member 'length'"),
      (#"{"container":{},"content":[{"items":2000000,"length":1}]}"#, "2000000 cells are too many"),
      (
        #"{"tracks":[{"size":{"fixed":1}}],"container":{"width":9},"content":[{"items":2000000,"length":1}],"#
          + #""viewport":{"length":1e8}}"#, "too many to list"
      ),
      (#"{"container":{},"pinnedViews":["rows"]}"#, "pinnedViews has other than"),
      (#"{"content":[]}"#, "the spec has no container"),
    ])
  func errors(spec: String, message: String) throws {
    let error = #expect(throws: LayoutError.self) { try Self.answer(spec) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("of numbers that were replaced is answered, and says so")
  func diagnostics() throws {
    let answer = try Self.answer(
      """
      {"tracks":[{"size":{"flexible":{"minimum":90,"maximum":10}}}],"container":{"width":100,"height":50},"spacing":-10,
       "content":[{"items":[-3,5]},{"section":{"header":-1}}],"viewport":{"offset":-5}}
      """)
    #expect(
      answer["diagnostics"]?.elements.map(\.text) == [
        "track 0 has a minimum above its maximum", "a length is below zero",
        "the spacing would let a line start no later than the one before it", "the viewport starts before the content",
        "the viewport ends past the content",
      ])
    #expect(try Self.answer(#"{"container":{"width":0},"content":[{"items":5,"length":1}]}"#)["cells"] == .array([]))
  }

  @Test("of a million million items in a section is answered at once")
  func huge() throws {
    let answer = try Self.answer(
      """
      {"tracks":[{"size":{"flexible":{}}},{"size":{"flexible":{}}}],"container":{"width":108,"height":100},
       "pinnedViews":["sectionHeaders"],"spacing":0,
       "content":[{"section":{"header":20,"content":[{"items":1000000000000,"length":10}]}}],
       "viewport":{"offset":4000000000000,"length":25}}
      """)
    #expect(answer["contentSize"]?["height"] == .number("5000000000020"))
    #expect(answer["cells"]?.elements.map { $0["index"]?.double }.first == 799_999_999_996)
    #expect(answer["supplementary"]?.elements.map { $0["y"]?.double } == [4_000_000_000_000])
  }
}
