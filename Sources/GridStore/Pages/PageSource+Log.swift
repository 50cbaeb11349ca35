// Looks at databases with a log, and what their commits have written; see
// [walformat.html](https://sqlite.org/walformat.html), 2.
extension PageSource {
  /// A look at a database in WAL mode. False where somebody wrote meanwhile and it must be repeated.
  func lookAtLog() throws -> Bool {
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

  /// The pages that may differ from those of an earlier epoch; nil where that is not known any more. All that a commit
  /// concerns ask for the same, so the last answer is kept.
  func changedPages(since epoch: Int) -> PageSet? {
    if let known = changedPagesKnown, known.since == epoch, known.to == changes.epoch { return known.pages }
    guard let pages = changes.pages(since: epoch) else { return nil }
    changedPagesKnown = (epoch, changes.epoch, pages)
    return pages
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
}
