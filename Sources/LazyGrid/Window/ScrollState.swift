public import GridLayout

/// A viewport and where it stands: all that a window depends on beside the grid.
///
///     var scroll = ScrollState(viewport: Size(width: 1024, height: 768))
///     scroll.scroll(to: .fraction(0.73))
///     scroll = try grid.window(for: scroll).scroll       // where it really came to rest
///     scroll.viewport.width = 500                        // the item that was first in sight still is
///
/// A window's own state stays at what is in sight: the next window shows the same item where it was on screen, after a
/// commit of whatever program, in another order or width, and a width that comes back leads to the same place to the
/// last bit.
public struct ScrollState: Sendable, Hashable {
  /// The size of the viewport, in points.
  public var viewport: Size
  public var target: ScrollTarget
  public var alignment = ScrollAlignment.start
  /// How much further than the target it is to go, in points; below zero is toward the start.
  public var distance = 0.0
  /// What a move by a distance may come to rest at; nil is anywhere.
  public var behavior: ScrollTargetBehavior?

  /// How much of the viewport is covered at its start, in points, as by a bar: the content may be scrolled that much
  /// further, and items come to stand inside. SwiftUI's content margins and safe area.
  public var insetStart = 0.0
  /// How much of the viewport is covered at its end, in points.
  public var insetEnd = 0.0
  /// What holds still at the two ends when items come and go: SwiftUI's `defaultScrollAnchor(_:for: .sizeChanges)`.
  public var policy = ViewportPolicy.keepsItem
  /// Where content stands that is shorter than the viewport: 0 at its start, 1 at its end; SwiftUI's
  /// `defaultScrollAnchor(_:for: .alignment)`.
  public var shortContentFraction = 0.0
  /// Items that hold still where they are on screen rather than the first in sight, in their order of preference: what has
  /// the focus, what is selected. Those out of sight hold nothing.
  public var holds: [CellKey] = []

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

  /// Where the last window came to rest.
  var rest: ScrollRest?

  /// Makes a state that no window came of yet.
  ///
  /// - Parameters:
  ///   - viewport: Its size, in points.
  ///   - target: Where it stands first: SwiftUI's `defaultScrollAnchor(_:for: .initialOffset)`.
  ///   - overscan: How many lines more are wanted before and after those in the viewport.
  public init(viewport: Size, at target: ScrollTarget = .start, overscan: Int = 0) {
    self.viewport = viewport
    self.target = target
    self.overscan = overscan
  }

  /// Where the last window came to rest, in points from the start of the content.
  public var offset: Double { rest?.viewport.offset ?? 0 }

  /// The item that the last window held still and how far past the start of its line the viewport was: the first in sight,
  /// if none of ``holds`` was. Nil where none was in sight.
  public var place: ScrollPlace? {
    guard let rest, let anchor = rest.viewport.anchor, let key = rest.key else { return nil }
    return ScrollPlace(index: rest.item ?? Int(anchor.index), key: key, delta: anchor.delta)
  }

  /// Aims at another place.
  public mutating func scroll(to target: ScrollTarget, alignment: ScrollAlignment = .start) {
    self.target = target
    self.alignment = alignment
    distance = 0
    behavior = nil
  }

  /// Moves by a distance from where it is or is aimed at, in points, or as far as the content allows.
  ///
  /// - Parameters:
  ///   - distance: Below zero toward the start; moves before the next window add up.
  ///   - behavior: What it may come to rest at, where the motion ends; nil is anywhere.
  public mutating func scroll(by distance: Double, restingAt behavior: ScrollTargetBehavior? = nil) {
    self.distance += distance
    self.behavior = behavior
  }
}
