internal import GridLayout
internal import GridStore
internal import Synchronization

extension LazyGridLayout {
  /// Which cells a viewport shows, and where, without reading or making items.
  ///
  /// ``GridWindow/layout(for:)`` tells the same for the state of a window, and reads nothing at all.
  ///
  /// - Throws: As ``window(for:after:)``.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of lines in the answer; the first layout of declared
  ///   lengths and sections adds them up.
  public func layout(for scroll: ScrollState) throws -> WindowLayout {
    try inOneRead { state in try place(scroll, in: try plan(scroll.viewport, state)).layout }
  }

  /// The cells of a viewport with their items, in one read of one state of the database.
  ///
  /// - Parameters:
  ///   - scroll: The viewport and where it is to stand.
  ///   - previous: The window before, so that cells keep their slots.
  /// - Throws: ``LayoutError`` for sizes that cannot be; ``StoreError`` for a key that is not there or a store
  ///   that cannot be read.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of cells; the first window of declared lengths and sections
  ///   adds them up, and so does the first one in each state of the database.
  public func window(for scroll: ScrollState, after previous: GridWindow<Item>? = nil) throws -> GridWindow<Item> {
    try inOneRead { state in try makeWindow(scroll, previous, state) }
  }

  /// The same off the caller's thread; cancelling the task interrupts it, with a `CancellationError`.
  ///
  /// A grid whose items are all in memory has nothing to wait for, and answers on the caller's thread.
  public func window(
    for scroll: ScrollState, after previous: GridWindow<Item>? = nil
  ) async throws -> GridWindow<Item> {
    guard let list = content.lists.first else { return try makeWindow(scroll, previous, nil) }
    let answer = Answer<Item>()
    try await list.readInBackground { state in
      let window = try makeWindow(scroll, previous, state)
      answer.window.withLock { $0 = window }
    }
    guard let window = answer.window.withLock({ $0 }) else { preconditionFailure("the read returns with an answer") }
    return window
  }

  /// Runs a body in one state of the database, if there is any.
  func inOneRead<Result>(_ body: (ListState?) throws -> Result) throws -> Result {
    try content.inOneRead(body)
  }

  /// The content as it is laid out in a size.
  func plan(_ size: Size, _ state: ListState?, isChecked: Bool = true) throws -> GridPlan<Item> {
    let inputs = LinePlanInputs(
      geometry: geometry, crossLength: geometry.crossLength(in: size), generation: state?.generation,
      isChecked: isChecked)
    return try content.cache.plan(inputs) {
      try GridPlan(content, geometry, in: size, generation: state?.generation, isChecked: isChecked)
    }
  }

  private func place(
    _ scroll: ScrollState, in plan: GridPlan<Item>
  ) throws -> (layout: WindowLayout, isClamped: Bool) {
    // The length along the grid is none of the plan's.
    try LazyGridGeometry.check(scroll.viewport.width, "the width of the viewport")
    try LazyGridGeometry.check(scroll.viewport.height, "the height of the viewport")
    var index: Int?
    switch scroll.target {
    case .key(let key):
      index = try plan.index(of: key)
      if index == nil { throw StoreError(.noSuchKey, "no row of this list has the key \(key)") }
    case .place(let place): index = try plan.index(of: place.key)
    default: break
    }
    let kept = try scroll.keep.compactMap { try plan.index(of: $0) }
    return try plan.grid.layout(for: scroll, pinnedViews: geometry.pinnedViews, indexOfKey: index, kept: kept)
  }

  private func makeWindow(
    _ scroll: ScrollState, _ previous: GridWindow<Item>?, _ state: ListState?
  ) throws -> GridWindow<Item> {
    let plan = try self.plan(scroll.viewport, state)
    let (layout, isClamped) = try place(scroll, in: plan)
    let pieces = try layout.ranges.flatMap { try plan.pieces($0) }
    let cells = GridCells(
      layout: layout, pieces: pieces, after: previous?.cells, originToViewport: layout.originToViewport,
      originToContent: layout.origin)
    var rest = scroll
    rest.target = .offset(layout.offset)
    rest.offset = layout.offset
    rest.place = cells.cell(at: layout.visible.lowerBound).map {
      ScrollPlace(index: $0.index, key: $0.key, delta: layout.delta)
    }
    let state = state ?? ListState()
    return GridWindow(
      table: state.table, order: state.order, generation: state.generation,
      count: Count(value: Int(plan.grid.count), kind: .exact), certainty: plan.certainty, layout: layout,
      isClamped: isClamped,
      cells: cells, scroll: rest, sections: plan.sections, pinnedViews: geometry.pinnedViews)
  }
}

/// A window on its way back from another thread.
private final class Answer<Item: Sendable>: Sendable {
  let window = Mutex<GridWindow<Item>?>(nil)
}

extension LineGrid {
  /// The most cells that a window may have, headers and footers included.
  static let mostCells = 100_000

  /// Finds where a viewport comes to rest, and what it shows there.
  func layout(
    for scroll: ScrollState, pinnedViews: PinnedViews, indexOfKey: Int?, kept: [Int]
  ) throws(LayoutError) -> (layout: WindowLayout, isClamped: Bool) {
    let (offset, isClamped) = try scroll.resting(in: self, indexOfKey: indexOfKey)
    // Each line has a cell, or is a header or footer of a section.
    let layout = WindowLayout(
      self, offset: offset, pinnedViews: pinnedViews, scroll: scroll, kept: kept, limit: LineGrid.mostCells + 2)
    let cells = layout.cellCount + layout.supplementary.count
    guard cells <= LineGrid.mostCells else {
      throw LayoutError("the viewport shows \(cells) cells or more; a window has at most \(LineGrid.mostCells)")
    }
    return (layout, isClamped)
  }
}
