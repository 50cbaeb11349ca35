internal import Dispatch
internal import Synchronization

/// A database file of anybody's, opened for reading: nothing is added to its schema or content.
///
///     let catalog = try Catalog("catalog.db")
///     let products = try catalog.list(of: Product.self, in: "products", order: [.descending("price")])
///     try products[730_000..<730_060]
///
/// A catalog has one reading connection, which its lists share; any thread may use them. While a long read has it,
/// lists are made on another one, which reads the schema alone. A database in WAL mode gets its `-wal` and `-shm` files
/// from any reader, also from this one.
///
/// A file that another program puts in the place of this one is read from the next call on. While none is there, calls
/// say so.
///
/// Without a log (any other journal mode) nobody can commit while somebody reads. What takes long is cut into slices of some
/// milliseconds for that, which end at once where a writer waits: walks over the pages of an index, sorting the keys of a
/// list that no index serves, sections that an index serves, facets, lengths and spans. Not cut are the keys of a table
/// without rowids or of a search, sections that no index serves, facets of a view or under a filter that no index serves
/// of a table without rowids, a read that must scan for want of pages, ``verify(table:order:where:keyColumns:)``, `info`,
/// what is read inside a read of another list, and reads of as many rows as are asked for. Where commits come faster than
/// a walk ends, calls say `busy`.
public final class Catalog: Sendable {
  let reader: Reader
  /// How many bytes of keys a list may keep that no index serves.
  let keyBudget: Int
  private let queue = DispatchQueue(label: "LazyGrid.Catalog")
  private let sharedWatcher = Mutex(WeakWatcher())
  private let schemaReader = Mutex<Reader?>(nil)

  private struct WeakWatcher {
    weak var value: ChangeWatcher?
  }

  /// The one that all followers of this catalog's lists share, as long as there is one.
  var watcher: ChangeWatcher {
    sharedWatcher.withLock { shared in
      if let watcher = shared.value { return watcher }
      let watcher = ChangeWatcher(reader)
      shared.value = watcher
      return watcher
    }
  }

  /// Opens a database file.
  ///
  /// - Parameters:
  ///   - path: The path of an SQLite database file.
  ///   - rank: How ranks are found.
  ///   - mapping: Whether the file is mapped into memory where that is faster.
  ///   - keyBudget: How many bytes of keys a list may keep that no index serves.
  /// - Throws: ``StoreError`` for a path that is missing, a directory or no database.
  public init(
    _ path: String, rank: RankMode = .auto, mapping: FileMapping = .quiet, keyBudget: Int = 256 << 20
  ) throws(StoreError) {
    reader = try Reader(path, mode: rank, mapping: mapping)
    self.keyBudget = keyBudget
  }

  /// The names of all tables and views.
  public var tableNames: [String] {
    get throws(StoreError) { try storeErrors { try readSchema { try $0.schema.tableNames() } } }
  }

  /// A table as its schema declares it.
  ///
  /// - Parameters:
  ///   - name: nil is the only table there is.
  ///   - keyColumns: The columns that identify a row of a view.
  public func table(_ name: String? = nil, keyColumns: [String] = []) throws(StoreError) -> Table {
    try storeErrors { try readSchema { try $0.schema.table(name, keyColumns: keyColumns) } }
  }

  /// A list of items of a type that reads its columns itself.
  ///
  /// - Parameters:
  ///   - type: The type of the items.
  ///   - table: A table or view; nil is the only one there is.
  ///   - order: The columns that sort it; ties follow the table's own row order.
  ///   - filters: Conditions that must all hold.
  ///   - keyColumns: The columns that identify a row of a view.
  ///   - search: Words that every item has in the columns that an FTS5 table covers. Without an order the best
  ///     hits come first (bm25), ties in the table's own row order.
  /// - Throws: ``StoreError`` for a table or column that is not there, naming the nearest, and for a search that
  ///   no FTS5 table of the file answers.
  public func list<Item: RowDecodable>(
    of type: Item.Type, in table: String? = nil, order: Order = [], where filters: [Filter] = [],
    keyColumns: [String] = [], search: Search? = nil
  ) throws(StoreError) -> ItemList<Item> {
    try makeList(ListRequest(table: table, order: order, filters: filters, keyColumns: keyColumns, search: search)) {
      core in
      try ItemReader<Item>(rows: core.currentPlan().table)
    }
  }

  /// A list of items of a `Decodable` type: a coding key for a column.
  ///
  /// Only the columns that the type decodes are read; which they are is learned from the first row.
  @_disfavoredOverload
  public func list<Item: Decodable & Sendable>(
    of type: Item.Type, in table: String? = nil, order: Order = [], where filters: [Filter] = [],
    keyColumns: [String] = [], search: Search? = nil
  ) throws(StoreError) -> ItemList<Item> {
    try makeList(ListRequest(table: table, order: order, filters: filters, keyColumns: keyColumns, search: search)) {
      core in
      try ItemReader<Item>(decoding: core.currentPlan().table, core)
    }
  }

  /// A list of rows as they are, for tools that know no type.
  ///
  /// - Parameter columns: The columns to read; nil is all.
  public func rows(
    in table: String? = nil, columns: [String]? = nil, order: Order = [], where filters: [Filter] = [],
    keyColumns: [String] = [], search: Search? = nil
  ) throws(StoreError) -> ItemList<ItemValues> {
    try makeList(ListRequest(table: table, order: order, filters: filters, keyColumns: keyColumns, search: search)) {
      core in
      try ItemReader<ItemValues>(values: core.currentPlan().table, columns: columns)
    }
  }

