import Foundation
import GridStore
import LazyGrid
import Testing

/// The vectors again, as specs in JSON: the way that the command takes.
@Suite("SwiftUI's vectors hold through a layout spec")
struct SpecVectorTests {
  /// The files, how many vectors each has, and how many of those JSON can't say: no width, one without end, and NaN.
  static let files = [
    ("columns", 30, 0), ("two_pass", 6, 0), ("edge", 13, 3), ("hgrid_rtl", 9, 0), ("viewport", 5, 0), ("rows", 12, 0),
    ("sections", 7, 0), ("pinning", 9, 0),
  ]
  /// A fixed length below zero counts as zero.
  static let differences: Set<String> = ["negative-fixed"]

  @Test(arguments: files)
  func hold(file: String, count: Int, unsaid: Int) throws {
    let vectors = try vectors(file)
    #expect(vectors.count == count)
    var left = 0
    for vector in vectors {
      guard case .number = vector["width"] ?? .null else {
        left += 1
        continue
      }
      let name = vector["name"]?.text ?? ""
      let problems = try problems(vector)
      #expect(problems.isEmpty != Self.differences.contains(name), "\(name): \(problems)")
    }
    #expect(left == unsaid)
  }

  private func problems(_ vector: JSON) throws -> [String] {
    let expect = try #require(vector["expect"])
    var found = Found()
    switch vector["kind"]?.text {
    case "tracks":
      let once = try layOut(vector, members: [])
      found.compare(tracks: once, expect["tracks"])
      if let placed = expect["placed"] {
        found.compare(tracks: try layOut(vector, members: [("resolution", .string("twoPass"))]), placed["tracks"])
      }
    case "rows":
      let answer = try layOut(vector, members: [("content", .array(content(vector)))])
      found.compare("width", answer["contentSize"]?["width"], expect["contentSize"]?["width"])
      found.compare("height", answer["contentSize"]?["height"], expect["contentSize"]?["height"])
      found.compare(frames: answer["cells"], expect["cells"])
      found.compare(frames: answer["supplementary"], expect["supplementary"])
    case "alignment":
      let sizes = (vector["itemSizes"]?.elements ?? []).map { size in
        JSON.members([("width", size.elements[0]), ("height", size.elements[1])])
      }
      let answer = try layOut(vector, members: [("content", .array([.members([("items", .array(sizes))])]))])
      found.compare(frames: .array((answer["cells"]?.elements ?? []).compactMap { $0["item"] }), expect["items"])
    case "viewport":
      let run = JSON.members([("items", vector["itemCount"] ?? .null), ("length", vector["itemLength"] ?? .null)])
      let answer = try layOut(vector, members: [("content", .array([run])), viewport(vector)])
      found.compare("content", answer["contentSize"]?["height"], expect["contentLength"])
      let indexes = (answer["cells"]?.elements ?? []).compactMap { $0["index"]?.double }
      let ends = (expect["items"]?.elements ?? []).compactMap(\.double)
      let items = ends.isEmpty ? [] : Array(stride(from: ends[0], to: ends[1], by: 1))
      found.expect(indexes == items, "items \(indexes)")
    case "pinning":
      let members = [("content", .array(content(vector))), viewport(vector)]
      let answer = try layOut(vector, members: members + [("pinnedViews", vector["pinnedViews"] ?? .null)])
      found.compare("content", answer["contentSize"]?["height"], expect["contentLength"])
      let lines = expect["lines"]?.elements ?? []
      for name in ["header", "footer"] {
        let ours = (answer["supplementary"]?.elements ?? []).filter { $0["kind"]?.text == name }
        let theirs = lines.filter { $0["line"]?.text == name }
        found.compare(frames: .array(ours), .array(theirs))
        found.expect(ours.map { $0["pinned"] } == theirs.map { $0["pinned"] }, "pinned \(name)s")
        found.expect(ours.map { $0["section"] } == theirs.map { $0["section"] }, "sections of \(name)s")
      }
      let items = lines.flatMap { line in (line["items"]?.elements ?? []).map { (line, $0) } }
      let cells = answer["cells"]?.elements ?? []
      found.expect(cells.map { $0["index"] } == items.map { $0.1 }, "items")
      found.compare(frames: .array(cells), .array(items.map { $0.0 }))
    case let kind: Issue.record("vectors of kind \(kind ?? "none") are not compared")
    }
    return found.problems
  }

