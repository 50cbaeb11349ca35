extension LineGrid {
  /// Returns the first item in sight of a viewport that starts at an offset, and how far into its line that is.
  ///
  /// Where no line is in sight, it is the first item of the line before; nil without lines.
  func anchor(at offset: Double, _ length: Double) -> ScrollAnchor? {
    var visits = NodeVisits()
    guard lineCount > 0 else { return nil }
    let first = index.firstBand(endingAfter: offset, &visits)
    var next = first
    while let band = next, !(band.isLine && band.length > 0) { next = index.bandWithLength(after: band, &visits) }
    if let band = next, index.start(of: band) < offset + length || length == 0 {
      return ScrollAnchor(index: index.firstItem(of: band), delta: offset - index.start(of: band))
    }
    let band = band(ofLine: line(at: offset, &visits) ?? 0, &visits)
    return ScrollAnchor(index: index.firstItem(of: band), delta: offset - index.start(of: band))
  }

  /// The same for a viewport that starts at a distance from a line. All is counted from there, so nothing is lost at any
  /// depth.
  func anchor(from origin: Band, at delta: Double, _ length: Double) -> ScrollAnchor {
    var visits = NodeVisits()
    func distance(_ band: Band) -> Double { index.distance(from: origin, to: band, &visits) }
    let offset = index.start(of: origin) + delta
    var next = index.firstBand(endingAfter: offset, &visits)
    if var band = next ?? index.lastBand(startingBefore: .infinity, &visits) {
      // Distances are rounded otherwise than offsets.
      while let before = index.bandWithLength(before: band, &visits), distance(before) + before.length > delta {
        band = before
      }
      while distance(band) + band.length <= delta, let after = index.bandWithLength(after: band, &visits) {
        band = after
      }
      next = distance(band) + band.length > delta ? band : nil
    }
    while let band = next, !(band.isLine && band.length > 0) { next = index.bandWithLength(after: band, &visits) }
    var found = next
    if found == nil || distance(found!) >= delta + length && length > 0 {
      found = band(ofLine: line(at: offset, &visits) ?? 0, &visits)
    }
    return ScrollAnchor(index: index.firstItem(of: found!), delta: delta - distance(found!))
  }

  /// Whether no line before one that is in sight is in sight too, of a viewport that starts at a distance from it.
  func isFirst(_ band: Band, at delta: Double) -> Bool {
    var visits = NodeVisits()
    guard delta < 0 else { return true }
    var previous = index.bandWithLength(before: band, &visits)
    while let before = previous, index.distance(from: band, to: before, &visits) + before.length > delta {
      if before.isLine { return false }
      previous = index.bandWithLength(before: before, &visits)
    }
    return true
  }
}
