/// A lazy grid whose lines differ in length, with sections, headers and footers.
///
///     var grid = LineGrid(
///       axis: .vertical, items: [GridItem(), GridItem()],
///       content: [
///         .run(.lengths([50, 60.5, 70])),
///         .section(GridSection(header: 40, runs: [.uniform(count: 1_000_000, length: 44)])),
///       ], crossLength: 390)
///     grid.frame(of: 2)                    // x 0, y 68.5, 191 × 70
///     grid.frame(ofHeader: 0)              // x 0, y 146.5, 390 × 40
///     grid.setLength(ofItem: 0, to: 100)   // line 0 is 100 long now, and what is after it has moved
///
/// A line is as long as the longest of its items. Loose runs flow on in the lines of those before; a section closes the
/// line before it and after it. Headers and footers have lines of their own, across all of the grid, with the spacing
/// before and after them. Line numbers count lines of items only.
///
/// Lengths are declared, so nothing is estimated: the content's length and every position are exact, and answers cost
/// O(log *n*). Runs of one length are arithmetic, right for 10¹² items; for a grid that is nothing but such a run there is
/// also ``UniformGrid``.
///
/// Nothing in the input of the initializer traps. What can't be taken as it stands is replaced, and said in
/// ``diagnostics`` or in those of ``tracks``. An index that is not one of the grid's items does trap.
public struct LineGrid: Hashable, Sendable {
  /// The grid items that make the tracks.
  public private(set) var items: [GridItem]
  /// Whether tracks that overflow are resolved once or twice.
  public let resolution: TrackResolution
  /// What is offered across, insets included, in points.
  public private(set) var offeredLength: Double
  private var found: [LineDiagnostic]
  private(set) var axes: GridAxes
  private(set) var index: LineIndex
  /// The length of all content along the main axis, insets included, in points.
  public private(set) var contentLength = 0.0

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - axis: Vertical for a LazyVGrid, whose tracks are columns; horizontal for a LazyHGrid.
  ///   - items: The grid items that make the tracks.
  ///   - content: The lengths of the items, and the sections they stand in. Arrays of lengths are shared with the caller
  ///     and not copied, until one of the two changes them.
  ///   - crossLength: What is offered across, insets included, in points.
  ///   - insets: The room around the content, in points; negative insets let it stand out.
  ///   - spacing: The gap between lines, in points; nil is 8. A negative one makes lines overlap, but one that would
  ///     stop any line or turn it back counts as 0 for all.
  ///   - alignment: Where tracks stand in free room, and items in their cells.
  ///   - layoutDirection: Right to left mirrors the tracks of a vertical grid and the growth of a horizontal one.
  ///   - resolution: Whether tracks that overflow are resolved once or twice.
  /// - Complexity: O(*n* + *s*), where *n* is the number of declared lengths and *s* that of runs and sections.
  public init(
    axis: Axis, items: [GridItem], content: [GridPart], crossLength: Double, insets: EdgeInsets = .zero,
    spacing: Double? = nil, alignment: Alignment = .center, layoutDirection: LayoutDirection = .leftToRight,
    resolution: TrackResolution = .onePass
  ) {
    var check = LineCheck()
    let parts = check.parts(content)
    let spacing = check.spacing(spacing ?? GridItem.defaultSpacing)
    axes = GridAxes(
      axis: axis, items: items, crossLength: crossLength, insets: check.insets(insets), alignment: alignment,
      layoutDirection: layoutDirection, resolution: resolution)
    self.items = items
    self.resolution = resolution
    offeredLength = crossLength
    found = check.diagnostics
    index = LineIndex(parts, perLine: axes.tracks.count, before: axes.before, spacing: spacing)
    measure()
  }

  /// The direction that the grid grows in.
  public var axis: Axis { axes.axis }
  /// The resolved tracks; offsets count from the leading (or top) inset.
  public var tracks: Tracks { axes.tracks }
  /// The room around the content, in points.
  public var insets: EdgeInsets { axes.insets }
  /// The side that leading is on.
  public var layoutDirection: LayoutDirection { axes.layoutDirection }
  /// Where the tracks stand in free room, and items in cells of tracks that do not say.
  public var alignment: Alignment { axes.alignment }
  /// The length of all content across, insets included, in points; more than was offered where tracks overflow.
  public var crossLength: Double { axes.crossLength }
  /// The size of all content, insets included, in points.
  public var contentSize: Size { axes.size(contentLength) }
  /// The gap between lines, in points.
  public var spacing: Double { index.spacing }
  /// How many items there are.
  public var count: Int64 { index.count }
  /// How many lines of items there are; none where there are no tracks.
  public var lineCount: Int64 { index.tree.total.lines }
  /// How many sections there are.
  public var sectionCount: Int { index.sectionParts.count }

