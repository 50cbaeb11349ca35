/// The columns that say how many cells of a grid each item covers, and where it starts.
///
///     SpanColumns(columnSpan: "w", rowSpan: "h")
///     SpanColumns(columnSpan: "w", rowSpan: "h", columnStart: "c", rowStart: "r")
///
/// A span is a whole number from 1 on, a start one from 0 on; NULL says nothing. What is neither counts as nothing said.
public struct SpanColumns: Hashable, Sendable {
  /// Says how many columns an item covers.
  public var columnSpan: String?
  /// Says how many rows an item covers.
  public var rowSpan: String?
  /// Says in which column an item starts, counted from zero.
  public var columnStart: String?
  /// Says in which row an item starts, counted from zero.
  public var rowStart: String?

  /// Names columns; what has none is one cell, wherever the grid puts it.
  public init(
    columnSpan: String? = nil, rowSpan: String? = nil, columnStart: String? = nil, rowStart: String? = nil
  ) {
    self.columnSpan = columnSpan
    self.rowSpan = rowSpan
    self.columnStart = columnStart
    self.rowStart = rowStart
  }

  /// The names, in the order: spans, then starts.
  var names: [String?] { [columnSpan, rowSpan, columnStart, rowStart] }
}

/// One item that covers more than one cell, or says where it starts.
public struct ItemSpan: Hashable, Sendable {
  /// The index of the item in its list.
  public var index: Int
  /// How many columns it covers, 1 or more.
  public var columnSpan: Int64
  /// How many rows it covers, 1 or more.
  public var rowSpan: Int64
  /// The column that it starts in, 0 or more; nil leaves it to the grid.
  public var columnStart: Int64?
  /// The row that it starts in, 0 or more; nil leaves it to the grid.
  public var rowStart: Int64?

  /// Makes what an item says.
  public init(
    index: Int, columnSpan: Int64 = 1, rowSpan: Int64 = 1, columnStart: Int64? = nil, rowStart: Int64? = nil
  ) {
    self.index = index
    self.columnSpan = columnSpan
    self.rowSpan = rowSpan
    self.columnStart = columnStart
    self.rowStart = rowStart
  }
}
