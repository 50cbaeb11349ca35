// What an item measures is the item's own: it goes with the item wherever an edit moves that to, and lines follow from
// the items that stand in them then. After each edit all is as in a new grid of the same items and sizes.

extension ScrollTrackGrid {
  /// Inserts plain items that nobody has measured; those behind them keep their spans, starts and sizes.
  ///
  /// - Parameters:
  ///   - added: How many; none or less changes nothing.
  ///   - index: The index of the first of them, from zero to ``count``.
  /// - Returns: Whether it was done.
  /// - Complexity: That of ``TrackPlacement/insert(_:at:)``, and O(*m* log *n*) for *m* measured items from there on: an
  ///   item more moves each of them to another cell, and most to another line. Where most items are measured, lines behind
  ///   the edit are computed when an answer needs them, and no others. All measured items count where items have starts,
  ///   where spanning ones are packed densely, and where tracks fit what stands in them.
  @discardableResult
  public mutating func insert(_ added: Int64, at index: Int64) -> Bool {
    let edited = editedPart(from: index)
    guard placement.insert(added, at: index) else { return false }
    for place in started.indices where started[place].index >= index { started[place].index += added }
    sizes.replace(index..<index, by: added)
    settle(edited)
    return true
  }

  /// Removes items; those behind them keep their spans, starts and sizes.
  ///
  /// - Parameter range: Some of the items.
  /// - Returns: Whether it was done.
  /// - Complexity: As ``insert(_:at:)``; where one of them has a start, that of a new grid.
  @discardableResult
  public mutating func remove(_ range: Range<Int64>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    guard !range.isEmpty else { return true }
    let removed = range.upperBound - range.lowerBound
    var edited = EditedPart.all
    if !started.contains(where: { range.contains($0.index) && $0.start != nil }) {
      edited = editedPart(from: range.lowerBound)
      guard placement.remove(range) else { return false }
    } else {
      let left = declared.filter { !range.contains($0.index) }
      place(left.map { $0.moved(by: $0.index < range.lowerBound ? 0 : -removed) }, count: count - removed)
    }
    started.removeAll { range.contains($0.index) }
    for place in started.indices where started[place].index >= range.upperBound { started[place].index -= removed }
    sizes.replace(range, by: 0)
    settle(edited)
    return true
  }

  /// Moves items that follow one another, with their spans, starts and sizes.
  ///
  /// - Parameters:
  ///   - range: Some of the items.
  ///   - index: The index of the first of them after the move.
  /// - Returns: Whether it was done.
  /// - Complexity: As ``insert(_:at:)`` from the lower of both indexes on; where one of them has a start, that of a new
  ///   grid.
  @discardableResult
  public mutating func move(_ range: Range<Int64>, to index: Int64) -> Bool {
    let moved = range.upperBound - range.lowerBound
    guard range.lowerBound >= 0, range.upperBound <= count, index >= 0, index <= count - moved else { return false }
    guard !range.isEmpty, index != range.lowerBound else { return true }
    let by = index - range.lowerBound
    let spanning = placement.spanningItems(in: range)
    var edited = EditedPart.all
    // An item with a start goes before others that ask for the same place, or no longer does.
    if started.contains(where: { range.contains($0.index) && $0.start != nil }) || spanning.count > 64 {
      let all = declared.map { $0.moved(by: Self.way(of: $0.index, range, to: index)) }
      place(all.sorted { $0.index < $1.index }, count: count)
    } else {
      edited = editedPart(from: min(range.lowerBound, index))
      guard placement.remove(range), placement.insert(moved, at: index) else { return false }
      for item in spanning { placement.setSpan(item.span, of: item.index + by) }
    }
    started = started.map { $0.moved(by: Self.way(of: $0.index, range, to: index)) }.sorted { $0.index < $1.index }
    sizes.move(range, to: index)
    settle(edited)
    return true
  }

  /// Gives an item another span.
  ///
  /// - Parameters:
  ///   - span: The new span; a number below one counts as one.
  ///   - index: The index of an item; there is no other to change.
  /// - Returns: Whether there is such an item.
  /// - Complexity: As ``insert(_:at:)``; that of a new grid where the item has a start.
  @discardableResult
  public mutating func setSpan(_ span: GridSpan, of index: Int64) -> Bool {
    guard index >= 0, index < count else { return false }
    if let place = started.firstIndex(where: { $0.index == index && $0.start != nil }) {
      started[place].span = span
      self.place(declared, count: count)
      settle(.all)
      return true
    }
    let edited = editedPart(from: index)
    guard placement.setSpan(span, of: index) else { return false }
    started.removeAll { $0.index == index }
    let item = DeclaredItem(index: index, span: span)
    if item.isRepaired(tracks: placement.tracks, grid.flow) {
      started.insert(item, at: started.firstPosition { $0.index > index })
    }
    settle(edited)
    return true
  }

  /// Asks for another place for an item.
  ///
  /// - Parameters:
  ///   - start: Where it asks to stand; nil leaves that to the grid.
  ///   - index: The index of an item; there is no other to change.
  /// - Returns: Whether there is such an item.
  /// - Complexity: That of a new grid, and O(*m* log *n*) for *m* measured items.
  @discardableResult
  public mutating func setStart(_ start: GridStart?, of index: Int64) -> Bool {
    guard index >= 0, index < count else { return false }
    var item =
      started.first { $0.index == index } ?? placement.spanningItems(in: index..<index + 1).first
      ?? DeclaredItem(index: index)
    let others = declared.filter { $0.index != index }
    item.start = start
    started.removeAll { $0.index == index }
    if start != nil || item.isRepaired(tracks: placement.tracks, grid.flow) {
      started.insert(item, at: started.firstPosition { $0.index > index })
    }
    place((others + [item]).sorted { $0.index < $1.index }, count: count)
    settle(.all)
    return true
  }

