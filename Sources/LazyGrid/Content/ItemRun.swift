internal import GridStore

/// Items that follow one another in a grid, from one source.
struct ItemRun<Item: Sendable>: Sendable {
  var source: Source
  var length: Length

  enum Source: Sendable {
    /// A list, or one section of it.
    case list(ItemList<Item>, ListPlace?)
    /// The same where each cell says its length.
    case cells(ItemList<Cell<Item>>, ListPlace?)
    case memory(MemoryItems<Item>)
  }

  enum Length: Sendable {
    case all(ItemLength)
    /// What each says, by its position in the run.
    case each(@Sendable (Int) -> CellExtent)
    /// What its cell says, once it is built; until then an estimate in points.
    case measured(estimate: Double)
  }

  /// The same run with other items, each made when it is read.
  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> ItemRun<Other> {
    let mapped: ItemRun<Other>.Source
    switch source {
    case .list(let list, let place): mapped = .list(list.map(transform), place)
    case .cells(let list, let place): mapped = .cells(list.map { $0.map(transform) }, place)
    case .memory(let items): mapped = .memory(items.map(transform))
    }
    let others: ItemRun<Other>.Length
    switch length {
    case .all(let length): others = .all(length)
    case .each(let extent): others = .each(extent)
    case .measured(let estimate): others = .measured(estimate: estimate)
    }
    return ItemRun<Other>(source: mapped, length: others)
  }
}

/// A section of a list, as it was found.
struct ListPlace: Sendable {
  let section: SectionRange
  let column: String
}

/// Items in memory, each made when it is asked for.
struct MemoryItems<Item: Sendable>: Sendable {
  let count: Int
  let key: @Sendable (Int) -> CellKey
  let item: @Sendable (Int) -> Item
  /// Which item has a key.
  let position: @Sendable (CellKey) -> Int?

  /// - Parameter position: Which item has a key; nil looks at one after the other.
  init(
    count: Int, key: @escaping @Sendable (Int) -> CellKey, item: @escaping @Sendable (Int) -> Item,
    position: (@Sendable (CellKey) -> Int?)? = nil
  ) {
    self.count = count
    self.key = key
    self.item = item
    self.position = position ?? { wanted in (0..<count).first { key($0) == wanted } }
  }

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> MemoryItems<Other> {
    let item = item
    return MemoryItems<Other>(count: count, key: key, item: { transform(item($0)) }, position: position)
  }
}
