/// The places of the spanning items of one shape in a dense grid. A later one never fits earlier, so both lists rise.
struct DensePlaces: Sendable {
  /// Positions among the special items.
  private(set) var specials: [Int32] = []
  /// Line × tracks + track.
  private(set) var places: [Int64] = []

  mutating func reserveCapacity(_ count: Int) {
    specials.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  mutating func append(_ special: Int32, place: Int64) {
    specials.append(special)
    places.append(place)
  }

  mutating func cut(from special: Int) {
    let kept = specials.firstPosition { Int($0) >= special }
    specials.removeSubrange(kept...)
    places.removeSubrange(kept...)
  }

  /// Takes away what an edit leaves behind it, and returns that with the positions that its items have now.
  mutating func divide(at edit: PlacementEdit) -> DensePlaces {
    let first = specials.firstPosition { Int($0) >= edit.specials.upperBound }
    var behind = DensePlaces()
    behind.places = Array(places[first...])
    let offset = edit.specialOffset
    behind.specials = Array(specials[first...])
    // Positions stay far from the ends of their numbers, and a check of each would take four times as long.
    if offset != 0 { for at in behind.specials.indices { behind.specials[at] &+= offset } }
    cut(from: edit.specials.lowerBound)
    return behind
  }

  /// Adds the places of some special items, further down by so much.
  mutating func append(_ other: DensePlaces, in range: Range<Int>, movedBy offset: Int64) {
    let first = other.specials.firstPosition { Int($0) >= range.lowerBound }
    let last = other.specials.firstPosition { Int($0) >= range.upperBound }
    specials.reserveSparingly(last - first)
    places.reserveSparingly(last - first)
    specials += other.specials[first..<last]
    if offset == 0 {
      places += other.places[first..<last]
    } else {
      for place in other.places[first..<last] { places.append(place + offset) }
    }
  }
}