  // MARK: Places

  /// What is declared of items, in the order of their indexes.
  private var declared: [DeclaredItem] {
    let spanning = placement.spanningItems(in: 0..<count)
    guard !started.isEmpty else { return spanning }
    let indexes = started.map { $0.index }
    let others = spanning.filter { item in
      let place = indexes.firstPosition { $0 >= item.index }
      return place == indexes.count || indexes[place] != item.index
    }
    return (started + others).sorted { $0.index < $1.index }
  }

  private mutating func place(_ declared: [DeclaredItem], count: Int64) {
    placement = TrackPlacement(
      count: count, tracks: grid.tracks.count, flow: grid.flow, packing: grid.packing, declared: declared,
      checkpointSpacing: checkpointSpacing)
  }

  /// How far a move takes an item.
  private static func way(of index: Int64, _ range: Range<Int64>, to first: Int64) -> Int64 {
    if range.contains(index) { return first - range.lowerBound }
    let moved = range.upperBound - range.lowerBound
    let between = index < range.lowerBound ? index : index - moved
    return (between < first ? between : between + moved) - index
  }

  // MARK: Lines

  /// What an edit may move: all items, or those from one on, none of which stands before a line.
  private enum EditedPart {
    case all
    case from(item: Int64, line: Int64)
  }

  private mutating func editedPart(from index: Int64) -> EditedPart {
    guard index > 0, index <= count, !tracksFollowItems, !placement.hasAnchoredItems else { return .all }
    if placement.packing == .dense {
      // Small ones among them may stand in any hole that those before have left; plain ones leave none.
      guard !placement.hasSpanningItems(before: index) else { return .all }
      return .from(item: index, line: index / Int64(placement.tracks))
    }
    // None stands before the item before them.
    guard let area = placement.area(of: index - 1) else { return .all }
    return .from(item: index, line: area.line)
  }

  /// Computes anew the lines that an edit may have changed, and the tracks.
  private mutating func settle(_ edited: EditedPart) {
    switch edited {
    case .all: settleAll()
    case .from(let item, let line):
      // Of the items before, those that reach the line may be as long as what has changed in it lets them.
      if unsettled != nil || isWorthWaiting(behind: item) {
        // Whatever reaches lines before this one from behind stands in it too.
        _ = settle(line..<line + 1)
        unsettled = min(unsettled ?? line, line)
        return
      }
      let over = placement.areas(in: line..<line + 1).filter { $0.index < item && sizes[$0.index] != nil }
      settle(over.map { $0.index } + sizes.indexes(in: item..<count), from: line)
    }
  }
}

extension TrackPlacement {
  var hasAnchoredItems: Bool { !contents.anchored.isEmpty }

  fileprivate func hasSpanningItems(before index: Int64) -> Bool { contents.special.count(before: index) > 0 }

  /// The items of a range that span and have not got the place they asked for, if they did; spans as they were cut.
  fileprivate func spanningItems(in range: Range<Int64>) -> [DeclaredItem] {
    let special = contents.special
    return (special.count(before: range.lowerBound)..<special.count(before: range.upperBound)).compactMap { position in
      guard special.shapes[position] != SpecialItems.anchored else { return nil }
      let shape = contents.shapes[special.shapes[position]]
      let (width, height) = (Int64(shape.width), shape.height)
      return DeclaredItem(
        index: special.indexes[position],
        span: flow == .rows ? GridSpan(column: width, row: height) : GridSpan(column: height, row: width))
    }
  }
}

extension DeclaredItem {
  fileprivate func moved(by offset: Int64) -> DeclaredItem {
    DeclaredItem(index: index + offset, span: span, start: start)
  }

  /// Whether it covers other cells than it is declared to, and a diagnostic says so.
  fileprivate func isRepaired(tracks: Int, _ flow: GridFlow) -> Bool {
    let (width, height) = flow == .rows ? (span.column, span.row) : (span.row, span.column)
    return width < 1 || width > Int64(tracks) || height < 1 || height > PlacementWish.longestSpan
  }

  /// Those that ask for a place or are repaired, in the order of their indexes; the first of two of one index counts.
  ///
  /// - Complexity: O(*d*) for *d* declarations, and O(*d* log *d*) where they are in no order.
  static func started(_ declared: [DeclaredItem], count: Int64, tracks: Int, _ flow: GridFlow) -> [DeclaredItem] {
    func isKept(_ item: DeclaredItem) -> Bool { item.start != nil || item.isRepaired(tracks: tracks, flow) }
    guard declared.contains(where: isKept) else { return [] }
    let order = declared.indices.sorted { (declared[$0].index, $0) < (declared[$1].index, $1) }
    var started: [DeclaredItem] = []
    var latest: Int64 = -1
    for place in order where declared[place].index > latest && declared[place].index < count {
      latest = declared[place].index
      if isKept(declared[place]) { started.append(declared[place]) }
    }
    return started
  }
}
