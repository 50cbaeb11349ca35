internal import Dispatch
internal import Synchronization

/// Pages of a list that are kept in memory and read ahead of a viewport.
///
///     let pages = try ItemPages(of: products)
///     pages.show(730_000..<730_060)            // at once; what is missing is read in the background
///     pages.item(at: 730_000)?.item            // nil until it is there
///     try await pages.settle()
///     for try await change in products.changes { pages.take(change) }
///
/// One read is under way at a time, of pages that follow one another, and the newest place waits for it: it is interrupted
/// inside SQLite where it brings nothing that is in sight. An item that a commit may have changed is shown on, marked,
/// until the page is read again.
public final class ItemPages<Item: Sendable>: Sendable {
  /// An item that is kept.
  public struct Held: Sendable {
    public let item: Item
    /// A value for each column of the table's key.
    public let key: [Value]
    /// Whether it is of the newest state that is known. Else it is being read again, where it is in sight.
    public let isFresh: Bool
  }

  private struct State {
    var list: ItemList<Item>
    var cache: PageCache<Item>
    /// The read under way.
    var run: Interruptible?
    var failure: StoreError?
    var waiting: [Int: @Sendable () -> Void] = [:]
    var waiters = 0
  }
  private let state: Mutex<State>
  private let start = ContinuousClock.now
  private let onChange: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - list: The list whose items they are.
  ///   - settings: How much is kept and read.
  ///   - onChange: Called on another thread after items have come in.
  /// - Throws: ``StoreError`` of kind `badValue` for settings that cannot be.
  public init(
    of list: ItemList<Item>, settings: PageSettings = PageSettings(), onChange: (@Sendable () -> Void)? = nil
  ) throws(StoreError) {
    try settings.check()
    self.onChange = onChange
    state = Mutex(State(list: list, cache: PageCache(settings)))
  }

  deinit { state.withLock { $0.run?.cancel() } }

  /// What was read and let go of so far.
  public var counts: PageCounts { state.withLock { $0.cache.counts } }
  /// What the kept pages take, in bytes as their rows hold them.
  public var bytes: Int { state.withLock { $0.cache.bytes } }
  /// The newest state that is known; nil before anything was read.
  public var generation: Generation? { state.withLock { $0.cache.generation } }
  /// How many items the list has in it; nil before anything was read.
  public var count: Int? { state.withLock { $0.cache.count } }
  /// Why the last read that failed did, until one does not.
  public var failure: StoreError? { state.withLock { $0.failure } }

  /// Tells which items are in sight. Reads nothing on the caller's thread.
  ///
  /// - Parameters:
  ///   - items: Items past the end are those before it.
  ///   - isScrubbing: Whether somebody drags through the list: reads then begin at intervals, and nothing is read ahead.
  ///     The last place is read whether or not it is said that the dragging has ended.
  public func show(_ items: Range<Int>, isScrubbing: Bool = false) {
    update { $0.show(items, isScrubbing: isScrubbing, now: $1) }
  }

  /// The item at an index, if it is there. Reads nothing.
  public func item(at index: Int) -> Held? {
    state.withLock { state in
      state.cache.row(at: index).map { Held(item: $0.row.item, key: $0.row.key, isFresh: $0.isFresh) }
    }
  }

  /// Takes in what commits have done to the list, as ``ItemList/changes`` tells it.
  public func take(_ change: ListChange) { update { $0.take(change, now: $1) } }

  /// Tries again what could not be read.
  public func retry() { update { $0.retry(now: $1) } }

  /// Turns to another order or filter. Nothing of the present list is kept or comes in any more.
  public func replace(with list: ItemList<Item>) {
    updateState { state, now in
      state.list = list
      state.failure = nil
      return state.cache.replaceQuery(now: now)
    }
  }

  /// The items of a range, all of one state, from memory where they are fresh there, else by one read on the caller's
  /// thread.
  public func items(_ range: Range<Int>) throws(StoreError) -> [Item] {
    let (kept, list, query, news) = begin(range)
    if let kept { return kept }
    let answer = try storeErrors { try list.read { try $0.pageAnswer(range) } }
    return finish(answer, range, query, news)
  }

