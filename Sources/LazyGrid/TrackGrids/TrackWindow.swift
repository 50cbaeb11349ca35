public import GridLayout
public import GridStore

/// The answer of a ``Grid`` for a viewport: its cells, where they sit, and what is in them, of one state of the database.
public struct TrackWindow<Item: Sendable>: ViewportWindow {
  /// The direction that the grid scrolls in.
  public let axis: Axis
  /// The table of the list, or of the first of several; empty where all items are in memory, as the order then.
  public let table: String
  /// The whole order, ties included.
  public let order: String
  public let generation: Generation
  /// How many items the grid has.
  public let count: Count
  /// How sure the spans, starts and lengths are that the layout follows from.
  public let certainty: Certainty
  /// Whether the tracks are as long as all that stands in them asks for, or as what is known by now does.
  public let fit: TrackFit
  /// Whether all sizes are known that the cells of the window are laid out by.
  public let isSettled: Bool
  /// The cells in the viewport and in the overscan, and those that are kept, in the order of their items.
  public let cells: [TrackCell<Item>]
  /// The tracks, from the leading side or the top of the content.
  public let tracks: [Track]
  /// The items that meet the viewport, from the first that does to the last: small ones that went back to holes, and those
  /// with a start, may leave others between that do not.
  public let visible: Range<Int>
  /// The lines that meet the viewport: rows, where the grid flows in rows.
  public let visibleLines: Range<Int64>
  /// The size of all content with the room around it, in points; across the lines at least that of the viewport.
  public let contentSize: Size
  /// Where the viewport starts along the lines, in points from the start of the content.
  public let offset: Double
  /// Where frames count from, in the coordinates of the content.
  public let origin: Point
  let originToViewport: Point
  /// Whether the place that was asked for lies past the end.
  public let isClamped: Bool
  /// The scroll state where it came to rest.
  public let scroll: ScrollState
  /// How transitions to this window take their time, unless they are told otherwise.
  public let animation: TimingCurve
  /// What was done instead of what was asked for.
  public let diagnostics: [GridDiagnostic]

  /// The way from the first position to the last that the viewport has come, from 0 to 1; 0 where all is in sight.
  public var fraction: Double {
    let inRows = axis == .vertical
    let way =
      inRows ? contentSize.height - scroll.viewport.height : contentSize.width - scroll.viewport.width
    let range = way + scroll.insetStart + scroll.insetEnd
    return range > 0 ? min((offset + scroll.insetStart) / range, 1) : 0
  }

  /// The first visible item and how far the viewport is past the start of its line: a position that survives change. Nil
  /// where nothing is visible.
  public var anchor: ScrollPlace? { scroll.place }
}

/// One cell of a window of a ``Grid``.
public struct TrackCell<Item: Sendable>: WindowCell {
  /// The index of its item in the grid.
  public let index: Int
  /// What it is known by from window to window.
  public let key: CellKey
  /// A small number that the cell keeps from window to window while it stays in them.
  public let slot: Int
  /// The columns and rows that it covers.
  public let area: GridLayout.GridCell
  public let item: Item
  /// What is drawn behind all of its part of the grid, and over it.
  public let background: AnyItem?
  public let overlay: AnyItem?
  let rects: TrackRects
  let originToViewport: Point
  let originToContent: Point

  /// The item, from the window's origin, in points.
  public var frame: Rect { rects.frame }

  /// The item, in points: as large as it is by itself, aligned in its part of the grid; without a size of its own as large
  /// as that.
  public func frame(in space: CellSpace) -> Rect { rects.frame.offset(by: origin(in: space)) }

  /// The rectangle of the columns and rows that the cell covers, in points.
  public func rect(in space: CellSpace) -> Rect { rects.rect.offset(by: origin(in: space)) }

  /// What ``background`` and ``overlay`` are drawn in, in points.
  public func backgroundFrame(in space: CellSpace) -> Rect { rects.background.offset(by: origin(in: space)) }

  private func origin(in space: CellSpace) -> Point {
    switch space {
    case .origin: .zero
    case .viewport: originToViewport
    case .content: originToContent
    }
  }
}
