/// A track grid whose lines scroll, with however many items: placed and measured as far as windows need it.
///
///     // A billion items in three columns, every one of them 40 points high until it is measured.
///     var grid = ScrollTrackGrid(
///       TrackGrid(tracks: [.fr(1), .fr(1), .pt(150)], contentMode: .scroll), count: 1_000_000_000,
///       across: 375, estimate: 40)
///     let window = grid.window(from: 3_000_000, to: 3_000_800)
///     for item in window.items where !item.isMeasured {
///       grid.setSize(measure(item.index), of: item.index)
///     }
///
/// The lengths of lines follow from what is measured, as those of ``TrackLayout`` do from all sizes:
///
/// - A line that no measured item covers has the estimate, and one that no item covers has none.
/// - Where an item of one line is measured, those beside it that are not ask for nothing. Where none is, the estimate
///   stands for them.
/// - A spanning item that is not measured asks for nothing.
///
/// So once all items are measured the lines are those of ``TrackGrid/layout(_:in:)``. They never depend on the order in
/// which sizes came, nor on what they were before, nor on the edits that items came to their places by.
public struct ScrollTrackGrid: Sendable {
  /// The grid; its lines scroll, whatever its content mode is.
  public let grid: TrackGrid
  /// The length of the container across, a width where the grid flows in rows, insets included, in points.
  public let across: Double
  /// The length along the lines that an item counts as until it is measured, in points.
  public let estimate: Double
  /// What was done instead of what was asked for, the grid's own diagnostics included.
  public internal(set) var diagnostics: [TrackGridDiagnostic]
  var placement: TrackPlacement
  var sizes: ItemSizes
  var fitLengths = FitLengths()
  var lines: LineSums
  /// The first line whose length an edit has made unknown, and with it those of all behind; nil if all are as they should
  /// be.
  @_spi(Measuring) public internal(set) var unsettled: Int64?
  /// How many items behind an edit may be measured before their lines wait for answers that need them.
  @_spi(Measuring) public var mostSettledAtOnce: Int64 = 4_096
  /// The lengths of the tracks, until something that they follow from changes.
  private var tracks: GridLengths?

  /// Makes a grid of which nothing is measured.
  ///
  /// - Parameters:
  ///   - grid: The tracks, gaps and alignments.
  ///   - count: How many items there are; see ``TrackPlacement``.
  ///   - declared: The items that are not plain.
  ///   - across: The length of the container across, insets included, in points.
  ///   - estimate: The length along the lines that an item counts as until it is measured, in points.
  /// - Complexity: O(*d*) for *d* declarations; where items have starts, all are placed, to know the lines of none.
  public init(
    _ grid: TrackGrid, count: Int64, declared: [DeclaredItem] = [], across: Double, estimate: Double
  ) {
    self.init(
      grid, count: count, declared: declared, across: across, estimate: estimate,
      checkpointSpacing: TrackPlacement.checkpointSpacing(grid.packing), bits: 6)
  }

  /// - Parameters:
  ///   - checkpointSpacing: How many steps a sparse placement takes from one checkpoint to the next.
  ///   - bits: The logarithm of how many lines are summed up at once.
  @_spi(Measuring)
  public init(
    _ grid: TrackGrid, count: Int64, declared: [DeclaredItem], across: Double, estimate: Double,
    checkpointSpacing: Int, bits: Int
  ) {
    var check = TrackGridCheck()
    self.grid = grid
    self.across = check.number(across, .container)
    self.estimate = check.number(estimate, .itemSize)
    placement = TrackPlacement(
      count: count, tracks: grid.tracks.count, flow: grid.flow, packing: grid.packing, declared: declared,
      checkpointSpacing: checkpointSpacing)
    sizes = ItemSizes(inRows: grid.flow == .rows)
    let isExyte = grid.arithmetic == .exyte
    let spacing = grid.flow == .rows ? grid.spacing.vertical : grid.spacing.horizontal
    lines = LineSums(
      estimate: self.estimate + (isExyte ? spacing : 0), gap: isExyte ? 0 : spacing, bits: bits)
    diagnostics = []
    for empty in placement.emptyLines() { lines.set(empty, to: 0) }
    let margins = grid.margins
    let outer = grid.flow == .rows ? margins.leading + margins.trailing : margins.top + margins.bottom
    if self.across < outer { check.say(.noRoom) }
    diagnostics = grid.diagnostics + check.diagnostics
  }

  /// How many items there are.
  public var count: Int64 { placement.count }

  /// What was done instead of where items were asked to stand; the first thousand.
  public var placementDiagnostics: [PlacementDiagnostic] { placement.diagnostics }

  /// Returns the part of the grid that an item covers; see ``TrackPlacement/cell(of:)``.
  public mutating func cell(of index: Int64) -> GridCell? { placement.cell(of: index) }

  /// How many steps and looks at bands placing took, so that tests can hold the cost to account.
  @_spi(Measuring)
  public var placementSteps: Int64 { placement.steps }

  // MARK: Lines

  /// How many lines there are.
  ///
  /// - Complexity: Places all items that are not placed yet.
  public var lineCount: Int64 { mutating get { placement.lineCount } }

