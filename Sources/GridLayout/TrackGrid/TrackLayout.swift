/// A track grid in a container: where its columns, rows and items are.
///
/// Coordinates count from the top left of the container, or, in the arithmetic of Exyte Grid, from that of its working
/// area, which is where its own rectangles count from.
public struct TrackLayout: Sendable {
  /// Where an item is.
  public struct Item: Hashable, Sendable {
    /// The part of the grid that it covers.
    public var cell: GridCell
    /// The rectangle of that part, in points, gaps between its own cells included.
    public var rect: Rect
    /// The rectangle behind or over which backgrounds and overlays are drawn: the cell without the spacing around it.
    public var background: Rect
    /// The item itself: its own size, aligned in its cell.
    ///
    /// In the arithmetic of Exyte Grid it has its own length along the lines only where they scroll, and is as large
    /// as its cell otherwise, for what it is in that is left to the view.
    public var frame: Rect
  }

  /// The grid that is laid out.
  public let grid: TrackGrid
  /// The room that it is laid out in, insets included, in points.
  public let container: Size
  /// The widths of the columns.
  public let columnSizes: GridLengths
  /// The heights of the rows.
  public let rowSizes: GridLengths
  /// The size of all columns and rows and the gaps between, in points; whole ones in the arithmetic of Exyte Grid.
  public let contentSize: Size
  /// Where the content starts in the container, in points.
  public let contentOrigin: Point
  /// The items, in the order in which they were given; none if the grid has no tracks.
  public let items: [Item]
  /// The indexes of the items in the order in which they were placed.
  public let order: [Int64]
  /// What was done instead of what was asked for, the grid's own diagnostics included.
  public let diagnostics: [TrackGridDiagnostic]
  /// What was done instead of where items were asked to stand; the first thousand.
  public let placementDiagnostics: [PlacementDiagnostic]
  /// How many placement diagnostics there are beyond those that are listed.
  public let unlistedDiagnostics: Int64
  /// The items with sizes that can be computed with.
  let natural: [TrackGridItem]
  /// The room around the columns and rows.
  let margins: EdgeInsets

  init(_ grid: TrackGrid, _ items: [TrackGridItem], in container: Size) {
    var check = TrackGridCheck()
    var natural = items
    for index in natural.indices { natural[index].size = check.size(natural[index].size, .itemSize) }
    let container = check.size(container, .container)
    let (inRows, isExyte) = (grid.flow == .rows, grid.arithmetic == .exyte)
    let margins = grid.margins
    let room = Size(
      width: container.width - margins.leading - margins.trailing,
      height: container.height - margins.top - margins.bottom)
    let bounded = inRows ? room.width : room.height
    if min(bounded, grid.contentMode == .fill ? min(room.width, room.height) : bounded) < 0 { check.say(.noRoom) }

    var placement = TrackPlacement(
      count: Int64(natural.count), tracks: grid.tracks.count, flow: grid.flow, packing: grid.packing,
      declared: natural.indices.compactMap { index in
        let item = natural[index]
        return item.span == GridSpan() && item.start == nil
          ? nil : DeclaredItem(index: Int64(index), span: item.span, start: item.start)
      })
    let lineCount = placement.lineCount
    let areas = placement.areas(in: 0..<lineCount)
    let axes = TrackLayoutAxes(
      grid: grid, areas: areas.map { $0.area }, sizes: natural.map { $0.size }, room: room, lineCount: lineCount)
    let (across, along) = axes.lengths()
    columnSizes = inRows ? across : along
    rowSizes = inRows ? along : across

    let total = Size(width: columnSizes.total, height: rowSizes.total)
    contentSize =
      isExyte
      ? Size(
        width: total.width.rounded(.toNearestOrAwayFromZero), height: total.height.rounded(.toNearestOrAwayFromZero))
      : total
    // What scrolls starts at its start.
    let alignment = grid.contentAlignment
    let isFill = grid.contentMode == .fill
    let shift = Point(
      x: inRows || isFill ? max(room.width - total.width, 0) * alignment.horizontal.fraction : 0,
      y: !inRows || isFill ? max(room.height - total.height, 0) * alignment.vertical.fraction : 0)
    contentOrigin = Point(x: margins.leading + shift.x, y: margins.top + shift.y)
    let origin = isExyte ? .zero : contentOrigin
    var placed: [Item] = []
    placed.reserveCapacity(areas.count)
    for area in areas {
      let item = natural[Int(area.index)]
      let cell = area.area.cell(grid.flow)
      let columns = cell.column..<cell.column + cell.columnSpan
      let rows = cell.row..<cell.row + cell.rowSpan
      let rect = Rect(
        x: columnSizes.offset(of: columns.lowerBound) + origin.x, y: rowSizes.offset(of: rows.lowerBound) + origin.y,
        width: columnSizes.length(of: columns), height: rowSizes.length(of: rows))
      let itemAlignment = item.alignment ?? grid.commonItemsAlignment
      placed.append(grid.item(cell, rect, item.size, itemAlignment, contentMode: grid.contentMode))
    }
    self.items = placed
    self.grid = grid
    self.container = container
    self.natural = natural
    self.margins = margins
    let anchored = placement.anchoredItems
    order = anchored + TrackLayout.others(areas, anchored)
    diagnostics = grid.diagnostics + check.diagnostics
    placementDiagnostics = placement.diagnostics
    unlistedDiagnostics = placement.unlistedDiagnostics
  }

