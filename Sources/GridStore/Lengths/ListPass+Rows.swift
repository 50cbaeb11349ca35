// The rows of a pass, by a tree, by a sort or by a scan of the table.
extension ListPass {
  /// Through pieces of a tree in order. SQLite seeks the row where the tree does not have what is selected.
  ///
  /// - Parameters:
  ///   - names: The columns that are read, from the first of the statement on.
  ///   - visit: Called for each row.
  ///   - endSlice: Called after the last row of each slice but the last one.
  func step(
    _ plan: ListPlan, _ access: TreeAccess, selecting names: [String], _ visit: (Statement) throws -> Void,
    _ endSlice: () -> Void
  ) throws {
    let (columns, isReversed) = (access.tree.columns, access.isReversed)
    // Where a slice ends is known by the entry of the tree.
    let selected = (names + (slice == nil ? [] : columns.map(\.name))).map(quoted).joined(separator: ", ")
    for segment in access.segments {
      var start: Position?
      repeat {
        var end: Position?
        for seek in Seek.ranges(from: start, in: segment, columns: columns, isReversed: isReversed) where end == nil {
          let statement = try statements[
            seek.sql(selecting: selected, from: plan.table, access.tree, isReversed: isReversed)]
          try seek.bind(statement, limit: -1, encoding: reader.encoding)
          defer { statement.reset() }
          while end == nil, try statement.step() {
            try visit(statement)
            guard endsSlice() else { continue }
            let entry = columns.indices.map { statement.stored(names.count + $0, encoding: reader.encoding) }
            end = Position(prefix: entry, isAfter: !isReversed)
          }
        }
        start = end
        if end != nil {
          if !isWhole { endSlice() }
          try renew()
        }
      } while start != nil
    }
  }

  /// Through the whole list by the sort of SQLite, in one slice.
  func sort(_ plan: ListPlan, selecting names: [String], _ visit: (Statement) throws -> Void) throws {
    if plan.search != nil { return try found(plan, selecting: names, visit) }
    let statement = try statements[
      "SELECT \(names.map(quoted).joined(separator: ", ")) FROM \(quoted(plan.table.name))"
        + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)") + " ORDER BY \(plan.orderSQL)"]
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    defer { statement.reset() }
    while try statement.step() { try visit(statement) }
  }

  /// The hits of a search, by the keys that the list keeps of them.
  private func found(_ plan: ListPlan, selecting names: [String], _ visit: (Statement) throws -> Void) throws {
    try reader.read { reader in
      guard reader.generation == generation else { throw PassSuperseded() }
      let query = RowQuery(Selection(names, in: plan.table))
      let count = try core.count()
      for first in stride(from: 0, to: count, by: 1000) {
        _ = try core.rows(first..<min(first + 1000, count), query, withKeys: false, visit)
      }
    }
  }

  /// The table in the order of its rowids, or, where `anyOrder` says that it may be another, in one that reads less.
  ///
  /// - Parameters:
  ///   - filters: What rows must meet to be visited.
  ///   - visit: Called for each row; its first column is the rowid.
  ///   - endSlice: Called after the last row of each slice but the last one.
  func scan(
    _ table: Table, from first: Int64, selecting names: [String], where filters: [BoundFilter] = [], anyOrder: Bool,
    _ visit: (Statement) throws -> Void, _ endSlice: () -> Void
  ) throws {
    let key = quoted(table.ownOrder[0].name)
    let isFree = anyOrder && slice == nil && filters.isEmpty
    let values = filters.flatMap(\.values)
    // What is taken up again must come in the order of the rowids. A slice must end among rows that the filters leave out
    // as well, so those come back too.
    let condition = filters.isEmpty ? "1" : filters.map(\.sql).joined(separator: " AND ")
    let statement = try statements[
      "SELECT \(([key] + names.map(quoted) + [condition]).joined(separator: ", ")) FROM \(quoted(table.name))"
        + (isFree ? "" : " NOT INDEXED WHERE \(key) >= ?\(values.count + 1) ORDER BY \(key)")]
    for (i, value) in values.enumerated() { try statement.bind(value, at: i + 1) }
    var next: Int64? = first
    while let start = next {
      next = nil
      if !isFree { try statement.bind(start, at: values.count + 1) }
      do {
        defer { statement.reset() }
        while try statement.step() {
          let rowid = statement.integer(0)
          if filters.isEmpty || statement.ifInteger(names.count + 1) == 1 { try visit(statement) }
          if endsSlice(), rowid < .max {
            next = rowid + 1
            break
          }
        }
      }
      if next != nil {
        if !isWhole { endSlice() }
        try renew()
      }
    }
  }

  /// How many rows of its table a list is part of, and how many it has itself.
  func counts(_ state: State) throws -> (rows: Int, items: Int) {
    let plan = state.plan
    let rows = try state.rowCount ?? number("SELECT COUNT(*) FROM \(quoted(plan.table.name))", [])
    let items =
      try state.count
      ?? (plan.filters.isEmpty
        ? rows
        : number("SELECT COUNT(*) FROM \(quoted(plan.table.name)) WHERE \(plan.filterSQL)", plan.filterValues))
    return (rows, items)
  }

  func number(_ sql: String, _ values: [Value]) throws -> Int {
    let statement = try statements[sql]
    for (i, value) in values.enumerated() { try statement.bind(value, at: i + 1) }
    defer { statement.reset() }
    _ = try statement.step()
    return Int(statement.integer(0))
  }
}
