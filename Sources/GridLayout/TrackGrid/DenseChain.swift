/// States that a dense placement came through, in their order, from which it can go on.
///
/// Where no item has changed from one of them on, a placement that comes to bands like those comes to all that follow, a
/// few lines higher or lower.
struct DenseChain: Sendable {
  struct Checkpoint: Sendable {
    /// The next item to place, and the first line that has room.
    var item: Int64
    var line: Int64
    /// Where its bands and its hints end among all that are remembered.
    var bandEnd: UInt32
    var hintEnd: UInt32
  }

  /// Lines with the same free tracks, counted from the line of the checkpoint. No two that touch have the same.
  struct Band: Sendable {
    var start: Int64
    /// `Int64.max` for the band without an end.
    var end: Int64
  }

  private(set) var checkpoints: [Checkpoint] = []
  private(set) var bands: [Band] = []
  /// The free tracks of the bands, so many words each.
  private(set) var masks: [UInt64] = []
  /// For each shape that there was the band before which nothing of it fits, counted from the first; -1 if none is known.
  private(set) var hints: [Int32] = []
  let words: Int

  init(words: Int) { self.words = words }

  var isEmpty: Bool { checkpoints.isEmpty }

  func bandRange(of checkpoint: Int) -> Range<Int> {
    (checkpoint == 0 ? 0 : Int(checkpoints[checkpoint - 1].bandEnd))..<Int(checkpoints[checkpoint].bandEnd)
  }

  func hintRange(of checkpoint: Int) -> Range<Int> {
    (checkpoint == 0 ? 0 : Int(checkpoints[checkpoint - 1].hintEnd))..<Int(checkpoints[checkpoint].hintEnd)
  }

  /// Adds a band to the checkpoint that comes next.
  mutating func append(_ band: Band, free: ArraySlice<UInt64>) {
    bands.reserveSparingly(1)
    masks.reserveSparingly(words)
    bands.append(band)
    masks += free
  }

  /// Makes the band that was added last longer.
  mutating func lengthen(to end: Int64) { bands[bands.count - 1].end = end }

  mutating func append(hint: Int32) {
    hints.reserveSparingly(1)
    hints.append(hint)
  }

  /// Leaves a checkpoint with the bands and hints that were added since the last.
  mutating func append(item: Int64, line: Int64) {
    checkpoints.reserveSparingly(1)
    checkpoints.append(
      Checkpoint(
        item: item, line: line, bandEnd: UInt32(truncatingIfNeeded: bands.count),
        hintEnd: UInt32(truncatingIfNeeded: hints.count)))
  }

  /// Adds the last checkpoints of another chain, moved down by some lines.
  mutating func append(_ other: DenseChain, from first: Int, movedBy lines: Int64) {
    guard first < other.checkpoints.count else { return }
    let (start, hintStart) = (other.bandRange(of: first).lowerBound, other.hintRange(of: first).lowerBound)
    let (bandOffset, hintOffset) = (bands.count - start, hints.count - hintStart)
    bands.reserveSparingly(other.bands.count - start)
    masks.reserveSparingly((other.bands.count - start) * words)
    hints.reserveSparingly(other.hints.count - hintStart)
    checkpoints.reserveSparingly(other.checkpoints.count - first)
    bands += other.bands[start...]
    masks += other.masks[(start * words)...]
    hints += other.hints[hintStart...]
    for old in other.checkpoints[first...] {
      checkpoints.append(
        Checkpoint(
          item: old.item, line: old.line + lines,
          bandEnd: UInt32(truncatingIfNeeded: Int(old.bandEnd) + bandOffset),
          hintEnd: UInt32(truncatingIfNeeded: Int(old.hintEnd) + hintOffset)))
    }
  }

  /// Takes away the checkpoints from one on, and returns them.
  mutating func cut(from first: Int) -> DenseChain {
    var rest = DenseChain(words: words)
    guard first < checkpoints.count else { return rest }
    rest.append(self, from: first, movedBy: 0)
    let start = bandRange(of: first).lowerBound
    bands.removeSubrange(start...)
    masks.removeSubrange((start * words)...)
    hints.removeSubrange(hintRange(of: first).lowerBound...)
    checkpoints.removeSubrange(first...)
    return rest
  }

  /// Takes away what an edit leaves behind it, and returns that with the numbers that its items have now. Here stays what
  /// is before the edit.
  ///
  /// - Complexity: O(*c*), where *c* is the size of the checkpoints from the edit on.
  mutating func divide(at edit: PlacementEdit) -> DenseChain {
    var kept = checkpoints.firstPosition { $0.item > edit.items.lowerBound }
    if let lines = edit.lines {
      kept = checkpoints.indices[..<kept].first { knownEnd(of: $0) > lines.lowerBound } ?? kept
    }
    guard kept < checkpoints.count else { return DenseChain(words: words) }
    let first = checkpoints.firstPosition { $0.item >= edit.items.upperBound && edit.leavesLines(from: $0.line) }
    var behind = cut(from: max(kept, first))
    _ = cut(from: kept)
    if edit.offset != 0 { behind.shift(by: edit.offset) }
    return behind
  }

  /// The line up to which what was placed before a checkpoint depends on what is anchored: none reaches further down.
  private func knownEnd(of checkpoint: Int) -> Int64 {
    let line = checkpoints[checkpoint].line
    guard let last = bandRange(of: checkpoint).last else { return line }
    return line + (bands[last].end == .max ? bands[last].start : bands[last].end)
  }

  private mutating func shift(by offset: Int64) {
    for at in checkpoints.indices { checkpoints[at].item += offset }
  }
}
