internal import GridLayout
internal import GridStore

/// The items of a plan whose cells say their own lengths.
struct MeasuringPlan: Sendable {
  let lengths: MeasuredLengths
  var runs: [Run] = []
  /// How far what was measured is taken in.
  var position = 0
  /// How much had been forgotten when the plan was made.
  let forgotten: Int
  /// How many lengths are known, and how many there are.
  var known = 0
  var count = 0
  /// The first items of those pieces of runs whose lengths stand one by one.
  var pieces: Set<Int> = []

  /// How many items get lengths of their own at once.
  static let pieceCount = 256

  struct Run: Sendable {
    let start: Int
    let end: Int
    /// The track of the first item.
    let track: Int
    /// In points.
    let estimate: Double
  }

  init(_ lengths: MeasuredLengths) {
    self.lengths = lengths
    forgotten = lengths.forgotten
  }

  /// The run that an item stands in; nil for one whose length is said otherwise.
  func run(of index: Int) -> Run? {
    let number = firstRun(endingAfter: index)
    return number < runs.count && runs[number].start <= index ? runs[number] : nil
  }

  private func firstRun(endingAfter index: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The parts of ranges that are measured.
  func parts(of ranges: [Range<Int>]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for range in ranges {
      for run in runs[firstRun(endingAfter: range.lowerBound)...] {
        if run.start >= range.upperBound { break }
        parts.append(range.clamped(to: run.start..<run.end))
      }
    }
    return parts
  }
}

extension GridPlan {
  /// Takes in what has been measured since, by whomever, and returns which items of some ranges are not.
  ///
  /// - Complexity: O(log *n*) for each length that is taken in; for the first of a piece of a run as an insertion.
  @discardableResult
  mutating func takeIn(_ ranges: [Range<Int>] = []) -> [Range<Int>] {
    guard let measuring else { return [] }
    let (news, position, missing, known) = measuring.lengths.look(
      since: measuring.position, at: measuring.parts(of: ranges))
    for (index, extent) in news { setExtent(of: index, to: extent) }
    self.measuring?.position = position
    self.measuring?.known = known
    return missing
  }

  /// Estimates the items that were measured in the state before, where they stand now.
  mutating func estimateByKeys() throws {
    guard let measuring else { return }
    for (key, extent) in measuring.lengths.earlier {
      if let index = try index(of: key) { setExtent(of: index, to: extent) }
    }
  }

  private mutating func setExtent(of index: Int, to extent: CellExtent) {
    guard let run = measuring?.run(of: index) else { return }
    let piece = run.start + (index - run.start) / MeasuringPlan.pieceCount * MeasuringPlan.pieceCount
    if measuring?.pieces.insert(piece).inserted == true {
      let end = min(piece + MeasuringPlan.pieceCount, run.end)
      grid.replaceItems(
        Int64(piece)..<Int64(end), by: [.lengths(Array(repeating: run.estimate, count: end - piece))])
    }
    let tracks = grid.tracks
    let across = tracks.isEmpty ? 0 : tracks[(run.track + index - run.start) % tracks.count].length
    grid.setLength(ofItem: Int64(index), to: extent.length(across: across, isVertical: grid.axis == .vertical))
  }

  /// Builds the cells of some ranges and takes what they say.
  ///
  /// - Throws: ``LayoutError`` for a length that is none.
  mutating func measure(_ ranges: [Range<Int>]) throws {
    guard let measuring else { return }
    var measured: [(index: Int, key: CellKey, extent: CellExtent)] = []
    for piece in try ranges.flatMap(runs.cellPieces) {
      for (i, cell) in piece.items.enumerated() {
        try cell.extent.checkMeasured(piece.start + i)
        measured.append((piece.start + i, piece.keys[i], cell.extent))
      }
    }
    measuring.lengths.add(measured)
    takeIn()
  }
}

extension CellExtent {
  func checkMeasured(_ index: Int) throws(LayoutError) {
    switch self {
    case .unsaid: break
    case .points(let length):
      guard length.isFinite, length >= 0 else {
        throw LayoutError(
          "the cell of item \(index) says that it is \(length) long; that must be finite, zero or above")
      }
    case .aspectRatio(let ratio): try LazyGridGeometry.check(ratio, "the aspect ratio of the cell of item \(index)")
    }
  }
}
