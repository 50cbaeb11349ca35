/// The pages that commits have written, from look to look, for as long as they are remembered.
///
/// Whoever keeps something that was read of one state asks which pages it may not believe any more. Nothing of the
/// older state is held for that: only numbers of pages.
package struct PageChanges: Sendable {
  /// Counts the states that were seen; stays the same while no page can have changed.
  package private(set) var epoch = 0
  /// What was written from one epoch to the next; the first entry leads away from ``first``.
  private var steps: [[UInt32]] = []
  private var first = 0
  private var kept = 0

  /// How many numbers are remembered: a megabyte of them.
  private static let limit = 1 << 18

  /// Notes the pages of the commits since the last look.
  mutating func append(_ pages: [UInt32]) {
    guard pages.count <= PageChanges.limit else { return forget() }
    epoch += 1
    steps.append(pages)
    kept += pages.count
    while kept > PageChanges.limit || steps.count > 4096 {
      kept -= steps.removeFirst().count
      first += 1
    }
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
    return PageSet(steps[(epoch - first)...].joined())
  }
}
