/// Entries of a tree that may have been replaced by others between two of its states.
package struct RankSplice: Sendable, Hashable {
  /// Their ranks in the older state.
  package var old: Range<Int64>
  /// The ranks in the newer state of what stands there instead.
  package var new: Range<Int64>
}

extension RankIndex {
  /// Where two states of one tree differ, in order.
  ///
  /// Both states follow one order, so what they have in common stands in the same order in both, and between two
  /// common things lies a splice. Common are leaves that were not written, and entries between leaves that are the
  /// same to the byte. So a splice may name a whole leaf where one entry has changed, and never leaves one out.
  ///
  /// - Parameters:
  ///   - older: An index of an older state of the same tree.
  ///   - changed: Every page that may have been written between the two states; nil where that is not known. Leaves are
  ///     then compared by their hashes, and without those all is one splice.
  /// - Throws: ``PageFault`` where the two cannot be states of one tree.
  /// - Complexity: O(*t* + *d*) with *t* the number of twigs and *d* that of leaves in those that differ.
  package func splices(since older: RankIndex, changed: PageSet?) throws(PageFault) -> [RankSplice] {
    guard changed != nil || (hasHashes && older.hasHashes) else {
      return count == 0 && older.count == 0 ? [] : [RankSplice(old: 0..<older.count, new: 0..<count)]
    }
    let stretch = differingStretch(from: older)
    if stretch.isEmpty { return [] }
    if let changed, let splices = stretch.splicesInPlace(changed) { return splices }
    let shared = stretch.shared
    let weight: Int64 = kind == .index ? 1 : 0
    let old = TreeTokens(
      stretch.old, from: stretch.oldRank, shared: shared, changed: changed, separatorWeight: weight)
    let new = TreeTokens(
      stretch.new, from: stretch.newRank, shared: shared, changed: changed, separatorWeight: weight)
    return try old.splices(to: new)
  }
}

/// A stretch of a tree as a sequence of leaves and of the entries between them; whole twigs stand for themselves where
/// both states have them.
private struct TreeTokens {
  /// What is the same in two states where it is equal.
  enum Name: Hashable {
    case twig(ObjectIdentifier)
    case leaf(UInt32, hash: UInt64)
    case separator(UInt64)
  }

  /// nil for what may have changed.
  private var names: [Name?] = []
  /// How many entries stand before each, and before the end.
  private var ranks: [Int64]

  init(
    _ twigs: ArraySlice<RankIndex.Twig>, from rank: Int64, shared: Set<ObjectIdentifier>, changed: PageSet?,
    separatorWeight: Int64
  ) {
    ranks = [rank]
    for twig in twigs {
      let content = twig.content
      if shared.contains(ObjectIdentifier(content)) {
        append(.twig(ObjectIdentifier(content)), content.entries)
      } else {
        for i in content.leaves.indices {
          let leaf = content.leaves[i]
          if let changed {
            append(changed.contains(leaf) ? nil : .leaf(leaf, hash: 0), Int64(content.counts[i]))
          } else {
            append(.leaf(leaf, hash: content.hashes[i]), Int64(content.counts[i]))
          }
          if separatorWeight > 0, i < content.separators.count { append(.separator(content.separators[i]), 1) }
        }
      }
      if separatorWeight > 0, twig.separatorPage != 0 { append(.separator(twig.separator), 1) }
    }
  }

  private mutating func append(_ name: Name?, _ weight: Int64) {
    names.append(name)
    ranks.append(ranks[ranks.count - 1] + weight)
  }

  func splices(to new: TreeTokens) throws(PageFault) -> [RankSplice] {
    var splices: [RankSplice] = []
    func add(_ old: Range<Int64>, _ new: Range<Int64>) {
      if old.isEmpty && new.isEmpty { return }
      if let last = splices.last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
        splices[splices.count - 1] = RankSplice(
          old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
      } else {
        splices.append(RankSplice(old: old, new: new))
      }
    }
    // What comes next in either. Most of it is the same in both, side by side.
    var (i, j) = (0, 0)
    var oldNext = 0
    var newRank = new.ranks[0]
    var places: [Name: Int]?
    while j < new.names.count {
      guard let name = new.names[j] else {
        j += 1
        continue
      }
      let place: Int
      if i < names.count, names[i] == name {
        place = i
      } else if let near = near(i, name) {
        place = near
      } else if (j + 1..<min(j + TreeTokens.reach, new.names.count)).contains(where: { k in
        new.names[k].map { near(i, $0) != nil } ?? false
      }) {
        // New, as what stands behind it is not. Not to see what it is has no harm: the splice is longer.
        j += 1
        continue
      } else {
        let known = places ?? self.places
        places = known
        guard let far = known[name] else {
          j += 1
          continue
        }
        place = far
      }
      guard place >= oldNext, ranks[place + 1] - ranks[place] == new.ranks[j + 1] - new.ranks[j] else {
        throw PageFault(.damaged, "what two states of a tree have in common stands in another order")
      }
      add(ranks[oldNext]..<ranks[place], newRank..<new.ranks[j])
      oldNext = place + 1
      i = oldNext
      j += 1
      newRank = new.ranks[j]
    }
    add(ranks[oldNext]..<ranks[names.count], newRank..<new.ranks[new.names.count])
    return splices
  }

  /// So far ahead is looked for something before a table of all is made.
  private static let reach = 8

  private func near(_ i: Int, _ name: Name) -> Int? {
    (i..<max(i, min(i + TreeTokens.reach, names.count))).first { names[$0] == name }
  }

  private var places: [Name: Int] {
    var places: [Name: Int] = [:]
    places.reserveCapacity(names.count)
    for (i, name) in names.enumerated() { if let name { places[name] = i } }
    return places
  }
}
