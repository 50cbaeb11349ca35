@_spi(Measuring) import GridLayout

/// The lines of a track grid of which some items are measured, one by one, by the rules as they are told.
struct ReferenceScrolling {
  private(set) var lines: [Double] = []
  private(set) var isMeasured: [Bool] = []

  /// - Parameter sizes: nil where an item isn't measured.
  init(_ grid: TrackGrid, _ items: [ReferencePlacement.Item], _ sizes: [Size?], estimate: Double) {
    let placement = ReferencePlacement(items, tracks: grid.tracks.count, flow: grid.flow, packing: grid.packing)
    let spacing = grid.flow == .rows ? grid.spacing.vertical : grid.spacing.horizontal
    let padding = grid.arithmetic == .exyte ? spacing : 0
    let ranges = placement.cells.map { $0.lines(grid.flow) }
    // What is not measured asks for nothing, or for the estimate.
    let asking = items.indices.map { index -> TrackGridItem in
      let item = items[index]
      if let size = sizes[index] { return TrackGridItem(span: item.span, start: item.start, size: size) }
      let isAlone =
        ranges[index].count == 1 && !items.indices.contains { sizes[$0] != nil && ranges[$0] == ranges[index] }
      let length = isAlone ? estimate : -padding
      return TrackGridItem(span: item.span, start: item.start, size: Size(width: length, height: length))
    }
    let sizing = ReferenceSizing(
      TrackGrid(
        tracks: grid.tracks, contentMode: .scroll, flow: grid.flow, packing: grid.packing, spacing: grid.spacing,
        arithmetic: grid.arithmetic), asking, placement.cells, in: .zero)
    lines = grid.flow == .rows ? sizing.rows : sizing.columns
    for line in lines.indices {
      let over = items.indices.filter { ranges[$0].contains(Int64(line)) }
      isMeasured.append(over.isEmpty || over.contains { sizes[$0] != nil })
      if over.isEmpty { lines[line] = 0 } else if !isMeasured[line] { lines[line] = estimate + padding }
    }
  }
}
