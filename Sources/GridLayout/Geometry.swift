/// A place, in points. X grows to the right and y downward.
public struct Point: Hashable, Sendable {
  /// The distance from the left, in points.
  public var x: Double
  /// The distance from the top, in points.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point that coordinates count from.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// The extent from left to right, in points.
  public var width: Double
  /// The extent from top to bottom, in points.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No extent at all.
  public static let zero = Size(width: 0, height: 0)
}

/// Distances inward from the edges of a rectangle, in points.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top, in points.
  public var top: Double
  /// The distance from the left, or from the right where text runs right to left, in points.
  public var leading: Double
  /// The distance from the bottom, in points.
  public var bottom: Double
  /// The distance from the right, or from the left where text runs right to left, in points.
  public var trailing: Double

  /// Makes insets; what is not given is zero.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// No insets.
  public static let zero = EdgeInsets()
}

/// The direction that a grid grows in: its main axis. The other one is its cross axis.
public enum Axis: Hashable, Sendable {
  /// Lines are rows and follow one another downward; tracks are columns.
  case vertical
  /// Lines are columns and follow one another to the trailing side; tracks are rows.
  case horizontal
}

/// The side that leading is on.
public enum LayoutDirection: Hashable, Sendable {
  /// Leading is on the left.
  case leftToRight
  /// Leading is on the right.
  case rightToLeft
}
