/// A run of items of a list that others have taken the place of.
///
/// The splices of one change are in order, and each position counts in the list as the ones before have left it.
/// So this makes the old list into the new one, wherever the items come from:
///
///     for splice in change.splices {
///       items.replaceSubrange(
///         splice.position..<splice.position + splice.removed, with: try newItems(splice.insertedIndexes))
///     }
public struct ListSplice: Sendable, Hashable {
  /// The index of the first item that goes, and then of the first that comes.
  public let position: Int
  /// How many items go.
  public let removed: Int
  /// How many come. Some of them may be the ones that went.
  public let inserted: Int

  package init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }

  /// The indexes in the new list of the items that come.
  public var insertedIndexes: Range<Int> { position..<position + inserted }

  /// More than this many are made one, which says more than it must.
  package static let mostOfOneChange = 4096

  /// The splices of a list, of those of the tree that it is pieces of.
  ///
  /// - Throws: ``PageFault`` where they do not lead from the one to the other.
  package static func splices(
    _ splices: [RankSplice], from old: SegmentRanks, to new: SegmentRanks
  ) throws(PageFault) -> [ListSplice] {
    guard old.ranges.count == new.ranges.count, old.isReversed == new.isReversed else {
      throw PageFault(.damaged, "two states of a list have other pieces")
    }
    var result: [ListSplice] = []
    var base: Int64 = 0
    var shift: Int64 = 0
    for (old, newRange) in zip(old.ranges, new.ranges) {
      var change: Int64 = 0
      // Those before a piece do not matter to it.
      var low = 0
      var high = splices.count
      while low < high {
        let middle = (low + high) / 2
        if splices[middle].old.upperBound < old.lowerBound && splices[middle].new.upperBound < newRange.lowerBound {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var clipped: [RankSplice] = []
      for splice in splices[low...] {
        if splice.old.lowerBound > old.upperBound && splice.new.lowerBound > newRange.upperBound { break }
        let part = RankSplice(old: splice.old.clamped(to: old), new: splice.new.clamped(to: newRange))
        if part.old.isEmpty && part.new.isEmpty { continue }
        clipped.append(part)
        change += Int64(part.new.count) - Int64(part.old.count)
      }
      guard Int64(old.count) + change == Int64(newRange.count) else {
        throw PageFault(.damaged, "the changes of a list do not add up")
      }
      for part in new.isReversed ? clipped.reversed() : clipped {
        let position =
          new.isReversed ? newRange.upperBound - part.new.upperBound : part.new.lowerBound - newRange.lowerBound
        result.append(
          ListSplice(position: Int(base + position), removed: part.old.count, inserted: part.new.count))
      }
      base += Int64(newRange.count)
      shift += change
    }
    guard result.count > mostOfOneChange, let first = result.first, let last = result.last else { return result }
    let inserted = last.position + last.inserted - first.position
    return [ListSplice(position: first.position, removed: inserted - Int(shift), inserted: inserted)]
  }
}
