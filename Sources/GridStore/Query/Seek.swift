/// One range of a tree that SQLite seeks to: the first columns held to values, the next one bounded.
///
/// The rows from one position of a tree to another are a few of these, one for each column, disjoint
/// and in order. Neither OR nor a row value would do: SQLite 3.40 seeks by the first column alone for
/// `(price, id) > (?, ?)` where `id` is the rowid, and reads a whole run of ties; and no row value can say
/// mixed directions or NULLs ([rowvalue.html](https://sqlite.org/rowvalue.html), 2.2).
package struct Seek: Sendable, Hashable {
  package enum Bound: Sendable, Hashable {
    case less(StoredValue)
    case lessOrEqual(StoredValue)
    case greater(StoredValue)
    case greaterOrEqual(StoredValue)
    case isNull

    fileprivate var sql: String {
      switch self {
      case .less: "< ?"
      case .lessOrEqual: "<= ?"
      case .greater: "> ?"
      case .greaterOrEqual: ">= ?"
      case .isNull: "IS NULL"
      }
    }

    /// Tells bounds of different SQL apart.
    fileprivate var number: UInt64 {
      switch self {
      case .less: 1
      case .lessOrEqual: 2
      case .greater: 3
      case .greaterOrEqual: 4
      case .isNull: 5
      }
    }

    fileprivate var value: StoredValue? {
      switch self {
      case .less(let value), .lessOrEqual(let value), .greater(let value), .greaterOrEqual(let value): value
      case .isNull: nil
      }
    }
  }

  /// The values that the first columns are held to.
  package var fixed: [StoredValue]
  /// What is asked of the column after them.
  package var bounds: [Bound]

  /// The ranges that hold the rows of a segment from a position on, in the order of the tree or against it.
  ///
  /// - Parameter start: Where to begin; nil is the beginning, which is the segment's end where reversed.
  package static func ranges(
    from start: Position? = nil, in segment: Segment, columns: [TreeColumn], isReversed: Bool
  ) -> [Seek] {
    let start = start ?? (isReversed ? segment.end : segment.start)
    let end = isReversed ? segment.start : segment.end
    // How many columns are the same in all of the segment.
    let fixedCount = zip(segment.start.prefix, segment.end.prefix).prefix { $0 == $1 }.count
    var seeks: [Seek] = []
    // What stands with the start, then what lies beyond it in its last column, the one before, and so on.
    var depth = start.prefix.count
    let includesStart = start.isAfter == isReversed
    if includesStart {
      if depth == columns.count, depth > fixedCount {
        // The whole key: with it and beyond it in the last column are one range.
        depth -= 1
        seeks += beyond(start.prefix, at: depth, inclusive: true, end, columns, fixedCount, isReversed)
      } else {
        seeks += all(behind: start.prefix, end, columns, fixedCount, isReversed)
      }
    }
    while depth > fixedCount {
      depth -= 1
      seeks += beyond(start.prefix, at: depth, inclusive: false, end, columns, fixedCount, isReversed)
    }
    return seeks
  }

  /// All rows with these values, up to the end.
  private static func all(
    behind prefix: [StoredValue], _ end: Position, _ columns: [TreeColumn], _ fixedCount: Int, _ isReversed: Bool
  ) -> [Seek] {
    let depth = prefix.count
    guard depth == fixedCount, end.prefix.count > depth else { return [Seek(fixed: prefix, bounds: [])] }
    let column = columns[depth]
    let last = end.prefix[depth]
    let nulls = column.isNotNull ? [] : [Seek(fixed: prefix, bounds: [.isNull])]
    let includesEnd = end.isAfter != isReversed
    if column.isDescending == isReversed {
      if last == .null { return includesEnd ? nulls : [] }
      return nulls + [Seek(fixed: prefix, bounds: bound(upTo: last, end, isAscending: true, isReversed))]
    }
    if last == .null {
      return [Seek(fixed: prefix, bounds: [.greaterOrEqual(column.affinity.lowest)])] + (includesEnd ? nulls : [])
    }
    return [Seek(fixed: prefix, bounds: bound(upTo: last, end, isAscending: false, isReversed))]
  }

  /// The rows that agree up to a column and go beyond its value there.
  private static func beyond(
    _ values: [StoredValue], at depth: Int, inclusive: Bool, _ end: Position, _ columns: [TreeColumn],
    _ fixedCount: Int, _ isReversed: Bool
  ) -> [Seek] {
    let column = columns[depth]
    let value = values[depth]
    let fixed = Array(values.prefix(depth))
    let isAscending = column.isDescending == isReversed
    let last = depth == fixedCount && end.prefix.count > depth ? end.prefix[depth] : nil
    let limit = last.map { bound(upTo: $0, end, isAscending: isAscending, isReversed) } ?? []
    if isAscending {
      if value == .null {
        let nulls = inclusive ? [Seek(fixed: fixed, bounds: [.isNull])] : []
        if last == .null { return nulls }
        return nulls + [Seek(fixed: fixed, bounds: [.greaterOrEqual(column.affinity.lowest)] + limit)]
      }
      return [Seek(fixed: fixed, bounds: [inclusive ? .greaterOrEqual(value) : .greater(value)] + limit)]
    }
    if value == .null { return inclusive ? [Seek(fixed: fixed, bounds: [.isNull])] : [] }
    let values = Seek(fixed: fixed, bounds: [inclusive ? .lessOrEqual(value) : .less(value)] + limit)
    // NULLs come last when descending, unless the end stands before them.
    let reachesNulls = !column.isNotNull && (last == nil || (last == .null && end.isAfter != isReversed))
    return reachesNulls ? [values, Seek(fixed: fixed, bounds: [.isNull])] : [values]
  }

  /// The bound that an end sets to its column; none where it is the end of all that has a value.
  private static func bound(
    upTo last: StoredValue, _ end: Position, isAscending: Bool, _ isReversed: Bool
  ) -> [Bound] {
    if last == .null { return [] }
    let isInclusive = end.isAfter != isReversed
    if isAscending { return [isInclusive ? .lessOrEqual(last) : .less(last)] }
    return [isInclusive ? .greaterOrEqual(last) : .greater(last)]
  }
}

