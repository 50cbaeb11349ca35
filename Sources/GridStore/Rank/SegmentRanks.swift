/// Which ranks of a tree each segment of a list takes, and so which index of the list is which rank.
package struct SegmentRanks: Sendable {
  /// Half-open ranges of ranks in the tree, in the order of the list.
  package let ranges: [Range<Int64>]
  package let isReversed: Bool
  package let count: Int64

  package init(ranges: [Range<Int64>], isReversed: Bool) {
    self.ranges = ranges
    self.isReversed = isReversed
    count = ranges.reduce(0) { $0 + Int64($1.count) }
  }

  /// A run of indexes that lies in one segment.
  package struct Piece: Sendable {
    package let segment: Int
    /// The rank in the tree of the first of them.
    package let firstRank: Int64
    package let count: Int64
  }

  /// The pieces that hold a range of indexes.
  package func pieces(_ indexes: Range<Int64>) -> [Piece] {
    var pieces: [Piece] = []
    var before: Int64 = 0
    for (segment, range) in ranges.enumerated() {
      let size = Int64(range.count)
      let low = max(indexes.lowerBound - before, 0)
      let high = min(indexes.upperBound - before, size)
      if low < high {
        pieces.append(
          Piece(
            segment: segment, firstRank: isReversed ? range.upperBound - 1 - low : range.lowerBound + low,
            count: high - low))
      }
      before += size
      if before >= indexes.upperBound { break }
    }
    return pieces
  }

  /// The index in the list of a rank in the tree; nil where no segment has it.
  package func index(ofRank rank: Int64) -> Int64? {
    var before: Int64 = 0
    for range in ranges {
      if range.contains(rank) { return before + (isReversed ? range.upperBound - 1 - rank : rank - range.lowerBound) }
      before += Int64(range.count)
    }
    return nil
  }
}
