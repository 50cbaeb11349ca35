/// Counts how often values come, to the byte.
struct ValueTally {
  /// The most values that are told apart.
  static let most = 100_000

  private var counts: [StoredValue: Int] = [:]
  /// Whether some were left out for there being too many.
  private(set) var isFull = false

  mutating func add(_ value: StoredValue) {
    if counts.count < ValueTally.most {
      counts[value, default: 0] += 1
    } else if let at = counts.index(forKey: value) {
      counts.values[at] += 1
    } else {
      isFull = true
    }
  }

  /// What a column takes for different values, in its ascending order.
  func sorted(by comparer: ValueComparer, _ collation: Collation) -> [ValueRun] {
    let sorted = counts.sorted { a, b in
      switch comparer.compare(a.key, b.key, collation) {
      case .before: true
      case .after: false
      // Of several spellings the one that most have comes first.
      case .same: a.value > b.value
      }
    }
    var runs: [ValueRun] = []
    for (value, count) in sorted {
      if let last = runs.last, comparer.compare(last.value, value, collation) == .same {
        runs[runs.count - 1].count += count
      } else {
        runs.append(ValueRun(value: value, count: count))
      }
    }
    return runs
  }
}

/// A value of a column, and how many rows have it.
struct ValueRun {
  let value: StoredValue
  var count: Int
}

extension Facet {
  /// - Parameters:
  ///   - runs: What was found, in the ascending order of the column.
  ///   - isComplete: Whether that is all.
  ///   - kind: How sure its counts are.
  init(
    _ column: String, _ runs: [ValueRun], limit: Int, isComplete: Bool, kind: Certainty, encoding: TextEncoding
  ) {
    let best = runs.indices.sorted { (-runs[$0].count, $0) < (-runs[$1].count, $1) }.prefix(limit)
    self.init(
      column: column,
      buckets: best.map { Bucket(value: runs[$0].value.value(encoding: encoding), count: runs[$0].count) },
      kind: kind, isComplete: isComplete, valueCount: runs.count)
  }
}
