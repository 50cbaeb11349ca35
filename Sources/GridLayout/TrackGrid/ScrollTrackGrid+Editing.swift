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
    sizes.replace(index..<index, by: added)
    settle(edited)
    return true
  }

  /// Removes items; those behind them keep their spans, starts and sizes.
  ///
  /// - Parameter range: Some of the items.
  /// - Returns: Whether it was done.
  /// - Complexity: As ``insert(_:at:)``.
  @discardableResult
  public mutating func remove(_ range: Range<Int64>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    guard !range.isEmpty else { return true }
    let edited = editedPart(from: range.lowerBound)
    guard placement.remove(range) else { return false }
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
  /// - Complexity: As ``insert(_:at:)`` from the lower of both indexes on.
  @discardableResult
  public mutating func move(_ range: Range<Int64>, to index: Int64) -> Bool {
    let moved = range.upperBound - range.lowerBound
    guard range.lowerBound >= 0, range.upperBound <= count, index >= 0, index <= count - moved else { return false }
    guard !range.isEmpty, index != range.lowerBound else { return true }
    let edited = editedPart(from: min(range.lowerBound, index))
    guard placement.move(range, to: index) else { return false }
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
  /// - Complexity: As ``insert(_:at:)``.
  @discardableResult
  public mutating func setSpan(_ span: GridSpan, of index: Int64) -> Bool {
    let edited = editedPart(from: index)
    guard placement.setSpan(span, of: index) else { return false }
    settle(edited)
    return true
  }

  /// Asks for another place for an item.
  ///
  /// - Parameters:
  ///   - start: Where it asks to stand; nil leaves that to the grid.
  ///   - index: The index of an item; there is no other to change.
  /// - Returns: Whether there is such an item.
  /// - Complexity: That of ``TrackPlacement/setStart(_:of:)``, and O(*m* log *n*) for *m* measured items.
  @discardableResult
  public mutating func setStart(_ start: GridStart?, of index: Int64) -> Bool {
    guard placement.setStart(start, of: index) else { return false }
    settle(.all)
    return true
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
    case .from where placement.hasAnchoredItems: settleAll()
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
}
