/// The part of a track grid that an item covers, in columns and rows.
public struct GridCell: Hashable, Sendable {
  /// The first column, counted from zero.
  public var column: Int64
  /// The first row, counted from zero.
  public var row: Int64
  /// The number of columns; one at least.
  public var columnSpan: Int64
  /// The number of rows; one at least.
  public var rowSpan: Int64

  /// Makes a cell.
  public init(column: Int64, row: Int64, columnSpan: Int64 = 1, rowSpan: Int64 = 1) {
    self.column = column
    self.row = row
    self.columnSpan = columnSpan
    self.rowSpan = rowSpan
  }
}

/// An item of a track grid and the part that it covers.
public struct PlacedItem: Hashable, Sendable {
  /// The index of the item.
  public var index: Int64
  /// The part that it covers.
  public var cell: GridCell

  /// Makes a placed item.
  public init(index: Int64, cell: GridCell) {
    self.index = index
    self.cell = cell
  }
}

/// A rectangle of tracks and lines: what a ``GridCell`` is whichever way the grid flows.
struct TrackArea: Hashable, Sendable {
  var track: Int
  var line: Int64
  var width: Int
  var height: Int64

  /// The line after its last.
  var end: Int64 { line + height }

  func cell(_ flow: GridFlow) -> GridCell {
    switch flow {
    case .rows: GridCell(column: Int64(track), row: line, columnSpan: Int64(width), rowSpan: height)
    case .columns: GridCell(column: line, row: Int64(track), columnSpan: height, rowSpan: Int64(width))
    }
  }
}

/// An item and the tracks and lines that it covers.
struct PlacedArea: Hashable, Sendable {
  var index: Int64
  var area: TrackArea
}
