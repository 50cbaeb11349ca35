/// One pass over a list that reads which of its items are not plain, on a connection of its own.
final class SpanPass: @unchecked Sendable {
  private let pass: ListPass
  private let columns: SpanColumns

  init(
    _ reader: Reader, _ core: ListCore, _ columns: SpanColumns, slice: PassSlice? = nil
  ) throws(StoreError) {
    pass = try ListPass(reader, core, slice: slice)
    self.columns = columns
  }

  func inBackground(_ progress: @escaping @Sendable (SpanProgress) -> Void) async throws -> ItemSpans {
    try await pass.inBackground { try self.all(progress) }
  }

  func interrupt() { pass.interrupt() }

  /// Reads all, and keeps it.
  func all(_ progress: @escaping (SpanProgress) -> Void) throws -> ItemSpans {
    var spans = ItemSpans()
    let begin = { spans = ItemSpans() }
    let generation = try run(begin: begin) { piece in
      switch piece {
      case .rows(let rows): progress(.reading(rows: rows))
      case .known(let before, let places, let missing):
        for place in places {
          spans.places.append(place)
        }
        spans.missing += missing
        progress(.spans(before: before, places))
      }
    }
    spans.generation = generation
    return spans
  }

  /// What is told of a pass, piece by piece.
  enum Piece {
    /// How many rows have been read whose indexes are not known yet.
    case rows(Int)
    /// What items before an index say beside what was told, and how many of their values say nothing that can be.
    case known(before: Int, [ItemSpan], missing: Int)
  }

  /// Reads all, and tells it piece by piece.
  func run(begin: () -> Void = {}, _ tell: @escaping (Piece) -> Void) throws -> Generation {
    try pass.run { state in
      begin()
      var found = SpanCollector(tell)
      try read(state, &found)
      found.flush()
    }
  }

  private func read(_ state: ListPass.State, _ found: inout SpanCollector) throws {
    let plan = state.plan
    let table = plan.table
    let wanted = try table.spanColumns(columns)
    // Where no column says anything, all are plain.
    if wanted.names.isEmpty { return found.skip(to: try pass.counts(state).items) }
    guard case .tree(let access) = plan.access else {
      return try pass.sort(plan, selecting: wanted.names) { found.append(wanted.values($0, 0)) }
    }
    // A list of a few rows of a large table has no more of them than rows.
    let isFew = state.count.flatMap { count in state.rowCount.map { count < $0 / 256 } } ?? false
    if table.kind == .rowid, !isFew, let index = try exceptions(in: table, wanted) {
      var rows = RowPlaces()
      try readExceptions(plan, index, wanted, &rows, found.tell)
      return try rank(rows, state, access, &found)
    }
    let matcher = TreeMatcher(table: table, order: plan.order, filters: plan.filters, encoding: pass.reader.encoding)
    let covering = table.trees.lazy.filter { tree in
      tree.indexName == nil || wanted.sources.allSatisfy { tree.has($0) }
    }.compactMap(matcher.match).first
    if let covering { return try readStepping(plan, covering, wanted, &found) }
    guard table.kind == .rowid else {
      return try pass.sort(plan, selecting: wanted.names) { found.append(wanted.values($0, 0)) }
    }
    let counts = try pass.counts(state)
    // To seek a row costs as much as reading some twenty of a scan.
    if counts.items < counts.rows / 16 { return try readStepping(plan, access, wanted, &found) }
    var rows = RowPlaces()
    var read = 0
    let first = Int64(
      try pass.number("SELECT MIN(\(quoted(table.ownOrder[0].name))) FROM \(quoted(table.name))", []))
    try pass.scan(
      table, from: first, selecting: wanted.names, anyOrder: true,
      { statement in
        let values = wanted.values(statement, 1)
        if !values.isPlain || values.missing > 0 { rows.append(statement.integer(0), values) }
        read += 1
        if read % 65536 == 0 { found.tell(.rows(read)) }
      }, { found.tell(.rows(read)) })
    found.tell(.rows(read))
    try rank(rows, state, access, &found)
  }

  private func readStepping(
    _ plan: ListPlan, _ access: TreeAccess, _ wanted: WantedColumns, _ found: inout SpanCollector
  ) throws {
    try pass.step(plan, access, selecting: wanted.names, { found.append(wanted.values($0, 0)) }, { found.flush() })
  }

  // MARK: Rows that an index has apart

  /// An index that has the rows apart that are not plain.
  private enum Exceptions {
    /// Its entries are rows that meet a condition, which no plain row does.
    case partial(PartialIndex)
    /// Its plain entries stand together.
    case apart(TreeAccess)
  }

