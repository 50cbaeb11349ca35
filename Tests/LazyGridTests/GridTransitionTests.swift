import Foundation
import GridLayout
import GridStore
import LazyGrid
import Testing

@Suite("Transitions") struct GridTransitionTests {
  typealias Cell = GridTransition.Cell
  typealias Place = GridTransition.Place

  /// A change by the plain rule, one search after another: the n-th cell of a key is that of the n-th before.
  static func reference(_ old: [Cell], _ new: [Cell]) -> [(kind: GridTransition.Kind, old: Cell?, new: Cell?)] {
    func partner(_ cells: [Cell], _ i: Int, in others: [Cell]) -> Cell? {
      let before = cells[..<i].filter { $0.key == cells[i].key }.count
      let same = others.filter { $0.key == cells[i].key }
      return before < same.count ? same[before] : nil
    }
    var changes: [(GridTransition.Kind, Cell?, Cell?)] = []
    for i in old.indices where partner(old, i, in: new) == nil { changes.append((.removed, old[i], nil)) }
    for i in new.indices {
      guard let was = partner(new, i, in: old) else {
        changes.append((.inserted, nil, new[i]))
        continue
      }
      let (a, b) = (was.place.content, new[i].place.content)
      changes.append((a.size != b.size ? .resized : a.origin != b.origin ? .moved : .unchanged, was, new[i]))
    }
    return changes
  }

  /// Every list of up to some keys, duplicates included, laid out from an index on in cells of a height.
  static func windows() -> [[Cell]] {
    #if DEBUG
      let longest = 2
    #else
      let longest = 3
    #endif
    var lists: [[Int64]] = [[]]
    var last = lists
    for _ in 0..<longest {
      last = last.flatMap { list in [1, 2, 3].map { list + [$0] } }
      lists += last
    }
    return lists.flatMap { keys in
      [(0, 10.0), (2, 10), (0, 12.5)].map { first, height in
        keys.enumerated().map { i, key in
          let frame = Rect(x: 0, y: Double(first + i) * height, width: 30, height: height)
          // A window whose viewport starts at its first cell.
          let place = Place(
            index: first + i, content: frame, viewport: frame.offset(by: Point(x: 0, y: -Double(first) * height)))
          return Cell(key: [.integer(key)], place: place)
        }
      }
    }
  }

  @Test("between all pairs of small windows are those of the plain rule, with exact ends")
  func smallWorlds() {
    let windows = Self.windows()
    let curve = TimingCurve.spring(response: 0.5, dampingFraction: 0.5)
    for old in windows {
      for new in windows {
        let transition = GridTransition(from: old, to: new, slip: 0, curve: curve)
        let plain = Self.reference(old, new)
        let agrees =
          transition.changes.count == plain.count
          && zip(transition.changes, plain).allSatisfy { ours, theirs in
            ours.kind == theirs.kind && ours.old == theirs.old?.place && ours.new == theirs.new?.place
              && ours.key == (theirs.old ?? theirs.new)?.key
          }
        if !agrees { Issue.record("\(transition.changes), not \(plain)") }
        for space in [GridTransition.Space.content, .viewport] {
          let start = Self.counted(transition.frames(at: 0, in: space).map { ($0.key, $0.frame) })
          if start != Self.counted(old.map { ($0.key, $0.place.frame(in: space)) }) { Issue.record("start \(start)") }
          let end = Self.counted(transition.frames(at: curve.duration, in: space).map { ($0.key, $0.frame) })
          if end != Self.counted(new.map { ($0.key, $0.place.frame(in: space)) }) { Issue.record("end \(end)") }
        }
        let isStill = old.count == new.count && zip(old, new).allSatisfy { $0.key == $1.key && $0.place == $1.place }
        if isStill != transition.isEmpty, Set(old.map(\.key)).count == old.count {
          // Only a change of order can differ, and it moves cells.
          Issue.record("\(transition.isEmpty) from \(old) to \(new)")
        }
      }
    }
    #expect(windows.count >= 3 * 13)
  }

  private struct KeyedFrame: Hashable {
    let key: CellKey
    let frame: Rect
  }

  /// Cells without their order.
  private static func counted(_ frames: [(CellKey, Rect)]) -> [KeyedFrame: Int] {
    Dictionary(frames.map { (KeyedFrame(key: $0.0, frame: $0.1), 1) }, uniquingKeysWith: +)
  }

  @Test("go straight from old frames to new ones, and fade what comes and goes where it stands")
  func between() throws {
    func cell(_ key: Int64, _ x: Double, _ width: Double = 10) -> Cell {
      let frame = Rect(x: x, y: 0, width: width, height: 10)
      return Cell(key: [.integer(key)], place: Place(index: 0, content: frame, viewport: frame))
    }
    let old = [cell(1, 0), cell(2, 10), cell(3, 0.1, 0.3)]
    let new = [cell(2, 20, 30), cell(3, 0.1, 0.3), cell(4, 7)]
    let transition = GridTransition(from: old, to: new, slip: 0, curve: .linear(duration: 4))
    #expect(transition.changes.map(\.kind) == [.removed, .resized, .unchanged, .inserted])
    #expect(transition.duration == 4)
    let frames = transition.frames(at: 1)
    #expect(frames.map(\.presence) == [0.75, 1, 1, 0.25])
    #expect(frames[0].frame == old[0].place.content && frames[3].frame == new[2].place.content)
    #expect(frames[1].frame == Rect(x: 12.5, y: 0, width: 15, height: 10))
    // What stands still does not tremble: a part of a number and the rest of it need not add up.
    for time in stride(from: 0, through: 4, by: 0.01) {
      #expect(transition.frames(at: time).contains { $0.frame == old[2].place.content })
    }
    // Overshooting carries cells past their place, and no size below nothing.
    let wide = GridTransition(
      from: [cell(1, 0, 100)], to: [cell(1, 50, 0)], slip: 0, curve: .timingCurve(0, 3, 0.5, 3, duration: 1))
    let far = try #require(wide.frames(at: 0.2).first)
    #expect(far.frame.minX > 50 && far.frame.width == 0)
  }

