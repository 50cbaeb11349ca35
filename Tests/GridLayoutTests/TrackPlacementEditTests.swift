@_spi(Measuring) import GridLayout
import Testing

/// What a grid can be asked to change, and what that means for a list of its items.
enum GridChange: Hashable {
  case span(Int, GridSpan)
  case start(Int, GridStart)
  case insert(Int, at: Int)
  case remove(Range<Int>)
  case move(Int, to: Int)

  /// - Returns: Whether it was done.
  func apply(to placement: inout TrackPlacement) -> Bool {
    switch self {
    case .span(let index, let span): placement.setSpan(span, of: Int64(index))
    case .start(let index, let start): placement.setStart(start, of: Int64(index))
    case .insert(let count, let index): placement.insert(Int64(count), at: Int64(index))
    case .remove(let range): placement.remove(Int64(range.lowerBound)..<Int64(range.upperBound))
    case .move(let index, let destination): placement.move(Int64(index), to: Int64(destination))
    }
  }

  func apply(to items: inout [ReferencePlacement.Item]) {
    switch self {
    case .span(let index, let span): items[index].span = span
    case .start(let index, let start): items[index].start = start
    case .insert(let count, let index):
      items.insert(contentsOf: Array(repeating: ReferencePlacement.Item(), count: count), at: index)
    case .remove(let range): items.removeSubrange(range)
    case .move(let index, let destination): items.insert(items.remove(at: index), at: destination)
    }
  }

  /// Every change of so many items to some spans and starts, and of one item at a time.
  static func all(_ count: Int, spans: [GridSpan], starts: [GridStart]) -> [GridChange] {
    var all: [GridChange] = (0...count).map { .insert(1, at: $0) }
    for index in 0..<count {
      all += spans.map { .span(index, $0) }
      all += starts.map { .start(index, $0) }
      all.append(.remove(index..<index + 1))
      all += (0..<count).filter { $0 != index }.map { .move(index, to: $0) }
    }
    return all
  }

  /// - Parameter start: How far down a start may be; nil for none.
  static func random(_ count: Int, start: Int64?, _ random: inout SeededRandom) -> GridChange {
    let index = Int.random(in: 0...count, using: &random)
    guard index < count else { return .insert(.random(in: 1...5, using: &random), at: index) }
    switch Int.random(in: 0..<(start == nil ? 5 : 7), using: &random) {
    case 5...:
      let item = TrackPlacementWorldsTests.randomItem(&random, span: 1, start: start ?? 0, plain: 20)
      return .start(index, item.start)
    case 0: return .insert(.random(in: 1...5, using: &random), at: index)
    case 1: return .remove(index..<min(index + Int.random(in: 1...4, using: &random), count))
    case 2: return .move(index, to: .random(in: max(0, index - 9)..<min(count, index + 10), using: &random))
    default:
      return .span(
        index, GridSpan(column: .random(in: 1...3, using: &random), row: .random(in: 1...3, using: &random)))
    }
  }
}

@Suite("Edits of placements of track grids")
struct TrackPlacementEditTests {
  typealias Item = ReferencePlacement.Item

  #if DEBUG
    static let (mostItems, mostTwice, randomGrids) = (2, 1, 60)
  #else
    static let (mostItems, mostTwice, randomGrids) = (4, 2, 6_000)
  #endif

  /// One cell, each way to be larger, and both; and some that ask for a place.
  static let kinds = [
    Item(), Item(span: [2, 1]), Item(span: [1, 2]), Item(span: [2, 2]), Item(span: [3, 1]),
    Item(start: GridStart(column: 1, row: 1)), Item(span: [2, 1], start: GridStart(column: 0)),
    Item(start: GridStart(row: 1)),
  ]
  static let spans: [GridSpan] = [[1, 1], [2, 1], [1, 3], [3, 2]]
  static let starts = [
    GridStart(), GridStart(column: 1, row: 1), GridStart(column: 0, row: 0), GridStart(column: 1), GridStart(row: 1),
  ]

  static func placement(
    _ items: [Item], tracks: Int, _ packing: GridPacking, spacing: Int, blockSize: Int = 2
  ) -> TrackPlacement {
    TrackPlacement(
      count: Int64(items.count), tracks: tracks, flow: .rows, packing: packing,
      declared: TrackPlacementWorldsTests.declared(items), checkpointSpacing: spacing, blockSize: blockSize)
  }

  /// Compares all windows, the latest first, and all cells with those of the plain rules.
  static func check(
    _ edited: TrackPlacement, _ items: [Item], tracks: Int, _ packing: GridPacking, _ world: @autoclosure () -> String
  ) {
    let plain = ReferencePlacement(items, tracks: tracks, flow: .rows, packing: packing)
    var placement = edited
    for first in (0...plain.lineCount).reversed() {
      for end in [first + 1, first + 3] {
        let items = placement.items(inLines: first..<end)
        let expected = plain.cells.indices.filter {
          plain.cells[$0].row < end && plain.cells[$0].row + plain.cells[$0].rowSpan > first
        }.map { PlacedItem(index: Int64($0), cell: plain.cells[$0]) }
        if items != expected {
          Issue.record("\(items), not \(expected), in \(first)..<\(end) of \(world())")
          return
        }
      }
    }
    let cells = items.indices.compactMap { placement.cell(of: Int64($0)) }
    if cells != plain.cells || placement.lineCount != plain.lineCount {
      Issue.record("\(cells), not \(plain.cells), of \(world())")
    }
    checkStarts(edited, self.placement(items, tracks: tracks, packing, spacing: 64), world())
  }

