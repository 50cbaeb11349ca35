public import GridLayout
internal import GridStore

/// A grid that grows downward, over a list, of which only the visible part is ever read.
///
///     let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 12) {
///       ForEach(products, length: 220)
///     }
///     let window = try grid.window(for: scroll)
///
/// Names and rules are those of SwiftUI's
/// [LazyVGrid](https://developer.apple.com/documentation/swiftui/lazyvgrid); nothing is estimated.
public struct LazyVGrid<Item: Sendable>: LazyGridLayout {
  public var geometry: LazyGridGeometry
  public let content: ForEach<Item>

  /// - Parameters:
  ///   - columns: The columns, in leading-to-trailing order.
  ///   - alignment: Where the columns stand in free width.
  ///   - spacing: The gap between lines, in points; nil is 8.
  ///   - pinnedViews: Which headers and footers stay in sight.
  ///   - content: The items.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedViews = [], content: () -> ForEach<Item>
  ) {
    geometry = LazyGridGeometry(
      axis: .vertical, items: columns, alignment: Alignment(horizontal: alignment, vertical: .center),
      spacing: spacing, pinnedViews: pinnedViews)
    self.content = content()
  }
}

/// A grid that grows to the trailing side, over a list; otherwise as ``LazyVGrid``.
public struct LazyHGrid<Item: Sendable>: LazyGridLayout {
  public var geometry: LazyGridGeometry
  public let content: ForEach<Item>

  /// - Parameters:
  ///   - rows: The rows, from top to bottom.
  ///   - alignment: Where the rows stand in free height.
  ///   - spacing: The gap between lines, in points; nil is 8.
  ///   - pinnedViews: Which headers and footers stay in sight.
  ///   - content: The items.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedViews = [], content: () -> ForEach<Item>
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

  /// The grid for a number of items in a viewport.
  public func grid(count: Int, lineLength: Double, viewport: Size) -> UniformGrid {
    UniformGrid(
      axis: axis, items: items, count: Int64(count), lineLength: lineLength,
      crossLength: axis == .vertical ? viewport.width : viewport.height, insets: insets, spacing: spacing,
      alignment: alignment, layoutDirection: layoutDirection, resolution: resolution)
  }
}

/// What vertical and horizontal lazy grids have in common.
public protocol LazyGridLayout: Sendable {
  associatedtype Item: Sendable
  var geometry: LazyGridGeometry { get set }
  var content: ForEach<Item> { get }
}

extension LazyGridLayout {
  /// The same grid with room around its content, in points.
  public func padding(_ insets: EdgeInsets) -> Self {
    var grid = self
    grid.geometry.insets = insets
    return grid
  }

  /// The same grid with the same room on all sides; 16 points where none is said.
  public func padding(_ length: Double = 16) -> Self {
    padding(EdgeInsets(top: length, leading: length, bottom: length, trailing: length))
  }

  /// The same grid with leading on this side.
  public func layoutDirection(_ direction: LayoutDirection) -> Self {
    var grid = self
    grid.geometry.layoutDirection = direction
    return grid
  }
}
