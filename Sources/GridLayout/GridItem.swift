/// One or more tracks of a lazy grid: columns of a vertical one, rows of a horizontal one.
///
/// As SwiftUI's [GridItem](https://developer.apple.com/documentation/swiftui/griditem).
public struct GridItem: Hashable, Sendable {
  /// How long a track is across the grid, in points.
  public enum Size: Hashable, Sendable {
    /// One track of this length, whatever the room.
    case fixed(Double)
    /// One track that takes its share of the room, within bounds.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many tracks of at least the minimum as its share of the room holds, and one at least.
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  public var size: Size
  /// The gap after the item's tracks, in points; nil is 8.
  public var spacing: Double?
  /// Where items stand in the cells of its tracks; nil is the grid's own alignment.
  public var alignment: Alignment?

  public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
}

/// The gap that grids put where none is given, in points.
public let defaultSpacing = 8.0
