internal import GridLayout
internal import GridStore

extension GridDrawing {
  /// Draws a window: its viewport, the cells that meet it, and apart from them those of the overscan.
  ///
  /// Frames count from the window's origin, so a window at any depth is drawn as exactly as one at the top.
  ///
  /// - Throws: ``LayoutError`` for a window of too many cells.
  /// - Complexity: O(*k*), where *k* is the number of cells.
  package init<Item>(_ window: GridWindow<Item>) throws(LayoutError) {
    let shown = window.visible
    self.init(
      title: "\(window.table) by \(window.order): "
        + (shown.isEmpty ? "no item" : "items \(shown.lowerBound) to \(shown.upperBound - 1)")
        + " of \(window.count.value)")
    let size = window.scroll.viewport
    let move = window.cells.originToViewport
    let viewport = Rect(origin: Point(x: -move.x, y: -move.y), size: size)
    // Beside the viewport nothing should be, before and after it the content goes on.
    let far = 4e12
    limit(
      to: window.layout.grid.axis == .vertical
        ? Rect(x: viewport.minX, y: -far, width: size.width, height: 2 * far)
        : Rect(x: -far, y: viewport.minY, width: 2 * far, height: size.height))
    // What is kept may be anywhere; a drawing of it would show nothing else.
    for cell in window.cells where window.layout.line(of: cell.index) != nil {
      add(shown.contains(cell.index) ? .cell : .overscan, cell.frame, label: "\(cell.index)")
    }
    for line in window.supplementary {
      let isHeader = line.kind == .header
      add(
        isHeader ? (line.isPinned ? .pinnedHeader : .header) : line.isPinned ? .pinnedFooter : .footer, line.frame,
        label: "\(line.kind.rawValue) \(line.section)")
    }
    add(.viewport, viewport)
    try checkSize()
  }
}

extension GridDrawing {
  /// Draws a window of a track grid, as one of a lazy grid.
  ///
  /// - Throws: ``LayoutError`` for a window of too many cells.
  /// - Complexity: O(*k*), where *k* is the number of cells.
  package init<Item>(_ window: TrackWindow<Item>) throws(LayoutError) {
    let shown = window.visible
    self.init(
      title: "\(window.table) by \(window.order): "
        + (shown.isEmpty ? "no item" : "items \(shown.lowerBound) to \(shown.upperBound - 1)")
        + " of \(window.count.value)")
    let size = window.scroll.viewport
    let move = window.originToViewport
    let viewport = Rect(origin: Point(x: -move.x, y: -move.y), size: size)
    let inRows = window.axis == .vertical
    let far = 4e12
    limit(
      to: inRows
        ? Rect(x: viewport.minX, y: -far, width: size.width, height: 2 * far)
        : Rect(x: -far, y: viewport.minY, width: 2 * far, height: size.height))
    for cell in window.cells where !window.isKept(cell) {
      add(cell.frame.intersects(viewport) ? .cell : .overscan, cell.frame, label: "\(cell.index)")
    }
    add(.viewport, viewport)
    try checkSize()
  }
}

extension TrackWindow {
  /// Whether a cell is in the answer for having been asked for alone: neither in sight nor in the overscan.
  fileprivate func isKept(_ cell: TrackCell<Item>) -> Bool {
    guard scroll.keep.contains(cell.key) else { return false }
    let lines =
      axis == .vertical
      ? cell.area.row..<cell.area.row + cell.area.rowSpan : cell.area.column..<cell.area.column + cell.area.columnSpan
    return !lines.overlaps(visibleLines)
  }
}
