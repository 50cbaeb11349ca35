import Foundation
import GridStore
import LazyGrid
import Testing

@Suite("Specs of equal grids") struct EqualGridSpecTests {
  static func answer(_ spec: String) throws -> String {
    var writer = JSONWriter()
    try GridSpec(JSON(parsing: spec)).write(&writer)
    return writer.text
  }

  static func json(_ spec: String) throws -> JSON { try JSON(parsing: answer(spec)) }

  @Test("answer the vectors")
  func vectors() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "vectors/swiftui/gridlayoutview.json"))
    guard case .array(let vectors) = try JSON(parsing: Array(data))["vectors"] else { return #expect(Bool(false)) }
    #expect(vectors.count == 4)
    for vector in vectors {
      func number(_ json: JSON?, _ name: String) throws -> Double {
        guard case .number(let digits) = json?[name] else { throw LayoutError("no \(name)") }
        return try #require(Double(digits))
      }
      var spec = JSONWriter()
      spec.object {
        $0.name("grid")
        $0.string("equal")
        for name in ["gridSize", "borderWidth", "count"] {
          $0.name(name)
          $0.json(vector[name]!)
        }
        $0.name("container")
        $0.json(vector["bounds"]!)
        $0.name("insets")
        $0.object {
          for (name, theirs) in [("top", "top"), ("leading", "left"), ("bottom", "bottom"), ("trailing", "right")] {
            $0.name(name)
            $0.json(vector["insets"]![theirs]!)
          }
        }
      }
      let answer = try Self.json(spec.text)
      let expect = vector["expect"]
      #expect(abs(try number(answer["cell"], "width") - number(expect?["cell"], "w")) <= 1e-6)
      #expect(abs(try number(answer["cell"], "height") - number(expect?["cell"], "h")) <= 1e-6)
      guard case .array(let cells) = answer["cells"], case .array(let frames) = expect?["frames"] else {
        return #expect(Bool(false), "cells and frames")
      }
      #expect(cells.count == frames.count)
      for (cell, frame) in zip(cells, frames) {
        for (ours, theirs) in [("index", "item"), ("x", "x"), ("y", "y"), ("width", "w"), ("height", "h")] {
          #expect(abs(try number(cell, ours) - number(frame, theirs)) <= 1e-6)
        }
      }
    }
  }

  @Test("have the defaults of the library, and a full board")
  func defaults() throws {
    let short = try Self.answer(#"{"grid":"equal","container":{"width":300,"height":300}}"#)
    let long = try Self.answer(
      #"""
      {"grid":"equal","gridSize":4,"borderWidth":5,"insets":{"top":0,"leading":0,"bottom":0,"trailing":0},
       "container":{"width":300,"height":300},"count":16}
      """#)
    #expect(short == long)
    #expect(
      short.hasPrefix(
        #"{"cell":{"width":71.25,"height":71.25},"contentSize":{"width":300,"height":300},"cells":["#
          + #"{"index":0,"x":0,"y":0,"width":71.25,"height":71.25},{"index":1,"x":76.25,"#))
    let calendar = try Self.json(
      #"{"grid":"equal","columns":7,"rows":6,"borderWidth":1,"container":{"width":356,"height":305},"count":31}"#)
    #expect(calendar["cell"] == (try JSON(parsing: #"{"width":50,"height":50}"#)))
  }

  @Test("say what was replaced")
  func diagnostics() throws {
    func diagnostics(_ members: String) throws -> JSON? {
      try Self.json(#"{"grid":"equal","container":{"width":10,"height":10},\#(members)}"#)["diagnostics"]
    }
    #expect(
      try diagnostics(#""gridSize":0"#)
        == .array([
          .string("the number of columns is below one and counts as one"),
          .string("the number of rows is below one and counts as one"),
        ]))
    #expect(try diagnostics(#""gridSize":4"#) == .array([.string("borders and insets leave no room for the cells")]))
    #expect(
      try diagnostics(#""gridSize":2,"count":-3"#)
        == .array([
          .string("the number of items is below zero and counts as none")
        ]))
  }

  @Test(
    "are refused with a reason",
    arguments: [
      (#"{"grid":"equal"}"#, "container"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"columns":3}"#, "both columns and rows"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"columns":3,"rows":3,"gridSize":3}"#, "either gridSize"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"gridSize":2.5}"#, "no whole number"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"gridsize":2}"#, "gridSize"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"count":1000001}"#, "too many"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"count":1e300}"#, "too many"),
      (#"{"grid":"equal","container":{"width":1,"height":1},"borderWidth":"5"}"#, "borderWidth"),
      (#"{"grid":"round","container":{"width":1,"height":1}}"#, "equal"),
    ])
  func refusals(_ spec: String, _ says: String) {
    let error = #expect(throws: LayoutError.self) { try Self.answer(spec) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }
}
