/// The pages that commits have written, from look to look, for as long as they are remembered.
///
/// Whoever keeps something that was read of one state asks which pages it may not believe any more. Nothing of the
/// older state is held for that: only numbers of pages.
package struct PageChanges: Sendable {
  /// Counts the states that were seen; stays the same while no page can have changed.
  package private(set) var epoch = 0
  /// What was written from one epoch to the next; the first entry leads away from ``first``.
  private var steps: [Step] = []
  private var first = 0
  private var kept = 0

  /// How many numbers are remembered: a megabyte of them.
  private static let limit = 1 << 18

  /// Where a page was before it was written.
  struct OlderPlace: Sendable {
    /// The frame of the log; zero where it was in the main file.
    let frame: UInt32
    /// The first frame that it was written to: once a checkpoint has come so far, the main file has it no more.
    let overwrittenBy: UInt32
  }

  private struct Step: Sendable {
    let pages: [UInt32]
    /// Nil where it is not known, or not any more.
    var older: [UInt32: OlderPlace]?
  }

  /// Notes the pages of the commits since the last look.
  ///
  /// - Parameter older: Where they were before, if that is known.
  mutating func append(_ pages: [UInt32], older: [UInt32: OlderPlace]?) {
    guard pages.count <= PageChanges.limit else { return forget() }
    epoch += 1
    steps.append(Step(pages: pages, older: older))
    kept += pages.count
    while kept > PageChanges.limit || steps.count > 4096 {
      kept -= steps.removeFirst().pages.count
      first += 1
    }
  }

  /// Notes that the log has begun anew: what was in it is there no more.
  mutating func forgetOlderPlaces() {
    for i in steps.indices.reversed() {
      // Those before it were let go of then.
      if steps[i].older == nil { return }
      steps[i].older = nil
    }
  }

  /// Where a page that has been written since an epoch was then; nil where that is not known.
  func olderPlace(of page: UInt32, since epoch: Int) -> OlderPlace? {
    guard remembers(epoch) else { return nil }
    for step in steps[(epoch - first)...] {
      guard let older = step.older else { return nil }
      if let place = older[page] { return place }
    }
    return nil
  }

  /// Notes that any page may have changed.
  mutating func forget() {
    epoch += 1
    first = epoch
    steps.removeAll()
    kept = 0
  }

  func remembers(_ epoch: Int) -> Bool { epoch >= first && epoch <= self.epoch }

  /// The pages that may differ from those of an earlier epoch; nil where that is not known any more.
  package func pages(since epoch: Int) -> PageSet? {
    guard remembers(epoch) else { return nil }
    return PageSet(steps[(epoch - first)...].lazy.flatMap(\.pages))
  }
}
