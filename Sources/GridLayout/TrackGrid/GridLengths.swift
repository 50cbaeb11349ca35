/// The lengths of the columns, or the rows, of a track grid, and the equal gaps between them.
///
/// Neighbours of one length are held as one run, so a billion empty rows take no more room than one.
///
///     grid.rowSizes.total           // the height of all rows and the gaps between
///     grid.rowSizes.offset(of: 3)   // where the fourth row starts
public struct GridLengths: Hashable, Sendable {
  /// How many there are.
  public let count: Int64
  /// The gap between neighbours, in points.
  public let gap: Double
  /// The length of all and of the gaps between them, in points.
  public let total: Double
  /// For each run its first number, the length of each, and where it starts.
  private var firsts: [Int64] = []
  private var lengths: [Double] = []
  private var offsets: [Double] = []

  /// Makes lengths from runs of equal ones.
  init(_ runs: [(count: Int64, length: Double)], gap: Double) {
    var count: Int64 = 0
    var offset = 0.0
    for run in runs where run.count > 0 {
      firsts.append(count)
      lengths.append(run.length)
      offsets.append(offset)
      count += run.count
      offset += Double(run.count) * (run.length + gap)
    }
    self.count = count
    self.gap = gap
    total = count > 0 ? offset - gap : 0
  }

  private func run(of number: Int64) -> Int { firsts.firstPosition { $0 > number } - 1 }

  /// The length of one, in points.
  ///
  /// - Precondition: `number` is from zero up to ``count``, exclusive.
  /// - Complexity: O(log *r*), where *r* is the number of runs.
  public subscript(number: Int64) -> Double {
    precondition(number >= 0 && number < count, "there is no such column or row")
    return lengths[run(of: number)]
  }

  /// Returns where one starts, in points from the start of the first.
  ///
  /// - Precondition: `number` is from zero up to ``count``, exclusive.
  /// - Complexity: O(log *r*), where *r* is the number of runs.
  public func offset(of number: Int64) -> Double {
    precondition(number >= 0 && number < count, "there is no such column or row")
    let run = run(of: number)
    return offsets[run] + Double(number - firsts[run]) * (lengths[run] + gap)
  }

  /// Returns the length of neighbours and the gaps between them, in points.
  ///
  /// - Parameter range: Some of those from zero up to ``count``; none have no length.
  /// - Complexity: O(log *r*) and O(1) for each run that they are of.
  public func length(of range: Range<Int64>) -> Double {
    guard !range.isEmpty else { return 0 }
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "there are no such columns or rows")
    var length = 0.0
    var run = run(of: range.lowerBound)
    var first = range.lowerBound
    while first < range.upperBound {
      let end = min(run + 1 < firsts.count ? firsts[run + 1] : count, range.upperBound)
      length += Double(end - first) * lengths[run]
      first = end
      run += 1
    }
    return length + Double(range.upperBound - range.lowerBound - 1) * gap
  }

  /// Returns the numbers of those that meet an interval, as far as they have a length there.
  ///
  /// - Parameters:
  ///   - start: Where the interval starts, in points from the start of the first.
  ///   - end: Where it ends.
  /// - Complexity: O(log *r*), where *r* is the number of runs.
  public func numbers(from start: Double, to end: Double) -> Range<Int64> {
    guard count > 0, start < end else { return 0..<0 }
    let first = firstIndex(below: count) { offset(of: $0) + self[$0] > start }
    let last = firstIndex(below: count) { offset(of: $0) >= end }
    return first..<max(first, last)
  }

  private func firstIndex(below count: Int64, where holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (Int64(0), count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// All lengths, one by one.
  ///
  /// - Complexity: O(*n*), where *n* is ``count``, which may be more than memory holds.
  public var all: [Double] {
    var all: [Double] = []
    for run in firsts.indices {
      let end = run + 1 < firsts.count ? firsts[run + 1] : count
      for _ in firsts[run]..<end { all.append(lengths[run]) }
    }
    return all
  }
}

extension GridLengths {
  /// Neighbours of one length, in order, as the lines of a line grid of one track.
  public var runs: [GridRun] {
    firsts.indices.map { run in
      let end = run + 1 < firsts.count ? firsts[run + 1] : count
      return .uniform(count: end - firsts[run], length: lengths[run])
    }
  }
}
