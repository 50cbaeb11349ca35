internal import Dispatch
internal import Synchronization

/// A stepping scan of one list on a connection of its own, so that nobody waits for it.
///
/// What it has found so far can be asked for at any time. It ends by itself, or when it is let go of.
final class BackgroundScan: Sendable {
  struct Found: Sendable {
    var anchors: [(segment: Int, key: [StoredValue])] = []
    var count: Int64 = 0
    var isFinished = false
  }

  /// The state it scans, as long as that state is still seen by transactions begun after it.
  let generation: Generation
  private let found = Mutex(Found())
  private let isCancelled = Mutex(false)

  /// Begins its transaction at once, then goes on in the background.
  init(_ plan: ListPlan, _ access: TreeAccess, path: String, encoding: TextEncoding, generation: Generation) throws {
    self.generation = generation
    let connection = try Connection(path, .readOnly)
    try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    let work = Work(connection: connection, plan: plan, access: access, encoding: encoding)
    DispatchQueue.global(qos: .utility).async { [weak self] in
      work.run { anchors, count, isFinished in
        guard let self, !self.isCancelled.withLock({ $0 }) else { return false }
        self.found.withLock {
          $0.anchors += anchors
          $0.count = count
          $0.isFinished = isFinished
        }
        return true
      }
    }
  }

  func cancel() { isCancelled.withLock { $0 = true } }
  deinit { cancel() }

  /// The last key found at or before an index of the list, and the index of that key.
  func anchor(before index: Int64) -> (index: Int64, segment: Int, key: [StoredValue])? {
    found.withLock { found in
      guard !found.anchors.isEmpty else { return nil }
      let i = min(Int(index / ScanRanks.spacing), found.anchors.count - 1)
      return (Int64(i) * ScanRanks.spacing, found.anchors[i].segment, found.anchors[i].key)
    }
  }

  var progress: (count: Int64, isFinished: Bool) { found.withLock { ($0.count, $0.isFinished) } }

  /// What the background owns; the connection goes with it.
  private struct Work: @unchecked Sendable {
    let connection: Connection
    let plan: ListPlan
    let access: TreeAccess
    let encoding: TextEncoding

    func run(_ publish: ([(segment: Int, key: [StoredValue])], Int64, Bool) -> Bool) {
      let ranks = ScanRanks()
      var published = 0
      func give(_ isFinished: Bool) throws {
        let fresh = Array(ranks.anchors[published...])
        published = ranks.anchors.count
        if !publish(fresh, ranks.count, isFinished) { throw CancellationError() }
      }
      // A scan that fails leaves what it found; readers step from there.
      try? {
        try ranks.run(plan, access, StatementCache(connection), encoding: encoding) {
          if ranks.count % 8192 == 0 { try give(false) }
        }
        try give(true)
      }()
      try? connection.execute("COMMIT")
    }
  }
}
