/// A table in one order under one filter: items by index, indexes by key.
///
/// Each call sees the newest state of the database; ``read(_:)`` gives several answers of one state.
/// Indexes are counted from 0. Nothing is read but what is asked for.
public struct ItemList<Item>: Sendable {
  let storage: ListStorage<Item>

  /// How many items there are.
  ///
  /// - Complexity: O(log *n*) where an index serves the list, after one walk over page headers for each
  ///   new state of the database.
  public var count: Count {
    get throws(StoreError) { try answer(waiting: .milliseconds(100)) { snapshot in snapshot.count } }
  }

  /// The item at an index.
  ///
  /// - Throws: ``StoreError`` of kind `badValue` for an index that the list does not have.
  public subscript(_ index: Int) -> Item {
    get throws(StoreError) {
      try answer { snapshot in
        guard let item = try snapshot.items(index..<max(index, index &+ 1)).first else {
          throw StoreError(.badValue, "there is no item \(index); the list has \(snapshot.count.value)")
        }
        return item
      }
    }
  }

  /// The items of those indexes in a range that the list has.
  public subscript(_ indexes: Range<Int>) -> [Item] {
    get throws(StoreError) { try answer { snapshot in try snapshot.items(indexes) } }
  }

  /// The index of the item with a key, whether it was ever read or not; nil where there is none.
  ///
  /// - Parameter key: The value of the key, or several for a key of several columns.
  public func index(ofKey key: Value...) throws(StoreError) -> Int? {
    try answer { snapshot in try snapshot.index(ofKey: key) }
  }

  /// The key of the item at an index.
  public func key(at index: Int) throws(StoreError) -> [Value] {
    try answer { snapshot in try snapshot.key(at: index) }
  }

  /// Gives several answers of one state of the database.
  ///
  /// Where another program has the file to itself for more than five seconds, as a writer without a log may have, it is
  /// the last state that this list was read in: its count is known, and what would have to be read from the file is an
  /// error of kind `busy`. ``count`` alone waits a tenth of a second.
  ///
  /// - Throws: ``StoreError``, or whatever the body throws, as it is.
  public func read<Result>(_ body: (borrowing ItemSnapshot<Item>) throws -> Result) throws -> Result {
    do { return try storage.read(body) } catch let fault as PageFault {
      throw StoreError(.damaged, fault.description)
    }
  }

  /// Gives several answers of one state of the database that the caller knows.
  ///
  /// - Parameter generation: The state, by the token of an earlier answer.
  /// - Throws: ``StoreError`` of kind `stateGone` where it is the newest no more: nothing is kept of older ones. The
  ///   error has the newest, which ``ItemSnapshot/index(keeping:)`` finds one's place in.
  public func read<Result>(
    at generation: Generation, _ body: (borrowing ItemSnapshot<Item>) throws -> Result
  ) throws -> Result {
    try read { snapshot in
      guard snapshot.generation == generation else {
        throw StoreError(
          .stateGone(latest: snapshot.generation),
          "the state \(generation) of '\(snapshot.table.name)' is gone; the newest is \(snapshot.generation)")
      }
      return try body(snapshot)
    }
  }

  /// One answer, whose errors are all the store's.
  private func answer<Result>(
    waiting patience: Duration? = nil, _ body: (borrowing ItemSnapshot<Item>) throws -> Result
  ) throws(StoreError) -> Result {
    try storeErrors { try storage.read(waiting: patience, body) }
  }

  /// The same off the caller's thread. Cancelling the task interrupts it.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing ItemSnapshot<Item>) throws -> Result
  ) async throws -> Result {
    let storage = storage
    return try await storage.catalog.inBackground(of: storage.core) { try storage.read(body) }
  }

  /// The table or view that it lists.
  public var table: Table {
    get throws(StoreError) { try plan.table }
  }

  private var plan: ListPlan {
    get throws(StoreError) {
      try storeErrors { try storage.catalog.readSchema { try storage.core.plan(on: $0) } }
    }
  }

  /// The whole order, ties included, as text.
  public var order: String {
    get throws(StoreError) { try plan.orderText }
  }
}

/// The present state of a list, for as long as the call lasts that it is given to.
public struct ItemSnapshot<Item>: ~Copyable {
  let core: ListCore
  let itemReader: ItemReader<Item>
  let plan: ListPlan
  private let size: Int

  init(_ core: ListCore, _ itemReader: ItemReader<Item>) throws {
    let plan = try core.currentPlan()
    let size = Int(try core.count())
    self.core = core
    self.itemReader = itemReader
    self.plan = plan
    self.size = size
  }

  /// Which state of the database this is.
  public var generation: Generation { core.reader.generation }
  public var table: Table { plan.table }
  /// The whole order, ties included, as text.
  public var order: String { plan.orderText }
  public var count: Count { Count(value: size, kind: .exact) }

  /// The items of those indexes in a range that the list has.
  public func items(_ indexes: Range<Int>) throws(StoreError) -> [Item] {
    try page(indexes, withKeys: false).items
  }

