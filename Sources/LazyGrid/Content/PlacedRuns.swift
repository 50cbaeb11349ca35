internal import GridStore

/// The items of a grid in their order, by where they come from.
struct PlacedRuns<Item: Sendable>: Sendable {
  /// In order; none is empty.
  private(set) var runs: [PlacedRun<Item>] = []

  var count: Int { runs.last?.end ?? 0 }

  /// Adds items behind the last; nothing if there are none.
  mutating func append(_ number: Int, _ source: PlacedRun<Item>.Source, _ run: ItemRun<Item>) {
    guard number > 0 else { return }
    runs.append(
      PlacedRun(start: count, end: count + number, source: source, cells: run.cells, defaults: run.defaults))
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
      }
    }
    return pieces
  }

  /// The cells of a range, with all that they say.
  ///
  /// - Complexity: As ``pieces(_:)``.
  func cellPieces(_ range: Range<Int>) throws -> [CellPiece<Cell<Item>>] {
    var pieces: [CellPiece<Cell<Item>>] = []
    var next = firstRun(endingAfter: range.lowerBound)
    while next < runs.count, runs[next].start < range.upperBound {
      let run = runs[next]
      next += 1
      let start = max(range.lowerBound, run.start)
      let own = start - run.start..<min(range.upperBound, run.end) - run.start
      switch run.source {
      case .memory(let items):
        pieces.append(CellPiece(start: start, keys: .ids(own.map(items.key)), items: own.map(items.cell)))
      case .list(let list, let first):
        let indexes = first + own.lowerBound..<first + own.upperBound
        if let cells = run.cells {
          let page = try cells.read { try $0.page(indexes) }
          pieces.append(CellPiece(start: start, keys: .rows(page.keys), items: page.items))
        } else {
          let page = try list.read { try $0.page(indexes) }
          pieces.append(CellPiece(start: start, keys: .rows(page.keys), items: page.items.map { Cell($0) }))
        }
      }
    }
    return pieces.filter { !$0.items.isEmpty }
  }

  /// The run that an item is in; nil past the last.
  func run(of index: Int) -> PlacedRun<Item>? { position(ofRunWith: index).map { runs[$0] } }

  /// The position of the run that an item is in; nil past the last.
  func position(ofRunWith index: Int) -> Int? {
    let run = firstRun(endingAfter: index)
    return run < runs.count ? run : nil
  }

  private func firstRun(endingAfter index: Int) -> Int {
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
        guard let values = key.values else { continue }
        let index: Int?
        if let found = known[list.rowsIdentity] {
          index = found
        } else {
          index = try list.index(ofKeyIfAny: values)
          known[list.rowsIdentity] = .some(index)
        }
        if let index, index >= first, index - first < run.end - run.start { return run.start + index - first }
      }
    }
    return nil
  }
}

/// Items that follow one another in a grid, from one source that has them in the same order.
struct PlacedRun<Item: Sendable>: Sendable {
  let start: Int
  let end: Int
  let source: Source
  /// The cells of a list with all that they say, where a closure makes them.
  let cells: ItemList<Cell<Item>>?
  /// What is said of all cells that do not say it themselves.
  let defaults: CellTraits?

  enum Source: Sendable {
    /// A list, and its index of the first item.
    case list(ItemList<Item>, first: Int)
    case memory(MemoryItems<Item>)
  }
}
