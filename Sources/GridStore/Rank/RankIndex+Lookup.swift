extension RankIndex {
  /// Where the entry of a rank stands.
  ///
  /// - Precondition: 0 ≤ `rank` < ``count``.
  /// - Complexity: O(log *t* + *c*), where *t* is the number of twigs and *c* the number of children of one;
  ///   no page is read.
  package func place(of rank: Int64) throws(PageFault) -> Place {
    precondition(rank >= 0 && rank < count, "rank \(rank) is not among the \(count) entries")
    if isOnePage { return Place(page: root, cell: Int(rank), cells: Int(count), isLeaf: true) }
    let twig = twigs[twig(covering: rank)]
    let weight = kind == .index ? 1 : 0
    var left = Int(rank - twig.base)
    let content = twig.content
    for i in content.leaves.indices {
      let cells = Int(content.counts[i])
      if left < cells { return Place(page: content.leaves[i], cell: left, cells: cells, isLeaf: true) }
      left -= cells
      if left < weight {
        return i + 1 < content.leaves.count
          ? Place(page: twig.page, cell: i, cells: content.leaves.count - 1, isLeaf: false)
          : Place(page: twig.separatorPage, cell: Int(twig.separatorCell), cells: nil, isLeaf: false)
      }
      left -= weight
    }
    throw PageFault(.damaged, "rank \(rank) is in no leaf of page \(twig.page)")
  }

  /// The values that sort the entry of a rank, those of the row's identity at the end.
  ///
  /// - Complexity: As ``place(of:)``, and one page read.
  package func key(
    at rank: Int64, columns: Int, _ source: PageSource
  ) throws(PageFault) -> [StoredValue] {
    let place = try place(of: rank)
    let rules = source.rules(kind)
    let (buffer, cells) = try page(place.page, isLeaf: place.isLeaf, source, rules)
    guard place.cell < cells, place.cells ?? cells == cells else {
      throw PageFault(.damaged, "page \(place.page) has changed since it was walked")
    }
    return try entry(place.cell, of: place.page, isLeaf: place.isLeaf, columns: columns, source, rules, buffer)
  }

  private func page(
    _ page: UInt32, isLeaf: Bool, _ source: PageSource, _ rules: PageRules
  ) throws(PageFault) -> (buffer: PageBuffer, cells: Int) {
    isLeaf ? try source.leafPage(page, isRoot: page == root, rules) : try source.interiorPage(page, rules)
  }

  /// How many entries stand before a position.
  ///
  /// - Complexity: O(log *n*) entries compared, a page read for each level, and one twig's counts added up.
  package func rank(
    of position: Position, in columns: [TreeColumn], _ comparer: ValueComparer, _ source: PageSource
  ) throws(PageFault) -> Int64 {
    if position.prefix.isEmpty { return position.isAfter ? count : 0 }
    let rules = source.rules(kind)
    let order = EntryOrder(position: position, columns: columns, comparer: comparer)
    var page = root
    var base: Int64 = 0
    var isLeaf = isOnePage
    var walked: Int? = isOnePage ? Int(count) : nil
    for _ in 0...21 {
      let (buffer, cells) = try self.page(page, isLeaf: isLeaf, source, rules)
      guard walked ?? cells == cells else {
        throw PageFault(.damaged, "page \(page) has changed since it was walked")
      }
      // The first cell that does not stand before the position.
      var low = 0
      var high = cells
      while low < high {
        let middle = (low + high) / 2
        let values = try entry(
          middle, of: page, isLeaf: isLeaf, columns: position.prefix.count, source, rules, buffer)
        if order.isBefore(values) { low = middle + 1 } else { high = middle }
      }
      if isLeaf { return base + Int64(low) }
      if let t = twigPages.firstIndex(of: page) {
        base = twigs[t].base
        guard cells + 1 == twigs[t].content.leaves.count else {
          throw PageFault(.damaged, "page \(page) has other children than when it was walked")
        }
        for i in 0..<low { base += Int64(twigs[t].content.counts[i]) + rules.separatorWeight }
        walked = Int(twigs[t].content.counts[low])
        isLeaf = true
      }
      page = rules.child(low, of: cells, in: buffer, page: page)
    }
    throw PageFault(.damaged, "the tree of page \(root) has no bottom")
  }

  private func twig(covering rank: Int64) -> Int {
    var low = 0
    var high = twigs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if twigs[middle].base <= rank { low = middle } else { high = middle }
    }
    return low
  }

  private func entry(
    _ cell: Int, of page: UInt32, isLeaf: Bool, columns: Int, _ source: PageSource, _ rules: PageRules,
    _ buffer: PageBuffer
  ) throws(PageFault) -> [StoredValue] {
    if kind == .rowidTable {
      return [.integer(try rules.payload(ofCell: cell, in: buffer, page: page, isLeaf: isLeaf).rowid)]
    }
    let payload = try source.payload(ofCell: cell, in: buffer, page: page, isLeaf: isLeaf, rules)
    let values = try Record.columns(columns, in: payload.buffer, at: payload.start, size: payload.size)
    guard values.count == columns else { throw PageFault(.damaged, "a key on page \(page) is too short") }
    return values
  }
}

/// Tells whether an entry stands before a position.
struct EntryOrder {
  private let position: Position
  private let columns: [TreeColumn]
  private let collations: [Collation]
  private let comparer: ValueComparer

  init(position: Position, columns: [TreeColumn], comparer: ValueComparer) {
    self.position = position
    self.columns = columns
    self.comparer = comparer
    collations = columns.prefix(position.prefix.count).map { Collation(named: $0.collation) ?? .binary }
  }

  func isBefore(_ values: [StoredValue]) -> Bool {
    for i in position.prefix.indices {
      switch comparer.compare(values[i], position.prefix[i], collations[i]) {
      case .same: continue
      case .before: return !columns[i].isDescending
      case .after: return columns[i].isDescending
      }
    }
    return position.isAfter
  }
}
