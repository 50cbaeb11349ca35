// Pages as the open transaction sees them.
extension PageSource {
  /// A whole interior page, checked, with the number of its cells. It is good until another one is asked for.
  ///
  /// The two ends of a window lie in one or two pages, so the last one is kept for as long as its state is.
  func interiorPage(_ page: UInt32, _ rules: PageRules) throws(PageFault) -> (buffer: PageBuffer, cells: Int) {
    if interior.page != page {
      interior.page = 0
      try readPrefix(of: page, count: rules.pageSize, into: interior)
      interiorCells = try rules.interiorCount(interior, page: page)
      interior.page = page
    }
    return (interior, interiorCells)
  }

  /// A whole leaf, its header checked, with the number of its cells. It is good until another one is asked for.
  func leafPage(
    _ page: UInt32, isRoot: Bool, _ rules: PageRules
  ) throws(PageFault) -> (buffer: PageBuffer, cells: Int) {
    if leaf.page != page {
      leaf.page = 0
      try readPrefix(of: page, count: rules.pageSize, into: leaf)
      leaf.page = page
    }
    return (leaf, try rules.leafCount(leaf, at: rules.headerOffset(page), page: page, isRoot: isRoot))
  }

  /// Reads the first bytes of a page, or all of it, into a buffer.
  package func readPrefix(of page: UInt32, from offset: Int = 0, count: Int, into buffer: PageBuffer) throws(PageFault)
  {
    try read(page, from: offset, count: count, into: buffer, at: 0)
  }

  package func read(
    _ page: UInt32, from offset: Int, count: Int, into buffer: PageBuffer, at place: Int
  ) throws(PageFault) {
    reads += 1
    guard page >= 1, page <= state.pageCount, Int(page) != 0x4000_0000 / state.pageSize + 1,
      place + count <= buffer.capacity
    else { throw PageFault(.damaged, "page \(page) is asked for, of \(state.pageCount)") }
    let target = unsafe buffer.bytes + place
    let isRead: Bool
    if state.usesLog, let log, let frame = map.frame(of: page) {
      let start = 56 + (Int64(frame) - 1) * Int64(state.pageSize + 24)
      isRead = unsafe log.read(target, count: count, at: start + Int64(offset))
    } else {
      isRead = unsafe handles.read(target, count: count, at: (Int64(page) - 1) * Int64(state.pageSize) + Int64(offset))
    }
    guard isRead else { throw PageFault(.input, "page \(page) cannot be read") }
  }

  /// The longest key that is followed over its overflow pages, in bytes.
  private static let longestPayload = 1 << 22

  /// A whole payload: where it stands if that is one page, else joined in a buffer of its own.
  package func payload(
    ofCell i: Int, in buffer: PageBuffer, page: UInt32, isLeaf: Bool, _ rules: PageRules
  ) throws(PageFault) -> (buffer: PageBuffer, start: Int, size: Int) {
    let cell = try rules.payload(ofCell: i, in: buffer, page: page, isLeaf: isLeaf)
    if cell.local == cell.size { return (buffer, cell.start, cell.size) }
    guard cell.size <= PageSource.longestPayload else {
      throw PageFault(.unavailable, "a key on page \(page) has \(cell.size) bytes")
    }
    let joined = PageBuffer(capacity: cell.size)
    unsafe joined.bytes.copyMemory(from: buffer.bytes + cell.start, byteCount: cell.local)
    var got = cell.local
    var next = buffer.uint32(cell.start + cell.local)
    let link = PageBuffer(capacity: 4)
    // Each page of the chain brings a piece, so a chain that turns back on itself still ends.
    while got < cell.size {
      let piece = min(cell.size - got, rules.usableSize - 4)
      try readPrefix(of: next, count: 4, into: link)
      try read(next, from: 4, count: piece, into: joined, at: got)
      got += piece
      next = link.uint32(0)
    }
    return (joined, 0, cell.size)
  }
}
