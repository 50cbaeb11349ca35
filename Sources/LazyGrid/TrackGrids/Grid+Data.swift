public import GridLayout

extension Grid {
  /// Makes a grid of what a closure makes of the numbers of a range.
  ///
  /// - Parameters:
  ///   - data: The numbers, each the id of its cells.
  ///   - item: Makes the cells of a number, one or several. It is called for all of them at once.
  ///
  /// The other parameters are those of a grid whose cells stand in a closure.
  public init(
    _ data: Range<Int>, tracks: GridTracks = 1, contentMode: GridContentMode? = nil, flow: GridFlow? = nil,
    packing: GridPacking? = nil, spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder item: (Int) -> AnyGridContent<Item>
  ) {
    self.init(
      GridGroup(data, content: item).gridContent, tracks: tracks, spacing: spacing,
      TrackSettings.Choices(
        contentMode, flow, packing, commonItemsAlignment, contentAlignment, cache, compatibility))
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init(
    _ data: Range<Int>, tracks: some GridTracksConvertible, contentMode: GridContentMode? = nil, flow: GridFlow? = nil,
    packing: GridPacking? = nil, spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder item: (Int) -> AnyGridContent<Item>
  ) {
    self.init(
      data, tracks: tracks.gridTracks, contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, item: item)
  }

  /// Makes a grid of what a closure makes of elements.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - id: What an element is known by: its cells are the same ones wherever the element goes.
  ///   - item: Makes the cells of an element, one or several. It is called for all of them at once.
  ///
  /// The other parameters are those of a grid whose cells stand in a closure.
  public init<Data: RandomAccessCollection, ID: Hashable & Sendable>(
    _ data: Data, id: KeyPath<Data.Element, ID>, tracks: GridTracks = 1,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder item: (Data.Element) -> AnyGridContent<Item>
  ) {
    self.init(
      GridGroup(data, id: id, content: item).gridContent, tracks: tracks, spacing: spacing,
      TrackSettings.Choices(
        contentMode, flow, packing, commonItemsAlignment, contentAlignment, cache, compatibility))
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable & Sendable>(
    _ data: Data, id: KeyPath<Data.Element, ID>, tracks: some GridTracksConvertible,
    contentMode: GridContentMode? = nil, flow: GridFlow? = nil, packing: GridPacking? = nil,
    spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder item: (Data.Element) -> AnyGridContent<Item>
  ) {
    self.init(
      data, id: id, tracks: tracks.gridTracks, contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, item: item)
  }

  /// Makes a grid of what a closure makes of values that know their ids.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - item: Makes the cells of a value, one or several. It is called for all of them at once.
  ///
  /// The other parameters are those of a grid whose cells stand in a closure.
  public init<Data: RandomAccessCollection>(
    _ data: Data, tracks: GridTracks = 1, contentMode: GridContentMode? = nil, flow: GridFlow? = nil,
    packing: GridPacking? = nil, spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder item: (Data.Element) -> AnyGridContent<Item>
  ) where Data.Element: Identifiable, Data.Element.ID: Sendable {
    self.init(
      GridGroup(data, content: item).gridContent, tracks: tracks, spacing: spacing,
      TrackSettings.Choices(
        contentMode, flow, packing, commonItemsAlignment, contentAlignment, cache, compatibility))
  }

  /// The same with tracks that are an `Int` or an array.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection>(
    _ data: Data, tracks: some GridTracksConvertible, contentMode: GridContentMode? = nil, flow: GridFlow? = nil,
    packing: GridPacking? = nil, spacing: GridSpacing = .standard, commonItemsAlignment: GridAlignment? = nil,
    contentAlignment: GridAlignment? = nil, cache: GridCacheMode? = nil, compatibility: GridArithmetic? = nil,
    @GridBuilder item: (Data.Element) -> AnyGridContent<Item>
  ) where Data.Element: Identifiable, Data.Element.ID: Sendable {
    self.init(
      data, tracks: tracks.gridTracks, contentMode: contentMode, flow: flow, packing: packing, spacing: spacing,
      commonItemsAlignment: commonItemsAlignment, contentAlignment: contentAlignment, cache: cache,
      compatibility: compatibility, item: item)
  }
}
