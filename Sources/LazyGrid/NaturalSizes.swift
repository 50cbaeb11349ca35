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
}
