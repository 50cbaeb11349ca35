internal import GridLayout

extension GridDrawing {
  /// The drawing as an SVG document: legible on light and dark grounds, and the same bytes for the same shapes.
  ///
  /// Coordinates are the points of the grid itself. Only a grid that is seen far from its start is moved, since
  /// viewers compute in `Float`; its description then says by how much.
  ///
  /// - Complexity: O(*s*), where *s* is the number of shapes.
  package var svg: String {
    let bounds = bounds
    let origin = Point(x: nearby(bounds.minX), y: nearby(bounds.minY))
    let page = SVGPage(bounds.offset(by: Point(x: -origin.x, y: -origin.y)), legend: legend)
    var writer = SVGWriter()
    writer.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "role": "img", "width": svgNumber(page.frame.width / page.unit),
        "height": svgNumber(page.frame.height / page.unit),
        "viewBox": [page.frame.minX, page.frame.minY, page.frame.width, page.frame.height].map(svgNumber)
          .joined(separator: " "),
      ]
    ) { svg in
      svg.element("title", [:], text: title)
      if origin != .zero {
        svg.element("desc", [:], text: "Coordinates count from \(svgNumber(origin.x)), \(svgNumber(origin.y)).")
      }
      svg.element("style", [:], text: style)
      svg.element(
        "pattern",
        [
          "id": "hatch", "patternUnits": "userSpaceOnUse", "width": svgNumber(6 * page.unit),
          "height": svgNumber(6 * page.unit), "patternTransform": "rotate(45)",
        ]
      ) { pattern in
        pattern.element(
          "rect", ["class": "stripe", "width": svgNumber(3 * page.unit), "height": svgNumber(6 * page.unit)])
      }
      svg.rect("paper", page.frame)
      for layer in GridDrawing.layers { write(layer, movedBy: origin, page, &svg) }
      for (role, swatch, place) in page.legend {
        svg.rect(role.rawValue, swatch)
        svg.element(
          "text",
          ["x": svgNumber(place.x), "y": svgNumber(place.y), "font-size": svgNumber(11 * page.unit)], text: role.text)
      }
    }
    return writer.text
  }

  /// What is drawn at once: shapes, role by role, then their labels.
  private static let layers: [[Role]] = [
    [.container, .border, .overscan, .cell, .item], [.header, .footer], [.pinnedHeader, .pinnedFooter], [.overflow],
    [.viewport],
  ]

  private func write(_ layer: [Role], movedBy origin: Point, _ page: SVGPage, _ svg: inout SVGWriter) {
    for role in layer {
      // A shape without an area would not be drawn.
      let frames = shapes.lazy.filter { $0.role == role && $0.frame.width > 0 && $0.frame.height > 0 }.map(\.frame)
      guard !frames.isEmpty else { continue }
      svg.element("g", ["class": role.rawValue]) {
        for frame in frames { $0.rect(nil, frame.offset(by: Point(x: -origin.x, y: -origin.y))) }
      }
    }
    let labels = shapes.lazy.filter { layer.contains($0.role) }.compactMap { shape in
      page.fontSize(shape).map { (shape, $0) }
    }
    guard !labels.isEmpty else { return }
    svg.element("g", ["class": "labels"]) {
      for (shape, size) in labels {
        $0.element(
          "text",
          [
            "x": svgNumber(shape.frame.minX - origin.x + shape.frame.width / 2),
            "y": svgNumber(shape.frame.minY - origin.y + shape.frame.height / 2 + size * baseline),
            "font-size": svgNumber(size),
          ], text: shape.label ?? "")
      }
    }
  }

  /// The roles that are there, in the order of drawing.
  private var legend: [Role] {
    let there = Set(shapes.lazy.filter { $0.frame.width > 0 && $0.frame.height > 0 }.map(\.role))
    return Role.allCases.filter(there.contains)
  }

  /// A round number near a far one, and zero near zero.
  private func nearby(_ coordinate: Double) -> Double {
    coordinate.magnitude > 100_000 ? (coordinate / 1000).rounded(.down) * 1000 : 0
  }
}

/// How large a drawing is shown, and where its legend goes.
private struct SVGPage {
  /// What is shown, margins and legend included.
  let frame: Rect
  /// The points that one pixel shows.
  let unit: Double
  let legend: [(role: GridDrawing.Role, swatch: Rect, text: Point)]

