/// What the lists that follow one file have found of the step to its present state, for the others that take it too.
///
/// They are told of the same commit at about the same time, and reading takes turns with writers: so what one of them has
/// read is not read again.
struct SharedSteps {
  /// The states that it leads from and to.
  struct Step: Hashable {
    let from: Int
    let to: Int
  }

  private struct TreeStep: Hashable {
    let root: UInt32
    let oldRoot: UInt32
    let kind: Tree.Kind
    let isHashed: Bool
    let step: Step
  }

  private struct Rows: Hashable {
    let table: String
    let step: Step
  }

  private var to = -1
  private var splices: [TreeStep: [RankSplice]] = [:]
  private var updates: [Rows: ListChange.Updates] = [:]

  /// Where two states of a tree differ.
  mutating func splices(
    from old: RankIndex, to new: RankIndex, _ changed: PageSet?, _ step: Step?
  ) throws(PageFault) -> [RankSplice] {
    guard let step else { return try new.splices(since: old, changed: changed) }
    begin(step)
    let tree = TreeStep(
      root: new.root, oldRoot: old.root, kind: new.kind, isHashed: old.hasHashes && new.hasHashes, step: step)
    if let known = splices[tree] { return known }
    let found = try new.splices(since: old, changed: changed)
    splices[tree] = found
    return found
  }

  mutating func updates(of table: String, _ step: Step) -> ListChange.Updates? {
    begin(step)
    return updates[Rows(table: table, step: step)]
  }

  mutating func note(_ found: ListChange.Updates, of table: String, _ step: Step) {
    updates[Rows(table: table, step: step)] = found
  }

  /// What leads to older states is let go of.
  private mutating func begin(_ step: Step) {
    if step.to == to { return }
    to = step.to
    splices.removeAll(keepingCapacity: true)
    updates.removeAll(keepingCapacity: true)
  }
}
