/// Items in memory, each made when it is asked for.
struct MemoryItems<Item: Sendable>: Sendable {
  let count: Int
  let cell: @Sendable (Int) -> Cell<Item>
  private(set) var identity: ItemIdentity

  func item(_ position: Int) -> Item { cell(position).item }

  func key(_ position: Int) -> CellKey { identity.key(position) }

  /// Which item has a key.
  func position(_ key: CellKey) -> Int? { identity.position(key, count: count) }

  func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) -> Other) -> MemoryItems<Other> {
    let cell = cell
    return MemoryItems<Other>(count: count, cell: { cell($0).map(transform) }, identity: identity)
  }

  /// The same items inside of what has an id.
  ///
  /// - Parameter ordinal: How many cells without an id there are before in there.
  func scoped(by id: CellKey, _ ordinal: inout Int) -> MemoryItems {
    var items = numbered(&ordinal)
    items.identity.scope.insert(id, at: 0)
    return items
  }

  /// The same items, a cell without an id known by how many of those there are before.
  func numbered(_ ordinal: inout Int) -> MemoryItems {
    guard case .cell(nil) = identity.own else { return self }
    var items = self
    items.identity.own = .cell(ordinal)
    ordinal += 1
    return items
  }
}

/// What items in memory are known by: the ids around them and their own, or, where a cell has none, how many such cells
/// stand before it in the innermost of those. Never the position among all.
struct ItemIdentity: Sendable {
  enum Own: Sendable {
    /// Ids, and where they are; without the latter one is looked at after the other.
    case ids(@Sendable (Int) -> CellKey, position: (@Sendable (CellKey) -> Int?)?)
    /// A cell alone, and its number, once it is known.
    case cell(Int?)
  }
  var own: Own
  /// From the outermost in.
  var scope: [CellKey] = []

  func key(_ position: Int) -> CellKey {
    switch own {
    case .cell(let ordinal): CellKey(path: scope, ordinal: ordinal ?? 0)
    case .ids(let id, _): scope.isEmpty ? id(position) : CellKey(path: scope + [id(position)], ordinal: 0)
    }
  }

  /// The position with a key; an id alone is also that of the first that has it as its own, whatever is around it.
  func position(_ key: CellKey, count: Int) -> Int? {
    switch own {
    case .cell(let ordinal): return key == self.key(0) || (ordinal == 0 && key == scope.last) ? 0 : nil
    case .ids(let id, let position):
      var wanted = key
      if !scope.isEmpty, let last = key.path?.last {
        guard key == CellKey(path: scope + [last], ordinal: 0) else { return nil }
        wanted = last
      }
      if let position { return position(wanted) }
      return (0..<count).first { id($0) == wanted }
    }
  }
}
