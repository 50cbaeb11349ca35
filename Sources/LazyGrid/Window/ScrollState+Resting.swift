internal import GridLayout

/// Content that a viewport scrolls over, as far as its target asks.
protocol ScrolledContent {
  /// The direction that it scrolls in.
  var axis: Axis { get }
  /// The length of all, in points.
  var contentLength: Double { get }
  /// How many items there are.
  var count: Int64 { get }
  /// Whether there is a line to aim at.
  var hasLines: Bool { get }
  /// Where the lines of an item start, in points from the start of the content, and how long they are.
  func extent(ofItem index: Int64) -> (start: Double, length: Double)
}

extension LineGrid: ScrolledContent {
  var hasLines: Bool { lineCount > 0 }

  func extent(ofItem index: Int64) -> (start: Double, length: Double) {
    let line = line(of: index)
    return (start(ofLine: line), length(ofLine: line))
  }
}

extension ScrollState {
  /// Where the viewport comes to rest in a grid: the offset of its start, and whether its target lies past the end.
  ///
  /// - Parameter indexOfKey: The index of the item whose key is aimed at.
  /// - Throws: ``LayoutError`` for a target that cannot be.
  /// - Complexity: O(log *n*).
  func resting(in grid: some ScrolledContent, indexOfKey: Int?) throws(LayoutError) -> (offset: Double, isClamped: Bool)
  {
    let length = grid.axis == .vertical ? viewport.height : viewport.width
    let last = max(grid.contentLength - length, 0)
    var isClamped = false
    func within(_ index: Int) -> Double {
      guard grid.hasLines else { return 0 }
      return grid.offset(showing: min(Int64(index), grid.count - 1), alignment, length: length, from: offset)
    }
    let wanted: Double
    switch target {
    case .start: wanted = 0
    case .end: wanted = last
    case .key: wanted = within(indexOfKey ?? 0)
    case .index(let index):
      guard index >= 0 else { throw LayoutError("index \(index) is below zero") }
      isClamped = index >= grid.count
      wanted = within(index)
    case .place(let place):
      guard place.delta.isFinite else { throw LayoutError("the place is \(place.delta) points into a line") }
      guard grid.hasLines else { return (0, false) }
      let index = min(max(Int64(indexOfKey ?? place.index), 0), grid.count - 1)
      wanted = grid.extent(ofItem: index).start + place.delta
    case .fraction(let fraction):
      guard fraction.isFinite, fraction >= 0 else { throw LayoutError("fraction \(fraction) is not from 0 to 1") }
      isClamped = fraction > 1
      wanted = fraction >= 1 ? last : last * fraction
    case .offset(let offset):
      guard offset.isFinite, offset >= 0 else { throw LayoutError("offset \(offset) is below zero or not finite") }
      isClamped = offset > last
      wanted = offset
    }
    return (min(max(wanted, 0), last), isClamped)
  }
}

extension ScrolledContent {
  /// Where a viewport must start to show the line of an item.
  fileprivate func offset(
    showing index: Int64, _ alignment: ScrollAlignment, length: Double, from current: Double
  ) -> Double {
    let (start, lineLength) = extent(ofItem: index)
    switch alignment {
    case .start: return start
    case .center: return start + (lineLength - length) / 2
    case .end: return start + lineLength - length
    case .nearest:
      if start < current { return start }
      return start + lineLength > current + length ? max(start + lineLength - length, 0) : current
    }
  }
}
