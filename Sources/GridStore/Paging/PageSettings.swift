/// How the pages of a list are kept and read ahead.
public struct PageSettings: Sendable, Hashable {
  /// How many items a page has.
  public var pageSize: Int
  /// How many bytes the kept pages may take, as their rows hold them. The pages in sight and one more are kept whatever
  /// they take.
  public var byteBudget: Int
  /// How many pages are read ahead of the viewport, in the direction that it moves in, and how many behind it.
  public var pagesAhead: Int
  public var pagesBehind: Int
  /// The most pages that one read brings.
  public var mostPagesPerRead: Int
  /// How long after a read has begun the next one may begin while somebody scrubs.
  public var scrubInterval: Duration

  public init(
    pageSize: Int = 64, byteBudget: Int = 16 << 20, pagesAhead: Int = 2, pagesBehind: Int = 1,
    mostPagesPerRead: Int = 16, scrubInterval: Duration = .milliseconds(80)
  ) {
    self.pageSize = pageSize
    self.byteBudget = byteBudget
    self.pagesAhead = pagesAhead
    self.pagesBehind = pagesBehind
    self.mostPagesPerRead = mostPagesPerRead
    self.scrubInterval = scrubInterval
  }

  /// - Throws: ``StoreError`` of kind `badValue` for what no cache can be made of.
  package func check() throws(StoreError) {
    func hold(_ value: Int, _ range: ClosedRange<Int>, _ name: String) throws(StoreError) {
      guard range.contains(value) else {
        throw StoreError(
          .badValue, "\(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
      }
    }
    try hold(pageSize, 1...100_000, "the size of a page")
    try hold(byteBudget, 0...(1 << 40), "the byte budget of pages")
    try hold(pagesAhead, 0...1000, "how many pages are read ahead")
    try hold(pagesBehind, 0...1000, "how many pages are read behind")
    try hold(mostPagesPerRead, 1...1000, "the most pages of one read")
    guard scrubInterval >= .zero, scrubInterval <= .seconds(60) else {
      throw StoreError(.badValue, "reads of a scrub are no time up to a minute apart, not \(scrubInterval)")
    }
  }
}

/// What a cache of pages has done since it was made.
public struct PageCounts: Sendable, Hashable {
  /// Reads begun, and how many of them were interrupted for others.
  public var reads = 0
  public var interrupts = 0
  /// Items that reads have brought, and bytes of their rows.
  public var items = 0
  public var bytes = 0
  /// Pages let go of for others.
  public var evictions = 0
  /// Answers that came too late: of another query, or of a state that is past.
  public var dropped = 0

  public init() {}
}
