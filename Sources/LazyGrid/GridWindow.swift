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
  /// The cells in the viewport and in the overscan, in the order of their items.
  public let cells: GridCells<Item>
  /// The scroll state where it came to rest.
  public let scroll: ScrollState

  /// The size of all content, in points.
  public var contentSize: Size { layout.grid.contentSize }
  public var visible: Range<Int> { layout.visible }

  /// The first visible item and how far the viewport is past the start of its line: a position that
  /// survives change. Nil where nothing is visible.
  public var anchor: (index: Int, key: [Value], delta: Double)? {
    cells.first { $0.index == layout.visible.lowerBound }.map { ($0.index, $0.key, layout.delta) }
  }
}

/// The cells of a window, each made when it is asked for out of where it sits and what is in it.
public struct GridCells<Item: Sendable>: RandomAccessCollection, Sendable {
  let layout: WindowLayout
  let page: ItemPage<Item>
  let slots: Slots
  let originToViewport: Point
  let originToContent: Point

  public var startIndex: Int { 0 }
  public var endIndex: Int { page.items.count }

  /// - Complexity: O(1).
  public subscript(position: Int) -> GridCell<Item> {
    let index = page.start + position
    return GridCell(
      index: index, key: page.keys[position], line: Int(layout.grid.line(of: Int64(index))),
      track: layout.grid.track(of: Int64(index)), slot: slots[position], frame: layout.frame(of: index),
      item: page.items[position], originToViewport: originToViewport, originToContent: originToContent)
  }
}

/// One cell of a window.
public struct GridCell<Item: Sendable>: Sendable {
  public let index: Int
  public let key: [Value]
  public let line: Int
  public let track: Int
  /// A small number that the cell keeps from window to window while it stays in them.
  public let slot: Int
  /// Counted from the window's origin, in points.
  public let frame: Rect
  public let item: Item
  let originToViewport: Point
  let originToContent: Point

  /// What a frame may count from.
  public enum Space: Sendable, Hashable {
    /// The window's origin, near by.
    case origin
    /// The top left of the viewport.
    case viewport
    /// The top left of all content.
    case content
  }

  public func frame(in space: Space) -> Rect {
    switch space {
    case .origin: frame
    case .viewport: frame.offset(by: originToViewport)
    case .content: frame.offset(by: originToContent)
    }
  }
}
