extension TrackPlacement {
  /// Returns the lines between items that no item covers, in their order. Only starts leave such lines: an item without
  /// one would have taken the first of them.
  ///
  /// - Complexity: O(1) where no item has a place of its own; else it places all items, and takes O(*s* log *s*) where
  ///   *s* is the number of special items.
  mutating func emptyLines() -> [Range<Int64>] {
    guard tracks > 0, !contents.anchored.isEmpty else { return [] }
    let lineCount = self.lineCount
    var covered: [Range<Int64>] = []
    contents.anchored.forEach(in: 0..<lineCount) { covered.append($0.area.line..<$0.area.end) }
    sparse?.forEachCovered(contents) { covered.append($0) }
    dense?.forEachCovered(contents) { covered.append($0) }
    covered.sort { $0.lowerBound < $1.lowerBound }
    var empty: [Range<Int64>] = []
    var end: Int64 = 0
    for lines in covered {
      if lines.lowerBound > end { empty.append(end..<lines.lowerBound) }
      end = max(end, lines.upperBound)
    }
    return empty
  }

  /// How many lines there are; nil if not all items are placed yet.
  var knownLineCount: Int64? {
    if let sparse, !sparse.isPlaced(contents) { return nil }
    if let dense, !dense.isPlaced(contents) { return nil }
    var known = self
    return known.lineCount
  }
}
