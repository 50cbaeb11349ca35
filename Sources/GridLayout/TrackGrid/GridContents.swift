/// The items of a track grid, with those placed that have starts: the first three of the four phases of placing.
///
/// 1. Items with both coordinates take their cells, first come, first served.
/// 2. Items with a track only take the first line of it that has room.
/// 3. Items with a line only take the first track of it that has room.
/// 4. All others follow, those among them whose starts could not be had: ``SparsePlacement`` and ``DensePlacement``.
struct GridContents: Sendable {
  /// How many items there are.
  var count: Int64
  let tracks: Int
  var special = SpecialItems()
  var shapes = ItemShapes()
  var anchored: AnchoredItems
  /// The indexes of the anchored items in the order in which they were placed.
  var anchoredOrder: [Int64] = []
  var diagnostics = PlacementDiagnostics()
  /// How many lines all spans may still have.
  var linesLeft = PlacementWish.allLines

  /// - Parameter tracks: One at least.
  /// - Complexity: O(*d* log *d* + *s* *w* log *s*), where *d* is the number of declarations, *s* of starts, and *w* the
  ///   width of an item; looking for room adds to that where many starts of one track or line compete.
  init(count: Int64, tracks: Int, flow: GridFlow, declared: [DeclaredItem], blockSize: Int) {
    self.count = count
    self.tracks = tracks
    anchored = AnchoredItems(tracks: tracks, mostInBlock: blockSize)
    let started = read(declared, flow)
    guard !started.isEmpty else { return }
    placeStarted(started)
  }

  /// An item that asks for a place, and its position among the special ones.
  private struct Started {
    var position: Int
    var wish: PlacementWish
  }

  private mutating func read(_ declared: [DeclaredItem], _ flow: GridFlow) -> [Started] {
    special.reserveCapacity(declared.count)
    var first = readSpans(declared, flow)
    if first == declared.count { return [] }
    var declared = declared
    if !declared.indices.dropFirst(max(first, 1)).allSatisfy({ declared[$0 - 1].index < declared[$0].index }) {
      let order = declared.indices.sorted { (declared[$0].index, $0) < (declared[$1].index, $1) }
      declared = order.map { declared[$0] }
      first = 0
      special.removeAll()
      linesLeft = PlacementWish.allLines
    }
    var started: [Started] = []
    var latest: Int64 = first > 0 ? declared[first - 1].index : -1
    for item in declared[first...] {
      guard item.index >= 0, item.index < count else {
        diagnostics.say(.noSuchItem, item.index)
        continue
      }
      guard item.index != latest else {
        diagnostics.say(.declaredTwice, item.index)
        continue
      }
      latest = item.index
      if item.start == nil, let shape = plainShape(item.span, flow) {
        linesLeft -= shape.height
        if shape.width > 1 || shape.height > 1 { special.append(item.index, shape: shapes.number(shape)) }
        continue
      }
      let wish = PlacementWish(item, tracks: tracks, flow: flow, lines: &linesLeft, &diagnostics)
      let isStarted = wish.track != nil || wish.line != nil
      guard isStarted || wish.width > 1 || wish.height > 1 else { continue }
      if isStarted { started.append(Started(position: special.count, wish: wish)) }
      special.append(
        item.index, shape: shapes.number(ItemShapes.Shape(width: Int32(wish.width), height: wish.height)))
    }
    return started
  }

  /// Reads the first of some declarations, up to one that is not in order or more than a span that can be had as it is.
  ///
  /// - Returns: How many were read. In most grids that is all.
  private mutating func readSpans(_ declared: [DeclaredItem], _ flow: GridFlow) -> Int {
    var latest: Int64 = -1
    for at in declared.indices {
      let index = declared[at].index
      guard index > latest, index < count, declared[at].start == nil, let shape = plainShape(declared[at].span, flow)
      else { return at }
      latest = index
      linesLeft -= shape.height
      if shape.width > 1 || shape.height > 1 { special.append(index, shape: shapes.number(shape)) }
    }
    return declared.count
  }

  /// The shape of a span that can be had as it is declared, as nearly all are; nil for others.
  private func plainShape(_ span: GridSpan, _ flow: GridFlow) -> ItemShapes.Shape? {
    let (width, height) = flow == .rows ? (span.column, span.row) : (span.row, span.column)
    guard width >= 1, width <= Int64(tracks), height >= 1, height <= min(PlacementWish.longestSpan, linesLeft) else {
      return nil
    }
    return ItemShapes.Shape(width: Int32(width), height: height)
  }

  private mutating func placeStarted(_ started: [Started]) {
    var lost: [Int] = []
    for item in started {
      guard let track = item.wish.track, let line = item.wish.line else { continue }
      let area = item.wish.area(track: track, line: line, tracks: tracks)
      if anchored.isFree(area) { anchor(item, area) } else { lose(item, .startConflict, &lost) }
    }
    var trackHints = TrackHints(tracks: tracks)
    for item in started {
      guard let track = item.wish.track, item.wish.line == nil else { continue }
      var area = item.wish.area(track: track, line: 0, tracks: tracks)
      area.line = trackHints.line(area)
      raise(&area)
      trackHints.remember(area)
      anchor(item, area)
    }
    var lineHints: [LineHint: Int] = [:]
    for item in started {
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
    if area.width < item.wish.width { diagnostics.say(.overhang, item.wish.index) }
    anchored.insert(PlacedArea(index: item.wish.index, area: area))
    anchoredOrder.append(item.wish.index)
    special.anchor(item.position)
  }

  private mutating func lose(_ item: Started, _ kind: PlacementDiagnostic.Kind, _ lost: inout [Int]) {
    diagnostics.say(kind, item.wish.index)
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
