// What changes leaves the places of all items before it as they are. From the last checkpoint before it on items are
// placed anew, as far as answers need, and up to where the placement is again what it was, some lines higher or lower:
// what is behind is taken over from before the edit. In a sparse grid that is mostly a few spanning items later, since
// whatever has no room in what is left of a line begins the next one. In a dense grid, which leaves no holes, it can only
// be where as many cells are to be covered as before, or whole lines more or fewer: when an item moves, say.

extension TrackPlacement {
  /// Adds plain items behind the last, or takes plain ones away from there.
  ///
  /// - Parameter count: How many items there are then. Declared items that would be taken away stay.
  /// - Complexity: O(1) to add; placing starts again from the first item that was taken away.
  public mutating func setCount(_ count: Int64) {
    guard tracks > 0 else { return }
    let declared = max((contents.special.indexes.last ?? -1) + 1, 0)
    let count = min(max(count, declared), TrackPlacement.mostItems)
    // What is placed stays so where others come behind it.
    let isCut = count < contents.count
    let edit = contents.setCount(count)
    if isCut { change(edit) }
  }

  /// Gives an item another span.
  ///
  /// - Parameters:
  ///   - span: The new span; a number below one counts as one.
  ///   - index: An item without a start, or one whose start could not be had.
  /// - Returns: Whether it was done. It is not for an item that stands where its start asked for, nor where there is none.
  /// - Complexity: O(*d*) in the number of declared items, to move them in memory, and placing from the item on up to where
  ///   the placement is again what it was.
  @discardableResult
  public mutating func setSpan(_ span: GridSpan, of index: Int64) -> Bool {
    guard index >= 0, index < count, let edit = contents.setSpan(span, of: index, flow) else { return false }
    change(edit)
    return true
  }

  /// Inserts plain items; those behind them keep their spans and starts.
  ///
  /// - Parameters:
  ///   - added: How many; none or less changes nothing.
  ///   - index: The index of the first of them, from zero to ``count``.
  /// - Returns: Whether it was done.
  /// - Complexity: As ``setSpan(_:of:)``.
  @discardableResult
  public mutating func insert(_ added: Int64, at index: Int64) -> Bool {
    guard added > 0, index >= 0, index <= count, added <= TrackPlacement.mostItems - count, tracks > 0 else {
      return false
    }
    change(contents.insertPlain(added, at: index))
    return true
  }

  /// Removes items.
  ///
  /// - Parameter range: Some of the items.
  /// - Returns: Whether it was done. It is not if one of them stands where its start asked for, or is none.
  /// - Complexity: As ``setSpan(_:of:)``.
  @discardableResult
  public mutating func remove(_ range: Range<Int64>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count, let edit = contents.remove(range) else { return false }
    change(edit)
    return true
  }

  /// Moves an item to another place in the order, with its span.
  ///
  /// - Parameters:
  ///   - index: An item without a start, or one whose start could not be had.
  ///   - destination: The index that it has then.
  /// - Returns: Whether it was done. It is not for an item that stands where its start asked for, nor where there is none.
  /// - Complexity: As ``setSpan(_:of:)``.
  @discardableResult
  public mutating func move(_ index: Int64, to destination: Int64) -> Bool {
    guard index >= 0, index < count, destination >= 0, destination < count, let span = contents.span(of: index, flow),
      index == destination || remove(index..<index + 1)
    else { return false }
    guard index != destination else { return true }
    insert(1, at: destination)
    if span != GridSpan() { setSpan(span, of: destination) }
    return true
  }

  private mutating func change(_ edit: PlacementEdit) {
    sparse?.change(edit, contents)
    dense?.change(edit, contents)
  }
}
