internal import GridLayout
internal import GridStore

extension LazyGridLayout {
  /// Which cells a viewport shows, and where, without reading or making items.
  ///
  /// ``GridWindow/layout(for:)`` tells the same for the state of a window, and reads nothing at all.
  ///
  /// - Throws: As ``window(for:after:)``.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of lines in the answer; the first layout of declared
  ///   lengths and sections adds them up.
  public func layout(for scroll: ScrollState) throws -> WindowLayout {
    try inOneRead { state in try place(scroll, in: try plan(scroll.viewport, state), stamp(state)).layout }
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
    return try await list.answerInBackground { state in try makeWindow(scroll, previous, state) }
  }

  /// Runs a body in one state of the database, if there is any.
  func inOneRead<Result>(_ body: (ListState?) throws -> Result) throws -> Result {
    try content.inOneRead(body)
  }

  /// The content as it is laid out in a size.
  func plan(_ size: Size, _ state: ListState?, isChecked: Bool = true) throws -> GridPlan<Item> {
    let inputs = planInputs(size, state, isChecked)
    var plan: GridPlan<Item>
    if let kept = content.cache.kept(for: inputs), kept.isCurrent(in: inputs.generation) {
      plan = kept
    } else {
      plan = try GridPlan(
        content, geometry, in: size, generation: state?.generation,
        measured: content.lengths.measured(in: state?.generation), isChecked: isChecked)
      content.cache.keep(plan, for: inputs)
    }
    plan.takeIn()
    return plan
  }

  func planInputs(_ size: Size, _ state: ListState?, _ isChecked: Bool = true) -> LinePlanInputs {
    LinePlanInputs(
      geometry: geometry, crossLength: geometry.crossLength(in: size), generation: state?.generation,
      isChecked: isChecked)
  }

  func place(
    _ scroll: ScrollState, in plan: GridPlan<Item>, _ content: ContentStamp
  ) throws -> (layout: WindowLayout, isClamped: Bool) {
    let (viewport, isClamped) = try scroll.rest(in: plan.grid, content) { try plan.index(of: $0) }
    return (try window(scroll, viewport, in: plan), isClamped)
  }

  /// What a viewport shows, and what is wanted beside.
  func window(_ scroll: ScrollState, _ viewport: Viewport, in plan: GridPlan<Item>) throws -> WindowLayout {
    let kept = try scroll.keep.compactMap { try plan.index(of: $0) }
    return try WindowLayout(
      bounded: plan.grid, viewport, pinnedViews: geometry.pinnedViews, scroll: scroll, kept: kept)
  }

  private func stamp(_ state: ListState?) -> ContentStamp {
    ContentStamp(content: content.cache.number, generation: state?.generation)
  }

  private func makeWindow(
    _ scroll: ScrollState, _ previous: GridWindow<Item>?, _ state: ListState?
  ) throws -> GridWindow<Item> {
    var plan = try self.plan(scroll.viewport, state)
    let stamp = stamp(state)
    var (layout, isClamped) = try place(scroll, in: plan, stamp)
    var isSettled = true
    if plan.measuring != nil {
      (layout, isSettled) = try settle(&plan, scroll, layout, isClamped: isClamped, stamp)
      content.cache.keep(plan, for: planInputs(scroll.viewport, state))
    }
    let pieces = try layout.ranges.flatMap { try plan.pieces($0) }
    let cells = GridCells(
      layout: layout, pieces: pieces, after: previous?.cells, originToViewport: layout.originToViewport,
      originToContent: layout.origin)
    var rest = scroll
    rest.scroll(to: .stay)
    rest.rest = ScrollRest(
      layout, holding: scroll.holds, stamp,
      pieces.map { ScrollRest.Neighbors(start: $0.start, keys: $0.keys) })
    let state = state ?? ListState()
    return GridWindow(
      table: state.table, order: state.order, generation: state.generation,
      count: Count(value: Int(plan.grid.count), kind: .exact), certainty: plan.certainty, layout: layout,
      isSettled: isSettled && layout.ranges.allSatisfy(plan.isKnown), isClamped: isClamped, cells: cells,
      scroll: rest, sections: plan.sections, pinnedViews: geometry.pinnedViews, content: stamp)
  }
}

extension WindowLayout {
  /// The most cells that a window may have, headers and footers included.
  static let mostCells = 100_000

  /// Lays out a viewport, unless it shows more than anyone wants.
  init(
    bounded grid: LineGrid, _ viewport: Viewport, pinnedViews: PinnedViews, scroll: ScrollState, kept: [Int]
  ) throws(LayoutError) {
    // Each line has a cell, or is a header or footer of a section.
    self.init(
      grid, viewport, pinnedViews: pinnedViews, scroll: scroll, kept: kept, limit: WindowLayout.mostCells + 2)
    let cells = cellCount + supplementary.count
    guard cells <= WindowLayout.mostCells else {
      throw LayoutError("the viewport shows \(cells) cells or more; a window has at most \(WindowLayout.mostCells)")
    }
  }
}