  /// The items that are not among some, in their order.
  private static func others(_ areas: [PlacedArea], _ anchored: [Int64]) -> [Int64] {
    var isAnchored = Array(repeating: false, count: areas.count)
    for index in anchored { isAnchored[Int(index)] = true }
    return areas.lazy.map { $0.index }.filter { !isAnchored[Int($0)] }
  }
}

extension TrackGrid {
  /// Places an item in the rectangle of its cell.
  func item(
    _ cell: GridCell, _ rect: Rect, _ size: Size, _ alignment: Alignment, contentMode: GridContentMode
  ) -> TrackLayout.Item {
    arithmetic == .exyte
      ? TrackLayout.Item(exyte: self, cell, rect, size, alignment, padding: margins, contentMode: contentMode)
      : TrackLayout.Item(cell: cell, rect: rect, background: rect, frame: alignment.frame(of: size, in: rect))
  }
}

extension TrackLayout.Item {
  /// An item as Exyte Grid reports it: shifted by its alignment along lines that scroll, though as long as its cell, and
  /// grown to whole points.
  fileprivate init(
    exyte grid: TrackGrid, _ cell: GridCell, _ exact: Rect, _ size: Size, _ alignment: Alignment, padding: EdgeInsets,
    contentMode: GridContentMode
  ) {
    let inside = Rect(
      x: exact.minX + padding.leading, y: exact.minY + padding.top,
      width: max(exact.width - padding.leading - padding.trailing, 0),
      height: max(exact.height - padding.top - padding.bottom, 0))
    var (rect, frame) = (exact, inside)
    if contentMode == .scroll {
      if grid.flow == .rows {
        let slack = exact.height - size.height - padding.top - padding.bottom
        rect.origin.y += slack * alignment.vertical.fraction
        frame.origin.y += slack * alignment.vertical.fraction
        frame.size.height = size.height
      } else {
        let slack = exact.width - size.width - padding.leading - padding.trailing
        rect.origin.x += slack * alignment.horizontal.fraction
        frame.origin.x += slack * alignment.horizontal.fraction
        frame.size.width = size.width
      }
    }
    self.init(cell: cell, rect: rect.grownToWholePoints, background: inside, frame: frame)
  }
}

extension Rect {
  /// The smallest rectangle around this one whose edges are whole points.
  var grownToWholePoints: Rect {
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }

  /// Returns the rectangle with its edges on whole pixels, so that what shares an edge still shares it.
  ///
  ///     Rect(x: 100 / 3, y: 0, width: 100 / 3, height: 40).snapped()   // x 33, width 34
  ///
  /// - Parameter scale: How many pixels a point has; one that is not above zero counts as one.
  public func snapped(scale: Double = 1) -> Rect {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    let (left, top) = ((minX * scale).rounded() / scale, (minY * scale).rounded() / scale)
    return Rect(
      x: left, y: top, width: (maxX * scale).rounded() / scale - left,
      height: (maxY * scale).rounded() / scale - top)
  }

  /// Returns the rectangle as it stands where leading is on the right.
  ///
  /// - Parameter width: The width of what the rectangle is in, in points.
  public func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}
