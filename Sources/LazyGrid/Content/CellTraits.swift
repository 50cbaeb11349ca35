public import GridLayout

/// What a cell says to a track grid, beside its length. Lazy grids ask for none of it.
struct CellTraits: Sendable {
  var span: GridSpan?
  var start: GridStart?
  var alignment: Alignment?
  /// Its own size, in points; nil takes what its part of the grid has.
  var width: Double?
  var height: Double?
  /// Its own size, where it is so long across; nil asks how large it likes to be.
  var measure: (@Sendable (Double?) -> Size)?
  /// What is drawn behind all of its part of the grid, and over it.
  var background: (@Sendable (Size) -> AnyItem)?
  var overlay: (@Sendable (Size) -> AnyItem)?

  /// Whether it asks for more than one cell, or for a certain one.
  var isPlaced: Bool { span != nil || start != nil }

  /// Whether what it asks for is what it has.
  func isPlaced(as area: GridLayout.GridCell) -> Bool {
    if let span, max(span.column, 1) != area.columnSpan || max(span.row, 1) != area.rowSpan { return false }
    return (start?.column ?? area.column) == area.column && (start?.row ?? area.row) == area.row
  }

  /// The same with what another says where this says nothing.
  func filled(by defaults: CellTraits) -> CellTraits {
    var traits = self
    traits.span = span ?? defaults.span
    traits.start = start ?? defaults.start
    traits.alignment = alignment ?? defaults.alignment
    return traits
  }
}

/// Traits apart from their cell, so that a cell without any is small.
final class BoxedTraits: Sendable {
  let traits: CellTraits
  init(_ traits: CellTraits) { self.traits = traits }
}

// The names, labels and meanings are those of Exyte Grid, <https://github.com/exyte/Grid>. Of two modifiers that say the
// same, the outer one counts.

extension Cell {
  /// The same cell over several columns and rows of a ``Grid``.
  ///
  /// - Parameters:
  ///   - column: The number of columns; below one counts as one.
  ///   - row: The number of rows; below one counts as one.
  public func gridSpan(column: Int = 1, row: Int = 1) -> Cell { gridSpan(GridSpan(column: column, row: row)) }

  /// The same cell over several columns and rows of a ``Grid``: `gridSpan([2, 1])` is two columns of one row.
  public func gridSpan(_ span: GridSpan) -> Cell { with { $0.span = span } }

  /// The same cell where it asks to stand in a ``Grid``, counted from zero.
  ///
  /// - Parameters:
  ///   - column: The first column; nil leaves it to the grid, and so does one below zero.
  ///   - row: The first row; likewise.
  public func gridStart(column: Int? = nil, row: Int? = nil) -> Cell {
    gridStart(GridStart(column: column, row: row))
  }

  /// The same cell where it asks to stand in a ``Grid``: `gridStart([1, nil])` is in the second column of whatever row.
  public func gridStart(_ start: GridStart?) -> Cell { with { $0.start = start } }

  /// The same cell with its item aligned otherwise than those of the other cells of a ``Grid``.
  public func gridItemAlignment(_ alignment: Alignment?) -> Cell { with { $0.alignment = alignment } }

  /// The same cell with something behind all of its part of a ``Grid``, however small its item is.
  ///
  /// - Parameter content: Makes what is drawn out of the size of the part, in points, which is never nil.
  public func gridCellBackground(content: @escaping @Sendable (Size?) -> some Sendable) -> Cell {
    with { $0.background = { AnyItem(content($0)) } }
  }

  /// The same cell with something over all of its part of a ``Grid``, however small its item is.
  ///
  /// - Parameter content: Makes what is drawn out of the size of the part, in points, which is never nil.
  public func gridCellOverlay(content: @escaping @Sendable (Size?) -> some Sendable) -> Cell {
    with { $0.overlay = { AnyItem(content($0)) } }
  }

  /// The same cell with an item that has a size of its own in a ``Grid``: what tracks that fit are measured by.
  ///
  /// - Parameter size: In points.
  public func size(_ size: Size) -> Cell { self.size(width: size.width, height: size.height) }

  /// The same cell with an item that has a width or a height of its own in a ``Grid``.
  ///
  /// - Parameters:
  ///   - width: In points; nil is as wide as its part of the grid, and asks nothing of tracks that fit.
  ///   - height: In points; nil is as high as its part of the grid, or as the cell's length says.
  public func size(width: Double? = nil, height: Double? = nil) -> Cell {
    with {
      $0.width = width
      $0.height = height
    }
  }

  /// The same cell with an item that is measured when a ``Grid`` is laid out.
  ///
  /// - Parameter measure: Tells its size, in points, where it has so much room across, a width where the grid flows in
  ///   rows; nil asks how large it likes to be. It is called twice at most in a layout.
  public func measured(_ measure: @escaping @Sendable (Double?) -> Size) -> Cell { with { $0.measure = measure } }

  private func with(_ change: (inout CellTraits) -> Void) -> Cell {
    var cell = self
    change(&cell.traits)
    return cell
  }
}

extension GridSpan {
  /// Makes a span of numbers as they are counted elsewhere.
  @_disfavoredOverload
  public init(column: Int = 1, row: Int = 1) { self.init(column: Int64(column), row: Int64(row)) }
}

extension GridStart {
  /// Makes a start of numbers as they are counted elsewhere.
  @_disfavoredOverload
  public init(column: Int? = nil, row: Int? = nil) {
    self.init(column: column.map(Int64.init), row: row.map(Int64.init))
  }
}