  /// Compares which items stand where they asked to, and what is said of the others.
  static func checkStarts(_ edited: TrackPlacement, _ new: TrackPlacement, _ world: @autoclosure () -> String) {
    func said(_ placement: TrackPlacement) -> [String] { placement.diagnostics.map { "\($0)" }.sorted() }
    // Most are the same in the same order, and texts take long.
    if edited.anchoredItems == new.anchoredItems, edited.diagnostics == new.diagnostics { return }
    if edited.anchoredItems != new.anchoredItems || said(edited) != said(new) {
      Issue.record("\(edited.anchoredItems), \(said(edited)), not \(new.anchoredItems), \(said(new)), of \(world())")
    }
  }

  /// Makes one change after another, of grids of which all or something or nothing was asked before.
  static func check(_ old: [Item], _ changes: [GridChange], tracks: Int, _ packing: GridPacking, spacing: Int) {
    var placement = placement(old, tracks: tracks, packing, spacing: spacing)
    var items = old
    _ = spacing == 2 ? placement.cell(of: 1)?.row : placement.lineCount
    for change in changes {
      let isDone = change.apply(to: &placement)
      #expect(isDone)
      change.apply(to: &items)
      check(placement, items, tracks: tracks, packing, "\(old), \(changes), \(tracks) tracks, every \(spacing)")
      if spacing == 3 { _ = placement.lineCount }
    }
  }

  @Test("leave every small grid as if it had always been so", arguments: [GridPacking.sparse, .dense])
  func smallGrids(_ packing: GridPacking) {
    for count in 1...Self.mostItems {
      for (number, items) in TrackPlacementWorldsTests.lists(of: Self.kinds, count: count).enumerated() {
        for (place, change) in GridChange.all(count, spans: Self.spans, starts: Self.starts).enumerated() {
          for tracks in 2...3 {
            Self.check(
              items + [Item(), Item(span: [2, 1]), Item()], [change], tracks: tracks, packing,
              spacing: (number + place) % 3 + 1)
          }
        }
      }
    }
  }

  @Test("leave it so one after the other", arguments: [GridPacking.sparse, .dense])
  func twice(_ packing: GridPacking) {
    for count in 1...Self.mostTwice {
      for (number, items) in TrackPlacementWorldsTests.lists(of: Self.kinds, count: count).enumerated() {
        let items = items + [Item(span: [2, 2]), Item()]
        for first in GridChange.all(count + 2, spans: Self.spans, starts: Self.starts) {
          var between = items
          first.apply(to: &between)
          for second in GridChange.all(between.count, spans: Self.spans, starts: Self.starts) {
            Self.check(items, [first, second], tracks: 3, packing, spacing: number % 3 + 1)
          }
        }
      }
    }
  }

