internal import Dispatch

/// One pass over a list that reads the lengths of its items, on a connection of its own.
final class LengthPass: @unchecked Sendable {
  private let reader: Reader
  private let core: ListCore
  private let name: String
  private let connection: Connection
  private let statements: StatementCache
  /// The file that the connection is to.
  private let file: FileIdentity.Now
  /// How long it may hold one state of the file; nil is to the end.
  private let slice: LengthSlice?
  private var generation = Generation("")
  private var rowsInSlice = 0
  private var sliceStart = ContinuousClock.now

  init(_ reader: Reader, _ core: ListCore, _ column: String, slice: LengthSlice? = nil) throws(StoreError) {
    self.reader = reader
    self.core = core
    self.slice = slice
    name = column
    file = FileIdentity(reader.path).now
    connection = try Connection(reader.path, .readOnly)
    statements = StatementCache(connection)
  }

  /// Runs off the caller's thread; cancelling the task interrupts SQLite.
  func inBackground(_ progress: @escaping @Sendable (LengthProgress) -> Void) async throws -> ColumnLengths {
    let run = Interruptible()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .utility).async {
          continuation.resume(with: Result { try run.perform(on: self.connection) { try self.run(progress) } })
        }
      }
    } onCancel: {
      run.cancel()
    }
  }

  /// Ends a statement that is running, from any thread.
  func interrupt() { connection.interrupt() }

  func run(_ progress: @escaping (LengthProgress) -> Void) throws -> ColumnLengths {
    let (state, generation) = try begin()
    self.generation = generation
    defer { if !connection.isIdle { try? connection.execute("COMMIT") } }
    // An interrupt lasts as long as a statement is running; none falls between two.
    let running = try statements["SELECT 1 UNION ALL SELECT 2"]
    _ = try running.step()
    defer { running.reset() }
    try slice?.begin(generation)
    sliceStart = .now
    var lengths = LengthCollector(progress, capacity: slice == nil ? state.count ?? 0 : nil)
    try read(state, &lengths)
    lengths.flush()
    return ColumnLengths(values: lengths.values, missing: lengths.missing, generation: generation)
  }

  /// Counts a row, and tells whether the slice ends with it.
  private func endsSlice() -> Bool {
    guard let slice else { return false }
    rowsInSlice += 1
    // The clock costs about as much as ten rows.
    return rowsInSlice >= slice.rows || rowsInSlice % 256 == 0 && ContinuousClock.now - sliceStart >= slice.duration
  }

  /// Lets go of the state between two slices, so that writers and checkpoints go on, and takes up the same one again.
  ///
  /// - Throws: ``LengthsSuperseded`` where there is another by now.
  private func renew() throws {
    guard let slice else { return }
    let running = try statements["SELECT 1 UNION ALL SELECT 2"]
    running.reset()
    try connection.execute("COMMIT")
    try slice.pause()
    try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    // Begun before: where the list's own connection still sees the same state now, this one does.
    guard try reader.read({ $0.generation }) == generation else { throw LengthsSuperseded() }
    _ = try running.step()
    try slice.check()
    rowsInSlice = 0
    sliceStart = .now
  }

  /// What is known of the list in the state that is read.
  private struct State {
    let plan: ListPlan
    let column: TreeColumn.Source
    let columnName: String
    /// How many items the list has, and how many rows the table; nil where pages do not tell.
    let count: Int?
    let rowCount: Int?
  }

  /// Begins the transaction, and says which state it sees: one that the list's own connection saw before and after.
  private func begin() throws -> (State, Generation) {
    var attempt = 0
    while true {
      let (state, before) = try reader.read { reader in (try currentState(), reader.generation) }
      try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
      let (after, isSameFile) = try reader.read { reader in (reader.generation, reader.isOpen(file)) }
      guard isSameFile else {
        try connection.execute("COMMIT")
        if slice != nil { throw LengthsSuperseded() }
        throw StoreError(.busy, "another file has taken the place of '\(reader.path)' meanwhile")
      }
      if before == after { return (state, before) }
      attempt += 1
      // Somebody commits all the time. A token that equals none says that these lengths are of the past.
      if attempt == 50 {
        try connection.execute("COMMIT")
        return try reader.read { reader in
          // A commit between the two is not ruled out here, so the plan may be of another schema: SQLite then says so.
          let state = try currentState()
          try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
          return (state, Generation(reader.generation.token + "-passed"))
        }
      }
      try connection.execute("COMMIT")
    }
  }

  private func currentState() throws -> State {
    let plan = try core.currentPlan()
    let (source, columnName) = try plan.table.lengthColumn(named: name)
    var (count, rowCount): (Int?, Int?) = (nil, nil)
    // Keys are not frozen for this.
    if case .tree = plan.access, reader.pages != nil, case .pages(let index, let segments) = try core.currentRanking() {
      (count, rowCount) = (Int(segments.count), Int(index.count))
    }
    return State(plan: plan, column: source, columnName: columnName, count: count, rowCount: rowCount)
  }

  private func read(_ state: State, _ lengths: inout LengthCollector) throws {
    let plan = state.plan
    let table = plan.table
    guard case .tree(let access) = plan.access else { return try readSorted(state, &lengths) }
    let matcher = TreeMatcher(table: table, order: plan.order, filters: plan.filters, encoding: reader.encoding)
    if let covering = table.trees.lazy.filter({ $0.indexName == nil || $0.has(state.column) })
      .compactMap(matcher.match).first
    {
      return try readStepping(state, covering, &lengths)
    }
    guard table.kind == .rowid else { return try readSorted(state, &lengths) }
    let rowCount = try state.rowCount ?? number("SELECT COUNT(*) FROM \(quoted(table.name))", [])
    let count =
      try state.count
      ?? (plan.filters.isEmpty
        ? rowCount
        : number("SELECT COUNT(*) FROM \(quoted(table.name)) WHERE \(plan.filterSQL)", plan.filterValues))
    // To seek a row costs as much as reading some twenty of a scan.
    if count < rowCount / 16 { return try readStepping(state, access, &lengths) }
    try readJoined(state, access, rowCount: rowCount, &lengths)
  }

  /// Through the tree in order. SQLite seeks the row where the tree does not have the column.
  private func readStepping(_ state: State, _ access: TreeAccess, _ lengths: inout LengthCollector) throws {
    try step(
      state.plan, access, selecting: state.columnName, { lengths.append($0.length(0)) }, { lengths.flush() })
  }

  /// By the sort of SQLite.
  private func readSorted(_ state: State, _ lengths: inout LengthCollector) throws {
    let plan = state.plan
    let statement = try statements[
      "SELECT \(quoted(state.columnName)) FROM \(quoted(plan.table.name))"
        + (plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)") + " ORDER BY \(plan.orderSQL)"]
    for (i, value) in plan.filterValues.enumerated() { try statement.bind(value, at: i + 1) }
    defer { statement.reset() }
    while try statement.step() { lengths.append(statement.length(0)) }
  }

  /// The table in its own order, then the rowids of the index, which find their lengths in memory.
  private func readJoined(
    _ state: State, _ access: TreeAccess, rowCount: Int, _ lengths: inout LengthCollector
  ) throws {
    let table = state.plan.table
    let rowid = table.ownOrder[0].name
    let (name, key) = (quoted(table.name), quoted(rowid))
    let first = try number("SELECT MIN(\(key)) FROM \(name)", [])
    let last = try number("SELECT MAX(\(key)) FROM \(name)", [])
    var column = RowLengths(first: Int64(first), last: Int64(last), count: rowCount)
    // An index that has the column and little else is read instead of the table, where the order does not matter.
    // What is taken up again must come in the order of the rowids.
    let inOrder = " NOT INDEXED WHERE \(key) >= ? ORDER BY \(key)"
    let statement = try statements[
      "SELECT \(key), \(quoted(state.columnName)) FROM \(name)" + (column.isDense && slice == nil ? "" : inOrder)]
    var rows = 0
    var next: Int64? = Int64(first)
    while let start = next {
      next = nil
      if !column.isDense || slice != nil { try statement.bind(start, at: 1) }
      do {
        defer { statement.reset() }
        while try statement.step() {
          let rowid = statement.integer(0)
          column.append(statement.length(1), of: rowid)
          rows += 1
          if rows % 65536 == 0 { lengths.progress(.reading(rows: rows)) }
          if endsSlice(), rowid < .max {
            next = rowid + 1
            break
          }
        }
      }
      if next != nil {
        lengths.progress(.reading(rows: rows))
        try renew()
      }
    }
    lengths.progress(.reading(rows: rows))
    try step(
      state.plan, access, selecting: rowid,
      { statement in
        guard let length = column.length(of: statement.integer(0)) else {
          throw StoreError(.damaged, "an index of '\(table.name)' names a row that the table lacks")
        }
        lengths.append(length)
      }, { lengths.flush() })
  }

  /// - Parameters:
  ///   - visit: Called for each row.
  ///   - endSlice: Called after the last row of each slice but the last one.
  private func step(
    _ plan: ListPlan, _ access: TreeAccess, selecting name: String, _ visit: (Statement) throws -> Void,
    _ endSlice: () -> Void
  ) throws {
    let (columns, isReversed) = (access.tree.columns, access.isReversed)
    // Where a slice ends is known by the entry of the tree.
    let selected = ([name] + (slice == nil ? [] : columns.map(\.name))).map(quoted).joined(separator: ", ")
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
            let entry = columns.indices.map { statement.stored($0 + 1, encoding: reader.encoding) }
            end = Position(prefix: entry, isAfter: !isReversed)
          }
        }
        start = end
        if end != nil {
          endSlice()
          try renew()
        }
      } while start != nil
    }
  }

  private func number(_ sql: String, _ values: [Value]) throws -> Int {
    let statement = try statements[sql]
    for (i, value) in values.enumerated() { try statement.bind(value, at: i + 1) }
    defer { statement.reset() }
    _ = try statement.step()
    return Int(statement.integer(0))
  }
}

