#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One reading connection, its statements, and what is known of the state it sees.
///
/// All of it is used under ``lock`` and, inside ``read(_:)``, in one read transaction. Where another file takes the
/// place of the one that is open, the connection is closed and one to that file opened, at the next transaction.
final class Reader: @unchecked Sendable {
  /// From the root on: the file stays where it is when the process goes elsewhere.
  let path: String
  let mode: RankMode
  private let mapping: FileMapping
  private let identity: FileIdentity
  let lock = ReaderLock()
  private(set) var depth = 0
  /// Nil while there is none at the path, or none that is a database.
  private var file: OpenFile?
  /// Counts the files that have stood at the path.
  private(set) var fileNumber = 0
  private(set) var encoding = TextEncoding.utf8

  /// Nil where the present transaction has no pages; ``pagesFault`` then says why.
  var pages: PageSource? { pagesFault == nil && !isLockedOut ? file?.pages : nil }
  private(set) var pagesFault: PageFault?
  /// How many transactions do without pages after a look has failed: twice as many each time, so that a file that
  /// never lets itself be looked at costs little, and one that was written too fast for a while is soon looked at again.
  private var rest = 1
  private var nextLook = 0
  private(set) var generation = Generation("")
  /// Which schema the present transaction sees; moves when it changes, and with the file.
  private(set) var schemaCookie: Int64 = -1
  /// Counts read transactions.
  private(set) var transaction = 0
  private var ranks: [UInt32: KnownRanks] = [:]
  /// What lists that follow the file have found of the last step from state to state.
  var steps = SharedSteps()
  /// Where trees begin, by name, under one schema.
  private var roots: [String: UInt32] = [:]
  private var rootsCookie: Int64 = -1
  var counts = ReadCounts()
  /// What contradicted the pages, so that nobody is left to wonder why a list is slow.
  private(set) var reports: [String] = []
  /// Set while answers are of a state that is known, since a writer has the file to itself.
  private var lockedOut: StoreError?

  /// How long a writer is waited for that has the file to itself, where nothing else is said.
  var patience: Duration = .seconds(5)

  /// Set while a walk may be cut into slices, or may take one at most.
  var slices: WalkSlices?
  /// Tells whether what is made ready is still wanted.
  var isStopped: (() -> Bool)?
  /// How long a slice of a walk may hold the lock before it is let go of.
  var sliceDuration: Duration = .milliseconds(3)

  /// Lists of fewer items that no index serves are sorted before their first items are read.
  var sortsAtOnceBelow: Int64 = 50_000
  /// Called before a list is sorted in the background.
  var beforeSort: (@Sendable () -> Void)?

  /// Tells this process's tokens from those of others where the file tells no states apart.
  private let session = String(UInt64.random(in: .min ... .max), radix: 16)

  /// A state of the database that something is known of.
  struct KnownState {
    let generation: Generation
    let schemaCookie: Int64
  }

  init(_ path: String, mode: RankMode, mapping: FileMapping) throws(StoreError) {
    self.path = FileIdentity.absolute(path)
    self.mode = mode
    self.mapping = mapping
    identity = FileIdentity(self.path)
    let file = try OpenFile(path, readsPages: mode != .scan, mapping: mapping, busyTimeout: 5000)
    self.file = file
    encoding = file.encoding
    if let fault = file.pagesFault { try doWithoutPages(fault) }
  }

  /// The connection of the present transaction.
  var connection: Connection {
    get throws(StoreError) { try openFile().connection }
  }
  /// Its statements.
  var statements: StatementCache {
    get throws(StoreError) {
      try requireFile()
      return try openFile().statements
    }
  }
  var schema: Schema {
    get throws(StoreError) { Schema(try statements) }
  }

  /// Whether the file cannot be read at present, since a writer has it to itself.
  var isLockedOut: Bool { lockedOut != nil }

  /// - Throws: ``StoreError`` of kind `busy` where the file cannot be read at present.
  func requireFile() throws(StoreError) { if let lockedOut { throw lockedOut } }

  private func openFile() throws(StoreError) -> OpenFile {
    guard let file else { throw StoreError(.cannotOpen, "'\(path)' is not open") }
    return file
  }

