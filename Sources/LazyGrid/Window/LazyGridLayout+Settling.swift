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
    _ plan: inout GridPlan<Item>, _ scroll: ScrollState, _ first: WindowLayout, _ isClamped: Bool
  ) throws -> (layout: WindowLayout, isSettled: Bool) {
    var layout = first
    var aim = scroll
    for pass in 0..<Self.mostPasses {
      guard !plan.takeIn(layout.ranges).isEmpty else { return (layout, true) }
      if pass == 0 { aim = try scroll.aiming(at: first, isClamped: isClamped, in: plan) }
      let more = pass < 2 ? 0 : 1 << pass
      let ranges = layout.ranges.map { range in
        max(range.lowerBound - more, 0)..<min(range.upperBound + more, Int(plan.grid.count))
      }
      try plan.measure(plan.takeIn(ranges))
      layout = try place(aim, in: plan).layout
    }
    return (layout, plan.takeIn(layout.ranges).isEmpty)
  }
}

extension ScrollState {
  /// The same target as one that stays what it is while lengths change.
  ///
  /// A part of the way and a distance are somewhere else in another layout: then it is the item that they led to. The
  /// end is the end, and a distance from the item that was first in sight is that.
  fileprivate func aiming<Item>(
    at layout: WindowLayout, isClamped: Bool, in plan: GridPlan<Item>
  ) throws -> ScrollState {
    var aim = self
    switch target {
    case .fraction(let fraction):
      if fraction >= 1 {
        aim.target = .end
        return aim
      }
    case .offset:
      if isClamped {
        aim.target = .end
        return aim
      }
      if try itemInSight(in: plan) != nil { return self }
    default: return self
    }
    guard layout.grid.lineCount > 0, !layout.visible.isEmpty, let key = try plan.key(at: layout.visible.lowerBound)
    else { return self }
    aim.place = ScrollPlace(index: layout.visible.lowerBound, key: key, delta: layout.delta)
    aim.offset = layout.offset
    aim.target = .offset(layout.offset)
    return aim
  }
}
