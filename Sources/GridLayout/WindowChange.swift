/// What came into a window and what left it, exactly: the difference of two windows over the same items.
///
/// Of two windows of what is in sight it says what appeared and disappeared; of two that are laid out beyond that, what to
/// fetch and what may be let go.
public struct WindowChange: Hashable, Sendable {
  /// A header or footer.
  public struct Supplementary: Hashable, Sendable {
    public var kind: WindowLine.Kind
    public var section: Int
  }

  /// The items that came and went, in their order; no two ranges touch.
  public private(set) var appeared: [Range<Int64>]
  public private(set) var disappeared: [Range<Int64>]
  /// The headers and footers that came and went, in the order of the content.
  public private(set) var supplementaryAppeared: [Supplementary]
  public private(set) var supplementaryDisappeared: [Supplementary]

  /// Compares two windows.
  ///
  /// - Parameters:
  ///   - old: The window before, of the same items: where some were inserted, removed or moved since, their indexes would
  ///     say something else.
  ///   - new: The window after.
  /// - Complexity: O(*k*), where *k* is the number of lines in both.
  public init(from old: [WindowLine], to new: [WindowLine]) {
    let (before, after) = (WindowChange.items(old), WindowChange.items(new))
    appeared = WindowChange.subtract(before, from: after)
    disappeared = WindowChange.subtract(after, from: before)
    let (had, has) = (WindowChange.supplementary(old), WindowChange.supplementary(new))
    let (hadSet, hasSet) = (Set(had), Set(has))
    supplementaryAppeared = has.filter { !hadSet.contains($0) }
    supplementaryDisappeared = had.filter { !hasSet.contains($0) }
  }

  private static func supplementary(_ lines: [WindowLine]) -> [Supplementary] {
    lines.compactMap { line in
      guard line.kind != .items, let section = line.section else { return nil }
      return Supplementary(kind: line.kind, section: section)
    }
  }

  /// The items of a window, in ranges that do not touch.
  private static func items(_ lines: [WindowLine]) -> [Range<Int64>] {
    var ranges: [Range<Int64>] = []
    for line in lines where !line.items.isEmpty {
      if let last = ranges.last, last.upperBound == line.items.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<line.items.upperBound
      } else {
        ranges.append(line.items)
      }
    }
    return ranges
  }

  private static func subtract(_ others: [Range<Int64>], from ranges: [Range<Int64>]) -> [Range<Int64>] {
    var left: [Range<Int64>] = []
    var next = 0
    for range in ranges {
      var start = range.lowerBound
      while next < others.count, others[next].upperBound <= start { next += 1 }
      var other = next
      while other < others.count, others[other].lowerBound < range.upperBound {
        if others[other].lowerBound > start { left.append(start..<others[other].lowerBound) }
        start = max(start, others[other].upperBound)
        other += 1
      }
      if start < range.upperBound { left.append(start..<range.upperBound) }
    }
    return left
  }
}
