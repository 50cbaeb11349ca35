/// One pass over the pages of a tree that believes what is known of pages that have not changed.
struct TreeWalk {
  let source: PageSource
  let rules: PageRules
  let hashing: Bool
  private(set) var twigs: [RankIndex.Twig] = []
  private(set) var upperPages: [UInt32: UpperPage] = [:]
  private(set) var count: Int64 = 0
  /// How far below the root the twigs are; known from the first on.
  private var twigDepth: Int?
  /// Pages met, so that none is met twice.
  private var met: [UInt64]
  private let buffer: PageBuffer
  private let header = PageBuffer(capacity: 108)

  // What is known of an older state.
  private let changed: PageSet?
  private let olderUpperPages: [UInt32: UpperPage]
  /// Twigs of the older state that were not written since.
  private var olderTwigs: [UInt32: TwigPage] = [:]
  /// Entries of leaves whose twig was written while they were not: they may be in another twig now.
  private var looseLeaves: [UInt32: UInt16] = [:]

  init(
    _ source: PageSource, kind: Tree.Kind, hashing: Bool, from older: RankIndex? = nil, changed: PageSet? = nil
  ) {
    self.source = source
    self.hashing = hashing
    self.changed = changed
    rules = source.rules(kind)
    met = Array(repeating: 0, count: Int(rules.pageCount) / 64 + 1)
    buffer = PageBuffer(capacity: max(rules.pageSize, 108))
    olderUpperPages = older?.upperPages ?? [:]
    guard let older, let changed else { return }
    olderTwigs.reserveCapacity(older.twigs.count)
    for twig in older.twigs {
      if twig.page != 0, !changed.contains(twig.page) {
        olderTwigs[twig.page] = twig.content
      } else {
        for (leaf, count) in zip(twig.content.leaves, twig.content.counts) where !changed.contains(leaf) {
          looseLeaves[leaf] = count
        }
      }
    }
  }

  mutating func run(_ root: UInt32, _ pause: () throws(PageFault) -> Void) throws(PageFault) {
    if olderTwigs[root] == nil, changed.map({ $0.contains(root) || olderUpperPages[root] == nil }) ?? true {
      let offset = rules.headerOffset(root)
      try source.readPrefix(of: root, from: offset, count: 8, into: header)
      if header.byte(0) == rules.leafType {
        let (cells, hash) = try leaf(root, isRoot: true)
        twigs = [
          RankIndex.Twig(
            content: TwigPage(
              page: 0, leaves: [root], counts: [UInt16(cells)], separators: [], hashes: hash.map { [$0] } ?? [],
              separatorWeight: rules.separatorWeight), base: 0)
        ]
        count = Int64(cells)
        return
      }
    }
    try descend(root, depth: 0, pause)
  }

  private mutating func descend(
    _ page: UInt32, depth: Int, _ pause: () throws(PageFault) -> Void
  ) throws(PageFault) {
    guard depth <= 20 else { throw PageFault(.damaged, "the tree is deeper than 20 pages") }
    try meet(page)
    if let known = olderTwigs[page] {
      guard twigDepth ?? depth == depth else { throw tooDeep(page) }
      twigDepth = depth
      let content = try recounted(known)
      twigs.append(RankIndex.Twig(content: content, base: count))
      count += content.entries
      return
    }
    let upper: UpperPage
    if let changed, !changed.contains(page), let known = olderUpperPages[page] {
      upper = known
    } else {
      try pause()
      try source.readPrefix(of: page, count: rules.pageSize, into: buffer)
      let cells = try rules.interiorCount(buffer, page: page)
      if twigDepth == nil {
        let first = rules.child(0, of: cells, in: buffer, page: page)
        try source.readPrefix(of: first, count: 8, into: header)
        if header.byte(0) == rules.leafType { twigDepth = depth }
      }
      if twigDepth == depth {
        let content = try twig(page, cells, pause)
        twigs.append(RankIndex.Twig(content: content, base: count))
        count += content.entries
        return
      }
      upper = UpperPage(children: try children(page, cells), separators: try separators(page, cells))
    }
    if let twigDepth, depth >= twigDepth { throw tooDeep(page) }
    upperPages[page] = upper
    for (i, child) in upper.children.enumerated() {
      try descend(child, depth: depth + 1, pause)
      if i + 1 < upper.children.count {
        // The separator is an entry of an index, between the subtrees.
        twigs[twigs.count - 1].separatorPage = page
        twigs[twigs.count - 1].separatorCell = UInt16(i)
        twigs[twigs.count - 1].separator = upper.separators.isEmpty ? 0 : upper.separators[i]
        count += rules.separatorWeight
      }
    }
  }

