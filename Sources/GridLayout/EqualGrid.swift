/// A board of equal cells with borders between: calendars, keypads, palettes.
///
///     let keypad = EqualGrid(columns: 3, rows: 4, borderWidth: 1)
///     let keys = keypad.layout(in: Size(width: 302, height: 403), count: 12)
///     keys.cell            // 100 × 100 points
///     keys.frame(of: 4)    // x 101, y 101, 100 × 100
///
/// The cells share what the borders and insets leave of a container, so nothing depends on what stands in them,
/// and nothing scrolls. A border has no frame of its own: whatever is behind the cells shows through.
///
/// It is a LazyVGrid of so many columns of `GridItem(.flexible(minimum: 0), spacing: borderWidth)`, with the
/// spacing `borderWidth` between its lines, in the width of the container, whose lines are as long as a cell is
/// high. Three things differ. All cells are equal to the last bit, where a lazy grid's columns take their shares
/// one after another. Leading is the left edge and never mirrored. A container with no room between its insets
/// has cells without extent, where a lazy grid has no columns at all.
///
/// Nothing in the input of the initializers traps. What can't be taken as it stands is replaced, and said in
/// ``diagnostics``.
public struct EqualGrid: Hashable, Sendable {
  /// How many cells stand side by side; one at least.
  public let columns: Int
  /// How many lines of cells share the height; one at least.
  public let rows: Int
  /// The gap between neighbours, in points; a negative one lets cells overlap.
  public let borderWidth: Double
  /// The room between the edges of the container and the outer cells, in points.
  public let insets: EdgeInsets
  /// What was done instead of what was asked for.
  public let diagnostics: [EqualGridDiagnostic]

  /// Makes a square board.
  ///
  /// - Parameters:
  ///   - gridSize: How many cells stand side by side, and how many below one another; below one counts as one.
  ///   - borderWidth: The gap between neighbours, in points.
  ///   - insets: The room around the cells, in points; negative insets let them stand out.
  public init(gridSize: Int = 4, borderWidth: Double = 5, insets: EdgeInsets = .zero) {
    self.init(columns: gridSize, rows: gridSize, borderWidth: borderWidth, insets: insets)
  }

  /// Makes a board that need not be square.
  ///
  /// - Parameters:
  ///   - columns: How many cells stand side by side, from 1 to ``Tracks/limit``.
  ///   - rows: How many lines of cells share the height, in the same bounds.
  ///   - borderWidth: The gap between neighbours, in points.
  ///   - insets: The room around the cells, in points; negative insets let them stand out.
  public init(columns: Int, rows: Int, borderWidth: Double = 5, insets: EdgeInsets = .zero) {
    var check = EqualGridCheck()
    self.columns = check.count(columns, .columns)
    self.rows = check.count(rows, .rows)
    self.borderWidth = check.number(borderWidth, .borderWidth)
    self.insets = EdgeInsets(
      top: check.number(insets.top, .insets), leading: check.number(insets.leading, .insets),
      bottom: check.number(insets.bottom, .insets), trailing: check.number(insets.trailing, .insets))
    diagnostics = check.diagnostics
  }

  /// Lays out a number of items in a container.
  ///
  /// Items fill the board line by line. Too few leave holes; those that are more than the board has cells run on
  /// below it, at the same size.
  ///
  /// - Parameters:
  ///   - container: The size of the board, insets included, in points. One without room gives cells without extent.
  ///   - count: How many items there are; below zero counts as none.
  /// - Complexity: O(1).
  public func layout(in container: Size, count: Int64) -> EqualLayout {
    EqualLayout(self, in: container, count: count)
  }
}