/// Lengths as they come, and how they are told.
private struct LengthCollector {
  private(set) var values: [Double] = []
  private(set) var missing = 0
  let progress: (LengthProgress) -> Void
  private let keepsAll: Bool
  /// How many of the values have been told, and how many were let go of after that.
  private var told = 0
  private var dropped = 0

  /// - Parameter capacity: About how many there will be; nil where they are told and not kept.
  init(_ progress: @escaping (LengthProgress) -> Void, capacity: Int?) {
    self.progress = progress
    keepsAll = capacity != nil
    if let capacity { values.reserveCapacity(capacity) }
  }

  mutating func append(_ length: Double) {
    if length.isNaN { missing += 1 }
    values.append(length.isNaN ? 0 : length)
    if values.count - told == 65536 { flush() }
  }

  mutating func flush() {
    guard told < values.count else { return }
    progress(.lengths(start: dropped + told, Array(values[told...])))
    told = values.count
    guard !keepsAll else { return }
    dropped += told
    told = 0
    values.removeAll(keepingCapacity: true)
  }
}

/// How a pass is cut up, so that it never holds a state of the file for long.
struct LengthSlice {
  /// The most rows of a slice.
  let rows: Int
  /// How long a slice takes, about.
  let duration: Duration
  /// Called at the start, with the state that is read.
  let begin: (Generation) throws -> Void
  /// Called between slices, while no state is held.
  let pause: () throws -> Void
  /// Called once an interrupt would be noticed again.
  let check: () throws -> Void
}

