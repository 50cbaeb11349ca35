/// States that a sparse walk came through, in their order, from which another can go on.
///
/// Where no item has changed from one of them on, a walk that comes to a state like that comes to all that follow, a few
/// lines higher or lower.
struct SparseChain: Sendable {
  struct Checkpoint: Sendable {
    /// The next item to place, and the cell that it is tried at first.
    var item: Int64
    var line: Int64
    var track: Int32
    /// Where its open items end among all that are remembered.
    var openEnd: UInt32
  }

  /// A spanning item that reaches past the line of a checkpoint.
  struct OpenItem: Sendable {
    var special: Int32
    var track: Int32
    /// How many lines above that of the checkpoint it begins: fewer than ``PlacementWish/longestSpan``.
    var above: UInt32
  }

  private(set) var checkpoints: [Checkpoint] = []
  private var open: [OpenItem] = []

  var isEmpty: Bool { checkpoints.isEmpty }

  /// Leaves a checkpoint where a walk stands, all of whose open items reach past its line.
  mutating func append(_ walk: SparseWalk) {
    open.reserveSparingly(walk.open.count)
    checkpoints.reserveSparingly(1)
    for one in walk.open {
      open.append(
        OpenItem(special: one.special, track: one.track, above: UInt32(truncatingIfNeeded: walk.line - one.line)))
    }
    checkpoints.append(
      Checkpoint(
        item: walk.item, line: walk.line, track: Int32(truncatingIfNeeded: walk.track),
        openEnd: UInt32(truncatingIfNeeded: open.count)))
  }

  private func openStart(of checkpoint: Int) -> Int {
    checkpoint == 0 ? 0 : Int(checkpoints[checkpoint - 1].openEnd)
  }

  private func openRange(of checkpoint: Int) -> Range<Int> {
    openStart(of: checkpoint)..<Int(checkpoints[checkpoint].openEnd)
  }

  /// Calls a function with the spanning items that reach past the line of a checkpoint, in the order of the items.
  func forEachOpen(at checkpoint: Int, _ body: (SparseWalk.OpenItem) -> Void) {
    let line = checkpoints[checkpoint].line
    for one in open[openRange(of: checkpoint)] {
      body(SparseWalk.OpenItem(line: line - Int64(one.above), special: one.special, track: one.track))
    }
  }

  /// A walk that goes on from a checkpoint.
  func walk(from checkpoint: Int, _ contents: GridContents, patience: Int) -> SparseWalk {
    let from = checkpoints[checkpoint]
    var walk = SparseWalk(contents, patience: patience)
    walk.item = from.item
    walk.special = contents.special.count(before: from.item)
    walk.line = from.line
    walk.track = Int(from.track)
    forEachOpen(at: checkpoint) { walk.reopen($0, contents) }
    return walk
  }

  /// Returns how many lines further down a walk stands than it did at a checkpoint, if all that is behind is to be placed
  /// as it was from there; nil if not.
  ///
  /// - Parameter walk: One whose open items all reach past its line.
  func offset(of walk: SparseWalk, from checkpoint: Int, _ contents: GridContents) -> Int64? {
    let old = checkpoints[checkpoint]
    let range = openRange(of: checkpoint)
    guard walk.item == old.item, walk.track == Int(old.track), walk.open.count == range.count else { return nil }
    // What is anchored does not move with the lines.
    guard walk.line == old.line || contents.anchored.end <= min(walk.line, old.line) else { return nil }
    for (one, at) in zip(walk.open, range) {
      let other = open[at]
      guard one.special == other.special, one.track == other.track, walk.line - one.line == Int64(other.above) else {
        return nil
      }
    }
    return walk.line - old.line
  }

  /// Adds the last checkpoints of another chain, moved down by some lines.
  mutating func append(_ other: SparseChain, from first: Int, movedBy lines: Int64) {
    let start = other.openStart(of: first)
    let openOffset = open.count - start
    open.reserveSparingly(other.open.count - start)
    checkpoints.reserveSparingly(other.checkpoints.count - first)
    open += other.open[start...]
    for old in other.checkpoints[first...] {
      checkpoints.append(
        Checkpoint(
          item: old.item, line: old.line + lines, track: old.track,
          openEnd: UInt32(truncatingIfNeeded: Int(old.openEnd) + openOffset)))
    }
  }

  /// Takes away the checkpoints from one on, and returns them.
  mutating func cut(from first: Int) -> SparseChain {
    var rest = SparseChain()
    guard first < checkpoints.count else { return rest }
    rest.append(self, from: first, movedBy: 0)
    open.removeSubrange(openStart(of: first)...)
    checkpoints.removeSubrange(first...)
    return rest
  }

  /// Takes away what an edit leaves behind it, and returns that with the numbers that its items have now. Here stays what
  /// is before the edit.
  ///
  /// - Complexity: O(*c*), where *c* is the number of checkpoints from the edit on.
  mutating func divide(at edit: PlacementEdit) -> SparseChain {
    // Where the first of the items was next to be placed the cursor may have gone past what had no room for it as it was.
    let kept = checkpoints.firstPosition { $0.item >= edit.items.lowerBound || !edit.leavesLines(upTo: $0.line) }
    guard kept < checkpoints.count else { return SparseChain() }
    var first = checkpoints.firstPosition { $0.item >= edit.items.upperBound && edit.leavesLines(from: $0.line) }
    while first < checkpoints.count,
      open[openRange(of: first)].contains(where: { edit.specials.contains(Int($0.special)) })
    {
      first += 1
    }
    var behind: SparseChain
    if kept == 0, first == 0 {
      behind = self
      self = SparseChain()
    } else {
      behind = cut(from: first)
      _ = cut(from: kept)
    }
    behind.move(by: edit)
    return behind
  }

  private mutating func move(by edit: PlacementEdit) {
    let (offset, specialOffset) = (edit.offset, edit.specialOffset)
    if offset != 0 {
      for at in checkpoints.indices { checkpoints[at].item += offset }
    }
    guard specialOffset != 0 else { return }
    let behind = Int32(truncatingIfNeeded: edit.specials.upperBound)
    for at in open.indices where open[at].special >= behind { open[at].special += specialOffset }
  }
}

extension Array {
  /// Makes room for more elements, and for an eighth more than there are rather than as many again.
  mutating func reserveSparingly(_ more: Int) {
    if count + more > capacity { reserveCapacity(count + more + count / 8) }
  }
}
