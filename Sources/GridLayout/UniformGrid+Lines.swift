extension UniformGrid {
  /// Returns the lines that meet an interval of the main axis.
  ///
  /// A line meets it when it starts before the end and ends after the start, so one that only touches does not:
  ///
  ///     // lines of 100 with gaps of 10
  ///     grid.lines(from: 100, to: 220)   // 1 ..< 2
  ///     grid.lines(from: 99, to: 221)    // 0 ..< 3
  ///
  /// What has no length meets nothing: an interval that is empty, or lines of length zero, of which any number
  /// could lie in one place. They keep their gaps all the same.
  ///
  /// The answer agrees with ``start(ofLine:)`` to the last bit, at any depth.
  ///
  /// - Parameters:
  ///   - start: The distance from the start of the content, in points, as ``start(ofLine:)`` counts it.
  ///   - end: Where the interval ends; one that is not after the start, or NaN, meets nothing.
  /// - Returns: The lines, or an empty range.
  /// - Complexity: O(1). Lengths so absurd that rounding merges lines cost O(log *n*).
  public func lines(from start: Double, to end: Double) -> Range<Int64> {
    guard lineLength > 0, start < end else { return 0..<0 }
    let first = firstLine(endingAfter: start)
    return first..<max(first, firstLine(startingAtOrAfter: end))
  }

  /// Returns the last line that starts at an offset or before it: the one there, or else the one before the gap.
  ///
  /// - Parameter offset: The distance from the start of the content, in points. One before the first line, and
  ///   NaN, give the first line.
  /// - Returns: nil for a grid without lines.
  /// - Complexity: O(1), as ``lines(from:to:)``.
  public func line(at offset: Double) -> Int64? {
    guard lineCount > 0 else { return nil }
    return offset.isNaN ? 0 : max(firstLine(startingAtOrAfter: offset.nextUp) - 1, 0)
  }

  private func firstLine(endingAfter offset: Double) -> Int64 {
    let guess = (offset - lineLength - start(ofLine: 0)) / stride + 1
    return firstIndex(below: lineCount, near: guess) { start(ofLine: $0) + lineLength > offset }
  }

  private func firstLine(startingAtOrAfter offset: Double) -> Int64 {
    let guess = ((offset - start(ofLine: 0)) / stride).rounded(.up)
    return firstIndex(below: lineCount, near: guess) { start(ofLine: $0) >= offset }
  }
}

/// Returns the first number for which something holds that then holds for all after it, or the count.
///
/// A division finds it nearly: rounding may be off by one, and by more only where numbers are so large that
/// neighbours round to the same. So the guess is corrected by the comparison itself, in steps that double.
///
/// - Parameters:
///   - count: Where the numbers end, which start at zero.
///   - guess: About which number it is; anything, NaN too.
/// - Complexity: O(log *d*), where *d* is how far off the guess is.
func firstIndex(below count: Int64, near guess: Double, where holds: (Int64) -> Bool) -> Int64 {
  var low = !(guess > 0) ? 0 : guess < Double(count) ? min(Int64(guess), count) : count
  var high = low
  var step: Int64 = 1
  while low > 0, holds(low - 1) {
    high = low - 1
    low = low > step ? low - step : 0
    step = min(step * 2, 1 << 61)
  }
  // Now nothing before low holds, and high holds unless it is where the guess was.
  step = 1
  while high < count, !holds(high) {
    low = high + 1
    high = count - high > step ? high + step : count
    step = min(step * 2, 1 << 61)
  }
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
