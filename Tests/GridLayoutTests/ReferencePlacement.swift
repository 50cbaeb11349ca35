import GridLayout

/// Places items cell by cell, by the rules as they are told: slow and obvious.
struct ReferencePlacement {
  struct Item: Hashable {
    var span = GridSpan()
    var start = GridStart()
  }

  /// Where each item stands, by its index.
  private(set) var cells: [GridCell] = []
  private(set) var order: [Int64] = []
  private(set) var lost: [Int64] = []
  private(set) var lineCount: Int64 = 0

  init(_ items: [Item], tracks: Int, flow: GridFlow, packing: GridPacking) {
    struct Cell: Hashable { var track: Int64, line: Int64 }
    guard tracks > 0 else { return }
    let n = Int64(tracks)
    var used: Set<Cell> = []
    var placed: [Int64: (track: Int64, line: Int64, width: Int64, height: Int64)] = [:]
    var order: [Int64] = []
    func isFree(_ track: Int64, _ line: Int64, _ width: Int64, _ height: Int64) -> Bool {
      for t in track..<track + width {
        for l in line..<line + height where used.contains(Cell(track: t, line: l)) { return false }
      }
      return true
    }
    func take(_ index: Int64, _ track: Int64, _ line: Int64, _ width: Int64, _ height: Int64) {
      for t in track..<track + width { for l in line..<line + height { used.insert(Cell(track: t, line: l)) } }
      placed[index] = (track, line, width, height)
      order.append(index)
    }
    var wishes = items.enumerated().map { index, item in
      let (span, start) = (item.span, item.start)
      let rows = flow == .rows
      let track = rows ? start.column : start.row
      let line = rows ? start.row : start.column
      return (
        index: Int64(index), width: min(max(rows ? span.column : span.row, 1), n),
        height: max(rows ? span.row : span.column, 1),
        track: track.flatMap { $0 >= 0 && $0 < n ? $0 : nil }, line: line.flatMap { $0 >= 0 ? $0 : nil }
      )
    }
    // Both coordinates.
    for at in wishes.indices {
      let wish = wishes[at]
      guard let track = wish.track, let line = wish.line else { continue }
      let width = min(wish.width, n - track)
      if isFree(track, line, width, wish.height) {
        take(wish.index, track, line, width, wish.height)
      } else {
        (wishes[at].track, wishes[at].line) = (nil, nil)
        lost.append(wish.index)
      }
    }
    // A track.
    for wish in wishes where placed[wish.index] == nil {
      guard let track = wish.track else { continue }
      let width = min(wish.width, n - track)
      var line: Int64 = 0
      while !isFree(track, line, width, wish.height) { line += 1 }
      take(wish.index, track, line, width, wish.height)
    }
    // A line.
    for wish in wishes where placed[wish.index] == nil {
      guard let line = wish.line else { continue }
      if let track = (0...n - wish.width).first(where: { isFree($0, line, wish.width, wish.height) }) {
        take(wish.index, track, line, wish.width, wish.height)
      } else {
        lost.append(wish.index)
      }
    }
    // All others.
    var cursor = Cell(track: 0, line: 0)
    for wish in wishes where placed[wish.index] == nil {
      var cell = packing == .sparse ? cursor : Cell(track: 0, line: 0)
      while cell.track + wish.width > n || !isFree(cell.track, cell.line, wish.width, wish.height) {
        cell = cell.track + 1 < n ? Cell(track: cell.track + 1, line: cell.line) : Cell(track: 0, line: cell.line + 1)
      }
      cursor = cell
      take(wish.index, cell.track, cell.line, wish.width, wish.height)
    }
    self.order = order
    cells = items.indices.map { index in
      let place = placed[Int64(index)]!
      return flow == .rows
        ? GridCell(column: place.track, row: place.line, columnSpan: place.width, rowSpan: place.height)
        : GridCell(column: place.line, row: place.track, columnSpan: place.height, rowSpan: place.width)
    }
    lineCount = placed.values.map { $0.line + $0.height }.max() ?? 0
  }
}

extension GridCell {
  /// The lines that the cell covers in a grid of a flow.
  func lines(_ flow: GridFlow) -> Range<Int64> {
    flow == .rows ? row..<row + rowSpan : column..<column + columnSpan
  }
}
