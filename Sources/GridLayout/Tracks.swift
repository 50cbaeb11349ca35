/// The tracks of a grid, resolved in a length across it.
///
///     let tracks = Tracks([GridItem(.fixed(70)), GridItem(.adaptive(minimum: 40))], in: 200, fraction: 0)
///     tracks.map(\.offset)   // [0, 78, 143]
///     tracks.map(\.length)   // [70, 57, 57]
///
/// Tracks depend on nothing but the grid items and the length, never on what stands in them. Positions are not
/// rounded to whole points or pixels.
///
/// Nothing in the input traps. What can't be taken as it stands is replaced, and said in ``diagnostics``.
public struct Tracks: Hashable, Sendable {
  /// The end of the last track before alignment moved them, in points.
  public private(set) var contentLength = 0.0
  /// The length that the grid claims across: its content, or what was offered if that is more, in points.
  ///
  /// With ``TrackResolution/twoPass`` it is what the first pass claimed, which the content may exceed.
  public private(set) var reportedLength = 0.0
  /// What was done instead of what was asked for.
  public private(set) var diagnostics: [TrackDiagnostic] = []

  /// The tracks, in the order of their grid items.
  private var elements: [Track] = []
  /// Whether no track starts, or ends, before the one that precedes it, as it is unless a gap is negative.
  private(set) var isOrdered = true

  /// The most tracks that a grid may have.
  public static let limit = 4096

  /// Resolves grid items in a length.
  ///
  /// - Parameters:
  ///   - items: In leading-to-trailing (or top-to-bottom) order.
  ///   - length: What is offered across the grid, in points.
  ///   - fraction: Where the tracks stand in room that is left: 0 leading or top, ½ center, 1 trailing or bottom.
  ///   - resolution: Whether an overflowing grid is resolved once or twice.
  /// - Complexity: O(*i* + *t*), where *i* is the number of grid items and *t* that of tracks.
  public init(
    _ items: [GridItem], in length: Double, fraction: Double, resolution: TrackResolution = .onePass
  ) {
    guard !items.isEmpty, length.isFinite, length > 0 else {
      diagnostics = [items.isEmpty ? .noTracks : length.isFinite ? .lengthNotPositive : .lengthNotFinite]
      return
    }
    if length > longest { diagnostics.append(.lengthTooLarge) }
    let length = Swift.min(length, longest)
    let fraction = fraction > 0 ? Swift.min(fraction, 1) : 0
    let items = items.indices.map { items[$0].checked($0, &diagnostics) }

    var pass = TrackPass(items, in: length, fraction: fraction)
    reportedLength = Swift.max(length, pass.contentLength)
    if resolution == .twoPass, reportedLength > length {
      pass = TrackPass(items, in: reportedLength, fraction: fraction)
    }
    elements = pass.tracks
    contentLength = pass.contentLength
    if let item = pass.cut { diagnostics.append(.tooManyTracks(item: item)) }
    isOrdered = elements.indices.dropFirst().allSatisfy {
      elements[$0 - 1].offset <= elements[$0].offset && elements[$0 - 1].end <= elements[$0].end
    }
  }

  /// Returns the length that a grid takes across where none is offered: the ideal lengths of as many of its
  /// items as there are grid items, and the gaps between.
  ///
  ///     let three = Array(repeating: GridItem(), count: 3)
  ///     Tracks.idealLength(three, ideals: [50, 60, 70, 999])   // 50 + 8 + 60 + 8 + 70
  ///
  /// - Parameter ideals: The ideal lengths of the first items, in points. One that is missing, below zero or not
  ///   finite counts as zero.
  /// - Complexity: O(*i*), where *i* is the number of grid items.
  public static func idealLength(_ items: [GridItem], ideals: [Double]) -> Double {
    var unused: [TrackDiagnostic] = []
    var length = 0.0
    for i in items.indices {
      if i < ideals.count, ideals[i].isFinite { length += Swift.min(Swift.max(ideals[i], 0), longest) }
      if i < items.count - 1 { length += items[i].checked(i, &unused).gap }
    }
    return length
  }
}

extension Tracks: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }
  public subscript(position: Int) -> Track { elements[position] }
}

/// The longest length that grids compute with, in points: sums and products of such lengths stay finite.
let longest = 1e12
