public import GridLayout
internal import GridStore

extension Grid: ViewportGrid {
  /// The direction that it scrolls in, where its lines do not fill the viewport.
  public var axis: Axis { settings.flow == .rows ? .vertical : .horizontal }

  /// The cells of a viewport with their items, in one read of one state of the database.
  ///
  /// A grid that fills its container fills the viewport; one whose lines are as long as their cells scrolls in it, down
  /// where it flows in rows, else sideways.
  ///
  /// - Parameters:
  ///   - scroll: The viewport and where it is to stand.
  ///   - previous: The window before, so that cells keep their slots.
  /// - Throws: ``LayoutError`` for sizes that cannot be; ``StoreError`` for a key that is not there or a store that cannot
  ///   be read.
  /// - Complexity: O(log *n* + *k*) and a walk from a checkpoint, where *k* is the number of cells in the answer; the first
  ///   window places what is declared, and so does the first one in each state of the database.
  public func window(for scroll: ScrollState, after previous: TrackWindow<Item>? = nil) throws -> TrackWindow<Item> {
    try content.inOneRead { state in try makeWindow(scroll, previous, state) }
  }

  /// The same off the caller's thread; cancelling the task interrupts it, with a `CancellationError`.
  ///
  /// A grid whose items are all in memory has nothing to wait for, and answers on the caller's thread.
  public func window(
    for scroll: ScrollState, after previous: TrackWindow<Item>? = nil
  ) async throws -> TrackWindow<Item> {
    guard let list = content.lists.first else { return try makeWindow(scroll, previous, nil) }
    return try await list.answerInBackground { state in try makeWindow(scroll, previous, state) }
  }

  private func makeWindow(
    _ scroll: ScrollState, _ previous: TrackWindow<Item>?, _ state: ListState?
  ) throws -> TrackWindow<Item> {
    try LazyGridGeometry.check(scroll.viewport.width, "the width of the viewport")
    try LazyGridGeometry.check(scroll.viewport.height, "the height of the viewport")
    var plan = try content.trackCache.plan(content, settings, in: scroll.viewport, state?.generation)
    let stamp = ContentStamp(content: plan.placement.number, generation: state?.generation)
    let standing = try plan.settle(scroll, stamp)
    let (viewport, isClamped) = (standing.viewport, standing.isClamped)
    let scrolling = TrackScrolling(plan, scroll.viewport)
    let kept = try scroll.keep.compactMap { try plan.items.runs.index(of: $0) }
    let view = try TrackView(plan, scroll, viewport, kept: kept)

    let pieces = try view.ranges.flatMap { try plan.items.runs.cellPieces($0) }
    let keys = pieces.flatMap { Array($0.keys) }
    let slots =
      previous.map { Slots(keys, after: $0.cells.lazy.map { ($0.key, $0.slot) }) } ?? Slots(count: keys.count)
    var cells: [TrackCell<Item>] = []
    cells.reserveCapacity(keys.count)
    var diagnostics = plan.diagnostics
    var next = 0
    let spaces = view.spaces(settings.layoutDirection)
    for piece in pieces {
      for (position, cell) in piece.items.enumerated() {
        let index = piece.start + position
        while view.placed[next].index < index { next += 1 }
        let area = view.placed[next].cell
        let rects = view.rects(of: index, area, settings.layoutDirection, cell)
        let traits = cell.traits
        if cell.isPlaced, !traits.isPlaced(as: area), plan.isDeclared(index), plan.items.isKnown(index) {
          diagnostics.append(GridDiagnostic(.undeclaredPlace, index: index, key: keys[cells.count]))
        }
        cells.append(
          TrackCell(
            index: index, key: keys[cells.count], slot: slots[cells.count], area: area, item: cell.item,
            background: traits.background?(rects.background.size), overlay: traits.overlay?(rects.background.size),
            rects: rects, originToViewport: spaces.viewport, originToContent: spaces.content))
      }
    }
    var rest = scroll
    rest.scroll(to: .stay)
    rest.rest = scrolling.rest(
      at: viewport, cells.map { ($0.index, $0.key, plan.lines(of: $0.area)) }, view.lines, holding: scroll.holds, stamp)
    let animation = settings.modified.animation ?? .some(.default)
    return TrackWindow(
      axis: axis, table: state?.table ?? "", order: state?.order ?? "", generation: state?.generation ?? Generation(""),
      count: Count(value: plan.items.count, kind: .exact), certainty: plan.certainty, fit: plan.fit,
      isSettled: standing.isSettled, cells: cells,
      tracks: plan.tracks, visible: view.visible, visibleLines: view.lines,
      contentSize: plan.windowSize(scroll.viewport), offset: viewport.offset, origin: spaces.content,
      originToViewport: spaces.viewport,
      isClamped: isClamped, scroll: rest, animation: animation ?? .linear(duration: 0), diagnostics: diagnostics)
  }
}

