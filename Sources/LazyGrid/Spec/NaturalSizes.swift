internal import GridLayout

/// The sizes that some items of a grid have of their own, by index.
struct NaturalSizes {
  private struct Run {
    var first: Int64
    var sizes: [Size?]
    var end: Int64 { first + Int64(sizes.count) }
  }
  /// In order, apart from one another.
  private var runs: [Run] = []

  /// Adds the sizes of items that follow all those with sizes so far.
  mutating func append(_ sizes: [Size?], at index: Int64) {
    if !sizes.isEmpty { runs.append(Run(first: index, sizes: sizes)) }
  }

  subscript(index: Int64) -> Size? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end > index { high = middle } else { low = middle + 1 }
    }
    guard low < runs.count, index >= runs[low].first else { return nil }
    return runs[low].sizes[Int(index - runs[low].first)]
  }

  /// Puts items in the place of others, with sizes or without.
  ///
  /// - Parameters:
  ///   - range: The items that go.
  ///   - sizes: The sizes of the items that come; none where none of them has one.
  ///   - count: How many items come.
  /// - Complexity: O(*r* + *s*) in the number of runs with sizes and of those in the run that changes.
  mutating func replace(_ range: Range<Int64>, by sizes: [Size?], count: Int64) {
    var changed: [Run] = []
    var isPlaced = sizes.isEmpty
    let moved = count - Int64(range.count)
    func append(_ run: Run) { if !run.sizes.isEmpty { changed.append(run) } }
    for run in runs {
      let head = run.sizes.prefix(Int(min(max(range.lowerBound - run.first, 0), Int64(run.sizes.count))))
      let tail = run.sizes.suffix(Int(min(max(run.end - range.upperBound, 0), Int64(run.sizes.count))))
      append(Run(first: run.first, sizes: Array(head)))
      if !isPlaced, run.end >= range.lowerBound {
        append(Run(first: range.lowerBound, sizes: sizes))
        isPlaced = true
      }
      append(Run(first: max(run.first, range.upperBound) + moved, sizes: Array(tail)))
    }
    if !isPlaced { append(Run(first: range.lowerBound, sizes: sizes)) }
    runs = changed
  }
}
