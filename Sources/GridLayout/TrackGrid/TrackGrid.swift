/// A grid of tracks that items span, start in and flow through: what Exyte Grid lays out, as a value.
///
///     let grid = TrackGrid(tracks: [.fr(1), .pt(150), .fit], contentMode: .scroll, spacing: 5)
///     let layout = grid.layout(
///       [TrackGridItem(size: Size(width: 40, height: 30)), TrackGridItem(span: [2, 1])],
///       in: Size(width: 375, height: 647))
///     layout.items[1].cell         // columns 1 and 2 of the first row
///     layout.contentSize.height    // 30
///
/// Tracks are columns where the grid flows in rows, and lines, of which there are as many as the items need, are rows.
/// Where it flows in columns everything is transposed.
///
/// Nothing in the input traps. What can't be taken as it stands is replaced, and said in ``diagnostics``, or in those of
/// the layout.
public struct TrackGrid: Hashable, Sendable {
  /// The tracks, from the leading side or the top.
  public let tracks: [GridTrack]
  /// How long lines are.
  public let contentMode: GridContentMode
  /// The direction in which items follow one another.
  public let flow: GridFlow
  /// Whether small items go back to holes.
  public let packing: GridPacking
  /// The gaps between cells, in points.
  public let spacing: GridSpacing
  /// The room around all cells, in points; the arithmetic of Exyte Grid has its own and ignores it.
  public let insets: EdgeInsets
  /// Where items stand in their cells, unless they say it themselves.
  public let commonItemsAlignment: Alignment
  /// Where the content stands in a container that is larger.
  public let contentAlignment: Alignment
  /// How lengths are computed.
  public let arithmetic: GridArithmetic
  /// What was done instead of what was asked for.
  public let diagnostics: [TrackGridDiagnostic]

  /// Makes a grid. The defaults are those of Exyte Grid.
  ///
  /// - Parameters:
  ///   - tracks: ``Tracks/limit`` at most; without any nothing is placed.
  ///   - contentMode: How long lines are.
  ///   - flow: The direction in which items follow one another.
  ///   - packing: Whether small items go back to holes.
  ///   - spacing: The gaps between cells, in points, not below zero.
  ///   - insets: The room around all cells, in points, not below zero.
  ///   - commonItemsAlignment: Where items stand in their cells.
  ///   - contentAlignment: Where the content stands in a container that is larger.
  ///   - arithmetic: How lengths are computed.
  public init(
    tracks: [GridTrack] = [.fr(1)], contentMode: GridContentMode = .fill, flow: GridFlow = .rows,
    packing: GridPacking = .sparse, spacing: GridSpacing = .standard, insets: EdgeInsets = .zero,
    commonItemsAlignment: Alignment = .center, contentAlignment: Alignment = .center,
    arithmetic: GridArithmetic = .exact
  ) {
    var check = TrackGridCheck()
    self.tracks = check.tracks(tracks)
    self.contentMode = contentMode
    self.flow = flow
    self.packing = packing
    self.spacing = GridSpacing(
      horizontal: check.number(spacing.horizontal, .spacing), vertical: check.number(spacing.vertical, .spacing))
    self.insets = EdgeInsets(
      top: check.number(insets.top, .insets), leading: check.number(insets.leading, .insets),
      bottom: check.number(insets.bottom, .insets), trailing: check.number(insets.trailing, .insets))
    self.commonItemsAlignment = commonItemsAlignment
    self.contentAlignment = contentAlignment
    self.arithmetic = arithmetic
    diagnostics = check.diagnostics
  }

  /// Lays out items in a container.
  ///
  /// - Parameters:
  ///   - items: In the order in which they are placed.
  ///   - container: The room for all, insets included, in points. Where lines scroll, its length along them is only what
  ///     is in sight.
  /// - Complexity: That of ``TrackPlacement``, and O(*n* log *n*) for the lengths, where *n* is the number of items.
  public func layout(_ items: [TrackGridItem], in container: Size) -> TrackLayout {
    TrackLayout(self, items, in: container)
  }

  /// Returns the size that the content takes, insets included, where it may be as long as its items ask for.
  ///
  /// It is what a grid inside another one, or inside a scroll view, has as its own size.
  ///
  /// - Parameters:
  ///   - items: The items of the grid.
  ///   - length: What is offered across, a width where the grid flows in rows, in points. Where nothing is offered,
  ///     a flexible track takes what the largest item that stands in one alone asks for, in proportion to its part.
  /// - Complexity: That of a layout.
  public func intrinsicSize(_ items: [TrackGridItem], across length: Double? = nil) -> Size {
    let length = length ?? idealLength(items)
    let grid = TrackGrid(
      tracks: tracks, contentMode: .scroll, flow: flow, packing: packing, spacing: spacing, insets: insets,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, arithmetic: arithmetic)
    let layout = grid.layout(
      items, in: flow == .rows ? Size(width: length, height: 0) : Size(width: 0, height: length))
    let margins = layout.margins
    return Size(
      width: layout.columnSizes.total + margins.leading + margins.trailing,
      height: layout.rowSizes.total + margins.top + margins.bottom)
  }

  /// The length across that gives every flexible track what its items ask for.
  private func idealLength(_ items: [TrackGridItem]) -> Double {
    let inRows = flow == .rows
    let wide = TrackGrid(
      tracks: tracks, contentMode: .scroll, flow: flow, packing: packing, spacing: spacing, insets: insets,
      arithmetic: arithmetic
    ).layout(items, in: inRows ? Size(width: longest, height: 0) : Size(width: 0, height: longest))
    let lengths = inRows ? wide.columnSizes : wide.rowSizes
    let margins = inRows ? wide.margins.leading + wide.margins.trailing : wide.margins.top + wide.margins.bottom
    let padding = arithmetic == .exact ? 0 : inRows ? spacing.horizontal : spacing.vertical
    // What one part has to be for the largest item of a track, and what there is beside the parts.
    var (unit, parts) = (0.0, 0.0)
    var rigid = margins + lengths.gap * Double(max(tracks.count - 1, 0))
    for (track, kind) in tracks.enumerated() {
      if case .fr(let part) = kind { parts += part } else { rigid += lengths[Int64(track)] }
    }
    for (index, item) in wide.items.enumerated() {
      let (track, span) = inRows ? (item.cell.column, item.cell.columnSpan) : (item.cell.row, item.cell.rowSpan)
      guard span == 1, case .fr(let part) = tracks[Int(track)], part > 0 else { continue }
      let size = wide.natural[index].size
      unit = max(unit, ((inRows ? size.width : size.height) + padding) / part)
    }
    return min(rigid + unit * parts, longest)
  }
}

/// An item of a track grid.
public struct TrackGridItem: Hashable, Sendable {
  /// How many columns and rows it covers.
  public var span: GridSpan
  /// Where it asks to stand; nil leaves that to the grid.
  public var start: GridStart?
  /// Its own size, in points.
  public var size: Size
  /// Where it stands in its cell; nil for what all items do.
  public var alignment: Alignment?

  /// Makes an item.
  public init(span: GridSpan = GridSpan(), start: GridStart? = nil, size: Size = .zero, alignment: Alignment? = nil) {
    self.span = span
    self.start = start
    self.size = size
    self.alignment = alignment
  }
}
