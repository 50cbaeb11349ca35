internal import Dispatch

/// One pass over all of a list, on a connection of its own, beside everything else.
final class ListPass: @unchecked Sendable {
  let reader: Reader
  let core: ListCore
  let connection: Connection
  let statements: StatementCache
  /// The file that the connection is to.
  private let file: FileIdentity.Now
  /// Whether it is to be one pass that begins anew by itself, or holds the state to its end.
  let isWhole: Bool
  /// How long it may hold one state of the file; nil is to the end. Without a log nobody can commit meanwhile.
  let slice: PassSlice?
  /// Its own handles of a file without a log.
  private let handles: FileHandles?
  /// How often a whole pass begins anew where somebody commits.
  private static let mostAttempts = 20
  /// The state that is read.
  private(set) var generation = Generation("")
  /// What changes with every commit to a file without a log, in that state; nil where there is a log.
  private var version: ChangeSignature.Content?
  private var task: Interruptible?
  private var rowsInSlice = 0
  private var sliceStart = ContinuousClock.now

  init(_ reader: Reader, _ core: ListCore, slice: PassSlice? = nil) throws(StoreError) {
    self.reader = reader
    self.core = core
    isWhole = slice == nil
    self.slice = reader.isWithoutLog ? PassSlice(besideWriters: slice) : slice
    file = FileIdentity(reader.path).now
    connection = try Connection(reader.path, .readOnly)
    statements = StatementCache(connection)
    handles = reader.isWithoutLog ? try? FileHandles(connection) : nil
  }

  /// Runs off the caller's thread; cancelling the task interrupts SQLite.
  func inBackground<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    let run = Interruptible()
    task = run
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .utility).async {
          continuation.resume(with: Result { try run.perform(on: self.connection, body) })
        }
      }
    } onCancel: {
      run.cancel()
    }
  }

  /// Ends a statement that is running, from any thread.
  func interrupt() { connection.interrupt() }

  /// Runs a body in one state of the file, or in slices of it, and says which state that is.
  func run(_ body: (State) throws -> Void) throws -> Generation {
    var attempts = 1
    while true {
      do { return try runOnce(body) } catch is PassSuperseded where isWhole {
        guard attempts < ListPass.mostAttempts else {
          throw StoreError(.busy, "'\(reader.path)' is written too often to be read meanwhile")
        }
        attempts += 1
        reader.waitForCalm(until: .now + reader.patience)
      }
    }
  }

  private func runOnce(_ body: (State) throws -> Void) throws -> Generation {
    let (state, generation) = try begin()
    self.generation = generation
    defer { if !connection.isIdle { try? connection.execute("COMMIT") } }
    // An interrupt lasts as long as a statement is running; none falls between two.
    let running = try statements["SELECT 1 UNION ALL SELECT 2"]
    _ = try running.step()
    defer { running.reset() }
    try slice?.begin(generation)
    sliceStart = .now
    try body(state)
    return generation
  }

  /// Counts a row, and tells whether the slice ends with it.
  func endsSlice() -> Bool {
    guard let slice else { return false }
    rowsInSlice += 1
    if rowsInSlice >= slice.rows { return true }
    // The clock costs about as much as ten rows.
    guard rowsInSlice % 256 == 0 else { return false }
    let age = ContinuousClock.now - sliceStart
    return age >= slice.duration || age >= .milliseconds(1) && handles?.isReserved ?? false
  }

  /// Lets go of the state between two slices, so that writers and checkpoints go on, and takes up the same one again.
  ///
  /// - Throws: ``PassSuperseded`` where there is another by now.
  func renew() throws {
    guard let slice else { return }
    let running = try statements["SELECT 1 UNION ALL SELECT 2"]
    running.reset()
    try connection.execute("COMMIT")
    rowsInSlice = 0
    try slice.pause()
    try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    // Begun before: where the list's own connection still sees the same state now, this one does. Without a log it
    // would have to wait for a writer that waits for this one.
    let isSame = try version.map { $0 == fileVersion } ?? (try reader.read { $0.generation } == generation)
    guard isSame else { throw PassSuperseded() }
    _ = try running.step()
    // An interrupt between two slices has met no statement.
    if task?.isCancelled ?? false { throw CancellationError() }
    try slice.check()
    sliceStart = .now
  }

  /// What is known of the list in the state that is read.
  struct State {
    let plan: ListPlan
    /// How many items the list has, and how many rows the table; nil where pages do not tell.
    let count: Int?
    let rowCount: Int?
  }

  /// Begins the transaction, and says which state it sees: one that the list's own connection saw before and after.
  private func begin() throws -> (State, Generation) {
    var attempt = 0
    // Its keys need not be sorted for a pass.
    let prepare: () throws -> Void = { _ = try self.currentState() }
    while true {
      let (state, before, version) = try reader.read(of: core, preparing: prepare) { reader in
        (try currentState(), reader.generation, reader.changeSignature()?.content)
      }
      try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
      if let now = fileVersion, case .file? = version {
        if now == version, reader.withLock({ $0.isOpen(file) }) {
          self.version = version
          return (state, before)
        }
        try connection.execute("COMMIT")
        attempt += 1
        if attempt == 50 { throw StoreError(.busy, "'\(reader.path)' is written too often to be read meanwhile") }
        continue
      }
      let (after, isSameFile) = try reader.read { reader in (reader.generation, reader.isOpen(file)) }
      guard isSameFile else {
        try connection.execute("COMMIT")
        if !isWhole { throw PassSuperseded() }
        throw StoreError(.busy, "another file has taken the place of '\(reader.path)' meanwhile")
      }
      if before == after { return (state, before) }
      attempt += 1
      // Somebody commits all the time. A token that equals none says that what is read is of the past.
      if attempt == 50 {
        try connection.execute("COMMIT")
        return try reader.read { reader in
          // A commit between the two is not ruled out here, so the plan may be of another schema: SQLite then says so.
          let state = try currentState()
          try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
          return (state, Generation(reader.generation.token + "-passed"))
        }
      }
      try connection.execute("COMMIT")
    }
  }

  /// The 16 bytes of the file by which SQLite tells that its cache is stale.
  private var fileVersion: ChangeSignature.Content? { handles?.fileVersion }

  private func currentState() throws -> State {
    let plan = try core.currentPlan()
    var (count, rowCount): (Int?, Int?) = (nil, nil)
    // Keys are not frozen for this.
    if case .tree = plan.access, reader.pages != nil, case .pages(let index, let segments) = try core.currentRanking() {
      (count, rowCount) = (Int(segments.count), Int(index.count))
    }
    return State(plan: plan, count: count, rowCount: rowCount)
  }
}

/// Another program has committed since a pass began.
struct PassSuperseded: Error {}
