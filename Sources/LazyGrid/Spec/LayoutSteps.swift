internal import GridLayout
internal import GridStore

/// One event of a scroll session that a layout spec replays.
enum LayoutStep {
  case scrollTo(ScrollDestination)
  case scrollBy(Double)
  case insert(at: Int64, lengths: [Double], sizes: [Size?])
  case remove(at: Int64, count: Int64)
  case move(from: Int64, to: Int64)
  case resize(index: Int64, length: Double)
  case tracks([GridItem])
  case container(Size)
}

extension LayoutStep {
  /// Reads an event, an object with one member that names it.
  init(_ json: JSON, path: String, axis: Axis) throws(LayoutError) {
    var members = try SpecMembers(json, path: path)
    self = try LayoutStep.event(&members, axis)
    try members.finish()
  }

  private static func event(_ members: inout SpecMembers, _ axis: Axis) throws(LayoutError) -> LayoutStep {
    if var target = try members.object("scrollTo") {
      let step = LayoutStep.scrollTo(try destination(&target))
      try target.finish()
      return step
    }
    if let distance = try members.number("scrollBy") { return .scrollBy(distance) }
    if var insertion = try members.object("insert") {
      let index = try insertion.index("index")
      let elements = try insertion.array("items") ?? []
      let items = try SpecContent.items(elements, axis, path: "\(insertion.path).items")
      try insertion.finish()
      return .insert(at: index, lengths: items.lengths, sizes: items.sizes)
    }
    if var removal = try members.object("remove") {
      let step = LayoutStep.remove(at: try removal.index("index"), count: try removal.index("count", absent: 1))
      try removal.finish()
      return step
    }
    if var move = try members.object("move") {
      let step = LayoutStep.move(from: try move.index("from"), to: try move.index("to"))
      try move.finish()
      return step
    }
    if var resize = try members.object("resize") {
      let index = try resize.index("index")
      guard let length = try resize.number("length") else { throw LayoutError("\(resize.path) has no length") }
      try resize.finish()
      return .resize(index: index, length: length)
    }
    if let tracks = try members.array("tracks") { return .tracks(try LayoutSpec.tracks(tracks)) }
    if let container = try members.container() { return .container(container) }
    try members.finish()
    throw LayoutError("\(members.path) is no event; one is {\"scrollBy\":100}")
  }

  private static func destination(_ target: inout SpecMembers) throws(LayoutError) -> ScrollDestination {
    if let offset = try target.number("offset") { return .offset(offset) }
    if let edge = try target.choice("edge", ["start": ScrollDestination.start, "end": .end]) { return edge }
    let index = try target.index("index")
    switch target.take("anchor") {
    case nil: return .item(index, .nearest)
    case .number(let literal):
      guard let fraction = Double(literal), 0...1 ~= fraction else {
        throw LayoutError("\(target.path).anchor is no fraction from 0 to 1")
      }
      return .item(index, .fraction(fraction))
    case .string("start"): return .item(index, .start)
    case .string("center"): return .item(index, .center)
    case .string("end"): return .item(index, .end)
    default: throw LayoutError("\(target.path).anchor is none of start, center, end, a fraction from 0 to 1 and null")
    }
  }
}

extension SpecMembers {
  /// An index or a number of items.
  fileprivate mutating func index(_ name: String, absent: Int64? = nil) throws(LayoutError) -> Int64 {
    switch take(name) {
    case nil:
      if let absent { return absent }
      throw LayoutError("\(path) has no \(name)")
    case .number(let literal):
      guard let index = Int64(literal), index >= 0 else {
        throw LayoutError("\(path).\(name) is no whole number, zero or above")
      }
      return index
    default: throw LayoutError("\(path).\(name) is no whole number, zero or above")
    }
  }
}

extension LayoutSpec {
  /// Applies an event to the grid and the viewport.
  ///
  /// - Throws: ``LayoutError`` where it is about items that are not there.
  mutating func apply(_ step: LayoutStep, _ viewport: inout Viewport, path: String) throws(LayoutError) {
    func check(_ range: Range<Int64>, _ end: Int64) throws(LayoutError) {
      guard range.upperBound <= end else {
        throw LayoutError("\(path) is about item \(range.upperBound - 1); there are \(grid.count)")
      }
    }
    switch step {
    case .scrollTo(let destination): viewport.scroll(to: destination, in: grid)
    case .scrollBy(let distance): viewport.scroll(by: distance, in: grid)
    case .insert(let index, let lengths, let itemSizes):
      try check(index..<index, grid.count)
      grid.replaceItems(index..<index, by: [.lengths(lengths)])
      sizes.replace(index..<index, by: itemSizes, count: Int64(lengths.count))
      viewport.contentDidChange(.insert(at: index, count: Int64(lengths.count)), in: grid)
    case .remove(let index, let count):
      let (end, isOver) = index.addingReportingOverflow(count)
      try check(index..<(isOver ? .max : end), grid.count)
      grid.replaceItems(index..<end, by: [])
      sizes.replace(index..<end, by: [], count: 0)
      viewport.contentDidChange(.remove(index..<end), in: grid)
    case .move(let from, let to):
      try check(max(from, to)..<min(max(from, to), .max - 1) + 1, grid.count)
      let size = sizes[from]
      grid.moveItem(from: from, to: to)
      sizes.replace(from..<from + 1, by: [], count: 0)
      sizes.replace(to..<to, by: [size], count: 1)
      viewport.contentDidChange(.move(from: from, to: to), in: grid)
    case .resize(let index, let length):
      try check(index..<min(index, .max - 1) + 1, grid.count)
      grid.setLength(ofItem: index, to: length)
      if var size = sizes[index] {
        if grid.axis == .vertical { size.height = max(length, 0) } else { size.width = max(length, 0) }
        sizes.replace(index..<index + 1, by: [size], count: 1)
      }
      viewport.contentDidChange(.resize, in: grid)
    case .tracks(let items):
      grid.resolve(items: items)
      viewport.layoutDidChange(in: grid)
    case .container(let size):
      grid.resolve(crossLength: grid.axis == .vertical ? size.width : size.height)
      viewport.layoutDidChange(length: grid.axis == .vertical ? size.height : size.width, in: grid)
    }
  }

  /// Replays the steps and writes what each answers.
  ///
  /// - Returns: What the grid had to say by the end.
  /// - Throws: ``LayoutError`` where a step is about items that are not there, or shows too many.
  func write(_ steps: [LayoutStep], _ writer: inout JSONWriter) throws(LayoutError) -> [String] {
    var spec = self
    let start = firstInterval
    var viewport = Viewport(
      length: start.end - start.start, insetStart: start.insetStart, insetEnd: start.insetEnd, in: grid)
    viewport.scroll(to: .offset(start.start), in: grid)
    try writer.array { writer throws(LayoutError) in
      for (i, step) in steps.enumerated() {
        try spec.apply(step, &viewport, path: "steps[\(i)]")
        let lines = try spec.lines(in: viewport.interval)
        writer.object {
          $0.name("offset")
          $0.number(viewport.offset)
          $0.name("anchor")
          if let anchor = viewport.anchor {
            $0.object {
              $0.name("index")
              $0.integer(anchor.index)
              $0.name("delta")
              $0.number(anchor.delta)
            }
          } else {
            $0.null()
          }
          $0.name("contentSize")
          $0.size(spec.grid.contentSize)
          spec.write(lines, &$0)
        }
      }
    }
    return spec.gridDiagnostics
  }
}
