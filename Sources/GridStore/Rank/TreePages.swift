/// A page whose children are leaves, as one or more states of its tree have it.
///
/// Never changed: states that a commit has not written it between share it, which is how two of them are compared
/// without looking at what is the same.
package final class TwigPage: Sendable {
  package let page: UInt32
  /// The pages of its leaves, in the order of the tree.
  package let leaves: [UInt32]
  /// How many entries each leaf has.
  package let counts: [UInt16]
  /// What tells the entries between the leaves from any others; none where those are no entries.
  package let separators: [UInt64]
  /// What tells the bytes of each leaf from any others; empty unless they were asked for.
  package let hashes: [UInt64]
  /// All entries of the leaves, and those between them.
  package let entries: Int64
  /// The least and the greatest page of a leaf.
  package let pages: ClosedRange<UInt32>

  /// The same page with other counts of its leaves.
  init(_ same: TwigPage, counts: [UInt16], separatorWeight: Int64) {
    page = same.page
    leaves = same.leaves
    self.counts = counts
    separators = same.separators
    hashes = []
    entries = counts.reduce(0) { $0 + Int64($1) } + Int64(leaves.count - 1) * separatorWeight
    pages = same.pages
  }

  init(
    page: UInt32, leaves: [UInt32], counts: [UInt16], separators: [UInt64], hashes: [UInt64],
    separatorWeight: Int64
  ) {
    self.page = page
    self.leaves = leaves
    self.counts = counts
    self.separators = separators
    self.hashes = hashes
    entries = counts.reduce(0) { $0 + Int64($1) } + Int64(leaves.count - 1) * separatorWeight
    pages = (leaves.min() ?? 0)...(leaves.max() ?? 0)
  }
}

/// A page above those, as one or more states of its tree have it.
final class UpperPage: Sendable {
  let children: [UInt32]
  let separators: [UInt64]

  init(children: [UInt32], separators: [UInt64]) {
    self.children = children
    self.separators = separators
  }
}

/// Counts leaves anew that were written, under a page that was not.
struct LeafCounter {
  private let source: PageSource
  private let rules: PageRules
  private let header = PageBuffer(capacity: 8)

  init(_ source: PageSource, kind: Tree.Kind) {
    self.source = source
    rules = source.rules(kind)
  }

  /// - Returns: nil where none of its leaves was written.
  func recounted(_ twig: TwigPage, _ changed: PageSet) throws(PageFault) -> TwigPage? {
    var counts: [UInt16] = []
    for i in twig.leaves.indices where changed.contains(twig.leaves[i]) {
      if counts.isEmpty { counts = twig.counts }
      let page = twig.leaves[i]
      try source.readPrefix(of: page, from: rules.headerOffset(page), count: 8, into: header)
      counts[i] = UInt16(try rules.leafCount(header, at: 0, page: page, isRoot: false))
    }
    return counts.isEmpty ? nil : TwigPage(twig, counts: counts, separatorWeight: rules.separatorWeight)
  }
}
