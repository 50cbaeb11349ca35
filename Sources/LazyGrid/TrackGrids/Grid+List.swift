public import GridLayout
public import GridStore

// Lines of a number of points, or of a length that follows from something else; tracks as literals, or as values.

extension Grid {
  /// Makes a grid of the items of a list, lazily: whatever their number, only those of a window are read.
  ///
  ///     Grid(products, length: 220, span: .columns("w", "h"), tracks: 4, contentMode: .scroll)
  ///     Grid(products, length: 220, declared: [DeclaredItem(index: 0, span: [2, 2])], tracks: 4, contentMode: .scroll)
  ///
  /// The other parameters are those of a grid whose cells stand in a closure.
  ///
  /// - Parameters:
  ///   - list: The items, by index.
  ///   - length: How long each line is that scrolls, in points: a height where the grid flows in rows.
  ///   - across: What items ask of tracks that fit them, in points; nil is nothing.
  ///   - span: The columns of the list that say how many cells an item covers, read in the background; see
  ///     ``ForEach/gridDeclared(span:start:)``.
  ///   - start: The columns of the list that say where an item starts; likewise.
  ///   - declared: The spans and starts of those that are not plain; they go for what columns say.
  public init(
    _ list: ItemList<Item>, length: Double, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: GridTracks = 1,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil
  ) {
    self.init(
      list, length: .points(length), across: across, span: span, start: start, declared: declared, tracks: tracks,
      contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility)
  }

  /// The same with lines whose length follows from something else than a number.
  public init(
    _ list: ItemList<Item>, length: ItemLength, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: GridTracks = 1,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil
  ) {
    self.init(
      ForEach(list, length: length), across, span, start, declared, tracks: tracks, spacing: spacing,
      TrackSettings.Choices(
        contentMode, flow, packing, commonItemsAlignment, contentAlignment, cache, compatibility))
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init(
    _ list: ItemList<Item>, length: Double, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: some GridTracksConvertible,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil
  ) {
    self.init(
      list, length: .points(length), across: across, span: span, start: start, declared: declared,
      tracks: tracks.gridTracks,
      contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility)
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init(
    _ list: ItemList<Item>, length: ItemLength, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: some GridTracksConvertible,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil
  ) {
    self.init(
      list, length: length, across: across, span: span, start: start, declared: declared, tracks: tracks.gridTracks,
      contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility)
  }

  /// Makes a grid of what a closure makes of the items of a list, lazily: whatever their number, only those of a window are read.
  ///
  ///     Grid(products, length: 220, span: .columns("w", "h"), tracks: 4, contentMode: .scroll) { Cell($0.name) }
  ///
  /// The other parameters are those of a grid whose cells stand in a closure.
  ///
  /// - Parameters:
  ///   - list: The items, by index.
  ///   - length: How long each line is that scrolls, in points: a height where the grid flows in rows.
  ///   - across: What items ask of tracks that fit them, in points; nil is nothing.
  ///   - span: The columns of the list that say how many cells an item covers, read in the background; see
  ///     ``ForEach/gridDeclared(span:start:)``.
  ///   - start: The columns of the list that say where an item starts; likewise.
  ///   - declared: The spans and starts of those that are not plain; they go for what columns say.
  ///   - item: Makes the cell of an item, when a window shows it. A span that it says comes too late, and a diagnostic
  ///     says so.
  public init<Base: Sendable>(
    _ list: ItemList<Base>, length: Double, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: GridTracks = 1,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @CellBuilder item: @escaping @Sendable (Base) -> Cell<Item>
  ) {
    self.init(
      list, length: .points(length), across: across, span: span, start: start, declared: declared, tracks: tracks,
      contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, item: item)
  }

  /// The same with lines whose length follows from something else than a number.
  public init<Base: Sendable>(
    _ list: ItemList<Base>, length: ItemLength, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: GridTracks = 1,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @CellBuilder item: @escaping @Sendable (Base) -> Cell<Item>
  ) {
    self.init(
      ForEach(list, length: length, content: item), across, span, start, declared, tracks: tracks, spacing: spacing,
      TrackSettings.Choices(
        contentMode, flow, packing, commonItemsAlignment, contentAlignment, cache, compatibility))
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init<Base: Sendable>(
    _ list: ItemList<Base>, length: Double, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: some GridTracksConvertible,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @CellBuilder item: @escaping @Sendable (Base) -> Cell<Item>
  ) {
    self.init(
      list, length: .points(length), across: across, span: span, start: start, declared: declared,
      tracks: tracks.gridTracks,
      contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, item: item)
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init<Base: Sendable>(
    _ list: ItemList<Base>, length: ItemLength, across: ItemLength? = nil, span: DeclaredSpan? = nil,
    start: DeclaredStart? = nil, declared: DeclaredItems = .none, tracks: some GridTracksConvertible,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @CellBuilder item: @escaping @Sendable (Base) -> Cell<Item>
  ) {
    self.init(
      list, length: length, across: across, span: span, start: start, declared: declared, tracks: tracks.gridTracks,
      contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, item: item)
  }

  private init(
    _ items: ForEach<Item>, _ across: ItemLength?, _ span: DeclaredSpan?, _ start: DeclaredStart?,
    _ declared: DeclaredItems, tracks: GridTracks, spacing: GridSpacing, _ said: TrackSettings.Choices
  ) {
    let placed = items.gridDeclared(declared).gridDeclared(span: span, start: start)
    self.init(
      (across.map { placed.gridDeclared(across: $0) } ?? placed).gridContent, tracks: tracks, spacing: spacing, said)
  }
}
