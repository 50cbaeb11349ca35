internal import GridLayout
internal import GridStore
internal import Synchronization

/// Keeps what was laid out last, so that a scrolled viewport need not lay it out again.
///
/// Lines of one length are arithmetic, but declared lengths and sections must be added up, which costs more than a window.
final class PlanCache<Item: Sendable>: Sendable {
  /// A number that no other has, while the process runs.
  let number = contentNumbers.add(1, ordering: .relaxed).newValue
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
  private let measured = Mutex<(generation: Generation?, lengths: MeasuredLengths)>((nil, MeasuredLengths()))
  private let last = Mutex<(inputs: Inputs, plan: GridPlan<Item>)?>(nil)

  func plan(_ inputs: Inputs, make: () throws -> GridPlan<Item>) rethrows -> GridPlan<Item> {
    let kept = last.withLock { $0?.inputs == inputs ? $0?.plan : nil }
    if let kept, kept.measuring.map({ $0.forgotten == $0.lengths.forgotten }) ?? true,
      !kept.columns.contains(where: { $0.isWorthMaking(in: inputs.generation) })
    {
      return kept
    }
    let made = try make()
    last.withLock { $0 = (inputs, made) }
    return made
  }

  /// Takes a plan that knows more than the one that it began as.
  func keep(_ plan: GridPlan<Item>, for inputs: Inputs) { last.withLock { $0 = (inputs, plan) } }

  /// What cells have said of their lengths in a state of the database.
  func measured(in generation: Generation?) -> MeasuredLengths {
    measured.withLock { measured in
      if measured.generation != generation { measured = (generation, MeasuredLengths(after: measured.lengths)) }
      return measured.lengths
    }
  }

  /// Keeps lengths being read until others are asked for.
  func hold(_ lengths: [ProgressiveLengths]) { held.withLock { $0 = lengths } }
}

private let contentNumbers = Atomic<UInt64>(0)
