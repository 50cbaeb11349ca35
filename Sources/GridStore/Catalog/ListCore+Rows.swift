extension ListCore {
  /// The rows of a range of indexes, in order.
  ///
  /// - Parameters:
  ///   - indexes: Must lie within the list.
  ///   - make: Makes something of the present row of a statement whose columns are the selection's.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of rows, with a rank index.
  func rows<Item>(
    _ indexes: Range<Int64>, _ selection: Selection, _ make: (Statement) throws -> Item
  ) throws -> [Item] {
    let plan = try currentPlan()
    if indexes.isEmpty { return [] }
    switch (try currentRanking(), plan.access) {
    case (.pages(let index, let segments), .tree(let access)):
      do {
        return try rows(indexes, selection, plan, access, index, segments, make)
      } catch let fault as PageFault {
        try distrust(fault)
        return try rows(indexes, selection, make)
      }
    case (.frozen(let keys), _):
      return try rows(indexes, selection, plan, keys, make)
    case (_, .tree(let access)):
      return try scannedRows(indexes, selection, plan, access, make)
    default:
      preconditionFailure("a list without a tree has frozen keys")
    }
  }

  /// From the exact key of the first row on, which the pages tell. The last row must be the one that
  /// they tell as well, or they are not believed.
  private func rows<Item>(
    _ indexes: Range<Int64>, _ selection: Selection, _ plan: ListPlan, _ access: TreeAccess, _ index: RankIndex,
    _ segments: SegmentRanks, _ make: (Statement) throws -> Item
  ) throws -> [Item] {
    guard let pages = reader.pages else { throw PageFault(.unavailable, "pages are not read") }
    let before = pages.reads
    defer { reader.counts.pageReads += pages.reads - before }
    let columns = access.tree.columns
    let sql = selection.sql
    var items: [Item] = []
    items.reserveCapacity(indexes.count)
    for piece in segments.pieces(indexes) {
      let key = try index.key(at: piece.firstRank, columns: columns.count, pages, reader.scratch)
      let lastRank = segments.isReversed ? piece.firstRank - (piece.count - 1) : piece.firstRank + (piece.count - 1)
      let lastKey = try index.key(at: lastRank, columns: columns.count, pages, reader.scratch)
      var left = piece.count
      // The position that lets the row of the key be the first, in either direction.
      let start = access.isReversed ? Position.after(key) : Position.before(key)
      for seek in Seek.ranges(
        from: start, in: access.segments[piece.segment], columns: columns, isReversed: access.isReversed)
      where left > 0 {
        let statement = try reader.statements[
          seek.sql(selecting: sql, from: plan.table, access.tree, isReversed: access.isReversed)]
        try seek.bind(statement, limit: left, encoding: reader.encoding)
        reader.counts.statements += 1
        defer { statement.reset() }
        while try statement.step() {
          left -= 1
          if left == 0 { try expect(lastKey, columns, statement, selection, plan) }
          items.append(try make(statement))
          if left == 0 { break }
        }
      }
      reader.counts.rowsStepped += Int(piece.count - left)
      guard left == 0 else { throw PageFault(.damaged, "\(left) rows fewer than the pages tell") }
    }
    return items
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

  private func rows<Item>(
    _ indexes: Range<Int64>, _ selection: Selection, _ plan: ListPlan, _ keys: FrozenKeys,
    _ make: (Statement) throws -> Item
  ) throws -> [Item] {
    let condition = plan.table.ownOrder.map { "\(quoted($0.name)) = ?" }.joined(separator: " AND ")
    let statement = try reader.statements[
      "SELECT \(selection.sql) FROM \(quoted(plan.table.name)) WHERE \(condition) LIMIT 1"]
    var items: [Item] = []
    items.reserveCapacity(indexes.count)
    for index in indexes {
      for (i, value) in keys.key(at: index).enumerated() {
        try statement.bind(value, encoding: reader.encoding, at: i + 1)
      }
      reader.counts.statements += 1
      defer { statement.reset() }
      guard try statement.step() else {
        throw StoreError(.damaged, "a row of '\(plan.table.name)' cannot be found again by its key")
      }
      reader.counts.rowsStepped += 1
      items.append(try make(statement))
    }
    return items
  }

  /// From the nearest key that the scan has found, stepping over what lies between.
  private func scannedRows<Item>(
    _ indexes: Range<Int64>, _ selection: Selection, _ plan: ListPlan, _ access: TreeAccess,
    _ make: (Statement) throws -> Item
  ) throws -> [Item] {
    let columns = access.tree.columns
    let anchor = currentScan(plan, access)?.anchor(before: indexes.lowerBound)
    var skip = indexes.lowerBound - (anchor?.index ?? 0)
    var left = Int64(indexes.count)
    var items: [Item] = []
    items.reserveCapacity(indexes.count)
    for number in (anchor?.segment ?? 0)..<max(access.segments.count, anchor?.segment ?? 0) where left > 0 {
      let start = anchor.flatMap { number == $0.segment ? $0.key : nil }
        .map { access.isReversed ? Position.after($0) : .before($0) }
      for seek in Seek.ranges(
        from: start, in: access.segments[number], columns: columns, isReversed: access.isReversed) where left > 0
      {
        let statement = try reader.statements[
          seek.sql(selecting: selection.sql, from: plan.table, access.tree, isReversed: access.isReversed)]
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
          items.append(try make(statement))
          left -= 1
          if left == 0 { break }
        }
      }
    }
    guard left == 0 else { throw StoreError(.damaged, "'\(plan.table.name)' has fewer rows than were counted") }
    return items
  }
}
