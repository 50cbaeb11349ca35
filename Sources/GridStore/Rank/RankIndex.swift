/// The ranks of a tree: how many entries stand before each of its leaves.
///
/// SQLite keeps no counts of subtrees, but the header of each page has the count of its own cells, so a
/// walk over interior pages and leaf headers gives them all. What is kept is two bytes a leaf and some
/// words for each page above the leaves (a *twig*); keys stay in the file and are read again from
/// there.
package struct RankIndex: Sendable {
  /// A page whose children are leaves.
  package struct Twig: Sendable {
    package let page: UInt32
    /// Its first leaf, in ``leafCounts``.
    package let firstLeaf: Int
    /// How many entries stand before it.
    package let base: Int64
    /// The entry that stands behind it: a cell of a page above. No page where it is the last.
    package fileprivate(set) var separatorPage: UInt32 = 0
    package fileprivate(set) var separatorCell: UInt16 = 0
  }

  package let kind: Tree.Kind
  package let root: UInt32
  /// Cells of each leaf, in the order of the tree.
  package private(set) var leafCounts: [UInt16] = []
  /// Empty where the root is a leaf itself.
  package private(set) var twigs: [Twig] = []
  package private(set) var twigPages: [UInt32] = []
  /// All entries of the tree.
  package private(set) var count: Int64 = 0

  package var leafCount: Int { leafCounts.count }

  /// Where an entry stands in the file.
  package struct Place: Sendable, Hashable {
    package let page: UInt32
    package let cell: Int
    package let isLeaf: Bool
  }

  /// Walks a tree in the transaction that the source has open.
  ///
  /// - Parameters:
  ///   - root: The page that the tree begins on.
  ///   - isCancelled: Asked once for each twig.
  /// - Throws: ``PageFault`` for a page that is not what the tree needs it to be.
  /// - Complexity: O(*l*) page headers read, where *l* is the number of leaves.
  package init(
    _ source: PageSource, root: UInt32, kind: Tree.Kind, isCancelled: () -> Bool = { false }
  ) throws(PageFault) {
    self.kind = kind
    self.root = root
    var walk = Walk(source, kind: kind)
    let header = PageBuffer(capacity: 108)
    let offset = walk.rules.headerOffset(root)
    try source.readPrefix(of: root, from: offset, count: 8, into: header)
    if header.byte(0) == walk.rules.leafType {
      let cells = try walk.rules.leafCount(header, at: 0, page: root, isRoot: true)
      leafCounts = [UInt16(cells)]
      count = Int64(cells)
      return
    }
    try walk.descend(root, depth: 0, isCancelled)
    leafCounts = walk.leafCounts
    twigs = walk.twigs
    twigPages = twigs.map(\.page)
    count = walk.count
  }

  /// One pass over the pages of a tree.
  private struct Walk {
    let source: PageSource
    let rules: PageRules
    var leafCounts: [UInt16] = []
    var twigs: [Twig] = []
    var count: Int64 = 0
    /// How far below the root the twigs are; known from the first on.
    private var twigDepth: Int?
    /// Pages met, so that none is met twice.
    private var met: [UInt64]
    /// A page for each level, since a page is gone through while those below it are.
    private var buffers: [PageBuffer] = []
    private let header = PageBuffer(capacity: 8)

    init(_ source: PageSource, kind: Tree.Kind) {
      self.source = source
      rules = source.rules(kind)
      met = Array(repeating: 0, count: Int(rules.pageCount) / 64 + 1)
    }

    mutating func descend(_ page: UInt32, depth: Int, _ isCancelled: () -> Bool) throws(PageFault) {
      guard depth <= 20 else { throw PageFault(.damaged, "the tree is deeper than 20 pages") }
      try meet(page)
      if buffers.count == depth { buffers.append(PageBuffer(capacity: rules.pageSize)) }
      let buffer = buffers[depth]
      try source.readPrefix(of: page, count: rules.pageSize, into: buffer)
      let cells = try rules.interiorCount(buffer, page: page)
      if twigDepth == nil {
        let first = rules.child(0, of: cells, in: buffer, page: page)
        try source.readPrefix(of: first, count: 8, into: header)
        if header.byte(0) == rules.leafType { twigDepth = depth }
      }
      if twigDepth == depth {
        if isCancelled() { throw PageFault(.unavailable, "cancelled") }
        try countLeaves(of: page, buffer, cells)
        return
      }
      if let twigDepth, depth > twigDepth { throw PageFault(.damaged, "page \(page) lies too deep in its tree") }
      for i in 0...cells {
        try descend(rules.child(i, of: cells, in: buffer, page: page), depth: depth + 1, isCancelled)
        if i < cells {
          // The separator is an entry of an index, between the subtrees.
          twigs[twigs.count - 1].separatorPage = page
          twigs[twigs.count - 1].separatorCell = UInt16(i)
          count += rules.separatorWeight
        }
      }
    }

    private mutating func countLeaves(of page: UInt32, _ buffer: PageBuffer, _ cells: Int) throws(PageFault) {
      twigs.append(Twig(page: page, firstLeaf: leafCounts.count, base: count))
      for i in 0...cells {
        let leaf = rules.child(i, of: cells, in: buffer, page: page)
        try meet(leaf)
        try source.readPrefix(of: leaf, count: 8, into: header)
        let entries = try rules.leafCount(header, at: 0, page: leaf, isRoot: false)
        leafCounts.append(UInt16(entries))
        count += Int64(entries) + (i < cells ? rules.separatorWeight : 0)
      }
    }

    private mutating func meet(_ page: UInt32) throws(PageFault) {
      guard rules.isPage(page) else { throw PageFault(.damaged, "page \(page) is no page of the file") }
      let bit: UInt64 = 1 << (UInt64(page) & 63)
      guard met[Int(page >> 6)] & bit == 0 else { throw PageFault(.damaged, "page \(page) is met twice in one tree") }
      met[Int(page >> 6)] |= bit
    }
  }
}
