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
  /// come while a change is being dealt with are told as one. Nothing is polled in haste, nothing is kept of states
  /// gone by, and no transaction stays open between two changes.
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

  /// Begins to follow the list at once, so that no commit after this call is missed.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    private let catalog: Catalog
    private let watcher: ChangeWatcher
    private let follower: Result<ListFollower, any Error>
    private var seen: Int
    private var since: Generation?
    private var isEnded = false

    fileprivate init(_ changes: ListChanges) {
      catalog = changes.catalog
      since = changes.since
      watcher = catalog.watcher
      // What is committed from here on moves the version.
      seen = watcher.version
      follower = Result { try ListFollower(changes.core) }
    }

    /// The next change; nil once the task is cancelled.
    ///
    /// - Throws: ``StoreError`` where the list can be read no more: its table is gone, or the file is damaged.
    public mutating func next() async throws -> ListChange? {
      if isEnded { return nil }
      do {
        let follower = try follower.get()
        if let since {
          self.since = nil
          if let reset = try await catalog.inBackground({ try follower.reset(since: since) }) { return reset }
        }
        while !Task.isCancelled {
          let version = watcher.version
          if version != seen {
            seen = version
            do {
              if let change = try await catalog.inBackground({ try follower.advance() }) { return change }
            } catch let error as StoreError where error.isBusy {
              // A writer has the file to itself; the poll will come by again.
              seen = version - 1
              try await Task.sleep(for: ListChanges.longestDelay)
            }
          } else {
            await watcher.wait(after: version)
          }
        }
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
  /// Whether a lock of a writer stood in the way.
  fileprivate var isBusy: Bool {
    if case .sqlite(let code) = kind { code & 0xff == 5 } else { false }
  }
}
