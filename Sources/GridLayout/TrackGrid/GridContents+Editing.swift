extension GridContents {
  /// Changes the span of an item that the grid finds a place for; nil if the item has a place of its own.
  mutating func setSpan(_ span: GridSpan, of index: Int64, _ flow: GridFlow) -> PlacementEdit? {
    let position = special.count(before: index)
    let isSpecial = position < special.count && special.indexes[position] == index
    if isSpecial {
      guard special.shapes[position] != SpecialItems.anchored else { return nil }
      linesLeft += shapes[special.shapes[position]].height
    }
    let wish = PlacementWish(
      DeclaredItem(index: index, span: span), tracks: tracks, flow: flow, lines: &linesLeft, &diagnostics)
    let shape =
      wish.width > 1 || wish.height > 1
      ? shapes.number(ItemShapes.Shape(width: Int32(wish.width), height: wish.height)) : nil
    special.replace(position..<position + (isSpecial ? 1 : 0), index, shape: shape)
    return PlacementEdit(
      items: index..<index + 1, added: 1, specials: position..<position + (isSpecial ? 1 : 0),
      addedSpecials: shape == nil ? 0 : 1)
  }

  /// Adds or takes away plain items at the end.
  mutating func setCount(_ count: Int64) -> PlacementEdit {
    defer { self.count = count }
    return PlacementEdit(
      items: min(count, self.count)..<self.count, added: max(count - self.count, 0),
      specials: special.count..<special.count, addedSpecials: 0)
  }

  /// Makes room for plain items before an item.
  mutating func insertPlain(_ added: Int64, at index: Int64) -> PlacementEdit {
    let position = special.count(before: index)
    special.shift(by: added, from: position)
    shiftAnchored(by: added, from: index)
    count += added
    return PlacementEdit(items: index..<index, added: added, specials: position..<position, addedSpecials: 0)
  }

  /// Takes items away; nil if one of them has a place of its own.
  mutating func remove(_ range: Range<Int64>) -> PlacementEdit? {
    let positions = special.count(before: range.lowerBound)..<special.count(before: range.upperBound)
    guard !special.shapes[positions].contains(SpecialItems.anchored) else { return nil }
    for shape in special.shapes[positions] { linesLeft += shapes[shape].height }
    special.indexes.removeSubrange(positions)
    special.shapes.removeSubrange(positions)
    let removed = range.upperBound - range.lowerBound
    special.shift(by: -removed, from: positions.lowerBound)
    shiftAnchored(by: -removed, from: range.upperBound)
    count -= removed
    return PlacementEdit(items: range, added: 0, specials: positions, addedSpecials: 0)
  }

  private mutating func shiftAnchored(by offset: Int64, from index: Int64) {
    guard !anchored.isEmpty else { return }
    anchored.shift(by: offset, from: index)
    for place in anchoredOrder.indices where anchoredOrder[place] >= index { anchoredOrder[place] += offset }
  }

  /// The span of an item that the grid finds a place for; nil if it has a place of its own.
  func span(of index: Int64, _ flow: GridFlow) -> GridSpan? {
    let position = special.count(before: index)
    guard position < special.count, special.indexes[position] == index else { return GridSpan() }
    guard special.shapes[position] != SpecialItems.anchored else { return nil }
    let shape = shapes[special.shapes[position]]
    switch flow {
    case .rows: return GridSpan(column: Int64(shape.width), row: shape.height)
    case .columns: return GridSpan(column: shape.height, row: Int64(shape.width))
    }
  }
}

extension SpecialItems {
  /// Puts one item, or none if it has no shape, in the place of others.
  fileprivate mutating func replace(_ positions: Range<Int>, _ index: Int64, shape: Int32?) {
    if let shape, !positions.isEmpty {
      shapes[positions.lowerBound] = shape
    } else if let shape {
      indexes.insert(index, at: positions.lowerBound)
      shapes.insert(shape, at: positions.lowerBound)
    } else {
      indexes.removeSubrange(positions)
      shapes.removeSubrange(positions)
    }
  }

  fileprivate mutating func shift(by offset: Int64, from position: Int) {
    // No index is near the ends of its numbers, and a check of each would take several times as long.
    for at in position..<indexes.count { indexes[at] &+= offset }
  }
}
