extension LineGrid {
  /// Returns what meets an interval of the main axis, in the order of the content: lines of items, headers and footers.
  ///
  /// A header that is pinned rests at the start of the interval while its section goes by, until the end of the section's
  /// items pushes it out; a footer rests at the end. They are listed where they are drawn, if that meets the interval, even
  /// if their own places are far away. What has no length meets nothing.
  ///
  /// - Parameters:
  ///   - interval: Distances from the start of the content, or from that of `line`.
  ///   - pinned: Which headers and footers stay in sight.
  ///   - line: The line that distances count from, in the answer too, so that they are exact at any depth; nil is the
  ///     start of the content.
  ///   - limit: About how many lines to list at most, where an interval may hold more than anyone wants.
  /// - Precondition: `line` is nil or one of the grid's lines.
  /// - Complexity: O(log *n*) for each section that is met, and O(1) for each line.
  public func window(
    _ interval: VisibleInterval, pinned: PinnedViews = [], relativeToLine line: Int64? = nil, limit: Int = .max
  ) -> [WindowLine] {
    var visits = NodeVisits()
    return window(interval, pinned: pinned, relativeToLine: line, limit: limit, &visits)
  }

  /// The same, counting the nodes that it looks at.
  @_spi(Measuring)
  public func window(
    _ interval: VisibleInterval, pinned: PinnedViews, relativeToLine line: Int64?, limit: Int = .max,
    _ visits: inout NodeVisits
  ) -> [WindowLine] {
    guard interval.start < interval.end else { return [] }
    let origin = line.map { band(ofLine: $0, &visits) }
    var pass = WindowPass(grid: self, interval: interval, pinned: pinned, origin: origin, visits: visits)
    pass.run(limit)
    visits = pass.visits
    return pass.lines
  }

  /// Returns all there is, in the order of the content: what a grid lays out that no viewport bounds.
  ///
  /// Lines of no length are there as well, and nothing is pinned.
  ///
  /// - Complexity: O(*n*).
  public func allLines() -> [WindowLine] {
    var visits = NodeVisits()
    var lines: [WindowLine] = []
    var next = index.blocks.isEmpty ? nil : index.firstBand(ofBlock: 0, &visits)
    while let band = next {
      let start = index.start(of: band)
      lines.append(windowLine(band, natural: start, drawn: start))
      next = index.band(after: band, &visits)
    }
    return lines
  }

  fileprivate func windowLine(_ band: Band, natural: Double, drawn: Double) -> WindowLine {
    let first = index.firstItem(of: band)
    let kind: WindowLine.Kind = band.kind == .header ? .header : band.kind == .footer ? .footer : .items
    return WindowLine(
      kind: kind, section: index.parts[band.part].section, line: band.line, items: first..<first + band.items,
      start: drawn, naturalStart: natural, length: band.length)
  }

  /// Returns the frame of a header or footer of a window, in points: where it is drawn.
  ///
  /// - Parameters:
  ///   - line: One of ``window(_:pinned:relativeToLine:)``.
  ///   - isRelative: Whether that counted from a line, so that the frame counts from its ``origin(ofLine:)``.
  public func frame(of line: WindowLine, isRelative: Bool = false) -> Rect {
    axes.frameAcross(at: edge(line, isRelative), length: line.length)
  }

  /// Returns the frame of the cell of an item of a window, in points.
  ///
  /// - Parameters:
  ///   - index: One of the line's items.
  ///   - line: One of ``window(_:pinned:relativeToLine:)``.
  ///   - isRelative: Whether that counted from a line, so that the frame counts from its ``origin(ofLine:)``.
  public func frame(of index: Int64, in line: WindowLine, isRelative: Bool = false) -> Rect {
    precondition(line.items.contains(index), "the item does not stand in the line")
    return axes.frame(at: edge(line, isRelative), length: line.length, track: Int(index - line.items.lowerBound))
  }

  /// The left (or top) edge of a line.
  private func edge(_ line: WindowLine, _ isRelative: Bool) -> Double {
    guard axes.growsLeftward else { return line.start }
    return (isRelative ? -line.start : contentLength - line.start) - line.length
  }
}