/// What two ranges must have in common to be read by one statement: all but their values.
struct SeekShape: Hashable {
  fileprivate let fixedCount: Int
  /// A bit for each column that is held to NULL.
  fileprivate let nulls: UInt64
  /// Which bounds there are, in order.
  fileprivate let bounds: UInt64
}

extension Seek {
  /// Nil where more columns are held than a word has bits.
  var shape: SeekShape? {
    guard fixed.count <= 64, bounds.count <= 16 else { return nil }
    var nulls: UInt64 = 0
    for (i, value) in fixed.enumerated() where value == .null { nulls |= 1 << UInt64(i) }
    return SeekShape(
      fixedCount: fixed.count, nulls: nulls, bounds: bounds.reduce(0) { $0 << 4 | $1.number })
  }

  /// The statement for this range: the same text for all ranges of the same shape, whatever their values.
  package func sql(selecting columns: String, from table: Table, _ tree: Tree, isReversed: Bool) -> String {
    var conditions: [String] = []
    for (column, value) in zip(tree.columns, fixed) {
      conditions.append(quoted(column.name) + (value == .null ? " IS NULL" : " = ?"))
    }
    if fixed.count < tree.columns.count {
      conditions += bounds.map { "\(quoted(tree.columns[fixed.count].name)) \($0.sql)" }
    }
    // Held columns decide nothing, one that IS NULL is held, and one row needs no order.
    let isOneRow = tree.uniqueCount.map { fixed.count >= $0 && !fixed.prefix($0).contains(.null) } ?? false
    let sortedFrom = isOneRow ? tree.columns.count : fixed.count + (bounds == [.isNull] ? 1 : 0)
    let order = tree.columns.dropFirst(sortedFrom).map {
      quoted($0.name) + ($0.isDescending == isReversed ? " ASC" : " DESC")
    }
    return "SELECT \(columns) FROM \(quoted(table.name))"
      + (tree.indexName.map { " INDEXED BY \(quoted($0))" } ?? " NOT INDEXED")
      + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
      + (order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", "))
      + " LIMIT ?"
  }

  /// Binds the values and the limit, in the order of ``sql(selecting:from:_:isReversed:)``.
  package func bind(_ statement: Statement, limit: Int64, encoding: TextEncoding) throws(StoreError) {
    var parameter = 0
    for value in fixed where value != .null {
      parameter += 1
      try statement.bind(value, encoding: encoding, at: parameter)
    }
    for value in bounds.compactMap(\.value) {
      parameter += 1
      try statement.bind(value, encoding: encoding, at: parameter)
    }
    try statement.bind(limit, at: parameter + 1)
  }
}
