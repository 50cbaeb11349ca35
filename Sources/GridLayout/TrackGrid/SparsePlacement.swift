/// Where the items of a sparse grid stand: a walk that has come so far, and checkpoints to start others from.
///
/// - Complexity: The walk takes O(*e* *t*), where *e* is the number of special items that it meets and of lines where one
///   of them begins or ends, and *t* that of tracks. It goes as far as an answer needs and no further.
struct SparsePlacement: Sendable {
  /// A state of the walk.
  private struct Checkpoint: Sendable {
    var item: Int64
    var line: Int64
    var special: Int32
    var track: Int32
    /// Where its open items end among all that are remembered.
    var openEnd: Int
  }

  private var checkpoints: [Checkpoint] = []
  private var open: [SparseWalk.OpenItem] = []
  private var walk: SparseWalk
  private var stepsSinceCheckpoint = 0
  /// How many steps a walk takes from one checkpoint to the next.
  let spacing: Int
  /// How many steps were taken for answers, so that tests can hold their cost to account.
  private(set) var steps: Int64 = 0

  init(_ contents: GridContents, spacing: Int) {
    self.spacing = max(spacing, 1)
    walk = SparseWalk(contents, patience: self.spacing)
    leaveCheckpoint(contents)
  }

  private mutating func leaveCheckpoint(_ contents: GridContents) {
    walk.closeItems(contents)
    open.reserveSparingly(walk.open.count)
    checkpoints.reserveSparingly(1)
    open += walk.open
    checkpoints.append(
      Checkpoint(
        item: walk.item, line: walk.line, special: Int32(truncatingIfNeeded: walk.special), track: Int32(walk.track),
        openEnd: open.count))
    stepsSinceCheckpoint = 0
  }

  private func openItems(of checkpoint: Int) -> ArraySlice<SparseWalk.OpenItem> {
    open[(checkpoint == 0 ? 0 : checkpoints[checkpoint - 1].openEnd)..<checkpoints[checkpoint].openEnd]
  }

  private func walk(from checkpoint: Int, _ contents: GridContents) -> SparseWalk {
    let from = checkpoints[checkpoint]
    return SparseWalk(
      contents, patience: spacing, item: from.item, special: Int(from.special), line: from.line, track: Int(from.track),
      open: openItems(of: checkpoint))
  }

  /// Walks on until an item is placed, or the cursor has come to a line, or to the end.
  private mutating func extend(_ contents: GridContents, past item: Int64 = .max, to line: Int64 = .max) {
    while walk.item <= item, walk.line < line {
      let taken = walk.pass(contents)
      if taken == 0 { return }
      steps += Int64(taken)
      stepsSinceCheckpoint += taken
      if stepsSinceCheckpoint >= spacing { leaveCheckpoint(contents) }
    }
  }

  /// The line after the last that an item without a start reaches. Walks to the end.
  mutating func end(_ contents: GridContents) -> Int64 {
    extend(contents)
    return walk.end
  }

  /// Whether all items are placed.
  func isPlaced(_ contents: GridContents) -> Bool { walk.item >= contents.count }

  /// Calls a function with the lines of every step of the walk, after all items are placed.
  func forEachCovered(_ contents: GridContents, _ body: (Range<Int64>) -> Void) {
    var walk = walk(from: 0, contents)
    while let step = walk.advance(contents) {
      if step.count > 0 { body(step.line..<step.line + step.lines) }
    }
  }

  /// Forgets where items from one on stand.
  mutating func forget(from item: Int64, _ contents: GridContents) {
    // Where the item was next to be placed the cursor may have gone past what had no room for it as it was.
    guard walk.item >= item else { return }
    // The first checkpoint is before all items, so one is always kept.
    let kept = max(checkpoints.firstPosition { $0.item >= item }, 1)
    checkpoints.removeSubrange(kept...)
    open.removeSubrange(checkpoints[kept - 1].openEnd...)
    walk = walk(from: kept - 1, contents)
    stepsSinceCheckpoint = 0
  }

  /// Returns where an item without a start stands.
  ///
  /// - Complexity: O(log *c* + *s* *t*) where the walk has been, with *c* checkpoints and *s* steps between two of them.
  mutating func area(of index: Int64, _ contents: GridContents) -> TrackArea? {
    extend(contents, past: index)
    let from = checkpoints.firstPosition { $0.item > index } - 1
    var walk = walk(from: from, contents)
    while let step = walk.advance(contents) {
      steps += 1
      guard index < step.item + step.count else { continue }
      if step.width > 0 {
        return TrackArea(track: step.track, line: step.line, width: step.width, height: step.lines)
      }
      let (line, place) = (index - step.item).quotientAndRemainder(dividingBy: step.perLine)
      return TrackArea(track: walk.track(of: Int(place), in: step), line: step.line + line, width: 1, height: 1)
    }
    return nil
  }

  /// Calls a function with each item without a start that covers one of some lines, in the order of the items.
  mutating func forEach(in lines: Range<Int64>, _ contents: GridContents, _ body: (PlacedArea) -> Void) {
    extend(contents, to: lines.upperBound)
    // The last state at which no line of the window has begun.
    let after = checkpoints.firstPosition {
      $0.line > lines.lowerBound || ($0.line == lines.lowerBound && $0.track > 0)
    }
    let from = max(after - 1, 0)
    for one in openItems(of: from) where one.line < lines.upperBound {
      let shape = contents.shapes[contents.special.shapes[Int(one.special)]]
      let area = TrackArea(track: Int(one.track), line: one.line, width: Int(shape.width), height: shape.height)
      if area.end > lines.lowerBound {
        body(PlacedArea(index: contents.special.indexes[Int(one.special)], area: area))
      }
    }
    var walk = walk(from: from, contents)
    while walk.line < lines.upperBound, let step = walk.advance(contents) {
      steps += 1
      if step.width > 0 {
        let area = TrackArea(track: step.track, line: step.line, width: step.width, height: step.lines)
        if area.line < lines.upperBound, area.end > lines.lowerBound { body(PlacedArea(index: step.item, area: area)) }
      } else if step.count > 0 {
        let first = max(lines.lowerBound, step.line)
        for line in first..<max(first, min(lines.upperBound, step.line + step.lines)) {
          let first = step.item + (line - step.line) * step.perLine
          walk.forEachTrack(in: step) { place, track in
            body(
              PlacedArea(index: first + Int64(place), area: TrackArea(track: track, line: line, width: 1, height: 1)))
          }
        }
      }
    }
  }
}

extension Array {
  /// Makes room for more elements, and for an eighth more than there are rather than as many again.
  fileprivate mutating func reserveSparingly(_ more: Int) {
    if count + more > capacity { reserveCapacity(count + more + count / 8) }
  }
}
