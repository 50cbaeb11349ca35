internal import GridLayout
internal import GridStore

extension LazyGridLayout {
  /// The most cells that a window may have.
  static var mostCells: Int { 100_000 }

  /// Which cells a viewport shows of a number of items, and where.
  ///
  /// Pure: nothing is read. A key is aimed at by its index, which only the store can tell, so here it is the
  /// start.
  ///
  /// - Complexity: O(*t*), where *t* is the number of tracks.
  public func layout(for scroll: ScrollState, count: Int) throws(LayoutError) -> WindowLayout {
    try place(scroll, count: count, indexOfKey: nil).layout
  }

  /// The cells of a viewport with their items, in one read of one state of the database.
  ///
  /// - Parameters:
  ///   - scroll: The viewport and where it is to stand.
  ///   - previous: The window before, so that cells keep their slots.
  /// - Throws: ``LayoutError`` for sizes that cannot be; ``StoreError`` for a key that is not there or a store
  ///   that cannot be read.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of cells.
  public func window(for scroll: ScrollState, after previous: GridWindow<Item>? = nil) throws -> GridWindow<Item> {
    try content.list.read { snapshot in try makeWindow(scroll, previous, snapshot) }
  }

  /// The same off the caller's thread; cancelling the task interrupts it, with a `CancellationError`.
  public func window(
    for scroll: ScrollState, after previous: GridWindow<Item>? = nil
  ) async throws -> GridWindow<Item> {
    try await content.list.read { snapshot in try makeWindow(scroll, previous, snapshot) }
  }

  private func makeWindow(
    _ scroll: ScrollState, _ previous: GridWindow<Item>?, _ snapshot: borrowing ItemSnapshot<Item>
  ) throws -> GridWindow<Item> {
    let count = snapshot.count
    var index: Int64?
    if case .key(let key) = scroll.target {
      guard let found = try snapshot.index(ofKey: key) else {
        throw StoreError(.noSuchKey, "no row of this list has the key \(Value.keyText(key))")
      }
      index = Int64(found)
    }
    let (layout, isClamped) = try place(scroll, count: count.value, indexOfKey: index)
    guard layout.indexes.count <= Self.mostCells else {
      throw LayoutError(
        "the viewport shows \(layout.indexes.count) cells; a window has at most \(Self.mostCells)")
    }
    let page = try snapshot.page(layout.indexes)
    let slots = Slots(page.keys, after: previous)
    let origin = layout.origin
    let isMirrored = geometry.axis == .horizontal && geometry.layoutDirection == .rightToLeft
    let viewportStart = isMirrored ? layout.grid.contentLength - layout.offset - layout.length : layout.offset
    let toViewport =
      geometry.axis == .vertical
      ? Point(x: origin.x, y: -layout.delta)
      : Point(x: isMirrored ? origin.x - viewportStart : -layout.delta, y: origin.y)
    let cells = GridCells(
      layout: layout, page: page, slots: slots, originToViewport: toViewport, originToContent: origin)
    var rest = scroll
    rest.target = .offset(layout.offset)
    rest.offset = layout.offset
    return GridWindow(
      table: snapshot.table.name, order: snapshot.order, generation: snapshot.generation, count: count,
      layout: layout, isClamped: isClamped, cells: cells, scroll: rest)
  }

  /// Checks the sizes, once, and finds where the viewport comes to rest.
  private func place(
    _ scroll: ScrollState, count: Int, indexOfKey: Int64?
  ) throws(LayoutError) -> (layout: WindowLayout, isClamped: Bool) {
    let viewport = scroll.viewport
    try check(viewport.width, "the width of the viewport")
    try check(viewport.height, "the height of the viewport")
    try check(content.length, "the length of an item")
    let insets = geometry.insets
    for inset in [insets.top, insets.leading, insets.bottom, insets.trailing] where !inset.isFinite || inset < 0 {
      throw LayoutError("an inset is \(inset); it must be a finite number, zero or above")
    }
    if let spacing = geometry.spacing, !spacing.isFinite || spacing < 0 {
      throw LayoutError("the spacing is \(spacing); it must be a finite number, zero or above")
    }
    let grid = geometry.grid(count: count, lineLength: content.length, viewport: viewport)
    if let diagnostic = grid.tracks.diagnostics.first { throw LayoutError(diagnostic.text) }

    let length = geometry.axis == .vertical ? viewport.height : viewport.width
    let last = grid.lastOffset(length)
    var isClamped = false
    func within(_ index: Int64) -> Double {
      guard count > 0 else { return 0 }
      return grid.offset(showing: min(index, Int64(count) - 1), scroll.alignment, length: length, from: scroll.offset)
    }
    let wanted: Double
    switch scroll.target {
    case .start: wanted = 0
    case .end: wanted = last
    case .key: wanted = within(indexOfKey ?? 0)
    case .index(let index):
      guard index >= 0 else { throw LayoutError("index \(index) is below zero") }
      isClamped = index >= count
      wanted = within(Int64(index))
    case .fraction(let fraction):
      guard fraction.isFinite, fraction >= 0 else { throw LayoutError("fraction \(fraction) is not from 0 to 1") }
      isClamped = fraction > 1
      wanted = fraction >= 1 ? last : last * fraction
    case .offset(let offset):
      guard offset.isFinite, offset >= 0 else { throw LayoutError("offset \(offset) is below zero or not finite") }
      isClamped = offset > last
      wanted = offset
    }
    let offset = min(max(wanted, 0), last)
    return (WindowLayout(grid, offset: offset, length: length, overscan: scroll.overscan), isClamped)
  }

  private func check(_ length: Double, _ what: String) throws(LayoutError) {
    guard length.isFinite, length > 0 else {
      throw LayoutError("\(what) is \(length); it must be a finite number above zero")
    }
  }
}
