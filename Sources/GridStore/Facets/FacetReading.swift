/// Counts the values of some columns of a list: by ranks where a tree sorts them, else by one scan.
struct FacetReading: Sendable {
  private let core: ListCore
  private let request: FacetRequest
  private let limit: ReadLimit

  init(_ core: ListCore, _ request: FacetRequest, _ limit: ReadLimit) {
    self.core = core
    self.request = request
    self.limit = limit
  }

  func run() throws -> ListFacets {
    let reader = core.reader
    var known: (generation: Generation, facets: [Facet?])?
    let isCancelled = { limit.isCancelled }
    let prepare: () throws -> Void = {
      try reader.requireFile()
      if known?.generation != reader.generation { known = (reader.generation, try rankedFacets()) }
    }
    var (generation, facets) = try reader.read(of: core, isCancelled: isCancelled, preparing: prepare) { reader in
      try prepare()
      return (reader.generation, known?.facets ?? [])
    }
    if facets.contains(nil) {
      // A long scan keeps nobody waiting who reads pages of the list.
      let pass = try ListPass(reader, core)
      let seen = generation
      generation = try pass.run { state in
        if pass.generation != seen {
          // Without a log the pass keeps writers out for as long as ranks would take.
          facets =
            pass.slice != nil
            ? facets.map { _ in nil }
            : try reader.read { reader in
              reader.generation == pass.generation ? try rankedFacets() : facets.map { _ in nil }
            }
        }
        try scan(pass, state.plan, &facets)
      }
    }
    if limit.isCancelled { throw CancellationError() }
    return ListFacets(generation: generation, facets: facets.compactMap(\.self))
  }

  /// Those that ranks or the hits of a search tell, in the present transaction; nil where a scan must.
  private func rankedFacets() throws -> [Facet?] {
    let plan = try core.currentPlan()
    let columns = try facetColumns(plan)
    if plan.search != nil { return try columns.map { try searchedFacet($0, plan) } }
    return try columns.map { column in
      if limit.isCancelled { throw CancellationError() }
      guard let found = try core.rankedValues(plan, column.term, filters: column.filters, limit: limit) else {
        return nil
      }
      return Facet(
        column.term.name, found.runs, limit: request.limit, isComplete: !found.isCut, kind: .exact,
        encoding: core.reader.encoding)
    }
  }

  private func facetColumns(_ plan: ListPlan) throws(StoreError) -> [FacetColumn] {
    var columns: [FacetColumn] = []
    for name in request.columns {
      columns.append(try FacetColumn(name, plan, leavingOutOwnFilters: request.leavesOutOwnFilters))
    }
    return columns
  }

  /// By one scan for all columns that have the same filters.
  private func scan(_ pass: ListPass, _ plan: ListPlan, _ facets: inout [Facet?]) throws {
    let columns = try facetColumns(plan)
    var left = facets.indices.filter { facets[$0] == nil }
    let encoding = pass.reader.encoding
    while let first = left.first {
      let filters = columns[first].filters
      let group = left.filter { columns[$0].filters == filters }
      left.removeAll { columns[$0].filters == filters }
      let (tallies, isThrough) = try tally(group.map { columns[$0].term.name }, filters, plan, pass)
      for (i, tally) in zip(group, tallies) {
        facets[i] = Facet(
          columns[i].term.name, tally.sorted(by: ValueComparer(encoding: encoding), columns[i].collation),
          limit: request.limit, isComplete: isThrough && !tally.isFull, kind: isThrough ? .exact : .atLeast,
          encoding: encoding)
      }
    }
  }

  private func tally(
    _ names: [String], _ filters: [BoundFilter], _ plan: ListPlan, _ pass: ListPass
  ) throws -> (tallies: [ValueTally], isThrough: Bool) {
    var tallies = names.map { _ in ValueTally() }
    if limit.isOver { return (tallies, false) }
    func add(_ row: Statement, from first: Int) {
      for i in tallies.indices { tallies[i].add(row.stored(first + i, encoding: pass.reader.encoding)) }
    }
    let isThrough = try throughUnlessOver(pass.connection) {
      if pass.slice != nil, try sliced(names, filters, plan, pass, add) { return }
      let statement = try pass.statements[
        "SELECT \(names.map(quoted).joined(separator: ", ")) FROM \(quoted(plan.table.name))"
          + (filters.isEmpty ? "" : " WHERE " + filters.map(\.sql).joined(separator: " AND "))]
      for (i, value) in filters.flatMap(\.values).enumerated() { try statement.bind(value, at: i + 1) }
      defer { statement.reset() }
      while try statement.step() { add(statement, from: 0) }
    }
    return (tallies, isThrough)
  }