  @Test("rounding far from the start is no movement")
  func slip() {
    func cell(_ y: Double) -> [Cell] {
      let frame = Rect(x: 0, y: y, width: 10, height: 10)
      return [Cell(key: [1], place: Place(index: 0, content: frame, viewport: frame))]
    }
    let y = 1e13
    let kinds = [0, 0.01, 1].map {
      GridTransition(from: cell(y), to: cell(y + $0), slip: 4 * y.ulp, curve: .default).changes[0].kind
    }
    #expect(kinds == [.unchanged, .moved, .moved])
    #expect(
      GridTransition(from: cell(y), to: cell(y.nextUp), slip: 4 * y.ulp, curve: .default).changes[0].kind == .unchanged)
  }

  @Test("of windows over a catalog: first ones, scrolled ones, resized ones, other orders, other generations")
  func windows() throws {
    let catalog = try TestCatalog(rows: 500)
    let opened = try Catalog(catalog.path)
    func list(_ order: [Order.Term]) throws -> ItemList<Product> {
      try opened.list(of: Product.self, in: "products", order: Order(order))
    }
    func window(
      _ order: [Order.Term], _ offset: Double, columns: Int = 4
    ) throws -> GridWindow<Product> {
      let list = try list(order)
      let grid = LazyVGrid(columns: Array(repeating: GridItem(), count: columns)) { ForEach(list, length: 100) }
      return try grid.window(for: ScrollState(viewport: Size(width: 400, height: 500), at: .offset(offset)))
    }
    let byPrice = [Order.Term.descending("price")]
    let top = try window(byPrice, 0)

    let first = GridTransition(from: nil, to: top)
    #expect(first.isEmpty && first.duration == 0 && first.changes.allSatisfy { $0.kind == .unchanged })
    #expect(first.frames(at: 0).map(\.frame) == top.cells.map { $0.frame(in: .viewport) })

    let scrolled = GridTransition(from: top, to: try window(byPrice, 130))
    #expect(Set(scrolled.changes.map(\.kind)) == [.removed, .unchanged, .inserted])
    #expect(!scrolled.isEmpty)
    for change in scrolled.changes where change.kind == .unchanged {
      #expect(abs(change.old!.viewport.minY - change.new!.viewport.minY - 130) < 1e-9)
    }

    let resized = GridTransition(from: top, to: try window(byPrice, 0, columns: 3))
    #expect(Set(resized.changes.map(\.kind)) == [.removed, .resized])

    let other = try window([.ascending("name")], 0)
    let sorted = GridTransition(from: top, to: other)
    let keys = Set(top.cells.map(\.key))
    let stay = other.cells.filter { keys.contains($0.key) }.count
    #expect(sorted.changes.count == top.cells.count + other.cells.count - stay)

    let victim = top.cells[5].key
    guard case .integer(let id) = victim.values?[0] else { return #expect(Bool(false)) }
    try Connection(catalog.path, .readWrite).execute("DELETE FROM products WHERE id = \(id)")
    let later = try window(byPrice, 0)
    #expect(later.generation != top.generation)
    let deleted = GridTransition(from: top, to: later)
    #expect(deleted.changes.filter { $0.kind == .removed }.map(\.key) == [victim])
    #expect(deleted.changes.filter { $0.kind == .unchanged }.map(\.key) == top.cells[..<5].map(\.key))
    #expect(deleted.changes.filter { $0.kind == .moved }.map(\.key) == top.cells[6...].map(\.key))
    #expect(deleted.changes.filter { $0.kind == .inserted }.count == 1)
  }

  @Test("of windows of the most cells that there may be are found soon, also where all keys are the same")
  func linear() {
    #if DEBUG
      let count = 20_000
    #else
      let count = 100_000
    #endif
    func cells(_ range: Range<Int>) -> [Cell] {
      range.map {
        let frame = Rect(x: 0, y: Double($0), width: 1, height: 1)
        return Cell(key: [.integer(Int64($0))], place: Place(index: $0, content: frame, viewport: frame))
      }
    }
    // A plain search would compare as many keys as the count squared.
    let half = count / 2
    let transition = GridTransition(
      from: cells(0..<count), to: cells(half..<count + half), slip: 0, curve: .default)
    #expect(transition.changes.count == count + half)
    #expect(transition.changes.count { $0.kind == .unchanged } == half)
    // The same key everywhere is no trap and no square either.
    let same = cells(0..<count).map { Cell(key: [7], place: $0.place) }
    #expect(GridTransition(from: same, to: Array(same.dropLast(10)), slip: 0, curve: .default).changes.count == count)
  }
}