  private func exceptions(in table: Table, _ wanted: WantedColumns) throws -> Exceptions? {
    let partial = try PartialIndex.all(of: table, pass.statements).first { index in
      // Whether it can be used is SQLite's to say.
      index.excludesPlain(wanted, in: table) && (try? pass.statements[sql(index, wanted, table)]) != nil
    }
    if let partial { return .partial(partial) }
    return table.trees.lazy.compactMap { wanted.pieces(of: $0, in: table) }.first.map(Exceptions.apart)
  }

  private func sql(_ index: PartialIndex, _ wanted: WantedColumns, _ table: Table) -> String {
    index.sql(selecting: [table.ownOrder[0].name] + wanted.names, from: table)
  }

  private func readExceptions(
    _ plan: ListPlan, _ index: Exceptions, _ wanted: WantedColumns, _ rows: inout RowPlaces, _ tell: (Piece) -> Void
  ) throws {
    switch index {
    case .apart(let access):
      try pass.step(
        plan, access, selecting: [plan.table.ownOrder[0].name] + wanted.names,
        { rows.append($0.integer(0), wanted.values($0, 1)) }, { tell(.rows(rows.count)) })
    case .partial(let index):
      // In one slice: the rows that are not plain are few, or the index is of no use.
      let statement = try pass.statements[sql(index, wanted, plan.table)]
      defer { statement.reset() }
      while try statement.step() { rows.append(statement.integer(0), wanted.values(statement, 1)) }
    }
    tell(.rows(rows.count))
  }

  // MARK: Their indexes

  /// Finds out which items rows are, and tells them in the order of their indexes.
  private func rank(
    _ unsorted: RowPlaces, _ state: ListPass.State, _ access: TreeAccess, _ found: inout SpanCollector
  ) throws {
    var rows = unsorted
    rows.seal()
    // A rank costs as much as some hundred steps.
    if let count = state.count, rows.count < count / 128 {
      if let ranked = try ranks(of: rows, state.plan) {
        for (index, values) in ranked {
          try pass.slice?.check()
          found.append(values, at: index)
        }
        return found.skip(to: count)
      }
    }
    try pass.step(
      state.plan, access, selecting: [state.plan.table.ownOrder[0].name],
      { statement in
        if let values = rows.values(of: statement.integer(0)) {
          found.append(values)
        } else {
          found.skip(to: found.next + 1)
        }
      }, { found.flush() })
  }

  /// The indexes of rows by the list's own connection; nil where that sees another state by now, or does not read ranks.
  private func ranks(of rows: RowPlaces, _ plan: ListPlan) throws -> [(index: Int, values: PlaceValues)]? {
    guard plan.table.rowIDName != nil, plan.table.key.count == 1,
      plan.table.source(named: plan.table.key[0])?.source == .rowid
    else { return nil }
    var ranked: [(index: Int, values: PlaceValues)] = []
    var next = 0
    while next < rows.count {
      let end = min(next + 256, rows.count)
      let isSame = try pass.reader.read { reader in
        guard reader.generation == pass.generation, case .pages = try pass.core.currentRanking() else { return false }
        for position in next..<end {
          if let index = try pass.core.index(ofKey: [.integer(rows.rowids[position])]) {
            ranked.append((Int(index), rows.values[position]))
          }
        }
        return true
      }
      if !isSame { return nil }
      next = end
      try pass.slice?.check()
    }
    return ranked.sorted { $0.index < $1.index }
  }
}

/// Spans and starts as they come, and how they are told.
private struct SpanCollector {
  let tell: (SpanPass.Piece) -> Void
  /// The index of the next item.
  private(set) var next = 0
  private var told = 0
  private var places: [ItemSpan] = []
  private var missing = 0

  init(_ tell: @escaping (SpanPass.Piece) -> Void) { self.tell = tell }

  /// Takes in the next item.
  mutating func append(_ values: PlaceValues) { append(values, at: next) }

  mutating func append(_ values: PlaceValues, at index: Int) {
    missing += values.missing
    if !values.isPlain {
      places.append(
        ItemSpan(
          index: index, columnSpan: values.columnSpan, rowSpan: values.rowSpan, columnStart: values.columnStart,
          rowStart: values.rowStart))
    }
    skip(to: index + 1)
  }

  /// Goes on to an item; those before say nothing.
  mutating func skip(to index: Int) {
    next = index
    if next - told >= 65536 { flush() }
  }

  mutating func flush() {
    guard next > told else { return }
    tell(.known(before: next, places, missing: missing))
    told = next
    places.removeAll(keepingCapacity: true)
    missing = 0
  }
}
