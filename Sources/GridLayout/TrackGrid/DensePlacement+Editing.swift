extension DensePlacement {
  /// What was placed behind an edit.
  struct Tail: Sendable {
    var chain: DenseChain
    var placed: [DensePlaces]

    /// As ``DenseChain/divide(at:)``; the places from the first special item on that the edit replaced go with it.
    mutating func divide(at edit: PlacementEdit) -> Tail {
      let chain = self.chain.divide(at: edit)
      var places: [DensePlaces] = []
      for shape in placed.indices { places.append(placed[shape].divide(at: edit)) }
      return Tail(chain: chain, placed: chain.isEmpty ? [] : places)
    }
  }

  /// How many of them are kept: each is worth what was placed between two edits after which nobody asked.
  private static let mostTails = 32

  /// Starts again before what was edited, and keeps aside what was placed behind it.
  ///
  /// - Parameter contents: What is there after the edit.
  /// - Complexity: O(*s* + *c*), where *s* is the number of spanning items that are placed behind, to move them in memory,
  ///   and *c* the size of the checkpoints there.
  mutating func change(_ edit: PlacementEdit, _ contents: GridContents) {
    var divided: [Tail] = []
    for at in tails.indices {
      let behind = tails[at].divide(at: edit)
      if !behind.chain.isEmpty { divided.append(behind) }
      if !tails[at].chain.isEmpty { divided.append(tails[at]) }
    }
    // Also where they cover what they did they may have come in another order.
    if edit.isRestart { bands.knowAnchored(contents) }
    if item > edit.items.lowerBound || edit.isRestart {
      var tail = Tail(chain: chain, placed: placed)
      (chain, placed) = (DenseChain(words: bands.words), [])
      let behind = tail.divide(at: edit)
      (chain, placed) = (tail.chain, tail.placed)
      if !behind.chain.isEmpty { divided.append(behind) }
      resume(contents)
      for shape in placed.indices { placed[shape].cut(from: special) }
    }
    while divided.count > DensePlacement.mostTails {
      let least = divided.indices.min {
        divided[$0].chain.checkpoints.count < divided[$1].chain.checkpoints.count
      }
      divided.remove(at: least ?? 0)
    }
    tails = divided
    awaitTail()
    bands.knowShapes(contents)
    while placed.count < contents.shapes.list.count { placed.append(DensePlaces()) }
  }

  private mutating func awaitTail() {
    nextOld = 0
    nextOldItem = tails.last?.chain.checkpoints.first?.item ?? .max
  }

  /// Takes over what was placed before if the bands are those of one of its checkpoints.
  mutating func join(_ contents: GridContents) -> Bool {
    while let tail = tails.last {
      while nextOld < tail.chain.checkpoints.count, tail.chain.checkpoints[nextOld].item <= item {
        if tail.chain.checkpoints[nextOld].item == item, let lines = bands.offset(from: tail.chain, nextOld, contents) {
          let first = special
          chain.append(tail.chain, from: nextOld, movedBy: lines)
          tails.removeLast()
          awaitTail()
          resume(contents)
          for shape in tail.placed.indices {
            placed[shape].append(tail.placed[shape], in: first..<special, movedBy: lines * Int64(contents.tracks))
          }
          return true
        }
        nextOld += 1
      }
      if nextOld < tail.chain.checkpoints.count {
        nextOldItem = tail.chain.checkpoints[nextOld].item
        return false
      }
      tails.removeLast()
      awaitTail()
      if item < nextOldItem { return false }
    }
    return false
  }
}
