extension GridWindow {
  /// The keys that several cells of the window have, each once, in their order.
  ///
  /// Nothing is misplaced by them, for frames follow from indexes. But slots and transitions can only tell such cells
  /// apart by their order, and ``ScrollTarget/key(_:)`` goes to the first.
  ///
  /// - Complexity: O(*k*), where *k* is the number of cells.
  public var duplicateKeys: [CellKey] { duplicates(in: cells.pieces.lazy.flatMap(\.keys)) }
}

extension LazyGridLayout {
  /// Looks for keys that several items in memory have, each once, in their order.
  ///
  /// Rows are not read: the key of a table is unique, and that of a view is whoever's who named it.
  ///
  /// - Throws: ``StoreError`` where sections of a list cannot be read.
  /// - Complexity: O(*m*), where *m* is the number of items in memory.
  public func duplicateKeys() throws -> [CellKey] {
    try inOneRead { _ in
      var keys: [CellKey] = []
      var loneCells = 0
      try content.forEachRun { run in
        guard case .memory(let items) = run.source else { return }
        keys += (0..<items.count).lazy.map(items.numbered(&loneCells).key)
      }
      return duplicates(in: keys)
    }
  }
}

extension AnyGridContent {
  /// Calls a body with all runs in their order, those of sections too.
  fileprivate func forEachRun(_ body: (ItemRun<Item>) throws -> Void) throws {
    func visit(_ parts: [Part]) throws {
      for part in parts {
        switch part {
        case .run(let run): try body(run)
        case .section(let section): try visit(section.parts)
        case .deferred(let content): try visit(try content().parts)
        }
      }
    }
    try visit(parts)
  }
}

private func duplicates(in keys: some Sequence<CellKey>) -> [CellKey] {
  var counts: [CellKey: Int] = [:]
  return keys.filter { key in
    counts[key, default: 0] += 1
    return counts[key] == 2
  }
}
