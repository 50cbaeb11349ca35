/// Where the items of a dense grid stand: the bands that are left, and what was placed so far.
///
/// - Complexity: Near O(*s*), where *s* is the number of special items, in grids whose shapes are few; placing goes as far
///   as an answer needs and no further. An answer takes O(*h* log *s* + *k*), where *h* is the number of shapes and *k*
///   that of cells that it names.
struct DensePlacement: Sendable {
  /// The places of the items of one shape. A later one never fits earlier, so both lists rise.
  private struct Placed: Sendable {
    var specials: [Int32] = []
    /// Line × tracks + track.
    var places: [Int64] = []

    mutating func reserveCapacity(_ count: Int) {
      specials.reserveCapacity(count)
      places.reserveCapacity(count)
    }

    mutating func cut(from special: Int) {
      let kept = specials.firstPosition { Int($0) >= special }
      specials.removeSubrange(kept...)
      places.removeSubrange(kept...)
    }
  }

  private var bands: DenseBands
  private var placed: [Placed]
  /// The next special item to place, and the item from which on plain ones are not placed.
  private var special = 0
  private var item: Int64 = 0
  /// How many plain items are placed.
  private var plain: Int64 = 0
  /// The line after the last that a spanning item reaches.
  private var deepest: Int64 = 0

  /// A state that placing came through; what was placed by then is the beginning of what is placed now.
  private struct Checkpoint: Sendable {
    var bands: DenseBands
    var special: Int
    var item: Int64
    var plain: Int64
    var deepest: Int64
  }

  /// The first is before all items.
  private var checkpoints: [Checkpoint] = []
  private var placedSinceCheckpoint = 0
  /// How many spanning items are placed from one checkpoint to the next; more where bands are many, for each checkpoint
  /// has them all.
  private let spacing: Int

  /// How many bands were looked at, so that tests can hold the cost to account.
  var steps: Int64 { bands.steps }

  init(_ contents: GridContents, spacing: Int) {
    self.spacing = max(spacing, 1)
    bands = DenseBands(contents)
    var counts = Array(repeating: 0, count: contents.shapes.list.count)
    for shape in contents.special.shapes where shape != SpecialItems.anchored { counts[Int(shape)] += 1 }
    placed = Array(repeating: Placed(), count: counts.count)
    for (shape, count) in counts.enumerated() { placed[shape].reserveCapacity(count) }
    leaveCheckpoint()
  }

  private mutating func leaveCheckpoint() {
    checkpoints.append(Checkpoint(bands: bands, special: special, item: item, plain: plain, deepest: deepest))
    placedSinceCheckpoint = 0
  }

  /// Forgets where items from one on stand.
  mutating func forget(from item: Int64, _ contents: GridContents) {
    let steps = self.steps
    if self.item > item {
      let kept = max(checkpoints.firstPosition { $0.item > item }, 1)
      checkpoints.removeSubrange(kept...)
      let last = checkpoints[kept - 1]
      (bands, special, self.item, plain, deepest) = (last.bands, last.special, last.item, last.plain, last.deepest)
      for shape in placed.indices { placed[shape].cut(from: special) }
      placedSinceCheckpoint = 0
    }
    bands.resume(after: steps, contents)
    while placed.count < contents.shapes.list.count { placed.append(Placed()) }
  }

  /// Places items until all lines before one are full, or to the end.
  private mutating func extend(_ contents: GridContents, until line: Int64) {
    while item < contents.count, bands.firstOpenLine(contents) < line { placeNext(contents) }
  }

  private mutating func placeNext(_ contents: GridContents) {
    let next = special < contents.special.count ? contents.special.indexes[special] : contents.count
    if next > item {
      bands.placePlain(next - item, contents)
      plain += next - item
      item = next
      return
    }
    let shape = contents.special.shapes[special]
    if shape != SpecialItems.anchored {
      let place = bands.place(shape, contents)
      placed[Int(shape)].specials.append(Int32(truncatingIfNeeded: special))
      placed[Int(shape)].places.append(place.line * Int64(contents.tracks) + Int64(place.track))
      deepest = max(deepest, place.line + contents.shapes[shape].height)
      placedSinceCheckpoint += 1
    }
    special += 1
    item += 1
    if placedSinceCheckpoint >= spacing * max(bands.capacity / 64, 1) { leaveCheckpoint() }
  }

  /// The line after the last that an item without a start reaches. Places all.
  mutating func end(_ contents: GridContents) -> Int64 {
    extend(contents, until: .max)
    guard plain > 0 else { return deepest }
    return max(deepest, plainCell(plain - 1, contents).line + 1)
  }

  /// Whether all items are placed.
  func isPlaced(_ contents: GridContents) -> Bool { item >= contents.count }

  /// Calls a function with lines that are covered, all of them together, after all items are placed.
  func forEachCovered(_ contents: GridContents, _ body: (Range<Int64>) -> Void) {
    let tracks = Int64(contents.tracks)
    for (number, list) in placed.enumerated() {
      let height = contents.shapes[Int32(number)].height
      for place in list.places { body(place / tracks..<place / tracks + height) }
    }
    // What is before a plain item is full.
    if plain > 0 { body(0..<plainCell(plain - 1, contents).line + 1) }
  }

