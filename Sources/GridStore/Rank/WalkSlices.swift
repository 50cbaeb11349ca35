#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The slices of a walk over a file without a log: between two of them its lock is free for writers.
final class WalkSlices {
  private let duration: Duration
  private var start = ContinuousClock.now

  init(_ duration: Duration) { self.duration = duration }

  /// Lets go of the lock for a moment where the slice is long enough.
  ///
  /// - Throws: ``PageFault`` of kind `moved` where somebody has committed meanwhile: what was read is of another state.
  func pause(_ source: PageSource) throws(PageFault) {
    guard ContinuousClock.now - start >= duration else { return }
    let generation = source.state.generation
    source.end()
    usleep(1000)
    do {
      try source.look()
    } catch let fault as PageFault {
      throw fault
    } catch {
      // A writer has the file to itself. Whoever reads next will wait for it, or say so.
      throw PageFault(.moved, "a writer took the lock between two slices")
    }
    guard source.state.generation == generation else { throw PageFault(.moved, "a commit came between two slices") }
    start = .now
  }
}
