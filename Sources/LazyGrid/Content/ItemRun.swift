internal import GridStore

/// Items that follow one another in a grid, from one source.
struct ItemRun<Item: Sendable>: Sendable {
  var source: Source
  var length: Length
  /// The cells of a list with all that they say, where a closure makes them.
  var cells: ItemList<Cell<Item>>?
  /// What is said of spans and starts beside the items.
  var declared: DeclaredItems?
  /// The columns of the list that say spans and starts.
  var spanColumns: SpanColumns?
  /// What is said of all cells that do not say it themselves.
  var defaults: CellTraits?
  /// What items ask of the tracks of a track grid that fit them, where it is said beside them.
  var across: ItemLength?

  enum Source: Sendable {
    /// A list, or one section of it.
    case list(ItemList<Item>, ListPlace?)
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
    case .memory(let items): mapped = .memory(items.map(transform))
    }
    let others: ItemRun<Other>.Length
    switch length {
    case .all(let length): others = .all(length)
    case .each(let extent): others = .each(extent)
    case .measured(let estimate): others = .measured(estimate: estimate)
    }
    let cells = cells?.map { $0.map(transform) }
    return ItemRun<Other>(
      source: mapped, length: others, cells: cells, declared: declared, spanColumns: spanColumns,
      defaults: defaults, across: across)
  }
}

extension ItemRun {
  /// How many items there are, and where they come from; in a read of the list, if it is one.
  ///
  /// - Parameters:
  ///   - generation: The state of the database that is read.
  ///   - loneCells: How many cells without an id there are before, counted on.
  func placed(
    in generation: Generation?, _ loneCells: inout Int
  ) throws -> (count: Int, source: PlacedRun<Item>.Source) {
    switch source {
    case .memory(let items): return (items.count, .memory(items.numbered(&loneCells)))
    case .list(let list, let place):
      if let place, place.section.generation == generation {
        return (place.section.items.count, .list(list, first: place.section.items.lowerBound))
      }
      let indexes = try list.read { snapshot in
        guard let place else { return 0..<snapshot.count.value }
        return try snapshot.indexes(of: place.section, by: place.column)
      }
      return (indexes.count, .list(list, first: indexes.lowerBound))
    }
  }
}

/// A section of a list, as it was found.
struct ListPlace: Sendable {
  let section: SectionRange
  let column: String
}
