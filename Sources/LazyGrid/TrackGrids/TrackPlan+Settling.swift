internal import GridLayout
internal import GridStore

/// Where a viewport stands in a track grid.
struct TrackStanding {
  var viewport: Viewport
  /// Whether its target lies past the end.
  var isClamped: Bool
  /// Whether all items are measured that are in sight, and those that their lines follow from.
  var isSettled: Bool
}

extension TrackPlan {
  /// How often a window is laid out anew at most, because of sizes that it has brought into sight.
  private static var mostPasses: Int { 12 }

  /// Measures what a viewport shows and takes the plan as it is then, until nothing in sight has another size.
  ///
  /// Lines follow from those that items share with them; as many to either side are measured as the different spans of
  /// the grid can reach, as far as that is ``ScrolledTracks/linesBeside``.
  ///
  /// - Returns: Where the viewport comes to rest.
  mutating func settle(_ scroll: ScrollState, _ content: ContentStamp) throws -> TrackStanding {
    guard case .scrolled(let shared) = lengths else {
      let (viewport, isClamped) = try TrackScrolling(self, scroll.viewport).rest(scroll, content)
      return TrackStanding(viewport: viewport, isClamped: isClamped, isSettled: true)
    }
    takeInBuilt(shared)
    var standing: TrackStanding?
    for _ in 0..<Self.mostPasses {
      let sizes: [(index: Int64, size: Size)]
      do {
        // Let go of before lines change, so that they need not be copied.
        let frozen = frozen(shared)
        let (next, found) = try frozen.measured(scroll, content, after: standing)
        guard !found.isEmpty else {
          self = frozen
          return TrackStanding(viewport: next.viewport, isClamped: next.isClamped, isSettled: true)
        }
        (standing, sizes) = (TrackScrolling(frozen, scroll.viewport).holding(next, scroll, content), found)
      }
      shared.set(sizes)
    }
    self = frozen(shared)
    let (last, left) = try measured(scroll, content, after: standing)
    return TrackStanding(viewport: last.viewport, isClamped: last.isClamped, isSettled: left.isEmpty)
  }

  private func frozen(_ shared: SharedTracks) -> TrackPlan {
    var plan = self
    plan.lengths = .frozen(shared.value)
    return plan
  }

  /// Where a viewport stands now, and the sizes of what it shows that are not known yet.
  private func measured(
    _ scroll: ScrollState, _ content: ContentStamp, after before: TrackStanding?
  ) throws -> (TrackStanding, [(index: Int64, size: Size)]) {
    let scrolling = TrackScrolling(self, scroll.viewport)
    var standing: TrackStanding
    if let before, !scroll.isAimed {
      standing = before
      standing.viewport = scrolling.rest(before)
    } else {
      let (viewport, isClamped) = try scrolling.rest(scroll, content)
      standing = TrackStanding(viewport: viewport, isClamped: isClamped, isSettled: false)
    }
    let kept = try scroll.keep.compactMap { try items.runs.index(of: $0) }
    let view = try TrackView(self, scroll, standing.viewport, kept: kept)
    var placed = view.placed
    let more = scrolled?.linesBeside ?? 0
    if more > 0, let first = placed.map({ lines(of: $0.cell).lowerBound }).min() {
      let end = placed.map { lines(of: $0.cell).upperBound }.max() ?? first
      // Those that are kept may be anywhere.
      let near = kept.isEmpty ? first..<end : view.lines
      let wide = max(near.lowerBound - more, 0)..<min(near.upperBound + more, lineCount)
      let known = Set(placed.map(\.index))
      placed += placement.items(inLines: wide).filter { !known.contains($0.index) }
      placed.sort { $0.index < $1.index }
    }
    return (standing, try sizes(of: placed))
  }

  /// The sizes of items that are not known yet, or are others by now.
  private func sizes(of placed: [PlacedItem]) throws -> [(index: Int64, size: Size)] {
    guard let scrolled else { return [] }
    if items.hasBuilt { try build(placed.lazy.map { Int($0.index) }.filter { items.isToBuild($0) }) }
    var sizes: [(index: Int64, size: Size)] = []
    for item in placed {
      let own = scrolled.own(across: item.cell)
      guard let size = items.size(of: Int(item.index), item.cell, own: own, grid),
        size != scrolled.scroll.size(of: item.index)
      else { continue }
      sizes.append((item.index, size))
    }
    return sizes
  }

  /// Builds the cells of some items and keeps what they ask for.
  ///
  /// - Throws: ``LayoutError`` for a length that is none.
  private func build(_ indexes: [Int]) throws {
    var next = 0
    while next < indexes.count {
      var end = next + 1
      while end < indexes.count, indexes[end] == indexes[end - 1] + 1 { end += 1 }
      for piece in try items.runs.cellPieces(indexes[next]..<indexes[end - 1] + 1) {
        var built: [(index: Int, key: CellKey, ask: CellAsk)] = []
        for (position, cell) in piece.items.enumerated() {
          try cell.extent.checkMeasured(piece.start + position)
          built.append(
            (piece.start + position, piece.keys[position], CellAsk(traits: cell.traits, extent: cell.extent)))
        }
        items.built.add(built)
      }
      next = end
    }
  }

  /// Takes in what was built for another container, or in the state before.
  private func takeInBuilt(_ shared: SharedTracks) {
    guard items.hasBuilt, shared.value.scroll.measuredCount == 0 else { return }
    measure(items.built.indexes, shared)
  }

  /// Measures all items that can be measured without being built, where there are not too many.
  ///
  /// - Complexity: O(*n* log *n*) for up to a million items; of more nothing is measured.
  func measureAll() {
    guard case .scrolled(let shared) = lengths, items.count <= mostSizedItems, !shared.value.isMeasured else { return }
    // What items ask for across changes tracks, and tracks may change what they ask for along the lines.
    for _ in 0..<2 { measure(Array(0..<items.count), shared) }
  }

  /// The plan as it is now, whatever others measure.
  func frozen() -> TrackPlan {
    guard case .scrolled(let shared) = lengths else { return self }
    return frozen(shared)
  }

  private func measure(_ indexes: [Int], _ shared: SharedTracks) {
    var next = 0
    while next < indexes.count {
      let scrolled = shared.value
      let end = min(next + 4096, indexes.count)
      var sizes: [(index: Int64, size: Size)] = []
      for index in indexes[next..<end] {
        guard let cell = placement.cell(of: index) else { continue }
        if let size = items.size(of: index, cell, own: scrolled.own(across: cell), grid) {
          sizes.append((Int64(index), size))
        }
      }
      next = end
      shared.set(sizes)
    }
  }
}