  /// Where a line starts, in points from the start of the first.
  ///
  /// - Parameter line: One from zero on; behind the last all have the estimate.
  /// - Complexity: O(log *m*), where *m* is the number of the last measured line.
  public func offset(ofLine line: Int64) -> Double {
    let line = min(max(line, 0), LineSums.end)
    return isSettled(before: line) ? lines.offset(of: line) : settled(before: line).lines.offset(of: line)
  }

  /// The length of a line, in points: the estimate where nothing is measured.
  ///
  /// - Complexity: As ``offset(ofLine:)``.
  public func length(ofLine line: Int64) -> Double {
    measuredLength(ofLine: line) ?? lines.estimate
  }

  /// Whether an item that covers a line is measured, or no item covers it.
  ///
  /// - Complexity: As ``offset(ofLine:)``.
  public func isMeasured(line: Int64) -> Bool { measuredLength(ofLine: line) != nil }

  private func measuredLength(ofLine line: Int64) -> Double? {
    let next = min(max(line, 0), LineSums.end) + 1
    return isSettled(before: next) ? lines.length(of: line) : settled(before: next).lines.length(of: line)
  }

  /// The length of all lines and the gaps between them, in points.
  ///
  /// - Complexity: As ``lineCount``.
  public var contentLength: Double {
    mutating get {
      settle(before: LineSums.end)
      let count = lineCount
      return count > 0 ? lines.offset(of: count) - lines.gap : 0
    }
  }

  // MARK: Tracks

  /// Whether the tracks are as long as all items ask for, or as those that are measured do.
  public var fit: TrackFit {
    guard tracksFollowItems else { return .independent }
    return max(sizes.count, sizes.acrossCount) == count && !fitLengths.hasShrunk ? .exact : .runningMaximum
  }

  /// Whether tracks have a length that follows from what stands in them.
  var tracksFollowItems: Bool {
    grid.tracks.contains { track in
      switch track {
      case .fr: false
      // Those of Exyte Grid grow under wide items.
      case .pt: grid.arithmetic == .exyte
      case .fit: true
      }
    }
  }

  /// The lengths of the tracks.
  ///
  /// - Complexity: O(1) until a measured size changes them, then that of the sizes of all different spans.
  public var trackLengths: GridLengths {
    mutating get {
      let lengths = resolvedTracks
      tracks = lengths
      return lengths
    }
  }

  /// The lengths of the tracks, computed where they are not kept.
  var resolvedTracks: GridLengths {
    if let tracks { return tracks }
    let margins = grid.margins
    let outer = grid.flow == .rows ? margins.leading + margins.trailing : margins.top + margins.bottom
    let spacing = grid.flow == .rows ? grid.spacing.horizontal : grid.spacing.vertical
    let gap = grid.arithmetic == .exyte ? 0 : spacing
    let gaps = Double(max(grid.tracks.count - 1, 0)) * gap
    return TrackSizing(
      grid.tracks.map { TrackSizing.Part(track: $0) }, items: fitLengths.items(),
      bound: max(across - outer - gaps, 0), gap: gap, arithmetic: grid.arithmetic
    ).lengths()
  }

  /// Makes tracks as short as what is measured now allows.
  ///
  /// - Returns: Whether that changes them.
  /// - Complexity: O(*m* log *n*) for *m* measured items.
  @discardableResult
  public mutating func refit() -> Bool {
    guard fitLengths.hasShrunk else { return false }
    let before = trackLengths
    fitAnew()
    return trackLengths != before
  }

  /// Takes up what items ask of the tracks that they stand in, and nothing else.
  mutating func fitAnew() {
    var all = FitLengths()
    let padding = paddingAcross
    visitToldPlaces { placed, sizes in
      guard let own = sizes.across(placed.index) else { return }
      _ = all.change(placed.area, from: nil, to: own + padding)
    }
    fitLengths = all
    tracks = nil
  }

  /// The lengths that an item asks for, along the lines and across.
  func asked(_ size: Size) -> Double {
    let isExyte = grid.arithmetic == .exyte
    return grid.flow == .rows
      ? size.height + (isExyte ? grid.spacing.vertical : 0) : size.width + (isExyte ? grid.spacing.horizontal : 0)
  }

  private var paddingAcross: Double {
    guard grid.arithmetic == .exyte else { return 0 }
    return grid.flow == .rows ? grid.spacing.horizontal : grid.spacing.vertical
  }

  func askedAcross(_ size: Size) -> Double { (grid.flow == .rows ? size.width : size.height) + paddingAcross }

  mutating func changeFit(_ area: TrackArea, from old: Size?, to new: Size?) {
    guard tracksFollowItems else { return }
    if fitLengths.change(area, from: old.map(askedAcross), to: new.map(askedAcross)) { tracks = nil }
  }
}

extension TrackGrid {
  /// The room around the columns and rows: the insets, or half the spacing in the arithmetic of Exyte Grid.
  var margins: EdgeInsets {
    guard arithmetic == .exyte else { return insets }
    return EdgeInsets(
      top: spacing.vertical / 2, leading: spacing.horizontal / 2, bottom: spacing.vertical / 2,
      trailing: spacing.horizontal / 2)
  }
}