  /// What was done instead of what was asked for, apart from the tracks.
  public var diagnostics: [LineDiagnostic] { index.turnsBack ? found + [.spacingTurnsBack] : found }

  /// Takes other grid items, another length across, or both.
  ///
  /// - Parameters:
  ///   - items: The grid items that make the tracks; nil keeps those there are.
  ///   - crossLength: What is offered across, insets included, in points; nil keeps what it was.
  /// - Complexity: O(*t*) where the number of tracks *t* stays, else at most that of making the grid.
  public mutating func resolve(items: [GridItem]? = nil, crossLength: Double? = nil) {
    self.items = items ?? self.items
    offeredLength = crossLength ?? offeredLength
    axes = GridAxes(
      axis: axis, items: self.items, crossLength: offeredLength, insets: insets, alignment: alignment,
      layoutDirection: layoutDirection, resolution: resolution)
    index.setPerLine(axes.tracks.count)
    measure()
  }

  private mutating func measure() {
    var visits = NodeVisits()
    contentLength = max((index.end(&visits) ?? axes.before) + axes.after, 0)
  }

  // MARK: Editing

  /// Returns the length of an item along the main axis, in points.
  ///
  /// - Precondition: `index` is one of the grid's items.
  /// - Complexity: O(log *n*).
  public func length(ofItem index: Int64) -> Double { self.index.length(ofItem: index) }

  /// Changes the length of an item.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - length: Along the main axis, in points; below zero or not finite counts as zero, and is said.
  /// - Precondition: `index` is one of the grid's items.
  /// - Complexity: O(log *n*) for an item of an array of lengths. One of a uniform run is cut out of it, which costs as
  ///   ``replaceItems(_:by:)`` does. The first change of an array that the caller still holds copies it.
  public mutating func setLength(ofItem index: Int64, to length: Double) {
    let length = checked { $0.length(length) }
    self.index.setLength(ofItem: index, to: length)
    measure()
  }

  /// Puts items in the place of others: removes, inserts, or both.
  ///
  /// New items join the section, or the loose items, of the item that stood at the start of the range; at the very end
  /// they join the last section or loose items. A section that loses all its items keeps its header and footer.
  ///
  /// - Parameters:
  ///   - range: The items that go. An empty range is where new ones come in.
  ///   - runs: The items that come.
  /// - Precondition: `range` lies within the items of the grid.
  /// - Complexity: O(*n*) in the number of declared lengths after the first that changes, in the sections that change, for
  ///   what stands in which line changes for them; and O(*s*) in the number of runs and sections after it, with small
  ///   constants: about a nanosecond for a declared length.
  public mutating func replaceItems(_ range: Range<Int64>, by runs: [GridRun]) {
    let left = LineCheck.mostItems - count + Int64(range.count)
    let new = checked { check in
      var left = left
      return runs.compactMap { check.run($0, &left) }
    }
    index.replaceItems(range, by: new)
    measure()
  }

  /// Moves an item.
  ///
  /// - Parameters:
  ///   - from: Its index.
  ///   - to: Its index afterwards; it joins the section that ``replaceItems(_:by:)`` says.
  /// - Precondition: Both are indexes of items.
  /// - Complexity: As ``replaceItems(_:by:)``, twice.
  public mutating func moveItem(from: Int64, to: Int64) {
    precondition(to >= 0 && to < count, "the index is not that of an item of the grid")
    guard from != to else { return }
    let length = length(ofItem: from)
    index.replaceItems(from..<from + 1, by: [])
    index.replaceItems(to..<to, by: [ContentRun([length])])
    measure()
  }

  private mutating func checked<Checked>(_ body: (inout LineCheck) -> Checked) -> Checked {
    var check = LineCheck(diagnostics: found)
    let checked = body(&check)
    found = check.diagnostics
    return checked
  }
}
