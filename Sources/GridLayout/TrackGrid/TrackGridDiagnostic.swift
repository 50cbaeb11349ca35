/// What was done instead of what a track grid was asked to be.
public enum TrackGridDiagnostic: Hashable, Sendable {
  /// What a number is about.
  public enum Part: Hashable, Sendable {
    case track(Int)
    case spacing, insets, container, itemSize
  }

  /// A grid without tracks places nothing.
  case noTracks
  /// Tracks beyond ``Tracks/limit`` are left out.
  case tooManyTracks
  /// A number is NaN or infinite and counts as zero.
  case numberNotFinite(Part)
  /// A number is below zero and counts as zero.
  case negativeNumber(Part)
  /// A number is over 10¹² points and counts as that.
  case numberTooLarge(Part)
  /// All flexible tracks have a part of zero, and no length.
  case allPartsZero
  /// The gaps and insets take more than the container has.
  case noRoom
}

/// Replaces the numbers of a track grid that can't be taken as they stand, and remembers why, each thing once.
struct TrackGridCheck {
  private(set) var diagnostics: [TrackGridDiagnostic] = []

  mutating func say(_ diagnostic: TrackGridDiagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }

  mutating func number(_ number: Double, _ part: TrackGridDiagnostic.Part) -> Double {
    guard number.isFinite else {
      say(.numberNotFinite(part))
      return 0
    }
    if number < 0 { say(.negativeNumber(part)) }
    if number > longest { say(.numberTooLarge(part)) }
    return min(max(number, 0), longest)
  }

  mutating func size(_ size: Size, _ part: TrackGridDiagnostic.Part) -> Size {
    Size(width: number(size.width, part), height: number(size.height, part))
  }

  mutating func tracks(_ tracks: [GridTrack]) -> [GridTrack] {
    if tracks.isEmpty { say(.noTracks) }
    if tracks.count > Tracks.limit { say(.tooManyTracks) }
    var hasParts = false
    var allParts = 0.0
    var checked: [GridTrack] = []
    for (position, track) in tracks.prefix(Tracks.limit).enumerated() {
      switch track {
      case .fr(let parts):
        let parts = number(parts, .track(position))
        hasParts = true
        allParts += parts
        checked.append(.fr(parts))
      case .pt(let points): checked.append(.pt(number(points, .track(position))))
      case .fit: checked.append(.fit)
      }
    }
    if hasParts, allParts == 0 { say(.allPartsZero) }
    return checked
  }
}
