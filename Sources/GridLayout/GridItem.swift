/// What makes one or more tracks of a lazy grid: columns of a vertical one, rows of a horizontal one.
///
///     [GridItem(.fixed(300)), GridItem(.adaptive(minimum: 100, maximum: 300), alignment: .top)]
///
/// As SwiftUI's [GridItem](https://developer.apple.com/documentation/swiftui/griditem).
public struct GridItem: Hashable, Sendable {
  /// How long tracks are across the grid, in points.
  public enum Size: Hashable, Sendable {
    /// One track of this length, whatever the room.
    case fixed(Double)
    /// One track that takes its share of the room, within bounds.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many tracks of at least the minimum as its share of the room holds, and one at least.
    ///
    /// The one may be shorter than the minimum: in 67 points, a minimum of 100 makes one track of 67.
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  /// The gap between neighbours for which none is given, in points.
  public static let defaultSpacing = 8.0

  /// How long its tracks are.
  public var size: Size
  /// The gap after each of its tracks, in points; nil is 8. The last gap of a grid is not used.
  public var spacing: Double?
  /// Where items stand in the cells of its tracks; nil is the grid's own alignment.
  public var alignment: Alignment?

  /// Makes a grid item.
  public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
}
