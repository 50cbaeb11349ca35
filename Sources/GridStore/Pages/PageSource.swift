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
    fileprivate var usesLog = false
  }

  private enum Seen {
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
  private let fileIdentity: FileIdentity
  private var isWAL = false
  private var log: LogHandle?
  private var map = FrameMap()
  private var mapping: QuietMapping
  package private(set) var state = State()
  /// Which pages the commits between looks have written.
  package private(set) var changes = PageChanges()
  private var changedPages: (since: Int, to: Int, pages: PageSet)?
  /// What the last look saw, as far as it tells what a commit has changed since.
  private var seen = Seen.nothing
  /// Where the pages were that the last look saw, as far as the log had them.
  private var placesSeen = PlacesSeen.unknown
  private enum PlacesSeen { case unknown, mainFile, map }
  /// Whether a look tells which pages have changed: a log names them, a rollback journal does not.
  package var namesChanges: Bool { isWAL }
  /// The last interior page that was asked for whole, and how many cells it was found to have.
  private let interior = PageBuffer(capacity: 65536)
  private var interiorCells = 0
  /// The last leaf that was asked for whole.
  private let leaf = PageBuffer(capacity: 65536)
  /// How many times pages were read: the cost that matters.
  package private(set) var reads = 0
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

  /// The pages that may differ from those of an earlier epoch; nil where that is not known any more. All that a commit
  /// concerns ask for the same, so the last answer is kept.
  func changedPages(since epoch: Int) -> PageSet? {
    if let known = changedPages, known.since == epoch, known.to == changes.epoch { return known.pages }
    guard let pages = changes.pages(since: epoch) else { return nil }
    changedPages = (epoch, changes.epoch, pages)
    return pages
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

  private func open() throws(StoreError) {
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

  /// A look at a database in WAL mode. False where somebody wrote meanwhile and it must be repeated.
  private func lookAtLog() throws -> Bool {
    let index = try unsafe handles.walIndex(block: 0)
    let before = unsafe WALIndexHeader(index)
    try open()
    let now = unsafe WALIndexHeader(index)
    let backfilled = unsafe WALIndexHeader.backfilled(index)
    guard before == now, unsafe now == WALIndexHeader(index), unsafe now == WALIndexHeader(index, copy: 1) else {
      return false
    }
    let header = PageBuffer(capacity: 100)
    guard now.version == 3_007_000 else {
      throw PageFault(.unavailable, "the wal-index has version \(now.version)")
    }
    log = try handles.log()
    guard try noteChanges(to: now) else { return false }
    guard now.lastFrame > 0 else {
      // Nothing in the log: the main file is all, and only its own header tells its states apart.
      try readMainHeader(header)
      try adoptMainFile(header)
      placesSeen = .mainFile
      return true
    }
    let usesLog = backfilled < now.lastFrame
    if usesLog, try !readFrames(from: backfilled + 1, to: now) { return false }
    state.usesLog = usesLog
    state.pageSize = now.pageSize
    state.pageCount = now.pageCount
    try readPrefix(of: 1, count: 100, into: header)
    try adopt(header, pageSize: now.pageSize, pageCount: now.pageCount)
    state.file = fileIdentity.now
    state.generation = Generation(file: state.file, log: now)
    placesSeen = usesLog ? .map : .mainFile
    return true
  }

  private func readMainHeader(_ header: PageBuffer) throws(PageFault) {
    guard unsafe handles.read(header.bytes, count: 100, at: 0) else { throw PageFault(.input, "page 1 cannot be read") }
  }

  /// Takes the main file alone for what the transaction sees.
  private func adoptMainFile(_ header: PageBuffer) throws {
    defer { pageCountSQL.reset() }
    _ = try pageCountSQL.step()
    state.usesLog = false
    let pageSize = header.uint16(16) == 1 ? 65536 : header.uint16(16)
    try adopt(header, pageSize: pageSize, pageCount: UInt32(clamping: pageCountSQL.integer(0)))
    state.file = fileIdentity.now
    state.generation = Generation(file: state.file, header: header)
  }

  /// Notes which page each frame is of.
  ///
  /// False where the log was restarted meanwhile.
  private func readFrames(from first: UInt32, to header: WALIndexHeader) throws -> Bool {
    if !map.canGrow(salts: header.salts, from: first, to: header.lastFrame) {
      map.reset(salts: header.salts, from: first)
    }
    var isRead = false
    defer { if !isRead { map.reset(salts: (0, 0), from: 1) } }
    isRead = try eachPage(ofFrames: map.end, to: header) { map.append(page: $0, pageCount: header.pageCount) }
    return isRead
  }

  /// Tells the page of each frame from one on to the last, out of the wal-index, which names them side by side.
  ///
  /// False where the log was restarted meanwhile. It can be while we look: a reader of a log that is all
  /// in the main file does not keep writers from beginning anew. The salts in the wal-index change
  /// before the first new frame is written, so they are read once more afterwards.
  private func eachPage(
    ofFrames first: UInt32, to header: WALIndexHeader, _ body: (UInt32) -> Void
  ) throws -> Bool {
    func isSameLog() throws -> Bool { unsafe WALIndexHeader(try handles.walIndex(block: 0)).salts == header.salts }
    var next = Int(first)
    // Block 0 has 136 bytes of header and 4062 numbers, the others 4096.
    while next <= Int(header.lastFrame) {
      let block = next <= 4062 ? 0 : (next - 4063) / 4096 + 1
      let start = block == 0 ? 1 : 4063 + (block - 1) * 4096
      let stop = min(Int(header.lastFrame), block == 0 ? 4062 : start + 4095)
      let numbers = try unsafe handles.walIndex(block: block) + (block == 0 ? 136 : 0)
      for i in next...stop {
        let page = unsafe numbers.load(fromByteOffset: (i - start) * 4, as: UInt32.self)
        guard page >= 1, page <= 0x7fff_fffe else {
          if try !isSameLog() { return false }
          throw PageFault(.damaged, "frame \(i) of the log names page \(page)")
        }
        body(page)
      }
      next = stop + 1
    }
    return try isSameLog()
  }

  /// Notes which pages have changed since the last look. False where the log was restarted meanwhile.
  private func noteChanges(to now: WALIndexHeader) throws -> Bool {
    var first: UInt32?
    var isSame = false
    var places = placesSeen
    placesSeen = .unknown
    if case .log(let then) = seen {
      if then.salts == now.salts {
        isSame = then.lastFrame == now.lastFrame
        if now.lastFrame > then.lastFrame { first = then.lastFrame + 1 }
      } else {
        changes.forgetOlderPlaces()
        // The log had to be in the main file as a whole before it could begin anew.
        places = .mainFile
        switch try bridgesRestart(from: then, to: now) {
        case nil: return false
        case true?:
          // A log that was emptied, as a checkpoint does it, has changed nothing.
          isSame = now.lastFrame == 0
          if !isSame { first = 1 }
        case false?: break
        }
      }
    }
    if let first {
      var pages: [UInt32] = []
      pages.reserveCapacity(Int(now.lastFrame - first) + 1)
      guard try eachPage(ofFrames: first, to: now, { pages.append($0) }) else { return false }
      changes.append(pages, older: olderPlaces(of: pages, firstFrame: first, places))
    } else if !isSame {
      changes.forget()
    }
    seen = .log(now)
    return true
  }

  /// Where pages were that frames of the log have been written of since; nil where that is not known, or too much.
  private func olderPlaces(
    of pages: [UInt32], firstFrame: UInt32, _ places: PlacesSeen
  ) -> [UInt32: PageChanges.OlderPlace]? {
    guard places != .unknown, pages.count <= 4000 else { return nil }
    if places == .map, map.end != firstFrame { return nil }
    var older: [UInt32: PageChanges.OlderPlace] = [:]
    older.reserveCapacity(pages.count)
    for (i, page) in pages.enumerated() where older[page] == nil {
      older[page] = PageChanges.OlderPlace(
        frame: places == .map ? map.frame(of: page) ?? 0 : 0, overwrittenBy: firstFrame + UInt32(i))
    }
    return older
  }

  /// Reads a page that has been written since an epoch, as it was then. False where it is there no more.
  package func readOlder(_ page: UInt32, since epoch: Int, into buffer: PageBuffer) throws(PageFault) -> Bool {
    guard case .log(let now) = seen, let log, buffer.capacity >= state.pageSize,
      let place = changes.olderPlace(of: page, since: epoch)
    else { return false }
    reads += 1
    let isRead: Bool
    if place.frame > 0 {
      let start = 56 + (Int64(place.frame) - 1) * Int64(state.pageSize + 24)
      isRead = unsafe log.read(buffer.bytes, count: state.pageSize, at: start)
    } else {
      isRead = unsafe handles.read(
        buffer.bytes, count: state.pageSize, at: (Int64(page) - 1) * Int64(state.pageSize))
    }
    let index = try unsafe handles.walIndex(block: 0)
    // A checkpoint may have overwritten it meanwhile, and a writer may have begun the log anew.
    guard isRead, unsafe WALIndexHeader(index).salts == now.salts else { return false }
    if place.frame > 0 { return true }
    return unsafe WALIndexHeader.backfillAttempted(index) < place.overwrittenBy
  }

  /// Whether every commit since an older state is in the log, which has been restarted since; nil where it was
  /// restarted once more.
  ///
  /// The wal-index counts commits. It begins at 0 again where a writer died in the middle of writing it, so a small
  /// count is not believed.
  private func bridgesRestart(from then: WALIndexHeader, to now: WALIndexHeader) throws -> Bool? {
    let commits = now.change &- then.change
    guard then.change >= 64, now.change >= then.change, commits <= now.lastFrame, now.lastFrame <= 50_000, let log
    else { return false }
    let size = PageBuffer(capacity: 4)
    var found: UInt32 = 0
    for frame in 0..<Int64(now.lastFrame) {
      let at = 32 + frame * Int64(now.pageSize + 24) + 4
      guard unsafe log.read(size.bytes, count: 4, at: at) else { return false }
      // The last frame of a commit has the size of the database, the others zero.
      if size.uint32(0) != 0 { found += 1 }
    }
    guard unsafe WALIndexHeader(try handles.walIndex(block: 0)).salts == now.salts else { return nil }
    return found == commits
  }

  private func adopt(_ header: PageBuffer, pageSize: Int, pageCount: UInt32) throws(PageFault) {
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

  /// A whole interior page, checked, with the number of its cells. It is good until another one is asked for.
  ///
  /// The two ends of a window lie in one or two pages, so the last one is kept for as long as its state is.
  func interiorPage(_ page: UInt32, _ rules: PageRules) throws(PageFault) -> (buffer: PageBuffer, cells: Int) {
    if interior.page != page {
      interior.page = 0
      try readPrefix(of: page, count: rules.pageSize, into: interior)
      interiorCells = try rules.interiorCount(interior, page: page)
      interior.page = page
    }
    return (interior, interiorCells)
  }

  /// A whole leaf, its header checked, with the number of its cells. It is good until another one is asked for.
  func leafPage(
    _ page: UInt32, isRoot: Bool, _ rules: PageRules
  ) throws(PageFault) -> (buffer: PageBuffer, cells: Int) {
    if leaf.page != page {
      leaf.page = 0
      try readPrefix(of: page, count: rules.pageSize, into: leaf)
      leaf.page = page
    }
    return (leaf, try rules.leafCount(leaf, at: rules.headerOffset(page), page: page, isRoot: isRoot))
  }

  /// Reads the first bytes of a page, or all of it, into a buffer.
  package func readPrefix(of page: UInt32, from offset: Int = 0, count: Int, into buffer: PageBuffer) throws(PageFault)
  {
    try read(page, from: offset, count: count, into: buffer, at: 0)
  }

  package func read(
    _ page: UInt32, from offset: Int, count: Int, into buffer: PageBuffer, at place: Int
  ) throws(PageFault) {
    reads += 1
    guard page >= 1, page <= state.pageCount, Int(page) != 0x4000_0000 / state.pageSize + 1,
      place + count <= buffer.capacity
    else { throw PageFault(.damaged, "page \(page) is asked for, of \(state.pageCount)") }
    let target = unsafe buffer.bytes + place
    let isRead: Bool
    if state.usesLog, let log, let frame = map.frame(of: page) {
      let start = 56 + (Int64(frame) - 1) * Int64(state.pageSize + 24)
      isRead = unsafe log.read(target, count: count, at: start + Int64(offset))
    } else {
      isRead = unsafe handles.read(target, count: count, at: (Int64(page) - 1) * Int64(state.pageSize) + Int64(offset))
    }
    guard isRead else { throw PageFault(.input, "page \(page) cannot be read") }
  }

  /// The longest key that is followed over its overflow pages, in bytes.
  private static let longestPayload = 1 << 22

  /// A whole payload: where it stands if that is one page, else joined in a buffer of its own.
  package func payload(
    ofCell i: Int, in buffer: PageBuffer, page: UInt32, isLeaf: Bool, _ rules: PageRules
  ) throws(PageFault) -> (buffer: PageBuffer, start: Int, size: Int) {
    let cell = try rules.payload(ofCell: i, in: buffer, page: page, isLeaf: isLeaf)
    if cell.local == cell.size { return (buffer, cell.start, cell.size) }
    guard cell.size <= PageSource.longestPayload else {
      throw PageFault(.unavailable, "a key on page \(page) has \(cell.size) bytes")
    }
    let joined = PageBuffer(capacity: cell.size)
    unsafe joined.bytes.copyMemory(from: buffer.bytes + cell.start, byteCount: cell.local)
    var got = cell.local
    var next = buffer.uint32(cell.start + cell.local)
    let link = PageBuffer(capacity: 4)
    // Each page of the chain brings a piece, so a chain that turns back on itself still ends.
    while got < cell.size {
      let piece = min(cell.size - got, rules.usableSize - 4)
      try readPrefix(of: next, count: 4, into: link)
      try read(next, from: 4, count: piece, into: joined, at: got)
      got += piece
      next = link.uint32(0)
    }
    return (joined, 0, cell.size)
  }
}
