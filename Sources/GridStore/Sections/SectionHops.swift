/// Hops over a tree from each value of a column to the next.
struct SectionHops {
  private let reader: Reader
  private let plan: ListPlan
  private let access: TreeAccess
  /// Where the column stands in the tree.
  private let depth: Int
  private let name: String

  /// By ranks, one value in so many is compared with the one that SQL finds there. All entries of a value stand together,
  /// and where it begins and ends is told by entries themselves, so what goes wrong once goes wrong for all that follow.
  private static let checkInterval = 16

  /// Nil where the tree does not have the column behind columns that the filters hold to one value.
  init?(_ reader: Reader, _ plan: ListPlan, _ access: TreeAccess, _ term: OrderTerm) {
    guard let depth = access.tree.columns.firstIndex(where: { $0.source == term.source }),
      access.segments.allSatisfy({ depth <= $0.heldCount })
    else { return nil }
    self.reader = reader
    self.plan = plan
    self.access = access
    self.depth = depth
    name = term.name
  }

  /// By ranks that the pages of the tree tell.
  ///
  /// - Parameter visit: Takes a value, as its first row in the order of the list stores it, and how many rows of the piece
  ///   have it; says whether to go on.
  /// - Returns: Whether it came to the end of the list.
  /// - Throws: ``PageFault`` where the pages are not in order, or SQL finds another value.
  /// - Complexity: O(log *n*) for each value.
  func run(
    _ index: RankIndex, _ segments: SegmentRanks, _ visit: (StoredValue, Int) throws -> Bool
  ) throws -> Bool {
    guard let pages = reader.pages else { throw PageFault(.unavailable, "pages are not read") }
    let before = pages.reads
    defer { reader.counts.pageReads += pages.reads - before }
    let running = try interruptible()
    defer { running.reset() }
    let columns = access.tree.columns
    let comparer = ValueComparer(encoding: reader.encoding)
    var number = 0
    // Ranks fall where the list is reversed; how many lie between two is the same either way.
    for (segment, ranks) in zip(access.segments, segments.ranges) {
      let held = Array(segment.start.prefix.prefix(depth))
      var rank = access.isReversed ? ranks.upperBound : ranks.lowerBound
      let last = access.isReversed ? ranks.lowerBound : ranks.upperBound
      var position: Position?
      while rank != last {
        let stored = try index.key(at: access.isReversed ? rank - 1 : rank, columns: depth + 1, pages)[depth]
        let value = columns[depth].affinity == .real ? stored.asReal : stored
        if number % SectionHops.checkInterval == 0 {
          guard let found = try first(from: position, in: segment), found.isSame(as: value) else {
            throw PageFault(.damaged, "another value than the pages tell")
          }
        }
        number += 1
        let next = access.isReversed ? Position.before(held + [stored]) : .after(held + [stored])
        let end =
          depth < segment.heldCount ? last : try index.rank(of: next, in: columns, comparer, pages)
        guard access.isReversed ? end < rank && end >= last : end > rank && end <= last else {
          throw PageFault(.damaged, "a tree of '\(plan.table.name)' is not in order")
        }
        let count = Int(abs(end - rank))
        rank = end
        position = next
        if try !visit(value, count) { return false }
        try pauseIfDue(running)
      }
      if depth >= segment.heldCount || ranks.isEmpty, try first(from: position, in: segment) != nil {
        throw PageFault(.damaged, "values end before SQL finds their end")
      }
    }
    return true
  }

  /// By a seek for each value, which reads one row.
  ///
  /// - Parameter visit: Takes a value, as its first row in the order of the list stores it.
  func seek(through segment: Segment, _ visit: (StoredValue) throws -> Void) throws {
    let held = Array(segment.start.prefix.prefix(depth))
    let running = try interruptible()
    defer { running.reset() }
    var position: Position?
    while let value = try first(from: position, in: segment) {
      try visit(value)
      if depth < segment.heldCount { return }
      position = access.isReversed ? .before(held + [value]) : .after(held + [value])
      try pauseIfDue(running)
    }
  }

  /// Lets writers of a file without a log in.
  private func pauseIfDue(_ running: Statement) throws {
    guard reader.isPauseDue else { return }
    running.reset()
    try reader.pause()
    _ = try running.step()
  }

  /// An interrupt lasts as long as a statement is running, and each of the seeks is too short to meet it.
  private func interruptible() throws -> Statement {
    let running = try reader.statements["SELECT 1 UNION ALL SELECT 2"]
    _ = try running.step()
    return running
  }

  private func first(from position: Position?, in segment: Segment) throws -> StoredValue? {
    for seek in Seek.ranges(from: position, in: segment, columns: access.tree.columns, isReversed: access.isReversed) {
      let statement = try reader.statements[
        seek.sql(selecting: quoted(name), from: plan.table, access.tree, isReversed: access.isReversed)]
      try seek.bind(statement, limit: 1, encoding: reader.encoding)
      reader.counts.statements += 1
      defer { statement.reset() }
      if try statement.step() {
        reader.counts.rowsStepped += 1
        return statement.stored(0, encoding: reader.encoding)
      }
    }
    return nil
  }
}

extension StoredValue {
  /// As SQL gives a number of a REAL column, which may be stored as an integer.
  fileprivate var asReal: StoredValue { if case .integer(let number) = self { .real(Double(number)) } else { self } }
}

extension Segment {
  /// How many columns are the same in all of it.
  fileprivate var heldCount: Int { zip(start.prefix, end.prefix).prefix { $0 == $1 }.count }
}
