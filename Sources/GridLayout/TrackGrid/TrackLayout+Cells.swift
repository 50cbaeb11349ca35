extension TrackLayout {
  /// How many items there are.
  public var count: Int64 { Int64(items.count) }

  /// Returns the rectangle of the cell of an item, in points.
  ///
  /// - Precondition: `index` is one of the layout's items.
  public func frame(of index: Int64) -> Rect { items[Int(index)].rect }

  /// Returns the cells that meet a rectangle, in the order of their items.
  ///
  /// - Parameter rect: In the coordinates that the layout's rectangles have, in points.
  /// - Complexity: O(*n*), for all items are laid out here; ``ScrollTrackGrid`` has windows of many.
  public func cells(in rect: Rect) -> [LayoutCell] {
    items.indices.compactMap { index in
      let item = items[index]
      guard item.rect.intersects(rect) else { return nil }
      let (column, row) = (item.cell.column, item.cell.row)
      return LayoutCell(
        index: Int64(index), line: grid.flow == .rows ? row : column,
        track: Int(grid.flow == .rows ? column : row), frame: item.rect)
    }
  }

  /// Returns the item whose cell holds a point; where cells overlap, as rounded ones may, the last one.
  ///
  /// - Parameter point: In the coordinates that the layout's rectangles have, in points.
  /// - Returns: nil in a gap, in the insets, in a hole, and outside.
  /// - Complexity: O(*n*).
  public func index(at point: Point) -> Int64? { items.lastIndex { $0.rect.contains(point) }.map { Int64($0) } }
}