  init(_ bounds: Rect, legend roles: [GridDrawing.Role]) {
    let (short, long) = (min(bounds.width, bounds.height), max(bounds.width, bounds.height))
    // The short side fits a screen and the long one may scroll, up to what viewers open; small boards are enlarged.
    var unit = max(1, short / 1000, long / 16_000)
    if long < 320 { unit = max(long / 320, 1.0 / 64) }
    let margin = 12 * unit
    let width = max(bounds.width, 160 * unit)
    var (x, y) = (bounds.minX, bounds.maxY + margin)
    var legend: [(role: GridDrawing.Role, swatch: Rect, text: Point)] = []
    for role in roles {
      let needed = Double(role.text.count) * 6.5 * unit + 30 * unit
      if x > bounds.minX, x + needed > bounds.minX + width {
        x = bounds.minX
        y += 18 * unit
      }
      let swatch = Rect(x: x, y: y, width: 14 * unit, height: 11 * unit)
      legend.append((role, swatch, Point(x: x + 19 * unit, y: y + (5.5 + 11 * baseline) * unit)))
      x += needed
    }
    let bottom = roles.isEmpty ? bounds.maxY : y + 11 * unit
    self.unit = unit
    self.legend = legend
    frame = Rect(
      x: bounds.minX - margin, y: bounds.minY - margin, width: width + 2 * margin,
      height: bottom - bounds.minY + 2 * margin)
  }

  /// The size of a label that fits its shape, in points; nil where it could not be read.
  func fontSize(_ shape: GridDrawing.Shape) -> Double? {
    guard let label = shape.label, !label.isEmpty else { return nil }
    let size = min(13 * unit, shape.frame.height * 0.6, shape.frame.width * 0.9 / (0.62 * Double(label.count)))
    return size >= 4 * unit ? size : nil
  }
}

extension GridDrawing.Role {
  /// The role in the words of the legend.
  fileprivate var text: String {
    switch self {
    case .pinnedHeader: "pinned header"
    case .pinnedFooter: "pinned footer"
    default: rawValue
    }
  }
}

extension SVGWriter {
  fileprivate mutating func rect(_ role: String?, _ frame: Rect) {
    let (x, y, width, height) = (
      svgNumber(frame.minX), svgNumber(frame.minY), svgNumber(frame.width), svgNumber(frame.height)
    )
    if let role {
      element("rect", ["class": role, "x": x, "y": y, "width": width, "height": height])
    } else {
      element("rect", ["x": x, "y": y, "width": width, "height": height])
    }
  }
}

/// How far the baseline of a label lies below its middle, by its size. Not every viewer can centre text downward.
private let baseline = 0.35

/// Strokes keep their width however large the grid is. Colours are given twice, for light and for dark grounds.
private let style = """

  rect { vector-effect: non-scaling-stroke }
  text { fill: #1f2328; font-family: system-ui, sans-serif }
  .labels { text-anchor: middle }
  .paper { fill: #ffffff }
  .container { fill: #f6f8fa; stroke: #8c959f; stroke-dasharray: 5 4 }
  .border { fill: #6e7781 }
  .cell { fill: #dbe9ff; stroke: #3b6fd4 }
  .overscan { fill: #f0f4fa; stroke: #9db4dc; stroke-dasharray: 3 3 }
  .item { fill: #ffe3a8; stroke: #b07a00 }
  .header, .footer { fill: #d9f2dc; stroke: #2f8a3b }
  .pinnedHeader, .pinnedFooter { fill: #a9dfb0; stroke: #1a6b26; stroke-width: 2.5 }
  .overflow { fill: url(#hatch); stroke: #cf222e }
  .stripe { fill: #cf222e; fill-opacity: 0.4 }
  .viewport { fill: none; stroke: #1f2328; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .paper { fill: #0d1117 }
    .container { fill: #161b22; stroke: #6e7681 }
    .border { fill: #8b949e }
    .cell { fill: #16305c; stroke: #6ea0ff }
    .overscan { fill: #131a26; stroke: #47618f }
    .item { fill: #5c4410; stroke: #ffc95c }
    .header, .footer { fill: #153d1c; stroke: #5fd06e }
    .pinnedHeader, .pinnedFooter { fill: #1f6b2c; stroke: #8af097 }
    .overflow { stroke: #ff7b72 }
    .stripe { fill: #ff7b72 }
    .viewport { stroke: #e6edf3 }
  }

  """
