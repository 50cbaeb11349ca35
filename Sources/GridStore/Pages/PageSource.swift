/// The pages of one connection's database as its open read transaction sees them.
///
/// A *look* begins a transaction and learns exactly which state it sees; pages are then read through
/// the connection's own file handles until the transaction ends. What a look must compare, and in
/// which order, follows SQLite's locking and WAL protocols
/// ([walformat.html](https://sqlite.org/walformat.html), 2).
package final class PageSource {
  /// What a read transaction sees.
  package struct State: Sendable {
    package var pageSize = 0
    package var usableSize = 0
    package var pageCount: UInt32 = 0
    /// Moves with every change of the schema.
    package var schemaCookie: UInt32 = 0
    package var generation = Generation("")
    /// What stood at the path after the transaction had begun: another file, where this one was replaced.
    var file = FileIdentity.Now()
    /// Pages of the log are asked for first.
    var usesLog = false
  }

  enum Seen {
    case nothing
    case file(Generation)
    case log(WALIndexHeader)
  }

  private let connection: Connection
  let handles: FileHandles
  private let begin: Statement
  private let firstRead: Statement
  private let commit: Statement
  private let journalMode: Statement
  private let pageCountSQL: Statement
  let fileIdentity: FileIdentity
  private var isWAL = false
  var log: LogHandle?
  var map = FrameMap()
  private var mapping: QuietMapping
  package internal(set) var state = State()
  /// Which pages the commits between looks have written.
  package internal(set) var changes = PageChanges()
  var changedPagesKnown: (since: Int, to: Int, pages: PageSet)?
  /// What the last look saw, as far as it tells what a commit has changed since.
  var seen = Seen.nothing
  /// Where the pages were that the last look saw, as far as the log had them.
  var placesSeen = PlacesSeen.unknown
  enum PlacesSeen { case unknown, mainFile, map }
  /// Whether a look tells which pages have changed: a log names them, a rollback journal does not.
  package var namesChanges: Bool { isWAL }
  /// The last interior page that was asked for whole, and how many cells it was found to have.
  let interior = PageBuffer(capacity: 65536)
  var interiorCells = 0
  /// The last leaf that was asked for whole.
  let leaf = PageBuffer(capacity: 65536)
  /// How many times pages were read: the cost that matters.
  package internal(set) var reads = 0
  /// For how long at most a transaction was open in a file without a log.
  private(set) var longestTurn: Duration = .zero
  private var turnStart: ContinuousClock.Instant?
  /// How many times a transaction was begun.
  package private(set) var looks = 0
  /// How much of the file is mapped into memory, in bytes.
  package var mappedSize: Int64 { mapping.mappedSize }

  /// - Throws: ``PageFault`` where pages of this connection cannot be read.
  package init(_ connection: Connection, mapping: FileMapping = .never) throws {
    self.connection = connection
    handles = try FileHandles(connection)
    self.mapping = QuietMapping(connection, handles, mapping)
    begin = try connection.prepare("BEGIN")
    firstRead = try connection.prepare("SELECT 1 FROM sqlite_schema LIMIT 1")
    commit = try connection.prepare("COMMIT")
    journalMode = try connection.prepare("PRAGMA journal_mode")
    pageCountSQL = try connection.prepare("PRAGMA page_count")
    let locking = try connection.prepare("PRAGMA locking_mode")
    _ = try locking.step()
    guard locking.text(0) == "normal" else { throw PageFault(.unavailable, "the locking mode is exclusive") }
    locking.reset()
    fileIdentity = FileIdentity(connection.path)
  }

  /// Begins a read transaction and learns what it sees. Where it throws, no transaction is open.
  ///
  /// - Complexity: O(*f*), where *f* is the number of frames written to the log since the last look.
  package func look() throws {
    try mapping.prepare()
    (interior.page, leaf.page) = (0, 0)
    for _ in 0..<1000 {
      do {
        if isWAL ? try lookAtLog() : try lookAtFile() {
          mapping.note(state.generation)
          turnStart = isWAL ? nil : .now
          return
        }
      } catch {
        end()
        throw error
      }
      end()
    }
    throw PageFault(.unavailable, "no quiet moment for a look in 1000 tries")
  }

  /// What differs after a commit; needs no transaction. Whatever is read while somebody writes tells that something
  /// has changed, or will be found to have changed at the next call.
  var changeSignature: ChangeSignature.Content? {
    if isWAL {
      guard let index = try? unsafe handles.walIndex(block: 0) else { return nil }
      return unsafe .log(WALIndexHeader(index))
    }
    return handles.fileVersion
  }

  /// Lets go of the mapping, as whoever looks no more must: nobody would notice that the file was cut.
  package func unmap() { try? mapping.drop() }

  /// Ends the transaction of the last look.
  package func end() {
    if !connection.isIdle { try? commit.run() }
    if let start = turnStart { longestTurn = max(longestTurn, ContinuousClock.now - start) }
    turnStart = nil
  }

  func open() throws(StoreError) {
    looks += 1
    try begin.run()
    defer { firstRead.reset() }
    _ = try firstRead.step()
  }

  /// A look at a database with a rollback journal. False where it turned out to be in WAL mode.
  private func lookAtFile() throws -> Bool {
    try open()
    let header = PageBuffer(capacity: 100)
    try readMainHeader(header)
    if header.byte(19) == 2 {
      // The way back is barred while this connection is open.
      defer { journalMode.reset() }
      _ = try journalMode.step()
      if journalMode.text(0) == "wal" {
        isWAL = true
        return false
      }
    }
    try adoptMainFile(header)
    if case .file(state.generation) = seen {} else { changes.forget() }
    seen = .file(state.generation)
    return true
  }

  func readMainHeader(_ header: PageBuffer) throws(PageFault) {
    guard unsafe handles.read(header.bytes, count: 100, at: 0) else { throw PageFault(.input, "page 1 cannot be read") }
  }

  /// Takes the main file alone for what the transaction sees.
  func adoptMainFile(_ header: PageBuffer) throws {
    defer { pageCountSQL.reset() }
    _ = try pageCountSQL.step()
    state.usesLog = false
    let pageSize = header.uint16(16) == 1 ? 65536 : header.uint16(16)
    try adopt(header, pageSize: pageSize, pageCount: UInt32(clamping: pageCountSQL.integer(0)))
    state.file = fileIdentity.now
    state.generation = Generation(file: state.file, header: header)
  }

  func adopt(_ header: PageBuffer, pageSize: Int, pageCount: UInt32) throws(PageFault) {
    guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
      throw PageFault(.damaged, "the page size is \(pageSize)")
    }
    let usable = pageSize - Int(header.byte(20))
    guard usable >= 480 else { throw PageFault(.damaged, "\(header.byte(20)) bytes of each page are reserved") }
    state.pageSize = pageSize
    state.usableSize = usable
    state.pageCount = pageCount
    state.schemaCookie = header.uint32(40)
    // A file that was overwritten in place is too short for what the header says.
    if !state.usesLog, let size = handles.size, size < Int64(pageCount) * Int64(pageSize) {
      throw PageFault(.damaged, "a file of \(size) bytes cannot have \(pageCount) pages")
    }
  }

  package func rules(_ kind: Tree.Kind) -> PageRules {
    PageRules(
      kind: kind, pageSize: state.pageSize, usableSize: state.usableSize, pageCount: state.pageCount)
  }
}
