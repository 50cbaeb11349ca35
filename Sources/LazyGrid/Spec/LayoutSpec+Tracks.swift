internal import GridLayout
internal import GridStore

extension LayoutSpec {
  static func tracks(_ list: [JSON]) throws(LayoutError) -> [GridItem] {
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

  static func alignment(_ members: inout SpecMembers) throws(LayoutError) -> Alignment? {
    guard let name = try members.text("alignment") else { return nil }
    guard let alignment = LazyGrid.alignment(named: name) else {
      throw LayoutError("\(members.path).alignment '\(name)' is no alignment; one is topLeading")
    }
    return alignment
  }
}
