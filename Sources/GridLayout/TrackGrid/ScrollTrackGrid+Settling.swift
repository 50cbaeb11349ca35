// An edit far up in a grid that is measured moves all that is behind it. Lines there wait until an answer needs them, and
// are then computed from the first that waits on: so answers are those of a new grid, and a window near an edit costs what
// is near it.

extension ScrollTrackGrid {
  /// Whether so much behind an item is measured, and so much of all, that lines there had better wait for answers.
  func isWorthWaiting(behind item: Int64) -> Bool {
    // Where few are, it is quicker to look for those than for all lines.
    guard count - item > mostSettledAtOnce, sizes.count > mostSettledAtOnce else { return false }
    return count - mostSettledAtOnce <= 2 * sizes.count
  }

  /// Computes all lines before one.
  ///
  /// - Complexity: O(*k* log *k*) for the *k* items in the lines that have waited.
  mutating func settle(before line: Int64) {
    var step: Int64 = 64
    while let first = unsettled, line > first {
      let end = first + step
      var items = 0
      if placement.isPlain {
        lines.set(first..<end, to: nil)
        settlePlain(first..<end)
      } else {
        items = settleNear(first..<end).items
      }
      unsettled = end
      if let count = placement.knownLineCount, end >= count {
        // There may have been more before the edit.
        lines.set(count..<LineSums.end, to: nil)
        unsettled = nil
      }
      // Where items cover many lines each, these may be more than could be looked at one by one.
      step = items > 4_096 ? max(step / 2, 64) : min(step * 2, items > 0 ? 1 << 40 : 1 << 16)
    }
  }

  /// Computes all lines that start before a place.
  ///
  /// - Parameters:
  ///   - end: The place, in points from the start of a line.
  ///   - line: That line.
  mutating func settle(to end: Double, from line: Int64) {
    guard unsettled != nil else { return }
    settle(before: line + 1)
    var more: Int64 = 1
    while let first = unsettled, lines.distance(from: line, to: first) < end {
      settle(before: first + more)
      more *= 2
    }
  }

  func isSettled(before line: Int64) -> Bool { unsettled.map { line <= $0 } ?? true }

  /// The same grid with all lines before one as they should be.
  ///
  /// An answer that changes nothing computes the lines that wait each time it is asked for; ``lineRuns()``,
  /// ``contentLength`` and windows keep them.
  func settled(before line: Int64) -> ScrollTrackGrid {
    var settled = self
    settled.settle(before: line)
    return settled
  }
}