  /// The same off the caller's thread. Cancelling the task interrupts it.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func items(_ range: Range<Int>) async throws -> [Item] {
    let (kept, list, query, news) = begin(range)
    if let kept { return kept }
    let answer = try await list.read { try $0.pageAnswer(range) }
    return finish(answer, range, query, news)
  }

  /// Waits until nothing is being read and nothing waits to be.
  ///
  /// - Throws: ``StoreError`` where something in sight could not be read; `CancellationError`.
  public func settle() async throws {
    let number = state.withLock { state in
      state.waiters += 1
      return state.waiters
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let waits = state.withLock { state in
          if state.cache.isSettled || Task.isCancelled { return false }
          state.waiting[number] = { continuation.resume() }
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?()
    }
    try Task.checkCancellation()
    if let failure { throw failure }
  }

  // MARK: Reading

  private func begin(_ range: Range<Int>) -> (kept: [Item]?, ItemList<Item>, query: Int, news: Int) {
    state.withLock { state in
      var kept: [Item]?
      if let count = state.cache.count, state.cache.hasFresh(range) {
        kept = range.clamped(to: 0..<count).compactMap { state.cache.row(at: $0)?.row.item }
      }
      return (kept, state.list, state.cache.query, state.cache.news)
    }
  }

  private func finish(_ answer: PageCache<Item>.Answer, _ range: Range<Int>, _ query: Int, _ news: Int) -> [Item] {
    update { cache, now in
      cache.insert(answer, of: query, after: news)
      return cache.next(now)
    }
    return answer.rows.map(\.item)
  }

  private func update(_ event: (inout PageCache<Item>, Duration) -> [PageCache<Item>.Action]) {
    updateState { state, now in event(&state.cache, now) }
  }

  private func updateState(_ event: (inout State, Duration) -> [PageCache<Item>.Action]) {
    let settled: [@Sendable () -> Void] = state.withLock { state in
      let now = ContinuousClock.now - start
      for action in event(&state, now) { perform(action, &state) }
      guard state.cache.isSettled else { return [] }
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for resume in settled { resume() }
  }

  private func perform(_ action: PageCache<Item>.Action, _ state: inout State) {
    switch action {
    case .interrupt: state.run?.cancel()
    case .wake(let duration):
      let (seconds, attoseconds) = duration.components
      let time = DispatchTime.now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
      DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in self?.update { $0.wake(now: $1) } }
    case .read(let read):
      let run = Interruptible()
      state.run = run
      let storage = state.list.storage
      storage.catalog.start(run, of: storage.core) {
        try storage.read { try $0.pageAnswer(read.items) }
      } done: { [weak self] result in
        self?.end(read, result)
      }
    }
  }

  private func end(_ read: PageCache<Item>.Read, _ result: Result<PageCache<Item>.Answer, any Error>) {
    updateState { state, now in
      switch result {
      case .success(let answer):
        state.failure = nil
        return state.cache.take(answer, of: read.number, now: now)
      case .failure(let error):
        if !(error is CancellationError), read.query == state.cache.query {
          let failure = Result { () throws(StoreError) in try storeErrors { throw error } }
          if case .failure(let error) = failure { state.failure = error }
        }
        return state.cache.fail(read.number, now: now)
      }
    }
    onChange?()
  }
}

extension ItemSnapshot where Item: Sendable {
  /// The items of a range with what a cache keeps of them.
  fileprivate func pageAnswer(_ indexes: Range<Int>) throws -> PageCache<Item>.Answer {
    let range = indexes.clamped(to: 0..<count.value)
    let selection = itemReader.query.selection
    let (make, stride) = (itemReader.make, MemoryLayout<Item>.stride + 64)
    let page = try core.rows(
      Int64(range.lowerBound)..<Int64(range.upperBound), itemReader.query, withKeys: true
    ) { statement in
      (item: try make(statement), bytes: stride + statement.contentSize(selection.names.count))
    }
    return PageCache.Answer(
      generation: generation, count: count.value, start: range.lowerBound,
      rows: zip(page.items, page.keys).map { PageCache.Row(key: $1, item: $0.item, bytes: $0.bytes) })
  }
}
