/// Where the items of a dense grid stand: the bands that are left, and what was placed so far.
///
/// - Complexity: Near O(*s*), where *s* is the number of special items, in grids whose shapes are few; placing goes as far
///   as an answer needs and no further. An answer takes O(*h* log *s* + *k*), where *h* is the number of shapes and *k*
///   that of cells that it names.
///
/// After an edit placing starts again before it. What was placed behind it is kept aside, and where the bands are again
/// what they were then it is taken over, some lines higher or lower. A line that is full holds as many cells as there are
/// tracks, so that can only be where the edit leaves as many cells to place, or whole lines more or fewer.
struct DensePlacement: Sendable {
  var bands: DenseBands
  var placed: [DensePlaces]
  /// The next special item to place, and the item from which on plain ones are not placed.
  var special = 0
  var item: Int64 = 0
  var chain: DenseChain
  private var placedSinceCheckpoint = 0
  /// What was placed before edits behind each of them, the furthest first.
  var tails: [Tail] = []
  /// The first checkpoint of the nearest of them that was not come past, and the item that was next there.
  var nextOld = 0
  var nextOldItem = Int64.max
  /// How many spanning items are placed from one checkpoint to the next; more where bands or shapes are many, for each
  /// checkpoint has them all.
  private let spacing: Int

  /// How many plain items are placed.
  private var plain: Int64 { item - Int64(special) }

  /// How many bands were looked at, so that tests can hold the cost to account.
  var steps: Int64 { bands.steps }

  init(_ contents: GridContents, spacing: Int) {
    self.spacing = max(spacing, 1)
    bands = DenseBands(contents)
    chain = DenseChain(words: bands.words)
    var counts = Array(repeating: 0, count: contents.shapes.list.count)
    for shape in contents.special.shapes where shape != SpecialItems.anchored { counts[Int(shape)] += 1 }
    placed = Array(repeating: DensePlaces(), count: counts.count)
    for (shape, count) in counts.enumerated() { placed[shape].reserveCapacity(count) }
    leaveCheckpoint()
  }

  private mutating func leaveCheckpoint() {
    bands.leaveCheckpoint(before: item, in: &chain)
    placedSinceCheckpoint = 0
  }

  /// Goes back to the last checkpoint.
  mutating func resume(_ contents: GridContents) {
    let last = chain.checkpoints.count - 1
    item = chain.checkpoints[last].item
    special = contents.special.count(before: item)
    bands.resume(chain, from: last, contents)
    placedSinceCheckpoint = 0
  }

  /// Places items until all lines before one are full, or to the end.
  private mutating func extend(_ contents: GridContents, until line: Int64) {
    while item < contents.count, bands.firstOpenLine(contents) < line { placeNext(contents) }
  }

  private mutating func placeNext(_ contents: GridContents) {
    let next = special < contents.special.count ? contents.special.indexes[special] : contents.count
    if next > item {
      bands.placePlain(next - item, contents)
      item = next
      return
    }
    let shape = contents.special.shapes[special]
    if shape != SpecialItems.anchored {
      let place = bands.place(shape, contents)
      placed[Int(shape)].append(
        Int32(truncatingIfNeeded: special), place: place.line * Int64(contents.tracks) + Int64(place.track))
      placedSinceCheckpoint += 1
    }
    special += 1
    item += 1
    if item >= nextOldItem, join(contents) { return }
    if placedSinceCheckpoint >= spacing * max(bands.weight / 16, 1) { leaveCheckpoint() }
  }

  /// The line after the last that an item without a start reaches. Places all.
  mutating func end(_ contents: GridContents) -> Int64 {
    extend(contents, until: .max)
    return bands.end
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
      let (first, end) = ((lines.lowerBound - shape.height + 1) * tracks, lines.upperBound * tracks)
      var at = list.places.firstPosition { $0 >= first }
      while at < list.places.count, list.places[at] < end {
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
      let place = line * tracks
      let before = list.places.firstPosition { $0 >= place }
      covered += Int64(before) * Int64(shape.width) * shape.height
      var at = before - 1
      let overhanging = (line - shape.height + 1) * tracks
      while at >= 0, list.places[at] >= overhanging {
        covered -= (list.places[at] / tracks + shape.height - line) * Int64(shape.width)
        at -= 1
      }
    }
    return line * tracks - covered
  }

  /// Returns the cell before which so many are free.
  private func plainCell(_ number: Int64, _ contents: GridContents) -> TrackArea {
    // The lines of all special items, and as many as plain ones need where there are no others.
    let tracks = Int64(contents.tracks)
    var (low, high) = (Int64(0), max(bands.end, contents.anchored.end) + number / tracks + 1)
    var freeBefore: Int64 = 0
    var turn = 0
    while low < high {
      // No line has more free cells than there are tracks, so it is so many lines ahead at least, and not much more where
      // few cells are covered. Where many are, the middle comes nearer.
      let (ahead, middle) = ((number - freeBefore) / tracks, low + (high - low + 1) / 2)
      let next = turn == 0 && ahead > 0 ? low + ahead : turn == 1 ? min(low + 2 * ahead + 1, middle) : middle
      turn = turn == 2 ? 0 : turn + 1
      let free = freeCells(before: next, contents)
      if free <= number { (low, freeBefore) = (next, free) } else { high = next - 1 }
    }
    let free = freeTracks(of: low, contents)
    let place = Int(number - freeBefore)
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
