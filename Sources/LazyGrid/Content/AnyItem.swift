/// An item of whatever type: what grids of mixed content and headers and footers hold.
///
/// A grid whose content is all of one type has that type for its items. Where types differ, its items are these:
///
///     let grid = LazyVGrid(columns: columns) {
///       ForEach(products, length: 220)
///       Cell("That is all", length: 40)
///     }                                                    // a LazyVGrid<AnyItem>
///     window.cells[0].item.as(Product.self)?.name
public struct AnyItem: Sendable {
  /// The item itself; never another `AnyItem`.
  public let base: any Sendable

  /// Wraps an item; one that is wrapped already stays as it is.
  public init(_ item: some Sendable) {
    if let wrapped = item as? AnyItem { self = wrapped } else { base = item }
  }

  /// The item, if it is of a type.
  public func `as`<Item>(_ type: Item.Type) -> Item? { base as? Item }
}
