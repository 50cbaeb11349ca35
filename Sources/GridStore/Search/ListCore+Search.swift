extension ListCore {
  /// The keys of the rows that match the search of a list, in its order.
  ///
  /// Every hit is compared with its row. One whose row is gone, or does not match by its own text, is left out and
  /// reported: the FTS5 table was not kept true.
  func searchedKeys(_ plan: ListPlan) throws -> FrozenKeys {
    guard let search = plan.search else { preconditionFailure("a list without a search") }
    let hits = try hits(of: search, plan)
    if plan.isByRelevance {
      let best = hits.kept.indices.sorted {
        (hits.scores[$0], hits.kept[$0]) < (hits.scores[$1], hits.kept[$1])
      }
      return try FrozenKeys(of: plan, rowids: best.map { hits.kept[$0] }, budget: budget)
    }
    let table = plan.table
    let key = quoted(search.table.key)
    let statement = try reader.statements[
      "SELECT \(key) FROM \(quoted(table.name)) WHERE \(key) IN (\(search.hitsSQL))"
        + (plan.filters.isEmpty ? "" : " AND \(plan.filterSQL)") + " ORDER BY \(plan.orderSQL)"]
    try statement.bind(search.expression, at: 1)
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 2) }
    reader.counts.statements += 1
    defer { statement.reset() }
    var rowids: [Int64] = []
    rowids.reserveCapacity(hits.kept.count)
    while try statement.step() {
      reader.counts.rowsStepped += 1
      let rowid = statement.integer(0)
      if !hits.stale.contains(rowid) { rowids.append(rowid) }
    }
    return try FrozenKeys(of: plan, rowids: rowids, budget: budget)
  }

  private struct Hits {
    /// Rowids in the order of the FTS5 table.
    var kept: [Int64] = []
    /// bm25 of each, the lowest the best; empty where they are not wanted.
    var scores: [Double] = []
    var stale: Set<Int64> = []
    var missing = 0
  }

  private func hits(of search: BoundSearch, _ plan: ListPlan) throws -> Hits {
    let table = plan.table
    let name = quoted(table.name)
    let key = quoted(search.table.key)
    let texts = search.table.declaration.columns.map { quoted(table.column(named: $0.name)!.name) }
    let statement = try reader.statements[
      "SELECT \"lazygrid hit\", \(name).\(key), \(plan.isByRelevance ? "\"lazygrid score\"" : "0"), "
        + texts.map { "\(name).\($0)" }.joined(separator: ", ")
        + " FROM (\(plan.isByRelevance ? search.scoredHitsSQL : search.hitsSQL)) LEFT JOIN \(name) "
        + "ON \(name).\(key) = \"lazygrid hit\""
        + (plan.filters.isEmpty
          ? ""
          // Filters name columns alone, which must mean those of one table.
          : " WHERE \(name).\(key) IS NULL OR EXISTS (SELECT 1 FROM \(name) AS \"lazygrid row\" "
            + "WHERE \"lazygrid row\".\(key) = \"lazygrid hit\" AND \(plan.filterSQL))")]
    try statement.bind(search.expression, at: 1)
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 2) }
    reader.counts.statements += 1
    defer { statement.reset() }
    let check = try SearchCheck(search, encoding: reader.encoding)
    var hits = Hits()
    do {
      while try statement.step() {
        reader.counts.rowsStepped += 1
        guard !statement.isNull(1) else {
          hits.missing += 1
          continue
        }
        let rowid = statement.integer(0)
        hits.kept.append(rowid)
        if plan.isByRelevance { hits.scores.append(statement.real(2)) }
        try check.append(rowid, statement, from: 3) { hits.stale.insert($0) }
      }
      try check.finish { hits.stale.insert($0) }
    } catch let error as StoreError {
      if case .sqlite(code: 1) = error.kind {
        throw StoreError(.badText, "the search cannot be answered by '\(search.table.name)': \(error.message)")
      }
      throw error
    }
    if hits.missing > 0 || !hits.stale.isEmpty {
      let wrong = hits.missing + hits.stale.count
      reader.report(
        "\(wrong) of \(hits.kept.count + hits.missing) hits in '\(search.table.name)' "
          + "are not what '\(table.name)' holds and are left out; "
          + "it was not kept true: make it again, or rebuild it")
      if !hits.stale.isEmpty {
        let good = hits.kept.indices.filter { !hits.stale.contains(hits.kept[$0]) }
        if plan.isByRelevance { hits.scores = good.map { hits.scores[$0] } }
        hits.kept = good.map { hits.kept[$0] }
      }
    }
    return hits
  }
}

extension BoundSearch {
  /// Names that no column of a table has by chance, so that filters mean the table's own columns.
  fileprivate var hitsSQL: String {
    "SELECT rowid AS \"lazygrid hit\" FROM \(quoted(table.name)) WHERE \(quoted(table.name)) MATCH ?1"
  }
  fileprivate var scoredHitsSQL: String {
    "SELECT rowid AS \"lazygrid hit\", bm25(\(quoted(table.name))) AS \"lazygrid score\" FROM \(quoted(table.name)) "
      + "WHERE \(quoted(table.name)) MATCH ?1"
  }
}
