/// An item and where it stands in its list's order, so that its place can be found again when it is gone.
public struct ItemAnchor: Sendable, Hashable {
  /// A value for each column of the table's key.
  public let key: [Value]
  /// A value for each column of the whole order, ties included.
  public let orderValues: [Value]
  /// The same to the byte, where they were read.
  let stored: [StoredValue]?

  /// An anchor that somebody else has kept.
  ///
  /// - Parameters:
  ///   - key: A value for each column of the table's key.
  ///   - orderValues: A value for each column of the whole order, or for the first of them.
  public init(key: [Value], orderValues: [Value]) {
    self.init(key: key, orderValues: orderValues, stored: nil)
  }

  init(key: [Value], orderValues: [Value], stored: [StoredValue]?) {
    self.key = key
    self.orderValues = orderValues
    self.stored = stored
  }
}

/// Where somebody who was at an item is now.
public struct KeptPlace: Sendable, Hashable {
  public let index: Int
  /// Whether the item itself stands there. It may have moved there; else it is gone, and the item that stands next in
  /// the order has taken its place, or the last one has.
  public let isSameItem: Bool
}

extension ItemSnapshot {
  /// The item at an index as an anchor.
  public func anchor(at index: Int) throws(StoreError) -> ItemAnchor {
    let (key, core) = (try key(at: index), core)
    return try storeErrors {
      let stored = try core.orderValues(at: Int64(index))
      return ItemAnchor(
        key: key, orderValues: stored.map { $0.value(encoding: core.reader.encoding) }, stored: stored)
    }
  }

  /// Where to stay for somebody who was at an item: with it wherever it is now, else where it would stand.
  ///
  /// - Returns: nil for a list that is empty now.
  /// - Throws: ``StoreError`` of kind `badValue` where the item is gone and the list is sorted by a collation that only
  ///   SQLite knows, or more values than the order has columns are given.
  /// - Complexity: O(log *n*) with a rank index, and as many rows read where the item is gone.
  public func index(keeping anchor: ItemAnchor) throws(StoreError) -> KeptPlace? {
    let core = core
    return try storeErrors {
      if let index = try core.index(ofKey: anchor.key) { return KeptPlace(index: Int(index), isSameItem: true) }
      let count = try core.count()
      if count == 0 { return nil }
      let values = anchor.stored ?? anchor.orderValues.map { StoredValue($0, encoding: core.reader.encoding) }
      return KeptPlace(index: Int(min(try core.place(of: values), count - 1)), isSameItem: false)
    }
  }
}

extension ListCore {
  /// The values that sort the row at an index.
  func orderValues(at index: Int64) throws -> [StoredValue] {
    let plan = try currentPlan()
    let query = RowQuery(Selection(plan.order.map(\.name), in: plan.table))
    let places = plan.order.indices
    return try rows(index..<index + 1, query, withKeys: false) { statement in
      places.map { statement.stored($0, encoding: reader.encoding) }
    }.items[0]
  }

  /// How many rows stand before the values of an order.
  fileprivate func place(of values: [StoredValue]) throws -> Int64 {
    let plan = try currentPlan()
    guard values.count <= plan.order.count else {
      throw StoreError(
        .badValue, "\(values.count) values for an order of \(plan.order.count) columns, \(plan.orderText)")
    }
    if plan.isByRelevance {
      throw StoreError(.badValue, "a row that is gone has no relevance; keep one's place in a list with an order")
    }
    let comparer = ValueComparer(encoding: reader.encoding)
    var collations: [Collation] = []
    for term in plan.order.prefix(values.count) {
      guard let collation = Collation(named: plan.table.collation(term.source)) else {
        throw StoreError(.badValue, "'\(term.name)' is sorted by a collation that only SQLite knows")
      }
      collations.append(collation)
    }
    func stands(_ row: [StoredValue]) -> Bool {
      for (i, term) in plan.order.prefix(values.count).enumerated() {
        switch term.compare(row[i], values[i], comparer, collations[i]) {
        case .same: continue
        case .before: return true
        case .after: return false
        }
      }
      return false
    }
    var low: Int64 = 0
    var high = try count()
    while low < high {
      let middle = (low + high) / 2
      if stands(try orderValues(at: middle)) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension OrderTerm {
  /// Which of two values comes first in a list sorted by this.
  fileprivate func compare(
    _ a: StoredValue, _ b: StoredValue, _ comparer: ValueComparer, _ collation: Collation
  ) -> Comparison {
    if a == .null || b == .null {
      if a == b { return .same }
      return (a == .null) == nullsFirst ? .before : .after
    }
    let order = comparer.compare(a, b, collation)
    return isDescending ? order.reversed : order
  }
}
