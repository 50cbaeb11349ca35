/// Where something stands from side to side.
public enum HorizontalAlignment: Hashable, Sendable {
  case leading, center, trailing

  /// The part of the free room that goes before it: 0, ½ or 1, counted from the leading side.
  public var fraction: Double {
    switch self {
    case .leading: 0
    case .center: 0.5
    case .trailing: 1
    }
  }
}

/// Where something stands from top to bottom.
public enum VerticalAlignment: Hashable, Sendable {
  case top, center, bottom, firstTextBaseline, lastTextBaseline

  /// The part of the free room that goes above it: 0, ½ or 1.
  ///
  /// A headless grid has no text to measure. A view without text has its baselines at its bottom, so that is
  /// what they are here.
  public var fraction: Double {
    switch self {
    case .top: 0
    case .center: 0.5
    case .bottom, .firstTextBaseline, .lastTextBaseline: 1
    }
  }
}

/// Where something stands in both directions.
public struct Alignment: Hashable, Sendable {
  /// Where it stands from side to side.
  public var horizontal: HorizontalAlignment
  /// Where it stands from top to bottom.
  public var vertical: VerticalAlignment

  /// Makes an alignment.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

  /// Returns the frame of an item in a cell: the same unit point of both lies in the same place.
  ///
  ///     let cell = Rect(x: 0, y: 0, width: 100, height: 50)
  ///     Alignment.center.frame(of: Size(width: 40, height: 20), in: cell)       // x 30, y 15
  ///     Alignment.topTrailing.frame(of: Size(width: 120, height: 20), in: cell) // x -20, y 0
  ///
  /// - Parameters:
  ///   - size: The item's own size, in points. One larger than the cell overhangs by the same rule.
  ///   - cell: The cell, in any coordinates; the answer is in the same.
  ///   - direction: The side that leading is on.
  public func frame(
    of size: Size, in cell: Rect, _ direction: LayoutDirection = .leftToRight
  ) -> Rect {
    let across = direction == .leftToRight ? horizontal.fraction : 1 - horizontal.fraction
    return Rect(
      x: cell.minX + (cell.width - size.width) * across,
      y: cell.minY + (cell.height - size.height) * vertical.fraction,
      width: size.width, height: size.height)
  }
}