  @Test(
    "leave larger grids so, after many at once and whatever was asked between", arguments: [GridPacking.sparse, .dense])
  func randomGrids(_ packing: GridPacking) {
    for seed in 0..<UInt64(Self.randomGrids) {
      var random = SeededRandom(seed: 11_000_000 + seed)
      let tracks = [1, 2, 3, 4, 5, 9, 65].randomElement(using: &random)!
      let plain = [0, 40, 90].randomElement(using: &random)!
      let hasStarts = Int.random(in: 0..<3, using: &random) == 0
      var items = (0..<Int.random(in: 1...120, using: &random)).map { _ in
        var item = TrackPlacementWorldsTests.randomItem(&random, span: 3, start: 20, plain: plain)
        if !hasStarts { item.start = GridStart() }
        return item
      }
      let spacing = [1, 2, 3, 8].randomElement(using: &random)!
      var placement = Self.placement(items, tracks: tracks, packing, spacing: spacing, blockSize: spacing)
      for _ in 0..<8 {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: _ = placement.lineCount
        case 1: _ = placement.items(inLines: .random(in: 0...30, using: &random)..<31)
        default: break
        }
        for _ in 0..<[1, 1, 2, 5, 40].randomElement(using: &random)! {
          let change = GridChange.random(items.count, start: hasStarts ? 20 : nil, &random)
          let isDone = change.apply(to: &placement)
          #expect(isDone)
          change.apply(to: &items)
        }
        // A copy, so that the next edits meet what is not placed yet.
        var (edited, new) = (placement, Self.placement(items, tracks: tracks, packing, spacing: 64))
        let line = Int64.random(in: 0...40, using: &random)
        let (early, lineCount) = (edited.items(inLines: line..<line + 4), edited.lineCount)
        let all = edited.items(inLines: 0..<lineCount)
        let (expected, expectedCount) = (new.items(inLines: line..<line + 4), new.lineCount)
        Self.checkStarts(edited, new, "seed \(seed)")
        if early != expected || lineCount != expectedCount || all != new.items(inLines: 0..<lineCount) {
          Issue.record("\(early), \(lineCount) lines, not \(expected), \(expectedCount), at \(line), seed \(seed)")
          return
        }
      }
    }
  }

  static func fewSpans(_ count: Int64, _ packing: GridPacking) -> (TrackPlacement, SeededRandom) {
    var random = SeededRandom(seed: 5)
    let declared = stride(from: Int64(50), to: count, by: 100).map {
      DeclaredItem(
        index: $0, span: GridSpan(column: .random(in: 2...3, using: &random), row: .random(in: 1...3, using: &random)))
    }
    return (TrackPlacement(count: count, tracks: 4, packing: packing, declared: declared), random)
  }

  @Test("of a million items take few steps to a window at the end of a sparse grid, wherever they are")
  func stepsToTheEnd() {
    var (placement, random) = Self.fewSpans(1_000_000, .sparse)
    var all = placement.lineCount
    let toPlace = placement.steps
    #expect(toPlace > 20_000)
    var (most, sum): (Int64, Int64) = (0, 0)
    let edits = 200
    for edit in 0..<edits {
      let before = placement.steps
      let index = Int64.random(in: 0..<placement.count - 10, using: &random)
      let isDone =
        switch edit % 4 {
        case 0: placement.setSpan(GridSpan(column: Int64(edit % 3) + 1, row: Int64(edit % 5) + 1), of: index)
        case 1: placement.insert(3, at: index)
        case 2: placement.remove(index..<index + 5)
        default: placement.move(index, to: .random(in: 0..<placement.count, using: &random))
        }
      #expect(isDone)
      all = placement.lineCount
      let items = placement.items(inLines: all - 8..<all)
      #expect(items.last?.index == placement.count - 1)
      most = max(most, placement.steps - before)
      sum += placement.steps - before
    }
    // One walks from the checkpoint before to where the old walk is met, and as far twice for an item that moves.
    #expect(sum / Int64(edits) < 400, "\(sum / Int64(edits)) steps an edit")
    #expect(most < 800, "\(most) steps of \(toPlace)")
  }

  @Test("of a million items take few steps in a dense grid where as many cells stay to be covered")
  func stepsOfMoves() {
    var (placement, random) = Self.fewSpans(1_000_000, .dense)
    var all = placement.lineCount
    let toPlace = placement.steps
    #expect(toPlace > 20_000)
    var most: Int64 = 0
    for edit in 0..<200 {
      let before = placement.steps
      let index = Int64.random(in: 1_000..<placement.count - 1_000, using: &random)
      let isDone =
        switch edit % 3 {
        case 0: placement.move(index, to: index + .random(in: -500...500, using: &random))
        case 1: placement.insert(4 * (index % 5 + 1), at: index)
        default:
          placement.setSpan([3, 3], of: index / 100 * 100 + 3) && placement.setSpan([1, 1], of: index / 100 * 100 + 3)
        }
      #expect(isDone)
      all = placement.lineCount
      let items = placement.items(inLines: all - 8..<all)
      #expect(items.contains { $0.index == placement.count - 1 })
      most = max(most, placement.steps - before)
    }
    #expect(most < 1_000, "\(most) steps of \(toPlace)")
  }

  @Test("of starts take few steps where others stand as before behind them", arguments: [GridPacking.sparse, .dense])
  func stepsOfStarts(_ packing: GridPacking) {
    var random = SeededRandom(seed: 6)
    let count: Int64 = 60_000
    let declared = stride(from: Int64(50), to: count, by: 50).map { index in
      index % 1000 == 0
        ? DeclaredItem(index: index, span: [2, 2], start: GridStart(column: 1, row: index / 4))
        : DeclaredItem(
          index: index,
          span: GridSpan(column: .random(in: 1...3, using: &random), row: .random(in: 2...3, using: &random)))
    }
    var placement = TrackPlacement(count: count, tracks: 4, packing: packing, declared: declared)
    var all = placement.lineCount
    let toPlace = placement.steps
    #expect(toPlace > 2_000)
    var steps: [Int64] = []
    for edit in 0..<60 {
      let before = placement.steps
      let index = Int64(edit % 30 + 15) * 1000
      let column: Int64 = edit < 30 ? 2 : 0
      let isDone = placement.setStart(GridStart(column: column, row: index / 4), of: index)
      #expect(isDone)
      all = placement.lineCount
      let items = placement.items(inLines: all - 8..<all)
      #expect(!items.isEmpty)
      steps.append(placement.steps - before)
    }
    // Some move what is behind by a line, which then stands otherwise around all places that are asked for there. Dense
    // ones go from the checkpoint before to the one behind, with 64 spanning items between two.
    let most = packing == .sparse ? toPlace / 8 : 1_000
    steps.sort()
    #expect(steps[30] < most, "\(steps) of \(toPlace), \(packing)")
  }
}