  private func tooDeep(_ page: UInt32) -> PageFault {
    PageFault(.damaged, "page \(page) does not lie as deep in its tree as others of its kind")
  }

  /// The twig that the buffer holds.
  private mutating func twig(
    _ page: UInt32, _ cells: Int, _ pause: () throws(PageFault) -> Void
  ) throws(PageFault) -> TwigPage {
    let leaves = try children(page, cells)
    let separators = try separators(page, cells)
    var counts: [UInt16] = []
    counts.reserveCapacity(leaves.count)
    var hashes: [UInt64] = []
    for (i, page) in leaves.enumerated() {
      try meet(page)
      if i % 16 == 15 { try pause() }
      if let known = looseLeaves[page], !hashing {
        counts.append(known)
        continue
      }
      let (cells, hash) = try leaf(page, isRoot: false)
      counts.append(UInt16(cells))
      if let hash { hashes.append(hash) }
    }
    return TwigPage(
      page: page, leaves: leaves, counts: counts, separators: separators, hashes: hashes,
      separatorWeight: rules.separatorWeight)
  }

  /// A twig that was not written itself, with the leaves counted anew that were.
  private func recounted(_ twig: TwigPage) throws(PageFault) -> TwigPage {
    guard let changed, changed.meets(twig.pages) else { return twig }
    return try LeafCounter(source, kind: rules.kind).recounted(twig, changed) ?? twig
  }

  private func children(_ page: UInt32, _ cells: Int) throws(PageFault) -> [UInt32] {
    var children: [UInt32] = []
    children.reserveCapacity(cells + 1)
    for i in 0...cells { children.append(rules.child(i, of: cells, in: buffer, page: page)) }
    return children
  }

  /// What tells the entries of the interior page in the buffer from any others.
  private func separators(_ page: UInt32, _ cells: Int) throws(PageFault) -> [UInt64] {
    guard rules.separatorWeight > 0 else { return [] }
    var separators: [UInt64] = []
    separators.reserveCapacity(cells)
    for i in 0..<cells {
      let cell = try rules.payload(ofCell: i, in: buffer, page: page, isLeaf: false)
      var hash = ByteHash()
      hash.add(UInt64(cell.size))
      hash.add(buffer, from: cell.start, count: cell.local)
      if cell.local < cell.size {
        // The rest of the key may be another one on the same page: a row deleted and one inserted in a commit.
        let rest = buffer.uint32(cell.start + cell.local)
        hash.add(UInt64(rest))
        if hashing || changed?.contains(rest) ?? false { hash.add(UInt64(source.changes.epoch)) }
      }
      separators.append(hash.value)
    }
    return separators
  }

  /// The entries of a leaf, and what tells its bytes from others where that is wanted.
  private func leaf(_ page: UInt32, isRoot: Bool) throws(PageFault) -> (cells: Int, hash: UInt64?) {
    let offset = rules.headerOffset(page)
    guard hashing else {
      try source.readPrefix(of: page, from: offset, count: 8, into: header)
      return (try rules.leafCount(header, at: 0, page: page, isRoot: isRoot), nil)
    }
    let (whole, cells) = try source.leafPage(page, isRoot: isRoot, rules)
    var hash = ByteHash()
    hash.add(whole, from: offset, count: rules.usableSize - offset)
    // What is behind the leaf may be written without it, so a leaf with overflow pages is another in each state.
    for i in 0..<cells {
      let cell = try rules.payload(ofCell: i, in: whole, page: page, isLeaf: true)
      if cell.local < cell.size {
        hash.add(UInt64(source.changes.epoch))
        break
      }
    }
    return (cells, hash.value)
  }

  private mutating func meet(_ page: UInt32) throws(PageFault) {
    guard rules.isPage(page) else { throw PageFault(.damaged, "page \(page) is no page of the file") }
    let bit: UInt64 = 1 << (UInt64(page) & 63)
    guard met[Int(page >> 6)] & bit == 0 else { throw PageFault(.damaged, "page \(page) is met twice in one tree") }
    met[Int(page >> 6)] |= bit
  }
}
