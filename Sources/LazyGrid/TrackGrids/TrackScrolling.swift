internal import GridLayout
internal import GridStore

/// The lines of a track grid as those of a line grid with one track, so that a viewport stands in both by the same rules:
/// its anchor is a line here.
struct TrackScrolling<Item: Sendable> {
  private let plan: TrackPlan<Item>
  let lines: LineGrid

  init(_ plan: TrackPlan<Item>, _ viewport: Size) {
    self.plan = plan
    lines = plan.scrolledLines(viewport)
  }

  /// Where a viewport comes to rest, and whether its target lies past the end.
  func rest(_ scroll: ScrollState, _ content: ContentStamp) throws -> (viewport: Viewport, isClamped: Bool) {
    var wanted = scroll
    var isPast = false
    let last = plan.items.count - 1
    switch scroll.target {
    case .index(let index) where index >= 0:
      isPast = index > last
      wanted.target = .index(Int(line(of: min(index, max(last, 0)))))
    case .place(var place):
      place.index = Int(line(of: min(max(place.index, 0), max(last, 0))))
      wanted.target = .place(place)
    default: break
    }
    let (viewport, isClamped) = try wanted.rest(in: lines, content) { key in
      try plan.items.runs.index(of: key).map { Int(line(of: $0)) }
    }
    return (viewport, isClamped || isPast)
  }

  /// The same standing by what was in sight before it was scrolled: that moves by the distance when lines change, and not by
  /// what comes into sight before it.
  func holding(_ standing: TrackStanding, _ scroll: ScrollState, _ content: ContentStamp) -> TrackStanding {
    guard !scroll.isAimed, scroll.distance != 0, !(standing.isClamped && standing.viewport.isAtEnd),
      let known = scroll.itemInSight(content), known < lines.count
    else { return standing }
    var standing = standing
    standing.viewport.hold(known, in: lines)
    return standing
  }

  /// Where a viewport comes to rest once lines have other lengths.
  func rest(_ before: TrackStanding) -> Viewport {
    var viewport = before.viewport
    if before.isClamped, viewport.isAtEnd {
      viewport.scroll(to: .end, in: lines)
      return viewport
    }
    viewport.layoutDidChange(in: lines)
    viewport.scroll(by: 0, in: lines)
    return viewport
  }

  /// What the next window goes on from.
  ///
  /// - Parameters:
  ///   - cells: Those of the window, in the order of their items.
  ///   - shown: The lines that meet the viewport.
  func rest(
    at viewport: Viewport, _ cells: [(index: Int, key: CellKey, lines: Range<Int64>)], _ shown: Range<Int64>,
    holding holds: [CellKey], _ content: ContentStamp
  ) -> ScrollRest {
    // A line is known by the first item that starts in it.
    var first: [Int64: (index: Int, key: CellKey)] = [:]
    for cell in cells where first[cell.lines.lowerBound] == nil {
      first[cell.lines.lowerBound] = (cell.index, cell.key)
    }
    let known = first.keys.sorted()
    var rest = ScrollRest(
      viewport: viewport, content: content, count: lines.count,
      neighbors: known.compactMap { line in
        first[line].map { ScrollRest.Neighbors(start: Int(line), keys: .ids([$0.key])) }
      })
    let held = holds.lazy.compactMap { key in cells.first { $0.key == key && $0.lines.overlaps(shown) } }.first
    if let held {
      rest.viewport.hold(line(of: held.index), in: lines)
      (rest.key, rest.item, rest.isHeld) = (held.key, held.index, true)
    } else if let anchor = viewport.anchor {
      // Where no item starts in the first line in sight, the next that has one holds still.
      let line = isFill ? known.first : known.first { $0 >= anchor.index } ?? known.last
      if let line, let item = first[line] {
        if line != anchor.index, !isFill { rest.viewport.hold(line, in: lines) }
        (rest.key, rest.item) = (item.key, item.index)
      }
    }
    return rest
  }

  private var isFill: Bool { plan.grid.contentMode == .fill }

  /// The first line of an item, as viewports count them.
  private func line(of index: Int) -> Int64 {
    guard !isFill, let cell = plan.placement.cell(of: index) else { return 0 }
    return plan.lines(of: cell).lowerBound
  }
}

extension TrackPlan {
  /// Its lines as those of a grid of one track; one line as long as the viewport, where they fill that.
  fileprivate func scrolledLines(_ viewport: Size) -> LineGrid {
    if let scrolled { return scrolled.lines }
    let inRows = grid.flow == .rows
    let across = inRows ? viewport.width : viewport.height
    guard grid.contentMode == .scroll else {
      let length = inRows ? viewport.height : viewport.width
      return LineGrid(
        axis: inRows ? .vertical : .horizontal, items: [GridItem()],
        content: lineCount > 0 ? [.run(.uniform(count: 1, length: length))] : [], crossLength: max(across, 1),
        spacing: 0)
    }
    var runs: [GridRun] = []
    if lineCount > 0 {
      switch lengths {
      case .measured(let layout, _): runs = (inRows ? layout.rowSizes : layout.columnSizes).runs
      case .uniform(_, let lines): runs = [.uniform(count: lines.count, length: lines.length)]
      case .scrolled, .frozen: break
      }
    }
    return grid.scrolledLines(runs, across: across)
  }
}
