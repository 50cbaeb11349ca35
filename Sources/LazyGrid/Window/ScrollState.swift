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
}

/// Which part of the viewport an item is brought to.
public enum ScrollAlignment: String, Sendable, Hashable, CaseIterable {
  case start, center, end
  /// The least movement that shows the item whole.
  case nearest
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
}
