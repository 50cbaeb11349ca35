/// Where the items of a sparse grid stand: a walk that has come so far, and checkpoints to start others from.
///
/// After an edit the walk starts again before it. The checkpoints behind the edit are kept aside, and where the walk
/// comes to a state like one of theirs it need not go the same way again: they are taken over, some lines higher or lower.
///
/// - Complexity: The walk takes O(*e* *t*), where *e* is the number of special items that it meets and of lines where one
///   of them begins or ends, and *t* that of tracks. It goes as far as an answer needs and no further.
struct SparsePlacement: Sendable {
  private var chain = SparseChain()
  private var walk: SparseWalk
  /// What was walked before edits behind each of them, the furthest first.
  private var tails: [SparseChain] = []
  /// The first checkpoint of the nearest of them that the walk has not come past, and the item that was next there.
  private var nextOld = 0
  private var nextOldItem = Int64.max
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
    chain.append(walk)
    stepsSinceCheckpoint = 0
  }

  private mutating func resume(_ contents: GridContents) {
    walk = chain.walk(from: chain.checkpoints.count - 1, contents, patience: spacing)
    stepsSinceCheckpoint = 0
  }

  /// Walks on until an item is placed, or the cursor has come to a line, or to the end.
  private mutating func extend(_ contents: GridContents, past item: Int64 = .max, to line: Int64 = .max) {
    while walk.item <= item, walk.line < line {
      let taken = walk.pass(contents)
      if taken == 0 { return }
      steps += Int64(taken)
      stepsSinceCheckpoint += taken
      if walk.item >= nextOldItem, join(contents) { continue }
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
    var walk = chain.walk(from: 0, contents, patience: spacing)
    while let step = walk.advance(contents) {
      if step.count > 0 { body(step.line..<step.line + step.lines) }
    }
  }

  /// Returns where an item without a start stands.
  ///
  /// - Complexity: O(log *c* + *s* *t*) where the walk has been, with *c* checkpoints and *s* steps between two of them.
  mutating func area(of index: Int64, _ contents: GridContents) -> TrackArea? {
    extend(contents, past: index)
    let from = chain.checkpoints.firstPosition { $0.item > index } - 1
    var walk = chain.walk(from: from, contents, patience: spacing)
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
    let after = chain.checkpoints.firstPosition {
      $0.line > lines.lowerBound || ($0.line == lines.lowerBound && $0.track > 0)
    }
    let from = max(after - 1, 0)
    chain.forEachOpen(at: from) { one in
      guard one.line < lines.upperBound else { return }
      let shape = contents.shapes[contents.special.shapes[Int(one.special)]]
      let area = TrackArea(track: Int(one.track), line: one.line, width: Int(shape.width), height: shape.height)
      if area.end > lines.lowerBound {
        body(PlacedArea(index: contents.special.indexes[Int(one.special)], area: area))
      }
    }
    var walk = chain.walk(from: from, contents, patience: spacing)
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

// MARK: Edits

extension SparsePlacement {
  /// How many chains are kept aside: each is worth what was walked between two edits after which nobody asked.
  private static let mostTails = 32

  /// Starts again before what was edited, and keeps aside what was walked behind it.
  ///
  /// - Parameter contents: What is there after the edit.
  /// - Complexity: O(*c*), where *c* is the number of checkpoints behind.
  mutating func change(_ edit: PlacementEdit, _ contents: GridContents) {
    var divided: [SparseChain] = []
    for at in tails.indices {
      let behind = tails[at].divide(at: edit)
      if !behind.isEmpty { divided.append(behind) }
      if !tails[at].isEmpty { divided.append(tails[at]) }
    }
    // Wherever the walk stands, it knows of anchored items what was.
    if walk.item >= edit.items.lowerBound || edit.isRestart {
      let behind = chain.divide(at: edit)
      // The first checkpoint is before all items.
      if chain.isEmpty { chain.append(SparseWalk(contents, patience: spacing)) }
      if !behind.isEmpty { divided.append(behind) }
      resume(contents)
    }
    while divided.count > SparsePlacement.mostTails {
      let least = divided.indices.min { divided[$0].checkpoints.count < divided[$1].checkpoints.count }
      divided.remove(at: least ?? 0)
    }
    tails = divided
    awaitTail()
  }

  private mutating func awaitTail() {
    nextOld = 0
    nextOldItem = tails.last?.checkpoints.first?.item ?? .max
  }

  /// Takes over an old chain if the walk stands as one of its checkpoints does.
  private mutating func join(_ contents: GridContents) -> Bool {
    walk.closeItems(contents)
    while let tail = tails.last {
      while nextOld < tail.checkpoints.count, tail.checkpoints[nextOld].item <= walk.item {
        if let lines = tail.offset(of: walk, from: nextOld, contents) {
          chain.append(tail, from: nextOld, movedBy: lines)
          tails.removeLast()
          awaitTail()
          resume(contents)
          return true
        }
        nextOld += 1
      }
      if nextOld < tail.checkpoints.count {
        nextOldItem = tail.checkpoints[nextOld].item
        return false
      }
      tails.removeLast()
      awaitTail()
      if walk.item < nextOldItem { return false }
    }
    return false
  }
}
