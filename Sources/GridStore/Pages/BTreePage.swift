/// How the pages of one tree are told and held to what they can be.
///
/// The checks are those that keep a walk over a damaged file from crashing, looping or reading
/// outside a page; what they let through, only SQL can find out.
package struct PageRules: Sendable {
  package let kind: Tree.Kind
  package let pageSize: Int
  package let usableSize: Int
  package let pageCount: UInt32

  @inline(__always) package var leafType: UInt8 { kind == .index ? 10 : 13 }
  @inline(__always) package var interiorType: UInt8 { kind == .index ? 2 : 5 }
  /// How many entries an interior cell is itself.
  @inline(__always) package var separatorWeight: Int64 { kind == .index ? 1 : 0 }

  /// Page 1 begins with the header of the file.
  @inline(__always) package func headerOffset(_ page: UInt32) -> Int { page == 1 ? 100 : 0 }

  /// Whether a page is part of the file and no page that SQLite leaves alone for its locks.
  @inline(__always) package func isPage(_ page: UInt32) -> Bool {
    page >= 1 && page <= pageCount && Int(page) != 0x4000_0000 / pageSize + 1
  }

  /// The count of cells of a leaf, from the first 8 bytes of its header.
  @inline(__always)
  package func leafCount(_ header: PageBuffer, at o: Int, page: UInt32, isRoot: Bool) throws(PageFault) -> Int {
    guard header.byte(o) == leafType else {
      throw PageFault(.damaged, "page \(page) has type \(header.byte(o)) where a leaf was expected")
    }
    let count = header.uint16(o + 3)
    let content = contentStart(header.uint16(o + 5))
    let free = header.uint16(o + 1)
    // A cell of a leaf takes 4 bytes at the least, its pointer two (sqlite.org/fileformat2.html, 1.6).
    guard headerOffset(page) + 8 + 2 * count <= content, content <= usableSize, count <= (usableSize - 8) / 6,
      header.byte(o + 7) <= 60, free == 0 || (free >= content && free <= usableSize - 4), count >= 1 || isRoot
    else { throw PageFault(.damaged, "the header of leaf \(page) contradicts itself") }
    return count
  }

  /// The count of cells of an interior page, with every pointer and child checked.
  package func interiorCount(_ buffer: PageBuffer, page: UInt32) throws(PageFault) -> Int {
    let o = headerOffset(page)
    guard buffer.byte(o) == interiorType else {
      throw PageFault(.damaged, "page \(page) has type \(buffer.byte(o)) where an interior page was expected")
    }
    let count = buffer.uint16(o + 3)
    let content = contentStart(buffer.uint16(o + 5))
    guard count >= 1, o + 12 + 2 * count <= content, content <= usableSize else {
      throw PageFault(.damaged, "the header of page \(page) contradicts itself")
    }
    for i in 0..<count {
      let cell = buffer.uint16(o + 12 + 2 * i)
      guard cell >= content, cell + 5 <= usableSize, isChild(buffer.uint32(cell)) else {
        throw PageFault(.damaged, "cell \(i) of page \(page) lies outside of it")
      }
    }
    guard isChild(buffer.uint32(o + 8)) else {
      throw PageFault(.damaged, "the last child of page \(page) is no page")
    }
    return count
  }

  /// The page that a cell of an interior page leads to; behind the last cell stands one more.
  @inline(__always)
  package func child(_ i: Int, of count: Int, in buffer: PageBuffer, page: UInt32) -> UInt32 {
    let o = headerOffset(page)
    return i == count ? buffer.uint32(o + 8) : buffer.uint32(buffer.uint16(o + 12 + 2 * i))
  }

  /// Where the payload of a cell begins, how long it is, and how much of it stands on the page.
  package func payload(
    ofCell i: Int, in buffer: PageBuffer, page: UInt32, isLeaf: Bool
  ) throws(PageFault) -> (start: Int, size: Int, local: Int, rowid: Int64) {
    let o = headerOffset(page)
    let cell = buffer.uint16(o + (isLeaf ? 8 : 12) + 2 * i)
    guard cell >= o + 8, cell + 4 <= usableSize else {
      throw PageFault(.damaged, "cell \(i) of page \(page) lies outside of it")
    }
    var at = isLeaf ? cell : cell + 4
    if kind == .rowidTable, !isLeaf { return (at, 0, 0, buffer.varint(at).value) }
    let (size, length) = buffer.varint(at)
    at += length
    var rowid: Int64 = 0
    if kind == .rowidTable {
      let read = buffer.varint(at)
      rowid = read.value
      at += read.length
    }
    guard size >= (kind == .index ? 2 : 0), size <= Int64(pageCount) * Int64(usableSize) else {
      throw PageFault(.damaged, "cell \(i) of page \(page) has an impossible length")
    }
    let local = localSize(Int(size))
    guard at + local + (local < size ? 4 : 0) <= usableSize else {
      throw PageFault(.damaged, "cell \(i) of page \(page) runs over its end")
    }
    return (at, Int(size), local, rowid)
  }

  /// How many bytes of a payload stand on the page itself (sqlite.org/fileformat2.html, 1.6).
  private func localSize(_ size: Int) -> Int {
    let most = kind == .rowidTable ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
    if size <= most { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let kept = least + (size - least) % (usableSize - 4)
    return kept <= most ? kept : least
  }

  private func contentStart(_ stored: Int) -> Int { stored == 0 ? 65536 : stored }
  private func isChild(_ page: UInt32) -> Bool { page >= 2 && isPage(page) }
}