  /// In slices, between which writers of a file without a log have their turn.
  ///
  /// - Returns: False, with nothing read, where no slice could be taken up again in the middle.
  private func sliced(
    _ names: [String], _ filters: [BoundFilter], _ plan: ListPlan, _ pass: ListPass,
    _ add: (_ row: Statement, _ first: Int) -> Void
  ) throws -> Bool {
    let table = plan.table
    let matcher = TreeMatcher(table: table, order: [], filters: filters, encoding: pass.reader.encoding)
    if let access = table.trees.lazy.compactMap(matcher.match).first {
      try pass.step(plan, access, selecting: names, { add($0, 0) }, {})
    } else if table.kind == .rowid {
      try pass.scan(table, from: .min, selecting: names, where: filters, anyOrder: false, { add($0, 1) }, {})
    } else {
      return false
    }
    return true
  }

  /// Of the hits of a search, by the keys that are kept of them.
  private func searchedFacet(_ column: FacetColumn, _ plan: ListPlan) throws -> Facet {
    let reader = core.reader
    var core = core
    if column.filters != plan.filters {
      var request = core.request
      request.filters.removeAll { filter in
        plan.table.source(named: filter.column)?.source == column.term.source && filter.holdsToValues
      }
      core = try ListCore(reader, request, budget: core.budget)
    }
    var tally = ValueTally()
    let query = RowQuery(Selection([column.term.name], in: plan.table))
    let isThrough = try throughUnlessOver(try reader.connection) {
      let count = try core.count()
      for first in stride(from: 0, to: count, by: 256) {
        let page = try core.rows(first..<min(first + 256, count), query, withKeys: false) {
          $0.stored(0, encoding: reader.encoding)
        }
        for value in page.items { tally.add(value) }
      }
    }
    return Facet(
      column.term.name, tally.sorted(by: ValueComparer(encoding: reader.encoding), column.collation),
      limit: request.limit, isComplete: isThrough && !tally.isFull, kind: isThrough ? .exact : .atLeast,
      encoding: reader.encoding)
  }

  /// Whether a body came to its end before the limit did.
  private func throughUnlessOver(_ connection: Connection, _ body: () throws -> Void) throws -> Bool {
    do {
      try connection.limited(by: limit, body)
      return true
    } catch let error as StoreError where error.kind == .cancelled && limit.isOver {
      if limit.isCancelled { throw CancellationError() }
      return false
    }
  }
}

/// A column whose values are counted, and the filters that they are counted under.
private struct FacetColumn {
  /// The column in ascending order.
  let term: OrderTerm
  let collation: Collation
  let filters: [BoundFilter]

  init(_ name: String, _ plan: ListPlan, leavingOutOwnFilters: Bool) throws(StoreError) {
    guard let (source, spelled) = plan.table.source(named: name) else {
      throw StoreError(
        .noSuchColumn,
        "no column '\(name)' in '\(plan.table.name)' to count the values of"
          + hint(name, among: plan.table.columns.map(\.name)))
    }
    guard let collation = Collation(named: plan.table.collation(source)) else {
      throw StoreError(.badValue, "'\(spelled)' is sorted by a collation that only SQLite knows")
    }
    self.collation = collation
    term = OrderTerm(source: source, name: spelled, isDescending: false, nullsFirst: true, nullsAreNatural: true)
    filters =
      leavingOutOwnFilters ? plan.filters.filter { $0.source != source || !$0.holdsToValues } : plan.filters
  }
}

extension BoundFilter {
  /// Whether it is an `eq` or `in`.
  fileprivate var holdsToValues: Bool {
    switch condition {
    case .equal: true
    case .isIn: !isNegated
    default: false
    }
  }
}

extension Filter {
  /// The same as text has it: `not.neq` is an `eq`.
  fileprivate var holdsToValues: Bool {
    switch condition {
    case .equal, .isIn: !isNegated
    case .notEqual: isNegated
    default: false
    }
  }
}
