internal import GridStore

/// Small numbers for the cells of a window: a cell that stays keeps its own, a new one takes the least that is free.
struct Slots: Sendable {
  private var slots: [Int] = []

  init<Item>(_ keys: [[Value]], after previous: GridWindow<Item>?) {
    guard let previous else {
      slots = Array(keys.indices)
      return
    }
    let before = previous.cells
    let kept = Dictionary(zip(before.page.keys, before.slots.slots), uniquingKeysWith: { first, _ in first })
    var taken = Set(keys.compactMap { kept[$0] })
    var free = 0
    for key in keys {
      if let slot = kept[key] {
        slots.append(slot)
        continue
      }
      while taken.contains(free) { free += 1 }
      taken.insert(free)
      slots.append(free)
    }
  }

  subscript(_ i: Int) -> Int { slots[i] }
}
