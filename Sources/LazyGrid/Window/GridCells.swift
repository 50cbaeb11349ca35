public import GridLayout
internal import GridStore

/// The cells of a window, each made when it is asked for out of where it sits and what is in it.
public struct GridCells<Item: Sendable>: RandomAccessCollection, Sendable {
  let layout: WindowLayout
  /// In the order of their items; none is empty.
  let pieces: [CellPiece<Item>]
  let slots: Slots
  let originToViewport: Point
  let originToContent: Point
  public let endIndex: Int

  init(
    layout: WindowLayout, pieces: [CellPiece<Item>], after previous: GridCells?, originToViewport: Point,
    originToContent: Point
  ) {
    self.layout = layout
    self.pieces = pieces
    self.originToViewport = originToViewport
    self.originToContent = originToContent
    endIndex = pieces.reduce(0) { $0 + $1.items.count }
    if let previous {
      slots = Slots(
        pieces.lazy.flatMap(\.keys), after: zip(previous.pieces.lazy.flatMap(\.keys), previous.slots.numbers))
    } else {
      slots = Slots(count: endIndex)
    }
  }

  public var startIndex: Int { 0 }

  /// - Complexity: O(log *l*), where *l* is the number of lines in the window, and O(*p*) for the pieces that the items
  ///   were read in: one, and one for each item that is kept elsewhere.
  public subscript(position: Int) -> GridCell<Item> {
    precondition(position >= 0, "a position is counted from zero")
    var offset = position
    var piece = 0
    while offset >= pieces[piece].items.count {
      offset -= pieces[piece].items.count
      piece += 1
    }
    let index = pieces[piece].start + offset
    let number: Int64
    let track: Int
    let frame: Rect
    if let line = layout.line(of: index) {
      number = line.line
      track = index - Int(line.items.lowerBound)
      frame = layout.grid.frame(of: Int64(index), in: line, isRelative: true)
    } else {
      number = layout.grid.line(of: Int64(index))
      track = layout.grid.track(of: Int64(index))
      frame = layout.frame(of: index)
    }
    return GridCell(
      index: index, key: pieces[piece].keys[offset], line: Int(number), track: track, slot: slots[position],
      frame: frame, item: pieces[piece].items[offset], originToViewport: originToViewport,
      originToContent: originToContent)
  }

  /// The cell of an item; nil where it has none in the window.
  ///
  /// - Complexity: As the subscript.
  public func cell(at index: Int) -> GridCell<Item>? {
    var position = 0
    for piece in pieces {
      if index >= piece.start, index - piece.start < piece.items.count { return self[position + index - piece.start] }
      position += piece.items.count
    }
    return nil
  }
}

/// Items that follow one another, with their keys, as they were read.
struct CellPiece<Item: Sendable>: Sendable {
  /// The index of the first, in the grid.
  let start: Int
  let keys: CellKeys
  let items: [Item]
}

/// The keys of items that follow one another. Those of rows are left as they were read until they are asked for.
enum CellKeys: Sendable, Hashable, RandomAccessCollection {
  case rows(RowKeys)
  case ids([CellKey])

  var startIndex: Int { 0 }
  var endIndex: Int {
    switch self {
    case .rows(let keys): keys.count
    case .ids(let keys): keys.count
    }
  }
  subscript(position: Int) -> CellKey {
    switch self {
    case .rows(let keys): CellKey(keys, position)
    case .ids(let keys): keys[position]
    }
  }
}

/// One cell of a window.
public struct GridCell<Item: Sendable>: Sendable {
  /// The index of its item in the grid.
  public let index: Int
  /// What it is known by from window to window.
  public let key: CellKey
  public let line: Int
  public let track: Int
  /// A small number that the cell keeps from window to window while it stays in them.
  public let slot: Int
  /// Counted from the window's origin, in points.
  public let frame: Rect
  public let item: Item
  let originToViewport: Point
  let originToContent: Point

  /// The frame in a space, in points.
  public func frame(in space: CellSpace) -> Rect {
    switch space {
    case .origin: frame
    case .viewport: frame.offset(by: originToViewport)
    case .content: frame.offset(by: originToContent)
    }
  }
}

/// What a frame of a window may count from.
public enum CellSpace: Sendable, Hashable {
  /// The window's origin, near by.
  case origin
  /// The top left of the viewport.
  case viewport
  /// The top left of all content.
  case content
}
