extension ListCore {
  static let mostSections = 1_000_000

  /// The sections of the present state.
  ///
  /// - Parameter name: A column that the order begins with.
  func sections(by name: String) throws -> SectionRanges {
    let plan = try currentPlan()
    let (source, column) = try plan.table.sectionColumn(named: name)
    guard let term = plan.order.first, term.source == source, !plan.isByRelevance else {
      throw StoreError(
        .badValue, "sections by '\(column)' need a list whose order begins with it, not \(plan.orderText)")
    }
    if let known = knownSections, known.generation == reader.generation, known.column == column { return known }
    let found = try findSections(plan, term)
    if case .tree = plan.access, found.count != (try count()) {
      throw StoreError(.damaged, "the sections of '\(plan.table.name)' have other items than the list")
    }
    let sections = SectionRanges(
      column: column, generation: reader.generation, values: found.values, starts: found.starts)
    knownSections = sections
    return sections
  }

  /// The section of the present state that has the value of one of another state.
  func section(like section: SectionRange, by column: String) throws -> SectionRange? {
    let sections = try sections(by: column)
    if sections.indices.contains(section.index), sections.values[section.index] == section.value {
      return sections[section.index]
    }
    if let at = sections.values.firstIndex(of: section.value) { return sections[at] }
    // The first item may spell what the collation takes for the same value in another way.
    let table = try currentPlan().table
    let (source, _) = try table.sectionColumn(named: column)
    let collation = Collation(named: table.collation(source)) ?? .binary
    let comparer = ValueComparer(encoding: reader.encoding)
    let wanted = StoredValue(section.value, encoding: reader.encoding)
    return sections.values.firstIndex {
      comparer.compare(StoredValue($0, encoding: reader.encoding), wanted, collation) == .same
    }.map { sections[$0] }
  }

  private func findSections(_ plan: ListPlan, _ term: OrderTerm) throws -> FoundSections {
    if plan.search == nil, let access = sectionAccess(plan, term), reader.pages != nil, !distrustsPages {
      do {
        let (index, segments) = try ranks(of: access, plan)
        if let found = try rankedSections(plan, term, access, index, segments) { return found }
      } catch let fault as PageFault {
        try distrust(fault)
      }
    }
    return plan.search == nil ? try groupedSections(plan, term) : try searchedSections(plan, term)
  }

  /// Of the hits of a search, in the order that they are kept in.
  private func searchedSections(_ plan: ListPlan, _ term: OrderTerm) throws -> FoundSections {
    var found = FoundSections(plan, term, reader.encoding)
    let query = RowQuery(Selection([term.name], in: plan.table))
    let count = try count()
    for first in stride(from: 0, to: count, by: 1000) {
      let page = try rows(first..<min(first + 1000, count), query, withKeys: false) {
        $0.stored(0, encoding: reader.encoding)
      }
      for value in page.items { try found.append(value, count: 1) }
    }
    return found
  }

  /// What the sections are read from: what serves the list, else any tree that has the column at the right place,
  /// since how ties stand matters to no section but to which of several spellings is the first.
  private func sectionAccess(_ plan: ListPlan, _ term: OrderTerm) -> TreeAccess? {
    if case .tree(let access) = plan.access { return access }
    if plan.table.hasSpellings(term.source) { return nil }
    let matcher = TreeMatcher(table: plan.table, order: [term], filters: plan.filters, encoding: reader.encoding)
    return plan.table.trees.lazy.compactMap(matcher.match).first
  }

  /// From one value to the next by a seek, and to its end by its rank: no item is counted.
  ///
  /// - Returns: nil where one statement that counts everything is the faster way.
  private func rankedSections(
    _ plan: ListPlan, _ term: OrderTerm, _ access: TreeAccess, _ index: RankIndex, _ segments: SegmentRanks
  ) throws -> FoundSections? {
    guard let hops = SectionHops(reader, plan, access, term) else { return nil }
    guard let pages = reader.pages else { throw PageFault(.unavailable, "pages are not read") }
    let before = pages.reads
    defer { reader.counts.pageReads += pages.reads - before }
    let columns = access.tree.columns
    let comparer = ValueComparer(encoding: reader.encoding)
    var found = FoundSections(plan, term, reader.encoding)
    var pace = HopPace(rows: Int(segments.count))
    var isWorthwhile = true
    // Ranks fall where the list is reversed; how many lie between two is the same either way.
    for (segment, ranks) in zip(access.segments, segments.ranges) {
      var rank = access.isReversed ? ranks.upperBound : ranks.lowerBound
      let last = access.isReversed ? ranks.lowerBound : ranks.upperBound
      try hops.run(segment) { value, held, isWholeSegment in
        let first = access.isReversed ? rank - 1 : rank
        guard ranks.contains(first),
          let seen = try index.key(at: first, columns: hops.depth + 1, pages).last, seen.isSame(as: value)
        else { throw PageFault(.damaged, "another value than the pages tell") }
        let end =
          isWholeSegment
          ? last
          : try index.rank(
            of: access.isReversed ? .before(held + [value]) : .after(held + [value]), in: columns, comparer, pages)
        guard ranks.contains(first), access.isReversed ? end < rank && end >= last : end > rank && end <= last else {
          throw PageFault(.damaged, "a tree of '\(plan.table.name)' is not in order")
        }
        try found.append(value, count: Int(abs(end - rank)))
        rank = end
        if found.values.count % 1024 == 0 {
          isWorthwhile = pace.isWorthwhile(after: found.count)
        }
        return isWorthwhile
      }
      if !isWorthwhile { return nil }
      if rank != last { throw PageFault(.damaged, "values end before the pages tell") }
    }
    return found
  }

