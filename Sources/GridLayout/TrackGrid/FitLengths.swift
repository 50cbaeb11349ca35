/// How the tracks of a track grid know what stands in them.
public enum TrackFit: Hashable, Sendable {
  /// No item has a say: the tracks are parts and points only.
  case independent
  /// Every item is measured, and each track is as long as what stands in it asks for.
  case exact
  /// Some items are not measured, or what was the largest has become smaller: tracks are as long as the largest sizes
  /// that were measured ask for. They grow as more is measured, and shrink only where they are fitted anew.
  case runningMaximum
}

/// What items ask of the tracks that they cover: for all that cover the same ones the largest length says all.
struct FitLengths: Sendable {
  /// The largest length of the items that start in a track and cover so many, by `track << 16 | width`.
  private var largest: [Int64: Double] = [:]
  /// Whether what was the largest of some tracks is so no more.
  private(set) var hasShrunk = false

  private static func key(_ area: TrackArea) -> Int64 { Int64(area.track) << 16 | Int64(area.width) }

  /// Takes in that an item has another length.
  ///
  /// - Returns: Whether tracks may have changed.
  mutating func change(_ area: TrackArea, from old: Double?, to new: Double?) -> Bool {
    let key = FitLengths.key(area)
    let most = largest[key]
    if let new, new > most ?? -1 {
      largest[key] = new
      return true
    }
    if let old, old == most, new != old { hasShrunk = true }
    return false
  }

  /// What the tracks are asked for.
  func items() -> [TrackSizing.Item] {
    largest.keys.sorted().map { key in
      let (track, width) = (Int(key >> 16), Int(key & 0xffff))
      return TrackSizing.Item(parts: track..<track + width, span: Int64(width), length: largest[key] ?? 0)
    }
  }
}
