/// The columns of a table that spans and starts are read from.
struct WantedColumns {
  /// What is read, in the order of a statement.
  let names: [String]
  let sources: [TreeColumn.Source]
  /// Which of them has each: the spans, then the starts; nil for what no column says.
  private let positions: [Int?]

  fileprivate init(_ found: [(source: TreeColumn.Source, name: String)?]) {
    var (names, sources): ([String], [TreeColumn.Source]) = ([], [])
    positions = found.map { column in
      guard let column else { return nil }
      names.append(column.name)
      sources.append(column.source)
      return names.count - 1
    }
    (self.names, self.sources) = (names, sources)
  }

  /// Whether a column says a span rather than a start; nil for one that says nothing, or both.
  func isSpan(_ source: TreeColumn.Source) -> Bool? {
    let kinds = Set((0..<4).filter { positions[$0].map { sources[$0] == source } ?? false }.map { $0 < 2 })
    return kinds.count == 1 ? kinds.first : nil
  }

  /// What a row says.
  ///
  /// - Parameter first: The column of the statement that ``names`` begin at.
  func values(_ statement: Statement, _ first: Int) -> PlaceValues {
    var values = PlaceValues()
    var missing = 0
    func number(_ kind: Int, from least: Int64) -> Int64? {
      guard let position = positions[kind] else { return nil }
      if let number = statement.wholeNumber(first + position), number >= least { return number }
      if !statement.isNull(first + position) { missing += 1 }
      return nil
    }
    values.columnSpan = number(0, from: 1) ?? 1
    values.rowSpan = number(1, from: 1) ?? 1
    values.columnStart = number(2, from: 0)
    values.rowStart = number(3, from: 0)
    values.missing = missing
    return values
  }

  /// The pieces of an index that has the plain rows in one run, which is left out; nil for any other index.
  func pieces(of tree: Tree, in table: Table) -> TreeAccess? {
    guard tree.indexName != nil, !tree.isPartial, !sources.isEmpty, Set(sources).count == sources.count,
      tree.columns.count > sources.count, Set(tree.columns.prefix(sources.count).map(\.source)) == Set(sources)
    else { return nil }
    // Entries must compare as numbers do, here and in SQL: in a column of text '1' is 1 and is no whole number.
    let isComparable = tree.columns.allSatisfy { column in
      column.source != .expression && Collation(named: column.collation) != nil
        && column.collation.asciiLowercased == table.collation(column.source).asciiLowercased
    }
    let keyed = tree.columns.prefix(sources.count)
    guard isComparable, keyed.allSatisfy({ $0.affinity != .text && $0.source != .rowid }) else { return nil }
    let plain = keyed.map { isSpan($0.source)! ? StoredValue.integer(1) : .null }
    // Before and behind the plain ones, column by column: a piece may end in one column that it does not begin with.
    let segments = plain.indices.flatMap { depth in
      let (outer, inner) = (Array(plain[..<depth]), Array(plain[...depth]))
      return [
        Segment(start: .before(outer), end: .before(inner)), Segment(start: .after(inner), end: .after(outer)),
      ]
    }
    return TreeAccess(tree: tree, segments: segments, isReversed: false)
  }
}

extension Table {
  /// The columns that spans and starts are read from.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest.
  func spanColumns(_ columns: SpanColumns) throws(StoreError) -> WantedColumns {
    var found: [(source: TreeColumn.Source, name: String)?] = []
    for name in columns.names {
      guard let name else {
        found.append(nil)
        continue
      }
      guard let column = source(named: name) else {
        throw StoreError(
          .noSuchColumn,
          "no column '\(name)' in '\(self.name)' to take spans or starts from"
            + hint(name, among: self.columns.map(\.name)))
      }
      found.append(column)
    }
    return WantedColumns(found)
  }

  /// The index that would have the rows apart that are not plain; nil where one has.
  func indexForSpans(_ columns: SpanColumns, _ statements: StatementCache) throws(StoreError) -> String? {
    let wanted = try spanColumns(columns)
    guard kind == .rowid, !wanted.names.isEmpty, !trees.contains(where: { wanted.pieces(of: $0, in: self) != nil }),
      try !PartialIndex.all(of: self, statements).contains(where: { $0.excludesPlain(wanted, in: self) })
    else { return nil }
    let names = wanted.names.map(quoted)
    let terms = zip(wanted.sources, names).compactMap { source, name in
      wanted.isSpan(source).flatMap { isSpan in
        isSpan && affinity(source) == .text ? nil : name + (isSpan ? " <> 1" : " IS NOT NULL")
      }
    }
    guard terms.count == names.count else { return nil }
    return "CREATE INDEX \(quoted(([name] + wanted.names + ["spans"]).joined(separator: "_"))) ON \(quoted(name)) "
      + "(\(names.joined(separator: ", "))) WHERE \(terms.joined(separator: " OR ")) would give the spans and starts in "
      + wanted.names.map(spelledName).joined(separator: ", ") + " without the rows that have none"
  }
}

extension Statement {
  /// The whole number of a column, a real one that is whole included; nil for all else.
  fileprivate func wholeNumber(_ column: Int) -> Int64? {
    if let integer = ifInteger(column) { return integer }
    return isReal(column) ? Int64(exactly: real(column)) : nil
  }
}
