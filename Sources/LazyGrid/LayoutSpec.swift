internal import GridLayout
internal import GridStore

/// A layout of a lazy grid as JSON says it, and the answer in JSON.
///
/// Numbers are points; absent members have their defaults, unknown ones are an error. Lines are of one length: a spec
/// whose lines differ is refused for now, and so are sections.
package struct LayoutSpec {
  private var grid: UniformGrid
  private var itemSizes: [Size] = []
  private var viewport: (offset: Double, length: Double)?

  package init(_ json: JSON) throws(LayoutError) {
    var members = try SpecMembers(json, path: "the spec")
    let kind = try members.text("grid") ?? "lazy"
    guard kind == "lazy" else {
      throw LayoutError("the grid '\(kind)' is not laid out yet; \"lazy\" and \"equal\" are")
    }
    let axis = try members.choice("axis", ["vertical": Axis.vertical, "horizontal": .horizontal]) ?? .vertical
    let items = try LayoutSpec.tracks(try members.array("tracks") ?? [])
    let spacing = try members.number("spacing")
    let alignment = try LayoutSpec.alignment(&members) ?? .center
    for name in try members.array("pinnedViews") ?? [] {
      guard case .string(let pinned) = name, ["sectionHeaders", "sectionFooters"].contains(pinned) else {
        throw LayoutError("pinnedViews has other than sectionHeaders and sectionFooters")
      }
    }
    var container = try members.object("container")
    guard container != nil else {
      throw LayoutError("the spec has no container; write \"container\":{\"width\":390,\"height\":844}")
    }
    let width = try container!.number("width") ?? 0
    let height = try container!.number("height") ?? 0
    try container!.finish()
    var insets = EdgeInsets.zero
    if var edges = try members.object("insets") {
      insets = EdgeInsets(
        top: try edges.number("top") ?? 0, leading: try edges.number("leading") ?? 0,
        bottom: try edges.number("bottom") ?? 0, trailing: try edges.number("trailing") ?? 0)
      try edges.finish()
    }
    let direction =
      try members.choice("layoutDirection", ["leftToRight": LayoutDirection.leftToRight, "rightToLeft": .rightToLeft])
      ?? .leftToRight
    let resolution =
      try members.choice("resolution", ["onePass": TrackResolution.onePass, "twoPass": .twoPass]) ?? .onePass
    let content = try LayoutSpec.content(try members.array("content") ?? [], axis)
    if var place = try members.object("viewport") {
      viewport = (
        try place.number("offset") ?? 0, try place.number("length") ?? (axis == .vertical ? height : width)
      )
      try place.finish()
    }
    try members.finish()
    itemSizes = content.sizes
    grid = UniformGrid(
      axis: axis, items: items, count: content.count, lineLength: content.length,
      crossLength: axis == .vertical ? width : height, insets: insets, spacing: spacing, alignment: alignment,
      layoutDirection: direction, resolution: resolution)
    if grid.count > 1_000_000, viewport == nil {
      throw LayoutError("\(grid.count) cells are too many to list at once; give a viewport")
    }
  }

  private static func content(
    _ runs: [JSON], _ axis: Axis
  ) throws(LayoutError) -> (count: Int64, length: Double, sizes: [Size]) {
    var count: Int64 = 0
    var length: Double?
    var sizes: [Size] = []
    for (i, run) in runs.enumerated() {
      var members = try SpecMembers(run, path: "content[\(i)]")
      if members.has("section") { throw LayoutError("content[\(i)] is a section; sections are not laid out yet") }
      var lengths: [Double] = []
      switch members.take("items") {
      case .number(let literal):
        guard let number = Int64(literal), number >= 0 else {
          throw LayoutError("content[\(i)].items is no number of items")
        }
        guard let each = try members.number("length") else { throw LayoutError("content[\(i)] has no length") }
        count += number
        lengths = [each]
      case .array(let elements):
        for (j, element) in elements.enumerated() {
          if case .object = element {
            var item = try SpecMembers(element, path: "content[\(i)].items[\(j)]")
            let size = Size(width: try item.number("width") ?? 0, height: try item.number("height") ?? 0)
            try item.finish()
            sizes.append(size)
            lengths.append(axis == .vertical ? size.height : size.width)
          } else if case .number(let literal) = element, let number = Double(literal) {
            lengths.append(number)
          } else {
            throw LayoutError("content[\(i)].items[\(j)] is neither a length nor a size")
          }
          count += 1
        }
      default: throw LayoutError("content[\(i)] has no items")
      }
      try members.finish()
      for next in lengths {
        if let length, length != next { throw LayoutError("lines of different lengths are not laid out yet") }
        length = next
      }
    }
    if !sizes.isEmpty, Int64(sizes.count) != count { throw LayoutError("items with sizes and items without are mixed") }
    return (count, length ?? 0, sizes)
  }

  private static func tracks(_ list: [JSON]) throws(LayoutError) -> [GridItem] {
    var items: [GridItem] = []
    for (i, json) in list.enumerated() {
      var members = try SpecMembers(json, path: "tracks[\(i)]")
      guard var size = try members.object("size") else { throw LayoutError("tracks[\(i)] has no size") }
      let kind: GridItem.Size
      if let fixed = try size.number("fixed") {
        kind = .fixed(fixed)
      } else if var bounds = try size.object("flexible") {
        kind = .flexible(
          minimum: try bounds.number("minimum") ?? 10, maximum: try bounds.number("maximum") ?? .infinity)
        try bounds.finish()
      } else if var bounds = try size.object("adaptive") {
        guard let minimum = try bounds.number("minimum") else {
          throw LayoutError("tracks[\(i)].size.adaptive has no minimum")
        }
        kind = .adaptive(minimum: minimum, maximum: try bounds.number("maximum") ?? .infinity)
        try bounds.finish()
      } else {
        throw LayoutError("tracks[\(i)].size is neither fixed, flexible nor adaptive")
      }
      try size.finish()
      let spacing = try members.number("spacing")
      let alignment = try alignment(&members)
      items.append(GridItem(kind, spacing: spacing, alignment: alignment))
      try members.finish()
    }
    return items
  }

  private static func alignment(_ members: inout SpecMembers) throws(LayoutError) -> Alignment? {
    guard let name = try members.text("alignment") else { return nil }
    guard let alignment = LazyGrid.alignment(named: name) else {
      throw LayoutError("\(members.path).alignment '\(name)' is no alignment; one is topLeading")
    }
    return alignment
  }

  /// Writes the answer as one JSON object.
  package func write(_ writer: inout JSONWriter) {
    let along = grid.axis == .vertical
    let low = viewport?.offset ?? -.greatestFiniteMagnitude
    let high = viewport.map { $0.offset + $0.length } ?? .greatestFiniteMagnitude
    let lines = viewport == nil ? 0..<grid.lineCount : grid.lines(from: low, to: high)
    writer.object {
      $0.name("contentSize")
      $0.object {
        $0.name("width")
        $0.number(grid.contentSize.width)
        $0.name("height")
        $0.number(grid.contentSize.height)
      }
      $0.name("tracks")
      $0.array {
        for track in grid.tracks {
          $0.object {
            $0.name("offset")
            // Offsets are where tracks are drawn.
            let isMirrored = along && grid.layoutDirection == .rightToLeft
            $0.number(isMirrored ? grid.tracks.reportedLength - track.end : track.offset)
            $0.name("length")
            $0.number(track.length)
          }
        }
      }
      $0.name("cells")
      $0.array {
        for index in grid.indexes(ofLines: lines) {
          let frame = grid.frame(of: index)
          $0.object {
            $0.name("index")
            $0.integer(index)
            $0.name("line")
            $0.integer(grid.line(of: index))
            $0.name("track")
            $0.integer(Int64(grid.track(of: index)))
            $0.rect(frame)
            if !itemSizes.isEmpty {
              $0.name("item")
              let item = grid.itemFrame(of: index, size: itemSizes[Int(index)], in: frame)
              $0.object { $0.rect(item) }
            }
          }
        }
      }
      $0.name("supplementary")
      $0.array { _ in }
      $0.name("diagnostics")
      $0.array { for diagnostic in diagnostics { $0.string(diagnostic) } }
    }
  }

  private var diagnostics: [String] {
    var texts = grid.tracks.diagnostics.map(\.text)
    if let viewport, viewport.offset < 0 { texts.append("the viewport starts before the content") }
    if let viewport, viewport.offset + viewport.length > grid.contentLength {
      texts.append("the viewport ends past the content")
    }
    return texts
  }
}

extension JSONWriter {
  fileprivate mutating func rect(_ rect: Rect) {
    for (name, number) in [("x", rect.minX), ("y", rect.minY), ("width", rect.width), ("height", rect.height)] {
      self.name(name)
      self.number(number)
    }
  }
}
