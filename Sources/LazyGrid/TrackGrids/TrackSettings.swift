internal import GridLayout

/// All of a track grid but its content and its container: what its initializer says, and what modifiers say.
struct TrackSettings: Hashable, Sendable {
  /// What may be said in both ways. Nil is not said; a nil that is said is the default.
  struct Choices: Hashable, Sendable {
    var contentMode: GridContentMode?
    var flow: GridFlow?
    var packing: GridPacking?
    var commonItemsAlignment: Alignment??
    var contentAlignment: Alignment??
    var cache: GridCacheMode??
    var animation: TimingCurve??
    var compatibility: GridArithmetic?
  }

  var tracks: [GridTrack]
  var spacing: GridSpacing
  var insets = EdgeInsets.zero
  var layoutDirection = LayoutDirection.leftToRight
  /// What the initializer says; it goes before modifiers.
  var initial = Choices()
  var modified = Choices()
  /// How many items that need not be built are measured before the first window of lines that scroll; where there are more
  /// none is before it comes near a window.
  var mostMeasuredAtOnce = 100_000

  var contentMode: GridContentMode { initial.contentMode ?? modified.contentMode ?? .fill }
  var flow: GridFlow { initial.flow ?? modified.flow ?? .rows }
  var cache: GridCacheMode? { (initial.cache ?? modified.cache) ?? nil }

  /// The grid as it is laid out.
  func grid() -> TrackGrid {
    TrackGrid(
      tracks: tracks, contentMode: contentMode, flow: flow,
      packing: initial.packing ?? modified.packing ?? .sparse, spacing: spacing, insets: insets,
      commonItemsAlignment: ((initial.commonItemsAlignment ?? modified.commonItemsAlignment) ?? nil) ?? .center,
      contentAlignment: ((initial.contentAlignment ?? modified.contentAlignment) ?? nil) ?? .center,
      arithmetic: initial.compatibility ?? modified.compatibility ?? .exact)
  }
}
