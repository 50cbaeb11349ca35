public import GridStore

/// The items of a list as the content of a grid. The list is never enumerated.
public struct ForEach<Item: Sendable>: Sendable {
  public let list: ItemList<Item>
  /// The length of every item along the main axis, in points.
  public let length: Double

  /// - Parameters:
  ///   - list: The items, by index.
  ///   - length: The height of each in a vertical grid, its width in a horizontal one, in points.
  public init(_ list: ItemList<Item>, length: Double) {
    self.list = list
    self.length = length
  }
}
