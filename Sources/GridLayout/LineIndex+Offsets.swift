extension LineIndex {
  /// Returns the first band that ends after an offset.
  ///
  /// - Complexity: O(log *b*), where *b* is the number of blocks.
  func firstBand(endingAfter offset: Double, _ visits: inout NodeVisits) -> Band? {
    guard !blocks.isEmpty else { return nil }
    let spacing = spacing
    let found = tree.first(&visits) { before + $0.length + Double($0.bands - 1) * spacing > offset }
    var band: Band
    if let found {
      let first = firstOffset(inBlock: found.leaf, found.before, near: offset) { $0 + $1 > offset }
      band = self.band(first, ofBlock: found.leaf, base: found.before)
    } else {
      band = lastBand(ofBlock: blocks.count - 1, &visits)
    }
    // The sums that were compared are rounded otherwise than the edges that count.
    while !(end(of: band) > offset) {
      guard let next = self.band(after: band, &visits) else { return nil }
      band = next
    }
    while let previous = self.band(before: band, &visits), end(of: previous) > offset { band = previous }
    return band
  }

  /// Returns the last band that starts before an offset.
  ///
  /// - Complexity: O(log *b*), where *b* is the number of blocks.
  func lastBand(startingBefore offset: Double, _ visits: inout NodeVisits) -> Band? {
    guard !blocks.isEmpty else { return nil }
    let spacing = spacing
    let found = tree.first(&visits) { before + $0.length + Double($0.bands) * spacing >= offset }
    var band: Band
    if let found {
      let next = firstOffset(inBlock: found.leaf, found.before, near: offset) { start, _ in start >= offset }
      band = self.band(max(next - 1, 0), ofBlock: found.leaf, base: found.before)
    } else {
      band = lastBand(ofBlock: blocks.count - 1, &visits)
    }
    while !(start(of: band) < offset) {
      guard let previous = self.band(before: band, &visits) else { return nil }
      band = previous
    }
    while let next = self.band(after: band, &visits), start(of: next) < offset { band = next }
    return band
  }

  /// Returns the first band of a block for whose start and length something holds, or the last one.
  ///
  /// - Parameter offset: About where that is; lines of one length are looked for from there.
  private func firstOffset(
    inBlock block: Int, _ base: BandSum, near offset: Double, where holds: (_ start: Double, _ length: Double) -> Bool
  ) -> Int64 {
    let sum = tree[block]
    let spacing = spacing
    let last = sum.bands - 1
    func start(_ offset: Int64, _ partial: Double) -> Double {
      before + (base.length + partial) + Double(base.bands + offset) * spacing
    }
    if blocks[block].kind == .even {
      let length = sum.least
      let guess = (offset - start(0, 0)) / (length + spacing)
      return firstIndex(below: last, near: guess) { holds(start($0, Double($0) * length), length) }
    }
    guard blocks[block].kind == .declared else { return 0 }
    var lines = DeclaredLines(of: blocks[block], sum, in: self)
    var partial = 0.0
    for offset in 0..<last {
      let length = lines.next()
      if holds(start(offset, partial), length) { return offset }
      partial += length
    }
    return last
  }

  /// Returns how far the start of a band is past that of another.
  ///
  /// What lies between is added up by itself, so between near bands the answer is the same at any depth.
  func distance(from first: Band, to second: Band, _ visits: inout NodeVisits) -> Double {
    if first.number > second.number { return -distance(from: second, to: first, &visits) }
    let gaps = Double(second.number - first.number) * spacing
    if first.block == second.block {
      if first.kind == .even { return Double(second.offset - first.offset) * first.length + gaps }
      var length = 0.0
      var band = first
      while band.offset < second.offset, let next = self.band(after: band, &visits) {
        length += band.length
        band = next
      }
      return length + gaps
    }
    guard second.block - first.block <= 64 else {
      return second.base.length + second.partial - (first.base.length + first.partial) + gaps
    }
    var length = 0.0
    let bands = tree[first.block].bands
    if first.kind == .even {
      length = Double(bands - first.offset) * first.length
    } else {
      var band = first
      length = band.length
      while band.offset + 1 < bands, let next = self.band(after: band, &visits) {
        length += next.length
        band = next
      }
    }
    for block in first.block + 1..<second.block { length += tree[block].length }
    visits.count += second.block - first.block
    return length + second.partial + gaps
  }
}
