/// Which tracks and lines each item of a track grid covers, however many items there are.
///
///     // Every item covers one cell, except for the first, which covers two columns and two rows.
///     var placement = TrackPlacement(
///       count: 1_000_000_000_000, tracks: 3, declared: [DeclaredItem(index: 0, span: [2, 2])])
///     placement.cell(of: 2)          // column 2, row 1
///     placement.lineCount            // 333333333334
///     placement.items(inLines: 0..<2).map(\.index)   // [0, 1, 2]
///
/// Items are plain, covering one cell each wherever the order puts them, unless they are declared otherwise, and the cost
/// follows the declarations. Answers are computed as they are asked for, so asking changes the value; what was placed
/// once is not placed again.
///
/// Items with a full start are placed first, then those with a start on the tracks' axis, then those with a start on the
/// other axis, then all others, in the order of their indexes: the rules of Exyte Grid, which CSS shares for items
/// without starts (<https://www.w3.org/TR/css-grid-1/#auto-placement-algo>).
///
/// Nothing in the input traps. What can't be placed as declared is repaired, and said in ``diagnostics``.
public struct TrackPlacement: Sendable {
  /// How many tracks the grid has.
  public let tracks: Int
  /// The direction in which items follow one another.
  public let flow: GridFlow
  /// Whether small items go back to holes.
  public let packing: GridPacking
  var contents: GridContents
  /// The items without a place of their own: one of the two is there.
  var sparse: SparsePlacement?
  var dense: DensePlacement?

  /// Places items.
  ///
  /// - Parameters:
  ///   - count: How many items there are, from none to 2⁵⁹; what is beyond is cut.
  ///   - tracks: How many tracks there are; without any nothing is placed. ``Tracks/limit`` at most.
  ///   - flow: The direction in which items follow one another.
  ///   - packing: Whether small items go back to holes.
  ///   - declared: The items that are not plain, at best in the order of their indexes.
  /// - Complexity: O(*d*) for *d* declarations of spans, and O(*s* log *s*) for *s* starts.
  public init(
    count: Int64, tracks: Int, flow: GridFlow = .rows, packing: GridPacking = .sparse, declared: [DeclaredItem] = []
  ) {
    self.init(
      count: count, tracks: tracks, flow: flow, packing: packing, declared: declared,
      checkpointSpacing: TrackPlacement.checkpointSpacing(packing))
  }

  /// A sparse window walks half as many steps; of a dense placement only edits go back to checkpoints.
  static func checkpointSpacing(_ packing: GridPacking) -> Int { packing == .sparse ? 72 : 64 }

  /// - Parameters:
  ///   - checkpointSpacing: How many steps a sparse placement takes from one checkpoint to the next; how
  ///     many spanning items a dense one places.
  ///   - blockSize: How many intervals of lines that starts take up stand in one block.
  @_spi(Measuring)
  public init(
    count: Int64, tracks: Int, flow: GridFlow, packing: GridPacking, declared: [DeclaredItem], checkpointSpacing: Int,
    blockSize: Int = 256
  ) {
    self.tracks = min(max(tracks, 0), Tracks.limit)
    self.flow = flow
    self.packing = packing
    // Without tracks there are no items, and the phases need one track at least.
    contents = GridContents(
      count: tracks > 0 ? min(max(count, 0), TrackPlacement.mostItems) : 0, tracks: max(self.tracks, 1), flow: flow,
      declared: tracks > 0 ? declared : [], blockSize: blockSize)
    switch packing {
    case .sparse: sparse = SparsePlacement(contents, spacing: checkpointSpacing)
    case .dense: dense = DensePlacement(contents, spacing: checkpointSpacing)
    }
  }

  static let mostItems: Int64 = 1 << 59

  /// How many items are placed.
  public var count: Int64 { contents.count }

  /// What was done instead of where items were asked to stand; the first thousand. After edits these are still those of
  /// the items as they are then, in any order.
  public var diagnostics: [PlacementDiagnostic] {
    let all = contents.diagnostics.list + contents.startDiagnostics.list
    return all.count > PlacementDiagnostics.most ? Array(all[..<PlacementDiagnostics.most]) : all
  }

  /// How many diagnostics there are beyond those that are listed.
  public var unlistedDiagnostics: Int64 {
    let (read, started) = (contents.diagnostics, contents.startDiagnostics)
    let beyond = max(read.list.count + started.list.count - PlacementDiagnostics.most, 0)
    return read.unlisted + started.unlisted + Int64(beyond)
  }

  /// The indexes of the items that stand where their starts asked for, in the order in which they were placed. All others
  /// follow in the order of their indexes.
  public var anchoredItems: [Int64] { contents.anchoredOrder }

  /// How many lines there are: rows where the grid flows in rows. Some of them may be empty.
  ///
  /// - Complexity: Places all items that are not placed yet, and is O(1) after that in a sparse grid.
  public var lineCount: Int64 {
    mutating get {
      guard tracks > 0 else { return 0 }
      return max(sparse?.end(contents) ?? 0, dense?.end(contents) ?? 0, contents.anchored.end)
    }
  }

  /// Returns the part of the grid that an item covers.
  ///
  /// - Parameter index: The index of an item; for any other the answer is nil.
  /// - Complexity: Places the items before it that are not placed yet; then O(log *n*) and a walk from a checkpoint to the
  ///   next.
  public mutating func cell(of index: Int64) -> GridCell? { area(of: index)?.cell(flow) }

  mutating func area(of index: Int64) -> TrackArea? {
    guard index >= 0, index < count else { return nil }
    return contents.anchored[index] ?? sparse?.area(of: index, contents) ?? dense?.area(of: index, contents)
  }

  /// Returns the items that cover one of some lines, in the order of their indexes.
  ///
  /// - Parameter lines: Rows where the grid flows in rows. Cells before and after them are part of an item's own.
  /// - Complexity: Places the items up to there that are not placed yet; then O(log *n* + *k*), where *k* is the number
  ///   of items, and a walk from a checkpoint to the next.
  public mutating func items(inLines lines: Range<Int64>) -> [PlacedItem] {
    areas(in: lines).map { PlacedItem(index: $0.index, cell: $0.area.cell(flow)) }
  }

  mutating func areas(in lines: Range<Int64>) -> [PlacedArea] {
    guard tracks > 0 else { return [] }
    // Further down is no item, and the cells before could not be counted.
    let most = Int64.max / 2 / Int64(tracks)
    let lines = min(max(lines.lowerBound, 0), most)..<min(max(lines.upperBound, 0), most)
    guard !lines.isEmpty else { return [] }
    var areas: [PlacedArea] = []
    contents.anchored.forEach(in: lines) { areas.append($0) }
    sparse?.forEach(in: lines, contents) { areas.append($0) }
    dense?.forEach(in: lines, contents) { areas.append($0) }
    areas.sort { $0.index < $1.index }
    return areas
  }

  /// How many steps and looks at bands all answers together took, so that tests can hold their cost to account.
  @_spi(Measuring)
  public var steps: Int64 { (sparse?.steps ?? 0) + (dense?.steps ?? 0) }
}
