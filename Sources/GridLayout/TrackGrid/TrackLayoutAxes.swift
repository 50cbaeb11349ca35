/// The lengths of a layout on its two axes: across, where the tracks are given, and along, where lines follow one another.
struct TrackLayoutAxes {
  let grid: TrackGrid
  /// Where the items are, and how large.
  let areas: [TrackArea]
  let sizes: [Size]
  /// The container without insets.
  let room: Size
  let lineCount: Int64

  private var inRows: Bool { grid.flow == .rows }
  private var isExyte: Bool { grid.arithmetic == .exyte }

  func lengths() -> (across: GridLengths, along: GridLengths) { (across(), along()) }

  private func across() -> GridLengths {
    let spacing = inRows ? grid.spacing.horizontal : grid.spacing.vertical
    let gap = isExyte ? 0 : spacing
    let room = inRows ? room.width : room.height
    let items = areas.indices.map { index in
      TrackSizing.Item(
        parts: areas[index].track..<areas[index].track + areas[index].width, span: Int64(areas[index].width),
        length: (inRows ? sizes[index].width : sizes[index].height) + (isExyte ? spacing : 0))
    }
    let gaps = Double(max(grid.tracks.count - 1, 0)) * gap
    return TrackSizing(
      grid.tracks.map { TrackSizing.Part(track: $0) }, items: items, bound: max(room - gaps, 0), gap: gap,
      arithmetic: grid.arithmetic
    ).lengths()
  }

  private func along() -> GridLengths {
    let spacing = inRows ? grid.spacing.vertical : grid.spacing.horizontal
    let gap = isExyte ? 0 : spacing
    guard grid.contentMode == .scroll else {
      let room = inRows ? room.height : room.width
      let gaps = Double(max(lineCount - 1, 0)) * gap
      let share = lineCount > 0 ? max(room - gaps, 0) / Double(lineCount) : 0
      return GridLengths([(lineCount, share)], gap: gap)
    }
    // Where no item starts or ends all lines are the same, however many they are.
    var edges = [0, lineCount]
    edges.reserveCapacity(2 * areas.count + 2)
    for area in areas { edges += [area.line, area.end] }
    edges.sort()
    var lines: [Int64] = []
    for edge in edges where lines.last != edge { lines.append(edge) }
    func part(_ line: Int64) -> Int { lines.firstPosition { $0 >= line } }
    let items = areas.indices.map { index in
      TrackSizing.Item(
        parts: part(areas[index].line)..<part(areas[index].end), span: areas[index].height,
        length: (inRows ? sizes[index].height : sizes[index].width) + (isExyte ? spacing : 0))
    }
    let parts = lines.indices.dropLast().map { TrackSizing.Part(track: .fit, count: lines[$0 + 1] - lines[$0]) }
    return TrackSizing(parts, items: items, bound: nil, gap: gap, arithmetic: grid.arithmetic).lengths()
  }
}
