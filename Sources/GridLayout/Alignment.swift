/// Where something stands from side to side.
public enum HorizontalAlignment: Hashable, Sendable {
  case leading, center, trailing

  /// The part of the free room that goes before: 0, ½ or 1, leading to trailing.
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

  /// The part of the free room that goes above: 0, ½ or 1. Without text to measure, baselines are bottoms.
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
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

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

  /// The frame of something aligned in a cell: the same point of both, which may overhang on either side.
  ///
  /// - Parameters:
  ///   - size: How large it is, in points.
  ///   - cell: The cell, in any coordinates.
  ///   - direction: Leading is on the right where this is right to left.
  public func frame(of size: Size, in cell: Rect, _ direction: LayoutDirection = .leftToRight) -> Rect {
    let across = direction == .leftToRight ? horizontal.fraction : 1 - horizontal.fraction
    return Rect(
      x: cell.minX + (cell.width - size.width) * across,
      y: cell.minY + (cell.height - size.height) * vertical.fraction, width: size.width, height: size.height)
  }
}
