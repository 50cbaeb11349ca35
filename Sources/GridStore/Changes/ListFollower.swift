internal import Synchronization

/// Leads from state to state of one list: remembers the last state it told of, and tells how the present one differs.
///
/// Holds no transaction and no rows in between. Used under the reader's lock alone.
package final class ListFollower: @unchecked Sendable {
  private let core: ListCore
  private var base: Base
  /// The whole table in its own order, to find the keys of rows that may have changed.
  private var rows: ListCore?

  /// What is known of the state that was told last.
  private struct Base {
    let generation: Generation
    let table: Table
    let access: Access
    let ranking: ListCore.Ranking
    /// The ranks of the table's own tree; nil where it is not read.
    let rows: RankIndex?
    /// Which pages have changed since is asked by this; nil where pages are not read.
    let epoch: Int?
    /// Which of the files that have stood at the path.
    let file: Int
  }

  /// Begins with the present state.
  init(_ core: ListCore) throws {
    self.core = core
    core.followers.withLock { $0 += 1 }
    do {
      base = try core.reader.read(of: core) { _ in try ListFollower.base(core) }
    } catch {
      core.followers.withLock { $0 -= 1 }
      throw error
    }
  }

  deinit { core.followers.withLock { $0 -= 1 } }

  package var generation: Generation { base.generation }

  private static func base(_ core: ListCore) throws -> Base {
    let reader = core.reader
    let plan = try core.currentPlan()
    let ranking = try core.currentRanking()
    return Base(
      generation: reader.generation, table: plan.table, access: plan.access, ranking: ranking,
      rows: try core.rowRanks(),
      epoch: reader.pages?.changes.epoch, file: reader.fileNumber)
  }

  /// How the present state differs from the last one told; nil where it does not as far as this list goes.
  package func advance() throws -> ListChange? {
    try core.reader.read(of: core) { reader in
      // A file that was away and is back may be in the very same state; who was told that it is gone hears of it.
      if reader.generation == base.generation, reader.fileNumber == base.file { return nil }
      let now = try ListFollower.base(core)
      let change = try change(to: now)
      base = now
      return change
    }
  }

  /// A reset where the state that somebody knows is not the one that this begins with.
  func reset(since known: Generation) throws -> ListChange? {
    if known == base.generation { return nil }
    return try core.reader.read(of: core) { _ in
      let now = try ListFollower.base(core)
      defer { base = now }
      return ListChange(
        previous: known, generation: now.generation, splices: [], updates: .all, count: Int(try core.count()),
        isReset: true)
    }
  }

  private func reset(to now: Base) throws -> ListChange {
    ListChange(
      previous: base.generation, generation: now.generation, splices: [], updates: .all,
      count: Int(try core.count()), isReset: true)
  }

  private func change(to now: Base) throws -> ListChange? {
    guard now.file == base.file, now.table == base.table, now.access.isSame(as: base.access) else {
      return try reset(to: now)
    }
    var changed: PageSet?
    if let epoch = base.epoch, now.epoch != nil, let pages = core.reader.pages {
      changed = pages.changedPages(since: epoch)
    }
    let splices: [ListSplice]
    switch (base.ranking, now.ranking) {
    case (.pages(let oldIndex, let oldSegments), .pages(let newIndex, let newSegments)):
      do {
        splices = try ListSplice.splices(
          try core.reader.steps.splices(from: oldIndex, to: newIndex, changed, step(to: now)),
          from: oldSegments, to: newSegments)
      } catch {
        return try reset(to: now)
      }
    case (.frozen(let old), .frozen(let new)): splices = try new.splices(since: old)
    default: return try reset(to: now)
    }
    let updates = try updates(to: now, changed)
    if splices.isEmpty, updates == .keys([]) { return nil }
    return ListChange(
      previous: base.generation, generation: now.generation, splices: splices, updates: updates,
      count: Int(try core.count()), isReset: false)
  }

  /// More keys than these are not named one by one.
  private static let mostKeys: Int64 = 20_000

  /// Which states the change leads from and to; nil where pages do not tell states apart.
  private func step(to now: Base) -> SharedSteps.Step? {
    guard let from = base.epoch, let to = now.epoch else { return nil }
    return SharedSteps.Step(from: from, to: to)
  }

  private func updates(to now: Base, _ changed: PageSet?) throws -> ListChange.Updates {
    guard let pages = core.reader.pages, let old = base.rows, let new = now.rows, let step = step(to: now) else {
      return .all
    }
    if let changed, changed.pages.isEmpty { return .keys([]) }
    if let known = core.reader.steps.updates(of: now.table.name, step) { return known }
    let before = pages.reads
    defer { core.reader.counts.pageReads += pages.reads - before }
    let found = try changedKeys(from: old, to: new, now.table, changed, step, pages).map { ListChange.Updates.keys($0) }
    core.reader.steps.note(found ?? .all, of: now.table.name, step)
    return found ?? .all
  }

  /// Which rows of the table may have changed: those of its own tree that were written, or that stand where something
  /// was. Without a log those of every leaf that is other than it was. nil is any.
  private func changedKeys(
    from old: RankIndex, to new: RankIndex, _ table: Table, _ changed: PageSet?, _ step: SharedSteps.Step,
    _ pages: PageSource
  ) throws -> [[Value]]? {
    if let changed, new.kind == .rowidTable {
      // A text that spills over its page may have been written without its row.
      guard let finding = try? OverflowCheck.check(changed, pages), finding != .unexplained,
        let rows = try? RowChanges.rows(
          from: old, to: new, changed: changed, since: step.from, hasChains: finding == .explained,
          limit: ListFollower.mostKeys, pages)
      else { return nil }
      return try keys(of: rows, in: table)
    }
    guard let splices = try? core.reader.steps.splices(from: old, to: new, changed, step),
      splices.reduce(0, { $0 + Int64($1.new.count) }) <= ListFollower.mostKeys
    else { return nil }
    if let changed {
      guard let finding = try? OverflowCheck.check(changed, pages), finding != .unexplained else { return nil }
    }
    return try keys(ofRanks: splices.map(\.new), in: table)
  }

  private func keys(of changed: [RowChanges.Row], in table: Table) throws -> [[Value]]? {
    if table.key.count == 1, table.source(named: table.key[0])?.source == .rowid {
      return changed.map { [.integer($0.rowid)] }
    }
    var ranks: [Range<Int64>] = []
    for row in changed {
      if let last = ranks.last, last.upperBound == row.rank {
        ranks[ranks.count - 1] = last.lowerBound..<row.rank + 1
      } else {
        ranks.append(row.rank..<row.rank + 1)
      }
    }
    return try keys(ofRanks: ranks, in: table)
  }

  /// The keys of rows at ranks of the table's own tree; nil where they cannot be asked for by rank.
  private func keys(ofRanks ranks: [Range<Int64>], in table: Table) throws -> [[Value]]? {
    if ranks.allSatisfy(\.isEmpty) { return [] }
    let rows = try rows ?? ListCore(core.reader, core.request.wholeTable(table), budget: 0)
    self.rows = rows
    guard case .tree(let access) = try rows.currentPlan().access, access.tree == table.trees.first, !access.isReversed,
      case .pages = try rows.currentRanking()
    else { return nil }
    var keys: [[Value]] = []
    for range in ranks { keys += try rows.rows(range, try rows.keyQuery(), withKeys: true) { _ in () }.keys }
    return keys
  }
}

