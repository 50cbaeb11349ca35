/// A rectangle, in points.
///
/// It holds its left and top edges and not its right and bottom ones, so rectangles that stand side by side
/// share no point.
public struct Rect: Hashable, Sendable {
  /// The corner at the top left.
  public var origin: Point
  /// The extent to the right and downward.
  public var size: Size

  /// Makes a rectangle from its top-left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from its left and top edges and its extents, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// A rectangle without extent where coordinates count from.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The left edge, in points.
  public var minX: Double { origin.x }
  /// The top edge, in points.
  public var minY: Double { origin.y }
  /// The right edge, in points.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge, in points.
  public var maxY: Double { origin.y + size.height }
  /// The extent from left to right, in points.
  public var width: Double { size.width }
  /// The extent from top to bottom, in points.
  public var height: Double { size.height }

  /// Returns the same rectangle, moved to the right and downward.
  public func offset(by point: Point) -> Rect {
    Rect(x: origin.x + point.x, y: origin.y + point.y, width: width, height: height)
  }

  /// Returns whether the rectangle holds a point.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the rectangle has an area.
  var hasArea: Bool { width > 0 && height > 0 }

  /// Returns whether two rectangles share an area. An edge has none, and neither has a rectangle without one.
  ///
  /// A coordinate that is NaN makes the answer false.
  public func intersects(_ other: Rect) -> Bool {
    hasArea && other.hasArea
      && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
