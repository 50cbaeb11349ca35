internal import GridLayout
internal import GridStore

/// Reads the content of a layout spec: runs of items, and sections of them.
struct SpecContent {
  let axis: Axis
  private(set) var parts: [GridPart] = []
  /// The items' own sizes, where the spec gives them.
  private(set) var sizes = NaturalSizes()
  /// How many items were read.
  private var count: Int64 = 0

  init(axis: Axis) { self.axis = axis }

  mutating func read(_ elements: [JSON]) throws(LayoutError) {
    for (i, element) in elements.enumerated() {
      var members = try SpecMembers(element, path: "content[\(i)]")
      if var section = try members.object("section") {
        try members.finish()
        let header = try section.number("header")
        let footer = try section.number("footer")
        var runs: [GridRun] = []
        for (j, run) in (try section.array("content") ?? []).enumerated() {
          var members = try SpecMembers(run, path: "content[\(i)].section.content[\(j)]")
          guard !members.has("section") else {
            throw LayoutError("\(members.path) is a section in a section, which is not laid out")
          }
          runs.append(try self.run(&members))
        }
        try section.finish()
        parts.append(.section(GridSection(header: header, footer: footer, runs: runs)))
      } else {
        parts.append(.run(try run(&members)))
      }
    }
  }

  private mutating func run(_ members: inout SpecMembers) throws(LayoutError) -> GridRun {
    let run: GridRun
    switch members.take("items") {
    case .number(let literal):
      guard let number = Int64(literal), number >= 0 else {
        throw LayoutError("\(members.path).items is no number of items")
      }
      guard let each = try members.number("length") else { throw LayoutError("\(members.path) has no length") }
      run = .uniform(count: number, length: each)
      count += min(number, .max - count)
    case .array(let elements):
      let items = try SpecContent.items(elements, axis, path: "\(members.path).items")
      sizes.append(items.sizes, at: count)
      run = .lengths(items.lengths)
      count += min(Int64(elements.count), .max - count)
    default: throw LayoutError("\(members.path) has no items")
    }
    try members.finish()
    return run
  }

  /// Reads items one by one: the length of each along the axis, and its size if it is said.
  static func items(
    _ elements: [JSON], _ axis: Axis, path: String
  ) throws(LayoutError) -> (lengths: [Double], sizes: [Size?]) {
    var lengths: [Double] = []
    var sizes: [Size?] = []
    lengths.reserveCapacity(elements.count)
    for (i, element) in elements.enumerated() {
      if case .number(let literal) = element, let number = Double(literal), number.isFinite {
        lengths.append(number)
        if !sizes.isEmpty { sizes.append(nil) }
      } else if case .object = element {
        var item = try SpecMembers(element, path: "\(path)[\(i)]")
        let size = Size(width: try item.number("width") ?? 0, height: try item.number("height") ?? 0)
        try item.finish()
        if sizes.isEmpty { sizes = Array(repeating: nil, count: i) }
        sizes.append(size)
        lengths.append(axis == .vertical ? size.height : size.width)
      } else {
        throw LayoutError("\(path)[\(i)] is neither a length nor a size")
      }
    }
    return (lengths, sizes)
  }
}
