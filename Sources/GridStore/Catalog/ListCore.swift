internal import Synchronization

/// A list without the type of its items: how it is served, and what is known of it in the present state.
///
/// Used under the reader's lock alone.
final class ListCore: @unchecked Sendable {
  /// How indexes become rows in one state of the database.
  enum Ranking {
    case pages(RankIndex, SegmentRanks)
    case scan
    case frozen(FrozenKeys)
  }

  let reader: Reader
  let request: ListRequest
  private var plan: ListPlan
  /// The schema that the plan was made under.
  private(set) var planCookie: Int64
  /// The file that it is of.
  private var planFile: Int
  private var keys: RowQuery?
  private var ranking: Ranking?
  private var rankingGeneration = Generation("")
  private var known: (generation: Generation, count: Int64)?
  private var scan: (work: BackgroundScan, startedIn: Int)?
  /// The first keys of a list that is not sorted yet, how many it has, and the sort that goes on.
  var head: (generation: Generation, keys: FrozenKeys)?
  var headCount: (generation: Generation, count: Int64)?
  var sort: (work: BackgroundSort, startedIn: Int)?
  /// The sections found last.
  var knownSections: SectionRanges?
  /// Lengths that are being read for somebody, by column.
  var progressiveLengths: [String: WeakLengths] = [:]
  /// Spans and starts that are being read for somebody.
  var progressiveSpans: [SpanColumns: WeakSpans] = [:]
  /// Set once pages of this list contradicted SQL; it is scanned from then on.
  private(set) var distrustsPages = false
  /// How many bytes of keys may be frozen.
  let budget: Int
  /// What the file was like when a walk was last made ready for a read of this list.
  var preparedFor: ChangeSignature?
  /// How it was served when it was last asked.
  var planAccess: Access { plan.access }
  /// How many follow its changes, which without a log takes hashes of the leaves.
  let followers = Mutex(0)
  var isFollowed: Bool { followers.withLock { $0 > 0 } }

  init(_ reader: Reader, _ request: ListRequest, budget: Int) throws {
    self.reader = reader
    self.request = request
    self.budget = budget
    (plan, planCookie, planFile) = try reader.read { reader in
      (try ListCore.plan(request, reader), reader.schemaCookie, reader.fileNumber)
    }
  }

  /// A list that was planned on another connection; it is planned once more by this one, when it is first read.
  init(_ reader: Reader, planned other: ListCore) {
    self.reader = reader
    request = other.request
    budget = other.budget
    plan = other.plan
    // Those of no schema and no file.
    (planCookie, planFile) = (.min, -1)
  }

  private static func plan(_ request: ListRequest, _ reader: Reader) throws -> ListPlan {
    let table = try reader.schema.table(request.table, keyColumns: request.keyColumns)
    let search = try request.search.map { try BoundSearch($0, in: table, reader.schema) }
    return try ListPlan(request, table: table, encoding: reader.encoding, search: search)
  }

  /// The plan under the schema of the present transaction.
  func currentPlan() throws -> ListPlan {
    if planCookie != reader.schemaCookie {
      plan = try ListCore.plan(request, reader)
      planCookie = reader.schemaCookie
      if planFile != reader.fileNumber { distrustsPages = false }
      planFile = reader.fileNumber
      keys = nil
      ranking = nil
      scan = nil
      (head, headCount, sort) = (nil, nil, nil)
    }
    return plan
  }

  /// The plan under the schema that another connection sees, if that is not the list's own.
  func plan(on other: Reader) throws -> ListPlan {
    other === reader ? try currentPlan() : try ListCore(other, request, budget: budget).currentPlan()
  }

  /// What reads keys alone.
  func keyQuery() throws -> RowQuery {
    let plan = try currentPlan()
    if let keys { return keys }
    let made = RowQuery(Selection([], in: plan.table))
    keys = made
    return made
  }

  /// The state that something is known of without the file; nil where nothing is.
  var knownState: Reader.KnownState? {
    ranking == nil ? nil : Reader.KnownState(generation: rankingGeneration, schemaCookie: planCookie)
  }

  /// Whether it is known how indexes become rows in the present transaction.
  var isRanked: Bool { ranking != nil && rankingGeneration == reader.generation }

  /// How indexes become rows in the present transaction.
  func currentRanking() throws -> Ranking {
    let plan = try currentPlan()
    if let ranking, rankingGeneration == reader.generation { return ranking }
    let made = try makeRanking(plan)
    ranking = made
    rankingGeneration = reader.generation
    return made
  }

  /// Finds all that answers of the present state rest on, so that they take no walk.
  func makeReady() throws {
    let plan = try currentPlan()
    // What SQLite does in one statement is left to the read, which can be cancelled in the middle of it.
    if case .frozen = plan.access, !isSortedInSlices(plan) { return }
    _ = try currentRanking()
    if isFollowed { _ = try rowRanks() }
  }

  /// As large may a file without a log be whose rows are told apart, in bytes: all of them are read at each commit.
  private static let mostBytesOfRows = 64 << 20

