internal import CSQLite
internal import Synchronization

/// When a reading ends that has not come to its end by itself: at a time, or when it is cancelled.
final class ReadLimit: Sendable {
  /// The longest that may be asked for.
  static let longest: Duration = .seconds(3600)

  private let deadline: ContinuousClock.Instant?
  private let cancelled = Atomic(false)

  /// - Parameter duration: How long from now; nil is as long as it takes.
  init(_ duration: Duration?) { deadline = duration.map { .now + $0 } }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
  var isOver: Bool { isCancelled || deadline.map { ContinuousClock.now >= $0 } ?? false }

  func cancel() { cancelled.store(true, ordering: .relaxed) }
}

extension Connection {
  /// Runs a body whose statements are interrupted once a limit is over, also one that finds no row for long.
  ///
  /// - Throws: Whatever the body throws: of an interrupted statement, ``StoreError`` of kind `cancelled`.
  func limited<Result>(by limit: ReadLimit, _ body: () throws -> Result) rethrows -> Result {
    // Asked after so many instructions of SQLite's virtual machine, some ten microseconds
    // (sqlite.org/c3ref/progress_handler.html).
    unsafe sqlite3_progress_handler(
      handle, 1000,
      { context in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<ReadLimit>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(limit).toOpaque())
    defer {
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      withExtendedLifetime(limit) {}
    }
    return try body()
  }
}
