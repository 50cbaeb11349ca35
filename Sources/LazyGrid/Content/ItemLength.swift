public import GridStore

/// How long the items of a `ForEach` are along the main axis, where it is said of all of them at once.
///
///     ForEach(photos, length: .aspectRatio(1.5)) { Cell($0) }
///     ForEach(products, length: .column("height"))
///     ForEach(products, length: .lengths(heights, estimate: 220))
public struct ItemLength: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case extent(CellExtent)
    /// Those of the first items, and what the others are taken for.
    case lengths([Double], estimate: Double)
    /// Those that a column of the list has, as they come in.
    case column(String, estimate: Double?)
  }
  let kind: Kind

  /// The same number of points for every item.
  public static func points(_ length: Double) -> ItemLength { ItemLength(kind: .extent(.points(length))) }

  /// A length that follows from the resolved track: width ÷ height is the ratio.
  ///
  /// In a line across tracks of different lengths the longest item counts, as everywhere.
  public static func aspectRatio(_ ratio: Double) -> ItemLength { ItemLength(kind: .extent(.aspectRatio(ratio))) }

  /// Lengths that stand in an array, one for each item from the first on.
  ///
  /// - Parameters:
  ///   - lengths: In points. The array is shared and not copied. Those past the last item are not used.
  ///   - estimate: What the items past the last length are taken for, in points. As long as there are any, windows say
  ///     that the length of the content is an estimate.
  public static func lengths(_ lengths: [Double], estimate: Double) -> ItemLength {
    ItemLength(kind: .lengths(lengths, estimate: estimate))
  }

  /// The lengths that a column of the list has, read in the background: no window waits for them.
  ///
  ///     LazyVGrid(columns: columns) { ForEach(products, length: .column("height", estimate: 220)) }
  ///
  /// The first window begins to read them, in slices that hold the database for some milliseconds each, and is laid out
  /// by estimates, which it says. Later windows take in what has come; what was first in sight stays where it was on
  /// screen. Once all is read, windows are exact; ``LazyGridLayout/waitForLengths()`` waits for that, and
  /// ``LazyGridLayout/lengthProgress()`` tells how far it is. A commit of another program begins it anew, and what was
  /// known of the state before serves as estimates. It ends when the grid goes. Sections of a list share what is read for
  /// all of it, as do grids over one list.
  ///
  /// An item whose column is NULL or no number has no length, and so no cell in a window. For items that are of no list
  /// it is an error of the window.
  ///
  /// - Parameters:
  ///   - name: A column of numbers: lengths along the main axis, in points. Where an index has the order and then this
  ///     column, only that is read; `lazygrid info --lengths` suggests one.
  ///   - estimate: What items are taken for until their length is known, in points; nil is the average of those that are,
  ///     or else 44.
  /// - Complexity: One pass over the list, O(*n*), in the background, 8 bytes an item; in sections another 8. Windows add
  ///   up what has come each time that it has grown by a quarter.
  public static func column(_ name: String, estimate: Double? = nil) -> ItemLength {
    ItemLength(kind: .column(name, estimate: estimate))
  }

  /// The lengths that a column of a list declares, as `products.lengths(of: "height")` reads them.
  ///
  /// An item whose column is NULL or no number has no length, and so no cell in a window.
  ///
  /// - Parameters:
  ///   - lengths: Those of the list that the `ForEach` shows, in its order.
  ///   - estimate: What items are taken for that came after the lengths were read, in points.
  public static func column(_ lengths: ColumnLengths, estimate: Double) -> ItemLength {
    .lengths(lengths.values, estimate: estimate)
  }

  /// The lengths of a section, out of those of the list that it is a part of: `products.sections(by: "category").list`.
  ///
  /// - Complexity: O(*m*), where *m* is the number of the section's items.
  public static func column<Item>(
    _ lengths: ColumnLengths, of section: SectionItems<Item>, estimate: Double
  ) -> ItemLength {
    .lengths(Array(lengths.values[section.range.items.clamped(to: lengths.values.indices)]), estimate: estimate)
  }
}