/// Which cells of a track grid a viewport shows, and where.
struct TrackView<Item: Sendable> {
  private let plan: TrackPlan<Item>
  private let viewport: Size
  private let offset: Double
  /// The lines that meet the viewport.
  let lines: Range<Int64>
  /// The items that meet it, from the first to the last.
  let visible: Range<Int>
  /// The items in the answer, in their order.
  let placed: [PlacedItem]

  private var inRows: Bool { plan.grid.flow == .rows }

  init(
    _ plan: TrackPlan<Item>, _ scroll: ScrollState, _ standing: Viewport, kept: [Int]
  ) throws(LayoutError) {
    self.plan = plan
    offset = standing.offset
    viewport = scroll.viewport
    let length = standing.length
    let shown = plan.grid.contentMode == .fill ? 0..<plan.lineCount : plan.lines(from: offset, to: offset + length)
    lines = shown
    let interval = standing.interval.extended(by: scroll.prefetch, velocity: scroll.velocity)
    let wide = plan.lines(from: interval.start, to: interval.end)
    let more = Int64(min(max(scroll.overscan, 0), 100_000))
    var wanted = shown
    if !shown.isEmpty {
      wanted =
        max(
          min(shown.lowerBound - more, wide.lowerBound), 0)..<min(
          max(shown.upperBound + more, wide.upperBound), plan.lineCount)
    }
    // No more items can be there than all, and no more than there are cells.
    let cells = Double(wanted.count) * Double(plan.grid.tracks.count)
    let most = 100_000
    guard min(cells, Double(plan.items.count)) <= Double(most) else {
      throw LayoutError("the viewport shows \(Int64(cells)) cells or fewer; a window has at most \(most)")
    }
    var placed = plan.placement.items(inLines: wanted)
    let seen = placed.filter { plan.lines(of: $0.cell).overlaps(shown) }
    visible = seen.isEmpty ? 0..<0 : Int(seen[0].index)..<Int(seen[seen.count - 1].index) + 1
    if !kept.isEmpty {
      let known = Set(placed.map(\.index))
      for index in Set(kept) where !known.contains(Int64(index)) {
        if let cell = plan.placement.cell(of: index) { placed.append(PlacedItem(index: Int64(index), cell: cell)) }
      }
      placed.sort { $0.index < $1.index }
    }
    self.placed = placed
  }

  /// The items of the answer, in ranges that do not touch; each is read at once.
  var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for item in placed {
      let index = Int(item.index)
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }

  // MARK: Coordinates

  /// The line that frames count from; nil in a grid without lines.
  private var origin: Int64? { lines.isEmpty ? nil : lines.lowerBound }

  func rects(
    of index: Int, _ cell: GridLayout.GridCell, _ direction: LayoutDirection, _ built: Cell<Item>
  ) -> TrackRects {
    let rects = plan.rects(of: index, cell, from: origin, built)
    guard direction == .rightToLeft else { return rects }
    // Lines that grow to the left count from where the first one in sight starts, which is its right edge.
    let width = inRows ? plan.mirrorWidth(viewport) : 0
    return rects.map { $0.mirrored(in: width) }
  }

  /// What is added to a frame that counts from the origin, to have it from the top left of the viewport, or of the content.
  func spaces(_ direction: LayoutDirection) -> (viewport: Point, content: Point) {
    let start = origin.map { plan.start(ofLine: $0) } ?? 0
    if inRows { return (Point(x: 0, y: start - offset), Point(x: 0, y: start)) }
    guard direction == .rightToLeft else { return (Point(x: start - offset, y: 0), Point(x: start, y: 0)) }
    return (
      Point(x: viewport.width - (start - offset), y: 0), Point(x: plan.mirrorWidth(viewport) - start, y: 0)
    )
  }
}

extension TrackPlan {
  /// The size of all content in a viewport: at least that, where it does not scroll.
  func windowSize(_ viewport: Size) -> Size {
    let (size, isFill) = (outerSize, grid.contentMode == .fill)
    return Size(
      width: grid.flow == .rows || isFill ? max(size.width, viewport.width) : size.width,
      height: grid.flow == .columns || isFill ? max(size.height, viewport.height) : size.height)
  }

  /// The tracks, from the leading side or the top of the content.
  var tracks: [Track] {
    let (lengths, start) = across
    return grid.tracks.indices.map { position in
      Track(
        offset: start + lengths.offset(of: Int64(position)), length: lengths[Int64(position)], item: position)
    }
  }

  /// Whether the place of an item is declared beside it.
  func isDeclared(_ index: Int) -> Bool {
    guard let ask = items.ask(of: index) else { return false }
    if case .cells = ask {} else { return true }
    guard let run = items.runs.run(of: index), case .list = run.source else { return false }
    return true
  }
}
