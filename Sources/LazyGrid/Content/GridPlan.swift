internal import GridLayout
internal import GridStore

/// Content that is laid out: where every item stands, and where it comes from.
struct GridPlan<Item: Sendable>: Sendable {
  var grid: LineGrid
  /// The items that an array of lengths does not reach.
  let estimated: [Range<Int>]
  /// Where the items come from, in their order; none is empty.
  let runs: [PlacedRun<Item>]
  let sections: [PlacedSection]
  /// The columns that lengths come from.
  let columns: [PlannedColumn]
  /// The items whose cells say their lengths; nil where there are none.
  var measuring: MeasuringPlan?

  /// Whether lengths are known, or some are estimates.
  var certainty: Certainty {
    let isMeasured = measuring.map { $0.known == $0.count } ?? true
    return estimated.isEmpty && columns.allSatisfy(\.known.isThrough) && isMeasured ? .exact : .estimate
  }

  /// Whether the lengths of all items of a range are known, apart from those that are measured.
  func isKnown(_ range: Range<Int>) -> Bool {
    !estimated.contains { $0.overlaps(range) } && columns.allSatisfy { $0.isKnown(range) }
  }

  /// The items of a range, in as few reads as there are sources that follow one another.
  ///
  /// - Complexity: O(log *r* + *k*), where *r* is the number of runs, beside what the sources take.
  func pieces(_ range: Range<Int>) throws -> [CellPiece<Item>] {
    var pieces: [CellPiece<Item>] = []
    var next = firstRun(endingAfter: range.lowerBound)
    while next < runs.count, runs[next].start < range.upperBound {
      let run = runs[next]
      next += 1
      let start = max(range.lowerBound, run.start)
      var end = min(range.upperBound, run.end)
      switch run.source {
      case .memory(let items):
        let own = start - run.start..<end - run.start
        pieces.append(
          CellPiece(start: start, keys: .ids(own.map(items.key)), items: own.map(items.item)))
      case .list(let list, let first):
        // Sections of one list follow one another in it, mostly.
        while next < runs.count, runs[next].start < range.upperBound,
          case .list(let other, let otherFirst) = runs[next].source,
          other.identity == list.identity, otherFirst - first == runs[next].start - run.start
        {
          end = min(range.upperBound, runs[next].end)
          next += 1
        }
        let page = try list.read { try $0.page(first + start - run.start..<first + end - run.start) }
        if !page.items.isEmpty { pieces.append(CellPiece(start: start, keys: .rows(page.keys), items: page.items)) }
      case .cells(let list, let first):
        let page = try list.read { try $0.page(first + start - run.start..<first + end - run.start) }
        if !page.items.isEmpty {
          pieces.append(CellPiece(start: start, keys: .rows(page.keys), items: page.items.map(\.item)))
        }
      }
    }
    return pieces
  }

  func firstRun(endingAfter index: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of the item with a key.
  ///
  /// - Complexity: O(log *n*) for each list and O(*r*) in the number of runs; O(*m*) for *m* values in memory, apart from
  ///   numbers of a range.
  func index(of key: CellKey) throws(StoreError) -> Int? {
    var known: [ObjectIdentifier: Int?] = [:]
    for run in runs {
      switch run.source {
      case .memory(let items):
        if let position = items.position(key) { return run.start + position }
      case .list(let list, let first):
        if let index = try index(of: key, in: list, run, first, &known) { return index }
      case .cells(let list, let first):
        if let index = try index(of: key, in: list, run, first, &known) { return index }
      }
    }
    return nil
  }

  private func index<Row>(
    of key: CellKey, in list: ItemList<Row>, _ run: PlacedRun<Item>, _ first: Int,
    _ known: inout [ObjectIdentifier: Int?]
  ) throws(StoreError) -> Int? {
    guard let values = key.values else { return nil }
    let index: Int?
    if let found = known[list.rowsIdentity] {
      index = found
    } else {
      index = try list.index(ofKeyIfAny: values)
      known[list.rowsIdentity] = .some(index)
    }
    guard let index, index >= first, index - first < run.end - run.start else { return nil }
    return run.start + index - first
  }
}

/// Items that follow one another in a grid, from one source that has them in the same order.
struct PlacedRun<Item: Sendable>: Sendable {
  let start: Int
  let end: Int
  let source: Source

  enum Source: Sendable {
    /// A list, and its index of the first item.
    case list(ItemList<Item>, first: Int)
    /// The same where cells say their lengths.
    case cells(ItemList<Cell<Item>>, first: Int)
    case memory(MemoryItems<Item>)
  }
}

/// What stands in the header and footer of a section, and which items stand between.
struct PlacedSection: Sendable {
  var header: AnyItem?
  var footer: AnyItem?
  var items: Range<Int>
}
