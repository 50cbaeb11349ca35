extension ListCore {
  /// The rows of a range of indexes, in order.
  ///
  /// - Parameters:
  ///   - indexes: Must lie within the list.
  ///   - query: What is read of them.
  ///   - withKeys: Whether their keys are wanted too.
  ///   - make: Makes something of the present row of a statement whose columns are the query's.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of rows, with a rank index.
  func rows<Item>(
    _ indexes: Range<Int64>, _ query: RowQuery, withKeys: Bool, _ make: (Statement) throws -> Item
  ) throws -> ItemPage<Item> {
    try reader.requireFile()
    let plan = try currentPlan()
    let page = RowCollector<Item>(indexes, keyColumns: withKeys ? query.selection.keyColumns : [])
    if indexes.isEmpty { return page.take() }
    if let keys = try headKeys(for: indexes, plan) {
      try collect(page, query, plan, keys, make)
      return page.take()
    }
    switch (try currentRanking(), plan.access) {
    case (.pages(let index, let segments), .tree(let access)):
      do {
        try collect(page, query, plan, access, index, segments, make)
      } catch let fault as PageFault {
        try distrust(fault)
        return try rows(indexes, query, withKeys: withKeys, make)
      }
    case (.frozen(let keys), _):
      try collect(page, query, plan, keys, make)
    case (_, .tree(let access)):
      try collectScanned(page, query, plan, access, make)
    default:
      preconditionFailure("a list without a tree has frozen keys")
    }
    return page.take()
  }

  /// From the exact key of the first row on, which the pages tell. The last row must be the one that
  /// they tell as well, or they are not believed.
  private func collect<Item>(
    _ page: RowCollector<Item>, _ query: RowQuery, _ plan: ListPlan, _ access: TreeAccess, _ index: RankIndex,
    _ segments: SegmentRanks, _ make: (Statement) throws -> Item
  ) throws {
    guard let pages = reader.pages else { throw PageFault(.unavailable, "pages are not read") }
    let before = pages.reads
    defer { reader.counts.pageReads += pages.reads - before }
    let columns = access.tree.columns
    for piece in segments.pieces(page.indexes) {
      let key = try index.key(at: piece.firstRank, columns: columns.count, pages)
      let lastRank = segments.isReversed ? piece.firstRank - (piece.count - 1) : piece.firstRank + (piece.count - 1)
      let lastKey = try index.key(at: lastRank, columns: columns.count, pages)
      var left = piece.count
      // The position that lets the row of the key be the first, in either direction.
      let start = access.isReversed ? Position.after(key) : Position.before(key)
      for seek in Seek.ranges(
        from: start, in: access.segments[piece.segment], columns: columns, isReversed: access.isReversed)
      where left > 0 {
        let statement = try query.statement(for: seek, plan, access, reader.statements)
        try seek.bind(statement, limit: left, encoding: reader.encoding)
        reader.counts.statements += 1
        defer { statement.reset() }
        while try statement.step() {
          left -= 1
          if left == 0 { try expect(lastKey, columns, statement, query.selection, plan) }
          page.append(try make(statement), of: statement)
          if left == 0 { break }
        }
      }
      reader.counts.rowsStepped += Int(piece.count - left)
      guard left == 0 else { throw PageFault(.damaged, "\(left) rows fewer than the pages tell") }
    }
  }

  /// Whether the present row is the one that the pages tell.
  private func expect(
    _ key: [StoredValue], _ columns: [TreeColumn], _ statement: Statement, _ selection: Selection, _ plan: ListPlan
  ) throws {
    for (place, identity) in zip(selection.identityColumns, plan.table.ownOrder) {
      guard let at = columns.firstIndex(where: { $0.source == identity.source }) else { continue }
      guard statement.stored(place, encoding: reader.encoding).isSame(as: key[at]) else {
        throw PageFault(.damaged, "another row than the pages tell")
      }
    }
  }

  private func collect<Item>(
    _ page: RowCollector<Item>, _ query: RowQuery, _ plan: ListPlan, _ keys: FrozenKeys,
    _ make: (Statement) throws -> Item
  ) throws {
    let condition = plan.table.ownOrder.map { "\(quoted($0.name)) = ?" }.joined(separator: " AND ")
    let statement = try reader.statements[
      "SELECT \(query.selection.sql) FROM \(quoted(plan.table.name)) WHERE \(condition) LIMIT 1"]
    for index in page.indexes {
      for (i, value) in try keys.key(at: index).enumerated() {
        try statement.bind(value, encoding: reader.encoding, at: i + 1)
      }
      reader.counts.statements += 1
      defer { statement.reset() }
      guard try statement.step() else {
        throw StoreError(.damaged, "a row of '\(plan.table.name)' cannot be found again by its key")
      }
      reader.counts.rowsStepped += 1
      page.append(try make(statement), of: statement)
    }
  }

  /// From the nearest key that the scan has found, stepping over what lies between.
  private func collectScanned<Item>(
    _ page: RowCollector<Item>, _ query: RowQuery, _ plan: ListPlan, _ access: TreeAccess,
    _ make: (Statement) throws -> Item
  ) throws {
    let indexes = page.indexes
    let columns = access.tree.columns
    let anchor = currentScan(plan, access)?.anchor(before: indexes.lowerBound)
    var skip = indexes.lowerBound - (anchor?.index ?? 0)
    var left = Int64(indexes.count)
    for number in (anchor?.segment ?? 0)..<max(access.segments.count, anchor?.segment ?? 0) where left > 0 {
      let start = anchor.flatMap { number == $0.segment ? $0.key : nil }
        .map { access.isReversed ? Position.after($0) : .before($0) }
      for seek in Seek.ranges(
        from: start, in: access.segments[number], columns: columns, isReversed: access.isReversed) where left > 0
      {
        let statement = try query.statement(for: seek, plan, access, reader.statements)
        try seek.bind(statement, limit: skip + left, encoding: reader.encoding)
        reader.counts.statements += 1
        defer { statement.reset() }
        while try statement.step() {
          reader.counts.rowsStepped += 1
          // SQLite reads a row of the table only when a column of it is asked for, so what is stepped
          // over costs an entry of the index.
          if skip > 0 {
            skip -= 1
            continue
          }
          page.append(try make(statement), of: statement)
          left -= 1
          if left == 0 { break }
        }
      }
    }
    guard left == 0 else { throw StoreError(.damaged, "'\(plan.table.name)' has fewer rows than were counted") }
  }
}
