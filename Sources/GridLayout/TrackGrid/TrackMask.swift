// Sets of tracks as bits, in as many words as the tracks need. What follows works on one such set among many that stand
// one after another in an array.

extension UInt64 {
  /// Returns the first of so many neighbouring bits that are all set; nil where there are none.
  func firstRun(of run: Int) -> Int? {
    // A bit stays if the bits above it are set too, twice as many at every shift.
    var bits = self
    var have = 1
    while have < run, bits != 0 {
      let shift = Swift.min(have, run - have)
      bits &= bits >> UInt64(truncatingIfNeeded: shift)
      have += shift
    }
    return bits == 0 ? nil : bits.trailingZeroBitCount
  }
}

extension [UInt64] {
  /// Returns the first of so many neighbouring bits that are all set; nil where there are none.
  ///
  /// - Parameter start: Where the set begins in the array.
  /// - Complexity: O(log *run*) in a set of one word, else O(*tracks* / 64 + *r*), where *r* is the number of runs.
  func firstRun(of run: Int, from start: Int, words: Int) -> Int? {
    if words == 1 { return self[start].firstRun(of: run) }
    var (first, length) = (0, 0)
    for word in 0..<words {
      var bits = self[start + word]
      if bits == .max {
        if length == 0 { first = word * 64 }
        length += 64
        if length >= run { return first }
        continue
      }
      var bit = 0
      while bit < 64 {
        if bits == 0 {
          length = 0
          break
        }
        let gap = bits.trailingZeroBitCount
        if gap > 0 { length = 0 }
        bit += gap
        bits >>= UInt64(gap)
        if length == 0 { first = word * 64 + bit }
        let ones = Swift.min((~bits).trailingZeroBitCount, 64 - bit)
        length += ones
        if length >= run { return first }
        bit += ones
        bits = ones == 64 ? 0 : bits >> UInt64(ones)
        if bit < 64 { length = 0 }
      }
    }
    return nil
  }

  /// Sets or clears neighbouring bits.
  mutating func setRun(_ run: Range<Int>, to isSet: Bool, from start: Int) {
    var bit = run.lowerBound
    while bit < run.upperBound {
      let (word, first) = bit.quotientAndRemainder(dividingBy: 64)
      let count = Swift.min(64 - first, run.upperBound - bit)
      let bits = (count == 64 ? UInt64.max : (1 << UInt64(count)) - 1) << UInt64(first)
      if isSet { self[start + word] |= bits } else { self[start + word] &= ~bits }
      bit += count
    }
  }

  func bitCount(from start: Int, words: Int) -> Int {
    var count = 0
    for word in start..<start + words { count += self[word].nonzeroBitCount }
    return count
  }

  func isZero(from start: Int, words: Int) -> Bool {
    for word in start..<start + words where self[word] != 0 { return false }
    return true
  }

  func isEqual(_ start: Int, _ other: Int, words: Int) -> Bool {
    for word in 0..<words where self[start + word] != self[other + word] { return false }
    return true
  }
}
