/// What commits have done to a list, from one state of the database to a later one.
///
/// It may say too much and never says too little: who applies the splices, reads the items again that they say come
/// and those whose keys may have changed, has the list of the new state.
public struct ListChange: Sendable, Hashable {
  /// Keys of rows that may be other than they were, wherever they stand.
  public enum Updates: Sendable, Hashable {
    /// These alone. A key may be of no row of this list.
    case keys([[Value]])
    /// Any of them.
    case all
  }

  /// The state that it leads away from.
  public let previous: Generation
  /// The state that it leads to.
  public let generation: Generation
  /// What goes and what comes, in order; empty where ``isReset`` is true.
  public let splices: [ListSplice]
  /// Which rows that stay may be other than they were.
  public let updates: Updates
  /// How many items the list has now.
  public let count: Count
  /// Whether nothing is told of what has changed: all must be read again.
  public let isReset: Bool

  package init(
    previous: Generation, generation: Generation, splices: [ListSplice], updates: Updates, count: Int, isReset: Bool
  ) {
    self.previous = previous
    self.generation = generation
    self.splices = splices
    self.updates = updates
    self.count = Count(value: count, kind: .exact)
    self.isReset = isReset
  }
}
