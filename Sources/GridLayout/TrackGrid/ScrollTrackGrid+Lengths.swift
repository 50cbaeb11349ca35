extension ScrollTrackGrid {
  /// Gives the first items their lengths at once, in place of all that was measured.
  ///
  /// It is what ``setSizes(_:from:)`` does for all of them, with a few bytes for each instead of its own size.
  ///
  /// - Parameters:
  ///   - lengths: What each has along the lines, in points, not below zero; NaN where it isn't measured. The array is
  ///     shared and not copied, unless something in it has to be repaired.
  ///   - across: What each asks for across, in points; NaN where nobody knows. It may be of more items, or fewer: those
  ///     that are missing ask for nothing. Items that are not measured may be told of.
  /// - Complexity: O(*n*) where no item is declared; else O(*n* log *n*), and places all items.
  public mutating func setLengths(_ lengths: [Double], across: [Double] = []) {
    var check = TrackGridCheck()
    func checked(_ numbers: [Double]) -> [Double] {
      let numbers = numbers.count > count ? Array(numbers[..<Int(count)]) : numbers
      if numbers.allSatisfy({ $0.isNaN || ($0 >= 0 && $0 <= longest) }) { return numbers }
      return numbers.map { $0.isNaN ? $0 : check.number($0, .itemSize) }
    }
    sizes = ItemSizes(along: checked(lengths), across: checked(across), inRows: grid.flow == .rows)
    for diagnostic in check.diagnostics where !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    settleAll()
  }

  /// All lines in order, as those of a line grid of one track: neighbours that have one length as one run.
  ///
  /// - Complexity: Places all items that are not placed yet; then O(*m*) in the number of measured lines.
  public mutating func lineRuns() -> [GridRun] {
    var runs: [GridRun] = []
    var single: [Double] = []
    func append() {
      if !single.isEmpty { runs.append(.lengths(single)) }
      single = []
    }
    settle(before: LineSums.end)
    let (estimate, count) = (lines.estimate, lineCount)
    lines.visit(0..<count) { range, length in
      let length = length.isNaN ? estimate : length
      if range.upperBound - range.lowerBound < 64 {
        for _ in range { single.append(length) }
      } else {
        append()
        runs.append(.uniform(count: range.upperBound - range.lowerBound, length: length))
      }
    }
    append()
    return runs
  }

  // MARK: All at once

  /// Computes all lines anew, and the tracks.
  mutating func settleAll() {
    unsettled = nil
    if placement.isPlain {
      lines.set(0..<LineSums.end, to: nil)
      settlePlain(0..<LineSums.end)
    } else if isDense(sizes.count) {
      lines.set(0..<LineSums.end, to: nil)
      var first: Int64 = 0
      while first < lineCount {
        _ = settle(first..<min(first + 512, lineCount))
        first += 512
      }
    } else {
      settle(sizes.indexes(in: 0..<count), from: 0)
    }
    if tracksFollowItems { fitAnew() }
  }

  /// Whether so many of the items are of interest that it is quicker to look at all lines than for each of them.
  private mutating func isDense(_ number: Int64) -> Bool { number > 0 && lineCount <= 4 * number + 1024 }

  /// Where all items are plain each line has as many as there are tracks.
  ///
  /// - Parameter range: Lines that nothing is known of.
  mutating func settlePlain(_ range: Range<Int64>) {
    let tracks = Int64(max(placement.tracks, 1))
    let (start, isOver) = range.lowerBound.multipliedReportingOverflow(by: tracks)
    guard !isOver, start < count else { return }
    let (end, isPastEnd) = range.upperBound.multipliedReportingOverflow(by: tracks)
    var known: [Double] = []
    var first: Int64 = 0
    var latest: Int64 = -1
    func flush() {
      if !known.isEmpty { lines.set(from: first, known) }
      known.removeAll(keepingCapacity: true)
    }
    let sizes = sizes
    sizes.visitMeasured(start..<(isPastEnd ? count : min(end, count))) { index, size in
      let (line, length) = (index / tracks, asked(size))
      if line == latest {
        known[known.count - 1] = max(known[known.count - 1], length)
        return
      }
      if line != latest + 1 || known.count >= 1 << 16 {
        flush()
        first = line
      }
      known.append(length)
      latest = line
    }
    flush()
  }

  /// Computes lines anew from one on, given the measured items that are over them.
  mutating func settle(_ measured: [Int64], from line: Int64) {
    lines.set(line..<LineSums.end, to: nil)
    for empty in placement.emptyLines() where empty.upperBound > line {
      lines.set(max(empty.lowerBound, line)..<empty.upperBound, to: 0)
    }
    var covered: [Range<Int64>] = []
    covered.reserveCapacity(measured.count)
    for index in measured {
      guard let area = placement.area(of: index) else { continue }
      covered.append(area.line..<area.end)
    }
    covered.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    // Neighbours together, but not so many that all that is known of them at once takes much memory.
    var next: Range<Int64>?
    for range in covered {
      guard let joined = next else {
        next = range
        continue
      }
      let end = max(joined.upperBound, range.upperBound)
      if range.lowerBound <= joined.upperBound, end == joined.upperBound || end - joined.lowerBound <= 1024 {
        next = joined.lowerBound..<end
      } else {
        _ = settle(joined)
        next = range
      }
    }
    if let next { _ = settle(next) }
  }

  /// Calls a function with the places of all items of which something is told, and perhaps of others, in no order.
  mutating func visitToldPlaces(_ body: (PlacedArea, ItemSizes) -> Void) {
    if isDense(max(sizes.count, sizes.acrossCount)), !placement.isPlain {
      var first: Int64 = 0
      while first < lineCount {
        for placed in placement.areas(in: first..<first + 512) where placed.area.line >= first {
          body(placed, sizes)
        }
        first += 512
      }
      return
    }
    for index in sizes.indexes(in: 0..<count, onlyMeasured: false) {
      if let area = placement.area(of: index) { body(PlacedArea(index: index, area: area), sizes) }
    }
  }
}

extension TrackPlacement {
  /// Whether every item covers one cell, and comes where the order puts it.
  var isPlain: Bool { contents.special.count == 0 && contents.anchored.isEmpty }
}
