/// Places the items of a sparse grid one after another, runs of plain ones at once.
///
/// A cursor stands at the cell that the next item is tried at first, and never goes back. Behind it nothing matters but
/// the spanning items that reach down past it: per track, the line that they reach.
struct SparseWalk: Sendable {
  /// What one step placed: a spanning item, or plain ones in the free tracks of one or more lines.
  struct Step: Sendable {
    var item: Int64
    var count: Int64
    var line: Int64
    /// How many lines a run fills, or an item covers.
    var lines: Int64
    /// The track of an item; where in ``SparseWalk/free`` a run starts in each of its lines.
    var track: Int
    /// The width of an item; 0 in a run.
    var width: Int
    /// How many items of a run stand in each line.
    var perLine: Int64
  }

  /// The next item to place, and the first special item at or after it.
  private(set) var item: Int64 = 0
  private(set) var special = 0
  /// The cell that it is tried at first.
  private(set) var line: Int64 = 0
  private(set) var track = 0
  /// The spanning items that may reach past the cursor's line, by position among the special ones.
  private(set) var open: [OpenItem] = []
  /// The tracks that plain items of the last run stand in, as many as are counted; what follows is of earlier runs.
  private(set) var free: [Int]
  private var freeCount: Int

  /// A placed item that later lines have to know of.
  struct OpenItem: Sendable {
    var line: Int64
    var special: Int32
    var track: Int32
  }

  private let tracks: Int
  /// Per track, the line that spanning items reach, and the furthest of them.
  private var skyline: [Int64]
  private var tallest: Int64 = 0
  /// Per track, the next anchored interval that ends after the line for which it was looked up.
  private var obstacles: [(start: Int64, end: Int64)] = []
  private let hasObstacles: Bool
  private var queue: [Int] = []
  private var gaps: [Int64] = []

  /// How many lines of no room a step passes over before it ends, so that a checkpoint can be left.
  private let patience: Int

  init(_ contents: GridContents, patience: Int) {
    self.patience = patience
    tracks = contents.tracks
    skyline = Array(repeating: 0, count: tracks)
    free = Array(0..<tracks)
    freeCount = tracks
    hasObstacles = !contents.anchored.isEmpty
    if !contents.anchored.isEmpty { obstacles = Array(repeating: (0, 0), count: tracks) }
  }

  /// Goes on from a place where another walk has been.
  init(
    _ contents: GridContents, patience: Int, item: Int64, special: Int, line: Int64, track: Int,
    open: some Sequence<OpenItem>
  ) {
    self.init(contents, patience: patience)
    self.item = item
    self.special = special
    self.line = line
    self.track = track
    for one in open { reopen(one, contents) }
  }

  private mutating func reopen(_ one: OpenItem, _ contents: GridContents) {
    open.append(one)
    let shape = contents.shapes[contents.special.shapes[Int(one.special)]]
    cover(Int(one.track), Int(shape.width), to: one.line + shape.height)
  }

  private mutating func cover(_ track: Int, _ width: Int, to end: Int64) {
    for covered in track..<track + width { skyline[covered] = end }
    tallest = max(tallest, end)
  }

  /// The line after the last that a placed item reaches.
  var end: Int64 { max(tallest, track > 0 ? line + 1 : line) }

  /// Forgets open items that end before the cursor's line.
  mutating func closeItems(_ contents: GridContents) {
    let line = line
    open.removeAll { $0.line + contents.shapes[contents.special.shapes[Int($0.special)]].height <= line }
  }

  /// Places what comes next.
  ///
  /// - Returns: What was placed, which may be a run of no items where the cursor only moved; nil after the last item.
  mutating func advance(_ contents: GridContents) -> Step? {
    while special < contents.special.count, contents.special.indexes[special] == item,
      contents.special.shapes[special] == SpecialItems.anchored
    {
      special += 1
      item += 1
    }
    guard item < contents.count else { return nil }
    let next = special < contents.special.count ? contents.special.indexes[special] : contents.count
    if next > item { return placeRun(next - item, contents) }
    return placeSpanning(contents)
  }

  private mutating func stand(_ line: Int64, _ track: Int) {
    (self.line, self.track) = track < tracks ? (line, track) : (line + 1, 0)
  }

  // MARK: Plain items

