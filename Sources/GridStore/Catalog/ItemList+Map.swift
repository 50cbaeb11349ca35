extension ItemList {
  /// The same list with its items made into others, each when it is read.
  ///
  ///     let names = products.map(\.name)
  ///     try names[730_000..<730_060]   // one read, sixty names
  ///
  /// Indexes, keys, order and counts are those of this list, and nothing about them is found out twice.
  ///
  /// - Parameter transform: Makes an item out of one of this list; called for items that are read, under the reader's
  ///   lock, so it should do no more than that.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Item) throws -> Other) -> ItemList<Other> {
    ItemList<Other>(storage: ListStorage(mapping: storage, transform))
  }

  /// Whether both lists are of one catalog, so that one `read` sees both in one state.
  public func isOfSameCatalog<Other>(as other: ItemList<Other>) -> Bool { storage.catalog === other.storage.catalog }
}

extension ItemSnapshot {
  /// The index of the item with a key; nil where there is none, also for a key that no row could have.
  package func indexIfAny(ofKey key: [Value]) throws(StoreError) -> Int? {
    do { return try index(ofKey: key) } catch {
      if error.kind == .noSuchKey { return nil }
      throw error
    }
  }
}
