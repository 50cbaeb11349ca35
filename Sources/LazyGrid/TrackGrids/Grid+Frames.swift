public import GridLayout
internal import GridStore

/// All that a ``Grid`` lays out in a container.
public struct TrackFrames: Sendable {
  /// Where a cell is.
  public struct Cell: Hashable, Sendable {
    /// The index of its item in the grid.
    public let index: Int
    /// What it is known by; nil for one of a list, whose key is not read for this.
    public let key: CellKey?
    /// The columns and rows that it covers.
    public let area: GridLayout.GridCell
    /// The rectangle of those, in points.
    public let rect: Rect
    /// What its background and overlay are drawn in, in points: the rectangle, without the padding around it that there
    /// is in the arithmetic of Exyte Grid.
    public let background: Rect
    /// Its item: as large as it is by itself, aligned in the rectangle; without a size of its own as large as that.
    public let frame: Rect
  }

  /// The cells in the order of their items, from the top left of the container; in the arithmetic of Exyte Grid from that
  /// of its working area. None without tracks.
  public let cells: [Cell]
  /// The size of all columns and rows and the gaps between, in points.
  public let contentSize: Size
  /// How many columns and rows there are.
  public let columnCount: Int64
  public let rowCount: Int64
  /// What was done instead of what was asked for.
  public let diagnostics: [GridDiagnostic]
}

extension Grid {
  /// Lays out all cells in a container. Nothing of a list is read.
  ///
  ///     let grid = Grid(tracks: [.pt(100), .fr(1)], spacing: 10) {
  ///       Cell("a")
  ///       Cell("b")
  ///     }
  ///     try grid.frames(in: Size(width: 310, height: 80)).cells.map(\.rect)   // 0 0 100 80, 110 0 200 80
  ///
  /// - Parameter container: The room for all, in points. Where lines scroll, its length along them does not matter. What
  ///   can't be taken as it stands is replaced, and a diagnostic says so.
  /// - Throws: ``LayoutError`` for more items than can be listed, and for headers and footers of sections; ``StoreError``
  ///   where a list cannot be counted.
  /// - Complexity: O(*n* log *n*) for *n* items.
  public func frames(in container: Size) throws -> TrackFrames {
    let made = try content.inOneRead { state in
      try content.trackCache.plan(content, settings, in: container, state?.generation)
    }
    made.measureAll()
    let plan = made.frozen()
    let most = 10_000_000
    guard plan.items.count <= most else {
      throw LayoutError("\(plan.items.count) items are too many to lay out all of; \(most) at most, or take a window")
    }
    var cells: [TrackFrames.Cell] = []
    cells.reserveCapacity(plan.items.count)
    let width = settings.layoutDirection == .rightToLeft ? plan.mirrorWidth(container) : nil
    for placed in plan.placement.items(inLines: 0..<max(plan.lineCount, 0)) {
      let index = Int(placed.index)
      var rects = plan.rects(of: index, placed.cell, from: nil)
      if let width { rects = rects.map { $0.mirrored(in: width) } }
      cells.append(
        TrackFrames.Cell(
          index: index, key: plan.items.memoryKey(of: index), area: placed.cell, rect: rects.rect,
          background: rects.background, frame: rects.frame))
    }
    let lines = plan.lineCount
    let tracks = Int64(plan.grid.tracks.count)
    return TrackFrames(
      cells: cells, contentSize: plan.innerSize, columnCount: plan.grid.flow == .rows ? tracks : lines,
      rowCount: plan.grid.flow == .rows ? lines : tracks, diagnostics: plan.diagnostics)
  }

  /// The size that the grid takes where its lines are as long as their cells: what it has inside another grid, or in a
  /// scroll view.
  ///
  /// - Parameter length: What is offered across, a width where the grid flows in rows, in points; nil is as much as its
  ///   cells like to have.
  /// - Throws: As ``frames(in:)``.
  /// - Complexity: That of a layout.
  public func intrinsicSize(across length: Double? = nil) throws -> Size {
    try content.inOneRead { state in
      var settings = settings
      settings.initial.contentMode = .scroll
      let grid = settings.grid()
      let items = try content.trackCache.items(content, state?.generation)
      if grid.arithmetic == .exact, items.lineExtent != nil {
        // Cells without a size of their own ask for nothing across.
        let across = length ?? 0
        let container = grid.flow == .rows ? Size(width: across, height: 0) : Size(width: 0, height: across)
        return try content.trackCache.plan(content, settings, in: container, state?.generation).outerSize
      }
      return try content.trackCache.intrinsicSize(settings, length, items) {
        let natural = try NaturalItems(items, grid, isIdeal: length == nil)
        return natural.intrinsicSize(across: length ?? natural.idealLength)
      }
    }
  }
}

extension AnyGridContent {
  /// Runs a body in one state of the database, if there is any.
  func inOneRead<Result>(_ body: (ListState?) throws -> Result) throws -> Result {
    guard let list = lists.first else { return try body(nil) }
    var result: Result?
    try list.read { state in result = try body(state) }
    return result!
  }
}

extension TrackPlan {
  /// The width that everything is mirrored in where leading is on the right.
  func mirrorWidth(_ container: Size) -> Double {
    grid.flow == .columns && grid.contentMode == .scroll ? outerSize.width : max(container.width, outerSize.width)
  }
}