extension ItemList {
  /// What tells of this list's changes when it is asked, for a caller that notices commits by itself.
  package func follower() throws -> ListFollower { try ListFollower(storage.core) }

  /// The ranks of the tree that serves this list, in the present state; nil where none does.
  package func rankIndex() throws -> RankIndex? {
    try storage.catalog.reader.read { _ in
      if case .pages(let index, _) = try storage.core.currentRanking() { index } else { nil }
    }
  }
}

extension ListRequest {
  /// All rows of the table in its own order.
  fileprivate func wholeTable(_ table: Table) -> ListRequest {
    ListRequest(table: table.name, keyColumns: keyColumns)
  }
}

extension Access {
  /// Whether two plans serve a list from the same pieces of the same tree.
  fileprivate func isSame(as other: Access) -> Bool {
    switch (self, other) {
    case (.tree(let a), .tree(let b)): a.tree == b.tree && a.segments == b.segments && a.isReversed == b.isReversed
    case (.frozen, .frozen): true
    default: false
    }
  }
}

extension FrozenKeys {
  /// One splice over all that lies between what two states have in common at either end.
  fileprivate func splices(since older: FrozenKeys) throws(StoreError) -> [ListSplice] {
    let shorter = min(count, older.count)
    var first: Int64 = 0
    while first < shorter, try key(at: first) == older.key(at: first) { first += 1 }
    var last: Int64 = 0
    while last < shorter - first, try key(at: count - 1 - last) == older.key(at: older.count - 1 - last) { last += 1 }
    let (removed, inserted) = (older.count - first - last, count - first - last)
    if removed == 0, inserted == 0 { return [] }
    return [ListSplice(position: Int(first), removed: Int(removed), inserted: Int(inserted))]
  }
}
