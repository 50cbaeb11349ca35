internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A stepping scan of one list on a connection of its own, so that nobody waits for it.
///
/// What it has found so far can be asked for at any time. It ends by itself, or when it is let go of.
final class BackgroundScan: Sendable {
  /// The state it scans, as long as that state is still seen by transactions begun after it.
  let generation: Generation
  /// Keys of rows 0, 512, 1024 … as far as they are known, with the segment that each stands in.
  private let anchors = Mutex<[(segment: Int, key: [StoredValue])]>([])
  private let isCancelled = Mutex(false)

  /// Begins its transaction at once, then goes on in the background.
  init(_ plan: ListPlan, _ access: TreeAccess, path: String, encoding: TextEncoding, generation: Generation) throws {
    self.generation = generation
    let connection = try Connection(path, .readOnly)
    try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    let work = Work(connection: connection, plan: plan, access: access, encoding: encoding)
    DispatchQueue.global(qos: .utility).async { [weak self] in
      work.run { fresh in
        guard let self, !self.isCancelled.withLock({ $0 }) else { return false }
        self.anchors.withLock { anchors in anchors = fresh.map { anchors + $0 } ?? [] }
        return true
      }
    }
  }

  func cancel() { isCancelled.withLock { $0 = true } }
  deinit { cancel() }

  /// The last key found at or before an index of the list, and the index of that key.
  func anchor(before index: Int64) -> (index: Int64, segment: Int, key: [StoredValue])? {
    anchors.withLock { anchors in
      guard !anchors.isEmpty else { return nil }
      let i = min(Int(index / ScanRanks.spacing), anchors.count - 1)
      return (Int64(i) * ScanRanks.spacing, anchors[i].segment, anchors[i].key)
    }
  }

  /// The last key found that stands before an entry of a segment, and the index of that key.
  ///
  /// - Parameter stands: Whether a key of the same segment stands before the entry in the list.
  func anchor(
    inSegment segment: Int, before stands: ([StoredValue]) -> Bool
  ) -> (index: Int64, segment: Int, key: [StoredValue])? {
    anchors.withLock { anchors in
      var low = 0
      var high = anchors.count
      while low < high {
        let middle = (low + high) / 2
        let anchor = anchors[middle]
        let isBefore = anchor.segment < segment || (anchor.segment == segment && stands(anchor.key))
        if isBefore { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : (Int64(low - 1) * ScanRanks.spacing, anchors[low - 1].segment, anchors[low - 1].key)
    }
  }

  /// What the background owns; the connection goes with it.
  private struct Work: @unchecked Sendable {
    let connection: Connection
    let plan: ListPlan
    let access: TreeAccess
    let encoding: TextEncoding

    /// - Parameter publish: Given what was found since; nil where nothing of all that can be believed.
    func run(_ publish: ([(segment: Int, key: [StoredValue])]?) -> Bool) {
      let ranks = ScanRanks()
      var published = 0
      func give() throws {
        let fresh = Array(ranks.anchors[published...])
        published = ranks.anchors.count
        if !publish(fresh) { throw CancellationError() }
      }
      // A scan that fails leaves what it found; readers step from there.
      try? {
        let slice = try ScanSlice(connection)
        try ranks.run(
          plan, access, StatementCache(connection), encoding: encoding, checksOrder: true,
          isDue: { slice?.isDue ?? false }
        ) {
          try slice?.renew()
        } onStep: {
          if ranks.count % 8192 == 0 { try give() }
        }
        if ranks.isDisordered { _ = publish(nil) } else { try give() }
      }()
      try? connection.execute("COMMIT")
    }
  }
}

/// The slices of a scan of a file without a log, whose lock keeps others from committing.
private final class ScanSlice {
  private let connection: Connection
  private let version: Statement
  private let state: Int64
  private var start = ContinuousClock.now

  /// Nil where there is a log. A transaction must be open.
  init?(_ connection: Connection) throws {
    let mode = try connection.prepare("PRAGMA journal_mode")
    guard try mode.step(), mode.text(0) != "wal" else { return nil }
    mode.reset()
    self.connection = connection
    version = try connection.prepare("PRAGMA data_version")
    state = try version.step() ? version.integer(0) : 0
    version.reset()
  }

  var isDue: Bool { ContinuousClock.now - start >= .milliseconds(3) }

  /// Lets go of the lock for a moment.
  ///
  /// - Throws: `CancellationError` where somebody has committed meanwhile.
  func renew() throws {
    try connection.execute("COMMIT")
    usleep(1000)
    try connection.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
    guard try version.step(), version.integer(0) == state else { throw CancellationError() }
    version.reset()
    start = .now
  }
}
