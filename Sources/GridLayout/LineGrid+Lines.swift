extension LineGrid {
  /// Returns the line that an item stands in.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(log *n*).
  public func line(of index: Int64) -> Int64 { band(ofItem: index).line }

  /// Returns the track that an item stands in.
  ///
  /// - Precondition: `index` is one of the grid's items, and the grid has tracks.
  /// - Complexity: O(log *n*).
  public func track(of index: Int64) -> Int { Int(index - self.index.firstItem(of: band(ofItem: index))) }

  /// Returns the items of some lines.
  ///
  /// - Parameter lines: Any lines; what is past the last one holds no items.
  /// - Complexity: O(log *n*).
  public func indexes(ofLines lines: Range<Int64>) -> Range<Int64> {
    firstIndex(ofLine: lines.lowerBound)..<firstIndex(ofLine: lines.upperBound)
  }

  private func firstIndex(ofLine line: Int64) -> Int64 {
    guard line < lineCount else { return lineCount == 0 ? 0 : count }
    return index.firstItem(of: band(ofLine: max(line, 0)))
  }

  /// Returns where a line starts: the distance from the start of the content along the main axis, in points.
  ///
  /// The start of the content is its top; in a horizontal grid it is the leading side, which is the right one where text
  /// runs right to left.
  ///
  /// - Precondition: `line` is one of the grid's lines.
  /// - Complexity: O(log *n*).
  public func start(ofLine line: Int64) -> Double { index.start(of: band(ofLine: line)) }

  /// Returns the length of a line along the main axis, the longest of its items, in points.
  ///
  /// - Precondition: `line` is one of the grid's lines.
  /// - Complexity: O(log *n*).
  public func length(ofLine line: Int64) -> Double { band(ofLine: line).length }

  /// Returns the section that a line stands in, or nil for one of loose items.
  ///
  /// - Precondition: `line` is one of the grid's lines.
  /// - Complexity: O(log *n*).
  public func section(ofLine line: Int64) -> Int? { index.parts[band(ofLine: line).part].section }

  /// Returns the lines that meet an interval of the main axis, from the first that does to the last.
  ///
  /// A line meets it when it starts before the end and ends after the start. What has no length meets nothing; lines
  /// of no length may stand between the first and the last.
  ///
  /// - Parameters:
  ///   - start: The distance from the start of the content, in points, as ``start(ofLine:)`` counts it.
  ///   - end: Where the interval ends; one that is not after the start, or NaN, meets nothing.
  /// - Returns: The lines, or an empty range.
  /// - Complexity: O(log *n*), and O(1) for each header or footer that meets the interval without a line between.
  public func lines(from start: Double, to end: Double) -> Range<Int64> {
    var visits = NodeVisits()
    return lines(from: start, to: end, &visits)
  }

  /// The same, counting the nodes that it looks at.
  @_spi(Measuring)
  public func lines(from start: Double, to end: Double, _ visits: inout NodeVisits) -> Range<Int64> {
    guard start < end, var first = index.firstBand(endingAfter: start, &visits) else { return 0..<0 }
    while !(first.isLine && first.length > 0) {
      guard let next = index.bandWithLength(after: first, &visits) else { return 0..<0 }
      first = next
    }
    guard index.start(of: first) < end, var last = index.lastBand(startingBefore: end, &visits) else { return 0..<0 }
    while !(last.isLine && last.length > 0) {
      guard let previous = index.bandWithLength(before: last, &visits) else { return 0..<0 }
      last = previous
    }
    return first.line..<max(first.line, last.line + 1)
  }

  /// Returns the last line that starts at an offset or before it: the one there, or else the one before the gap.
  ///
  /// - Parameter offset: The distance from the start of the content, in points. One before the first line, and NaN, give
  ///   the first line.
  /// - Returns: nil for a grid without lines.
  /// - Complexity: O(log *n*).
  public func line(at offset: Double) -> Int64? {
    var visits = NodeVisits()
    return line(at: offset, &visits)
  }

  /// The same, counting the nodes that it looks at.
  @_spi(Measuring)
  public func line(at offset: Double, _ visits: inout NodeVisits) -> Int64? {
    guard lineCount > 0 else { return nil }
    guard !offset.isNaN, let band = index.lastBand(startingBefore: offset.nextUp, &visits) else { return 0 }
    // The lines before a header are those before the number that its first line has.
    return band.isLine ? band.line : max(band.base.lines - 1, 0)
  }

  func band(ofItem index: Int64) -> Band {
    var visits = NodeVisits()
    precondition(index >= 0 && index < count && lineCount > 0, "the index is not that of an item of the grid")
    return self.index.band(ofItem: index, &visits)
  }

  func band(ofLine line: Int64) -> Band {
    var visits = NodeVisits()
    return band(ofLine: line, &visits)
  }

  func band(ofLine line: Int64, _ visits: inout NodeVisits) -> Band {
    precondition(line >= 0 && line < lineCount, "the line is not one of the grid's")
    return index.band(ofLine: line, &visits)
  }
}
