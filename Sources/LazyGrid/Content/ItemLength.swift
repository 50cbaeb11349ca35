public import GridStore

/// How long the items of a `ForEach` are along the main axis, where it is said of all of them at once.
///
///     ForEach(photos, length: .aspectRatio(1.5)) { Cell($0) }
///     ForEach(products, length: .lengths(heights, estimate: 220))
public struct ItemLength: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case extent(CellExtent)
    /// Those of the first items, and what the others are taken for.
    case lengths([Double], estimate: Double)
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
