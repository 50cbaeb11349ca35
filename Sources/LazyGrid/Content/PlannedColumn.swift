internal import GridLayout
internal import GridStore

/// A column that lengths come from, and what was known of it when content was laid out.
struct PlannedColumn: Sendable {
  let rows: ObjectIdentifier
  let name: String
  /// Held for as long as the plan is kept, so that reading goes on.
  let lengths: ProgressiveLengths
  let known: KnownLengths
  /// Which items of the grid have their lengths from it.
  var runs: [Run]

  struct Run: Sendable {
    let start: Int
    let end: Int
    /// The index in the list of the first.
    let first: Int
  }

  /// Whether so much has come in since that it is worth to add up lengths again: all that was missing, or a quarter of
  /// what there was, so that all of them together cost a few times as much as the last one.
  func isWorthMaking(in generation: Generation?) -> Bool {
    guard let generation else { return false }
    let now = lengths.progress(in: generation)
    if now.isThrough { return !known.isThrough }
    return now.count > known.count && (now.count - known.count) >= known.count / 4
  }

  /// Whether all lengths are known of the items of a range that are of this column.
  func isKnown(_ range: Range<Int>) -> Bool {
    known.isThrough
      || runs.allSatisfy { run in
        let own = range.clamped(to: run.start..<run.end)
        return own.isEmpty || run.first + own.upperBound - run.start <= known.count
      }
  }
}

extension KnownLengths {
  /// The lengths of a range of the list's indexes, as far as they are known, or were in an earlier state.
  func lengths(_ range: Range<Int>) -> [Double] {
    var all: [Double] = []
    for run in runs(range, estimate: 0) {
      guard case .lengths(let lengths) = run else { break }
      if all.isEmpty { all = lengths } else { all += lengths }
    }
    return all
  }

  /// The lengths of a range of the list's indexes: those that are known, those of an earlier state, and an estimate for
  /// the others.
  ///
  /// Pieces that lie in the range are shared and not copied.
  func runs(_ range: Range<Int>, estimate: Double) -> [GridRun] {
    var runs: [GridRun] = []
    var next = range.lowerBound
    func append(_ pieces: [[Double]], from first: Int) {
      var start = first
      for piece in pieces {
        if start >= range.upperBound { break }
        let end = min(start + piece.count, range.upperBound)
        if end > next {
          runs.append(.lengths(end - next == piece.count ? piece : Array(piece[next - start..<end - start])))
          next = end
        }
        start += piece.count
      }
    }
    append(pieces, from: 0)
    append(earlier, from: earlierStart)
    if next < range.upperBound { runs.append(.uniform(count: Int64(range.upperBound - next), length: estimate)) }
    return runs
  }
}
