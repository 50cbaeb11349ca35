import Foundation
import GridStore
import LazyGrid
import Testing

@Suite("Specs of track grids") struct TrackGridSpecTests {
  static func answer(_ spec: String) throws -> String {
    var writer = JSONWriter()
    try GridSpec(JSON(parsing: spec)).write(&writer)
    return writer.text
  }

  static func json(_ spec: String) throws -> JSON { try JSON(parsing: answer(spec)) }

  static func cases(_ name: String) throws -> [JSON] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "vectors/exyte/\(name).json"))
    guard case .array(let cases)? = try JSON(parsing: Array(data))["cases"] else { throw LayoutError("no cases") }
    return cases
  }

  static func number(_ json: JSON?) throws -> Double {
    guard case .number(let literal)? = json, let number = Double(literal) else { throw LayoutError("no number") }
    return number
  }

  static func numbers(_ json: JSON?) throws -> [Double] {
    guard case .array(let elements)? = json else { throw LayoutError("no numbers") }
    return try elements.map(number)
  }

  static func members(_ json: JSON?) throws -> [JSON.Member] {
    guard case .object(let members)? = json else { throw LayoutError("no object") }
    return members
  }

  /// The spec that asks what a vector answers.
  static func spec(_ vector: JSON) -> String {
    var spec = JSONWriter()
    spec.object {
      $0.name("grid")
      $0.string("tracks")
      $0.name("compatibility")
      $0.string("exyte")
      for (theirs, ours) in [
        ("tracks", "tracks"), ("flow", "flow"), ("packing", "packing"), ("contentMode", "contentMode"),
        ("spacing", "spacing"), ("size", "container"), ("commonAlignment", "commonItemsAlignment"), ("items", "items"),
      ] {
        guard let value = vector[theirs] else { continue }
        $0.name(ours)
        $0.json(value)
      }
    }
    return spec.text
  }

  @Test(
    "answer the vectors",
    arguments: [
      ("oracle_placement", 60), ("oracle_placement_large", 6), ("lazy_placement", 18), ("suite", 8), ("derived", 44),
      ("oracle_layout", 97),
    ])
  func vectors(_ name: String, _ count: Int) throws {
    let cases = try Self.cases(name)
    #expect(cases.count == count)
    for vector in cases {
      let answer = try Self.json(Self.spec(vector))
      let expect = try #require(vector["expect"])
      let title = "\(vector["name"] ?? .null)"
      for name in ["columns", "rows", "order", "contentSize"] {
        guard let value = expect[name] else { continue }
        if name == "contentSize" {
          for side in ["width", "height"] {
            #expect(try Self.number(answer[name]?[side]) == Self.number(value[side]), "\(title)")
          }
        } else {
          #expect(answer[name] == value, "\(name) of \(title)")
        }
      }
      for name in ["columnSizes", "rowSizes"] where expect[name] != nil {
        let (ours, theirs) = (try Self.numbers(answer[name]), try Self.numbers(expect[name]))
        let isNear =
          ours.count == theirs.count && zip(ours, theirs).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
        #expect(isNear, "\(name) of \(title)")
      }
      guard case .array(let cells)? = answer["cells"] else { throw LayoutError("no cells") }
      for cell in cells {
        guard case .string(let id)? = cell["id"] else { throw LayoutError("no id") }
        for (list, names) in [
          ("cells", ["column", "row", "columnSpan", "rowSpan"]), ("rects", ["x", "y", "width", "height"]),
        ] {
          guard let expected = expect[list]?[id] else { continue }
          for name in names {
            #expect(try Self.number(cell[name]) == Self.number(expected[name]), "\(name) of \(id) of \(title)")
          }
        }
      }
    }
  }

  @Test("have the defaults of the library")
  func defaults() throws {
    let short = try Self.answer(
      #"{"grid":"tracks","tracks":2,"container":{"width":105,"height":50},"items":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#)
    let long = try Self.answer(
      #"""
      {"grid":"tracks","tracks":[{"fr":1},{"fr":1}],"flow":"rows","packing":"sparse","contentMode":"fill",
       "spacing":{"horizontal":5,"vertical":5},"container":{"width":105,"height":50},"commonItemsAlignment":"center",
       "contentAlignment":"center","items":[{"id":"a","span":{"column":1,"row":1},"start":null},
       {"id":"b","start":{"column":null,"row":null}},{"id":"c"}]}
      """#)
    #expect(short == long)
    #expect(
      short.hasPrefix(
        #"{"columns":2,"rows":2,"columnSizes":[50,50],"rowSizes":[22.5,22.5],"contentSize":{"width":105,"height":50},"#
          + #""cells":[{"id":"a","column":0,"row":0,"columnSpan":1,"rowSpan":1,"x":0,"y":0,"width":50,"height":22.5,"#))
    #expect(short.hasSuffix(#""diagnostics":[],"order":["a","b","c"]}"#))
    for spacing in ["5", "[5]", "[5,5]", #"{"horizontal":5}"#] {
      let spec = #"{"grid":"tracks","tracks":2,"spacing":\#(spacing),"container":{"width":105,"height":50}}"#
      #expect(try Self.json(spec)["columnSizes"] == JSON(parsing: "[50,50]"))
    }
  }

  @Test("without a container have the size of their content")
  func intrinsic() throws {
    let answer = try Self.json(
      #"""
      {"grid":"tracks","tracks":["fit",{"pt":20}],"contentMode":"scroll",
       "items":[{"size":{"width":30,"height":10}},{"id":7,"size":{"width":9,"height":40}}]}
      """#)
    #expect(answer["contentSize"] == (try JSON(parsing: #"{"width":55,"height":40}"#)))
    #expect(answer["order"] == (try JSON(parsing: "[0,7]")))
  }

  @Test("say what was repaired, by the id of the item")
  func diagnostics() throws {
    let answer = try Self.json(
      #"""
      {"grid":"tracks","tracks":[{"fr":0},{"pt":-1}],"container":{"width":-3,"height":50},"spacing":0,"items":[
       {"id":"a","start":{"column":2,"row":1}},{"id":"b","start":{"column":0,"row":0}},
       {"id":"c","start":{"column":0,"row":0}},{"id":"a","span":{"row":1e300}}]}
      """#)
    guard case .array(let list)? = answer["diagnostics"] else { throw LayoutError("no diagnostics") }
    func text(_ json: JSON?) -> String { if case .string(let text)? = json { text } else { "" } }
    #expect(
      list.map { text($0["kind"]) + " " + text($0["id"]) } == [
        "negativeNumber ", "allPartsZero ", "negativeNumber ", "startOutOfRange a", "spanTooLong a", "startConflict c",
        "duplicateId a", "sizesCut ",
      ])
  }

  @Test("are drawn with the names of their items")
  func drawing() throws {
    let spec = try JSON(
      parsing: #"""
        {"grid":"tracks","tracks":2,"container":{"width":200,"height":100},"items":[
         {"id":"wide","span":{"column":2},"size":{"width":40,"height":30}},{"id":"one"},{"id":"two"}]}
        """#)
    var writer = JSONWriter()
    try GridSpec(spec).write(&writer)
    let drawing = try GridDrawing(spec: spec, answer: JSON(parsing: writer.bytes))
    #expect(drawing.title == "tracks grid, 3 cells")
    #expect(drawing.shapes.compactMap(\.label) == ["wide", "one", "two"])
    #expect(drawing.shapes.filter { $0.role == .cell }.map(\.frame.width) == [200, 97.5, 97.5])
    #expect(drawing.shapes.contains { $0.role == .item && $0.frame.width == 40 && $0.frame.minX == 80 })
    #expect(!drawing.shapes.contains { $0.role == .overflow })
  }

  @Test(
    "are refused with a reason",
    arguments: [
      (#"{"grid":"tracks","tracks":2.5}"#, "whole number"), (#"{"grid":"tracks","tracks":["fill"]}"#, "tracks[0]"),
      (#"{"grid":"tracks","tracks":[{"fr":1,"pt":2}]}"#, "pt"), (#"{"grid":"tracks","flow":"row"}"#, "rows or columns"),
      (#"{"grid":"tracks","spacing":[1,2,3]}"#, "more than two"), (#"{"grid":"tracks","spacings":3}"#, "spacing"),
      (#"{"grid":"tracks","items":[{"id":true}]}"#, "items[0].id"),
      (#"{"grid":"tracks","items":[{"span":{"column":1.5}}]}"#, "no whole number"),
      (#"{"grid":"tracks","items":[{"alignment":"middle"}]}"#, "topLeading"),
      (#"{"grid":"tracks","compatibility":"css"}"#, "exyte"), (#"{"grid":"track"}"#, "tracks"),
    ])
  func refusals(_ spec: String, _ says: String) {
    let error = #expect(throws: LayoutError.self) { try Self.answer(spec) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }

  @Test("say how many diagnostics are not listed") func unlisted() throws {
    let items = (0..<1_500).map { #"{"id":"\#($0 % 400)","start":{"column":null,"row":0}}"# }.joined(separator: ",")
    let answer = try Self.json(
      #"{"grid":"tracks","tracks":3,"container":{"width":90,"height":90},"items":[\#(items)]}"#)
    guard case .array(let diagnostics)? = answer["diagnostics"] else { throw LayoutError("no diagnostics") }
    // 1,497 items have no room in their row, of which 1,000 are listed, and 1,100 ids were there before.
    #expect(diagnostics.count == 2_001)
    #expect(diagnostics.last?["kind"]?.text == "unlisted")
    #expect(diagnostics.last?["text"]?.text == "597 more are not listed")
  }
}
