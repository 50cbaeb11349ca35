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
  public private(set) var length: Double
  /// How much of it is covered at its start and end, in points: the content may be scrolled that much further, and items
  /// come to stand inside of it.
  public private(set) var insetStart: Double
  public private(set) var insetEnd: Double
  /// What it holds on to when the content changes.
  public var policy: ViewportPolicy
  /// Where content stands that is shorter than the viewport: 0 at its start, ½ in the middle, 1 at its end.
  public private(set) var shortContentFraction: Double

  /// How far its start is past that of the content, in points.
  public private(set) var offset = 0.0
  /// The first item in sight and how far into its line the viewport starts; nil where there are no items or no tracks.
  public private(set) var anchor: ScrollAnchor?
  /// Whether it stands at the start or the end of what can be scrolled.
  public private(set) var isAtStart = true
  public private(set) var isAtEnd = true
  /// Whether the last event asked for a place before the start or past the end.
  public private(set) var isClamped = false

  /// The place that was come to by scrolling or by a change of the content, which another layout may not be able to show:
  /// then the viewport stands elsewhere until a layout can.
  private var home: Home?

  private struct Home: Hashable {
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

  /// What is in sight, for ``LineGrid/window(_:pinned:relativeToLine:limit:)``.
  public var interval: VisibleInterval {
    VisibleInterval(start: offset, length: length, insetStart: insetStart, insetEnd: insetEnd)
  }

  private static func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }

  /// A length or an inset that can be computed with.
  private static func bounded(_ number: Double) -> Double { min(max(finite(number), -longest), longest) }

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

  // MARK: Change

  /// Takes in that the items of the grid changed: the anchor's line stays where it is on screen.
  ///
  /// If the anchor itself was removed, the item after it takes its place, or else the one before it. An anchor that moved is
  /// followed.
  ///
  /// - Parameters:
  ///   - change: What happened to the items.
  ///   - grid: The grid after the change.
  public mutating func contentDidChange(_ change: ContentChange, in grid: LineGrid) {
    let index = anchor.map { grid.count > 0 ? change.index(of: $0.index, count: grid.count) : 0 }
    contentDidChange(anchorAt: index ?? 0, in: grid)
  }

  /// Takes in that the items of the grid are others, of which only the new place of the anchor is known.
  ///
  /// - Parameters:
  ///   - index: The index of the anchor's item now, or of what is to take its place; of the last or first item, if it is
  ///     past those.
  ///   - grid: The grid after the change.
  public mutating func contentDidChange(anchorAt index: Int64, in grid: LineGrid) {
    if isHeld(in: grid) { return }
    guard var anchor = anchor, grid.lineCount > 0 else { return settle(at: offset, in: grid) }
    anchor.index = min(max(index, 0), grid.count - 1)
    settle(anchor, keeping: .ifFirst, in: grid)
  }

  /// Makes an item the anchor, so that it is the one that the next change of content or layout leaves where it is on
  /// screen: what has the focus or is selected, rather than the first in sight.
  ///
  /// - Parameters:
  ///   - index: The item; one that is not there changes nothing.
  ///   - grid: The grid that it stands in.
  public mutating func hold(_ index: Int64, in grid: LineGrid) {
    guard let anchor, grid.lineCount > 0, 0..<grid.count ~= index, anchor.index < grid.count else { return }
    var visits = NodeVisits()
    let (old, band) = (grid.band(ofItem: anchor.index), grid.band(ofItem: index))
    let held = ScrollAnchor(index: index, delta: anchor.delta - grid.index.distance(from: old, to: band, &visits))
    self.anchor = held
    home = Home(anchor: held, lineLength: band.length)
  }

  /// Takes in that the same items are laid out otherwise: by other tracks, in another length, between other insets.
  ///
  /// - Parameters:
  ///   - length: Its length along the main axis from now on, in points; nil keeps what it was.
  ///   - insetStart: How much of it is covered at the start from now on, in points; nil keeps what it was.
  ///   - insetEnd: The same at the end.
  ///   - shortContentFraction: Where short content stands from now on; nil keeps what it was.
  ///   - grid: The grid as it is laid out now.
  public mutating func layoutDidChange(
    length: Double? = nil, insetStart: Double? = nil, insetEnd: Double? = nil, shortContentFraction: Double? = nil,
    in grid: LineGrid
  ) {
    if let length { self.length = max(Viewport.bounded(length), 0) }
    if let insetStart { self.insetStart = Viewport.bounded(insetStart) }
    if let insetEnd { self.insetEnd = Viewport.bounded(insetEnd) }
    if let shortContentFraction { self.shortContentFraction = min(max(Viewport.finite(shortContentFraction), 0), 1) }
    let home = home
    defer { self.home = home ?? self.home }
    if isHeld(in: grid) { return }
    guard let home, grid.lineCount > 0, home.anchor.index < grid.count else { return settle(at: offset, in: grid) }
    var anchor = home.anchor
    let lineLength = grid.band(ofItem: anchor.index).length
    if anchor.delta < home.lineLength, anchor.delta >= lineLength, home.lineLength > 0 {
      // The line is so short now that its item would be out of sight: the same part of the line is.
      anchor.delta *= lineLength / home.lineLength
    }
    settle(anchor, keeping: .always, in: grid)
  }

  /// Stays at the start or the end, if the policy is so.
  private mutating func isHeld(in grid: LineGrid) -> Bool {
    if isAtEnd, policy.contains(.followsEnd) {
      scroll(to: .end, in: grid)
    } else if isAtStart, policy.contains(.staysAtStart) {
      scroll(to: .start, in: grid)
    } else {
      return false
    }
    return true
  }

  // MARK: Coming to rest

  /// Whether an anchor stays the anchor where it comes to rest, or the first item in sight takes its place.
  private enum Keeping {
    case never
    /// If its line is the first one in sight, though a change may have put others before it in the line.
    case ifFirst
    case always
  }

  /// Comes to rest at an anchor, or as near as the content allows.
  private mutating func settle(_ wanted: ScrollAnchor, keeping: Keeping, in grid: LineGrid) {
    let range = range(in: grid)
    let band = grid.band(ofItem: wanted.index)
    let offset = grid.index.start(of: band) + wanted.delta
    guard range.contains(offset) else { return settle(at: offset, in: grid) }
    var keeps = keeping == .always
    if keeping == .ifFirst {
      keeps = wanted.delta < band.length && wanted.delta > -length && grid.isFirst(band, at: wanted.delta)
    }
    let anchor = keeps ? wanted : grid.anchor(from: band, at: wanted.delta, length)
    rest(at: offset, anchor, isClamped: false, in: grid)
  }

  /// Comes to rest at an offset, or as near as the content allows.
  private mutating func settle(at wanted: Double, in grid: LineGrid) {
    let range = range(in: grid)
    let offset = min(max(wanted, range.lowerBound), range.upperBound)
    rest(at: offset, grid.anchor(at: offset, length), isClamped: offset != wanted, in: grid)
  }

  /// - Parameter offset: Within the range; what stands in the end follows from the anchor, so that the anchor leads there
  ///   again to the last bit.
  private mutating func rest(at offset: Double, _ anchor: ScrollAnchor?, isClamped: Bool, in grid: LineGrid) {
    let range = range(in: grid)
    self.offset = offset
    self.anchor = anchor
    self.isClamped = isClamped
    home = nil
    if let anchor {
      let band = grid.band(ofItem: anchor.index)
      home = Home(anchor: anchor, lineLength: band.length)
      self.offset = grid.index.start(of: band) + anchor.delta
      // The sum may be off by its last bit, but at the ends it is the end that counts.
      for end in [range.upperBound, range.lowerBound] where (self.offset - end).magnitude <= end.ulp {
        self.offset = end
      }
    }
    isAtStart = self.offset <= range.lowerBound
    isAtEnd = self.offset >= range.upperBound
  }
}

extension ContentChange {
  /// The index that an item has after the change; of one that went, that of the item after it, or else before it.
  ///
  /// - Parameter count: How many items there are after the change.
  func index(of index: Int64, count: Int64) -> Int64 {
    var now = index
    switch self {
    case .insert(let at, let number): if at <= index { now += number }
    case .remove(let range): if index >= range.lowerBound { now = max(index - Int64(range.count), range.lowerBound) }
    case .move(let from, let to):
      if index == from {
        now = to
      } else {
        if from < index { now -= 1 }
        if to <= now { now += 1 }
      }
    case .resize: break
    }
    return min(max(now, 0), count - 1)
  }
}
