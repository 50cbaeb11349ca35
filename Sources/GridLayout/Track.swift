/// One resolved track: a column of a vertical grid or a row of a horizontal one.
public struct Track: Hashable, Sendable {
  /// Where it starts, in points from the leading (or top) side of the grid.
  public var offset: Double
  /// How long it is across the grid, in points; never below zero.
  public var length: Double
  /// The position of the grid item that it comes from.
  public var item: Int
  /// Where items stand in its cells; nil is the grid's own alignment.
  public var alignment: Alignment?

  /// Makes a track.
  public init(offset: Double, length: Double, item: Int, alignment: Alignment? = nil) {
    self.offset = offset
    self.length = length
    self.item = item
    self.alignment = alignment
  }

  /// Where it ends, in points from the leading (or top) side of the grid.
  public var end: Double { offset + length }
}

/// What was done instead of what the tracks of a grid were asked to be.
///
/// `item` is the position of the grid item that it is about.
public enum TrackDiagnostic: Hashable, Sendable {
  /// There is no grid item, so no track.
  case noTracks
  /// The length across the grid is NaN or infinite, so there is no track.
  case lengthNotFinite
  /// The length across the grid is zero or less, so there is no track.
  case lengthNotPositive
  /// The length across the grid is over 10¹² points and counts as that.
  case lengthTooLarge
  /// A number of the item is NaN or infinite where it must be finite, and counts as zero, or as no maximum.
  case numberNotFinite(item: Int)
  /// A number of the item is over 10¹² points either way and counts as that.
  case numberTooLarge(item: Int)
  /// A length of the item is below zero and counts as zero.
  case negativeLength(item: Int)
  /// The minimum is over the maximum: the minimum wins for a flexible item, the maximum for an adaptive one.
  case minimumOverMaximum(item: Int)
  /// An adaptive minimum and spacing that add up to nothing, or less, make one track.
  case noAdaptiveStep(item: Int)
  /// The item asks for more tracks than ``Tracks/limit`` leaves room for, and gets as many as that.
  case tooManyTracks(item: Int)
}

/// How often tracks are resolved in a grid that overflows what it was offered.
public enum TrackResolution: Hashable, Sendable {
  /// Once, so that what is measured is what is placed.
  case onePass
  /// Once more in the size that the first pass reported, as SwiftUI draws.
  ///
  /// Shares have grown by then, so the tracks may differ from those measured and may overflow again.
  case twoPass
}
