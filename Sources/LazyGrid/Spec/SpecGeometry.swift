internal import GridLayout
internal import GridStore

// Sizes, edges and frames as specs and their answers write them.

extension SpecMembers {
  mutating func container() throws(LayoutError) -> Size? {
    guard var container = try object("container") else { return nil }
    let size = Size(width: try container.number("width") ?? 0, height: try container.number("height") ?? 0)
    try container.finish()
    return size
  }

  mutating func insets() throws(LayoutError) -> EdgeInsets? {
    guard var edges = try object("insets") else { return nil }
    let insets = EdgeInsets(
      top: try edges.number("top") ?? 0, leading: try edges.number("leading") ?? 0,
      bottom: try edges.number("bottom") ?? 0, trailing: try edges.number("trailing") ?? 0)
    try edges.finish()
    return insets
  }
}

extension JSONWriter {
  mutating func size(_ size: Size) {
    object {
      $0.name("width")
      $0.number(size.width)
      $0.name("height")
      $0.number(size.height)
    }
  }

  /// The members of an object that say where something is.
  mutating func rect(_ rect: Rect) {
    for (name, number) in [("x", rect.minX), ("y", rect.minY), ("width", rect.width), ("height", rect.height)] {
      self.name(name)
      self.number(number)
    }
  }
}
