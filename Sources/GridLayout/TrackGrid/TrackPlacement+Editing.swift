// What changes leaves the places of all items before it as they are. From the last checkpoint before it on items are
// placed anew, as far as answers need.

extension TrackPlacement {
  /// Adds plain items behind the last, or takes plain ones away from there.
  ///
  /// - Parameter count: How many items there are then. Declared items that would be taken away stay.
  /// - Complexity: O(1) to add; placing starts again from the first item that was taken away.
  public mutating func setCount(_ count: Int64) {
    guard tracks > 0 else { return }
    let declared = max((contents.special.indexes.last ?? -1) + 1, 0)
    let count = min(max(count, declared), TrackPlacement.mostItems)
    if count < contents.count {
      contents.count = count
      sparse?.forget(from: count, contents)
      dense?.forget(from: count, contents)
    }
    contents.count = count
  }

  /// Gives an item another span.
  ///
  /// - Parameters:
  ///   - span: The new span; a number below one counts as one.
  ///   - index: An item without a start, or one whose start could not be had.
  /// - Returns: Whether it was done. It is not for an item that stands where its start asked for, nor where there is none.
  /// - Complexity: O(*d*) in the number of declared items, to move them in memory, and placing from the item on.
  @discardableResult
  public mutating func setSpan(_ span: GridSpan, of index: Int64) -> Bool {
    guard index >= 0, index < count, contents.setSpan(span, of: index, flow) else { return false }
    forget(from: index)
    return true
  }

  /// Inserts plain items; those behind them keep their spans and starts.
  ///
  /// - Parameters:
  ///   - added: How many; none or less changes nothing.
  ///   - index: The index of the first of them, from zero to ``count``.
  /// - Returns: Whether it was done.
  /// - Complexity: O(*d*) in the number of declared items, to move them in memory, and placing from the first on.
  @discardableResult
  public mutating func insert(_ added: Int64, at index: Int64) -> Bool {
    guard added > 0, index >= 0, index <= count, added <= TrackPlacement.mostItems - count, tracks > 0 else {
      return false
    }
    contents.insertPlain(added, at: index)
    forget(from: index)
    return true
  }

  /// Removes items.
  ///
  /// - Parameter range: Some of the items.
  /// - Returns: Whether it was done. It is not if one of them stands where its start asked for, or is none.
  /// - Complexity: As ``insert(_:at:)``.
  @discardableResult
  public mutating func remove(_ range: Range<Int64>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count, contents.remove(range) else { return false }
    forget(from: range.lowerBound)
    return true
  }

  private mutating func forget(from index: Int64) {
    sparse?.forget(from: index, contents)
    dense?.forget(from: index, contents)
  }
}
