/// How wide a track of a track grid is, or how high where the grid flows in columns.
///
/// The names are those of Exyte Grid, whose grids these are: <https://github.com/exyte/Grid>.
public enum GridTrack: Hashable, Sendable {
  /// A part of what the other tracks leave, in proportion to the parts of the others.
  case fr(Double)
  /// So many points.
  case pt(Double)
  /// As large as what stands in it.
  case fit
}

extension [GridTrack] {
  /// Makes a number of tracks of one part each.
  ///
  /// - Parameter count: Below one makes none; more than ``Tracks/limit`` makes one too many, so that a grid says it.
  public init(count: Int) { self.init(repeating: .fr(1), count: Swift.min(Swift.max(count, 0), Tracks.limit + 1)) }
}

/// The direction in which items of a track grid follow one another.
public enum GridFlow: Hashable, Sendable {
  /// Along a row; the tracks are columns, and the grid grows downward.
  case rows
  /// Down a column; the tracks are rows, and the grid grows to the trailing side.
  case columns
}

/// Whether a small item may go back to a hole that larger ones left.
public enum GridPacking: Hashable, Sendable {
  /// Never: every item without a start stands after the one before it.
  case sparse
  /// Every item without a start takes the first place that has room.
  case dense
}

/// How long the lines of a track grid are.
public enum GridContentMode: Hashable, Sendable {
  /// All are equal, and together as long as the container.
  case fill
  /// Each is as long as what stands in it, and the content may be longer than the container.
  case scroll
}

/// How many columns and rows an item covers.
public struct GridSpan: Hashable, Sendable {
  /// The number of columns.
  public var column: Int64
  /// The number of rows.
  public var row: Int64

  /// Makes a span. A number below one counts as one where items are placed.
  public init(column: Int64 = 1, row: Int64 = 1) {
    self.column = column
    self.row = row
  }
}

extension GridSpan: ExpressibleByArrayLiteral {
  /// Makes the span of a plain item: one column, one row.
  public init() { self.init(column: 1, row: 1) }

  /// The columns, then the rows; what is missing is one.
  public init(arrayLiteral elements: Int64...) {
    self.init(column: elements.first ?? 1, row: elements.count > 1 ? elements[1] : 1)
  }
}

/// Where an item is asked to stand, counted from zero; nil leaves a coordinate to the grid.
public struct GridStart: Hashable, Sendable {
  /// The column.
  public var column: Int64?
  /// The row.
  public var row: Int64?

  /// Makes a start.
  public init(column: Int64? = nil, row: Int64? = nil) {
    self.column = column
    self.row = row
  }
}

extension GridStart: ExpressibleByArrayLiteral {
  /// Makes a start that leaves both coordinates to the grid.
  public init() { self.init(column: nil, row: nil) }

  /// The column, then the row.
  public init(arrayLiteral elements: Int64?...) {
    self.init(column: elements.first ?? nil, row: elements.count > 1 ? elements[1] : nil)
  }
}

/// The gaps of a track grid, in points.
public struct GridSpacing: Hashable, Sendable {
  /// The gap between neighbours in a row.
  public var horizontal: Double
  /// The gap between rows.
  public var vertical: Double

  /// Makes gaps.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The gaps of a grid that is told none, in points.
  public static let standard = GridSpacing(horizontal: 5, vertical: 5)
}

extension GridSpacing: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral {
  public init(integerLiteral value: Int) { self.init(horizontal: Double(value), vertical: Double(value)) }
  public init(floatLiteral value: Double) { self.init(horizontal: value, vertical: value) }

  /// The horizontal gap, then the vertical one; a single number is both, and none is zero.
  public init(arrayLiteral elements: Double...) {
    self.init(horizontal: elements.first ?? 0, vertical: elements.count > 1 ? elements[1] : elements.first ?? 0)
  }
}
