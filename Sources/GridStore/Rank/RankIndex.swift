/// The ranks of a tree: how many entries stand before each of its leaves.
///
/// SQLite keeps no counts of subtrees, but the header of each page has the count of its own cells, so a
/// walk over interior pages and leaf headers gives them all. What is kept is some bytes a leaf and some
/// words for each page above the leaves (a *twig*); keys stay in the file and are read again from
/// there.
package struct RankIndex: Sendable {
  /// A page whose children are leaves, and where it stands.
  package struct Twig: Sendable {
    package internal(set) var content: TwigPage
    /// How many entries stand before it.
    package internal(set) var base: Int64
    /// The entry that stands behind it: a cell of a page above. No page where it is the last.
    package internal(set) var separatorPage: UInt32 = 0
    package internal(set) var separatorCell: UInt16 = 0
    /// What tells that entry from any other.
    package internal(set) var separator: UInt64 = 0
    /// The least and the greatest page of its leaves: known without going to where they are kept.
    let pages: ClosedRange<UInt32>

    package var page: UInt32 { content.page }

    init(content: TwigPage, base: Int64) {
      self.content = content
      self.base = base
      pages = content.pages
    }
  }

  package let kind: Tree.Kind
  package let root: UInt32
  /// At least one: a tree of one page has a twig that is no page, with the root as its leaf.
  package let twigs: [Twig]
  package let twigPages: [UInt32]
  /// The pages above the twigs.
  let upperPages: [UInt32: UpperPage]
  /// All entries of the tree.
  package let count: Int64
  /// Whether the bytes of its leaves are told apart, which is what shows a change where nothing names the pages.
  package let hasHashes: Bool

  package var isOnePage: Bool { twigs[0].page == 0 }

  /// Where an entry stands in the file.
  package struct Place: Sendable, Hashable {
    package let page: UInt32
    package let cell: Int
    /// How many cells the page had when it was walked; nil where that is not kept.
    package let cells: Int?
    package let isLeaf: Bool
  }

  /// Walks a tree in the transaction that the source has open.
  ///
  /// - Parameters:
  ///   - root: The page that the tree begins on.
  ///   - hashing: Whether to read the leaves whole and tell their bytes apart.
  ///   - pause: Called every few pages, where the transaction may end and another one of the same state begin.
  /// - Throws: ``PageFault`` for a page that is not what the tree needs it to be.
  /// - Complexity: O(*l*) page headers read, where *l* is the number of leaves.
  package init(
    _ source: PageSource, root: UInt32, kind: Tree.Kind, hashing: Bool = false,
    pause: () throws(PageFault) -> Void = {}
  ) throws(PageFault) {
    var walk = TreeWalk(source, kind: kind, hashing: hashing)
    try walk.run(root, pause)
    self.init(walk, root: root)
  }

  /// Moves an index to the state that the source has open, reading only pages that were written since.
  ///
  /// - Parameters:
  ///   - older: The index of an older state of the same tree.
  ///   - changed: Every page that may have been written between the two states.
  ///   - root: The page that the tree begins on now.
  /// - Complexity: O(*t* + *c*) with *t* the number of twigs, *c* that of the changed pages of the tree and the
  ///   leaves beside them.
  package init(
    _ source: PageSource, from older: RankIndex, changed: PageSet, root: UInt32
  ) throws(PageFault) {
    if let same = try older.recounted(source, changed: changed, root: root) {
      self = same
      return
    }
    var walk = TreeWalk(source, kind: older.kind, hashing: false, from: older, changed: changed)
    try walk.run(root) {}
    self.init(walk, root: root)
  }

  /// The same tree where nothing but leaves has been written; nil where more has, or the root is another.
  private func recounted(
    _ source: PageSource, changed: PageSet, root: UInt32
  ) throws(PageFault) -> RankIndex? {
    guard root == self.root, !isOnePage, !hasHashes else { return nil }
    for page in twigPages where changed.contains(page) { return nil }
    for page in upperPages.keys where changed.contains(page) { return nil }
    let counter = LeafCounter(source, kind: kind)
    var twigs = twigs
    var shift: Int64 = 0
    for i in twigs.indices {
      let isWritten = changed.meets(twigs[i].pages)
      if !isWritten, shift == 0 { continue }
      var twig = twigs[i]
      twig.base += shift
      if isWritten, let content = try counter.recounted(twig.content, changed) {
        shift += content.entries - twig.content.entries
        twig.content = content
      }
      twigs[i] = twig
    }
    return RankIndex(self, twigs: twigs, count: count + shift)
  }

  private init(_ same: RankIndex, twigs: [Twig], count: Int64) {
    kind = same.kind
    root = same.root
    self.twigs = twigs
    twigPages = same.twigPages
    upperPages = same.upperPages
    self.count = count
    hasHashes = false
  }

  private init(_ walk: consuming TreeWalk, root: UInt32) {
    kind = walk.rules.kind
    self.root = root
    twigs = walk.twigs
    twigPages = walk.twigs.map(\.page)
    upperPages = walk.upperPages
    count = walk.count
    hasHashes = walk.hashing
  }
}