  /// Runs a body in one read transaction; inside another body, in the same one.
  ///
  /// - Parameters:
  ///   - patience: How long a writer is waited for that has the file to itself. Others may take their turn meanwhile.
  ///   - known: A state that the body can tell something of without the file.
  /// - Throws: ``StoreError`` of kind `busy` after that, where no state is known.
  func read<Result>(
    waiting patience: Duration? = nil, orElse known: @autoclosure () -> KnownState? = nil,
    _ body: (Reader) throws -> Result
  ) throws -> Result {
    let start = ContinuousClock.now
    while true {
      let result: Result? = try lock.withLock {
        if depth == 0 {
          do { try open() } catch let error as StoreError where error.kind == .busy {
            if ContinuousClock.now - start < patience ?? self.patience { return nil }
            // Nothing is told of a file that has been replaced.
            guard let known = known(), known.schemaCookie >> 32 == Int64(fileNumber) else { throw error }
            return try readBehind(known, error, body)
          }
        }
        depth += 1
        defer {
          depth -= 1
          if depth == 0 { close() }
        }
        return try body(self)
      }
      if let result { return result }
      usleep(1000)
    }
  }

  /// Answers from what is known of a state, without the file.
  func readBehind<Result>(
    _ known: KnownState, _ error: StoreError, _ body: (Reader) throws -> Result
  ) throws -> Result {
    let present = KnownState(generation: generation, schemaCookie: schemaCookie)
    (generation, schemaCookie, lockedOut) = (known.generation, known.schemaCookie, error)
    depth += 1
    defer {
      depth -= 1
      (generation, schemaCookie, lockedOut) = (present.generation, present.schemaCookie, nil)
    }
    return try body(self)
  }

  /// Runs a body that needs no transaction.
  func withLock<Result>(_ body: (Reader) throws -> Result) rethrows -> Result { try lock.withLock { try body(self) } }

  /// Begins a transaction on the file that stands at the path.
  private func open() throws {
    transaction += 1
    waitForWriter()
    for _ in 0..<16 {
      let file = try currentFile()
      let isCurrent: Bool
      do {
        isCurrent = try begin(file).isSameFile(as: file.identity)
      } catch {
        // A file that was taken away may fail in any way.
        if identity.now.isSameFile(as: file.identity) { throw error }
        isCurrent = false
      }
      if isCurrent { return }
      close()
      letGo(of: file)
    }
    throw StoreError(.busy, "'\(path)' is replaced again and again")
  }

  /// Lets a writer commit first that has begun in a file without a log, if it does so at once.
  private func waitForWriter() {
    guard slices == nil, let source = file?.pages else { return }
    var tries = 0
    while tries < 20, source.isWriterAtWork {
      usleep(100)
      tries += 1
    }
  }

  /// - Returns: What stood at the path once the transaction had begun.
  private func begin(_ file: OpenFile) throws -> FileIdentity.Now {
    if let source = file.pages, transaction >= nextLook || mode == .pages {
      do {
        try source.look()
        (pagesFault, rest) = (nil, 1)
        generation = source.state.generation
        schemaCookie = Int64(fileNumber) << 32 | Int64(source.state.schemaCookie)
        return source.state.file
      } catch let fault as PageFault {
        source.unmap()
        nextLook = transaction + rest
        rest = min(rest * 2, 1024)
        if !identity.now.isSameFile(as: file.identity) { return FileIdentity.Now() }
        try doWithoutPages(fault)
      }
    }
    try file.begin.run()
    defer { file.schemaVersion.reset() }
    do {
      _ = try file.schemaVersion.step()
      schemaCookie = Int64(fileNumber) << 32 | Int64(UInt32(truncatingIfNeeded: file.schemaVersion.integer(0)))
      _ = try file.dataVersion.step()
    } catch {
      close()
      throw error
    }
    generation = Generation("\(session)-\(fileNumber)v\(file.dataVersion.integer(0))")
    file.dataVersion.reset()
    return identity.now
  }

  private func currentFile() throws(StoreError) -> OpenFile {
    if let file { return file }
    do {
      let opened = try OpenFile(path, readsPages: mode != .scan, mapping: mapping, busyTimeout: 20)
      file = opened
      encoding = opened.encoding
      (pagesFault, nextLook, rest) = (nil, 0, 1)
      if let fault = opened.pagesFault { try doWithoutPages(fault) }
      return opened
    } catch {
      guard identity.now.inode == 0 else { throw error }
      throw StoreError(
        .cannotOpen, "the file '\(path)' is gone; what stands there next is read as soon as it is there")
    }
  }

  private func letGo(of old: OpenFile) {
    old.connection.close()
    file = nil
    fileNumber += 1
    ranks = [:]
    steps = SharedSteps()
    generation = Generation("")
  }