  private func makeList<Item>(
    _ request: ListRequest, _ makeReader: @escaping (ListCore) throws -> ItemReader<Item>
  ) throws(StoreError) -> ItemList<Item> {
    try storeErrors {
      try readSchema { reader in
        ItemList(
          storage: try ListStorage(
            planning: request, of: self, on: reader, budget: keyBudget, makeReader: makeReader))
      }
    }
  }

  /// Runs a body that reads no more than the schema and a row, on the connection of the lists, or, while a read has that,
  /// on one that does nothing else: so it never waits for a long read.
  func readSchema<Result>(_ body: (Reader) throws -> Result) throws -> Result {
    do {
      // Whoever waits for a writer meanwhile must not keep others from this connection.
      if let result = try reader.lock.withLockIfFree({ try reader.read(waiting: .zero, body) }) { return result }
    } catch let error as StoreError where error.kind == .busy {
      return try reader.read(body)
    }
    return try schemaReader.withLock { kept in
      if let kept { return kept }
      let made = try Reader(reader.path, mode: .scan, mapping: .never)
      kept = made
      return made
    }.read(body)
  }

  /// What has been read so far.
  public var counts: ReadCounts { (try? reader.read { $0.counts }) ?? ReadCounts() }

  /// The SQL of the statements that were run and are kept for the next time.
  package var statementTexts: [String] { (try? reader.read { try $0.statements.texts }) ?? [] }

  /// How long one transaction of a walk over a file without a log may last.
  package var walkSlice: Duration {
    get { (try? reader.read { $0.sliceDuration }) ?? .zero }
    set { _ = try? reader.read { $0.sliceDuration = newValue } }
  }

  /// Lists of fewer items that no index serves are sorted before their first items are read.
  package var sortsAtOnceBelow: Int64 {
    get { reader.withLock { $0.sortsAtOnceBelow } }
    set { reader.withLock { $0.sortsAtOnceBelow = newValue } }
  }

  /// Called before a list is sorted in the background.
  package func beforeSort(_ body: @escaping @Sendable () -> Void) { reader.withLock { $0.beforeSort = body } }

  /// How long a writer is waited for that has the file to itself.
  package var patience: Duration {
    get { reader.withLock { $0.patience } }
    set { reader.withLock { $0.patience = newValue } }
  }

  /// For how long at most a transaction was open in a file without a log.
  package var longestTurn: Duration { (try? reader.read { $0.pages?.longestTurn }) ?? .zero }

  /// Moves with every commit that was noticed, as long as somebody follows a list.
  package var commitsNoticed: Int { watcher.version }

  /// How many transactions pages were read in.
  package var looks: Int { (try? reader.read { $0.pages?.looks ?? 0 }) ?? 0 }

  /// How much of the file is mapped into memory at present, in bytes; see ``FileMapping``.
  public var mappedBytes: Int64 { (try? reader.read { $0.pages?.mappedSize ?? 0 }) ?? 0 }

  /// What contradicted the pages of the file so far, a sentence each.
  public var reports: [String] { (try? reader.read { $0.reports }) ?? [] }

  /// Runs a body that reads a list off the caller's thread; cancelling the task interrupts SQLite.
  ///
  /// - Parameter answersBehind: Whether the last known state will do while a writer has the file to itself.
  func inBackground<Result: Sendable>(
    of core: ListCore, waiting patience: Duration? = nil, answersBehind: Bool = true,
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let run = Interruptible()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        start(run, of: core, waiting: patience, answersBehind: answersBehind, body) { continuation.resume(with: $0) }
      }
    } onCancel: {
      run.cancel()
    }
  }

  /// The same for whoever ends it by other means than a task.
  func start<Result: Sendable>(
    _ run: Interruptible, of core: ListCore, waiting patience: Duration? = nil, answersBehind: Bool = true,
    _ body: @escaping @Sendable () throws -> Result,
    done: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) {
    queue.async {
      done(
        Swift.Result {
          try self.reader.read(
            of: core, waiting: patience, orElse: answersBehind ? core.knownState : nil,
            isCancelled: { run.isCancelled }
          ) {
            try run.perform(on: $0.connection, body)
          }
        })
    }
  }
}

/// One run on a connection that another thread may end.
final class Interruptible: Sendable {
  private enum Phase {
    case waiting
    case running(UncheckedConnection)
    case ended
    case cancelled
  }
  private let phase = Mutex(Phase.waiting)

  var isCancelled: Bool { phase.withLock { if case .cancelled = $0 { true } else { false } } }

  func cancel() {
    phase.withLock { phase in
      // Held while interrupting, so that it can hit no later run.
      if case .running(let connection) = phase { connection.value.interrupt() }
      if case .ended = phase { return }
      phase = .cancelled
    }
  }

  func perform<Result>(on connection: Connection, _ body: () throws -> Result) throws -> Result {
    let connection = UncheckedConnection(connection)
    let begins = phase.withLock { phase in
      guard case .waiting = phase else { return false }
      phase = .running(connection)
      return true
    }
    guard begins else { throw CancellationError() }
    defer { phase.withLock { if case .running = $0 { $0 = .ended } } }
    do { return try body() } catch let error as StoreError where error.kind == .cancelled {
      throw CancellationError()
    }
  }
}

/// `sqlite3_interrupt` is the one call that any thread may make.
private struct UncheckedConnection: @unchecked Sendable {
  let value: Connection
  init(_ value: Connection) { self.value = value }
}

/// Gives errors of pages that nobody answered the type that users know.
func storeErrors<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
  do {
    return try body()
  } catch let error as StoreError {
    throw error
  } catch let fault as PageFault {
    throw StoreError(.damaged, fault.description)
  } catch is CancellationError {
    throw StoreError(.cancelled, "cancelled")
  } catch {
    throw StoreError(.decoding, "\(error)")
  }
}
