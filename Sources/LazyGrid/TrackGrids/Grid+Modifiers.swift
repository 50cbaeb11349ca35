public import GridLayout

// Of two modifiers that say the same the one nearer to the grid counts, as for what a SwiftUI environment hands down.

extension Grid {
  /// The same grid with lines that fill the container or are as long as their cells, unless its initializer says it.
  public func gridContentMode(_ contentMode: GridContentMode) -> Grid { said(\.contentMode, contentMode) }

  /// The same grid with cells that follow one another in rows or columns, unless its initializer says it.
  public func gridFlow(_ flow: GridFlow) -> Grid { said(\.flow, flow) }

  /// The same grid with small cells that go back to holes or do not, unless its initializer says it.
  public func gridPacking(_ packing: GridPacking) -> Grid { said(\.packing, packing) }

  /// The same grid with items that stand elsewhere in their cells, unless its initializer or a cell says it.
  public func gridCommonItemsAlignment(_ alignment: GridAlignment?) -> Grid {
    said(\.commonItemsAlignment, alignment)
  }

  /// The same grid with content that stands elsewhere in a larger container, unless its initializer says it.
  public func gridContentAlignment(_ alignment: GridAlignment?) -> Grid { said(\.contentAlignment, alignment) }

  /// The same grid: what was laid out last is kept in any case, and answers are the same without.
  ///
  /// A diagnostic says so where a cache is asked for.
  public func gridCache(_ cache: GridCacheMode?) -> Grid { said(\.cache, cache) }

  /// The same grid with lengths that are computed in another way, unless its initializer says it.
  public func gridCompatibility(_ arithmetic: GridArithmetic) -> Grid { said(\.compatibility, arithmetic) }

  /// The same grid with another timing of transitions between its windows, for those that are not told one.
  ///
  /// - Parameter animation: How progress follows time; nil is the end at once.
  public func gridAnimation(_ animation: TimingCurve?) -> Grid { said(\.animation, animation) }

  /// The same grid with leading on this side.
  public func layoutDirection(_ direction: LayoutDirection) -> Grid {
    var grid = self
    grid.settings.layoutDirection = direction
    return grid
  }

  private func said<Value>(_ choice: WritableKeyPath<TrackSettings.Choices, Value?>, _ value: Value) -> Grid {
    guard settings.modified[keyPath: choice] == nil else { return self }
    var grid = self
    grid.settings.modified[keyPath: choice] = value
    return grid
  }
}

extension Grid: PaddedGrid {
  /// The room around the content, in points; none in the arithmetic of Exyte Grid, which has its own.
  public var insets: EdgeInsets {
    get { settings.insets }
    set { settings.insets = newValue }
  }
}
