internal import GridLayout

extension LazyGridLayout {
  /// How often a window is laid out anew at most, because of cells that were built for it.
  static var mostPasses: Int { 12 }

  /// Builds the cells of a window and lays it out by what they say, until it shows none that has not been built.
  ///
  /// Each pass builds those only that the one before has brought into sight. From the third on some more are built around
  /// them, twice as many each time, so that estimates many times too long do not take as many passes.
  ///
  /// - Returns: The layout, and whether all cells in it have been built.
  func settle(
    _ plan: inout GridPlan<Item>, _ scroll: ScrollState, _ first: WindowLayout, isClamped: Bool, _ content: ContentStamp
  ) throws -> (layout: WindowLayout, isSettled: Bool) {
    var layout = first
    for pass in 0..<Self.mostPasses {
      guard !plan.takeIn(layout.ranges).isEmpty else { return (layout, true) }
      let more = pass < 2 ? 0 : 1 << pass
      let ranges = layout.ranges.map { range in
        max(range.lowerBound - more, 0)..<min(range.upperBound + more, Int(plan.grid.count))
      }
      try plan.measure(plan.takeIn(ranges))
      if scroll.isAimed {
        layout = try place(scroll, in: plan, content).layout
      } else {
        // A part of the way and a distance are somewhere else in another layout: what counts is where they led to.
        var viewport = layout.viewport
        if isClamped, viewport.isAtEnd {
          viewport.scroll(to: .end, in: plan.grid)
        } else {
          if scroll.distance != 0, let known = scroll.itemInSight(content) { viewport.hold(known, in: layout.grid) }
          viewport.layoutDidChange(in: plan.grid)
          viewport.scroll(by: 0, in: plan.grid)
        }
        layout = try window(scroll, viewport, in: plan)
      }
    }
    return (layout, plan.takeIn(layout.ranges).isEmpty)
  }
}

extension ScrollState {
  /// The item that was in sight before: that one moves by what was scrolled, and what comes into sight before it makes
  /// room for itself further up. Nil where the content is another.
  func itemInSight(_ content: ContentStamp) -> Int64? {
    guard let rest, rest.content == content else { return nil }
    return rest.viewport.anchor?.index
  }

  /// Whether the target is the same place however lengths change.
  var isAimed: Bool {
    if distance != 0 { return false }
    switch target {
    case .start, .end, .index, .key: return true
    case .fraction(let fraction): return fraction == 0 || fraction >= 1
    case .stay, .offset, .place: return false
    }
  }
}
