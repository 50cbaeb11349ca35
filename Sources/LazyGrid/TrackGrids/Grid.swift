public import GridLayout

/// A grid of tracks whose cells may cover several of them, start anywhere and flow in rows or columns.
///
///     let grid = Grid(tracks: [.fr(1), .pt(150), .fr(2)], spacing: 5) {
///       Cell("blue").gridSpan(column: 2)
///       Cell("purple").gridSpan(row: 2)
///       GridGroup(models, id: \.self) { Cell($0) }
///     }
///     .gridPacking(.dense)
///     for cell in try grid.frames(in: Size(width: 375, height: 647)).cells { print(cell.rect) }
///
/// Names, labels and rules are those of [Exyte Grid](https://github.com/exyte/Grid): in samples of it only the views are
/// to be changed. What an initializer says goes before what a modifier says, and of two modifiers the one nearer to the
/// grid counts. Nothing of it goes on to a grid that stands inside.
///
/// Where the reference has padding around cells and rounds, this has gaps between them and exact numbers;
/// `compatibility: .exyte` gives the reference's, number for number.
///
/// Items in memory are made once to be placed. Those of a list are not: their spans and starts are declared beside them,
/// and only the items of a window are read, at any size. Where lines scroll and items are not all of one length, lines are
/// measured as windows come near them, and windows say `estimate` until all are; lengths in a column or an array are known
/// at once.
public struct Grid<Item: Sendable>: Sendable {
  var settings: TrackSettings
  let content: AnyGridContent<Item>

  init(_ content: AnyGridContent<Item>, tracks: GridTracks, spacing: GridSpacing, _ said: TrackSettings.Choices) {
    self.content = content
    settings = TrackSettings(tracks: tracks.tracks, spacing: spacing, initial: said)
  }

  /// The same grid that measures no more than some items before its first window, however few there are.
  package func measuring(atOnce most: Int) -> Grid {
    var grid = self
    grid.settings.mostMeasuredAtOnce = most
    return grid
  }

  /// Makes a grid of cells as they stand in a closure.
  ///
  /// - Parameters:
  ///   - tracks: The columns of a grid that flows in rows, the rows of one that flows in columns: `4`,
  ///     `[.fr(1), .pt(150), .fit]`.
  ///   - contentMode: Whether lines fill the container or are as long as their cells; nil is what a modifier says, or to
  ///     fill it.
  ///   - flow: The direction in which cells follow one another; nil is what a modifier says, or rows.
  ///   - packing: Whether small cells go back to holes; nil is what a modifier says, or sparse: they do not.
  ///   - spacing: The gaps, in points: `5`, `[10, 5]` or a `GridSpacing`.
  ///   - commonItemsAlignment: Where items stand in their cells; nil is what a modifier says, or the centre.
  ///   - contentAlignment: Where the content stands in a container that is larger; nil is what a modifier says, or the
  ///     centre.
  ///   - cache: Taken and not needed: what was laid out last is kept, and nothing depends on it.
  ///   - compatibility: How lengths are computed; nil is what a modifier says, or exactly.
  ///   - content: The cells.
  public init(
    tracks: GridTracks = 1, contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder content: () -> AnyGridContent<Item>
  ) {
    self.init(
      content(), tracks: tracks, spacing: spacing,
      TrackSettings.Choices(
        contentMode, flow, packing, commonItemsAlignment, contentAlignment, cache, compatibility))
  }

  /// Makes a grid of cells as they stand in a closure, with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init(
    tracks: some GridTracksConvertible, contentMode: GridContentMode? = nil, flow: GridFlow? = nil,
    packing: GridPacking? = nil, spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder content: () -> AnyGridContent<Item>
  ) {
    self.init(
      tracks: tracks.gridTracks, contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, content: content)
  }
}

extension TrackSettings.Choices {
  /// What an initializer says.
  init(
    _ contentMode: GridContentMode?, _ flow: GridFlow?, _ packing: GridPacking?, _ commonItemsAlignment: Alignment?,
    _ contentAlignment: Alignment?, _ cache: GridCacheMode?, _ compatibility: GridArithmetic?
  ) {
    self.contentMode = contentMode
    self.flow = flow
    self.packing = packing
    self.commonItemsAlignment = commonItemsAlignment.map { $0 }
    self.contentAlignment = contentAlignment.map { $0 }
    self.cache = cache.map { $0 }
    self.compatibility = compatibility
  }
}

// A grid inside another is one cell, whose item it is and which is as large as its content.

extension Grid: GridContent {
  public var gridContent: AnyGridContent<Grid<Item>> {
    AnyGridContent<Grid<Item>>(
      Cell(self).measured { across in
        // What cannot be laid out takes no room; laid out for itself it says why.
        (try? intrinsicSize(across: settings.flow == .rows ? across : nil)) ?? .zero
      })
  }
}
