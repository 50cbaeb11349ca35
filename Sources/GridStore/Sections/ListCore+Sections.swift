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

  /// From one value to the next by their ranks: no item is counted.
  ///
  /// - Returns: nil where one statement that counts everything is the faster way.
  private func rankedSections(
    _ plan: ListPlan, _ term: OrderTerm, _ access: TreeAccess, _ index: RankIndex, _ segments: SegmentRanks
  ) throws -> FoundSections? {
    guard let hops = SectionHops(reader, plan, access, term) else { return nil }
    var found = FoundSections(plan, term, reader.encoding)
    var pace = HopPace(rows: Int(segments.count))
    let isThrough = try hops.run(index, segments) { value, count in
      try found.append(value, count: count)
      return found.values.count % 1024 != 0 || pace.isWorthwhile(after: found.count)
    }
    return isThrough ? found : nil
  }

  /// The values of a column under some filters by ranks, in ascending order.
  ///
  /// - Returns: nil where no tree has the column behind what the filters hold to one value, pages cannot be read, or
  ///   one statement that counts everything is the faster way. It is cut where the limit was over before the last value,
  ///   or there are too many.
  func rankedValues(
    _ plan: ListPlan, _ term: OrderTerm, filters: [BoundFilter], limit: ReadLimit
  ) throws -> (runs: [ValueRun], isCut: Bool)? {
    guard reader.pages != nil, !distrustsPages else { return nil }
    let matcher = TreeMatcher(table: plan.table, order: [term], filters: filters, encoding: reader.encoding)
    guard let access = plan.table.trees.lazy.compactMap(matcher.match).first,
      let hops = SectionHops(reader, plan, access, term)
    else { return nil }
    do {
      let (index, segments) = try ranks(of: access, plan)
      let comparer = ValueComparer(encoding: reader.encoding)
      let collation = Collation(named: plan.table.collation(term.source)) ?? .binary
      var pace = HopPace(rows: Int(segments.count))
      var runs: [ValueRun] = []
      var counted = 0
      var (isFull, isSlow) = (false, false)
      _ = try hops.run(index, segments) { value, count in
        counted += count
        // Pieces of a list may meet within one value.
        if let last = runs.last, comparer.compare(last.value, value, collation) == .same {
          runs[runs.count - 1].count += count
        } else if runs.count == ValueTally.most {
          isFull = true
        } else {
          runs.append(ValueRun(value: value, count: count))
        }
        isSlow = runs.count % 1024 == 0 && !pace.isWorthwhile(after: counted)
        return !isFull && !isSlow && !limit.isOver
      }
      let isCut = isFull || counted < segments.count
      return isSlow && isCut && !limit.isOver ? nil : (runs, isCut)
    } catch let fault as PageFault {
      try distrust(fault)
      return nil
    }
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
        try hops.seek(through: segment) { try again.append($0, count: 0) }
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