  private mutating func placeRun(_ count: Int64, _ contents: GridContents) -> Step {
    let event = openTracks(contents)
    if track > 0 {
      // What is left of a line.
      var offset = 0
      while offset < freeCount, free[offset] < track { offset += 1 }
      let placed = min(count, Int64(freeCount - offset))
      let step = Step(
        item: item, count: placed, line: line, lines: 1, track: offset, width: 0, perLine: placed)
      item += placed
      if offset + Int(placed) < freeCount {
        track = free[offset + Int(placed) - 1] + 1
      } else {
        stand(line, tracks)
      }
      return step
    }
    let width = Int64(freeCount)
    let whole = width == 0 ? event - line : min(count / width, event - line)
    if width > 0, whole == 0 {
      let step = Step(item: item, count: count, line: line, lines: 1, track: 0, width: 0, perLine: count)
      item += count
      stand(line, free[Int(count) - 1] + 1)
      return step
    }
    let step = Step(
      item: item, count: whole * width, line: line, lines: whole, track: 0, width: 0, perLine: width)
    item += whole * width
    line += whole
    return step
  }

  /// Finds the tracks that are free on the cursor's line, and the line up to which they stay the same.
  private mutating func openTracks(_ contents: GridContents) -> Int64 {
    if tallest <= line, !hasObstacles {
      if freeCount < tracks {
        for track in 0..<tracks { free[track] = track }
        freeCount = tracks
      }
      return .max
    }
    var event = Int64.max
    var count = 0
    for track in 0..<tracks {
      let end = skyline[track]
      var isFree = true
      if end > line {
        event = min(event, end)
        isFree = false
      }
      if hasObstacles {
        refresh(track, contents)
        let obstacle = obstacles[track]
        event = min(event, obstacle.start <= line ? obstacle.end : obstacle.start)
        if obstacle.start <= line { isFree = false }
      }
      // Written in any case, and kept only if it is free.
      free[count] = track
      if isFree { count += 1 }
    }
    freeCount = count
    return event
  }

  /// Looks up the obstacle of a track that matters at the cursor's line, unless it is known.
  private mutating func refresh(_ track: Int, _ contents: GridContents) {
    guard obstacles[track].end <= line else { return }
    obstacles[track] = contents.anchored.occupied.next(after: line, track: track) ?? (.max, .max)
  }

  // MARK: Spanning items

  private mutating func placeSpanning(_ contents: GridContents) -> Step {
    let shape = contents.shapes[contents.special.shapes[special]]
    let (width, height) = (Int(shape.width), shape.height)
    // Where nothing hangs over the line only the tracks that are left matter.
    if tallest <= line, !hasObstacles {
      if tracks - track < width { stand(line, tracks) }
      return place(line, track, width, height)
    }
    var run = 0
    var next = track
    // Nothing to the right fits where too few tracks are left.
    while next < tracks, tracks - next + run >= width {
      run = isFree(next, height, contents) ? run + 1 : 0
      next += 1
      if run == width { return place(line, next - width, width, height) }
    }
    stand(line, tracks)
    for _ in 0..<patience {
      if tallest <= line, !hasObstacles { return place(line, 0, width, height) }
      let (found, track) = firstRoom(width, height, contents)
      if found == line { return place(line, track, width, height) }
      line = found
    }
    return Step(item: item, count: 0, line: line, lines: 0, track: 0, width: 0, perLine: 0)
  }

  private mutating func isFree(_ track: Int, _ height: Int64, _ contents: GridContents) -> Bool {
    if skyline[track] > line { return false }
    guard hasObstacles else { return true }
    refresh(track, contents)
    return obstacles[track].start - line >= height
  }

  private mutating func place(_ line: Int64, _ track: Int, _ width: Int, _ height: Int64) -> Step {
    let step = Step(item: item, count: 1, line: line, lines: height, track: track, width: width, perLine: 1)
    if height > 1 {
      open.append(OpenItem(line: line, special: Int32(truncatingIfNeeded: special), track: Int32(track)))
      cover(track, width, to: line + height)
    }
    stand(line, track + width)
    item += 1
    special += 1
    return step
  }

  /// Returns the first line from the cursor's on where so many neighbouring tracks might all have so many free lines,
  /// and the first such track. If it is the cursor's own line, they do.
  ///
  /// Each track names its first line with room; the latest of neighbours is where they could agree.
  private mutating func firstRoom(_ width: Int, _ height: Int64, _ contents: GridContents) -> (Int64, Int) {
    gaps.removeAll(keepingCapacity: true)
    queue.removeAll(keepingCapacity: true)
    var head = 0
    var best: (line: Int64, track: Int) = (.max, 0)
    for track in 0..<tracks {
      let from = max(line, skyline[track])
      let gap =
        !hasObstacles ? from : contents.anchored.occupied.firstGap(of: height, from: from, track: track)
      gaps.append(gap)
      // A queue of falling lines: its head is the latest of the tracks in sight.
      while queue.count > head, gaps[queue[queue.count - 1]] <= gap { queue.removeLast() }
      queue.append(track)
      if queue[head] <= track - width { head += 1 }
      if track + 1 >= width, gaps[queue[head]] < best.line {
        best = (gaps[queue[head]], track + 1 - width)
        if best.line == line { break }
      }
    }
    return best
  }
}
