/// What an edit did to the items of a grid: neighbours were replaced by others, and so were the special ones among them.
struct PlacementEdit: Sendable {
  /// The items that were replaced, by the indexes that they had; empty where others only came in.
  var items: Range<Int64>
  /// How many there are instead.
  var added: Int64
  /// The positions of the special ones among those that were replaced.
  var specials: Range<Int>
  /// How many special ones there are instead.
  var addedSpecials: Int
  /// Whether the items with places of their own were placed anew.
  var isRestart = false
  /// The lines in which others are covered by items with places of their own than before; nil where none are.
  var lines: Range<Int64>?
  /// The most lines that a spanning item before the edit covers: no place was tried that reaches further down.
  var tallest: Int64 = 1

  /// How far the indexes of the items behind have moved.
  var offset: Int64 { added - (items.upperBound - items.lowerBound) }
  /// How far the positions of the special items behind have moved.
  var specialOffset: Int32 { Int32(truncatingIfNeeded: addedSpecials - specials.count) }

  /// Whether the lines that items were tried at up to one are covered as they were.
  func leavesLines(upTo line: Int64) -> Bool { lines.map { line <= $0.lowerBound - tallest } ?? true }

  /// Whether all lines from one on are covered as they were.
  func leavesLines(from line: Int64) -> Bool { lines.map { line >= $0.upperBound } ?? true }
}

extension PlacementEdit {
  /// An edit after which other items may have places of their own.
  ///
  /// - Parameters:
  ///   - range: The items that were replaced, by the indexes that they had.
  ///   - old: What the contents were.
  ///   - new: What they are.
  /// - Complexity: O(*d* + *k* log *k*), where *d* is the number of special items and *k* that of those with places of
  ///   their own which others have now.
  init(_ range: Range<Int64>, by added: Int64, from old: GridContents, to new: GridContents) {
    isRestart = true
    let offset = added - (range.upperBound - range.lowerBound)
    let (before, after) = (old.special, new.special)
    let fewer = min(before.count, after.count)
    var first = 0
    while first < fewer, before.indexes[first] < range.lowerBound, before.indexes[first] == after.indexes[first],
      before.shapes[first] == after.shapes[first]
    {
      first += 1
    }
    var last = 0
    while last < fewer - first {
      let (was, now) = (before.count - 1 - last, after.count - 1 - last)
      guard before.indexes[was] >= range.upperBound, before.indexes[was] + offset == after.indexes[now],
        before.shapes[was] == after.shapes[now]
      else { break }
      last += 1
    }
    specials = first..<before.count - last
    addedSpecials = after.count - last - first
    var (lower, upper) = (range.lowerBound, range.upperBound)
    if let item = before.indexes[specials].first { lower = min(lower, item) }
    if let item = before.indexes[specials].last { upper = max(upper, item + 1) }
    let others = after.indexes[first..<first + addedSpecials]
    if let item = others.first { lower = min(lower, item) }
    if let item = others.last { upper = max(upper, item + 1 - offset) }
    items = lower..<upper
    self.added = upper - lower + offset
    lines = PlacementEdit.lines(range, movedBy: offset, old.anchored.items, new.anchored.items)
    for shape in after.shapes[..<first] where shape != SpecialItems.anchored {
      tallest = max(tallest, new.shapes[shape].height)
    }
  }

  /// The lines in which areas are covered by other items than before, or by none.
  private static func lines(
    _ range: Range<Int64>, movedBy offset: Int64, _ old: [PlacedArea], _ new: [PlacedArea]
  ) -> Range<Int64>? {
    var (left, taken): ([TrackArea], [TrackArea]) = ([], [])
    var at = 0
    for item in old {
      if range.contains(item.index) {
        left.append(item.area)
        continue
      }
      let index = item.index < range.lowerBound ? item.index : item.index + offset
      while at < new.count, new[at].index < index {
        taken.append(new[at].area)
        at += 1
      }
      if at < new.count, new[at].index == index {
        if new[at].area != item.area {
          left.append(item.area)
          taken.append(new[at].area)
        }
        at += 1
      } else {
        left.append(item.area)
      }
    }
    for item in new[at...] { taken.append(item.area) }
    // What one item leaves another may take.
    let both = Set(left).intersection(taken)
    let changed = (left + taken).filter { !both.contains($0) }
    guard let first = changed.map({ $0.line }).min(), let end = changed.map({ $0.end }).max() else { return nil }
    return first..<end
  }
}
