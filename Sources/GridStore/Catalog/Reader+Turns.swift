#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads of a file without a log, where nobody can commit while somebody reads: what takes long is done before, in slices
/// of some milliseconds.
extension Reader {
  /// How long a walk may take in the transaction that also answers. One that takes longer goes in slices.
  private static let shortWalk: Duration = .microseconds(500)
  /// How long nobody must have committed before a walk is begun anew that was in vain, in milliseconds.
  private static let calm = 10

  /// Runs a body of a list in one read transaction, after whatever that takes has been made ready.
  ///
  /// Where commits come faster than a walk ends, it is tried again until the patience is over.
  ///
  /// - Parameters:
  ///   - patience: How long is waited for writers, that have the file to themselves or commit all the time.
  ///   - known: A state that the body can tell something of without the file.
  ///   - isCancelled: Asked while waiting.
  ///   - prepare: Makes ready what the body will ask for, where that is not the list's ranks. It may be run more than once.
  func read<Result>(
    of core: ListCore, waiting patience: Duration? = nil, orElse known: @autoclosure () -> KnownState? = nil,
    isCancelled: @escaping () -> Bool = { false }, preparing prepare: (() throws -> Void)? = nil,
    _ body: (Reader) throws -> Result
  ) throws -> Result {
    let start = ContinuousClock.now
    while true {
      do {
        try makeReady(core, isCancelled, prepare)
        return try read(waiting: patience, orElse: known()) { reader in
          try reader.inShortWalk { if let prepare { try prepare() } else { try core.makeReady() } }
          return try body(reader)
        }
      } catch is StateMoved {
        core.preparedFor = nil
        guard !isCancelled() else { throw CancellationError() }
        let end = start + (patience ?? self.patience)
        if ContinuousClock.now < end {
          waitForCalm(until: end, isCancelled)
        } else {
          let error = StoreError(.busy, "'\(path)' is written too often to be read meanwhile")
          guard let known = known(), known.schemaCookie >> 32 == Int64(fileNumber) else { throw error }
          return try lock.withLock { try readBehind(known, error, body) }
        }
      }
    }
  }

  /// Makes ready what answers of a list rest on, in slices, in a transaction each. A read that comes at once then finds
  /// it there.
  private func makeReady(_ core: ListCore, _ isCancelled: @escaping () -> Bool, _ more: (() throws -> Void)?) throws {
    try lock.withLock {
      guard depth == 0, let source = pages, !source.namesChanges,
        let signature = changeSignature(), more != nil || signature != core.preparedFor
      else { return }
      slices = WalkSlices(sliceDuration)
      isStopped = isCancelled
      defer {
        slices = nil
        isStopped = nil
      }
      do {
        try read(waiting: .zero) { _ in
          if let more { try more() } else { try core.makeReady() }
        }
        if more == nil { core.preparedFor = signature }
      } catch let error as StoreError where error.kind == .busy {
        // The read that comes will wait.
      }
    }
  }

  /// Runs a body that finds ready what it needs, or can find it in a moment.
  private func inShortWalk(_ body: () throws -> Void) throws {
    // Inside another read nothing can be begun anew.
    guard depth == 1, let source = pages, !source.namesChanges else { return try body() }
    slices = WalkSlices(Reader.shortWalk, inOne: true)
    defer { slices = nil }
    try body()
  }

  /// Whether what is made ready should let go of the lock for a moment.
  var isPauseDue: Bool { if let slices, let source = pages { slices.isDue(source) } else { false } }

  /// Lets go of the lock for a moment between two steps of what is made ready. No statement that reads may be running.
  func pause() throws {
    guard let slices, let source = pages else { return }
    try moving { () throws(PageFault) in try slices.pause(source) }
    try stopIfCancelled()
  }

  /// Runs a body that reads nothing of the file without its lock.
  func withoutLock<Result>(_ body: () throws -> Result) throws -> Result {
    guard let slices, let source = pages else { return try body() }
    let state = try moving { () throws(PageFault) in try slices.letGo(source) }
    let result = try body()
    try moving { () throws(PageFault) in try slices.takeUp(state, source) }
    return result
  }

  /// Ends what is made ready where the task that wants it was cancelled.
  func stopIfCancelled() throws { if isStopped?() ?? false { throw CancellationError() } }

  private func moving<Result>(_ body: () throws(PageFault) -> Result) throws -> Result {
    do { return try body() } catch {
      if error.kind == .moved { throw StateMoved() }
      throw error
    }
  }

  /// Waits until nobody has committed for a moment.
  func waitForCalm(until end: ContinuousClock.Instant, _ isCancelled: () -> Bool = { false }) {
    var seen = changeSignature()
    var quiet = 0
    while quiet < Reader.calm, ContinuousClock.now < end, !isCancelled() {
      usleep(1000)
      let now = changeSignature()
      quiet = now == seen ? quiet + 1 : 0
      seen = now
    }
  }

  /// Somebody committed in the middle of what was done in several transactions.
  struct StateMoved: Error {}
}
