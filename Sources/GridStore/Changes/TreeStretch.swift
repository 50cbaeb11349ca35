/// The twigs of two states of a tree without those at either end that both share.
struct TreeStretch {
  let old: ArraySlice<RankIndex.Twig>
  let new: ArraySlice<RankIndex.Twig>
  /// How many entries stand before the first of each.
  let oldRank: Int64
  let newRank: Int64
  let separatorWeight: Int64

  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Twigs that both have all the same.
  var shared: Set<ObjectIdentifier> {
    Set(new.map { ObjectIdentifier($0.content) }).intersection(old.map { ObjectIdentifier($0.content) })
  }

  /// Whether each twig has a twig of the same leaves in its place, with the same entries between them.
  private var isInPlace: Bool {
    guard old.count == new.count else { return false }
    for (a, b) in zip(old, new) {
      guard a.separator == b.separator else { return false }
      if a.content === b.content { continue }
      guard a.content.leaves == b.content.leaves, a.content.separators == b.content.separators else { return false }
    }
    return true
  }

  /// Tells a body of each leaf that was written, with its first rank in either state.
  private func eachWrittenLeaf(
    _ changed: PageSet, _ body: (UInt32, _ old: Range<Int64>, _ new: Range<Int64>) -> Void
  ) {
    var (oldRank, newRank) = (oldRank, newRank)
    for (a, b) in zip(old, new) {
      if a.content === b.content {
        oldRank += a.content.entries
        newRank += b.content.entries
      } else {
        let leaves = a.content.leaves
        for i in leaves.indices {
          let (oldCount, newCount) = (Int64(a.content.counts[i]), Int64(b.content.counts[i]))
          if changed.contains(leaves[i]) {
            body(leaves[i], oldRank..<oldRank + oldCount, newRank..<newRank + newCount)
          }
          let between = i + 1 < leaves.count ? separatorWeight : 0
          oldRank += oldCount + between
          newRank += newCount + between
        }
      }
      oldRank += separatorWeight
      newRank += separatorWeight
    }
  }

  /// The splices where both states have the same pages in the same places; nil where they don't.
  ///
  /// - Complexity: O(*d*) with *d* the number of leaves in twigs that differ, without a table of them.
  func splicesInPlace(_ changed: PageSet) -> [RankSplice]? {
    guard isInPlace else { return nil }
    var splices: [RankSplice] = []
    eachWrittenLeaf(changed) { _, old, new in
      if old.isEmpty && new.isEmpty { return }
      if let last = splices.last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
        splices[splices.count - 1] = RankSplice(
          old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
      } else {
        splices.append(RankSplice(old: old, new: new))
      }
    }
    return splices
  }

  /// A leaf and the ranks of its entries.
  struct Leaf {
    let page: UInt32
    let ranks: Range<Int64>
  }

  /// The leaves of either state that were written, or that the other state has not.
  func differingLeaves(_ changed: PageSet) -> (old: [Leaf], new: [Leaf]) {
    var (olds, news): ([Leaf], [Leaf]) = ([], [])
    if isInPlace {
      eachWrittenLeaf(changed) { page, old, new in
        olds.append(Leaf(page: page, ranks: old))
        news.append(Leaf(page: page, ranks: new))
      }
      return (olds, news)
    }
    let shared = shared
    olds = leaves(of: old, from: oldRank, without: shared)
    news = leaves(of: new, from: newRank, without: shared)
    let (oldPages, newPages) = (Set(olds.map(\.page)), Set(news.map(\.page)))
    olds.removeAll { !changed.contains($0.page) && newPages.contains($0.page) }
    news.removeAll { !changed.contains($0.page) && oldPages.contains($0.page) }
    return (olds, news)
  }

  private func leaves(
    of twigs: ArraySlice<RankIndex.Twig>, from first: Int64, without shared: Set<ObjectIdentifier>
  ) -> [Leaf] {
    var leaves: [Leaf] = []
    var rank = first
    for twig in twigs {
      let content = twig.content
      if shared.contains(ObjectIdentifier(content)) {
        rank += content.entries + separatorWeight
        continue
      }
      for (page, count) in zip(content.leaves, content.counts) {
        leaves.append(Leaf(page: page, ranks: rank..<rank + Int64(count)))
        rank += Int64(count) + separatorWeight
      }
    }
    return leaves
  }
}

extension RankIndex {
  /// What is left of two states of one tree without the twigs at either end that both share.
  func differingStretch(from older: RankIndex) -> TreeStretch {
    var first = 0
    let shorter = min(twigs.count, older.twigs.count)
    while first < shorter, twigs[first].content === older.twigs[first].content,
      twigs[first].separator == older.twigs[first].separator
    {
      first += 1
    }
    var last = 0
    while last < shorter - first {
      let (new, old) = (twigs[twigs.count - 1 - last], older.twigs[older.twigs.count - 1 - last])
      // Behind the last of all stands nothing.
      guard new.content === old.content, new.separator == old.separator else { break }
      last += 1
    }
    func rank(_ index: RankIndex) -> Int64 { first < index.twigs.count ? index.twigs[first].base : index.count }
    return TreeStretch(
      old: older.twigs[first..<older.twigs.count - last], new: twigs[first..<twigs.count - last],
      oldRank: rank(older), newRank: rank(self), separatorWeight: kind == .index ? 1 : 0)
  }
}
