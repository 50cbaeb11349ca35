/// Where a viewport is to stand in a grid.
public enum ScrollTarget: Sendable, Hashable {
  /// Where it came to rest: at the item that was first in sight and as far into its line, whatever was inserted, removed
  /// or laid out otherwise since. After a window this is the target.
  case stay
  case start
  case end
  /// The line of an item, by its index.
  case index(Int)
  /// The line of an item, by its key, loaded or not.
  case key(CellKey)
  /// A part of the way: 0 and 1 are exactly the two ends.
  case fraction(Double)
  /// A distance from the start of the content, in points.
  case offset(Double)
  /// A place that was come to before. If its item is gone, the one that has its index now takes over, or the last.
  case place(ScrollPlace)
}

/// A position that survives change: an item, and how far into its line the viewport starts.
///
/// It is plain data, good for a later session and another window size too.
public struct ScrollPlace: Sendable, Hashable {
  /// The index of the item when the place was taken.
  public var index: Int
  public var key: CellKey
  /// How far the start of the viewport is past that of the item's line, in points.
  public var delta: Double

  /// Makes a place.
  public init(index: Int, key: CellKey, delta: Double) {
    self.index = index
    self.key = key
    self.delta = delta
  }
}

/// Which part of the viewport an item is brought to.
public enum ScrollAlignment: String, Sendable, Hashable, CaseIterable {
  case start, center, end
  /// The least movement that shows the item whole.
  case nearest

  /// SwiftUI's names for where an item comes to in a vertical scroll view, and in a horizontal one.
  public static let top = ScrollAlignment.start
  public static let bottom = ScrollAlignment.end
  public static let leading = ScrollAlignment.start
  public static let trailing = ScrollAlignment.end
}
