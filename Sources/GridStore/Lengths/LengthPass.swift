/// One pass over a list that reads the lengths of its items, on a connection of its own.
final class LengthPass: @unchecked Sendable {
  private let pass: ListPass
  private let name: String

  init(_ reader: Reader, _ core: ListCore, _ column: String, slice: PassSlice? = nil) throws(StoreError) {
    pass = try ListPass(reader, core, slice: slice)
    name = column
  }

  /// Runs off the caller's thread; cancelling the task interrupts SQLite.
  func inBackground(_ progress: @escaping @Sendable (LengthProgress) -> Void) async throws -> ColumnLengths {
    try await pass.inBackground { try self.run(progress) }
  }

  /// Ends a statement that is running, from any thread.
  func interrupt() { pass.interrupt() }

  func run(_ progress: @escaping (LengthProgress) -> Void) throws -> ColumnLengths {
    var lengths = LengthCollector(progress, capacity: nil)
    let generation = try pass.run { state in
      if pass.isWhole { lengths = LengthCollector(progress, capacity: state.count ?? 0) }
      try read(state, &lengths)
    }
    lengths.flush()
    return ColumnLengths(values: lengths.values, missing: lengths.missing, generation: generation)
  }

  private func read(_ state: ListPass.State, _ lengths: inout LengthCollector) throws {
    let plan = state.plan
    let table = plan.table
    let column = try table.lengthColumn(named: name)
    guard case .tree(let access) = plan.access else { return try readSorted(plan, column.name, &lengths) }
    let matcher = TreeMatcher(table: table, order: plan.order, filters: plan.filters, encoding: pass.reader.encoding)
    if let covering = table.trees.lazy.filter({ $0.indexName == nil || $0.has(column.source) })
      .compactMap(matcher.match).first
    {
      return try readStepping(plan, column.name, covering, &lengths)
    }
    guard table.kind == .rowid else { return try readSorted(plan, column.name, &lengths) }
    let counts = try pass.counts(state)
    // To seek a row costs as much as reading some twenty of a scan.
    if counts.items < counts.rows / 16 { return try readStepping(plan, column.name, access, &lengths) }
    try readJoined(plan, column.name, access, rowCount: counts.rows, &lengths)
  }

  /// Through the tree in order. SQLite seeks the row where the tree does not have the column.
  private func readStepping(
    _ plan: ListPlan, _ column: String, _ access: TreeAccess, _ lengths: inout LengthCollector
  ) throws {
    try pass.step(plan, access, selecting: [column], { lengths.append($0.length(0)) }, { lengths.flush() })
  }

  /// By the sort of SQLite.
  private func readSorted(_ plan: ListPlan, _ column: String, _ lengths: inout LengthCollector) throws {
    try pass.sort(plan, selecting: [column]) { lengths.append($0.length(0)) }
  }

  /// The table in its own order, then the rowids of the index, which find their lengths in memory.
  private func readJoined(
    _ plan: ListPlan, _ column: String, _ access: TreeAccess, rowCount: Int, _ lengths: inout LengthCollector
  ) throws {
    let table = plan.table
    let rowid = table.ownOrder[0].name
    let (name, key) = (quoted(table.name), quoted(rowid))
    let first = Int64(try pass.number("SELECT MIN(\(key)) FROM \(name)", []))
    let last = Int64(try pass.number("SELECT MAX(\(key)) FROM \(name)", []))
    var known = RowLengths(first: first, last: last, count: rowCount)
    var rows = 0
    // An index that has the column and little else is read instead of the table, where the order does not matter.
    try pass.scan(
      table, from: first, selecting: [column], anyOrder: known.isDense,
      { statement in
        known.append(statement.length(1), of: statement.integer(0))
        rows += 1
        if rows % 65536 == 0 { lengths.progress(.reading(rows: rows)) }
      }, { lengths.progress(.reading(rows: rows)) })
    lengths.progress(.reading(rows: rows))
    try pass.step(
      plan, access, selecting: [rowid],
      { statement in
        guard let length = known.length(of: statement.integer(0)) else {
          throw StoreError(.damaged, "an index of '\(table.name)' names a row that the table lacks")
        }
        lengths.append(length)
      }, { lengths.flush() })
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
  func has(_ column: TreeColumn.Source) -> Bool { columns.contains { $0.source == column } }
}