/// Another program has committed since a pass began.
struct LengthsSuperseded: Error {}

extension Statement {
  /// The length that a column has; NaN where it has none.
  fileprivate func length(_ column: Int) -> Double {
    if let integer = ifInteger(column) { return Double(integer) }
    guard isReal(column) else { return .nan }
    let real = real(column)
    return real.isFinite ? real : .nan
  }
}

extension Table {
  fileprivate func lengthColumn(named name: String) throws(StoreError) -> (source: TreeColumn.Source, name: String) {
    if let found = source(named: name) { return found }
    throw StoreError(
      .noSuchColumn,
      "no column '\(name)' in '\(self.name)' to take lengths from" + hint(name, among: columns.map(\.name)))
  }

  func checkLengthColumn(named name: String) throws(StoreError) { _ = try lengthColumn(named: name) }

  /// For each order that an index serves without having the column: the index that would have both.
  func indexesForLengths(of column: Column) -> [String] {
    let source = column.number == rowIDAlias ? TreeColumn.Source.rowid : .column(column.number)
    let served = trees.filter { !$0.isPartial && !$0.columns.contains { $0.source == .expression } }
    return served.filter { tree in
      tree.indexName != nil && !served.contains { $0.has(source) && $0.columns.starts(with: tree.columns) }
    }.map { tree in
      let own = Set(ownOrder.map(\.source))
      let sorted = tree.columns.filter { !own.contains($0.source) }.map(\.name)
      let parts = tree.columns.map { quoted($0.name) + ($0.isDescending ? " DESC" : "") } + [quoted(column.name)]
      return
        "CREATE INDEX \(quoted(([self.name] + sorted + [column.name]).joined(separator: "_"))) ON \(quoted(self.name)) "
        + "(\(parts.joined(separator: ", "))) would give the lengths \(spelledName(column.name)) by "
        + "\(orderServed(by: tree)) without the table"
    }
  }
}

extension Tree {
  fileprivate func has(_ column: TreeColumn.Source) -> Bool { columns.contains { $0.source == column } }
}
