internal import GridLayout

/// Lines of one length, however many they are.
struct UniformLines: Sendable {
  let count: Int64
  let length: Double
  let gap: Double

  /// How far one line starts from the next, in points.
  var pitch: Double { length + gap }
  var total: Double { count > 0 ? Double(count) * pitch - gap : 0 }

  func length(of range: Range<Int64>) -> Double { range.isEmpty ? 0 : Double(range.count) * pitch - gap }

  /// The lines that an interval meets, counted from the start of the first.
  func numbers(from start: Double, to end: Double) -> Range<Int64> {
    guard count > 0, start < end, length > 0, end > 0, start < total else { return 0..<0 }
    func clamped(_ line: Double) -> Int64 { line >= Double(count) ? count : Int64(max(line, 0)) }
    var (first, last) = (clamped((start / pitch).rounded(.down)), clamped((end / pitch).rounded(.up)))
    // Quotients are rounded, so the ends are settled by the comparisons that define a meeting.
    while first > 0, Double(first - 1) * pitch + length > start { first -= 1 }
    while first < count, Double(first) * pitch + length <= start { first += 1 }
    while last > 0, Double(last - 1) * pitch >= end { last -= 1 }
    while last < count, Double(last) * pitch < end { last += 1 }
    return first..<max(first, last)
  }

  /// Lines that fill a container, or are as long as is said of all.
  init(_ extent: CellExtent, _ grid: TrackGrid, _ tracks: TrackLayout, count: Int64, in container: Size) {
    let inRows = grid.flow == .rows
    self.count = count
    gap = inRows ? grid.spacing.vertical : grid.spacing.horizontal
    switch grid.contentMode {
    case .fill:
      let insets = grid.insets
      let room =
        inRows ? container.height - insets.top - insets.bottom : container.width - insets.leading - insets.trailing
      length = count > 0 ? max(room - Double(count - 1) * gap, 0) / Double(count) : 0
    case .scroll:
      // Of tracks that differ, the one that needs most counts.
      let across = inRows ? tracks.columnSizes : tracks.rowSizes
      let longest = (0..<across.count).reduce(0) { max($0, extent.length(across: across[$1], isVertical: inRows)) }
      length = longest.isFinite ? min(max(longest, 0), 1e12) : 0
    }
  }
}
