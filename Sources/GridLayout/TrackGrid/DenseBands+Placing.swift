extension DenseBands {
  /// Places an item where it fits first.
  mutating func place(_ number: Int32, _ contents: GridContents) -> (line: Int64, track: Int) {
    let shape = contents.shapes[number]
    let (width, height) = (Int(shape.width), shape.height)
    var band = hint(number, contents)
    while true {
      if let track = room(width, height, from: &band, contents) {
        let line = bands[Int(band)].start
        hints[Int(number)] = band
        take(track..<track + width, height, from: band, contents)
        return (line, track)
      }
    }
  }

  /// A band before which a shape does not fit: that of its last place, or where it has none the furthest of shapes that
  /// fit inside it. A shape that is larger says nothing.
  private mutating func hint(_ number: Int32, _ contents: GridContents) -> Int32 {
    if hints[Int(number)] >= 0 { return hints[Int(number)] }
    if head < 0 { grow(contents) }
    let shape = contents.shapes[number]
    var best = head
    for other in hints.indices where hints[other] >= 0 {
      let smaller = contents.shapes[Int32(other)]
      if smaller.width <= shape.width, smaller.height <= shape.height,
        bands[Int(hints[other])].start > bands[Int(best)].start
      {
        best = hints[other]
      }
    }
    return best
  }

  /// Returns the first track where an item fits from the start of a band on; nil where it does not, and then the band is
  /// the next that it may fit from.
  ///
  /// Only the start of a band matters: from a later line of it on an item covers all bands that it would from there, and
  /// perhaps more.
  private mutating func room(_ width: Int, _ height: Int64, from band: inout Int32, _ contents: GridContents) -> Int? {
    if words == 1 { return roomInWord(width, height, from: &band, contents) }
    steps += 1
    guard var track = masks.firstRun(of: width, from: mask(band), words: words) else {
      band = self.band(after: band, contents) ?? band
      return nil
    }
    var covered = bands[Int(band)].end - bands[Int(band)].start
    if covered >= height { return track }
    for word in 0..<words { common[word] = masks[mask(band) + word] }
    var last = band
    while covered < height {
      // The band without an end is longer than any item, so there is one behind.
      guard let next = self.band(after: last, contents) else { return track }
      guard bands[Int(next)].start == bands[Int(last)].end else {
        band = next
        return nil
      }
      steps += 1
      for word in 0..<words { common[word] &= masks[mask(next) + word] }
      guard let common = common.firstRun(of: width, from: 0, words: words) else {
        let isClosed = masks.firstRun(of: width, from: mask(next), words: words) == nil
        band = self.band(after: isClosed ? next : band, contents) ?? next
        return nil
      }
      track = common
      covered += bands[Int(next)].end - bands[Int(next)].start
      last = next
    }
    return track
  }

  /// The same where a band has one word of tracks, as nearly all have: without a set in memory.
  private mutating func roomInWord(
    _ width: Int, _ height: Int64, from band: inout Int32, _ contents: GridContents
  ) -> Int? {
    steps += 1
    var common = masks[Int(band)]
    guard var track = common.firstRun(of: width) else {
      band = self.band(after: band, contents) ?? band
      return nil
    }
    var covered = bands[Int(band)].end - bands[Int(band)].start
    var last = band
    while covered < height {
      guard let next = self.band(after: last, contents) else { return track }
      guard bands[Int(next)].start == bands[Int(last)].end else {
        band = next
        return nil
      }
      steps += 1
      let mask = masks[Int(next)]
      common &= mask
      guard let found = common.firstRun(of: width) else {
        band = self.band(after: mask.firstRun(of: width) == nil ? next : band, contents) ?? next
        return nil
      }
      track = found
      covered += bands[Int(next)].end - bands[Int(next)].start
      last = next
    }
    return track
  }

  /// Takes tracks of lines from the start of a band on, which are all free.
  private mutating func take(_ run: Range<Int>, _ height: Int64, from first: Int32, _ contents: GridContents) {
    var band = first
    var left = height
    let before = bands[Int(first)].previous
    let taken =
      words == 1
      ? (UInt64.max >> UInt64(truncatingIfNeeded: 64 - run.count)) << UInt64(truncatingIfNeeded: run.lowerBound) : 0
    while true {
      let length = bands[Int(band)].end - bands[Int(band)].start
      if length > left { split(band, at: bands[Int(band)].start + left) }
      left -= min(left, length)
      if words == 1 { masks[Int(band)] &= ~taken } else { masks.setRun(run, to: false, from: mask(band)) }
      // While lines are left there is a band behind, for the room was looked at.
      let next = bands[Int(band)].next
      if masks.isZero(from: mask(band), words: words) { drop(band, contents) }
      if left == 0 { break }
      band = next
    }
    // Only at its two ends can what was taken look like its neighbours now.
    let (top, bottom) = (before < 0 ? head : bands[Int(before)].next, unused.last == band ? -1 : band)
    if bottom >= 0, bands[Int(bottom)].next >= 0 { melt(bottom, bands[Int(bottom)].next) }
    if before >= 0, top >= 0 { melt(before, top) }
  }

  /// Places plain items in the first free cells.
  mutating func placePlain(_ count: Int64, _ contents: GridContents) {
    var left = count
    if head < 0 { grow(contents) }
    while left > 0 {
      steps += 1
      let band = head
      let free = Int64(
        words == 1 ? masks[Int(band)].nonzeroBitCount : masks.bitCount(from: mask(band), words: words))
      let (lines, rest) = SparseWalk.divide(left, by: free)
      if lines >= bands[Int(band)].end - bands[Int(band)].start {
        left -= (bands[Int(band)].end - bands[Int(band)].start) * free
        drop(band, contents)
        continue
      }
      bands[Int(band)].start += lines
      if rest > 0 {
        if bands[Int(band)].end - bands[Int(band)].start > 1 { split(band, at: bands[Int(band)].start + 1) }
        takeFirst(Int(rest), of: band)
        if bands[Int(band)].next >= 0 { melt(band, bands[Int(band)].next) }
      }
      left = 0
    }
  }

  private mutating func takeFirst(_ count: Int, of band: Int32) {
    var left = count
    var word = mask(band)
    while left > 0 {
      if masks[word] == 0 {
        word += 1
      } else {
        masks[word] &= masks[word] - 1
        left -= 1
      }
    }
  }
}
