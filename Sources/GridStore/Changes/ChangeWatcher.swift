internal import Dispatch
internal import Synchronization

/// Notices that some program has committed to a catalog's file, for all who follow a list of it.
///
/// On Linux the folder of the file is watched. An event comes with a commit, and before it is there to be seen, so each
/// is followed by looks some milliseconds apart, for a tenth of a second. Beside that a slow poll goes on always, and
/// elsewhere alone. A look compares a few words of the wal-index, or of the file where there is none, and begins no
/// transaction.
///
/// Only the last state counts, so nothing piles up for a follower that is slow: it is told that there is something,
/// and finds out itself how that differs from what it knows.
final class ChangeWatcher: @unchecked Sendable {
  /// The slow poll, in milliseconds. No commit stays unnoticed for longer, events or not.
  static let pollInterval = 250
  /// From one look after an event to the next, in microseconds.
  static let lookIntervals = [200, 300, 500] + Array(repeating: 1000, count: 15) + Array(repeating: 5000, count: 17)

  private struct State {
    /// Moves with every commit that was noticed.
    var version = 0
    var signature: ChangeSignature?
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextTicket = 0
    var cancelled: Set<Int> = []
    /// Which of the looks after an event comes next; nil where none is due.
    var look: Int?
    var isStopped = false
  }

  private let reader: Reader
  private let queue = DispatchQueue(label: "LazyGrid.ChangeWatcher", qos: .userInitiated)
  private let state = Mutex(State())
  private let poll: any DispatchSourceTimer
  #if os(Linux)
    private let folder: FolderWatch?
  #endif

  init(_ reader: Reader) {
    self.reader = reader
    poll = DispatchSource.makeTimerSource(queue: queue)
    #if os(Linux)
      folder = FolderWatch(ofFile: reader.path, queue: queue)
    #endif
    state.withLock { $0.signature = reader.changeSignature() }
    poll.setEventHandler { [weak self] in self?.look() }
    poll.schedule(
      deadline: .now() + .milliseconds(ChangeWatcher.pollInterval),
      repeating: .milliseconds(ChangeWatcher.pollInterval), leeway: .milliseconds(25))
    poll.activate()
    #if os(Linux)
      folder?.start { [weak self] in self?.beginLooks() }
    #endif
  }

  deinit {
    poll.cancel()
    #if os(Linux)
      folder?.stop()
    #endif
  }

  /// Moves with every commit that was noticed.
  var version: Int { state.withLock { $0.version } }

  /// Waits until a commit is noticed after a version was asked for, or the task is cancelled.
  func wait(after version: Int) async {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.version != version || state.cancelled.remove(ticket) != nil { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: ticket)
        if continuation == nil { state.cancelled.insert(ticket) }
        return continuation
      }
      continuation?.resume()
    }
    state.withLock { _ = $0.cancelled.remove(ticket) }
  }

  /// Looks now, and for a while again and again.
  private func beginLooks() {
    let isUnderWay = state.withLock { state in
      let isUnderWay = state.look != nil
      // Events that come in a stream keep the looks going, at the pace that they have reached.
      state.look = isUnderWay ? min(state.look!, 3) : 0
      return isUnderWay
    }
    if !isUnderWay { lookAgain() }
  }

  private func lookAgain() {
    look()
    let pause = state.withLock { state -> Int? in
      guard let look = state.look, look < ChangeWatcher.lookIntervals.count else {
        state.look = nil
        return nil
      }
      state.look = look + 1
      return ChangeWatcher.lookIntervals[look]
    }
    guard let pause else { return }
    queue.asyncAfter(deadline: .now() + .microseconds(pause)) { [weak self] in self?.lookAgain() }
  }

  private func look() {
    let signature = reader.changeSignature()
    let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
      guard let signature, signature != state.signature else { return [:] }
      state.signature = signature
      state.version += 1
      defer { state.waiting.removeAll() }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }
}

/// What differs after a commit, or when another file has taken the place of the one that was read.
struct ChangeSignature: Equatable {
  enum Content: Equatable {
    case log(WALIndexHeader)
    /// The 16 bytes of the file by which SQLite tells that its cache is stale.
    case file(UInt64, UInt64)
    /// Where neither can be read.
    case version(Int64)
    /// A file that is not open yet, or none.
    case unopened(FileIdentity.Now)
  }

  let device: UInt64
  let inode: UInt64
  let content: Content

  init(_ file: FileIdentity.Now, _ content: Content) {
    (device, inode) = (file.device, file.inode)
    self.content = content
  }
}
