// The first three phases of placing, and how they are gone through again after an edit: they are quick beside the fourth,
// of which only what they change is placed anew.

extension GridContents {
  /// An item that asks for a place, and its position among the special ones.
  private struct Started {
    var wish: PlacementWish
    var position: Int
  }

  /// Places the items that ask for a place anew, after some of them have changed.
  ///
  /// - Complexity: O(*d* + *s* *w* log *s*), as when the contents were made.
  mutating func restart() {
    let old = special
    special.removeAll()
    special.reserveCapacity(old.count + started.count)
    var positions: [Int] = []
    positions.reserveCapacity(started.count)
    var next = 0
    for at in old.indexes.indices {
      while next < started.count, started[next].index <= old.indexes[at] { start(&next, &positions) }
      if next == 0 || started[next - 1].index != old.indexes[at] {
        special.append(old.indexes[at], shape: old.shapes[at])
      }
    }
    while next < started.count { start(&next, &positions) }
    anchored = AnchoredItems(tracks: tracks, mostInBlock: anchored.occupied.mostInBlock)
    anchoredOrder.removeAll(keepingCapacity: true)
    startDiagnostics = PlacementDiagnostics()
    placeStarted(at: positions)
  }

  private mutating func start(_ next: inout Int, _ positions: inout [Int]) {
    positions.append(special.count)
    special.append(started[next].index, shape: shapes.number(started[next].shape))
    next += 1
  }

  /// Places the items that ask for a place.
  ///
  /// - Parameter positions: Those of the items among the special ones.
  mutating func placeStarted(at positions: [Int]) {
    guard !positions.isEmpty else { return }
    var lost: [Int] = []
    for item in zip(started, positions).lazy.map(Started.init) {
      guard let track = item.wish.track, let line = item.wish.line else { continue }
      let area = item.wish.area(track: track, line: line, tracks: tracks)
      if anchored.isFree(area) { anchor(item, area) } else { lose(item, .startConflict, &lost) }
    }
    var trackHints = TrackHints(tracks: tracks)
    for item in zip(started, positions).lazy.map(Started.init) {
      guard let track = item.wish.track, item.wish.line == nil else { continue }
      var area = item.wish.area(track: track, line: 0, tracks: tracks)
      area.line = trackHints.line(area)
      raise(&area)
      trackHints.remember(area)
      anchor(item, area)
    }
    var lineHints: [LineHint: Int] = [:]
    for item in zip(started, positions).lazy.map(Started.init) {
      guard let line = item.wish.line, item.wish.track == nil else { continue }
      let hint = LineHint(line: line, width: item.wish.width, height: item.wish.height)
      let first = lineHints[hint] ?? 0
      let track = firstTrack(item.wish, line: line, from: first)
      // What was passed over once will not fit later. A short scan is cheaper than to remember it.
      if track == nil || track! - first > 8 { lineHints[hint] = track ?? tracks }
      if let track {
        anchor(item, item.wish.area(track: track, line: line, tracks: tracks))
      } else {
        lose(item, .lineFull, &lost)
      }
    }
    anchored.finish()
    lost.sort()
    special.removePlain(lost, shapes)
  }

  private mutating func anchor(_ item: Started, _ area: TrackArea) {
    if area.width < item.wish.width { startDiagnostics.say(.overhang, item.wish.index) }
    anchored.insert(PlacedArea(index: item.wish.index, area: area))
    anchoredOrder.append(item.wish.index)
    special.anchor(item.position)
  }

  private mutating func lose(_ item: Started, _ kind: PlacementDiagnostic.Kind, _ lost: inout [Int]) {
    startDiagnostics.say(kind, item.wish.index)
    lost.append(item.position)
  }

  /// Moves an area to the first line from its own on where it is free.
  private func raise(_ area: inout TrackArea) {
    var agreeing = 0
    var track = area.track
    while agreeing < area.width {
      let line = anchored.occupied.firstGap(of: area.height, from: area.line, track: track)
      agreeing = line > area.line ? 1 : agreeing + 1
      area.line = line
      track = track + 1 < area.track + area.width ? track + 1 : area.track
    }
  }

  private func firstTrack(_ wish: PlacementWish, line: Int64, from first: Int) -> Int? {
    var free = 0
    for track in first..<max(first, tracks) {
      free = anchored.occupied.isFree(line, line + wish.height, track: track) ? free + 1 : 0
      if free == wish.width { return track + 1 - free }
    }
    return nil
  }
}

/// What a line is known to have no room for before some track. One without the height would be wrong: a tall item may
/// have passed over what a low one fits in.
private struct LineHint: Hashable {
  var line: Int64
  var width: Int
  var height: Int64
}

/// For each track some sizes of items, and a line before which nothing of that size fits any more.
private struct TrackHints {
  private struct Hint {
    var width: Int
    var height: Int64
    var line: Int64
  }

  private var hints: [[Hint]]
  static let most = 64

  init(tracks: Int) { hints = Array(repeating: [], count: tracks) }

  /// Returns a line before which there is no room for an area: where a smaller one found none, it finds none either.
  func line(_ area: TrackArea) -> Int64 {
    var line: Int64 = 0
    for hint in hints[area.track] where hint.width <= area.width && hint.height <= area.height {
      line = max(line, hint.line)
    }
    return line
  }

  mutating func remember(_ area: TrackArea) {
    let hint = Hint(width: area.width, height: area.height, line: area.line)
    let track = area.track
    if let same = hints[track].firstIndex(where: { $0.width == area.width && $0.height == area.height }) {
      hints[track][same] = hint
    } else if hints[track].count < TrackHints.most {
      hints[track].append(hint)
    } else if let least = hints[track].indices.min(by: { hints[track][$0].line < hints[track][$1].line }) {
      hints[track][least] = hint
    }
  }
}

extension SpecialItems {
  fileprivate mutating func anchor(_ position: Int) { shapes[position] = SpecialItems.anchored }

  /// Takes out those of some items that are plain once they have no start.
  fileprivate mutating func removePlain(_ positions: [Int], _ all: ItemShapes) {
    let plain = positions.filter { all[shapes[$0]] == ItemShapes.Shape(width: 1, height: 1) }
    guard var to = plain.first else { return }
    var removed = 0
    for from in to..<indexes.count {
      if removed < plain.count, plain[removed] == from {
        removed += 1
      } else {
        indexes[to] = indexes[from]
        shapes[to] = shapes[from]
        to += 1
      }
    }
    indexes.removeSubrange(to...)
    shapes.removeSubrange(to...)
  }
}
