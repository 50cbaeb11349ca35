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
    /// The track of an item; for a run the first that was asked for.
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
  /// A placed item that later lines have to know of.
  struct OpenItem: Sendable {
    var line: Int64
    var special: Int32
    var track: Int32
  }

  private let tracks: Int
  private let words: Int
  /// The tracks that are free on the cursor's line. Only those from the cursor on matter.
  private var free = FreeTracks()
  /// Whether all are.
  private var isOpen = false
  /// The line up to which that holds, and the one up to which it will if nothing is placed.
  private var known: Int64 = 0
  private var event: Int64 = 0
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
    words = (tracks + 63) / 64
    if words > 1 { free.all = Array(repeating: 0, count: words) }
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
    var next = special < contents.special.count ? contents.special.indexes[special] : contents.count
    while hasObstacles, next == item, item < contents.count,
      contents.special.shapes[special] == SpecialItems.anchored
    {
      special += 1
      item += 1
      next = special < contents.special.count ? contents.special.indexes[special] : contents.count
    }
    guard item < contents.count else { return nil }
    if next > item { return placeRun(next - item, contents) }
    return placeSpanning(contents)
  }

  /// Places all plain items up to the next special one, and that, without telling where.
  ///
  /// - Returns: How many steps that took; none after the last item.
  mutating func pass(_ contents: GridContents) -> Int {
    guard words == 1, !hasObstacles else { return advance(contents) == nil ? 0 : 1 }
    let isSpecial = special < contents.special.count
    let next = isSpecial ? contents.special.indexes[special] : contents.count
    var taken = 0
    if item < next { taken = passRun(next - item, contents) }
    if isSpecial {
      _ = placeSpanning(contents)
      taken += 1
    }
    return taken
  }

  /// Places plain items in a grid of one word of tracks where nothing is anchored.
  private mutating func passRun(_ count: Int64, _ contents: GridContents) -> Int {
    var (line, track, left, taken) = (self.line, self.track, count, 0)
    while left > 0 {
      taken += 1
      if tallest <= line {
        let room = Int64(tracks - track)
        if left < room {
          track += Int(left)
        } else {
          let (lines, rest) = SparseWalk.divide(left - room, by: Int64(tracks))
          line += 1 + lines
          track = Int(rest)
        }
        break
      }
      // To look at a few tracks again is quicker than to remember what was seen.
      var (bits, event) = (UInt64(0), self.event)
      if tracks <= SparseWalk.fewTracks {
        (bits, event) = freeBits(line, 0)
      } else {
        self.line = line
        look(contents)
        bits = isOpen ? UInt64.max >> UInt64(truncatingIfNeeded: 64 - tracks) : free.first
        event = self.event
      }
      bits &= .max << UInt64(truncatingIfNeeded: track)
      let width = Int64(bits.nonzeroBitCount)
      if left < width {
        for _ in 1..<left { bits &= bits - 1 }
        track = bits.trailingZeroBitCount + 1
        break
      }
      left -= width
      line += 1
      // The same tracks are free on more lines, unless some of these were left aside.
      if track == 0, event > line {
        let lines = event - line
        if width == 0 || (lines <= SparseWalk.mostMultiplied && lines * width <= left) {
          line += lines
          left -= lines * width
        } else {
          let lines = min(SparseWalk.divide(left, by: width).0, lines)
          line += lines
          left -= lines * width
        }
      }
      track = 0
    }
    (self.line, self.track) = (line, track)
    item += count
    return taken
  }

  private static let fewTracks = 8

  /// To divide numbers of 32 bits takes much less time.
  private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    guard let number = UInt32(exactly: number), let divisor = UInt32(exactly: divisor) else {
      return number.quotientAndRemainder(dividingBy: divisor)
    }
    let quotient = number / divisor
    return (Int64(quotient), Int64(number - quotient * divisor))
  }

  private static let mostMultiplied: Int64 = 1 << 30

  private mutating func stand(_ line: Int64, _ track: Int) {
    (self.line, self.track) = track < tracks ? (line, track) : (line + 1, 0)
  }

  // MARK: Free tracks

  /// Finds the tracks that are free on the cursor's line, unless they are known.
  private mutating func look(_ contents: GridContents) {
    guard line >= known else { return }
    event = .max
    isOpen = tallest <= line && !hasObstacles
    if hasObstacles {
      lookAround(contents)
    } else if !isOpen {
      for word in 0..<words {
        let (bits, end) = freeBits(line, word)
        free[word] = bits
        event = min(event, end)
      }
    }
    known = event
  }

  /// The tracks of a word over which nothing hangs on a line, and the line up to which that is so.
  private func freeBits(_ line: Int64, _ word: Int) -> (UInt64, event: Int64) {
    var bits: UInt64 = 0
    var event = Int64.max
    for track in word * 64..<min(word * 64 + 64, tracks) {
      let end = skyline[track]
      let isFree = end <= line
      bits |= (isFree ? 1 : 0) << UInt64(truncatingIfNeeded: track & 63)
      event = min(event, isFree ? .max : end)
    }
    return (bits, event)
  }

  private mutating func lookAround(_ contents: GridContents) {
    for word in 0..<words { free[word] = 0 }
    for track in 0..<tracks {
      let end = skyline[track]
      if end > line { event = min(event, end) }
      refresh(track, contents)
      let obstacle = obstacles[track]
      event = min(event, obstacle.start <= line ? obstacle.end : obstacle.start)
      if obstacle.start > line, end <= line { free[track / 64] |= 1 << UInt64(track % 64) }
    }
  }

  /// How many tracks are free from one on.
  private func freeCount(from track: Int) -> Int {
    if isOpen { return tracks - track }
    if words == 1 { return (free.first & (.max << UInt64(truncatingIfNeeded: track))).nonzeroBitCount }
    var count = 0
    for word in track / 64..<words { count += freeBits(word, from: track).nonzeroBitCount }
    return count
  }

  private func freeBits(_ word: Int, from track: Int) -> UInt64 {
    word == track / 64 ? free[word] & (.max << UInt64(track % 64)) : free[word]
  }

  /// The free track, from one on, before which there are so many.
  private func freeTrack(_ place: Int, from track: Int) -> Int {
    if isOpen { return track + place }
    var left = place
    var word = track / 64
    var bits = freeBits(word, from: track)
    while words > 1, bits.nonzeroBitCount <= left {
      left -= bits.nonzeroBitCount
      word += 1
      bits = free[word]
    }
    for _ in 0..<left { bits &= bits - 1 }
    return word * 64 + bits.trailingZeroBitCount
  }

  /// The track of one of the plain items in a line of the run that was placed last.
  func track(of place: Int, in step: Step) -> Int { freeTrack(place, from: step.track) }

  /// Calls a function with the place and the track of each item in a line of the run that was placed last.
  func forEachTrack(in step: Step, _ body: (Int, Int) -> Void) {
    if isOpen {
      for place in 0..<Int(step.perLine) { body(place, step.track + place) }
      return
    }
    var place = 0
    for word in step.track / 64..<words {
      var bits = freeBits(word, from: step.track)
      while bits != 0, place < Int(step.perLine) {
        body(place, word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
        place += 1
      }
    }
  }

  // MARK: Plain items

  private mutating func placeRun(_ count: Int64, _ contents: GridContents) -> Step {
    look(contents)
    let width = Int64(freeCount(from: track))
    var step = Step(item: item, count: count, line: line, lines: 1, track: track, width: 0, perLine: count)
    if track > 0 || count < width {
      // What is left of a line, or a part of that.
      if count < width {
        track = freeTrack(Int(count) - 1, from: track) + 1
      } else {
        step.count = width
        step.perLine = width
        stand(line, tracks)
      }
      item += step.count
      return step
    }
    let open = event - line
    // A product is quicker than to divide.
    if width == 0 || (open <= SparseWalk.mostMultiplied && open * width <= count) {
      step.lines = open
    } else {
      step.lines = min(count / width, open)
    }
    step.count = step.lines * width
    step.perLine = width
    item += step.count
    line += step.lines
    return step
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
    guard hasObstacles else {
      if let track = firstFreeRun(of: width, contents) { return place(line, track, width, height) }
      stand(line, tracks)
      if width * tracks <= SparseWalk.mostCompared {
        let (found, track) = firstRoomInSkyline(width)
        return place(found, track, width, height)
      }
      // In many tracks the next line mostly has room; where it has none, none may have for long.
      if let track = firstFreeRun(of: width, contents) { return place(line, track, width, height) }
      let (found, track) = firstRoom(width, height, contents)
      return place(found, track, width, height)
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
      let (found, track) = firstRoom(width, height, contents)
      if found == line { return place(line, track, width, height) }
      line = found
    }
    return Step(item: item, count: 0, line: line, lines: 0, track: 0, width: 0, perLine: 0)
  }

  /// Up to how many comparisons it is quicker to look at all tracks of all places than to remember which still matter.
  private static let mostCompared = 24

  /// Returns the first line from the cursor's on, and the first place there, where nothing hangs over so many tracks.
  private func firstRoomInSkyline(_ width: Int) -> (Int64, Int) {
    var best: (line: Int64, track: Int) = (.max, 0)
    for first in 0...tracks - width {
      var free = line
      for track in first..<first + width { free = max(free, skyline[track]) }
      if free < best.line { best = (free, first) }
    }
    return best
  }

  /// The first of so many neighbouring free tracks from the cursor on, where nothing is anchored.
  private mutating func firstFreeRun(of width: Int, _ contents: GridContents) -> Int? {
    look(contents)
    if isOpen { return tracks - track >= width ? track : nil }
    if words == 1 { return (free.first & (.max << UInt64(truncatingIfNeeded: track))).firstRun(of: width) }
    if track > 0 {
      free.all.setRun(0..<track, to: false, from: 0)
      known = line + 1
    }
    return free.all.firstRun(of: width, from: 0, words: words)
  }

  private mutating func isFree(_ track: Int, _ height: Int64, _ contents: GridContents) -> Bool {
    if skyline[track] > line { return false }
    refresh(track, contents)
    return obstacles[track].start - line >= height
  }

  private mutating func place(_ line: Int64, _ track: Int, _ width: Int, _ height: Int64) -> Step {
    let step = Step(item: item, count: 1, line: line, lines: height, track: track, width: width, perLine: 1)
    if height > 1 {
      open.append(OpenItem(line: line, special: Int32(truncatingIfNeeded: special), track: Int32(track)))
      cover(track, width, to: line + height)
      known = min(known, line + 1)
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

/// A set of tracks as bits. Few grids have more tracks than a word has bits, and an array costs more than one word.
private struct FreeTracks: Sendable {
  var first: UInt64 = 0
  /// All words, if they are more than one.
  var all: [UInt64] = []

  subscript(word: Int) -> UInt64 {
    get { all.isEmpty ? first : all[word] }
    set { if all.isEmpty { first = newValue } else { all[word] = newValue } }
  }
}
