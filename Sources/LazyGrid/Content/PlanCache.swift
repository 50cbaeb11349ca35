internal import GridLayout
internal import GridStore
internal import Synchronization

/// Keeps what was laid out last, so that a scrolled viewport need not lay it out again.
///
/// Lines of one length are arithmetic, but declared lengths and sections must be added up, which costs more than a window.
final class PlanCache<Inputs: Hashable & Sendable, Plan: Sendable>: Sendable {
  /// A number that no other has, while the process runs.
  let number = newContentNumber()
  private let last = Mutex<(inputs: Inputs, plan: Plan)?>(nil)

  func plan(_ inputs: Inputs, make: () throws -> Plan) rethrows -> Plan {
    if let kept = last.withLock({ $0?.inputs == inputs ? $0?.plan : nil }) { return kept }
    let made = try make()
    last.withLock { $0 = (inputs, made) }
    return made
  }
}

/// All that the plan of a lazy grid follows from beside the content, which its cache belongs to.
struct LinePlanInputs: Hashable, Sendable {
  let geometry: LazyGridGeometry
  let crossLength: Double
  /// Nil for content in memory, which never changes.
  let generation: Generation?
  /// Whether numbers that are not what they are meant to be are an error.
  let isChecked: Bool
}

/// A number that was not given before, while the process runs.
func newContentNumber() -> UInt64 { contentNumbers.add(1, ordering: .relaxed).newValue }

private let contentNumbers = Atomic<UInt64>(0)
