internal import GridLayout
internal import GridStore

extension LazyGridLayout {
  /// The most cells that a window may have.
  static var mostCells: Int { 100_000 }

  /// Which cells a viewport shows of a number of items, and where.
  ///
  /// Pure: nothing is read. A key is aimed at by its index, which only the store can tell, so here it is the
  /// start, and nothing is kept.
  ///
  /// - Complexity: O(log *n* + *k*), where *k* is the number of lines in the answer.
  public func layout(for scroll: ScrollState, count: Int) throws(LayoutError) -> WindowLayout {
    let grid = try grid(count: count, viewport: scroll.viewport)
    return try place(scroll, in: grid, indexOfKey: nil, kept: []).layout
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
    var index: Int?
    if case .key(let key) = scroll.target {
      guard let values = key.values, let found = try snapshot.index(ofKey: values) else {
        throw StoreError(.noSuchKey, "no row of this list has the key \(key)")
      }
      index = found
    }
    var kept: [Int] = []
    for key in scroll.keep {
      if let values = key.values, let index = try snapshot.indexIfAny(ofKey: values) { kept.append(index) }
    }
    let grid = try grid(count: count.value, viewport: scroll.viewport)
    let (layout, isClamped) = try place(scroll, in: grid, indexOfKey: index, kept: kept)
    let pieces = try layout.ranges.map { range in
      let page = try snapshot.page(range)
      return CellPiece(start: page.start, keys: .rows(page.keys), items: page.items)
    }
    var rest = scroll
    rest.target = .offset(layout.offset)
    rest.offset = layout.offset
    return GridWindow(
      table: snapshot.table.name, order: snapshot.order, generation: snapshot.generation, count: count,
      layout: layout, isClamped: isClamped,
      cells: GridCells(
        layout: layout, pieces: pieces, after: previous?.cells, originToViewport: layout.originToViewport,
        originToContent: layout.origin), scroll: rest)
  }

  private func grid(count: Int, viewport: Size) throws(LayoutError) -> LineGrid {
    try geometry.check(content.length, "the length of an item")
    return try geometry.checkedGrid([.run(.uniform(count: Int64(count), length: content.length))], in: viewport)
  }

  /// Finds where the viewport comes to rest, and lays it out.
  private func place(
    _ scroll: ScrollState, in grid: LineGrid, indexOfKey: Int?, kept: [Int]
  ) throws(LayoutError) -> (layout: WindowLayout, isClamped: Bool) {
    let (offset, isClamped) = try scroll.resting(in: grid, indexOfKey: indexOfKey)
    // Each line has a cell, or is a header or footer of a section.
    let layout = WindowLayout(
      grid, offset: offset, pinnedViews: geometry.pinnedViews, scroll: scroll, kept: kept, limit: Self.mostCells + 2)
    let cells = layout.cellCount + layout.supplementary.count
    guard cells <= Self.mostCells else {
      throw LayoutError("the viewport shows \(cells) cells or more; a window has at most \(Self.mostCells)")
    }
    return (layout, isClamped)
  }
}
