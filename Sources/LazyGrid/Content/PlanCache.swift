internal import GridLayout
internal import GridStore
internal import Synchronization

/// Keeps what was laid out last, so that a scrolled viewport need not lay it out again.
///
/// Lines of one length are arithmetic, but declared lengths and sections must be added up, which costs more than a window.
final class PlanCache<Item: Sendable>: Sendable {
  /// All that a plan follows from beside the content, which the cache belongs to.
  struct Inputs: Hashable, Sendable {
    let geometry: LazyGridGeometry
    let crossLength: Double
    /// Nil for content in memory, which never changes.
    let generation: Generation?
    /// Whether numbers that are not what they are meant to be are an error.
    let isChecked: Bool
  }

  /// Lengths that somebody waits for who has asked for no window yet.
  private let held = Mutex<[ProgressiveLengths]>([])
  private let last = Mutex<(inputs: Inputs, plan: GridPlan<Item>)?>(nil)

  func plan(_ inputs: Inputs, make: () throws -> GridPlan<Item>) rethrows -> GridPlan<Item> {
    let kept = last.withLock { $0?.inputs == inputs ? $0?.plan : nil }
    if let kept, !kept.columns.contains(where: { $0.isWorthMaking(in: inputs.generation) }) { return kept }
    let made = try make()
    last.withLock { $0 = (inputs, made) }
    return made
  }

  /// Keeps lengths being read until others are asked for.
  func hold(_ lengths: [ProgressiveLengths]) { held.withLock { $0 = lengths } }
}
