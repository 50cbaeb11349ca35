public import GridLayout
public import GridStore

/// The answer for a viewport: its cells, where they sit, and what is in them, of one state of the database.
public struct GridWindow<Item: Sendable>: Sendable {
  /// The table of the list, or of the first of several; empty where all items are in memory, as the order then.
  public let table: String
  /// The whole order, ties included.
  public let order: String
  public let generation: Generation
  /// How many items the grid has.
  public let count: Count
  /// How sure the lengths are that the layout follows from.
  public let certainty: Certainty
  public let layout: WindowLayout
  /// Whether the lengths of all cells in it are known, whatever is known of others: then nothing in it will be placed
  /// otherwise before the database changes.
  public let isSettled: Bool
  /// Whether the place that was asked for lies past the end.
  public let isClamped: Bool
  /// The cells in the viewport and in the overscan, and those that are kept, in the order of their items.
  public let cells: GridCells<Item>
  /// The scroll state where it came to rest.
  public let scroll: ScrollState
  let sections: [PlacedSection]
  let pinnedViews: PinnedViews
  let content: ContentStamp

  /// The size of all content, in points.
  public var contentSize: Size { layout.grid.contentSize }
  /// The items that meet the viewport, from the first that does to the last; a cell of another was kept or is overscan.
  public var visible: Range<Int> { layout.visible }

  /// The item that holds still, the first visible one mostly, and how far the viewport is past the start of its line: a
  /// position that survives change. Nil where nothing is visible.
  public var anchor: ScrollPlace? { scroll.place }

  /// The headers and footers in the viewport and in the overscan, in the order of the content; pinned ones where they
  /// are drawn.
  public var supplementary: [GridSupplementary] {
    layout.supplementary.map { line in
      GridSupplementary(
        line, layout.frame(of: line), natural: layout.frame(of: line.unpinned), in: sections,
        toViewport: cells.originToViewport, toContent: cells.originToContent)
    }
  }

  /// Which cells another viewport shows of the same state, and where: what to draw until its items are there.
  ///
  /// Pure: nothing is read, and nothing is kept.
  ///
  /// - Parameter scroll: A viewport that is as long across as this one's.
  /// - Throws: ``LayoutError`` for a viewport or a target that cannot be, and for a key that is in none of this window's
  ///   cells: only a read can tell where it is.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of lines in the answer.
  public func layout(for scroll: ScrollState) throws -> WindowLayout {
    let (viewport, _) = try scroll.rest(in: layout.grid, content) { key in
      guard let cell = cells.first(where: { $0.key == key }) else {
        throw LayoutError("the key \(key) is not in this window; ask the grid, which can look it up")
      }
      return cell.index
    }
    return try WindowLayout(bounded: layout.grid, viewport, pinnedViews: pinnedViews, scroll: scroll, kept: [])
  }
}

/// A header or footer.
public struct GridSupplementary: Sendable {
  /// Which of the two it is.
  public enum Kind: String, Sendable, Hashable {
    case header, footer
  }
  public let kind: Kind
  /// The number of its section among all.
  public let section: Int
  /// What its section is known by from window to window: the ids, or the value of a list's column, that it stands in.
  public let key: CellKey
  /// What stands in it.
  public let item: AnyItem
  /// The indexes of the section's items in the grid.
  public let items: Range<Int>
  /// Counted from the window's origin, in points.
  public let frame: Rect
  /// Whether it is drawn elsewhere than in its own place, to stay in sight.
  public let isPinned: Bool
  /// The frame in its own place, whether or not it is drawn there.
  let naturalFrame: Rect
  let originToViewport: Point
  let originToContent: Point

  init(
    _ line: WindowLine, _ frame: Rect, natural: Rect, in sections: [PlacedSection], toViewport: Point,
    toContent: Point
  ) {
    let number = line.section ?? 0
    kind = line.kind == .header ? .header : .footer
    section = number
    // A line of this kind is there because the section has one.
    item = (kind == .header ? sections[number].header : sections[number].footer) ?? AnyItem("")
    items = sections[number].items
    key = sections[number].key
    self.frame = frame
    naturalFrame = natural
    isPinned = line.isPinned
    originToViewport = toViewport
    originToContent = toContent
  }

  /// The frame in a space, in points: where it is drawn.
  public func frame(in space: CellSpace) -> Rect { counted(frame, in: space) }

  /// The same of its own place.
  func naturalFrame(in space: CellSpace) -> Rect { counted(naturalFrame, in: space) }

  private func counted(_ frame: Rect, in space: CellSpace) -> Rect {
    switch space {
    case .origin: frame
    case .viewport: frame.offset(by: originToViewport)
    case .content: frame.offset(by: originToContent)
    }
  }
}
