/// A position in the content that survives change: an item, and how far into its line.
///
/// It is plain data: kept, sent elsewhere and given to a viewport again, it leads to the same place to the last bit.
public struct ScrollAnchor: Hashable, Sendable {
  /// The item; where a viewport made the anchor, the first one in sight.
  public var index: Int64
  /// How far the start of the viewport is past the start of the item's line, in points; below zero if it is before.
  public var delta: Double

  /// Makes an anchor.
  public init(index: Int64, delta: Double) {
    self.index = index
    self.delta = delta
  }
}

/// Where an item comes to stand in a viewport.
public enum ViewportAlignment: Hashable, Sendable {
  /// The same part of the way in the item's line and in the viewport: 0 brings the starts together, 1 the ends.
  case fraction(Double)
  /// The least movement that shows the line whole, or as much of it as there is room for.
  case nearest

  public static let start = ViewportAlignment.fraction(0)
  public static let center = ViewportAlignment.fraction(0.5)
  public static let end = ViewportAlignment.fraction(1)
}

/// Where a viewport is to go.
public enum ScrollDestination: Hashable, Sendable {
  /// The start or the end of the content.
  case start, end
  /// A distance from the start of the content, in points.
  case offset(Double)
  /// The line of an item; of the last or first one, if the index is past those.
  case item(Int64, ViewportAlignment)
  /// A position that was kept.
  case anchor(ScrollAnchor)
}

/// What a viewport holds on to when the content changes around it.
public struct ViewportPolicy: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// At the start it stays there, so that what is inserted before the first item comes into sight.
  public static let staysAtStart = ViewportPolicy(rawValue: 1)
  /// At the end it stays there, so that what is appended comes into sight.
  public static let followsEnd = ViewportPolicy(rawValue: 2)
  /// The item that is first in sight stays where it is on screen, at the start and the end too.
  public static let keepsItem: ViewportPolicy = []
}

/// A change of the items of a grid, by their indexes before it.
public enum ContentChange: Hashable, Sendable {
  /// Items came in before the one of an index.
  case insert(at: Int64, count: Int64)
  /// Items went.
  case remove(Range<Int64>)
  /// An item went elsewhere; `to` is its index afterwards.
  case move(from: Int64, to: Int64)
  /// Items stayed what they are, and their lengths may have changed.
  case resize
}
