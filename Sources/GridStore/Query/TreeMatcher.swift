/// Decides whether a tree serves an order under filters, and as which pieces of it.
///
/// A tree serves them when the filters hold its first columns to one value each, then perhaps the next
/// one to ranges, and the order goes on from there as the tree does, or exactly against it. NULLs
/// that stand elsewhere than SQLite puts them make two pieces, and so does `neq`; `in` makes one a value.
package struct TreeMatcher {
  let table: Table
  let order: [OrderTerm]
  let filters: [BoundFilter]
  let encoding: TextEncoding

  package func match(_ tree: Tree) -> TreeAccess? {
    guard !tree.isPartial, tree.columns.allSatisfy(isComparable) else { return nil }
    var unused = filters
    var prefix: [StoredValue] = []
    // The columns that the filters hold to one value.
    for column in tree.columns {
      guard let at = unused.firstIndex(where: { $0.source == column.source && fixedValue($0) != nil }) else { break }
      prefix.append(stored(fixedValue(unused.remove(at: at))!))
    }
    let fixed = Set(tree.columns.prefix(prefix.count).map(\.source))
    let here = prefix.count < tree.columns.count ? tree.columns[prefix.count] : nil
    let ranging = unused.filter { $0.source == here?.source }
    guard ranging.count == unused.count else { return nil }

    let terms = significantTerms(fixed)
    guard let isReversed = direction(of: tree, from: prefix.count, against: terms) else { return nil }
    guard let here else {
      // All columns are held: one row at most.
      return TreeAccess(
        tree: tree, segments: [Segment(start: .before(prefix), end: .after(prefix))], isReversed: false)
    }
    guard var spans = spans(ranging, on: here) else { return nil }
    // In the order of values; now in the order of the list, NULLs where they were asked for.
    if let first = terms.first, first.source == here.source {
      if first.isDescending { spans.reverse() }
      if !first.nullsAreNatural {
        spans = spans.flatMap(\.splitAtNull)
        let nulls = spans.filter(\.isNullOnly)
        let others = spans.filter { !$0.isNullOnly }
        spans = first.nullsFirst ? nulls + others : others + nulls
      }
    } else if spans.count > 1 {
      // Several pieces of a column that the order does not begin with would have to be merged.
      return nil
    }
    let segments = spans.map { $0.segment(prefix: prefix, isDescending: here.isDescending) }
    return TreeAccess(tree: tree, segments: segments, isReversed: isReversed)
  }

  /// Whether entries can be compared without SQLite, and by the collation that SQL would use.
  private func isComparable(_ column: TreeColumn) -> Bool {
    column.source != .expression && Collation(named: column.collation) != nil
      && column.collation.asciiLowercased == table.collation(column.source).asciiLowercased
  }

  private func stored(_ value: Value) -> StoredValue { StoredValue(value, encoding: encoding) }

  private func fixedValue(_ filter: BoundFilter) -> Value? {
    switch filter.condition {
    case .equal(let value) where value != .null: value
    case .isNull where !filter.isNegated: .null
    case .isIn(let values) where values.count == 1 && values[0] != .null && !filter.isNegated: values[0]
    default: nil
    }
  }

  /// The terms that decide something: not those of fixed columns, and none after the row is told.
  private func significantTerms(_ fixed: Set<TreeColumn.Source>) -> [OrderTerm] {
    var missing = Set(table.ownOrder.map(\.source)).subtracting(fixed)
    var terms: [OrderTerm] = []
    for term in order where !fixed.contains(term.source) {
      if missing.isEmpty { break }
      terms.append(term)
      missing.remove(term.source)
    }
    return terms
  }

  /// Whether the terms run against the tree (true) or with it (false); nil where neither.
  private func direction(of tree: Tree, from depth: Int, against terms: [OrderTerm]) -> Bool? {
    guard tree.columns.count - depth >= terms.count else { return nil }
    var isReversed: Bool?
    for (offset, (column, term)) in zip(tree.columns[depth...], terms).enumerated() {
      guard column.source == term.source, offset == 0 || term.nullsAreNatural else { return nil }
      let opposite = column.isDescending != term.isDescending
      if opposite != isReversed ?? opposite { return nil }
      isReversed = opposite
    }
    return isReversed ?? false
  }

  /// What filters leave of a column, as spans in ascending order of values; nil where it cannot be said.
  private func spans(_ filters: [BoundFilter], on column: TreeColumn) -> [ValueSpan]? {
    let collation = Collation(named: column.collation)!
    let comparer = ValueComparer(encoding: encoding)
    func isBefore(_ a: StoredValue, _ b: StoredValue) -> Bool { comparer.compare(a, b, collation) == .before }
    func isSame(_ a: StoredValue, _ b: StoredValue) -> Bool { comparer.compare(a, b, collation) == .same }
    var spans = [ValueSpan(hasNull: !column.isNotNull)]
    for filter in filters {
      // A comparison with NULL alone holds for no row; in a list of several, let SQLite see to it.
      if filter.values.contains(.null) { return filter.values.count == 1 && !filter.isNegated ? [] : nil }
      let values = filter.values.map(stored)
      switch filter.condition {
      case .less: spans = spans.compactMap { $0.below(values[0], inclusive: false, isBefore) }
      case .lessOrEqual: spans = spans.compactMap { $0.below(values[0], inclusive: true, isBefore) }
      case .greater: spans = spans.compactMap { $0.above(values[0], inclusive: false, isBefore) }
      case .greaterOrEqual: spans = spans.compactMap { $0.above(values[0], inclusive: true, isBefore) }
      case .equal:
        spans = spans.compactMap {
          $0.above(values[0], inclusive: true, isBefore)?.below(values[0], inclusive: true, isBefore)
        }
      case .notEqual:
        spans = spans.flatMap {
          [$0.below(values[0], inclusive: false, isBefore), $0.above(values[0], inclusive: false, isBefore)]
            .compactMap(\.self)
        }
      case .isNull where filter.isNegated: spans = spans.flatMap(\.splitAtNull).filter { !$0.isNullOnly }
      case .isNull: spans = spans.flatMap(\.splitAtNull).filter(\.isNullOnly)
      case .isIn where !filter.isNegated:
        var sorted = values.sorted(by: isBefore)
        sorted = sorted.indices.filter { $0 == 0 || !isSame(sorted[$0 - 1], sorted[$0]) }.map { sorted[$0] }
        spans = sorted.flatMap { value in
          spans.compactMap { $0.above(value, inclusive: true, isBefore)?.below(value, inclusive: true, isBefore) }
        }
      default: return nil
      }
    }
    return spans
  }
}

