public import GridLayout

/// What can stand in the closure of a grid: cells, and what makes them.
///
///     @GridBuilder func buttons(_ isScientific: Bool) -> some GridContent<Button> {
///       Cell(Button.plus)
///       if isScientific { GridGroup(Button.functions, id: \.self) { Cell($0) } }
///     }
///
/// `Cell`, ``ForEach``, ``Section``, ``GridGroup`` and a ``Grid`` inside another are, and so is what a
/// ``GridContentBuilder`` gathers of them. No other type needs to be.
public protocol GridContent<Element>: Sendable {
  /// What stands in its cells.
  associatedtype Element: Sendable
  /// The cells.
  var gridContent: AnyGridContent<Element> { get }
}

extension AnyGridContent: GridContent {
  public var gridContent: AnyGridContent<Item> { self }
}

extension Cell: GridContent {
  public var gridContent: AnyGridContent<Item> { AnyGridContent(self) }
}

extension ForEach: GridContent {
  public var gridContent: AnyGridContent<Item> { content }
}

extension Section: GridContent {
  public var gridContent: AnyGridContent<Item> { content }
}

// What is said of a group goes for those of its cells that do not say it themselves; of groups in groups, the inner
// one counts.

extension GridContent {
  /// The same cells, those without a span of their own with this one.
  public func gridSpan(column: Int = 1, row: Int = 1) -> AnyGridContent<Element> {
    gridSpan(GridSpan(column: column, row: row))
  }

  /// The same cells, those without a span of their own with this one.
  public func gridSpan(_ span: GridSpan) -> AnyGridContent<Element> {
    gridContent.settingDefaults { if $0.span == nil { $0.span = span } }
  }

  /// The same cells, those without a start of their own with this one.
  ///
  /// A column alone, or a row, is what several cells can share.
  public func gridStart(column: Int? = nil, row: Int? = nil) -> AnyGridContent<Element> {
    gridStart(GridStart(column: column, row: row))
  }

  /// The same cells, those without a start of their own with this one.
  public func gridStart(_ start: GridStart?) -> AnyGridContent<Element> {
    gridContent.settingDefaults { if $0.start == nil { $0.start = start } }
  }

  /// The same cells, those without an alignment of their own with this one.
  public func gridItemAlignment(_ alignment: Alignment?) -> AnyGridContent<Element> {
    gridContent.settingDefaults { if $0.alignment == nil { $0.alignment = alignment } }
  }
}
