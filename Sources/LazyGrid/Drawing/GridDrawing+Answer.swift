internal import GridLayout
internal import GridStore

extension GridDrawing {
  /// Draws what a layout spec was answered.
  ///
  /// Cells, items, headers and footers are taken from the answer, as they stand there, so any kind of grid can be
  /// drawn. The spec tells the container and the viewport, which an answer doesn't repeat.
  ///
  /// - Throws: ``LayoutError`` for an answer without cells, or with too many.
  /// - Complexity: O(*k*), where *k* is the number of cells.
  package init(spec: JSON, answer: JSON) throws(LayoutError) {
    guard case .array(let cells) = answer["cells"] else {
      throw LayoutError("the answer has no cells that could be drawn")
    }
    guard cells.count <= Self.mostCells else {
      throw LayoutError(
        "\(cells.count) cells are too many for a drawing, which has \(Self.mostCells) at most; give a viewport or fewer items"
      )
    }
    let kind = spec["grid"]?.text ?? "lazy"
    self.init(title: "\(kind) grid, \(cells.count == 1 ? "1 cell" : "\(cells.count) cells")")
    drawGround(spec, answer, kind)
    for cell in cells {
      guard let frame = cell.rect else { continue }
      add(.cell, frame, label: cell["id"]?.text ?? cell["index"]?.text)
      if let item = cell["item"]?.rect { add(.item, item) }
    }
    if case .array(let lines) = answer["supplementary"] {
      for line in lines { drawSupplementary(line) }
    }
    if let viewport = Self.viewport(spec, answer) { add(.viewport, viewport) }
  }

  /// The container, or the background of an equal grid.
  private mutating func drawGround(_ spec: JSON, _ answer: JSON, _ kind: String) {
    guard var container = Self.container(spec, answer) else { return }
    if var viewport = Self.viewport(spec, answer) {
      // What scrolls stands in its container where the viewport is.
      add(.container, viewport)
      // Content goes on before and after a viewport, and beside it nothing should be.
      let far = 4e12
      if Self.isHorizontal(spec) {
        (viewport.origin.x, viewport.size.width) = (-far, 2 * far)
      } else {
        (viewport.origin.y, viewport.size.height) = (-far, 2 * far)
      }
      return limit(to: viewport)
    }
    // A container whose length along the grid is not said holds all of it.
    if Self.isHorizontal(spec), spec["container"]?["width"] == nil {
      container.size.width = answer["contentSize"]?.number("width") ?? 0
    } else if !Self.isHorizontal(spec), spec["container"]?["height"] == nil {
      container.size.height = answer["contentSize"]?.number("height") ?? 0
    }
    add(kind == "equal" ? .border : .container, container)
    limit(to: container)
  }

  private mutating func drawSupplementary(_ line: JSON) {
    guard let frame = line.rect else { return }
    let isPinned = line["pinned"] == .bool(true)
    let isFooter = line["kind"]?.text == "footer"
    let section = line["section"]?["value"]?.text ?? line["section"]?.text
    let label = (isFooter ? "footer" : "header") + (section.map { " " + $0 } ?? "")
    let role: Role = isFooter ? (isPinned ? .pinnedFooter : .footer) : isPinned ? .pinnedHeader : .header
    add(role, frame, label: label)
  }

  private static func isHorizontal(_ spec: JSON) -> Bool { spec["axis"]?.text == "horizontal" }

  /// The container, which is at the leading side where content overflows it.
  private static func container(_ spec: JSON, _ answer: JSON) -> Rect? {
    guard let container = spec["container"] else { return nil }
    let size = Size(width: container.number("width") ?? 0, height: container.number("height") ?? 0)
    let isMirrored = spec["layoutDirection"]?.text == "rightToLeft"
    let content = answer["contentSize"]?.number("width") ?? size.width
    return Rect(origin: Point(x: isMirrored ? content - size.width : 0, y: 0), size: size)
  }

  private static func viewport(_ spec: JSON, _ answer: JSON) -> Rect? {
    guard let viewport = spec["viewport"], viewport != .null, let container = container(spec, answer) else {
      return nil
    }
    let offset = viewport.number("offset") ?? 0
    if !isHorizontal(spec) {
      let length = viewport.number("length") ?? container.height
      return Rect(x: container.minX, y: offset, width: container.width, height: length)
    }
    let length = viewport.number("length") ?? container.width
    var start = offset
    if spec["layoutDirection"]?.text == "rightToLeft" {
      start = (answer["contentSize"]?.number("width") ?? 0) - offset - length
    }
    return Rect(x: start, y: container.minY, width: length, height: container.height)
  }
}

extension JSON {
  fileprivate func number(_ name: String) -> Double? {
    guard case .number(let digits) = self[name] else { return nil }
    return Double(digits)
  }

  /// A text or a number as it is written.
  fileprivate var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  fileprivate var rect: Rect? {
    guard let x = number("x"), let y = number("y"), let width = number("width"), let height = number("height") else {
      return nil
    }
    return Rect(x: x, y: y, width: width, height: height)
  }
}
