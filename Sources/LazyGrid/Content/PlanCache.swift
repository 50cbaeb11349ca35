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

  /// The plan that was kept, if it is of these inputs.
  func kept(for inputs: Inputs) -> Plan? { last.withLock { $0?.inputs == inputs ? $0?.plan : nil } }

  /// What was kept last, of whatever inputs.
  var latest: (inputs: Inputs, plan: Plan)? { last.withLock { $0 } }

  /// The plan that was kept, or else one that is made, and kept from now on.
  func plan(_ inputs: Inputs, make: () throws -> Plan) rethrows -> Plan {
    if let kept = kept(for: inputs) { return kept }
    let made = try make()
    keep(made, for: inputs)
    return made
  }

  /// Keeps a plan instead of the last.
  func keep(_ plan: Plan, for inputs: Inputs) { last.withLock { $0 = (inputs, plan) } }
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
