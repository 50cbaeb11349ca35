/// Which rows of a table by rowid differ between two of its states.
///
/// The leaves that were written are compared with what they were, cell by cell. A row that has merely moved to another
/// leaf is the same row.
struct RowChanges {
  struct Row {
    let rowid: Int64
    /// Where it stands in the newer state.
    let rank: Int64
  }

  private struct Cell {
    let rowid: Int64
    /// What tells its bytes from others, as far as they stand in the leaf.
    let bytes: UInt64
    /// The first overflow page, and how much of the row is behind it; zero where there is none.
    let overflow: UInt32
    let rest: Int
  }

  private let source: PageSource
  private let rules: PageRules
  private let changed: PageSet
  private let root: UInt32

  /// The rows that are other than they were, or new, in order.
  ///
  /// Where a leaf is not there any more as it was, all rows of leaves that were written are given.
  ///
  /// - Parameters:
  ///   - epoch: The older state.
  ///   - hasChains: Whether overflow pages are among those that were written.
  ///   - limit: As many rows as are looked at.
  /// - Returns: nil where more rows would have to be looked at.
  static func rows(
    from old: RankIndex, to new: RankIndex, changed: PageSet, since epoch: Int, hasChains: Bool, limit: Int64,
    _ source: PageSource
  ) throws(PageFault) -> [Row]? {
    let changes = RowChanges(source: source, rules: source.rules(.rowidTable), changed: changed, root: new.root)
    let (oldLeaves, newLeaves) = new.differingStretch(from: old).differingLeaves(changed)
    guard newLeaves.reduce(0, { $0 + Int64($1.ranks.count) }) <= limit else { return nil }
    if newLeaves.isEmpty { return [] }
    var before: [Cell] = []
    // A page that cannot be believed any more is one that is not there.
    let isReadable = (try? changes.read(oldLeaves, since: epoch, into: &before)) == true
    var rows: [Row] = []
    var at = 0
    for leaf in newLeaves {
      let (buffer, count) = try source.leafPage(leaf.page, isRoot: leaf.page == new.root, changes.rules)
      guard count == leaf.ranks.count else { throw PageFault(.damaged, "leaf \(leaf.page) has another count by now") }
      for i in 0..<count {
        let cell = try changes.cell(i, in: buffer, page: leaf.page)
        while at < before.count, before[at].rowid < cell.rowid { at += 1 }
        if isReadable, at < before.count, before[at].rowid == cell.rowid, before[at].bytes == cell.bytes {
          if !hasChains { continue }
          if try !changes.isChainWritten(cell) { continue }
        }
        rows.append(Row(rowid: cell.rowid, rank: leaf.ranks.lowerBound + Int64(i)))
      }
    }
    return rows
  }

  /// Reads leaves as they were. False where one is not there as it was.
  private func read(
    _ leaves: [TreeStretch.Leaf], since epoch: Int, into cells: inout [Cell]
  ) throws(PageFault) -> Bool {
    let buffer = PageBuffer(capacity: rules.pageSize)
    for leaf in leaves {
      // A page that has left the tree and was not written is what it was.
      if !changed.contains(leaf.page) {
        try source.readPrefix(of: leaf.page, count: rules.pageSize, into: buffer)
      } else if try !source.readOlder(leaf.page, since: epoch, into: buffer) {
        return false
      }
      let count = try rules.leafCount(
        buffer, at: rules.headerOffset(leaf.page), page: leaf.page, isRoot: leaf.page == root || leaf.ranks.isEmpty)
      guard count == leaf.ranks.count else { return false }
      for i in 0..<count { cells.append(try cell(i, in: buffer, page: leaf.page)) }
    }
    return true
  }

  private func cell(_ i: Int, in buffer: PageBuffer, page: UInt32) throws(PageFault) -> Cell {
    let cell = try rules.payload(ofCell: i, in: buffer, page: page, isLeaf: true)
    var hash = ByteHash()
    hash.add(UInt64(cell.size))
    hash.add(buffer, from: cell.start, count: cell.local)
    if cell.local == cell.size { return Cell(rowid: cell.rowid, bytes: hash.value, overflow: 0, rest: 0) }
    let overflow = buffer.uint32(cell.start + cell.local)
    hash.add(UInt64(overflow))
    return Cell(rowid: cell.rowid, bytes: hash.value, overflow: overflow, rest: cell.size - cell.local)
  }

  /// Whether what is behind the leaf of a row has been written.
  private func isChainWritten(_ cell: Cell) throws(PageFault) -> Bool {
    var (page, left) = (cell.overflow, cell.rest)
    let link = PageBuffer(capacity: 4)
    while page != 0, left > 0 {
      if changed.contains(page) { return true }
      left -= rules.usableSize - 4
      if left <= 0 { break }
      try source.readPrefix(of: page, count: 4, into: link)
      page = link.uint32(0)
    }
    return false
  }
}
