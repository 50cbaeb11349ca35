// The first items of a list that no index serves, before it is sorted.
//
// SQLite finds the first thousand in one scan, keeping no more than those, while another connection sorts all of them. So
// the first page costs the scan once more, and does not wait for the sort. Not so in a file without a log, unless it is
// small: all three, the scan, the sort and the walk that tells how many items there are, would keep writers out.
extension ListCore {
  /// How many items are found before the sort.
  static let headLength: Int64 = 1000

  /// How many items the list has, where that is known without sorting it and it is long enough to be served from its head.
  func countBeforeSort(_ plan: ListPlan) throws -> Int64? {
    guard case .frozen = plan.access, plan.search == nil, plan.table.kind != .view, !isRanked, reader.pages != nil,
      !distrustsPages, !wouldKeepWritersOut
    else { return nil }
    if let known = headCount, known.generation == reader.generation { return known.count }
    let matcher = TreeMatcher(table: plan.table, order: [], filters: plan.filters, encoding: reader.encoding)
    guard let access = plan.table.trees.lazy.compactMap(matcher.match).first else { return nil }
    do {
      let count = try ranks(of: access, plan).1.count
      if count < reader.sortsAtOnceBelow { return nil }
      headCount = (reader.generation, count)
      return count
    } catch is PageFault {
      // The sort will do.
      return nil
    }
  }

  /// The keys of the first items, where those are all that is asked for and the list is not sorted yet. Its sort begins.
  func headKeys(for indexes: Range<Int64>, _ plan: ListPlan) throws -> FrozenKeys? {
    guard indexes.upperBound <= ListCore.headLength, try countBeforeSort(plan) != nil else { return nil }
    if let head, head.generation == reader.generation { return isSortThrough ? nil : head.keys }
    beginSort(plan)
    reader.counts.statements += 1
    let keys = try FrozenKeys(
      plan, reader.statements, encoding: reader.encoding, budget: budget, most: ListCore.headLength
    ) {
      reader.counts.rowsStepped += 1
    }
    head = (reader.generation, keys)
    return keys
  }

  private var isSortThrough: Bool {
    guard let sort, sort.work.generation == reader.generation, sort.startedIn != reader.transaction else {
      return false
    }
    return sort.work.result != nil
  }

  /// One that is begun now may see a later state; the next transaction tells: if that sees the state of this one, so does
  /// everything in between.
  private func beginSort(_ plan: ListPlan) {
    sort =
      (try? BackgroundSort(
        plan, path: reader.path, encoding: reader.encoding, generation: reader.generation, budget: budget,
        pause: reader.beforeSort)).map { ($0, reader.transaction) }
  }

  /// All keys, from the sort in the background where that is of this state; waits for its end.
  ///
  /// - Returns: nil where there is none, or it has failed.
  func keysSortedInBackground() throws -> FrozenKeys? {
    defer { (sort, head, headCount) = (nil, nil, nil) }
    guard let sort, sort.work.generation == reader.generation, sort.startedIn != reader.transaction else { return nil }
    // An interrupt lasts as long as a statement is running, and the next statement meets it.
    let running = try reader.statements["SELECT 1 UNION ALL SELECT 3"]
    let check = try reader.statements["SELECT 4"]
    _ = try running.step()
    defer {
      check.reset()
      running.reset()
    }
    while sort.work.result == nil {
      sort.work.wait(milliseconds: 5)
      _ = try check.step()
      check.reset()
    }
    return try? sort.work.result?.get()
  }
}