/// A run of a column's values, in ascending order: perhaps NULL, then those between two bounds.
private struct ValueSpan {
  var hasNull: Bool
  /// False for NULL alone.
  var hasValues = true
  var lower: (value: StoredValue, inclusive: Bool)?
  var upper: (value: StoredValue, inclusive: Bool)?

  var isNullOnly: Bool { hasNull && !hasValues }

  var splitAtNull: [ValueSpan] {
    guard hasNull, hasValues else { return [self] }
    var rest = self
    rest.hasNull = false
    return [ValueSpan(hasNull: true, hasValues: false), rest]
  }

  func below(
    _ value: StoredValue, inclusive: Bool, _ isBefore: (StoredValue, StoredValue) -> Bool
  ) -> ValueSpan? {
    guard hasValues else { return nil }
    var result = self
    result.hasNull = false
    if let upper, isBefore(upper.value, value) || (!isBefore(value, upper.value) && !upper.inclusive) {
      return result.sane(isBefore)
    }
    result.upper = (value, inclusive)
    return result.sane(isBefore)
  }

  func above(
    _ value: StoredValue, inclusive: Bool, _ isBefore: (StoredValue, StoredValue) -> Bool
  ) -> ValueSpan? {
    guard hasValues else { return nil }
    var result = self
    result.hasNull = false
    if let lower, isBefore(value, lower.value) || (!isBefore(lower.value, value) && !lower.inclusive) {
      return result.sane(isBefore)
    }
    result.lower = (value, inclusive)
    return result.sane(isBefore)
  }

  private func sane(_ isBefore: (StoredValue, StoredValue) -> Bool) -> ValueSpan? {
    guard let lower, let upper else { return self }
    if isBefore(upper.value, lower.value) { return nil }
    if !isBefore(lower.value, upper.value), !(lower.inclusive && upper.inclusive) { return nil }
    return self
  }

  /// The piece of a tree behind a prefix, whose next column ascends or descends.
  func segment(prefix: [StoredValue], isDescending: Bool) -> Segment {
    let low: Position
    if hasNull {
      low = isDescending ? .after(prefix) : .before(prefix)
    } else if let lower {
      low = isDescending == lower.inclusive ? .after(prefix + [lower.value]) : .before(prefix + [lower.value])
    } else {
      low = isDescending ? .before(prefix + [.null]) : .after(prefix + [.null])
    }
    let high: Position
    if isNullOnly {
      high = isDescending ? .before(prefix + [.null]) : .after(prefix + [.null])
    } else if let upper {
      high = isDescending == upper.inclusive ? .before(prefix + [upper.value]) : .after(prefix + [upper.value])
    } else {
      high = isDescending ? .before(prefix) : .after(prefix)
    }
    return isDescending ? Segment(start: high, end: low) : Segment(start: low, end: high)
  }
}