  /// The ranks of the table's own tree, which tell a follower which rows have changed; nil where that would take long.
  func rowRanks() throws -> RankIndex? {
    guard let pages = reader.pages, let tree = try currentPlan().table.trees.first else { return nil }
    if !pages.namesChanges {
      guard isFollowed, Int(pages.state.pageCount) * pages.state.pageSize <= ListCore.mostBytesOfRows else {
        return nil
      }
    }
    do { return try reader.rankIndex(of: tree, hashing: true) } catch is PageFault { return nil }
  }

  private func makeRanking(_ plan: ListPlan) throws -> Ranking {
    guard case .tree(let access) = plan.access else {
      if plan.search != nil { return .frozen(try searchedKeys(plan)) }
      if let keys = try keysInSlices(plan) { return .frozen(keys) }
      if let keys = try keysSortedInBackground() { return .frozen(keys) }
      return .frozen(
        try FrozenKeys(plan, reader.statements, encoding: reader.encoding, budget: budget) {
          reader.counts.rowsStepped += 1
        })
    }
    guard reader.pages != nil, !distrustsPages else { return .scan }
    do {
      let (index, segments) = try ranks(of: access, plan)
      return .pages(index, segments)
    } catch let fault as PageFault {
      try distrust(fault)
      return .scan
    }
  }

  /// A file without a log that is larger keeps writers out for too long while it is sorted, in bytes.
  private static let mostBytesOfSort = 256 << 10

  private func isSortedInSlices(_ plan: ListPlan) -> Bool { wouldKeepWritersOut && SetAsideRows(plan, reader) != nil }

  /// Whether reading all rows in one statement would keep writers out for too long.
  var wouldKeepWritersOut: Bool {
    guard let pages = reader.pages, !pages.namesChanges else { return false }
    return Int(pages.state.pageCount) * pages.state.pageSize > ListCore.mostBytesOfSort
  }

  /// The keys of a list that no tree serves, sorted while others may commit; nil where they are sorted as they are read.
  private func keysInSlices(_ plan: ListPlan) throws -> FrozenKeys? {
    guard let slices = reader.slices, isSortedInSlices(plan), let rows = SetAsideRows(plan, reader) else { return nil }
    if slices.isOne { throw Reader.StateMoved() }
    try rows.read()
    defer { try? rows.drop() }
    return try reader.withoutLock {
      try FrozenKeys(plan, reader.statements, encoding: reader.encoding, budget: budget, from: SetAsideRows.table) {
        try reader.stopIfCancelled()
      }
    }
  }

  /// The rank index of a tree, and which of its ranks each piece of it takes.
  func ranks(of access: TreeAccess, _ plan: ListPlan) throws -> (RankIndex, SegmentRanks) {
    guard let pages = reader.pages else { throw PageFault(.unavailable, "pages are not read") }
    let index = try reader.rankIndex(of: access.tree, hashing: isFollowed)
    let before = pages.reads
    defer { reader.counts.pageReads += pages.reads - before }
    let comparer = ValueComparer(encoding: reader.encoding)
    var ranges: [Range<Int64>] = []
    for segment in access.segments {
      let low = try index.rank(of: segment.start, in: access.tree.columns, comparer, pages)
      let high = try index.rank(of: segment.end, in: access.tree.columns, comparer, pages)
      guard low <= high else { throw PageFault(.damaged, "a tree of '\(plan.table.name)' is not in order") }
      ranges.append(low..<high)
    }
    return (index, SegmentRanks(ranges: ranges, isReversed: access.isReversed))
  }

  /// Turns to scanning after pages proved wrong, and says so.
  func distrust(_ fault: PageFault) throws {
    if reader.mode == .pages {
      throw StoreError(.damaged, "the pages of '\(plan.table.name)' cannot be believed: \(fault)")
    }
    distrustsPages = true
    ranking = nil
    knownSections = nil
    reader.report("\(plan.table.name) by \(plan.orderText) is scanned: \(fault)")
  }

  /// How many items there are in the present transaction.
  ///
  /// - Complexity: O(1) with a rank index; a scan without, or a sort.
  func count() throws -> Int64 {
    if let count = try countBeforeSort(try currentPlan()) { return count }
    switch try currentRanking() {
    case .pages(_, let segments): return segments.count
    case .frozen(let keys): return keys.count
    case .scan:
      if let known, known.generation == reader.generation { return known.count }
      let plan = try currentPlan()
      let statement = try reader.statements[
        "SELECT COUNT(*) FROM \(quoted(plan.table.name))" + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)")]
      for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
      defer { statement.reset() }
      _ = try statement.step()
      reader.counts.statements += 1
      known = (reader.generation, statement.integer(0))
      return statement.integer(0)
    }
  }

  /// The scan in the background, if it is of the state that the present transaction sees.
  ///
  /// One that is begun now may see a later state; the next transaction tells: if that sees the state of
  /// this one, so does everything in between.
  func currentScan(_ plan: ListPlan, _ access: TreeAccess) -> BackgroundScan? {
    if reader.isLockedOut { return nil }
    if let scan, scan.work.generation == reader.generation {
      return scan.startedIn == reader.transaction ? nil : scan.work
    }
    scan?.work.cancel()
    scan =
      (try? BackgroundScan(
        plan, access, path: reader.path, encoding: reader.encoding, generation: reader.generation)).map {
        ($0, reader.transaction)
      }
    return nil
  }
}
