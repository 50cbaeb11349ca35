internal import GridLayout
internal import GridStore

/// Where a window came to rest, and in what content: what the next one goes on from.
struct ScrollRest: Sendable, Hashable {
  var viewport: Viewport
  /// The key of the item that holds still; nil where none was in sight.
  var key: CellKey?
  /// The index of that item, where the viewport's anchor is none: in a grid of tracks it is a line.
  var item: Int?
  /// Whether that was asked for, and is not just the first item in sight.
  var isHeld = false
  /// The content that the indexes are those of, and how many items it has.
  var content: ContentStamp
  var count: Int64
  /// The keys of the cells around, by index: one of them takes over if the item is gone.
  var neighbors: [Neighbors]

  struct Neighbors: Sendable, Hashable {
    let start: Int
    let keys: CellKeys

    func key(of index: Int) -> CellKey? {
      index >= start && index - start < keys.count ? keys[index - start] : nil
    }
  }
}

/// One state of one content: equal stamps have the same items at the same indexes.
struct ContentStamp: Sendable, Hashable {
  /// The number of the content; no two have the same.
  let content: UInt64
  let generation: Generation?
}

extension ScrollRest {
  /// - Parameter holds: Keys of the items that are to hold still, if they are in sight, in their order of preference.
  init(_ layout: WindowLayout, holding holds: [CellKey], _ content: ContentStamp, _ neighbors: [Neighbors]) {
    viewport = layout.viewport
    self.content = content
    count = layout.grid.count
    self.neighbors = neighbors
    key = viewport.anchor.flatMap { anchor in
      neighbors.lazy.compactMap { $0.key(of: Int(anchor.index)) }.first
    }
    guard !holds.isEmpty else { return }
    var indexes: [CellKey: Int] = [:]
    for run in neighbors {
      for (index, key) in zip(run.start..., run.keys) where layout.visible.contains(index) && indexes[key] == nil {
        indexes[key] = index
      }
    }
    guard let held = holds.first(where: { indexes[$0] != nil }), let index = indexes[held] else { return }
    viewport.hold(Int64(index), in: layout.grid)
    key = held
    isHeld = true
  }

  /// Takes in that the content may be another, looking up where the anchor's item is now.
  mutating func move(
    to content: ContentStamp, in grid: LineGrid, find: (CellKey) throws -> Int?
  ) rethrows {
    guard self.content != content, let anchor = viewport.anchor else { return }
    self.content = content
    let index = try survivor(of: Int(anchor.index), find) ?? Int(anchor.index)
    defer { count = grid.count }
    // A grid that was made anew of the same items: where it stood before stays where it wants to stand.
    if index == anchor.index, count == grid.count { return }
    let policy = viewport.policy
    if isHeld { viewport.policy = .keepsItem }
    viewport.contentDidChange(anchorAt: Int64(index), in: grid)
    viewport.policy = policy
  }

  /// Where the item is now, or the nearest of those after it, or else of those before it, that is still there.
  private func survivor(of index: Int, _ find: (CellKey) throws -> Int?) rethrows -> Int? {
    if let key, let found = try find(key) { return found }
    for keys in neighbors {
      for i in keys.keys.indices where keys.start + i > index {
        if let found = try find(keys.keys[i]) { return found }
      }
    }
    for keys in neighbors.reversed() {
      for i in keys.keys.indices.reversed() where keys.start + i < index {
        if let found = try find(keys.keys[i]) { return found }
      }
    }
    return nil
  }
}

extension ScrollState {
  /// Where the viewport comes to rest in a grid, and whether its target lies past the end.
  ///
  /// - Parameters:
  ///   - grid: What it shows.
  ///   - content: The content of the grid.
  ///   - find: The index of the item with a key; nil if there is none.
  /// - Throws: ``LayoutError`` for a target that cannot be, ``StoreError`` for a key that is not there.
  /// - Complexity: O(log *n*) beside what is found.
  func rest(
    in grid: LineGrid, _ content: ContentStamp, find: (CellKey) throws -> Int?
  ) throws -> (viewport: Viewport, isClamped: Bool) {
    try checkNumbers()
    var view = try standing(in: grid, content, find: find)
    var isClamped = false
    func show(_ index: Int64) { view.scroll(to: .item(index, ViewportAlignment(alignment)), in: grid) }
    switch target {
    case .stay: isClamped = view.isClamped
    case .start: view.scroll(to: .start, in: grid)
    case .end: view.scroll(to: .end, in: grid)
    case .key(let key):
      guard let index = try find(key) else { throw StoreError(.noSuchKey, "no row of this list has the key \(key)") }
      show(Int64(index))
    case .index(let index):
      guard index >= 0 else { throw LayoutError("index \(index) is below zero") }
      show(Int64(index))
      isClamped = index >= grid.count
    case .place(let place):
      guard place.delta.isFinite else { throw LayoutError("the place is \(place.delta) points into a line") }
      let index = try find(place.key) ?? place.index
      view.scroll(to: .anchor(ScrollAnchor(index: Int64(index), delta: place.delta)), in: grid)
      isClamped = view.isClamped
    case .fraction(let fraction):
      guard fraction.isFinite, fraction >= 0 else { throw LayoutError("fraction \(fraction) is not from 0 to 1") }
      let range = view.range(in: grid)
      let way = range.upperBound - range.lowerBound
      view.scroll(to: fraction >= 1 ? .end : .offset(range.lowerBound + way * fraction), in: grid)
      isClamped = fraction > 1
    case .offset(let offset):
      guard offset.isFinite, offset >= min(0, -insetStart) else {
        throw LayoutError("offset \(offset) is below zero or not finite")
      }
      view.scroll(to: .offset(offset), in: grid)
      isClamped = view.isClamped
    }
    guard distance != 0 else { return (view, isClamped) }
    if let behavior {
      view.scroll(to: .offset(view.target(of: view.offset + distance, behavior, in: grid)), in: grid)
    } else {
      view.scroll(by: distance, in: grid)
    }
    return (view, view.isClamped)
  }

  /// The viewport before its target is gone to: where it stood, if that matters.
  private func standing(
    in grid: LineGrid, _ content: ContentStamp, find: (CellKey) throws -> Int?
  ) throws -> Viewport {
    let length = grid.axis == .vertical ? viewport.height : viewport.width
    guard target == .stay || alignment == .nearest, var rest else {
      return Viewport(
        length: length, insetStart: insetStart, insetEnd: insetEnd, policy: policy,
        shortContentFraction: shortContentFraction, in: grid)
    }
    rest.viewport.policy = policy
    try rest.move(to: content, in: grid, find: find)
    rest.viewport.layoutDidChange(
      length: length, insetStart: insetStart, insetEnd: insetEnd, shortContentFraction: shortContentFraction, in: grid)
    return rest.viewport
  }

  private func checkNumbers() throws(LayoutError) {
    try LazyGridGeometry.check(viewport.width, "the width of the viewport")
    try LazyGridGeometry.check(viewport.height, "the height of the viewport")
    for number in [insetStart, insetEnd] where !number.isFinite {
      throw LayoutError("an inset of the viewport is \(number); it must be a finite number")
    }
    guard distance.isFinite else { throw LayoutError("the distance to scroll by is \(distance)") }
    guard 0...1 ~= shortContentFraction else {
      throw LayoutError("short content stands at \(shortContentFraction); it must be from 0 to 1")
    }
  }
}

extension ViewportAlignment {
  fileprivate init(_ alignment: ScrollAlignment) {
    switch alignment {
    case .start: self = .start
    case .center: self = .center
    case .end: self = .end
    case .nearest: self = .nearest
    }
  }
}
