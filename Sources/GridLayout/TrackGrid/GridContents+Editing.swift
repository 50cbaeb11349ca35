extension GridContents {
  /// Changes the span of an item.
  mutating func setSpan(_ span: GridSpan, of index: Int64, _ flow: GridFlow) -> PlacementEdit {
    var wish = wish(of: index)
    linesLeft += declaredLines(of: index..<index + 1)
    diagnostics.takeBack(index, spans: true)
    wish.span(
      as: PlacementWish(
        DeclaredItem(index: index, span: span), tracks: tracks, flow: flow, lines: &linesLeft, &diagnostics))
    if !wish.isSpanning, !wish.isStarted { linesLeft += 1 }
    return replace(index..<index + 1, by: 1, [wish])
  }

  /// Changes where an item asks to stand.
  mutating func setStart(_ start: GridStart, of index: Int64, _ flow: GridFlow) -> PlacementEdit {
    var wish = wish(of: index)
    diagnostics.takeBack(index, spans: false)
    linesLeft += declaredLines(of: index..<index + 1)
    wish.ask(for: start, tracks: tracks, flow: flow, &diagnostics)
    if wish.isSpanning || wish.isStarted { linesLeft -= wish.height }
    return replace(index..<index + 1, by: 1, [wish])
  }

  /// Adds or takes away plain items at the end.
  mutating func setCount(_ count: Int64) -> PlacementEdit {
    defer { self.count = count }
    return PlacementEdit(
      items: min(count, self.count)..<self.count, added: max(count - self.count, 0),
      specials: special.count..<special.count, addedSpecials: 0)
  }

  /// How many items there are at least: those up to the last that is declared.
  var leastCount: Int64 { max(special.indexes.last ?? -1, started.last?.index ?? -1) + 1 }

  /// Makes room for items before one.
  ///
  /// - Parameter wishes: What is declared of them, in the order of their indexes.
  mutating func insert(_ added: Int64, at index: Int64, _ wishes: [PlacementWish] = []) -> PlacementEdit {
    diagnostics.replace(index..<index, by: added)
    for wish in wishes { linesLeft -= wish.height }
    return replace(index..<index, by: added, wishes)
  }

  /// Takes items away.
  mutating func remove(_ range: Range<Int64>) -> PlacementEdit {
    diagnostics.replace(range, by: 0)
    linesLeft += declaredLines(of: range)
    return replace(range, by: 0, [])
  }

  /// What is declared of some items, in the order of their indexes.
  func wishes(of range: Range<Int64>) -> [PlacementWish] {
    let asking = Array(started[startedPositions(range)])
    var wishes = asking
    for position in positions(range) where special.shapes[position] != SpecialItems.anchored {
      let index = special.indexes[position]
      let at = asking.firstPosition { $0.index >= index }
      if at == asking.count || asking[at].index != index {
        wishes.append(PlacementWish(index: index, shape: shapes[special.shapes[position]]))
      }
    }
    wishes.sort { $0.index < $1.index }
    return wishes
  }

  private func wish(of index: Int64) -> PlacementWish {
    wishes(of: index..<index + 1).first
      ?? PlacementWish(index: index, shape: ItemShapes.Shape(width: 1, height: 1))
  }

  private func positions(_ range: Range<Int64>) -> Range<Int> {
    special.count(before: range.lowerBound)..<special.count(before: range.upperBound)
  }

  private func startedPositions(_ range: Range<Int64>) -> Range<Int> {
    guard !started.isEmpty else { return 0..<0 }
    let first = started.firstPosition { $0.index >= range.lowerBound }
    return first..<started.firstPosition { $0.index >= range.upperBound }
  }

  /// How many lines the spans and starts of some items count.
  private func declaredLines(of range: Range<Int64>) -> Int64 {
    var lines: Int64 = 0
    for shape in special.shapes[positions(range)] where shape != SpecialItems.anchored {
      lines += shapes[shape].height
    }
    // Those that have lost their places are special if they span.
    for wish in started[startedPositions(range)] where !wish.isSpanning || anchored[wish.index] != nil {
      lines += wish.height
    }
    return lines
  }

  /// Puts items in the place of others.
  ///
  /// - Parameter wishes: What is declared of them, in the order of their indexes.
  /// - Complexity: O(*d*) in the number of declared items, to move them in memory; where one of the items asks for a place,
  ///   or did, that of ``restart()``.
  private mutating func replace(_ range: Range<Int64>, by added: Int64, _ wishes: [PlacementWish]) -> PlacementEdit {
    let offset = added - (range.upperBound - range.lowerBound)
    let starting = wishes.filter { $0.isStarted }
    let startedBefore = startedPositions(range)
    guard starting.isEmpty, startedBefore.isEmpty else {
      let old = self
      _ = replaceSpecials(range, by: added, wishes)
      started.replaceSubrange(startedBefore, with: starting)
      let behind = startedBefore.lowerBound + starting.count
      for at in behind..<started.count { started[at].index += offset }
      restart()
      return PlacementEdit(range, by: added, from: old, to: self)
    }
    if offset != 0, !started.isEmpty { shiftStarted(by: offset, range) }
    return replaceSpecials(range, by: added, wishes)
  }

  private mutating func replaceSpecials(
    _ range: Range<Int64>, by added: Int64, _ wishes: [PlacementWish]
  ) -> PlacementEdit {
    let positions = positions(range)
    let spanning = wishes.filter { $0.isSpanning }
    let offset = added - (range.upperBound - range.lowerBound)
    special.indexes.replaceSubrange(positions, with: spanning.map { $0.index })
    special.shapes.replaceSubrange(positions, with: spanning.map { shapes.number($0.shape) })
    if offset != 0 { special.shift(by: offset, from: positions.lowerBound + spanning.count) }
    count += offset
    return PlacementEdit(items: range, added: added, specials: positions, addedSpecials: spanning.count)
  }

  /// Gives items with starts behind some without any the indexes that they have now.
  private mutating func shiftStarted(by offset: Int64, _ range: Range<Int64>) {
    for at in startedPositions(range).upperBound..<started.count { started[at].index += offset }
    anchored.shift(by: offset, from: range.upperBound)
    for place in anchoredOrder.indices where anchoredOrder[place] >= range.upperBound { anchoredOrder[place] += offset }
    startDiagnostics.replace(range, by: range.upperBound - range.lowerBound + offset)
  }
}

extension SpecialItems {
  fileprivate mutating func shift(by offset: Int64, from position: Int) {
    // No index is near the ends of its numbers, and a check of each would take several times as long.
    for at in position..<indexes.count { indexes[at] &+= offset }
  }
}
