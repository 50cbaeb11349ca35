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

  /// What lists share that see one state in one `read`: their catalog.
  package var catalogIdentity: ObjectIdentifier { ObjectIdentifier(storage.catalog) }
  /// What lists share whose rows are the same, in the same order, whatever items are made of them.
  package var rowsIdentity: ObjectIdentifier { ObjectIdentifier(storage.core) }
  /// What copies of one list share.
  package var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// The index of the item with a key; nil where there is none, also for a key that no row could have.
  package func index(ofKeyIfAny key: [Value]) throws(StoreError) -> Int? {
    do { return try storeErrors({ try read { try $0.index(ofKey: key) } }) } catch {
      if error.kind == .noSuchKey { return nil }
      throw error
    }
  }
}
