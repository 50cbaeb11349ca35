import Foundation
import GridStore
import Synchronization

/// Commits one statement after another until it is ended, or let go of.
///
/// It has a thread of its own: a task would keep one of the few threads that all tests share, and two of them, both.
final class EndlessWriter: Sendable {
  private final class Run: Sendable {
    let isEnded = Mutex(false)
    let commits = Mutex<Result<Int, any Error>>(.success(0))
    let end = DispatchSemaphore(value: 0)
  }
  private let run = Run()

  /// - Parameters:
  ///   - pause: How long it waits after each commit, in seconds.
  ///   - isRefusedAtOnce: Whether it waits for no lock and tries again, and counts what was let through.
  ///   - sql: The statement of each commit by its number, from one on.
  init(
    _ path: String, pause: TimeInterval = 0, isRefusedAtOnce: Bool = false, _ sql: @escaping @Sendable (Int) -> String
  ) {
    let run = run
    Thread.detachNewThread {
      run.commits.withLock { commits in
        commits = Result {
          let connection =
            isRefusedAtOnce ? try Connection(path, .readWrite, busyTimeout: 0) : try Connection(path, .readWrite)
          try connection.execute("PRAGMA synchronous = OFF")
          var count = 0
          while !run.isEnded.withLock({ $0 }) {
            do throws(StoreError) {
              try connection.execute(sql(count + 1))
              count += 1
            } catch {
              guard isRefusedAtOnce, error.kind == .busy else { throw error }
            }
            if pause > 0 { Thread.sleep(forTimeInterval: pause) }
          }
          return count
        }
      }
      run.end.signal()
    }
  }

  deinit { run.isEnded.withLock { $0 = true } }

  /// Ends it, and says how many times it has committed.
  @discardableResult
  func stop() throws -> Int {
    run.isEnded.withLock { $0 = true }
    run.end.wait()
    return try run.commits.withLock { try $0.get() }
  }
}
