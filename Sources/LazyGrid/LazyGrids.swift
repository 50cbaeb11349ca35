public import GridLayout

/// A grid that grows downward, of which only the visible part is ever read or made.
///
///     let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 12) {
///       ForEach(products, length: 220)
///     }
///     let window = try grid.window(for: scroll)
///
/// Names and rules are those of SwiftUI's
/// [LazyVGrid](https://developer.apple.com/documentation/swiftui/lazyvgrid). Nothing is estimated but lengths that
/// are still being read from a column or that cells say themselves: windows then tell.
public struct LazyVGrid<Item: Sendable>: LazyGridLayout {
  public var geometry: LazyGridGeometry
  public let content: AnyGridContent<Item>

  /// - Parameters:
  ///   - columns: The columns, in leading-to-trailing order.
  ///   - alignment: Where the columns stand in free width.
  ///   - spacing: The gap between lines, in points; nil is 8.
  ///   - pinnedViews: Which headers and footers stay in sight.
  ///   - content: The items.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedViews = [], @GridContentBuilder content: () -> AnyGridContent<Item>
  ) {
    geometry = LazyGridGeometry(
      axis: .vertical, items: columns, alignment: Alignment(horizontal: alignment, vertical: .center),
      spacing: spacing, pinnedViews: pinnedViews)
    self.content = content()
  }
}

/// A grid that grows to the trailing side; otherwise as ``LazyVGrid``.
public struct LazyHGrid<Item: Sendable>: LazyGridLayout {
  public var geometry: LazyGridGeometry
  public let content: AnyGridContent<Item>

  /// - Parameters:
  ///   - rows: The rows, from top to bottom.
  ///   - alignment: Where the rows stand in free height.
  ///   - spacing: The gap between lines, in points; nil is 8.
  ///   - pinnedViews: Which headers and footers stay in sight.
  ///   - content: The items.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedViews = [], @GridContentBuilder content: () -> AnyGridContent<Item>
  ) {
    geometry = LazyGridGeometry(
      axis: .horizontal, items: rows, alignment: Alignment(horizontal: .center, vertical: alignment),
      spacing: spacing, pinnedViews: pinnedViews)
    self.content = content()
  }
}

/// All of a lazy grid but its content and its viewport.
public struct LazyGridGeometry: Sendable, Hashable {
  public var axis: Axis
  public var items: [GridItem]
  public var alignment: Alignment
  public var spacing: Double?
  public var pinnedViews: PinnedViews
  public var insets = EdgeInsets.zero
  public var layoutDirection = LayoutDirection.leftToRight
  public var resolution = TrackResolution.onePass

  public init(
    axis: Axis, items: [GridItem], alignment: Alignment = .center, spacing: Double? = nil, pinnedViews: PinnedViews = []
  ) {
    self.axis = axis
    self.items = items
    self.alignment = alignment
    self.spacing = spacing
    self.pinnedViews = pinnedViews
  }

  /// The length across a grid of a size, in points.
  func crossLength(in size: Size) -> Double { axis == .vertical ? size.width : size.height }

  /// Lays out content in a size, which only matters across.
  ///
  /// - Complexity: As ``LineGrid/init(axis:items:content:crossLength:insets:spacing:alignment:layoutDirection:resolution:)``.
  public func grid(_ content: [GridPart], in size: Size) -> LineGrid {
    LineGrid(
      axis: axis, items: items, content: content, crossLength: crossLength(in: size), insets: insets, spacing: spacing,
      alignment: alignment, layoutDirection: layoutDirection, resolution: resolution)
  }

  /// Lays out content that a window can be taken of: all numbers must be what they are meant to be.
  func checkedGrid(_ content: [GridPart], in viewport: Size) throws(LayoutError) -> LineGrid {
    try Self.check(viewport.width, "the width of the viewport")
    try Self.check(viewport.height, "the height of the viewport")
    for inset in [insets.top, insets.leading, insets.bottom, insets.trailing] where !inset.isFinite || inset < 0 {
      throw LayoutError("an inset is \(inset); it must be a finite number, zero or above")
    }
    if let spacing, !spacing.isFinite || spacing < 0 {
      throw LayoutError("the spacing is \(spacing); it must be a finite number, zero or above")
    }
    let grid = grid(content, in: viewport)
    if let diagnostic = grid.tracks.diagnostics.first { throw LayoutError(diagnostic.text) }
    if let diagnostic = grid.diagnostics.first { throw LayoutError(diagnostic.text) }
    return grid
  }

  static func check(_ length: Double, _ what: String) throws(LayoutError) {
    guard length.isFinite, length > 0 else {
      throw LayoutError("\(what) is \(length); it must be a finite number above zero")
    }
  }
}

/// What vertical and horizontal lazy grids have in common.
public protocol LazyGridLayout: PaddedGrid, ViewportGrid where Window == GridWindow<Item> {
  associatedtype Item: Sendable
  var geometry: LazyGridGeometry { get set }
  var content: AnyGridContent<Item> { get }
}

extension LazyGridLayout {
  /// The same grid with leading on this side.
  public func layoutDirection(_ direction: LayoutDirection) -> Self {
    var grid = self
    grid.geometry.layoutDirection = direction
    return grid
  }
}
