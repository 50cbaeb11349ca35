/// Items that follow one another in a list, with their keys.
public struct ItemPage<Item> {
  /// The index of the first.
  public let start: Int
  /// The key of each.
  public let keys: RowKeys
  /// As many items as keys.
  public let items: [Item]
}

extension ItemPage: Sendable where Item: Sendable {}
