extension ItemList {
  /// What commits of any program do to this list, from now on.
  ///
  ///     for try await change in products.changes {
  ///       for splice in change.splices { … }
  ///     }
  ///
  /// See ``changes(since:)``.
  public var changes: ListChanges { ListChanges(catalog: storage.catalog, core: storage.core, since: nil) }

  /// What commits of any program do to this list after a state of the database.
  ///
  /// A commit is noticed within ``ListChanges/longestDelay``, on Linux as a rule within some milliseconds. Commits that
  /// come while a change is being dealt with are told as one, and so are those that come in a row in a file without a
  /// log, until there are none for a moment: a read would keep them out. After ten seconds they are read from all the
  /// same, where no walk over the list takes longer than it takes until the next commit. Nothing is polled in haste,
  /// nothing is kept of states gone by, and no transaction stays open between two changes.
  ///
  /// - Parameter generation: The state that the caller knows, such as that of its last read. If it is gone by the time
  ///   that the first change is asked for, that is a reset.
  public func changes(since generation: Generation) -> ListChanges {
    ListChanges(catalog: storage.catalog, core: storage.core, since: generation)
  }
}

/// The changes of a list as they come; ends with the task that asks for them.
public struct ListChanges: AsyncSequence, Sendable {
  public typealias Element = ListChange
  /// How long a commit may stay unnoticed, whatever becomes of events.
  public static var longestDelay: Duration { .milliseconds(ChangeWatcher.pollInterval) }

  let catalog: Catalog
  let core: ListCore
  let since: Generation?

  /// How long a writer is waited for that has the file to itself, before others have their turn.
  static let patience: Duration = .milliseconds(100)
  /// How long nobody must have committed to a file without a log before it is read, and where commits come one after
  /// another.
  static let moment: Duration = .milliseconds(4)
  static let calm: Duration = .milliseconds(20)
  /// Commits that come sooner than this after a read are taken for more of those before it.
  static let burstGap: Duration = .milliseconds(250)
  /// How long such a row of commits may go on until it is read from all the same. In the time that a read of ours takes,
  /// a writer that waits for no lock fails over and over.
  static let longestBurst: Duration = .seconds(10)
  /// How long a checkpoint that comes with a commit is waited for, once it has begun and before.
  static let longestCheckpoint: Duration = .milliseconds(200)
  static let checkpointStart: Duration = .milliseconds(1)
  /// How long the next one is waited for in a long log.
  static let nextCheckpoint: Duration = .milliseconds(100)

  /// Begins to follow the list at once, so that no commit after this call is missed.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    private let catalog: Catalog
    private let core: ListCore
    private let watcher: ChangeWatcher
    private let follower: Result<ListFollower, any Error>
    private var seen: Int
    private var since: Generation?
    private var isEnded = false
    private var lastRead: ContinuousClock.Instant?
    /// How many checkpoints in a row were waited for that did not come.
    private var vainWaits = 0

    fileprivate init(_ changes: ListChanges) {
      catalog = changes.catalog
      core = changes.core
      since = changes.since
      watcher = catalog.watcher
      // What is committed from here on moves the version.
      seen = watcher.version
      follower = Result { try ListFollower(changes.core) }
    }

    /// Keeps out of the way of a writer that commits again and again without a log: a read of ours at the wrong moment
    /// makes a commit fail that waits for nothing.
    ///
    /// - Returns: The version to read.
    private mutating func pace(_ version: Int) async throws -> Int {
      guard catalog.reader.keepsWritersOut else {
        try await letCheckpointEnd()
        return watcher.version
      }
      var version = version
      let start = ContinuousClock.now
      let isBurst = lastRead.map { start - $0 < ListChanges.burstGap } ?? false
      defer { lastRead = .now }
      var lastCommit = start
      var calm = isBurst ? ListChanges.calm : ListChanges.moment
      while ContinuousClock.now - start < ListChanges.longestBurst {
        try await Task.sleep(for: calm)
        let now = watcher.version
        if now == version, !catalog.reader.isWriterAtWork { break }
        if now != version {
          calm = ListChanges.calm
          lastCommit = .now
        } else if ContinuousClock.now - lastCommit > ListChanges.patience {
          // A writer that has begun may be at it for minutes.
          break
        }
        version = now
      }
      return version
    }

    /// Waits where a log is so long that its last commit has begun a checkpoint. A read that comes before its end keeps
    /// the next commit from beginning the log anew, and with many lists it would grow without end. One that comes after
    /// it reads the main file alone, and is in nobody's way.
    ///
    /// Where reads have kept a checkpoint from its end, the next one is waited for.
    private mutating func letCheckpointEnd() async throws {
      let start = ContinuousClock.now
      var hasBegun = false
      while let log = catalog.reader.logProgress, log.lastFrame >= LogProgress.usualLimit {
        if log.isThrough {
          vainWaits = 0
          return
        }
        hasBegun = hasBegun || log.isUnderWay
        let isKeptFromEnd = log.backfilled > 0 && log.lastFrame >= 2 * LogProgress.usualLimit
        // Some programs leave checkpoints to others.
        if vainWaits >= 3, !log.isUnderWay, !isKeptFromEnd { return }
        let limit =
          log.isUnderWay
          ? ListChanges.longestCheckpoint
          : isKeptFromEnd ? ListChanges.nextCheckpoint : hasBegun ? .zero : ListChanges.checkpointStart
        guard ContinuousClock.now - start < limit else {
          if !isKeptFromEnd, !hasBegun { vainWaits += 1 }
          return
        }
        try await Task.sleep(for: .microseconds(200))
      }
    }

    /// The next change; nil once the task is cancelled.
    ///
    /// Another file that takes the place of this one is a change like others, which is a reset.
    ///
    /// - Throws: ``StoreError`` where the list can be read no more: its table is gone, or the file is damaged. A file
    ///   that is gone is an error as well (kind `cannotOpen`), but no end: to ask again waits until one is back.
    public mutating func next() async throws -> ListChange? {
      if isEnded { return nil }
      do {
        let follower = try follower.get()
        if let since {
          self.since = nil
          let reset = try await catalog.inBackground(of: core) { try follower.reset(since: since) }
          if let reset { return reset }
        }
        while !Task.isCancelled {
          let version = watcher.version
          if version != seen {
            seen = try await pace(version)
            do {
              let change = try await catalog.inBackground(of: core, waiting: ListChanges.patience, answersBehind: false)
              {
                try follower.advance()
              }
              if let change { return change }
            } catch let error as StoreError where error.kind == .busy {
              // A writer has the file to itself; the poll will come by again.
              seen -= 1
              try await Task.sleep(for: ListChanges.longestDelay)
            }
          } else {
            await watcher.wait(after: version)
          }
        }
      } catch let error as StoreError where error.isOfMissingFile && !Task.isCancelled {
        // Whoever asks again waits for a file to be there.
        throw error
      } catch {
        isEnded = true
        if error is CancellationError || Task.isCancelled { return nil }
        throw error
      }
      isEnded = true
      return nil
    }
  }
}

extension StoreError {
  /// Whether there is no file at present, or one that is no database, or not yet.
  fileprivate var isOfMissingFile: Bool { kind == .cannotOpen || kind == .notADatabase }
}
