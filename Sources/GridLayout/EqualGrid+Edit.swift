extension EqualGrid {
  /// A change of the items of a grid that leaves each of them the same item in another place.
  ///
  ///     let drag = EqualGrid.Edit.move(from: 1, to: 4)
  ///     drag.newIndex(of: 1, count: 6)   // 4
  ///     drag.newIndex(of: 3, count: 6)   // 2
  ///     drag.moves(count: 6)             // 1 ..< 2 by 3, and 2 ..< 5 by -1
  ///
  /// An edit is a function of indexes alone: which items change their place, and where they go, is the same in a
  /// board of any size. Nothing in it traps: an item is inserted at the nearest end, and what is not there is
  /// neither removed nor moved.
  public enum Edit: Hashable, Sendable {
    /// New items before the one at an index; an index past the last item appends them.
    case insert(count: Int64 = 1, at: Int64)
    /// Items from an index on; as many as are there.
    case remove(count: Int64 = 1, at: Int64)
    /// One item, as when it is dragged: afterwards its index is `to`.
    case move(from: Int64, to: Int64)
  }

  /// Items that change their place together.
  public struct Move: Hashable, Sendable {
    /// Their indexes before.
    public var indexes: Range<Int64>
    /// What is added to each of them.
    public var distance: Int64

    /// Makes a move.
    public init(_ indexes: Range<Int64>, by distance: Int64) {
      self.indexes = indexes
      self.distance = distance
    }
  }
}

extension EqualGrid.Edit {
  /// Returns how many items there are afterwards.
  ///
  /// - Parameter count: How many there are before.
  public func newCount(_ count: Int64) -> Int64 {
    let count = max(count, 0)
    switch self {
    case .insert: return count + inserted(count).extent
    case .remove: return count - removed(count).extent
    case .move: return count
    }
  }

  /// Returns where an item is afterwards.
  ///
  /// - Parameters:
  ///   - index: Where it is before.
  ///   - count: How many items there are before.
  /// - Returns: nil for an item that is removed, or is not one of them.
  /// - Complexity: O(1).
  public func newIndex(of index: Int64, count: Int64) -> Int64? {
    guard index >= 0, index < count else { return nil }
    if case .remove = self, removed(count).contains(index) { return nil }
    for move in moves(count: count) where move.indexes.contains(index) { return index + move.distance }
    return index
  }

  /// Returns the items that change their place, in runs that go the same way.
  ///
  /// - Parameter count: How many items there are before.
  /// - Returns: Runs that are not empty and share no item, two at most; an item in none of them stays, or is removed.
  /// - Complexity: O(1).
  public func moves(count: Int64) -> [EqualGrid.Move] {
    let count = max(count, 0)
    let moves: [EqualGrid.Move]
    switch self {
    case .insert:
      let new = inserted(count)
      moves = [EqualGrid.Move(new.lowerBound..<count, by: new.extent)]
    case .remove:
      let old = removed(count)
      moves = [EqualGrid.Move(old.upperBound..<count, by: -old.extent)]
    case .move(let from, let to):
      guard from >= 0, from < count else { return [] }
      let to = min(max(to, 0), count - 1)
      let passed = from < to ? EqualGrid.Move(from + 1..<to + 1, by: -1) : EqualGrid.Move(to..<from, by: 1)
      moves = [EqualGrid.Move(from..<from + 1, by: to - from), passed]
    }
    return moves.filter { !$0.indexes.isEmpty && $0.distance != 0 }
  }

  /// The indexes that new items have afterwards.
  private func inserted(_ count: Int64) -> Range<Int64> {
    guard case .insert(let number, let at) = self else { return 0..<0 }
    let start = min(max(at, 0), count)
    // As many as a count can say.
    return start..<start + min(max(number, 0), .max - count)
  }

  /// The indexes that removed items have before.
  private func removed(_ count: Int64) -> Range<Int64> {
    guard case .remove(let number, let at) = self else { return 0..<0 }
    let start = min(max(at, 0), count)
    return start..<start + min(max(number, 0), count - start)
  }
}

extension Range<Int64> {
  /// How many numbers it holds; `count` is an `Int`, which may have 32 bits.
  fileprivate var extent: Int64 { upperBound - lowerBound }
}
