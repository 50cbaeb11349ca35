internal import GridLayout

extension ScrollState {
  /// The same state in a plan that knows other lengths than the one that it came to rest in.
  ///
  /// Where lengths become known from window to window, an offset is counted in the layout that it was taken from: what it
  /// means is how far to go from the item that was first in sight. So that item keeps its place on screen, or moves by
  /// just the distance that was scrolled, whatever has become of the lengths before it.
  ///
  /// Where that item still starts at the same distance, to the last bit, nothing is changed.
  ///
  /// - Complexity: O(log *n*).
  func held<Item>(in plan: GridPlan<Item>) throws -> ScrollState {
    guard plan.isProgressive, let index = try itemInSight(in: plan) else { return self }
    return held(toItem: index, in: plan.grid)
  }

  /// The index that the item has now which was first in sight; nil where it is not there any more.
  func itemInSight<Item>(in plan: GridPlan<Item>) throws -> Int? {
    guard let place, place.delta.isFinite, plan.grid.lineCount > 0 else { return nil }
    // An item of another list, or a value in memory, may have the same key; so the index goes first.
    if try plan.hasKey(place.key, at: place.index) { return place.index }
    return try plan.index(of: place.key)
  }

  /// The same where the index is known of the item that was first in sight.
  func held(toItem index: Int, in grid: LineGrid) -> ScrollState {
    guard let place else { return self }
    let start = grid.start(ofLine: grid.line(of: Int64(index)))
    if offset - start == place.delta { return self }
    var state = self
    state.offset = start + place.delta
    if case .offset(let target) = target, target.isFinite, target >= 0 {
      state.target = .offset(max(state.offset + (target - offset), 0))
    }
    return state
  }
}
