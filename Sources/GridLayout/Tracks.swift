/// One resolved track, in points from the leading (or top) side of the grid.
public struct Track: Hashable, Sendable {
  public var offset: Double
  public var length: Double
  /// The number of the grid item that it comes from.
  public var item: Int

  public var end: Double { offset + length }
}

/// What was done instead of what was asked for.
public enum TrackDiagnostic: Hashable, Sendable {
  /// There is no grid item, so no track.
  case noTracks
  /// The length across the grid is NaN or infinite, so there is no track.
  case lengthNotFinite
  /// The length across the grid is zero or less, so there is no track.
  case lengthNotPositive
  /// A number of an item is NaN or infinite where it must be finite, and counts as zero.
  case numberNotFinite(item: Int)
  /// A fixed length below zero counts as zero.
  case negativeLength(item: Int)
  /// A minimum over its maximum: the minimum wins for a flexible item, the maximum for an adaptive one.
  case minimumOverMaximum(item: Int)
  /// An adaptive minimum and spacing that add up to nothing make one track.
  case noAdaptiveStep(item: Int)
  /// More tracks than 4,096 were asked for; there are that many.
  case tooManyTracks(item: Int)
}

/// Whether a grid that is wider than it was offered is resolved again with what it took.
public enum TrackResolution: Hashable, Sendable {
  case onePass
  /// As SwiftUI draws: tracks are resolved again in the size that the first pass reported, which may
  /// be too small once more.
  case twoPass
}

/// The tracks of a grid, resolved in a length across it.
public struct Tracks: Hashable, Sendable {
  public private(set) var tracks: [Track] = []
  /// The end of the last track before alignment moved them, in points.
  public private(set) var contentLength = 0.0
  /// The length that the grid claims across: the content, or what was offered if that is more.
  public private(set) var reportedLength = 0.0
  public private(set) var diagnostics: [TrackDiagnostic] = []

  /// The most tracks that a grid may have.
  public static let limit = 4096

  /// Resolves grid items in a length, by SwiftUI's rules.
  ///
  /// - Parameters:
  ///   - items: In leading-to-trailing (or top-to-bottom) order.
  ///   - length: What is offered across the grid, in points.
  ///   - fraction: Where the tracks stand in room that is left: 0 leading, ½ center, 1 trailing.
  /// - Complexity: O(*t*), where *t* is the number of tracks.
  public init(_ items: [GridItem], in length: Double, fraction: Double, resolution: TrackResolution = .onePass) {
    resolve(items, in: length, fraction: fraction)
    if resolution == .twoPass, reportedLength > length {
      let reported = reportedLength
      resolve(items, in: reported, fraction: fraction)
      reportedLength = reported
    }
  }

  /// The length that a grid takes across where none is offered: the ideal lengths of as many items as it has
  /// grid items, and the gaps between.
  ///
  /// - Parameter ideals: The ideal lengths of the first items, in points.
  public static func idealLength(_ items: [GridItem], ideals: [Double]) -> Double {
    var length = 0.0
    for i in items.indices {
      if i < ideals.count, ideals[i].isFinite { length += max(ideals[i], 0) }
      if i < items.count - 1 { length += items[i].spacing ?? defaultSpacing }
    }
    return length
  }

  private mutating func resolve(_ items: [GridItem], in length: Double, fraction: Double) {
    self.tracks = []
    contentLength = 0
    reportedLength = 0
    diagnostics = []
    if items.isEmpty { return diagnostics.append(.noTracks) }
    if !length.isFinite { return diagnostics.append(.lengthNotFinite) }
    if length <= 0 { return diagnostics.append(.lengthNotPositive) }

    var room = length
    var sharing = 0.0
    for (i, item) in items.enumerated() {
      if i < items.count - 1 { room -= gap(after: item, i) }
      if case .fixed(let fixed) = item.size { room -= fixedLength(fixed, i, reports: false) } else { sharing += 1 }
    }

    var offset = 0.0
    for (i, item) in items.enumerated() {
      let gap = gap(after: item, i, reports: true)
      let share = max(room, 0) / max(sharing, 1)
      let start = offset
      switch item.size {
      case .fixed(let fixed):
        append(Track(offset: offset, length: fixedLength(fixed, i, reports: true), item: i))
      case .flexible(let minimum, let maximum):
        let minimum = bound(minimum, i)
        let maximum = maximum.isNaN ? .infinity : maximum
        if minimum > maximum { diagnostics.append(.minimumOverMaximum(item: i)) }
        // The share is held to the maximum first, so that the minimum wins where they cross.
        append(Track(offset: offset, length: max(min(share, maximum), minimum), item: i))
      case .adaptive(let minimum, let maximum):
        let minimum = bound(minimum, i)
        let maximum = maximum.isNaN ? .infinity : max(maximum, 0)
        if minimum > maximum { diagnostics.append(.minimumOverMaximum(item: i)) }
        let count = adaptiveCount(share: share, minimum: minimum, gap: gap, i)
        let each = max(min((share - Double(count - 1) * gap) / Double(count), maximum), 0)
        for n in 0..<count {
          append(Track(offset: offset + Double(n) * (each + gap), length: each, item: i))
        }
      }
      offset = tracks.last?.end ?? offset
      if case .fixed = item.size {
      } else {
        // What an item took is gone for the others, not what it was offered; it is never given back.
        room -= offset - start
        sharing -= 1
      }
      contentLength = offset
      offset += gap
      if tracks.count >= Tracks.limit {
        if i < items.count - 1 { diagnostics.append(.tooManyTracks(item: i)) }
        break
      }
    }
    reportedLength = max(length, contentLength)
    if contentLength < length {
      let shift = (length - contentLength) * fraction
      for i in tracks.indices { tracks[i].offset += shift }
    }
  }

  private mutating func append(_ track: Track) { tracks.append(track) }

  /// How many tracks of at least a minimum a share holds: one at least, and no more than there may be.
  private mutating func adaptiveCount(share: Double, minimum: Double, gap: Double, _ item: Int) -> Int {
    guard minimum + gap > 0 else {
      diagnostics.append(.noAdaptiveStep(item: item))
      return 1
    }
    let count = max(((share - minimum) / (minimum + gap)).rounded(.down), 0) + 1
    let most = Tracks.limit - tracks.count
    if count > Double(most) {
      diagnostics.append(.tooManyTracks(item: item))
      return max(most, 1)
    }
    return Int(count)
  }

  private mutating func gap(after item: GridItem, _ i: Int, reports: Bool = false) -> Double {
    guard let spacing = item.spacing else { return defaultSpacing }
    if spacing.isFinite { return min(max(spacing, -longest), longest) }
    if reports { diagnostics.append(.numberNotFinite(item: i)) }
    return 0
  }

  private mutating func fixedLength(_ length: Double, _ i: Int, reports: Bool) -> Double {
    if length.isFinite && length >= 0 { return min(length, longest) }
    if reports { diagnostics.append(length.isFinite ? .negativeLength(item: i) : .numberNotFinite(item: i)) }
    return 0
  }

  private mutating func bound(_ minimum: Double, _ i: Int) -> Double {
    if minimum.isFinite { return min(max(minimum, 0), longest) }
    diagnostics.append(.numberNotFinite(item: i))
    return 0
  }
}

/// The longest length that grids compute with, in points: sums and products of it stay finite.
let longest = 1e12
