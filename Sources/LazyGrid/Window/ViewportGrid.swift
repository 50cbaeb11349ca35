public import GridLayout
public import GridStore

/// What grids of every kind have in common: a viewport that scrolls in one direction has a window of it.
///
/// Lazy grids and track grids are; a ``ScrollView`` takes either.
public protocol ViewportGrid: Sendable {
  /// The answer for a viewport.
  associatedtype Window: ViewportWindow
  /// The direction that it grows and scrolls in.
  var axis: Axis { get }
  /// The cells of a viewport with their items.
  ///
  /// - Parameters:
  ///   - scroll: The viewport and where it is to stand.
  ///   - previous: The window before, so that cells keep their slots.
  func window(for scroll: ScrollState, after previous: Window?) throws -> Window
  /// The same off the caller's thread; cancelling the task interrupts it, with a `CancellationError`.
  func window(for scroll: ScrollState, after previous: Window?) async throws -> Window
}

/// What the answers of all grids have in common.
public protocol ViewportWindow: Sendable {
  /// The cells of the answer.
  associatedtype Cells: Collection where Cells.Element: WindowCell
  /// The cells in the viewport and in the overscan, and those that are kept, in the order of their items.
  var cells: Cells { get }
  /// The headers and footers of the answer, in the order of the content.
  var supplementary: [GridSupplementary] { get }
  /// How many items the grid has.
  var count: Count { get }
  /// How sure what the layout follows from is.
  var certainty: Certainty { get }
  /// The size of all content, in points.
  var contentSize: Size { get }
  /// The items that meet the viewport, from the first that does to the last.
  var visible: Range<Int> { get }
  /// The scroll state where it came to rest.
  var scroll: ScrollState { get }
  /// How transitions to this window take their time, unless they are told otherwise.
  var animation: TimingCurve { get }
}

/// What the cells of all grids have in common.
public protocol WindowCell: Sendable {
  /// What stands in the cell.
  associatedtype Item: Sendable
  /// The index of its item in the grid.
  var index: Int { get }
  /// What it is known by from window to window.
  var key: CellKey { get }
  /// A small number that the cell keeps from window to window while it stays in them.
  var slot: Int { get }
  var item: Item { get }
  /// The frame in a space, in points.
  func frame(in space: CellSpace) -> Rect
}

extension ViewportWindow {
  /// Grids without sections have no headers and footers.
  public var supplementary: [GridSupplementary] { [] }
}

extension GridWindow: ViewportWindow {
  /// Lazy grids have no timing of their own.
  public var animation: TimingCurve { .default }
}

extension GridCell: WindowCell {}

extension LazyGridLayout {
  /// The direction that it grows and scrolls in.
  public var axis: Axis { geometry.axis }
}
