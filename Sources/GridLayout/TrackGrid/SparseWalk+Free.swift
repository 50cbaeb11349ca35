extension SparseWalk {
  /// Finds the tracks that are free on the cursor's line, unless they are known.
  mutating func look(_ contents: GridContents) {
    guard line >= known else { return }
    event = .max
    isOpen = tallest <= line && !hasObstacles
    if hasObstacles {
      lookAround(contents)
    } else if !isOpen, words == 1 {
      (free.first, event) = freeBits(line, 0)
    } else if !isOpen {
      for word in 0..<words {
        let (bits, end) = freeBits(line, word)
        free.all[word] = bits
        event = min(event, end)
      }
    }
    known = event
  }

  /// The tracks of a word over which nothing hangs on a line, and the line up to which that is so.
  func freeBits(_ line: Int64, _ word: Int) -> (UInt64, event: Int64) {
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

  mutating func lookAround(_ contents: GridContents) {
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
  func freeCount(from track: Int) -> Int {
    if isOpen { return tracks - track }
    if words == 1 { return (free.first & (.max << UInt64(truncatingIfNeeded: track))).nonzeroBitCount }
    var count = 0
    for word in track / 64..<words { count += freeBits(word, from: track).nonzeroBitCount }
    return count
  }

  func freeBits(_ word: Int, from track: Int) -> UInt64 {
    word == track / 64 ? free[word] & (.max << UInt64(track % 64)) : free[word]
  }

  /// The free track, from one on, before which there are so many.
  func freeTrack(_ place: Int, from track: Int) -> Int {
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
}

/// A set of tracks as bits. Few grids have more tracks than a word has bits, and an array costs more than one word.
struct FreeTracks: Sendable {
  var first: UInt64 = 0
  /// All words, if they are more than one.
  var all: [UInt64] = []

  subscript(word: Int) -> UInt64 {
    get { all.isEmpty ? first : all[word] }
    set { if all.isEmpty { first = newValue } else { all[word] = newValue } }
  }
}
