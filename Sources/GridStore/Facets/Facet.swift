/// The values of a column that items of a list have, the most frequent first.
public struct Facet: Sendable, Hashable {
  /// A value, and how many items have it.
  public struct Bucket: Sendable, Hashable {
    /// The value in one of the spellings that the items have, where the column takes several for one.
    public let value: Value
    public let count: Int
  }

  /// The column, spelled as declared.
  public let column: String
  /// The greatest counts first, equal ones in the column's own order. NULL is a value like any other.
  public let buckets: [Bucket]
  /// How sure the counts are: `exact`, or `atLeast` where time ended before all items were counted.
  public let kind: Certainty
  /// Whether all items were counted, so that no value is missing but those beyond the limit, which have no greater counts.
  public let isComplete: Bool
  /// How many different values there are, beyond the limit too: `exact`, or `atLeast` where it is not complete.
  public let valueCount: Count

  package init(column: String, buckets: [Bucket], kind: Certainty, isComplete: Bool, valueCount: Int) {
    self.column = column
    self.buckets = buckets
    self.kind = kind
    self.isComplete = isComplete
    self.valueCount = Count(value: valueCount, kind: isComplete ? .exact : .atLeast)
  }
}

/// Facets of a list, all of one state of the database.
public struct ListFacets: Sendable, Hashable {
  /// The state that they belong to.
  public let generation: Generation
  /// One for each column that was asked for, in that order.
  public let facets: [Facet]

  /// Whether all of them are.
  public var isComplete: Bool { facets.allSatisfy(\.isComplete) }

  package init(generation: Generation, facets: [Facet]) {
    self.generation = generation
    self.facets = facets
  }
}
