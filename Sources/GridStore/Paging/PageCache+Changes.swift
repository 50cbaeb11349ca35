extension PageCache {
  /// Takes in what commits have done to the list.
  ///
  /// Pages of the state that the change leads away from move on with it: their rows stand where the splices have left
  /// them. What a splice takes away serves in the place of what it brings until that is read. A reset leaves all pages as
  /// they are, stale.
  package mutating func take(_ change: ListChange, now: Duration) -> [Action] {
    (attempted, failed) = ([], [])
    if generation != change.generation { news += 1 }
    if change.isReset {
      generation = change.generation
      count = change.count.value
      dropPagesPastEnd()
      return next(now)
    }
    move(by: change)
    if generation == change.previous {
      generation = change.generation
      count = change.count.value
    } else if generation != change.generation {
      // A read has told of another state meanwhile, and which of the two is later is not known.
      generation = nil
    }
    dropPagesPastEnd()
    use(change)
    evict()
    return next(now)
  }

  private mutating func use(_ change: ListChange) {
    uses += 1
    for number in visiblePages { touch(number) }
  }

  private mutating func move(by change: ListChange) {
    let size = settings.pageSize
    guard let stretches = Stretch.all(of: change) else { return }
    let changedKeys: Set<[Value]>
    switch change.updates {
    case .keys(let keys): changedKeys = Set(keys)
    case .all: changedKeys = []
    }
    let areAllChanged = change.updates == .all
    var moved: [Int: (rows: [Row?], isOutdated: Bool, lastUse: Int)] = [:]
    var rest: [Int: Page] = [:]
    for (number, page) in pages {
      guard page.generation == change.previous else {
        rest[number] = page
        continue
      }
      for (offset, row) in page.rows.enumerated() {
        guard let row, let (index, isSame) = Stretch.place(of: number * size + offset, in: stretches),
          index < change.count.value
        else { continue }
        let target = index / size
        let none = Array(repeating: Row?.none, count: length(ofPage: target, change.count.value))
        moved[target, default: (none, false, 0)].rows[index % size] = row
        moved[target]!.lastUse = max(moved[target]!.lastUse, page.lastUse)
        if !isSame || page.isOutdated || areAllChanged || changedKeys.contains(row.key) {
          moved[target]!.isOutdated = true
        }
      }
    }
    for (number, page) in moved {
      // One that was read in the new state itself is the better one.
      if let kept = rest[number], kept.generation == change.generation { continue }
      rest[number] = Page(
        rows: page.rows, generation: change.generation, isOutdated: page.isOutdated, lastUse: page.lastUse)
    }
    setPages(rest)
  }
}

/// A run of the old list and where it stands in the new one.
private struct Stretch {
  let old: Range<Int>
  let new: Int
  /// Whether its rows are the same; else they serve until the ones in their place are read.
  let isSame: Bool

  /// - Returns: nil where the splices are not in order.
  static func all(of change: ListChange) -> [Stretch]? {
    var stretches: [Stretch] = []
    var (old, new) = (0, 0)
    for splice in change.splices {
      guard splice.position >= new, splice.removed >= 0, splice.inserted >= 0 else { return nil }
      let kept = splice.position - new
      if kept > 0 { stretches.append(Stretch(old: old..<old + kept, new: new, isSame: true)) }
      old += kept
      let replaced = min(splice.removed, splice.inserted)
      if replaced > 0 { stretches.append(Stretch(old: old..<old + replaced, new: splice.position, isSame: false)) }
      old += splice.removed
      new = splice.position + splice.inserted
    }
    let rest = change.count.value - new
    if rest > 0 { stretches.append(Stretch(old: old..<old + rest, new: new, isSame: true)) }
    return stretches
  }

  /// Where a row of the old list stands in the new one; nil where it is gone.
  static func place(of index: Int, in stretches: [Stretch]) -> (index: Int, isSame: Bool)? {
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].old.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    guard low < stretches.count, stretches[low].old.contains(index) else { return nil }
    return (stretches[low].new + index - stretches[low].old.lowerBound, stretches[low].isSame)
  }
}