  /// By one statement that counts them all.
  private func groupedSections(_ plan: ListPlan, _ term: OrderTerm) throws -> FoundSections {
    var found = FoundSections(plan, term, reader.encoding)
    let column = quoted(term.name)
    let statement = try reader.statements[
      "SELECT \(column), COUNT(*) FROM \(quoted(plan.table.name))"
        + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)") + " GROUP BY \(column) ORDER BY \(term.sql)"]
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    reader.counts.statements += 1
    defer { statement.reset() }
    while try statement.step() {
      reader.counts.rowsStepped += 1
      try found.append(statement.stored(0, encoding: reader.encoding), count: Int(statement.integer(1)))
    }
    statement.reset()
    if plan.table.hasSpellings(term.source) { try spellByFirstItem(&found, plan, term) }
    return found
  }

  /// Values that the column takes for one may be stored in several ways. GROUP BY gives any of them; a section has
  /// the one of its first item.
  private func spellByFirstItem(_ found: inout FoundSections, _ plan: ListPlan, _ term: OrderTerm) throws {
    if case .scan = try currentRanking(), case .tree(let access) = plan.access,
      let hops = SectionHops(reader, plan, access, term)
    {
      var again = FoundSections(plan, term, reader.encoding)
      for segment in access.segments {
        try hops.run(segment) { value, _, _ in
          try again.append(value, count: 0)
          return true
        }
      }
      guard again.values.count == found.values.count else {
        throw StoreError(.damaged, "an index of '\(plan.table.name)' has other values of '\(term.name)' than the table")
      }
      found.values = again.values
      return
    }
    let query = RowQuery(Selection([term.name], in: plan.table))
    for i in found.values.indices {
      let first = Int64(found.starts[i])
      found.values[i] = try rows(first..<first + 1, query, withKeys: false) { $0.value(0) }.items[0]
    }
  }
}

extension Table {
  func sectionColumn(named name: String) throws(StoreError) -> (source: TreeColumn.Source, name: String) {
    if let found = source(named: name) { return found }
    throw StoreError(
      .noSuchColumn,
      "no column '\(name)' in '\(self.name)' to make sections by" + hint(name, among: columns.map(\.name)))
  }

  /// Whether values that are stored differently can be one to the column: text of either case, `1` and `1.0`.
  fileprivate func hasSpellings(_ source: TreeColumn.Source) -> Bool {
    if source == .rowid { return false }
    let affinity = affinity(source)
    if kind == .view || Collation(named: collation(source)) != .binary { return true }
    return affinity != .integer && affinity != .text
  }
}

/// Sections in the order of the list as they are found.
private struct FoundSections {
  var values: [Value] = []
  /// The first item of each, and behind them how many items there are.
  private(set) var starts: [Int] = [0]
  private var last: StoredValue?
  private let comparer: ValueComparer
  private let collation: Collation?
  private let tooMany: StoreError

  var count: Int { starts[starts.count - 1] }

  init(_ plan: ListPlan, _ term: OrderTerm, _ encoding: TextEncoding) {
    comparer = ValueComparer(encoding: encoding)
    collation = Collation(named: plan.table.collation(term.source))
    tooMany = StoreError(
      .tooLarge,
      "'\(term.name)' has more than \(ListCore.mostSections) different values in this list; make sections by a column "
        + "of fewer")
  }

  /// Adds items of a value, to the last section where they have its value.
  mutating func append(_ value: StoredValue, count: Int) throws(StoreError) {
    let end = starts[starts.count - 1] + count
    if let last, collation.map({ comparer.compare(last, value, $0) == .same }) ?? (last == value) {
      starts[starts.count - 1] = end
      return
    }
    guard values.count < ListCore.mostSections else { throw tooMany }
    last = value
    values.append(value.value(encoding: comparer.encoding))
    starts.append(end)
  }
}

/// Tells whether hopping from section to section still beats counting all rows.
private struct HopPace {
  let rows: Int
  private var done = 0

  init(rows: Int) { self.rows = rows }

  /// Asked after every 1024 sections: the rest is thought to be like the last of them.
  mutating func isWorthwhile(after count: Int) -> Bool {
    let recent = Double(max(count - done, 1)) / 1024
    done = count
    // A seek and a rank take as long as counting some 250 rows.
    return Double(rows - count) / recent * 250 <= Double(rows)
  }
}

/// Hops over a tree from each value of a column to the next, by a seek that reads one row.
private struct SectionHops {
  let reader: Reader
  let plan: ListPlan
  let access: TreeAccess
  /// Where the column stands in the tree.
  let depth: Int
  private let name: String

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

  /// Visits the values of a segment, each as its first row in the order of the list stores it.
  ///
  /// - Parameter visit: Takes a value, the values that the columns before it are held to, and whether all of the
  ///   segment has it; says whether to go on.
  func run(_ segment: Segment, _ visit: (StoredValue, [StoredValue], Bool) throws -> Bool) throws {
    let held = Array(segment.start.prefix.prefix(depth))
    let isWhole = depth < segment.heldCount
    // An interrupt lasts as long as a statement is running, and each of the seeks is too short to meet it.
    let running = try reader.statements["SELECT 1 UNION ALL SELECT 2"]
    _ = try running.step()
    defer { running.reset() }
    var position: Position?
    while let value = try first(from: position, in: segment), try visit(value, held, isWhole), !isWhole {
      position = access.isReversed ? .before(held + [value]) : .after(held + [value])
      if reader.isPauseDue {
        running.reset()
        try reader.pause()
        _ = try running.step()
      }
    }
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

extension Segment {
  /// How many columns are the same in all of it.
  fileprivate var heldCount: Int { zip(start.prefix, end.prefix).prefix { $0 == $1 }.count }
}
