extension ItemList where Item: Sendable {
  /// All items, page by page.
  ///
  /// It goes on after the last item's key, so a commit meanwhile makes it neither repeat nor skip a row
  /// that stays where it is.
  public var items: ItemSequence<Item> { ItemSequence(list: self) }
}

/// The items of a list in order, read some hundred at a time.
public struct ItemSequence<Item: Sendable>: AsyncSequence {
  public typealias Element = Item
  let list: ItemList<Item>

  public struct AsyncIterator: AsyncIteratorProtocol {
    let list: ItemList<Item>
    private var page: [Item] = []
    private var next = 0
    private var index = 0
    private var lastKey: [Value]?
    private var generation: Generation?

    fileprivate init(list: ItemList<Item>) { self.list = list }

    public mutating func next() async throws -> Item? {
      if next == page.count {
        let (start, lastKey, known) = (index, lastKey, generation)
        let read = try await list.read { snapshot in
          var start = start
          if let lastKey, known != snapshot.generation, let at = try snapshot.index(ofKey: lastKey) { start = at + 1 }
          return (page: try snapshot.page(start..<start + 500), generation: snapshot.generation)
        }
        page = read.page.items
        next = 0
        index = read.page.start + page.count
        self.lastKey = read.page.keys.last
        generation = read.generation
        if page.isEmpty { return nil }
      }
      next += 1
      return page[next - 1]
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(list: list) }
}