  /// Whether nobody can commit while this reads: there is no log, or it is not known whether there is one.
  var keepsWritersOut: Bool { lock.withLock { !(file?.pages?.namesChanges ?? false) } }

  /// Whether it is known that there is no log.
  var isWithoutLog: Bool { lock.withLock { file?.pages.map { !$0.namesChanges } ?? false } }

  /// Whether a writer has begun in a file without a log.
  var isWriterAtWork: Bool { lock.withLock { file?.pages?.isWriterAtWork ?? false } }

  /// How far the log has got into the main file; nil where there is none.
  var logProgress: LogProgress? { lock.withLock { file?.pages?.logProgress } }

  /// Whether what is open is the file that was seen at the path.
  func isOpen(_ seen: FileIdentity.Now) -> Bool { file.map { seen.isSameFile(as: $0.identity) } ?? false }

  /// What differs after a commit, asked for without a transaction; nil where it cannot be asked for now.
  func changeSignature() -> ChangeSignature? {
    lock.withLock {
      let now = identity.now
      guard let file, now.isSameFile(as: file.identity) else { return ChangeSignature(now, .unopened(now)) }
      if let content = file.pages?.changeSignature { return ChangeSignature(now, content) }
      if depth > 0 { return nil }
      defer { file.dataVersion.reset() }
      guard (try? file.dataVersion.step()) == true else { return nil }
      return ChangeSignature(now, .version(file.dataVersion.integer(0)))
    }
  }

  /// Begins a transaction that goes on after this call, until ``release()``.
  func hold() throws {
    try read { _ in depth += 1 }
  }

  /// Ends the transaction that ``hold()`` began, after whoever is reading in it.
  func release() {
    lock.withLock {
      guard depth > 0 else { return }
      depth -= 1
      if depth == 0 { close() }
    }
  }

  /// Runs a body in the transaction that ``hold()`` began; nil where that has ended.
  func readHeld<Result>(_ body: (Reader) throws -> Result) throws -> Result? {
    try lock.withLock { depth == 0 ? nil : try read(body) }
  }

  private func close() {
    guard let file else { return }
    file.pages?.end()
    if !file.connection.isIdle { try? file.commit.run() }
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
  func rankIndex(of tree: Tree, hashing: Bool = false) throws -> RankIndex {
    guard let pages else { throw pagesFault ?? PageFault(.unavailable, "pages are not read") }
    guard let root = try rootPage(of: tree), root > 0 else {
      throw PageFault(.unavailable, "the tree of '\(tree.schemaName)' is not in this file")
    }
    let before = pages.reads
    defer { counts.pageReads += pages.reads - before }
    let known = ranks[root]?.index.kind == tree.kind ? ranks[root] : nil
    let wantsHashes = hashing && !pages.namesChanges
    let index: RankIndex
    if let known, known.epoch == pages.changes.epoch, known.index.hasHashes || !wantsHashes {
      return known.index
    } else if let known, !wantsHashes, let changed = pages.changedPages(since: known.epoch) {
      do {
        index = try RankIndex(pages, from: known.index, changed: changed, root: root)
      } catch {
        // What was kept of the older state may be at fault; the pages alone may be right.
        index = try RankIndex(pages, root: root, kind: tree.kind)
      }
    } else {
      // What nobody asked for since the changes were forgotten is let go of.
      ranks = ranks.filter { pages.changes.remembers($0.value.epoch) }
      index = try walk(pages, tree, root: root, hashing: wantsHashes)
    }
    ranks[root] = KnownRanks(index: index, epoch: pages.changes.epoch)
    return index
  }

  /// Where a tree begins. Whatever moves it changes the schema, as SQLite has to know it too.
  private func rootPage(of tree: Tree) throws -> UInt32? {
    if rootsCookie != schemaCookie {
      roots = [:]
      rootsCookie = schemaCookie
    }
    if let root = roots[tree.schemaName] { return root }
    counts.statements += 1
    guard let root = try schema.rootPage(of: tree) else { return nil }
    roots[tree.schemaName] = root
    return root
  }

  private func walk(_ pages: PageSource, _ tree: Tree, root: UInt32, hashing: Bool) throws -> RankIndex {
    let slices = slices
    let fault: PageFault
    do {
      return try RankIndex(pages, root: root, kind: tree.kind, hashing: hashing) { () throws(PageFault) in
        try slices?.pauseIfDue(pages)
      }
    } catch {
      fault = error
    }
    if fault.kind == .moved { throw StateMoved() }
    throw fault
  }

  private struct KnownRanks {
    let index: RankIndex
    let epoch: Int
  }
}
