/// Whether the pages that commits have written are all explained by rows that are known to be written.
///
/// An UPDATE that leaves a row as long as it was writes the bytes alone that differ. Where those lie on an overflow
/// page, that page is written and the leaf of the row is not, and nothing on the page says whose it is. Explained are
/// the pages of trees, what hangs on a cell of such a page, free pages, and the maps that auto_vacuum keeps
/// ([fileformat2.html](https://sqlite.org/fileformat2.html), 1.5 to 1.8).
enum OverflowCheck {
  /// More reads than these are not worth knowing it.
  private static let mostReads = 8000

  enum Finding {
    /// All are pages of trees.
    case treesAlone
    /// Some are none, and what they belong to is known to be written.
    case explained
    /// Some page may belong to a row that nothing names.
    case unexplained
  }

  static func check(_ changed: PageSet, _ source: PageSource) throws(PageFault) -> Finding {
    let rules = source.rules(.index)
    guard changed.pages.count <= mostReads / 2, rules.pageCount < 1 << 25 else { return .unexplained }
    let limit = source.reads + mostReads
    let header = PageBuffer(capacity: 100)
    var unexplained: Set<UInt32> = []
    var trees: [UInt32] = []
    for page in changed.pages where rules.isPage(page) {
      try source.readPrefix(of: page, from: rules.headerOffset(page), count: 1, into: header)
      // An overflow page begins with the number of the next one, which is less than two to the 25th.
      if [2, 5, 10, 13].contains(header.byte(0)) { trees.append(page) } else { unexplained.insert(page) }
    }
    if unexplained.isEmpty { return .treesAlone }
    try source.readPrefix(of: 1, count: 100, into: header)
    if header.uint32(52) != 0 { removeMaps(&unexplained, rules) }
    // Whatever moves the list of free pages writes page 1.
    if changed.contains(1) {
      try removeFree(&unexplained, from: header.uint32(32), count: Int(header.uint32(36)), source, rules, limit)
    }
    for page in trees where !unexplained.isEmpty {
      guard source.reads < limit else { return .unexplained }
      try removeChains(&unexplained, of: page, source, limit)
    }
    return unexplained.isEmpty ? .explained : .unexplained
  }

  /// Page 2 is a map of the pages behind it, and so is the page behind those, and so on.
  private static func removeMaps(_ pages: inout Set<UInt32>, _ rules: PageRules) {
    let interval = UInt32(rules.usableSize / 5 + 1)
    let lockPage = UInt32(0x4000_0000 / rules.pageSize + 1)
    pages = pages.filter { page in
      // In a damaged file page 1 may begin with anything.
      guard page >= 2 else { return true }
      let map = (page - 2) / interval * interval + 2
      return page != (map == lockPage ? map + 1 : map)
    }
  }

  private static func removeFree(
    _ pages: inout Set<UInt32>, from first: UInt32, count: Int, _ source: PageSource, _ rules: PageRules, _ limit: Int
  ) throws(PageFault) {
    let trunk = PageBuffer(capacity: rules.pageSize)
    var page = first
    var left = count
    while page != 0, left > 0, source.reads < limit, !pages.isEmpty {
      try source.readPrefix(of: page, count: rules.usableSize, into: trunk)
      let leaves = Int(trunk.uint32(4))
      guard leaves <= rules.usableSize / 4 - 2 else {
        throw PageFault(.damaged, "page \(page) of the free list contradicts itself")
      }
      pages.remove(page)
      for i in 0..<leaves { pages.remove(trunk.uint32(8 + 4 * i)) }
      left -= leaves + 1
      page = trunk.uint32(0)
    }
  }

  /// Takes away what hangs on the cells of a page.
  private static func removeChains(
    _ pages: inout Set<UInt32>, of page: UInt32, _ source: PageSource, _ limit: Int
  ) throws(PageFault) {
    let buffer = PageBuffer(capacity: source.state.pageSize)
    try source.readPrefix(of: page, count: source.state.pageSize, into: buffer)
    let index = source.rules(.index)
    let o = index.headerOffset(page)
    let type = buffer.byte(o)
    // Interior pages of a table by rowid have no payload.
    guard type != 5 else { return }
    let rules = type == 13 ? source.rules(.rowidTable) : index
    let isLeaf = type != 2
    let cells = buffer.uint16(o + 3)
    guard o + (isLeaf ? 8 : 12) + 2 * cells <= rules.usableSize else {
      throw PageFault(.damaged, "the header of page \(page) contradicts itself")
    }
    let link = PageBuffer(capacity: 4)
    for i in 0..<cells {
      let cell = try rules.payload(ofCell: i, in: buffer, page: page, isLeaf: isLeaf)
      if cell.local == cell.size { continue }
      var next = buffer.uint32(cell.start + cell.local)
      var left = cell.size - cell.local
      while left > 0, next != 0, source.reads < limit {
        pages.remove(next)
        if pages.isEmpty { return }
        left -= rules.usableSize - 4
        if left <= 0 { break }
        try source.readPrefix(of: next, count: 4, into: link)
        next = link.uint32(0)
      }
    }
  }
}
