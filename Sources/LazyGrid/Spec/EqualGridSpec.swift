internal import GridLayout
internal import GridStore

/// A layout of an equal grid as JSON says it, and the answer in JSON.
///
///     {"grid":"equal","columns":7,"rows":6,"borderWidth":1,"container":{"width":356,"height":305},"count":31}
///
/// Numbers are points; absent members have their defaults, unknown ones are an error. Without a `count` the board is full.
package struct EqualGridSpec {
  private let layout: EqualLayout

  package init(_ json: JSON) throws(LayoutError) {
    var members = try SpecMembers(json, path: "the spec")
    _ = try members.text("grid")
    let size = try members.wholeNumber("gridSize")
    let columns = try members.wholeNumber("columns")
    let rows = try members.wholeNumber("rows")
    guard (columns == nil) == (rows == nil), size == nil || columns == nil else {
      throw LayoutError("the spec must have either gridSize, or both columns and rows")
    }
    let borderWidth = try members.number("borderWidth")
    let insets = try members.insets() ?? .zero
    guard let container = try members.container() else {
      throw LayoutError("the spec has no container; write \"container\":{\"width\":300,\"height\":300}")
    }
    let count = try members.wholeNumber("count")
    try members.finish()
    let grid = EqualGrid(
      columns: columns ?? size ?? 4, rows: rows ?? size ?? 4, borderWidth: borderWidth ?? 5, insets: insets)
    layout = grid.layout(in: container, count: Int64(count ?? grid.columns * grid.rows))
    guard layout.count <= 1_000_000 else { throw LayoutError("\(layout.count) cells are too many to list at once") }
  }

  /// Writes the answer as one JSON object.
  package func write(_ writer: inout JSONWriter) {
    writer.object {
      $0.name("cell")
      $0.size(layout.cell)
      $0.name("contentSize")
      $0.size(layout.contentSize)
      $0.name("cells")
      $0.array {
        for index in 0..<layout.count {
          $0.object {
            $0.name("index")
            $0.integer(index)
            $0.rect(layout.frame(of: index))
          }
        }
      }
      $0.name("diagnostics")
      $0.array { for diagnostic in layout.diagnostics { $0.string(diagnostic.text) } }
    }
  }
}

extension EqualGridDiagnostic {
  /// The diagnostic in words.
  var text: String {
    switch self {
    case .countNotPositive(let part): "the number of \(part.text) is below one and counts as one"
    case .countTooLarge(let part): "the number of \(part.text) is over \(Tracks.limit) and counts as that"
    case .numberNotFinite(let part): "\(part.text) has a number that is not finite and counts as zero"
    case .numberTooLarge(let part): "\(part.text) has a number over 10¹² points"
    case .borderTurnsBack: "the negative border would turn cells back and counts as zero"
    case .noRoom: "borders and insets leave no room for the cells"
    case .negativeCount: "the number of items is below zero and counts as none"
    }
  }
}

extension EqualGridDiagnostic.Part {
  fileprivate var text: String {
    switch self {
    case .columns: "columns"
    case .rows: "rows"
    case .borderWidth: "borderWidth"
    case .insets: "insets"
    case .container: "the container"
    }
  }
}

extension SpecMembers {
  /// A whole number; one that is larger than any count counts as a large one.
  fileprivate mutating func wholeNumber(_ name: String) throws(LayoutError) -> Int? {
    guard let number = try number(name) else { return nil }
    guard number == number.rounded() else { throw LayoutError("\(path).\(name) is no whole number") }
    return Int(min(max(number, -1e15), 1e15))
  }
}
