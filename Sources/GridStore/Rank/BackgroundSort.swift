internal import Dispatch
internal import Synchronization

/// The sort of a list that no index serves, on a connection of its own, so that its first items do not wait for it.
///
/// It ends by itself, or when it is let go of.
final class BackgroundSort: Sendable {
  /// The state that it sorts, as long as that is still seen by transactions begun after it.
  let generation: Generation
  private let run = Interruptible()
  private let sorted = Mutex<Result<FrozenKeys, any Error>?>(nil)
  private let end = DispatchSemaphore(value: 0)

  /// Begins its transaction at once, then goes on in the background.
  ///
  /// - Parameter pause: Called in the background before anything is sorted.
  init(
    _ plan: ListPlan, path: String, encoding: TextEncoding, generation: Generation, budget: Int,
    pause: (@Sendable () -> Void)?
  ) throws {
    self.generation = generation
    let connection = try Connection(path, .readOnly)
    try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    let work = Work(connection: connection, plan: plan, encoding: encoding, budget: budget)
    let (run, end) = (run, end)
    // A queue of its own gets a thread however many of the shared ones are waiting.
    DispatchQueue(label: "LazyGrid.Sort", qos: .userInitiated).async { [weak self] in
      pause?()
      let result = Result { try run.perform(on: work.connection) { try work.keys() } }
      try? work.connection.execute("COMMIT")
      self?.sorted.withLock { $0 = result }
      end.signal()
    }
  }

  deinit { run.cancel() }

  /// What came of it; nil while it goes on.
  var result: Result<FrozenKeys, any Error>? { sorted.withLock { $0 } }

  /// Waits for some milliseconds, or until it has ended.
  func wait(milliseconds: Int) {
    if end.wait(timeout: .now() + .milliseconds(milliseconds)) == .success { end.signal() }
  }

  /// What the background owns; the connection goes with it.
  private struct Work: @unchecked Sendable {
    let connection: Connection
    let plan: ListPlan
    let encoding: TextEncoding
    let budget: Int

    func keys() throws -> FrozenKeys {
      try FrozenKeys(plan, StatementCache(connection), encoding: encoding, budget: budget) {}
    }
  }
}
