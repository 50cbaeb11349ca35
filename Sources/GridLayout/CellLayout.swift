/// What a grid of any family answers once it is laid out.
///
/// Lazy grids (``UniformGrid``, ``LineGrid``), boards of equal cells (``EqualLayout``) and track grids (``TrackLayout``)
/// do. Coordinates are those of the content, in points.
public protocol CellLayout: Sendable {
  /// The cells of a rectangle, in the order of their items.
  associatedtype Cells: Sequence where Cells.Element == LayoutCell

  /// How many items there are.
  var count: Int64 { get }
  /// The size of all content, in points.
  var contentSize: Size { get }

  /// Returns the frame of the cell of an item, in points.
  ///
  /// - Precondition: `index` is one of the items.
  func frame(of index: Int64) -> Rect

  /// Returns the cells that meet a rectangle: see ``Rect/intersects(_:)``.
  func cells(in rect: Rect) -> Cells

  /// Returns the item whose cell holds a point; where cells overlap, the last one, which is drawn over the others.
  ///
  /// - Returns: nil where there is no cell.
  func index(at point: Point) -> Int64?
}

/// One cell of a grid.
public struct LayoutCell: Hashable, Sendable {
  /// The index of its item.
  public var index: Int64
  /// The line that it starts in.
  public var line: Int64
  /// The track that it starts in.
  public var track: Int
  /// Its frame in the coordinates of the content, in points.
  public var frame: Rect

  /// Makes a cell.
  public init(index: Int64, line: Int64, track: Int, frame: Rect) {
    self.index = index
    self.line = line
    self.track = track
    self.frame = frame
  }
}

extension UniformGrid: CellLayout {}
extension LineGrid: CellLayout {}
extension EqualLayout: CellLayout {}
extension TrackLayout: CellLayout {}
