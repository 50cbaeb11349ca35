extension Viewport {
  /// Takes in that the items of the grid changed: the anchor's line stays where it is on screen.
  ///
  /// If the anchor itself was removed, the item after it takes its place, or else the one before it. An anchor that moved is
  /// followed.
  ///
  /// - Parameters:
  ///   - change: What happened to the items.
  ///   - grid: The grid after the change.
  public mutating func contentDidChange(_ change: ContentChange, in grid: LineGrid) {
    let index = anchor.map { grid.count > 0 ? change.index(of: $0.index, count: grid.count) : 0 }
    contentDidChange(anchorAt: index ?? 0, in: grid)
  }

  /// Takes in that the items of the grid are others, of which only the new place of the anchor is known.
  ///
  /// - Parameters:
  ///   - index: The index of the anchor's item now, or of what is to take its place; of the last or first item, if it is
  ///     past those.
  ///   - grid: The grid after the change.
  public mutating func contentDidChange(anchorAt index: Int64, in grid: LineGrid) {
    if isHeld(in: grid) { return }
    guard var anchor = anchor, grid.lineCount > 0 else { return settle(at: offset, in: grid) }
    anchor.index = min(max(index, 0), grid.count - 1)
    settle(anchor, keeping: .ifFirst, in: grid)
  }

  /// Makes an item the anchor, so that it is the one that the next change of content or layout leaves where it is on
  /// screen: what has the focus or is selected, rather than the first in sight.
  ///
  /// - Parameters:
  ///   - index: The item; one that is not there changes nothing.
  ///   - grid: The grid that it stands in.
  public mutating func hold(_ index: Int64, in grid: LineGrid) {
    guard let anchor, grid.lineCount > 0, 0..<grid.count ~= index, anchor.index < grid.count else { return }
    var visits = NodeVisits()
    let (old, band) = (grid.band(ofItem: anchor.index), grid.band(ofItem: index))
    let held = ScrollAnchor(index: index, delta: anchor.delta - grid.index.distance(from: old, to: band, &visits))
    self.anchor = held
    home = Home(anchor: held, lineLength: band.length)
  }

  /// Takes in that the same items are laid out otherwise: by other tracks, in another length, between other insets.
  ///
  /// - Parameters:
  ///   - length: Its length along the main axis from now on, in points; nil keeps what it was.
  ///   - insetStart: How much of it is covered at the start from now on, in points; nil keeps what it was.
  ///   - insetEnd: The same at the end.
  ///   - shortContentFraction: Where short content stands from now on; nil keeps what it was.
  ///   - grid: The grid as it is laid out now.
  public mutating func layoutDidChange(
    length: Double? = nil, insetStart: Double? = nil, insetEnd: Double? = nil, shortContentFraction: Double? = nil,
    in grid: LineGrid
  ) {
    if let length { self.length = max(Viewport.bounded(length), 0) }
    if let insetStart { self.insetStart = Viewport.bounded(insetStart) }
    if let insetEnd { self.insetEnd = Viewport.bounded(insetEnd) }
    if let shortContentFraction { self.shortContentFraction = min(max(Viewport.finite(shortContentFraction), 0), 1) }
    let home = home
    defer { self.home = home ?? self.home }
    if isHeld(in: grid) { return }
    guard let home, grid.lineCount > 0, home.anchor.index < grid.count else { return settle(at: offset, in: grid) }
    var anchor = home.anchor
    let lineLength = grid.band(ofItem: anchor.index).length
    if anchor.delta < home.lineLength, anchor.delta >= lineLength, home.lineLength > 0 {
      // The line is so short now that its item would be out of sight: the same part of the line is.
      anchor.delta *= lineLength / home.lineLength
    }
    settle(anchor, keeping: .always, in: grid)
  }

  /// Stays at the start or the end, if the policy is so.
  private mutating func isHeld(in grid: LineGrid) -> Bool {
    if isAtEnd, policy.contains(.followsEnd) {
      scroll(to: .end, in: grid)
    } else if isAtStart, policy.contains(.staysAtStart) {
      scroll(to: .start, in: grid)
    } else {
      return false
    }
    return true
  }
}

extension ContentChange {
  /// The index that an item has after the change; of one that went, that of the item after it, or else before it.
  ///
  /// - Parameter count: How many items there are after the change.
  func index(of index: Int64, count: Int64) -> Int64 {
    var now = index
    switch self {
    case .insert(let at, let number): if at <= index { now += number }
    case .remove(let range): if index >= range.lowerBound { now = max(index - Int64(range.count), range.lowerBound) }
    case .move(let from, let to):
      if index == from {
        now = to
      } else {
        if from < index { now -= 1 }
        if to <= now { now += 1 }
      }
    case .resize: break
    }
    return min(max(now, 0), count - 1)
  }
}
