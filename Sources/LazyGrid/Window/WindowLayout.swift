public import GridLayout

/// Which cells a viewport shows and where they sit, without their items.
public struct WindowLayout: Sendable, Hashable {
  public let grid: LineGrid
  /// Where the viewport stands in it.
  public let viewport: Viewport
  /// The items that meet the viewport, from the first that does to the last.
  public let visible: Range<Int>
  /// The lines of items in the answer: the visible ones and those of the overscan. Their starts count from ``origin``.
  public let lines: [WindowLine]
  /// The headers and footers in the answer, pinned ones where they are drawn. Their starts count from ``origin``.
  public let supplementary: [WindowLine]
  /// Items that are in the answer wherever the viewport is, and in none of its lines; in their order.
  public private(set) var kept: [Int]
  /// The line that frames count from: the first visible one; nil in a grid without lines.
  public let originLine: Int64?

  /// Where the viewport starts along the main axis, in points from the start of the content.
  public var offset: Double { viewport.offset }
  /// The length of the viewport along the main axis, in points.
  public var length: Double { viewport.length }

  /// The items that are in the answer apart from those that are kept, from the first to the last.
  public var indexes: Range<Int> {
    guard let first = lines.first, let last = lines.last else { return 0..<0 }
    return Int(first.items.lowerBound)..<Int(last.items.upperBound)
  }

  /// How many cells there are in the answer.
  public var cellCount: Int { lines.reduce(kept.count) { $0 + $1.items.count } }

  /// The part of the way that the viewport has gone: 0 and 1 are exactly the two ends.
  public var fraction: Double {
    let range = viewport.range(in: grid)
    let way = range.upperBound - range.lowerBound
    return way > 0 ? min((offset - range.lowerBound) / way, 1) : 0
  }

  /// Where frames count from, in the coordinates of the content.
  public var origin: Point {
    if let originLine { return grid.origin(ofLine: originLine) }
    let start = WindowLayout.start(of: nil, in: grid)
    return grid.axis == .vertical ? Point(x: 0, y: start) : Point(x: start, y: 0)
  }

  /// What is added to a frame that counts from ``origin`` to have it from the top left of the viewport.
  var originToViewport: Point {
    let origin = origin
    if grid.axis == .vertical { return Point(x: origin.x, y: -delta) }
    guard grid.layoutDirection == .rightToLeft else { return Point(x: -delta, y: origin.y) }
    return Point(x: origin.x - (grid.contentLength - offset - length), y: origin.y)
  }

  /// How far the viewport's start is past the start of the first visible line, in points.
  public let delta: Double

  /// The frame of a cell, counted from ``origin``.
  ///
  /// - Precondition: `index` is one of the grid's items.
  /// - Complexity: O(log *n*).
  public func frame(of index: Int) -> Rect {
    guard let line = line(of: index) else { return grid.frame(of: Int64(index), relativeToLine: originLine ?? 0) }
    return grid.frame(of: Int64(index), in: line, isRelative: true)
  }

  /// The frame of one of ``supplementary``, counted from ``origin``.
  public func frame(of supplementary: WindowLine) -> Rect {
    if originLine != nil { return grid.frame(of: supplementary, isRelative: true) }
    return grid.frame(of: supplementary).offset(by: Point(x: -origin.x, y: -origin.y))
  }

  /// The line of ``lines`` that an item stands in.
  ///
  /// - Complexity: O(log *k*), where *k* is the number of lines.
  func line(of index: Int) -> WindowLine? {
    let index = Int64(index)
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].items.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low].items.contains(index) ? lines[low] : nil
  }

  /// The items of the answer in their order, in ranges that do not touch; each is read at once.
  package var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    func append(_ range: Range<Int>) {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    var next = 0
    for line in lines {
      while next < kept.count, kept[next] < line.items.lowerBound {
        append(kept[next]..<kept[next] + 1)
        next += 1
      }
      append(Int(line.items.lowerBound)..<Int(line.items.upperBound))
    }
    for index in kept[next...] { append(index..<index + 1) }
    return ranges
  }

  private static func start(of line: Int64?, in grid: LineGrid) -> Double {
    if let line { return grid.start(ofLine: line) }
    return grid.axis == .vertical ? grid.insets.top : grid.insets.leading
  }

  /// Lays out a viewport.
  ///
  /// - Parameters:
  ///   - grid: Has tracks.
  ///   - viewport: Where it stands in the grid.
  ///   - scroll: How much more than that is wanted.
  ///   - kept: Indexes of items that are wanted wherever the viewport is, in any order.
  ///   - limit: About how many lines to list at most.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of lines in the answer.
  package init(
    _ grid: LineGrid, _ viewport: Viewport, pinnedViews: PinnedViews = [], scroll: ScrollState, kept: [Int] = [],
    limit: Int = .max
  ) {
    self.grid = grid
    self.viewport = viewport
    let offset = viewport.offset
    let shown = grid.lines(from: offset, to: offset + viewport.length)
    let items = grid.indexes(ofLines: shown)
    visible = Int(items.lowerBound)..<Int(items.upperBound)
    let originLine = shown.isEmpty ? grid.line(at: offset) : shown.lowerBound
    self.originLine = originLine
    // Without lines, distances count from the start of the content.
    let origin = originLine.map { grid.start(ofLine: $0) } ?? 0
    if let anchor = viewport.anchor, grid.line(of: anchor.index) == originLine {
      // What is far from the start is rounded less so.
      delta = anchor.delta
    } else {
      delta = offset - WindowLayout.start(of: originLine, in: grid)
    }
    var interval = viewport.interval
    interval.start = originLine == nil ? offset : delta
    interval.end = interval.start + viewport.length
    let found = grid.window(
      WindowLayout.extended(interval, shown, origin, scroll, in: grid), pinned: pinnedViews,
      relativeToLine: originLine, limit: limit)
    var lines: [WindowLine] = []
    var supplementary: [WindowLine] = []
    lines.reserveCapacity(found.count)
    for line in found {
      if line.kind == .items { lines.append(line) } else { supplementary.append(line) }
    }
    self.lines = lines
    self.supplementary = supplementary
    self.kept = []
    if !kept.isEmpty {
      let outside = Set(kept).filter { line(of: $0) == nil }
      self.kept = outside.sorted()
    }
  }

  /// The interval with the overscan, in lines and in points.
  private static func extended(
    _ interval: VisibleInterval, _ shown: Range<Int64>, _ origin: Double, _ scroll: ScrollState, in grid: LineGrid
  ) -> VisibleInterval {
    var wide = interval.extended(by: scroll.prefetch, velocity: scroll.velocity)
    let more = Int64(min(max(scroll.overscan, 0), 100_000))
    if more > 0, !shown.isEmpty {
      let first = max(0, shown.lowerBound - more)
      let last = min(grid.lineCount, shown.upperBound + more) - 1
      // The middle of a line is in it, however its edges are rounded.
      wide.start = min(wide.start, grid.start(ofLine: first) - origin + grid.length(ofLine: first) / 2)
      wide.end = max(wide.end, grid.start(ofLine: last) - origin + grid.length(ofLine: last) / 2)
      wide.insetStart = interval.start - wide.start
      wide.insetEnd = wide.end - interval.end
    }
    return wide
  }
}
