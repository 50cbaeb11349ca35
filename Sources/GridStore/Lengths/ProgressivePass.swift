internal import Dispatch
internal import Synchronization

/// What a pass has come to know of one state of a list.
package protocol PassKnowledge: Sendable {
  /// What comes in at a time.
  associatedtype Piece: Sendable
  init()
  /// How many items are known, from the first on.
  var count: Int { get }
  /// Whether these are all.
  var isThrough: Bool { get }
  /// The same as that of an earlier state.
  var outdated: Self { get }
  mutating func append(_ piece: Piece)
  mutating func end()
}

/// What one column or a few of a list say, as it comes in, read in the background for whoever holds this.
///
/// Reading begins when a state of the database is asked for that is not read yet. It goes in slices of some milliseconds
/// on a connection of its own, and holds no state of the file between two of them, so neither writers nor checkpoints
/// wait. A commit of another program makes it begin anew; until the new state is read, what was known of the old one
/// serves as an estimate. Letting go of this ends it.
///
/// A list that no index serves is sorted by SQLite in one slice, and a commit of another program waits for the end of
/// that where the file has a rollback journal.
package final class ProgressivePass<Known: PassKnowledge>: Sendable {
  private let work: PassWork<Known>

  /// - Parameter make: Makes a pass in slices.
  init(
    rowsPerSlice: Int, pause: (@Sendable () -> Void)?, make: @escaping @Sendable (PassSlice) throws -> PassRun<Known>
  ) { work = PassWork(make, rowsPerSlice: rowsPerSlice, pause: pause) }
  deinit { work.cancel() }

  /// What is known of one state; begins to read it where it is another than before.
  ///
  /// - Throws: ``StoreError`` where reading that state has failed.
  package func known(in generation: Generation) throws -> Known { try work.known(in: generation) }

  /// How many items of a state are known, and whether that is all; reads nothing.
  package func progress(in generation: Generation) -> (count: Int, isThrough: Bool) {
    work.progress(in: generation)
  }

  /// Waits until what is being read is through, has failed, or is superseded.
  package func finish() async throws { try await work.finish() }
  package func finish() { work.finish() }
}

/// A pass that can be ended from another thread.
struct PassRun<Known: PassKnowledge>: Sendable {
  let interrupt: @Sendable () -> Void
  /// Reads all, and tells it piece by piece.
  let run: @Sendable (_ tell: @escaping (Known.Piece) -> Void) throws -> Void
}

/// What a pass in the background and those who want what it reads share.
private final class PassWork<Known: PassKnowledge>: @unchecked Sendable {
  private let make: @Sendable (PassSlice) throws -> PassRun<Known>
  private let rowsPerSlice: Int
  private let pause: (@Sendable () -> Void)?
  // A queue of its own gets a thread however many of the shared ones are waiting.
  private let queue = DispatchQueue(label: "LazyGrid.Pass", qos: .utility)

  private struct State {
    var known = Known()
    /// The state that ``known`` is of.
    var generation: Generation?
    /// The state that was asked for last, and whether the pass has come to read one.
    var asked = Generation("")
    var hasBegun = false
    var isRunning = false
    var isCancelled = false
    var failure: (any Error)?
    var pass: PassRun<Known>?
    var waiting: [Int: @Sendable () -> Void] = [:]
    var waiters = 0

    mutating func begin(_ generation: Generation) {
      known = known.outdated
      self.generation = generation
      failure = nil
      hasBegun = true
    }
  }
  private let state = Mutex(State())

  init(
    _ make: @escaping @Sendable (PassSlice) throws -> PassRun<Known>, rowsPerSlice: Int,
    pause: (@Sendable () -> Void)?
  ) {
    self.make = make
    self.rowsPerSlice = rowsPerSlice
    self.pause = pause
  }

  func cancel() {
    let pass = state.withLock { state in
      state.isCancelled = true
      return state.pass
    }
    pass?.interrupt()
  }

  func known(in generation: Generation) throws -> Known {
    let (known, begins) = try state.withLock { state in
      if state.generation == generation {
        // Told once; whoever asks again has it tried again.
        if let failure = state.failure {
          (state.failure, state.generation) = (nil, nil)
          throw failure
        }
        return (state.known, false)
      }
      // One that runs notices by itself that its state has passed.
      let begins = !state.isRunning
      (state.isRunning, state.asked) = (true, generation)
      return (state.known.outdated, begins)
    }
    if begins { queue.async { self.run() } }
    return known
  }

  func progress(in generation: Generation) -> (count: Int, isThrough: Bool) {
    state.withLock { $0.generation == generation ? ($0.known.count, $0.known.isThrough) : (0, false) }
  }

  private func run() {
    while true {
      do {
        try runOnce()
        break
      } catch is PassSuperseded {
        // Whoever commits all the time is not kept up with by reading all the time.
        if state.withLock({ $0.isCancelled }) { break }
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) { self.run() }
        return
      } catch {
        state.withLock { state in
          if !state.hasBegun { state.begin(state.asked) }
          state.failure = error
        }
        break
      }
    }
    let waiting = state.withLock { state in
      state.isRunning = false
      state.pass = nil
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for resume in waiting { resume() }
  }

  private func runOnce() throws {
    @Sendable func check() throws {
      if state.withLock({ $0.isCancelled }) { throw CancellationError() }
    }
    let pause = pause
    let slice = PassSlice(
      rows: rowsPerSlice, duration: .milliseconds(25),
      begin: { generation in self.state.withLock { $0.begin(generation) } },
      pause: {
        try check()
        pause?()
      }, check: check)
    state.withLock { $0.hasBegun = false }
    let pass = try make(slice)
    try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.pass = pass
    }
    try pass.run { piece in self.state.withLock { $0.known.append(piece) } }
    state.withLock { $0.known.end() }
  }

  func finish() async throws {
    let number = state.withLock { state in
      state.waiters += 1
      return state.waiters
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        wait(number) { continuation.resume() }
        // Cancelled before it stood in line.
        if Task.isCancelled { stopWaiting(number) }
      }
    } onCancel: {
      stopWaiting(number)
    }
    try Task.checkCancellation()
  }

  func finish() {
    let isDone = DispatchSemaphore(value: 0)
    let number = state.withLock { state in
      state.waiters += 1
      return state.waiters
    }
    wait(number) { isDone.signal() }
    isDone.wait()
  }

  private func wait(_ number: Int, _ resume: @escaping @Sendable () -> Void) {
    let waits = state.withLock { state in
      if state.isRunning { state.waiting[number] = resume }
      return state.isRunning
    }
    if !waits { resume() }
  }

  private func stopWaiting(_ number: Int) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?()
  }
}
