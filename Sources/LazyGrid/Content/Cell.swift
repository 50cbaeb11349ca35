/// What stands in one cell, or in a header or footer, and how long it is.
///
///     Cell(product)                          // as long as the ForEach around it says
///     Cell("Shoes", length: 40)
///     Cell(photo).aspectRatio(1.5)
///
/// It stands where a SwiftUI grid has a view.
public struct Cell<Item: Sendable>: Sendable {
  /// What stands in it.
  public var item: Item
  var extent: CellExtent
  private var boxed: BoxedTraits?

  /// What it says to a track grid.
  var traits: CellTraits {
    get { boxed?.traits ?? CellTraits() }
    set { boxed = BoxedTraits(newValue) }
  }

  /// Whether it asks a track grid for more than one cell, or for a certain one.
  var isPlaced: Bool { boxed?.traits.isPlaced ?? false }

  /// Makes a cell.
  ///
  /// - Parameters:
  ///   - item: What stands in it.
  ///   - length: Its height in a vertical grid, its width in a horizontal one, in points; nil is what is said around it,
  ///     or else 44, the least height that Apple's guidelines give to what is touched.
  public init(_ item: Item, length: Double? = nil) {
    self.item = item
    extent = length.map { .points($0) } ?? .unsaid
  }

  /// The same cell with a length that follows from its extent across: width ÷ height is the ratio.
  public func aspectRatio(_ ratio: Double) -> Cell {
    var cell = self
    cell.extent = .aspectRatio(ratio)
    return cell
  }

  /// The same cell with another item.
  func map<Other: Sendable>(_ transform: (Item) -> Other) -> Cell<Other> {
    var cell = Cell<Other>(transform(item))
    cell.extent = extent
    cell.boxed = boxed
    return cell
  }

  /// The same cell with what is said of its group where it says nothing.
  func filled(by defaults: CellTraits?) -> Cell {
    guard let defaults else { return self }
    var cell = self
    cell.traits = traits.filled(by: defaults)
    return cell
  }
}

/// How long a cell is along the main axis.
enum CellExtent: Hashable, Sendable {
  case unsaid
  case points(Double)
  /// Width ÷ height.
  case aspectRatio(Double)

  /// The length of a cell that nobody says one of, in points.
  static let unsaidLength = 44.0

  /// The length in points, of a cell that is this long across.
  func length(across: Double, isVertical: Bool) -> Double {
    switch self {
    case .unsaid: CellExtent.unsaidLength
    case .points(let length): length
    case .aspectRatio(let ratio): isVertical ? across / ratio : across * ratio
    }
  }
}

/// Builds exactly one cell, so that cells need not be made to be counted.
@resultBuilder public enum CellBuilder {
  public static func buildBlock<Item>(_ cell: Cell<Item>) -> Cell<Item> { cell }
  public static func buildEither<Item>(first: Cell<Item>) -> Cell<Item> { first }
  public static func buildEither<Item>(second: Cell<Item>) -> Cell<Item> { second }
  public static func buildLimitedAvailability<Item>(_ cell: Cell<Item>) -> Cell<Item> { cell }
}
