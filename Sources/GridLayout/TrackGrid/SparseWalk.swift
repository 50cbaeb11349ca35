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
  var item: Int64 = 0
  var special = 0
  /// The cell that it is tried at first.
  var line: Int64 = 0
  var track = 0
  /// The spanning items that may reach past the cursor's line, by position among the special ones.
  var open: [OpenItem] = []
  /// A placed item that later lines have to know of.
  struct OpenItem: Sendable {
    var line: Int64
    var special: Int32
    var track: Int32
  }

  let tracks: Int
  let words: Int
  /// The tracks that are free on the cursor's line. Only those from the cursor on matter.
  var free = FreeTracks()
  /// Whether all are.
  var isOpen = false
  /// The line up to which that holds, and the one up to which it will if nothing is placed.
  var known: Int64 = 0
  var event: Int64 = 0
  /// Per track, the line that spanning items reach, and the furthest of them.
  var skyline: [Int64]
  var tallest: Int64 = 0
  /// Per track, the next anchored interval that ends after the line for which it was looked up.
  var obstacles: [(start: Int64, end: Int64)] = []
  let hasObstacles: Bool
  var queue: [Int] = []
  var gaps: [Int64] = []

  /// How many lines of no room a step passes over before it ends, so that a checkpoint can be left.
  let patience: Int

  init(_ contents: GridContents, patience: Int) {
    self.patience = patience
    tracks = contents.tracks
    skyline = Array(repeating: 0, count: tracks)
    words = (tracks + 63) / 64
    if words > 1 { free.all = Array(repeating: 0, count: words) }
    hasObstacles = !contents.anchored.isEmpty
    if !contents.anchored.isEmpty { obstacles = Array(repeating: (0, 0), count: tracks) }
  }

  mutating func reopen(_ one: OpenItem, _ contents: GridContents) {
    open.append(one)
    let shape = contents.shapes[contents.special.shapes[Int(one.special)]]
    cover(Int(one.track), Int(shape.width), to: one.line + shape.height)
  }

  mutating func cover(_ track: Int, _ width: Int, to end: Int64) {
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
  mutating func passRun(_ count: Int64, _ contents: GridContents) -> Int {
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

  static let fewTracks = 8

  /// To divide numbers of 32 bits takes much less time.
  static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    guard let number = UInt32(exactly: number), let divisor = UInt32(exactly: divisor) else {
      return number.quotientAndRemainder(dividingBy: divisor)
    }
    let quotient = number / divisor
    return (Int64(quotient), Int64(number - quotient * divisor))
  }

  static let mostMultiplied: Int64 = 1 << 30

  mutating func stand(_ line: Int64, _ track: Int) {
    (self.line, self.track) = track < tracks ? (line, track) : (line + 1, 0)
  }
}
