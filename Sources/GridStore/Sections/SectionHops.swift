/// Hops over a tree from each value of a column to the next.
struct SectionHops {
  private let reader: Reader
  private let plan: ListPlan
  private let access: TreeAccess
  /// Where the column stands in the tree.
  private let depth: Int
  /// What is read of a row: the column, then what tells the row from all others.
  private let selected: String
  /// Where in the tree the latter stand.
  private let places: [Int]

  /// Nil where the tree does not have the column behind columns that the filters hold to one value.
  init?(_ reader: Reader, _ plan: ListPlan, _ access: TreeAccess, _ term: OrderTerm) {
    guard let depth = access.tree.columns.firstIndex(where: { $0.source == term.source }),
      access.segments.allSatisfy({ depth <= $0.heldCount })
    else { return nil }
    self.reader = reader
    self.plan = plan
    self.access = access
    self.depth = depth
    let identity = plan.table.ownOrder.compactMap { own in
      access.tree.columns.firstIndex { $0.source == own.source }.map { (own.name, $0) }
    }
    selected = ([term.name] + identity.map(\.0)).map(quoted).joined(separator: ", ")
    places = identity.map(\.1)
  }

  /// By ranks that the pages of the tree tell.
  ///
  /// The first row of each value is read by SQL as well, and must be the very row that stands at its rank.
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
    // Ranks fall where the list is reversed; how many lie between two is the same either way.
    for (segment, ranks) in zip(access.segments, segments.ranges) {
      let held = Array(segment.start.prefix.prefix(depth))
      var rank = access.isReversed ? ranks.upperBound : ranks.lowerBound
      let last = access.isReversed ? ranks.lowerBound : ranks.upperBound
      var position: Position?
      while rank != last {
        let entry = try index.key(at: access.isReversed ? rank - 1 : rank, columns: columns.count, pages)
        let stored = entry[depth]
        guard let row = try first(from: position, in: segment), row[0].isSame(as: stored),
          zip(row.dropFirst(), places).allSatisfy({ $0.isSame(as: entry[$1]) })
        else { throw PageFault(.damaged, "another value than the pages tell, or another row of it") }
        let next = access.isReversed ? Position.before(held + [stored]) : .after(held + [stored])
        let end =
          depth < segment.heldCount ? last : try index.rank(of: next, in: columns, comparer, pages)
        guard access.isReversed ? end < rank && end >= last : end > rank && end <= last else {
          throw PageFault(.damaged, "a tree of '\(plan.table.name)' is not in order")
        }
        let count = Int(abs(end - rank))
        rank = end
        position = next
        if try !visit(row[0], count) { return false }
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
    while let value = try first(from: position, in: segment)?.first {
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

  private func first(from position: Position?, in segment: Segment) throws -> [StoredValue]? {
    for seek in Seek.ranges(from: position, in: segment, columns: access.tree.columns, isReversed: access.isReversed) {
      let statement = try reader.statements[
        seek.sql(selecting: selected, from: plan.table, access.tree, isReversed: access.isReversed)]
      try seek.bind(statement, limit: 1, encoding: reader.encoding)
      reader.counts.statements += 1
      defer { statement.reset() }
      if try statement.step() {
        reader.counts.rowsStepped += 1
        return (0...places.count).map { statement.stored($0, encoding: reader.encoding) }
      }
    }
    return nil
  }
}

extension Segment {
  /// How many columns are the same in all of it.
  fileprivate var heldCount: Int { zip(start.prefix, end.prefix).prefix { $0 == $1 }.count }
}
