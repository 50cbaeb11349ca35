public import GridLayout
public import GridStore

/// The answer for a viewport: its cells, where they sit, and what is in them, of one state of the database.
public struct GridWindow<Item: Sendable>: Sendable {
  public let table: String
  /// The whole order, ties included.
  public let order: String
  public let generation: Generation
  public let count: Count
  public let layout: WindowLayout
  /// Whether the place that was asked for lies past the end.
  public let isClamped: Bool
  /// The cells in the viewport and in the overscan, and those that are kept, in the order of their items.
  public let cells: GridCells<Item>
  /// The scroll state where it came to rest.
  public let scroll: ScrollState

  /// The size of all content, in points.
  public var contentSize: Size { layout.grid.contentSize }
  /// The items that meet the viewport, from the first that does to the last; a cell of another was kept or is overscan.
  public var visible: Range<Int> { layout.visible }

  /// The first visible item and how far the viewport is past the start of its line: a position that
  /// survives change. Nil where nothing is visible.
  public var anchor: (index: Int, key: CellKey, delta: Double)? {
    cells.cell(at: layout.visible.lowerBound).map { ($0.index, $0.key, layout.delta) }
  }

  /// The headers and footers in the viewport and in the overscan, in the order of the content; pinned ones where they
  /// are drawn.
  public var supplementary: [GridSupplementary] {
    layout.supplementary.map { line in
      GridSupplementary(
        kind: line.kind == .header ? .header : .footer, section: line.section ?? 0, frame: layout.frame(of: line),
        isPinned: line.isPinned, originToViewport: cells.originToViewport, originToContent: cells.originToContent)
    }
  }
}

/// A header or footer of a window.
public struct GridSupplementary: Sendable {
  /// Which of the two it is.
  public enum Kind: String, Sendable, Hashable {
    case header, footer
  }
  public let kind: Kind
  /// The number of its section among all.
  public let section: Int
  /// Counted from the window's origin, in points.
  public let frame: Rect
  /// Whether it is drawn elsewhere than in its own place, to stay in sight.
  public let isPinned: Bool
  let originToViewport: Point
  let originToContent: Point

  public func frame(in space: CellSpace) -> Rect {
    switch space {
    case .origin: frame
    case .viewport: frame.offset(by: originToViewport)
    case .content: frame.offset(by: originToContent)
    }
  }
}
