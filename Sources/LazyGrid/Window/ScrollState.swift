public import GridLayout

/// Where a viewport is to stand in a grid.
public enum ScrollTarget: Sendable, Hashable {
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

/// A viewport and where it stands: all that a window depends on beside the grid.
///
///     var scroll = ScrollState(viewport: Size(width: 1024, height: 768))
///     scroll.scroll(to: .fraction(0.73))
public struct ScrollState: Sendable, Hashable {
  /// The size of the viewport, in points.
  public var viewport: Size
  public var target: ScrollTarget
  public var alignment: ScrollAlignment
  /// Where the viewport stood before, in points: what the least movement starts from.
  public var offset: Double
  /// The first item in sight and how far into its line the viewport stood before; nil where none was in sight.
  public var place: ScrollPlace?
  /// How many lines more are wanted before and after those in the viewport.
  public var overscan: Int
  /// How much more is wanted ahead of the motion, and behind it, in points.
  public var prefetch = Overscan(ahead: 0, behind: 0)
  /// The motion along the main axis, in points a second: above zero it is toward the end. Only its sign counts.
  public var velocity = 0.0
  /// Cells that are always in the answer, wherever the viewport is: the focused one, the source of a drag.
  ///
  /// A cell that is there for this alone is outside of the window's `visible`. A key that is not there is passed over.
  public var keep: [CellKey] = []

  public init(viewport: Size, at target: ScrollTarget = .start, overscan: Int = 0) {
    self.viewport = viewport
    self.target = target
    self.overscan = overscan
    alignment = .start
    offset = 0
  }

  /// Aims at another place.
  public mutating func scroll(to target: ScrollTarget, alignment: ScrollAlignment = .start) {
    self.target = target
    self.alignment = alignment
  }

  /// Aims at the item that was first in sight, as far into its line: after a commit, in another order or width, it is
  /// still where it was on screen.
  public mutating func keepPlace() {
    if let place { target = .place(place) }
  }
}
