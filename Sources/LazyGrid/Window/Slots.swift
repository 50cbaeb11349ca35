/// Small numbers for the cells of a window: a cell that stays keeps its own, a new one takes the least that is free.
struct Slots: Sendable {
  private(set) var numbers: [Int] = []

  /// Numbers cells anew.
  init(count: Int) { numbers = Array(0..<count) }

  /// Where a key is there several times, the first cell that has it keeps the slot of the first.
  init(_ keys: some Sequence<CellKey>, after previous: some Sequence<(CellKey, Int)>) {
    var kept = Dictionary(previous, uniquingKeysWith: { first, _ in first })
    let keys = Array(keys)
    var taken = Set(keys.compactMap { kept[$0] })
    var free = 0
    for key in keys {
      if let slot = kept.removeValue(forKey: key) {
        numbers.append(slot)
        continue
      }
      while taken.contains(free) { free += 1 }
      taken.insert(free)
      numbers.append(free)
    }
  }

  subscript(_ i: Int) -> Int { numbers[i] }
}
