#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The slices of a walk over a file without a log: between two of them its lock is free for writers.
///
/// A writer reserves the file before it needs it alone, so a slice ends as soon as one has. A walk that takes a moment
/// goes on all the same, or it would never come to its end beside a program that commits all the time.
final class WalkSlices {
  /// How long no writer is looked for at first.
  private static let moment: Duration = .microseconds(300)
  /// How long a writer is waited for that has reserved the file. It may go on for minutes before its commit, while
  /// others read.
  private static let longestWait = 200

  private let duration: Duration
  let isOne: Bool
  private var start = ContinuousClock.now
  private var isFirst = true
  private var isWanted = false
  private var overlooksWriter = false

  /// - Parameters:
  ///   - duration: How long a slice may be.
  ///   - inOne: Whether what does not end in one slice is given up.
  init(_ duration: Duration, inOne: Bool = false) {
    self.duration = duration
    isOne = inOne
  }

  /// Whether the slice is long enough, or a writer waits for its end.
  func isDue(_ source: PageSource) -> Bool {
    let age = ContinuousClock.now - start
    isWanted = false
    if age >= duration { return true }
    if isOne || isFirst && age < WalkSlices.moment { return false }
    isWanted = source.isWriterAtWork
    if !isWanted { overlooksWriter = false }
    return isWanted && !overlooksWriter
  }

  /// Lets go of the lock for a moment where it is time for it.
  ///
  /// - Throws: ``PageFault`` of kind `moved` where somebody has committed meanwhile: what was read is of another state.
  func pauseIfDue(_ source: PageSource) throws(PageFault) { if isDue(source) { try pause(source) } }

  /// Lets go of the lock for a moment.
  func pause(_ source: PageSource) throws(PageFault) {
    let before = try letGo(source)
    // A writer that waits already keeps readers from coming back.
    if isWanted { waitForWriter(source) } else { usleep(300) }
    try takeUp(before, source)
  }

  /// What tells a state from others, with the lock and without.
  struct State {
    fileprivate let generation: Generation
    fileprivate let signature: ChangeSignature.Content?
  }

  /// Lets go of the lock.
  func letGo(_ source: PageSource) throws(PageFault) -> State {
    if isOne { throw PageFault(.moved, "the walk takes longer than one slice") }
    let state = State(generation: source.state.generation, signature: source.changeSignature)
    source.end()
    isFirst = false
    return state
  }

  /// Goes on in the state that was let go of.
  func takeUp(_ state: State, _ source: PageSource) throws(PageFault) {
    // What can be seen without the lock is not asked for with it.
    guard source.changeSignature == state.signature else { throw PageFault(.moved, "a commit came between two slices") }
    do {
      try source.look()
    } catch let fault as PageFault {
      throw fault
    } catch {
      // A writer has the file to itself. Whoever reads next will wait for it, or say so.
      throw PageFault(.moved, "a writer took the lock between two slices")
    }
    guard source.state.generation == state.generation else {
      throw PageFault(.moved, "a commit came between two slices")
    }
    start = .now
  }

  private func waitForWriter(_ source: PageSource) {
    for _ in 0..<WalkSlices.longestWait {
      usleep(100)
      if !source.isWriterAtWork { return }
    }
    overlooksWriter = true
  }
}
