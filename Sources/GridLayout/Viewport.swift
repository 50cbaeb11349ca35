/// The part of a grid's content that is in sight, as a value: where it stands, and how it holds its place.
///
///     var viewport = Viewport(length: 844, in: grid)
///     viewport.scroll(to: .item(40, .start), in: grid)
///     grid.replaceItems(0..<0, by: [.uniform(count: 4, length: 100)])
///     viewport.contentDidChange(.insert(at: 0, count: 4), in: grid)   // item 44 now, and where item 40 was on screen
///     for line in grid.window(viewport.interval) { … }
///
/// A position is an item and a distance from its line, never a distance from the start of the content alone. So a change
/// elsewhere does not move what is in sight, and moving by *d* moves by exactly that at any depth. There are no timers and
/// no callbacks: events go in, and the state is the answer.
///
/// Another layout of the same items, by other tracks or another length of the viewport, keeps the first visible item, and
/// going back leads to the same position to the last bit, however short the content was in between.
///
/// Numbers that are not finite count as zero.
public struct Viewport: Hashable, Sendable {
  /// Its length along the main axis, in points; zero or above.
  public internal(set) var length: Double
  /// How much of it is covered at its start and end, in points: the content may be scrolled that much further, and items
  /// come to stand inside of it.
  public internal(set) var insetStart: Double
  public internal(set) var insetEnd: Double
  /// What it holds on to when the content changes.
  public var policy: ViewportPolicy
  /// Where content stands that is shorter than the viewport: 0 at its start, ½ in the middle, 1 at its end.
  public internal(set) var shortContentFraction: Double

  /// How far its start is past that of the content, in points.
  public internal(set) var offset = 0.0
  /// The first item in sight and how far into its line the viewport starts; nil where there are no items or no tracks.
  public internal(set) var anchor: ScrollAnchor?
  /// Whether it stands at the start or the end of what can be scrolled.
  public internal(set) var isAtStart = true
  public internal(set) var isAtEnd = true
  /// Whether the last event asked for a place before the start or past the end.
  public internal(set) var isClamped = false

  /// The place that was come to by scrolling or by a change of the content, which another layout may not be able to show:
  /// then the viewport stands elsewhere until a layout can.
  var home: Home?

  struct Home: Hashable {
    var anchor: ScrollAnchor
    /// The length of the anchor's line there.
    var lineLength: Double
  }

  /// Makes a viewport at the start of the content.
  ///
  /// - Parameters:
  ///   - length: Along the main axis, in points; below zero counts as zero.
  ///   - insetStart: How much of it is covered at the start, in points: a safe area, a bar.
  ///   - insetEnd: How much of it is covered at the end, in points.
  ///   - policy: What it holds on to when the content changes.
  ///   - shortContentFraction: Where content stands that is shorter than the viewport: 0 at its start, 1 at its end.
  ///   - destination: Where it stands first.
  ///   - grid: The grid that it shows.
  /// - Complexity: O(log *n*), as everything here.
  public init(
    length: Double, insetStart: Double = 0, insetEnd: Double = 0, policy: ViewportPolicy = .keepsItem,
    shortContentFraction: Double = 0, at destination: ScrollDestination = .start, in grid: LineGrid
  ) {
    self.length = max(Viewport.bounded(length), 0)
    self.insetStart = Viewport.bounded(insetStart)
    self.insetEnd = Viewport.bounded(insetEnd)
    self.policy = policy
    self.shortContentFraction = min(max(Viewport.finite(shortContentFraction), 0), 1)
    scroll(to: .start, in: grid)
    if destination != .start { scroll(to: destination, in: grid) }
  }

  /// Forgets what the last event asked for: where it stands is all that is left of it.
  public mutating func forgetEvent() { isClamped = false }

  /// What is in sight, for ``LineGrid/window(_:pinned:relativeToLine:limit:)``.
  public var interval: VisibleInterval {
    VisibleInterval(start: offset, length: length, insetStart: insetStart, insetEnd: insetEnd)
  }

  static func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }

  /// A length or an inset that can be computed with.
  static func bounded(_ number: Double) -> Double { min(max(finite(number), -longest), longest) }

  /// The offsets that it can have. Content that is shorter than the viewport can't be scrolled.
  public func range(in grid: LineGrid) -> ClosedRange<Double> {
    let first = 0 - insetStart
    let last = grid.contentLength + insetEnd - length
    if last >= first { return first...last }
    let only = first - (first - last) * shortContentFraction
    return only...only
  }

  // MARK: Scrolling

  /// Goes to a place, or as near as the content allows.
  public mutating func scroll(to destination: ScrollDestination, in grid: LineGrid) {
    let range = range(in: grid)
    switch destination {
    case .start: settle(at: range.lowerBound, in: grid)
    case .end: settle(at: range.upperBound, in: grid)
    case .offset(let offset): settle(at: offset.isNaN ? 0 : offset, in: grid)
    case .anchor(let anchor):
      guard grid.lineCount > 0 else { return }
      let index = min(max(anchor.index, 0), grid.count - 1)
      settle(ScrollAnchor(index: index, delta: Viewport.finite(anchor.delta)), keeping: .ifFirst, in: grid)
    case .item(let index, let alignment):
      guard grid.lineCount > 0 else { return }
      let index = min(max(index, 0), grid.count - 1)
      settle(ScrollAnchor(index: index, delta: delta(showing: index, alignment, in: grid)), keeping: .never, in: grid)
    }
  }

  /// Moves by a distance, in points, or as far as the content allows.
  public mutating func scroll(by distance: Double, in grid: LineGrid) {
    let distance = Viewport.finite(distance)
    guard var anchor = anchor, grid.lineCount > 0 else { return settle(at: offset + distance, in: grid) }
    anchor.delta += distance
    settle(anchor, keeping: .never, in: grid)
  }

  /// How far past the start of an item's line the viewport starts once it shows it.
  private func delta(showing index: Int64, _ alignment: ViewportAlignment, in grid: LineGrid) -> Double {
    let band = grid.band(ofItem: index)
    let room = max(length - insetStart - insetEnd, 0)
    func delta(_ fraction: Double) -> Double { (band.length - room) * fraction - insetStart }
    switch alignment {
    case .fraction(let fraction): return delta(Viewport.finite(fraction))
    case .nearest:
      var visits = NodeVisits()
      // How far the line starts past the start of the room now, and ends before the end of it.
      var now = grid.index.start(of: band) - offset - insetStart
      if let anchor {
        let origin = grid.band(ofItem: min(anchor.index, grid.count - 1))
        now = grid.index.distance(from: origin, to: band, &visits) - anchor.delta - insetStart
      }
      let left = room - now - band.length
      if now >= 0 && left >= 0 || now <= 0 && left <= 0 { return -now - insetStart }
      return (now < 0) == (band.length <= room) ? delta(0) : delta(1)
    }
  }
}
