import GridLayout

/// Computes the columns and rows of a track grid one by one, by the rules as they are told: slow and obvious.
struct ReferenceSizing {
  private(set) var columns: [Double] = []
  private(set) var rows: [Double] = []

  init(_ grid: TrackGrid, _ items: [TrackGridItem], _ cells: [GridCell], in container: Size) {
    guard !grid.tracks.isEmpty else { return }
    let isExyte = grid.arithmetic == .exyte
    func axis(isAcross: Bool, isHorizontal: Bool) -> [Double] {
      let spacing = isHorizontal ? grid.spacing.horizontal : grid.spacing.vertical
      let room = isHorizontal ? container.width : container.height
      let along = zip(items, cells).map { item, cell in
        let length = isHorizontal ? item.size.width : item.size.height
        return isHorizontal
          ? (first: Int(cell.column), span: Int(cell.columnSpan), length: length + (isExyte ? spacing : 0))
          : (first: Int(cell.row), span: Int(cell.rowSpan), length: length + (isExyte ? spacing : 0))
      }
      let count = isAcross ? grid.tracks.count : along.map { $0.first + $0.span }.max() ?? 0
      let gap = isExyte ? 0 : spacing
      let bound = max(room - (isExyte ? spacing : Double(max(count - 1, 0)) * spacing), 0)
      if !isAcross, grid.contentMode == .fill { return Array(repeating: bound / Double(max(count, 1)), count: count) }
      let tracks = isAcross ? grid.tracks : Array(repeating: .fit, count: count)
      var sizes = tracks.enumerated().map { track, kind -> Double in
        switch kind {
        case .fr: 0
        case .pt(let points): points
        case .fit: along.filter { $0.first == track && $0.span == 1 }.map(\.length).max() ?? 0
        }
      }
      let longest = along.map(\.span).max() ?? 0
      for span in 2...max(longest, 2) {
        var plan = Array(repeating: 0.0, count: count)
        for item in along where item.span == span {
          let covered = item.first..<item.first + span
          if covered.contains(where: { if case .fr = tracks[$0] { true } else { false } }) { continue }
          let lack = max(0, item.length - covered.reduce(0) { $0 + sizes[$1] } - Double(span - 1) * gap)
          var takers = Array(covered)
          if !isExyte {
            takers = takers.filter { tracks[$0] == .fit }
            let alone = takers.filter { track in !along.contains { $0.first == track && $0.span == 1 } }
            if !alone.isEmpty { takers = alone }
          }
          for track in takers { plan[track] = max(plan[track], lack / Double(takers.count)) }
        }
        if isExyte { plan = plan.map { $0.rounded(.toNearestOrAwayFromZero) } }
        let planned = plan.reduce(0, +)
        let free = isAcross ? max(0, bound - sizes.reduce(0, +)) : .infinity
        let factor = planned > free ? free / planned : 1
        for track in 0..<count { sizes[track] += plan[track] * factor }
      }
      let parts = tracks.reduce(0.0) { if case .fr(let part) = $1 { $0 + part } else { $0 } }
      let rest = max(0, bound - sizes.reduce(0, +))
      for track in 0..<count {
        if case .fr(let part) = tracks[track] { sizes[track] = parts > 0 ? rest * part / parts : 0 }
      }
      return sizes
    }
    columns = axis(isAcross: grid.flow == .rows, isHorizontal: true)
    rows = axis(isAcross: grid.flow == .columns, isHorizontal: false)
  }
}