  private func viewport(_ vector: JSON) -> (String, JSON) {
    let names = [
      ("offset", "offset"), ("length", "length"), ("insetStart", "insetTop"), ("insetEnd", "insetBottom"),
    ]
    return ("viewport", .members(names.map { ($0.0, vector["viewport"]?[$0.1] ?? .null) }))
  }

  private func content(_ vector: JSON) -> [JSON] {
    (vector["content"]?.elements ?? []).map { run in
      if run["kind"]?.text == "items" { return .members([("items", run["lengths"] ?? .null)]) }
      let items = JSON.members([("items", run["items"] ?? .null)])
      return .members([
        (
          "section",
          .members([
            ("header", run["header"] ?? .null), ("footer", run["footer"] ?? .null), ("content", .array([items])),
          ])
        )
      ])
    }
  }

  private func layOut(_ vector: JSON, members: [(String, JSON)]) throws -> JSON {
    let isVertical = vector["axis"]?.text == "vertical"
    let columns = (vector["columns"]?.elements ?? []).map { column in
      let alignment = column["alignment"].flatMap { alignment -> JSON? in
        guard let horizontal = alignment["horizontal"]?.text, let vertical = alignment["vertical"]?.text else {
          return nil
        }
        return .string(name(horizontal, vertical))
      }
      return JSON.members([
        ("size", column["size"] ?? .null), ("spacing", column["spacing"] ?? .null), ("alignment", alignment ?? .null),
      ])
    }
    let alignment = vector["alignment"]?.text ?? "center"
    let spec = JSON.members(
      [
        ("axis", vector["axis"] ?? .null), ("tracks", .array(columns)), ("spacing", vector["spacing"] ?? .null),
        ("alignment", .string(isVertical ? name(alignment, "center") : name("center", alignment))),
        ("container", .members([(isVertical ? "width" : "height", vector["width"] ?? .null)])),
        ("layoutDirection", vector["layoutDirection"] ?? .null),
      ] + members)
    var writer = JSONWriter()
    try LayoutSpec(spec).write(&writer)
    return try JSON(parsing: writer.bytes)
  }

  /// The name of an alignment; baselines are at the bottom.
  private func name(_ horizontal: String, _ vertical: String) -> String {
    let vertical = vertical.hasSuffix("Baseline") ? "bottom" : vertical
    if vertical == "center" { return horizontal }
    return horizontal == "center" ? vertical : vertical + horizontal.prefix(1).uppercased() + horizontal.dropFirst()
  }
}

private struct Found {
  var problems: [String] = []

  mutating func expect(_ holds: Bool, _ claim: String) {
    if !holds { problems.append(claim) }
  }

  mutating func compare(_ what: String, _ ours: JSON?, _ theirs: JSON?) {
    let (a, b) = (ours?.double ?? .nan, theirs?.double ?? .nan)
    expect((a - b).magnitude <= 1e-6, "\(what) is \(a), not \(b)")
  }

  mutating func compare(tracks answer: JSON, _ theirs: JSON?) {
    let (a, b) = (answer["tracks"]?.elements ?? [], theirs?.elements ?? [])
    expect(a.count == b.count, "\(a.count) tracks, not \(b.count)")
    for (our, their) in zip(a, b) {
      compare("offset", our["offset"], their["offset"])
      compare("length", our["length"], their["length"])
    }
  }

  /// Compares the members that theirs have.
  mutating func compare(frames ours: JSON?, _ theirs: JSON?) {
    let (a, b) = (ours?.elements ?? [], theirs?.elements ?? [])
    expect(a.count == b.count, "\(a.count) frames, not \(b.count)")
    for (our, their) in zip(a, b) {
      for (ourName, theirName) in [("x", "x"), ("y", "y"), ("width", "w"), ("height", "h")]
      where their[theirName] != nil {
        compare(ourName, our[ourName], their[theirName])
      }
    }
  }
}

/// Reads a file of vectors.
func vectors(_ name: String) throws -> [JSON] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let data = try Data(contentsOf: folder.appending(path: "vectors/swiftui/\(name).json"))
  return try JSON(parsing: Array(data))["vectors"]?.elements ?? []
}

extension JSON {
  static func members(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var double: Double? { if case .number(let literal) = self { Double(literal) } else { nil } }
}