  /// The same with their keys.
  public func page(_ indexes: Range<Int>) throws(StoreError) -> ItemPage<Item> {
    try page(indexes, withKeys: true)
  }

  private func page(_ indexes: Range<Int>, withKeys: Bool) throws(StoreError) -> ItemPage<Item> {
    let range = indexes.clamped(to: 0..<size)
    let (itemReader, core) = (itemReader, core)
    return try storeErrors {
      try core.rows(
        Int64(range.lowerBound)..<Int64(range.upperBound), itemReader.query, withKeys: withKeys, itemReader.make)
    }
  }

  /// The index of the item with a key; nil where there is none.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchKey` for a key that no row could have.
  public func index(ofKey key: [Value]) throws(StoreError) -> Int? {
    let core = core
    return try storeErrors { try core.index(ofKey: key).map { Int($0) } }
  }

  /// The key of the item at an index.
  public func key(at index: Int) throws(StoreError) -> [Value] {
    guard index >= 0, index < size else {
      throw StoreError(.badValue, "there is no item \(index); the list has \(size)")
    }
    let core = core
    return try storeErrors { try core.key(at: Int64(index)) }
  }
}

/// What all copies of a list share.
final class ListStorage<Item>: @unchecked Sendable {
  let catalog: Catalog
  let core: ListCore
  private let makeReader: (ListCore) throws -> ItemReader<Item>
  private var itemReader: ItemReader<Item>?
  private var cookie = Int64.min

  init(catalog: Catalog, core: ListCore, makeReader: @escaping (ListCore) throws -> ItemReader<Item>) throws {
    self.catalog = catalog
    self.core = core
    self.makeReader = makeReader
    itemReader = try makeReader(core)
    cookie = core.planCookie
  }

  /// A list of a catalog that is planned on one of its connections, and is read on the one of the lists.
  convenience init(
    planning request: ListRequest, of catalog: Catalog, on reader: Reader, budget: Int,
    makeReader: @escaping (ListCore) throws -> ItemReader<Item>
  ) throws {
    let core = try ListCore(reader, request, budget: budget)
    if reader === catalog.reader {
      try self.init(catalog: catalog, core: core, makeReader: makeReader)
    } else {
      // Made for its errors: they come when the list is made, on whichever connection.
      _ = try makeReader(core)
      self.init(catalog: catalog, planned: ListCore(catalog.reader, planned: core), makeReader: makeReader)
    }
  }

  private init(catalog: Catalog, planned core: ListCore, makeReader: @escaping (ListCore) throws -> ItemReader<Item>) {
    self.catalog = catalog
    self.core = core
    self.makeReader = makeReader
  }

  /// The same list in an order that begins with a column; this one where it does already.
  func ordered(first name: String) throws -> ListStorage {
    try catalog.readSchema { reader in
      let plan = try core.plan(on: reader)
      let (source, column) = try plan.table.sectionColumn(named: name)
      if plan.order.first?.source == source, !plan.isByRelevance { return self }
      var request = core.request
      let isColumn = { (term: Order.Term) in plan.table.source(named: term.column)?.source == source }
      let term = request.order.terms.first(where: isColumn) ?? Order.Term(column)
      request.order.terms.removeAll(where: isColumn)
      request.order.terms.insert(term, at: 0)
      return try ListStorage(
        planning: request, of: catalog, on: reader, budget: core.budget, makeReader: makeReader)
    }
  }

  /// The same list in the state that another reader holds.
  func held(by catalog: Catalog) throws -> ListStorage {
    try ListStorage(
      catalog: catalog, core: try ListCore(catalog.reader, core.request, budget: core.budget), makeReader: makeReader)
  }

  /// The same rows with other items made of them.
  init<Base>(mapping base: ListStorage<Base>, _ transform: @escaping @Sendable (Base) throws -> Item) {
    catalog = base.catalog
    core = base.core
    makeReader = { core in
      let reader = try core === base.core ? base.currentReader() : base.makeReader(core)
      return ItemReader(selection: reader.query.selection) { try transform(try reader.make($0)) }
    }
  }

  /// What makes items under the schema of the present transaction.
  private func currentReader() throws -> ItemReader<Item> {
    _ = try core.currentPlan()
    if let itemReader, cookie == core.planCookie { return itemReader }
    let made = try makeReader(core)
    itemReader = made
    cookie = core.planCookie
    return made
  }

  /// - Parameter patience: How long a writer is waited for that has the file to itself, before the last state is
  ///   answered from that is known; nil is as long as the catalog says.
  func read<Result>(
    waiting patience: Duration? = nil, _ body: (borrowing ItemSnapshot<Item>) throws -> Result
  ) throws -> Result {
    return try catalog.reader.read(of: core, waiting: patience, orElse: core.knownState) { _ in
      try body(try ItemSnapshot(core, currentReader()))
    }
  }
}
