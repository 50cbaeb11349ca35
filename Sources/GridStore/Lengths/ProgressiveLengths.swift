internal import Dispatch
internal import Synchronization

/// The lengths of a list by a column as they come in, read in the background for whoever holds this.
///
/// Reading begins when a state of the database is asked for that is not read yet. It goes in slices of some milliseconds
/// on a connection of its own, and holds no state of the file between two of them, so neither writers nor checkpoints
/// wait. A commit of another program makes it begin anew; until lengths of the new state are there, those of the old one
/// serve as estimates. Letting go of this ends it.
///
/// A list that no index serves is sorted by SQLite in one slice, and a commit of another program waits for the end of
/// that where the file has a rollback journal.
package final class ProgressiveLengths: Sendable {
  private let work: LengthWork

  fileprivate init(_ work: LengthWork) { self.work = work }
  deinit { work.cancel() }

  /// What is known of one state; begins to read it where it is another than before.
  ///
  /// - Throws: ``StoreError`` where reading that state has failed.
  package func known(in generation: Generation) throws -> KnownLengths { try work.known(in: generation) }

  /// How many lengths of a state are known, and whether that is all; reads nothing.
  package func progress(in generation: Generation) -> (count: Int, isThrough: Bool) {
    work.progress(in: generation)
  }

  /// Waits until what is being read is through, has failed, or is superseded.
  package func finish() async throws { try await work.finish() }
  package func finish() { work.finish() }
}

/// The lengths that are known so far.
package struct KnownLengths: Sendable {
  /// Those of this state, from the first item on, in pieces that follow one another.
  package fileprivate(set) var pieces: [[Double]] = []
  package fileprivate(set) var count = 0
  /// Those of an earlier state, from ``earlierStart`` on: what this state has come to is let go of.
  package fileprivate(set) var earlier: [[Double]] = []
  package fileprivate(set) var earlierStart = 0
  /// Whether these are all.
  package fileprivate(set) var isThrough = false
  private var sum = 0.0
  private var earlierAverage: Double?

  package init() {}

  /// The average of what is known, or was in an earlier state; nil while nothing is.
  package var average: Double? { sum > 0 ? sum / Double(count) : earlierAverage }

  /// The same as those of an earlier state.
  fileprivate var outdated: KnownLengths {
    var known = KnownLengths()
    known.earlierAverage = average
    known.earlier = pieces
    // What this state had not come to is still that of the one before.
    var start = earlierStart
    for piece in earlier {
      known.earlier.append(start >= count ? piece : Array(piece[(count - start)...]))
      start += piece.count
    }
    return known
  }

  fileprivate mutating func append(_ lengths: [Double]) {
    pieces.append(lengths)
    count += lengths.count
    sum += lengths.reduce(0, +)
    while let first = earlier.first, earlierStart + first.count <= count {
      earlierStart += first.count
      earlier.removeFirst()
    }
  }

  fileprivate mutating func end() {
    isThrough = true
    earlier = []
  }
}

struct WeakLengths { weak var lengths: ProgressiveLengths? }

extension ItemList {
  /// The lengths of the items by a column, as they come in; the same for all who hold them at a time.
  ///
  /// - Parameters:
  ///   - rowsPerSlice: The most rows that are read at a time.
  ///   - pause: Called between slices, on another thread.
  /// - Throws: ``StoreError`` of kind `noSuchColumn` that names the nearest.
  package func progressiveLengths(
    of column: String, rowsPerSlice: Int = .max, pause: (@Sendable () -> Void)? = nil
  ) throws -> ProgressiveLengths {
    let (reader, core) = (storage.catalog.reader, storage.core)
    return try reader.read { _ in
      if let lengths = core.progressiveLengths[column]?.lengths { return lengths }
      let work = try LengthWork(reader, core, column, rowsPerSlice: rowsPerSlice, pause: pause)
      let lengths = ProgressiveLengths(work)
      core.progressiveLengths[column] = WeakLengths(lengths: lengths)
      return lengths
    }
  }
}

/// What a pass in the background and those who want its lengths share.
private final class LengthWork: @unchecked Sendable {
  private let reader: Reader
  private let core: ListCore
  private let column: String
  private let rowsPerSlice: Int
  private let pause: (@Sendable () -> Void)?
  // A queue of its own gets a thread however many of the shared ones are waiting.
  private let queue = DispatchQueue(label: "LazyGrid.Lengths", qos: .utility)

  private struct State {
    var known = KnownLengths()
    /// The state that ``known`` is of.
    var generation: Generation?
    /// The state that was asked for last, and whether the pass has come to read one.
    var asked = Generation("")
    var hasBegun = false
    var isRunning = false
    var isCancelled = false
    var failure: (any Error)?
    var pass: LengthPass?
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
    _ reader: Reader, _ core: ListCore, _ column: String, rowsPerSlice: Int, pause: (@Sendable () -> Void)?
  ) throws {
    self.reader = reader
    self.core = core
    self.column = column
    self.rowsPerSlice = rowsPerSlice
    self.pause = pause
    try core.currentPlan().table.checkLengthColumn(named: column)
  }

  func cancel() {
    let pass = state.withLock { state in
      state.isCancelled = true
      return state.pass
    }
    pass?.interrupt()
  }

  func known(in generation: Generation) throws -> KnownLengths {
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
      } catch is LengthsSuperseded {
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
    let slice = LengthSlice(
      rows: rowsPerSlice, duration: .milliseconds(25),
      begin: { generation in self.state.withLock { $0.begin(generation) } },
      pause: {
        try check()
        pause?()
      }, check: check)
    state.withLock { $0.hasBegun = false }
    let pass = try LengthPass(reader, core, column, slice: slice)
    try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.pass = pass
    }
    _ = try pass.run { progress in
      if case .lengths(_, let lengths) = progress { self.state.withLock { $0.known.append(lengths) } }
    }
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
