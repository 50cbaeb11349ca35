/// One reading connection, its statements, and what is known of the state it sees.
///
/// All of it is used under ``lock`` and, inside ``read(_:)``, in one read transaction.
final class Reader: @unchecked Sendable {
  let connection: Connection
  let statements: StatementCache
  let schema: Schema
  let mode: RankMode
  let encoding: TextEncoding
  private let lock = ReaderLock()
  private var depth = 0

  /// Nil where the present transaction has no pages; ``pagesFault`` then says why.
  var pages: PageSource? { pagesFault == nil ? source : nil }
  private(set) var pagesFault: PageFault?
  private var source: PageSource?
  /// How many transactions do without pages after a look has failed: twice as many each time, so that a file that
  /// never lets itself be looked at costs little, and one that was written too fast for a while is soon looked at again.
  private var rest = 1
  private var nextLook = 0
  private(set) var generation = Generation("")
  /// Which schema the present transaction sees; moves when it changes.
  private(set) var schemaCookie: Int64 = -1
  /// Counts read transactions.
  private(set) var transaction = 0
  private var ranks: [UInt32: KnownRanks] = [:]
  var counts = ReadCounts()
  /// What contradicted the pages, so that nobody is left to wonder why a list is slow.
  private(set) var reports: [String] = []

  private let dataVersion: Statement
  private let schemaVersion: Statement
  private let begin: Statement
  private let commit: Statement
  /// Tells this process's tokens from those of others where the file tells no states apart.
  private let session = String(UInt64.random(in: .min ... .max), radix: 16)

  init(_ path: String, mode: RankMode, mapping: FileMapping) throws(StoreError) {
    connection = try Connection(path, .readOnly)
    self.mode = mode
    statements = StatementCache(connection)
    schema = Schema(statements)
    encoding = try schema.encoding()
    dataVersion = try connection.prepare("PRAGMA data_version")
    schemaVersion = try connection.prepare("PRAGMA schema_version")
    begin = try connection.prepare("BEGIN")
    commit = try connection.prepare("COMMIT")
    if mode == .scan { return }
    do {
      source = try PageSource(connection, mapping: mapping)
    } catch let fault as PageFault {
      try doWithoutPages(fault)
    } catch {
      throw error as? StoreError ?? StoreError(.damaged, "\(error)")
    }
  }

  /// Runs a body in one read transaction; inside another body, in the same one.
  func read<Result>(_ body: (Reader) throws -> Result) throws -> Result {
    try lock.withLock {
      if depth == 0 { try open() }
      depth += 1
      defer {
        depth -= 1
        if depth == 0 { close() }
      }
      return try body(self)
    }
  }

  private func open() throws {
    transaction += 1
    if let source, transaction >= nextLook || mode == .pages {
      do {
        try source.look()
        (pagesFault, rest) = (nil, 1)
        generation = source.state.generation
        schemaCookie = Int64(source.state.schemaCookie)
        return
      } catch let fault as PageFault {
        source.unmap()
        nextLook = transaction + rest
        rest = min(rest * 2, 1024)
        try doWithoutPages(fault)
      }
    }
    try begin.run()
    defer { schemaVersion.reset() }
    do {
      _ = try schemaVersion.step()
      schemaCookie = schemaVersion.integer(0)
      _ = try dataVersion.step()
    } catch {
      close()
      throw error
    }
    generation = Generation("\(session)-v\(dataVersion.integer(0))")
    dataVersion.reset()
  }

  /// What differs after a commit, asked for without a transaction; nil where it cannot be asked for now.
  func changeSignature() -> ChangeSignature? {
    lock.withLock {
      if let signature = source?.changeSignature { return signature }
      if depth > 0 { return nil }
      defer { dataVersion.reset() }
      guard (try? dataVersion.step()) == true else { return nil }
      return .version(dataVersion.integer(0))
    }
  }

  private func close() {
    if !connection.isIdle { try? commit.run() }
  }

  private func doWithoutPages(_ fault: PageFault) throws(StoreError) {
    pagesFault = fault
    if mode == .pages { throw StoreError(.damaged, "ranks cannot be read from pages: \(fault)") }
    if fault.kind != .unavailable { report("ranks are found by scanning: \(fault)") }
  }

  func report(_ text: String) {
    if reports.count < 100, reports.last != text { reports.append(text) }
  }

  /// The rank index of a tree in the state of the present transaction: walked at its first use, then moved from state
  /// to state by the pages that have changed.
  ///
  /// - Parameter hashing: Whether its leaves should be told apart by their bytes where nothing names what changes.
  func rankIndex(of tree: Tree, hashing: Bool = false, isCancelled: () -> Bool = { false }) throws -> RankIndex {
    guard let pages else { throw pagesFault ?? PageFault(.unavailable, "pages are not read") }
    guard let root = try schema.rootPage(of: tree), root > 0 else {
      throw PageFault(.unavailable, "the tree of '\(tree.schemaName)' is not in this file")
    }
    counts.statements += 1
    let before = pages.reads
    defer { counts.pageReads += pages.reads - before }
    let known = ranks[root]?.index.kind == tree.kind ? ranks[root] : nil
    let wantsHashes = hashing && !pages.namesChanges
    let index: RankIndex
    if let known, known.epoch == pages.changes.epoch, known.index.hasHashes || !wantsHashes {
      return known.index
    } else if let known, let changed = pages.changes.pages(since: known.epoch), !wantsHashes {
      do {
        index = try RankIndex(pages, from: known.index, changed: changed, root: root)
      } catch {
        // What was kept of the older state may be at fault; the pages alone may be right.
        index = try RankIndex(pages, root: root, kind: tree.kind, isCancelled: isCancelled)
      }
    } else {
      // What nobody asked for since the changes were forgotten is let go of.
      ranks = ranks.filter { pages.changes.remembers($0.value.epoch) }
      index = try RankIndex(pages, root: root, kind: tree.kind, hashing: wantsHashes, isCancelled: isCancelled)
    }
    ranks[root] = KnownRanks(index: index, epoch: pages.changes.epoch)
    return index
  }

  private struct KnownRanks {
    let index: RankIndex
    let epoch: Int
  }
}
