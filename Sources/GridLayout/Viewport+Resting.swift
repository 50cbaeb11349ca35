extension Viewport {
  /// Whether an anchor stays the anchor where it comes to rest, or the first item in sight takes its place.
  enum Keeping {
    case never
    /// If its line is the first one in sight, though a change may have put others before it in the line.
    case ifFirst
    case always
  }

  /// Comes to rest at an anchor, or as near as the content allows.
  mutating func settle(_ wanted: ScrollAnchor, keeping: Keeping, in grid: LineGrid) {
    let range = range(in: grid)
    let band = grid.band(ofItem: wanted.index)
    let offset = grid.index.start(of: band) + wanted.delta
    guard range.contains(offset) else { return settle(at: offset, in: grid) }
    var keeps = keeping == .always
    if keeping == .ifFirst {
      keeps = wanted.delta < band.length && wanted.delta > -length && grid.isFirst(band, at: wanted.delta)
    }
    let anchor = keeps ? wanted : grid.anchor(from: band, at: wanted.delta, length)
    rest(at: offset, anchor, isClamped: false, in: grid)
  }

  /// Comes to rest at an offset, or as near as the content allows.
  mutating func settle(at wanted: Double, in grid: LineGrid) {
    let range = range(in: grid)
    let offset = min(max(wanted, range.lowerBound), range.upperBound)
    rest(at: offset, grid.anchor(at: offset, length), isClamped: offset != wanted, in: grid)
  }

  /// - Parameter offset: Within the range; what stands in the end follows from the anchor, so that the anchor leads there
  ///   again to the last bit.
  private mutating func rest(at offset: Double, _ anchor: ScrollAnchor?, isClamped: Bool, in grid: LineGrid) {
    let range = range(in: grid)
    self.offset = offset
    self.anchor = anchor
    self.isClamped = isClamped
    home = nil
    if let anchor {
      let band = grid.band(ofItem: anchor.index)
      home = Home(anchor: anchor, lineLength: band.length)
      self.offset = grid.index.start(of: band) + anchor.delta
      // The sum may be off by its last bit, but at the ends it is the end that counts.
      for end in [range.upperBound, range.lowerBound] where (self.offset - end).magnitude <= end.ulp {
        self.offset = end
      }
    }
    isAtStart = self.offset <= range.lowerBound
    isAtEnd = self.offset >= range.upperBound
  }
}
