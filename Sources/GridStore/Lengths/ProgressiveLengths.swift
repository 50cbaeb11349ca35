/// The lengths of a list by a column as they come in.
package typealias ProgressiveLengths = ProgressivePass<KnownLengths>

/// The lengths that are known so far.
package struct KnownLengths: PassKnowledge {
  /// Those of this state, from the first item on, in pieces that follow one another.
  package private(set) var pieces: [[Double]] = []
  package private(set) var count = 0
  /// Those of an earlier state, from ``earlierStart`` on: what this state has come to is let go of.
  package private(set) var earlier: [[Double]] = []
  package private(set) var earlierStart = 0
  /// Whether these are all.
  package private(set) var isThrough = false
  private var sum = 0.0
  private var earlierAverage: Double?

  package init() {}

  /// The average of what is known, or was in an earlier state; nil while nothing is.
  package var average: Double? { sum > 0 ? sum / Double(count) : earlierAverage }

  /// The same as those of an earlier state.
  package var outdated: KnownLengths {
    var known = KnownLengths()
    known.earlierAverage = average
    known.earlier = pieces
    // What this state had not come to is still that of the one before.
    var start = earlierStart
    for piece in earlier {
      known.earlier.append(start >= count ? piece : Array(piece[(count - start)...]))
      start += piece.count
    }
    return known
  }

  package mutating func append(_ lengths: [Double]) {
    pieces.append(lengths)
    count += lengths.count
    sum += lengths.reduce(0, +)
    while let first = earlier.first, earlierStart + first.count <= count {
      earlierStart += first.count
      earlier.removeFirst()
    }
  }

  package mutating func end() {
    isThrough = true
    earlier = []
  }
}

struct WeakLengths { weak var lengths: ProgressiveLengths? }

extension ItemList {
  /// The lengths of the items by a column, as they come in; the same for all who hold them at a time.
  ///
  /// - Parameters:
  ///   - rowsPerSlice: The most rows that are read at a time.
  ///   - pause: Called between slices, on another thread.
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest.
  package func progressiveLengths(
    of column: String, rowsPerSlice: Int = .max, pause: (@Sendable () -> Void)? = nil
  ) throws -> ProgressiveLengths {
    let (reader, core) = (storage.catalog.reader, storage.core)
    return try reader.read { _ in
      if let lengths = core.progressiveLengths[column]?.lengths { return lengths }
      try core.currentPlan().table.checkLengthColumn(named: column)
      let lengths = ProgressiveLengths(rowsPerSlice: rowsPerSlice, pause: pause) { slice in
        let pass = try LengthPass(reader, core, column, slice: slice)
        return PassRun(interrupt: pass.interrupt) { tell in
          _ = try pass.run { progress in if case .lengths(_, let lengths) = progress { tell(lengths) } }
        }
      }
      core.progressiveLengths[column] = WeakLengths(lengths: lengths)
      return lengths
    }
  }
}
