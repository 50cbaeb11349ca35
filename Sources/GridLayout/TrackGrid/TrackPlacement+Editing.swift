// What changes leaves the places of all items before it as they are. From the last checkpoint before it on items are
// placed anew, as far as answers need, and up to where the placement is again what it was, some lines higher or lower:
// what is behind is taken over from before the edit. In a sparse grid that is mostly a few spanning items later, since
// whatever has no room in what is left of a line begins the next one. In a dense grid, which leaves no holes, it can only
// be where as many cells are to be covered as before, or whole lines more or fewer: when an item moves, say.
//
// Items that ask for a place are placed before all others, so all of them are placed anew where one of them changes. The
// others are then placed anew from the first that could see it: that has another place or none of its own, or stands near
// a line where the items with places of their own are others.

extension TrackPlacement {
  /// Adds plain items behind the last, or takes plain ones away from there.
  ///
  /// - Parameter count: How many items there are then. Declared items that would be taken away stay.
  /// - Complexity: O(1) to add; placing starts again from the first item that was taken away.
  public mutating func setCount(_ count: Int64) {
    guard tracks > 0 else { return }
    let count = min(max(count, contents.leastCount), TrackPlacement.mostItems)
    // What is placed stays so where others come behind it.
    let isCut = count < contents.count
    let edit = contents.setCount(count)
    if isCut { change(edit) }
  }

  /// Gives an item another span.
  ///
  /// - Parameters:
  ///   - span: The new span; a number below one counts as one.
  ///   - index: The index of an item; there is no other to change.
  /// - Returns: Whether there is such an item.
  /// - Complexity: O(*d*) in the number of declared items, to move them in memory, and placing from the item on up to where
  ///   the placement is again what it was. Where the item asks for a place it takes O(*d* + *s* log *s*) for *s* such
  ///   items, and placing begins at the first item that this moves.
  @discardableResult
  public mutating func setSpan(_ span: GridSpan, of index: Int64) -> Bool {
    guard index >= 0, index < count else { return false }
    change(contents.setSpan(span, of: index, flow))
    return true
  }

  /// Asks for another place for an item.
  ///
  /// - Parameters:
  ///   - start: Where it asks to stand; nil leaves that to the grid.
  ///   - index: The index of an item; there is no other to change.
  /// - Returns: Whether there is such an item.
  /// - Complexity: As ``setSpan(_:of:)`` of an item that asks for a place.
  @discardableResult
  public mutating func setStart(_ start: GridStart?, of index: Int64) -> Bool {
    guard index >= 0, index < count else { return false }
    change(contents.setStart(start ?? GridStart(), of: index, flow))
    return true
  }

  /// Inserts plain items; those behind them keep their spans and starts.
  ///
  /// - Parameters:
  ///   - added: How many; none or less changes nothing.
  ///   - index: The index of the first of them, from zero to ``count``.
  /// - Returns: Whether it was done.
  /// - Complexity: As ``setSpan(_:of:)`` of an item that asks for none.
  @discardableResult
  public mutating func insert(_ added: Int64, at index: Int64) -> Bool {
    guard added > 0, index >= 0, index <= count, added <= TrackPlacement.mostItems - count, tracks > 0 else {
      return false
    }
    change(contents.insert(added, at: index))
    return true
  }

  /// Removes items; those behind them keep their spans and starts.
  ///
  /// - Parameter range: Some of the items.
  /// - Returns: Whether all of them were there.
  /// - Complexity: As ``setSpan(_:of:)``.
  @discardableResult
  public mutating func remove(_ range: Range<Int64>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    if !range.isEmpty { change(contents.remove(range)) }
    return true
  }

  /// Moves an item to another place in the order, with its span and start.
  ///
  /// - Parameters:
  ///   - index: The index of an item.
  ///   - destination: The index that it has then.
  /// - Returns: Whether there are both.
  /// - Complexity: As ``setSpan(_:of:)``, twice.
  @discardableResult
  public mutating func move(_ index: Int64, to destination: Int64) -> Bool {
    guard index >= 0, index < count else { return false }
    return move(index..<index + 1, to: destination)
  }

  /// Moves items that follow one another to another place in the order, with their spans and starts.
  ///
  /// - Parameters:
  ///   - range: Some of the items.
  ///   - destination: The index of the first of them after the move.
  /// - Returns: Whether all of them were there and have room.
  /// - Complexity: As ``setSpan(_:of:)``, twice.
  @discardableResult
  public mutating func move(_ range: Range<Int64>, to destination: Int64) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count, destination >= 0 else { return false }
    let moved = range.upperBound - range.lowerBound
    guard destination <= count - moved else { return false }
    guard !range.isEmpty, destination != range.lowerBound else { return true }
    let offset = destination - range.lowerBound
    var wishes = contents.wishes(of: range)
    for at in wishes.indices { wishes[at].index += offset }
    let said = contents.diagnostics.list.filter { $0.kind != .noSuchItem && range.contains($0.index) }
    change(contents.remove(range))
    change(contents.insert(moved, at: destination, wishes))
    for one in said { contents.diagnostics.say(one.kind, one.index + offset) }
    return true
  }

  private mutating func change(_ edit: PlacementEdit) {
    sparse?.change(edit, contents)
    dense?.change(edit, contents)
  }
}