  /// Returns where an item without a start stands.
  mutating func area(of index: Int64, _ contents: GridContents) -> TrackArea? {
    while item <= index, item < contents.count { placeNext(contents) }
    let position = contents.special.count(before: index)
    if position < contents.special.count, contents.special.indexes[position] == index {
      let number = contents.special.shapes[position]
      let (list, shape) = (placed[Int(number)], contents.shapes[number])
      let at = list.specials.firstPosition { Int($0) >= position }
      let (line, track) = list.places[at].quotientAndRemainder(dividingBy: Int64(contents.tracks))
      return TrackArea(track: Int(track), line: line, width: Int(shape.width), height: shape.height)
    }
    // Placed last or not, a plain item is the one before which so many cells are free of all others. Special items that
    // come after it are no matter: they could only take cells that it left.
    return plainCell(index - Int64(position), contents)
  }

  // MARK: Cells that are covered

  /// Calls a function with each spanning or anchored item that covers one of some lines, in no order.
  private func forEachSpecial(in lines: Range<Int64>, _ contents: GridContents, _ body: (PlacedArea) -> Void) {
    contents.anchored.forEach(in: lines, body)
    let tracks = Int64(contents.tracks)
    for (number, list) in placed.enumerated() where !list.places.isEmpty {
      let shape = contents.shapes[Int32(number)]
      var at = list.places.firstPosition { $0 / tracks + shape.height > lines.lowerBound }
      while at < list.places.count, list.places[at] / tracks < lines.upperBound {
        let (line, track) = list.places[at].quotientAndRemainder(dividingBy: tracks)
        body(
          PlacedArea(
            index: contents.special.indexes[Int(list.specials[at])],
            area: TrackArea(track: Int(track), line: line, width: Int(shape.width), height: shape.height)))
        at += 1
      }
    }
  }

  /// How many cells before a line no spanning or anchored item covers.
  private func freeCells(before line: Int64, _ contents: GridContents) -> Int64 {
    let tracks = Int64(contents.tracks)
    var covered = contents.anchored.cells(before: line)
    for (number, list) in placed.enumerated() where !list.places.isEmpty {
      let shape = contents.shapes[Int32(number)]
      let before = list.places.firstPosition { $0 / tracks >= line }
      covered += Int64(before) * Int64(shape.width) * shape.height
      var at = before - 1
      while at >= 0, list.places[at] / tracks + shape.height > line {
        covered -= (list.places[at] / tracks + shape.height - line) * Int64(shape.width)
        at -= 1
      }
    }
    return line * tracks - covered
  }

  /// Returns the cell before which so many are free.
  private func plainCell(_ number: Int64, _ contents: GridContents) -> TrackArea {
    // The lines of all special items, and as many as plain ones need where there are no others.
    var (low, high) = (Int64(0), max(deepest, contents.anchored.end) + number / Int64(contents.tracks) + 1)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if freeCells(before: middle, contents) <= number { low = middle } else { high = middle - 1 }
    }
    let free = freeTracks(of: low, contents)
    let place = Int(number - freeCells(before: low, contents))
    return TrackArea(track: free[place], line: low, width: 1, height: 1)
  }

  private func freeTracks(of line: Int64, _ contents: GridContents) -> [Int] {
    var isFree = Array(repeating: true, count: contents.tracks)
    forEachSpecial(in: line..<line + 1, contents) { item in
      for track in item.area.track..<item.area.track + item.area.width { isFree[track] = false }
    }
    return isFree.indices.filter { isFree[$0] }
  }

  /// Calls a function with each item without a start that covers one of some lines, in no order.
  mutating func forEach(in lines: Range<Int64>, _ contents: GridContents, _ body: (PlacedArea) -> Void) {
    extend(contents, until: lines.upperBound)
    var areas: [TrackArea] = []
    forEachSpecial(in: lines, contents) { item in
      areas.append(item.area)
      if contents.anchored[item.index] == nil { body(item) }
    }
    areas.sort { $0.line < $1.line }
    fill(lines, around: areas, contents, body)
  }

  /// Calls a function with the plain items of some lines, which fill what special ones leave.
  private func fill(
    _ lines: Range<Int64>, around areas: [TrackArea], _ contents: GridContents, _ body: (PlacedArea) -> Void
  ) {
    var number = freeCells(before: lines.lowerBound, contents)
    guard number < plain else { return }
    var position = contents.special.count(before: contents.special.plainItem(number))
    var skyline = Array(repeating: Int64(0), count: contents.tracks)
    var next = 0
    var line = lines.lowerBound
    while line < lines.upperBound {
      var event = lines.upperBound
      while next < areas.count, areas[next].line <= line {
        for track in areas[next].track..<areas[next].track + areas[next].width { skyline[track] = areas[next].end }
        next += 1
      }
      if next < areas.count { event = min(event, areas[next].line) }
      let free = skyline.indices.filter { skyline[$0] <= line }
      for end in skyline where end > line { event = min(event, end) }
      if free.isEmpty {
        line = event
        continue
      }
      while line < event {
        for track in free {
          guard number < plain else { return }
          while position < contents.special.count, contents.special.indexes[position] <= number + Int64(position) {
            position += 1
          }
          body(
            PlacedArea(
              index: number + Int64(position), area: TrackArea(track: track, line: line, width: 1, height: 1)))
          number += 1
        }
        line += 1
      }
    }
  }
}
