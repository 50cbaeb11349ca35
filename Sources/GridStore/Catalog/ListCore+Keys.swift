extension ListCore {
  /// The index of the row with a key; nil where the list does not have it.
  ///
  /// - Parameter key: One value for each column of the table's key.
  /// - Throws: ``StoreError`` of kind `noSuchKey` for a key that no row of this table could have.
  /// - Complexity: O(log *n*) with a rank index.
  func index(ofKey key: [Value]) throws -> Int64? {
    try reader.requireFile()
    let plan = try currentPlan()
    let table = plan.table
    guard key.count == table.key.count else {
      throw StoreError(
        .noSuchKey,
        "a key of '\(table.name)' has \(table.key.count) value\(table.key.count == 1 ? "" : "s") "
          + "(\(table.key.joined(separator: ", "))), not \(key.count)")
    }
    // The row by its key, under the filter, with what sorts it.
    var wanted: [TreeColumn] = table.ownOrder
    if case .tree(let access) = plan.access { wanted = access.tree.columns }
    var conditions: [String] = []
    var values: [Value] = []
    for (name, value) in zip(table.key, key) {
      guard let (source, _) = table.source(named: name) else { continue }
      let fitted = table.affinity(source).apply(value)
      if source == .rowid, case .integer = fitted {
      } else if source == .rowid {
        if case .real(let number) = fitted, Int64(exactly: number) != nil {
        } else {
          throw StoreError(.noSuchKey, "no row of '\(table.name)' could have this key: \(name) is an integer")
        }
      }
      conditions.append("\(quoted(name)) IS ?")
      values.append(fitted)
    }
    for filter in plan.filters {
      conditions.append(filter.sql)
      values += filter.values
    }
    let statement = try reader.statements[
      "SELECT \(wanted.map { quoted($0.name) }.joined(separator: ", ")) FROM \(quoted(table.name)) "
        + "WHERE \(conditions.joined(separator: " AND ")) LIMIT 1"]
    for (i, value) in values.enumerated() { try statement.bind(value, at: i + 1) }
    reader.counts.statements += 1
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    reader.counts.rowsStepped += 1
    let entry = wanted.indices.map { statement.stored($0, encoding: reader.encoding) }
    statement.reset()

    switch (try currentRanking(), plan.access) {
    case (.pages(let index, let segments), .tree(let access)):
      do {
        return try rank(of: entry, access, index, segments)
      } catch let fault as PageFault {
        try distrust(fault)
        return try self.index(ofKey: key)
      }
    case (.frozen(let keys), _): return try keys.index(of: entry)
    case (_, .tree(let access)): return try scannedIndex(of: entry, plan, access)
    default: return nil
    }
  }

  private func rank(
    of entry: [StoredValue], _ access: TreeAccess, _ index: RankIndex, _ segments: SegmentRanks
  ) throws -> Int64? {
    guard let pages = reader.pages else { throw PageFault(.unavailable, "pages are not read") }
    let before = pages.reads
    defer { reader.counts.pageReads += pages.reads - before }
    let rank = try index.rank(
      of: .before(entry), in: access.tree.columns, ValueComparer(encoding: reader.encoding), pages)
    // SQL has just found the row, so the entry must stand there.
    guard rank < index.count,
      let last = try index.key(at: rank, columns: access.tree.columns.count, pages).last,
      let wanted = entry.last, last.isSame(as: wanted)
    else { throw PageFault(.damaged, "a row that SQL finds is not in its tree") }
    return segments.index(ofRank: rank)
  }

  /// Steps through the list up to the entry, from the nearest key before it that the scan has found.
  private func scannedIndex(of entry: [StoredValue], _ plan: ListPlan, _ access: TreeAccess) throws -> Int64? {
    let columns = access.tree.columns
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let anchor = anchor(before: entry, plan, access)
    var index = anchor?.index ?? 0
    for number in (anchor?.segment ?? 0)..<max(access.segments.count, anchor?.segment ?? 0) {
      let start = anchor.flatMap { number == $0.segment ? $0.key : nil }
        .map { access.isReversed ? Position.after($0) : .before($0) }
      for seek in Seek.ranges(
        from: start, in: access.segments[number], columns: columns, isReversed: access.isReversed)
      {
        let statement = try reader.statements[
          seek.sql(selecting: names, from: plan.table, access.tree, isReversed: access.isReversed)]
        try seek.bind(statement, limit: -1, encoding: reader.encoding)
        reader.counts.statements += 1
        defer { statement.reset() }
        while try statement.step() {
          reader.counts.rowsStepped += 1
          // The end of a key differs most often.
          if columns.indices.reversed().allSatisfy({ statement.stored($0, encoding: reader.encoding) == entry[$0] }) {
            return index
          }
          index += 1
        }
      }
    }
    return nil
  }

  private func anchor(
    before entry: [StoredValue], _ plan: ListPlan, _ access: TreeAccess
  ) -> (index: Int64, segment: Int, key: [StoredValue])? {
    guard let scan = currentScan(plan, access) else { return nil }
    let comparer = ValueComparer(encoding: reader.encoding)
    func order(_ position: Position) -> EntryOrder {
      EntryOrder(position: position, columns: access.tree.columns, comparer: comparer)
    }
    let segment = access.segments.firstIndex { !order($0.start).isBefore(entry) && order($0.end).isBefore(entry) }
    guard let segment else { return nil }
    let (before, after) = (order(.before(entry)), order(.after(entry)))
    return scan.anchor(inSegment: segment) { access.isReversed ? !after.isBefore($0) : before.isBefore($0) }
  }

  /// The key of the row at an index.
  func key(at index: Int64) throws -> [Value] {
    try rows(index..<index + 1, try keyQuery(), withKeys: true) { _ in () }.keys[0]
  }
}
