public import GridLayout

/// A grid and the viewport that it scrolls in, as a value: SwiftUI's `ScrollView { LazyVGrid … }` without a screen.
///
///     var view = ScrollView(viewport: Size(width: 390, height: 844)) {
///       LazyVGrid(columns: columns) { ForEach(products, length: 220) }.padding()
///     }
///     view.scroll(by: 300)
///     view.scrollTo(412_345, anchor: .top)
///     for cell in try view.window().cells { … }
///
/// It keeps the last window, so cells have their slots for as long as they stay. Nothing happens in it between calls.
public struct ScrollView<Grid: ViewportGrid>: Sendable {
  /// The direction that it scrolls in. The grid must grow in it: in SwiftUI a grid is lazy only then.
  public let axis: Axis
  /// What scrolls.
  public var grid: Grid
  /// The viewport and where it is to stand; after a window, where it came to rest.
  public var state: ScrollState
  private var last: Grid.Window?

  /// Makes a scroll view at the start of its content.
  ///
  /// - Parameters:
  ///   - axis: The direction that it scrolls in.
  ///   - viewport: Its size, in points.
  ///   - content: The grid.
  public init(_ axis: Axis = .vertical, viewport: Size, content: () -> Grid) {
    self.axis = axis
    grid = content()
    state = ScrollState(viewport: viewport)
  }

  /// What it shows, with the items.
  ///
  /// - Throws: ``LayoutError`` for a grid that grows in the other direction, and as the grid's own windows.
  /// - Complexity: As ``ViewportGrid/window(for:after:)``.
  public mutating func window() throws -> Grid.Window {
    try checkAxis()
    return rest(at: try grid.window(for: state, after: last))
  }

  /// The same off the caller's thread; cancelling the task interrupts it.
  public mutating func window() async throws -> Grid.Window {
    try checkAxis()
    return rest(at: try await grid.window(for: state, after: last))
  }

  private func checkAxis() throws(LayoutError) {
    guard grid.axis == axis else {
      throw LayoutError(
        axis == .vertical
          ? "a grid that grows sideways, as a LazyHGrid, scrolls in a ScrollView(.horizontal)"
          : "a grid that grows downward, as a LazyVGrid, scrolls in a ScrollView(.vertical)")
    }
  }

  private mutating func rest(at window: Grid.Window) -> Grid.Window {
    state = window.scroll
    last = window
    return window
  }

  /// Aims at another place.
  public mutating func scroll(to target: ScrollTarget, alignment: ScrollAlignment = .start) {
    state.scroll(to: target, alignment: alignment)
  }

  /// Aims at an item by its id, loaded or not, as SwiftUI's `ScrollViewProxy`.
  ///
  /// - Parameters:
  ///   - id: The id of a value, or the key of a row.
  ///   - anchor: Which part of the viewport it is brought to; nil is the least movement that shows it whole.
  public mutating func scrollTo(_ id: some Hashable & Sendable, anchor: ScrollAlignment? = nil) {
    state.scroll(to: .key(CellKey(id)), alignment: anchor ?? .nearest)
  }

  /// Moves by a distance, in points, or as far as the content allows; the direction is the one to read ahead in.
  ///
  /// - Parameters:
  ///   - distance: Below zero toward the start.
  ///   - behavior: What it may come to rest at, where the motion ends; nil is anywhere.
  public mutating func scroll(by distance: Double, restingAt behavior: ScrollTargetBehavior? = nil) {
    state.velocity = distance
    state.scroll(by: distance, restingAt: behavior)
  }
}
