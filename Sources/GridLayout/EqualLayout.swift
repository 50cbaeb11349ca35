/// An equal grid in a container: the frames of its items.
///
///     let board = EqualGrid().layout(in: Size(width: 300, height: 300), count: 16)
///     board.cell                               // 71.25 × 71.25 points
///     board.frame(of: 5)                       // x 76.25, y 76.25
///     board.index(at: Point(x: 80, y: 160))    // 9
///     board.index(at: Point(x: 73, y: 160))    // nil: on a border
///
/// An index that is not one of the layout's items traps in ``frame(of:)``; nothing else does.
public struct EqualLayout: Hashable, Sendable {
  /// The grid that is laid out.
  public let grid: EqualGrid
  /// The size of the board, insets included, in points.
  public let container: Size
  /// How many items there are.
  public let count: Int64
  /// The size of every cell, in points; never below zero.
  public let cell: Size
  /// The distance from the start of a cell to that of the next, to the right and downward, in points.
  public let stride: Size
  /// What was done instead of what was asked for, the grid's own diagnostics included.
  public let diagnostics: [EqualGridDiagnostic]

  init(_ grid: EqualGrid, in container: Size, count: Int64) {
    var check = EqualGridCheck()
    if count < 0 { check.say(.negativeCount) }
    let container = Size(
      width: check.number(container.width, .container), height: check.number(container.height, .container))
    let insets = grid.insets
    let across = check.share(
      container.width - insets.leading - insets.trailing, among: grid.columns, border: grid.borderWidth)
    let down = check.share(
      container.height - insets.top - insets.bottom, among: grid.rows, border: grid.borderWidth)
    self.grid = grid
    self.container = Size(width: max(container.width, 0), height: max(container.height, 0))
    self.count = max(count, 0)
    cell = Size(width: across.cell, height: down.cell)
    stride = Size(width: across.cell + across.border, height: down.cell + down.border)
    diagnostics = grid.diagnostics + check.diagnostics
  }

  /// The size of all content, in points: the container, or what its cells take where that is more, insets included.
  ///
  /// - Complexity: O(1).
  public var contentSize: Size {
    guard count > 0 else { return container }
    let insets = grid.insets
    // A sum of the cells of a whole board may be off by a bit, and its sum is the container by definition.
    let side = insets.leading + Double(min(count, Int64(grid.columns)) - 1) * stride.width + insets.trailing
    let foot = insets.top + Double(rowCount - 1) * stride.height + cell.height + insets.bottom
    return Size(
      width: cell.width > 0 ? container.width : max(container.width, side),
      height: cell.height > 0 && rowCount <= Int64(grid.rows) ? container.height : max(container.height, foot))
  }

  /// How many lines the items take, those below the board included.
  public var rowCount: Int64 { count == 0 ? 0 : row(of: count - 1) + 1 }

  /// Returns the line that an index stands in.
  public func row(of index: Int64) -> Int64 { index / Int64(grid.columns) }

  /// Returns the column that an index stands in.
  public func column(of index: Int64) -> Int { Int(index % Int64(grid.columns)) }

  /// Returns the frame of an item, in points from the top left of the container.
  ///
  /// - Precondition: `index` is one of the layout's items.
  /// - Complexity: O(1).
  public func frame(of index: Int64) -> Rect {
    precondition(index >= 0 && index < count, "the index is not that of an item of the layout")
    return frame(column: column(of: index), row: row(of: index))
  }

  /// Returns the item whose cell holds a point; where cells overlap, the last one, which is drawn over the others.
  ///
  /// - Parameter point: In points from the top left of the container.
  /// - Returns: nil on a border, in the insets, in a hole, and outside.
  /// - Complexity: O(1). Where a negative border makes cells overlap, O(*o*), where *o* is how many do in a line.
  public func index(at point: Point) -> Int64? {
    let columns = columns(from: point.x, to: point.x.nextUp)
    // Every line but a short last one has the topmost column, so no more than two are looked at.
    for row in rows(from: point.y, to: point.y.nextUp).suffix(2).reversed() {
      for column in columns.reversed() {
        if let index = index(column: column, row: row), frame(column: column, row: row).contains(point) { return index }
      }
    }
    return nil
  }

  /// Returns the cells that meet a rectangle, in the order of their items: see ``Rect/intersects(_:)``.
  ///
  /// - Parameter rect: In points from the top left of the container.
  /// - Returns: A value that computes the cells one by one.
  /// - Complexity: O(1), and O(1) for each cell.
  public func cells(in rect: Rect) -> EqualCells {
    EqualCells(
      layout: self, columns: columns(from: rect.minX, to: rect.maxX), rows: rows(from: rect.minY, to: rect.maxY))
  }

  /// The frame of a cell of the board or below it.
  func frame(column: Int, row: Int64) -> Rect {
    Rect(x: left(Int64(column)), y: top(row), width: cell.width, height: cell.height)
  }

  /// The item of a cell; nil in a hole.
  func index(column: Int, row: Int64) -> Int64? {
    let first = row * Int64(grid.columns)
    // A sum could pass the greatest number where the difference does not.
    return Int64(column) < count - first ? first + Int64(column) : nil
  }

  private func left(_ column: Int64) -> Double { grid.insets.leading + Double(column) * stride.width }
  private func top(_ row: Int64) -> Double { grid.insets.top + Double(row) * stride.height }

  private func columns(from low: Double, to high: Double) -> Range<Int> {
    let count = min(count, Int64(grid.columns))
    let range = steps(count, from: low, to: high, extent: cell.width, stride: stride.width, start: left)
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  private func rows(from low: Double, to high: Double) -> Range<Int64> {
    steps(rowCount, from: low, to: high, extent: cell.height, stride: stride.height, start: top)
  }

  /// Returns which of some equal steps meet an interval.
  ///
  /// A division finds them nearly, and the comparison that defines a meeting settles the ends.
  private func steps(
    _ count: Int64, from low: Double, to high: Double, extent: Double, stride: Double, start: (Int64) -> Double
  ) -> Range<Int64> {
    guard extent > 0, low < high else { return 0..<0 }
    let first = firstIndex(below: count, near: (low - extent - start(0)) / stride + 1) { start($0) + extent > low }
    let end = firstIndex(below: count, near: ((high - start(0)) / stride).rounded(.up)) { start($0) >= high }
    return first..<max(first, end)
  }
}

/// The cells of an equal grid that meet a rectangle, in the order of their items.
public struct EqualCells: Sequence, Hashable, Sendable {
  /// The layout that the cells belong to.
  public let layout: EqualLayout
  /// The columns that meet the rectangle.
  public let columns: Range<Int>
  /// The lines that meet the rectangle.
  public let rows: Range<Int64>

  /// Walks the cells.
  public struct Iterator: IteratorProtocol {
    let cells: EqualCells
    var row: Int64
    var column: Int

    /// Returns the next cell, or nil after the last.
    ///
    /// - Complexity: O(1).
    public mutating func next() -> LayoutCell? {
      let layout = cells.layout
      guard !cells.columns.isEmpty else { return nil }
      while row < cells.rows.upperBound {
        if column < cells.columns.upperBound, let index = layout.index(column: column, row: row) {
          defer { column += 1 }
          return LayoutCell(index: index, line: row, track: column, frame: layout.frame(column: column, row: row))
        }
        row += 1
        column = cells.columns.lowerBound
      }
      return nil
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(cells: self, row: rows.lowerBound, column: columns.lowerBound)
  }
}