/// Gathers what meets an interval, section by section.
private struct WindowPass {
  let grid: LineGrid
  let interval: VisibleInterval
  let pinned: PinnedViews
  /// The band that distances count from; nil for the start of the content.
  let origin: Band?
  var visits: NodeVisits
  var lines: [WindowLine] = []
  /// The part whose header has been dealt with and whose footer has not, and its blocks.
  private var open: Int?
  private var blocks = 0..<0

  init(grid: LineGrid, interval: VisibleInterval, pinned: PinnedViews, origin: Band?, visits: NodeVisits) {
    self.grid = grid
    self.interval = interval
    self.pinned = pinned
    self.origin = origin
    self.visits = visits
  }

  mutating func run(_ limit: Int) {
    let zero = origin.map { grid.index.start(of: $0) } ?? 0
    guard var band = grid.index.firstBand(endingAfter: zero + interval.start, &visits),
      let last = grid.index.lastBand(startingBefore: zero + interval.end, &visits)
    else { return }
    // One allocation, for the lines between and for a header and a footer beside them. Those of no length are not listed,
    // and may be any number.
    lines.reserveCapacity(Int(max(0, min(last.number - band.number + 3, 256, Int64(limit)))))
    if origin != nil {
      // Distances from the line are rounded otherwise than those from the start of the content.
      while let before = grid.index.bandWithLength(before: band, &visits),
        position(before) + before.length > interval.start
      { band = before }
    }
    // The first part may have a header in sight though none of its lines is: in a gap.
    if band.part <= last.part { enter(band.part, near: band) }
    var next = band.length > 0 ? band : grid.index.bandWithLength(after: band, &visits)
    while let band = next {
      let start = position(band)
      guard start < interval.end, lines.count < limit else { break }
      if band.part != open { enter(band.part, near: band) }
      if band.isLine { append(band, natural: start, drawn: start) }
      next = grid.index.bandWithLength(after: band, &visits)
    }
    if let open, last.part > open { enter(last.part, near: last) }
    leave()
  }

  /// Ends the part before and lists the header of another.
  private mutating func enter(_ part: Int, near band: Band) {
    leave()
    open = part
    guard grid.index.parts[part].section != nil else { return }
    blocks = grid.index.blocks(ofPart: part, near: band.block, &visits)
    guard grid.index.parts[part].header != nil else { return }
    let header = band.kind == .header ? band : grid.index.firstBand(ofBlock: blocks.lowerBound, &visits)
    let natural = position(header)
    var drawn = natural
    if pinned.contains(.sectionHeaders) {
      let hasFooter = grid.index.parts[part].footer != nil
      let last = grid.index.lastBand(ofBlock: blocks.upperBound - (hasFooter ? 2 : 1), &visits)
      let edge = interval.start + interval.insetStart
      drawn = min(max(natural, edge), position(last) + last.length - header.length)
      // An end that is rounded must not move a header that has nowhere to go.
      drawn = max(drawn, natural)
    }
    append(header, natural: natural, drawn: drawn)
  }

  /// Lists the footer of the part that was entered last.
  private mutating func leave() {
    guard let part = open, grid.index.parts[part].footer != nil else { return }
    let footer = grid.index.firstBand(ofBlock: blocks.upperBound - 1, &visits)
    let natural = position(footer)
    var drawn = natural
    if pinned.contains(.sectionFooters) {
      let hasHeader = grid.index.parts[part].header != nil
      let first = grid.index.firstBand(ofBlock: blocks.lowerBound + (hasHeader ? 1 : 0), &visits)
      let edge = interval.end - interval.insetEnd - footer.length
      drawn = min(max(min(natural, edge), position(first)), natural)
    }
    append(footer, natural: natural, drawn: drawn)
  }

  private mutating func position(_ band: Band) -> Double {
    guard let origin else { return grid.index.start(of: band) }
    return grid.index.distance(from: origin, to: band, &visits)
  }

  private mutating func append(_ band: Band, natural: Double, drawn: Double) {
    guard band.length > 0, drawn < interval.end, drawn + band.length > interval.start else { return }
    lines.append(grid.windowLine(band, natural: natural, drawn: drawn))
  }
}
