internal import GridLayout

/// A picture of a grid: rectangles, each with a role, in points of one coordinate system.
///
/// It knows nothing of how a grid was laid out, so any kind can be drawn: one fills it with the frames of an answer,
/// and what stands out of the container is hatched.
///
///     var drawing = GridDrawing(title: "two cells")
///     drawing.limit(to: Rect(x: 0, y: 0, width: 100, height: 50))
///     drawing.add(.cell, Rect(x: 0, y: 0, width: 60, height: 50), label: "0")
///     drawing.add(.cell, Rect(x: 68, y: 0, width: 60, height: 50), label: "1")  // hatched from 100 to 128
///     drawing.svg
package struct GridDrawing: Hashable, Sendable {
  /// What a rectangle stands for. The order is that in which they are drawn.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    case container
    /// The background of an equal grid, which shows through as its borders.
    case border
    /// A cell that is in an answer without meeting the viewport.
    case overscan
    case cell, item, header, footer, pinnedHeader, pinnedFooter
    /// A part of another rectangle that lies outside of the container.
    case overflow
    case viewport
  }

  /// A rectangle of the drawing.
  package struct Shape: Hashable, Sendable {
    package let role: Role
    package let frame: Rect
    package let label: String?
  }

  /// The most cells that are drawn: more could be told apart by nobody.
  package static let mostCells = 10_000

  /// What the picture shows, for those who can't see it.
  package let title: String
  /// The rectangles in the order in which they were added.
  package private(set) var shapes: [Shape] = []
  /// What the container holds; nil where nothing stands out of anything.
  private var inside: Rect?

  package init(title: String) { self.title = title }

  /// Hatches what is added from now on where it lies outside of a rectangle.
  package mutating func limit(to inside: Rect) { self.inside = inside }

  /// Adds a rectangle. One with a number that is not finite can't be drawn and is left out.
  package mutating func add(_ role: Role, _ frame: Rect, label: String? = nil) {
    guard [frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy(\.isFinite) else { return }
    shapes.append(Shape(role: role, frame: frame, label: label))
    guard let inside, [.overscan, .cell, .item, .header, .footer, .pinnedHeader, .pinnedFooter].contains(role) else {
      return
    }
    for part in frame.parts(outsideOf: inside) { shapes.append(Shape(role: .overflow, frame: part, label: nil)) }
  }

  /// Throws where there are more cells than are drawn.
  package func checkSize() throws(LayoutError) {
    let cells = shapes.count { $0.role == .cell || $0.role == .overscan }
    guard cells <= Self.mostCells else {
      throw LayoutError("\(cells) cells are too many for a drawing, which has \(Self.mostCells) at most")
    }
  }

  /// The rectangle around all that is drawn.
  var bounds: Rect {
    guard let first = shapes.first?.frame else { return Rect(x: 0, y: 0, width: 1, height: 1) }
    var (left, top, right, bottom) = (first.minX, first.minY, first.maxX, first.maxY)
    for shape in shapes {
      (left, top) = (min(left, shape.frame.minX), min(top, shape.frame.minY))
      (right, bottom) = (max(right, shape.frame.maxX), max(bottom, shape.frame.maxY))
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Rect {
  /// The parts outside of another rectangle: up to four, which share no area and fill what is outside.
  fileprivate func parts(outsideOf other: Rect) -> [Rect] {
    guard intersects(other) else { return width > 0 && height > 0 ? [self] : [] }
    var parts: [Rect] = []
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    func add(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
      if left < right, top < bottom { parts.append(Rect(x: left, y: top, width: right - left, height: bottom - top)) }
    }
    add(minX, minY, maxX, top)
    add(minX, top, other.minX, bottom)
    add(other.maxX, top, maxX, bottom)
    add(minX, bottom, maxX, maxY)
    return parts
  }
}
