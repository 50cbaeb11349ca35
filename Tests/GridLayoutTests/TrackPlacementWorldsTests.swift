@_spi(Measuring) import GridLayout
import Testing

@Suite("Placements of track grids agree with the plain rules")
struct TrackPlacementWorldsTests {
  typealias Item = ReferencePlacement.Item

  static func declared(_ items: [Item]) -> [DeclaredItem] {
    items.enumerated().compactMap { index, item in
      item == Item() ? nil : DeclaredItem(index: Int64(index), span: item.span, start: item.start)
    }
  }

  /// Compares all cells and all windows, the latter of a value that knows nothing yet and of one that knows all.
  static func check(
    _ items: [Item], tracks: Int, flow: GridFlow, packing: GridPacking, spacing: Int, mostWindows: Int64 = 12
  ) {
    let plain = ReferencePlacement(items, tracks: tracks, flow: flow, packing: packing)
    let new = TrackPlacement(
      count: Int64(items.count), tracks: tracks, flow: flow, packing: packing, declared: declared(items),
      checkpointSpacing: spacing, blockSize: spacing)
    let world = "\(items), \(tracks) tracks, \(flow), \(packing), checkpoints every \(spacing)"
    var placement = new
    // From the back first, so that nothing is known of the way to it but by walking there.
    for index in items.indices.reversed() where placement.cell(of: Int64(index)) != plain.cells[index] {
      Issue.record(
        "\(String(describing: placement.cell(of: Int64(index)))), not \(plain.cells[index]), of item \(index) of \(world)"
      )
      return
    }
    for index in items.indices where placement.cell(of: Int64(index)) != plain.cells[index] {
      Issue.record("another answer for item \(index) of \(world)")
    }
    if placement.lineCount != plain.lineCount { Issue.record("\(placement.lineCount) lines of \(world)") }
    let anchored = new.anchoredItems
    if anchored != Array(plain.order.prefix(anchored.count)) { Issue.record("order \(anchored) of \(world)") }
    let moved = new.diagnostics.filter { $0.kind == .startConflict || $0.kind == .lineFull }.map(\.index)
    if moved != plain.lost { Issue.record("\(moved) moved, not \(plain.lost), of \(world)") }
    let last = min(plain.lineCount + 1, mostWindows)
    for first in 0...last {
      for end in first...last {
        let expected = plain.cells.indices.filter { index in
          let lines = plain.cells[index].lines(flow)
          return lines.lowerBound < end && lines.upperBound > first
        }.map { PlacedItem(index: Int64($0), cell: plain.cells[$0]) }
        var fresh = new
        let (early, late) = (fresh.items(inLines: first..<end), placement.items(inLines: first..<end))
        if early != (first < end ? expected : []) || late != early {
          Issue.record("\(early) and \(late), not \(expected), in \(first)..<\(end) of \(world)")
          return
        }
      }
    }
  }

  /// All lists of so many of some things.
  static func lists<Thing>(of things: [Thing], count: Int) -> [[Thing]] {
    (0..<count).reduce([[]]) { lists, _ in lists.flatMap { list in things.map { list + [$0] } } }
  }

  static let spans = (1...3).flatMap { width in
    (1...3).map { Item(span: GridSpan(column: Int64(width), row: Int64($0))) }
  }

  #if DEBUG
    static let (mostSpans, mostStarted, randomGrids) = (2, 1, 300)
    static let (manySpans, manyStarted) = (3, 1)
  #else
    static let (mostSpans, mostStarted, randomGrids) = (4, 2, 60_000)
    static let (manySpans, manyStarted) = (6, 3)
  #endif

  @Test("for all spans of a few items", arguments: [GridPacking.sparse, .dense])
  func allSpans(_ packing: GridPacking) {
    for count in 0...Self.mostSpans {
      for (number, items) in Self.lists(of: Self.spans, count: count).enumerated() {
        for tracks in 1...3 {
          Self.check(items, tracks: tracks, flow: .rows, packing: packing, spacing: number % 3 + 1)
        }
      }
    }
  }

  @Test("for all spans and starts of one or two items before plain ones", arguments: [GridPacking.sparse, .dense])
  func allStarts(_ packing: GridPacking) {
    let starts: [Int64?] = [nil, 0, 1, 2]
    let items = Self.spans.flatMap { item in
      starts.flatMap { column in
        starts.map { Item(span: item.span, start: GridStart(column: column, row: $0)) }
      }
    }
    for count in 1...Self.mostStarted {
      for (number, items) in Self.lists(of: items, count: count).enumerated() {
        for tracks in 1...3 {
          Self.check(
            items + [Item(), Item(), Item()], tracks: tracks, flow: .rows, packing: packing, spacing: number % 3 + 1,
            mostWindows: 5)
        }
      }
    }
  }

  /// One cell; wider, taller, and both; and as wide as the grid.
  static let fewSpans = [Item(), Item(span: [2, 1]), Item(span: [1, 2]), Item(span: [2, 3]), Item(span: [3, 1])]

  @Test("for all grids of six items of five spans", arguments: [GridPacking.sparse, .dense])
  func sixItems(_ packing: GridPacking) {
    for (number, items) in Self.lists(of: Self.fewSpans, count: Self.manySpans).enumerated() {
      for tracks in 2...3 {
        Self.check(
          items, tracks: tracks, flow: number % 2 == 0 ? .rows : .columns, packing: packing, spacing: number % 3 + 1,
          mostWindows: 5)
      }
    }
    // In a single track only the lines differ.
    for (number, items) in Self.lists(of: [Item(), Item(span: [1, 2]), Item(span: [1, 3])], count: Self.manySpans)
      .enumerated()
    {
      Self.check(items, tracks: 1, flow: .rows, packing: packing, spacing: number % 3 + 1, mostWindows: 5)
    }
  }

  @Test(
    "for all starts of three items, and any of them without, before three others",
    arguments: [GridPacking.sparse, .dense])
  func threeStarts(_ packing: GridPacking) {
    let starts: [Int64?] = [nil, 0, 1, 2]
    let kinds =
      [Item(span: [2, 2])]
      + starts.flatMap { column in
        starts.map { Item(start: GridStart(column: column, row: $0)) }
      }
    for (number, items) in Self.lists(of: kinds, count: Self.manyStarted).enumerated() {
      for tracks in 2...3 {
        Self.check(
          items + [Item(span: [2, 1]), Item(), Item(span: [1, 2])], tracks: tracks, flow: .rows, packing: packing,
          spacing: number % 3 + 1, mostWindows: 5)
      }
    }
  }

  static func randomItem(_ random: inout SeededRandom, span: Int64, start: Int64, plain: Int) -> Item {
    var item = Item()
    if Int.random(in: 0..<100, using: &random) < plain { return item }
    item.span = GridSpan(column: .random(in: 0...span, using: &random), row: .random(in: 0...span, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: item.start.column = .random(in: -1...start, using: &random)
    case 1: item.start.row = .random(in: -1...start, using: &random)
    case 2:
      item.start = GridStart(
        column: .random(in: -1...start, using: &random), row: .random(in: 0...start, using: &random))
    default: break
    }
    return item
  }

  @Test("for random tiny grids with starts, in both flows", arguments: [GridPacking.sparse, .dense])
  func randomTinyGrids(_ packing: GridPacking) {
    for seed in 0..<UInt64(Self.randomGrids) {
      var random = SeededRandom(seed: seed)
      let items = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Self.randomItem(&random, span: 3, start: 3, plain: 30)
      }
      Self.check(
        items, tracks: .random(in: 1...3, using: &random), flow: seed % 2 == 0 ? .rows : .columns, packing: packing,
        spacing: .random(in: 1...3, using: &random))
    }
  }

  @Test("for larger random grids of up to 66 tracks", arguments: [GridPacking.sparse, .dense])
  func randomGrids(_ packing: GridPacking) {
    for seed in 0..<UInt64(Self.randomGrids / 20) {
      var random = SeededRandom(seed: 1_000_000 + seed)
      let tracks = [1, 2, 3, 4, 5, 7, 12, 40, 64, 65, 66].randomElement(using: &random)!
      let plain = [0, 20, 60, 95].randomElement(using: &random)!
      let span = Int64([2, 3, 5, tracks + 1].randomElement(using: &random)!)
      let items = (0..<Int.random(in: 1...80, using: &random)).map { _ in
        Self.randomItem(&random, span: span, start: [2, 9, 60].randomElement(using: &random)!, plain: plain)
      }
      Self.check(
        items, tracks: tracks, flow: seed % 2 == 0 ? .rows : .columns, packing: packing,
        spacing: [1, 2, 5, 64].randomElement(using: &random)!, mostWindows: 6)
    }
  }

  @Test("and what is added at the end leaves all before in place")
  func growth() {
    for seed in 0..<UInt64(Self.randomGrids / 10) {
      var random = SeededRandom(seed: 2_000_000 + seed)
      let items = (0..<6).map { _ in Self.randomItem(&random, span: 3, start: 3, plain: 40) }
      for packing in [GridPacking.sparse, .dense] {
        var placement = TrackPlacement(
          count: 6, tracks: 3, flow: .rows, packing: packing, declared: Self.declared(items), checkpointSpacing: 2)
        _ = seed % 2 == 0 ? placement.lineCount : 0
        for count in [7, 12, 40, 9, 6, 8] {
          placement.setCount(Int64(count))
          let all = items + Array(repeating: Item(), count: count - 6)
          let plain = ReferencePlacement(all, tracks: 3, flow: .rows, packing: packing)
          let cells = all.indices.map { placement.cell(of: Int64($0)) }
          #expect(cells == plain.cells, "\(items), \(count), \(packing)")
          #expect(placement.lineCount == plain.lineCount)
        }
      }
    }
  }

  @Test("and so they do after edits, also of items that ask for a place")
  func edits() {
    for seed in 0..<UInt64(Self.randomGrids / 3) {
      var random = SeededRandom(seed: 3_000_000 + seed)
      let packing: GridPacking = seed % 3 == 0 ? .dense : .sparse
      let tracks = Int.random(in: 1...3, using: &random)
      var items = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Self.randomItem(&random, span: 3, start: 3, plain: 40)
      }
      var placement = TrackPlacement(
        count: Int64(items.count), tracks: tracks, flow: .rows, packing: packing, declared: Self.declared(items),
        checkpointSpacing: .random(in: 1...3, using: &random), blockSize: .random(in: 1...3, using: &random))
      for _ in 0..<6 {
        let index = Int64.random(in: 0..<Int64(max(items.count, 1)), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !items.isEmpty:
          let span = GridSpan(column: .random(in: 0...3, using: &random), row: .random(in: 1...3, using: &random))
          let isDone = placement.setSpan(span, of: index)
          #expect(isDone)
          items[Int(index)].span = span
        case 1 where !items.isEmpty:
          let range = index..<min(index + 2, Int64(items.count))
          let isDone = placement.remove(range)
          #expect(isDone)
          items.removeSubrange(Int(range.lowerBound)..<Int(range.upperBound))
        case 2 where !items.isEmpty:
          let start = Self.randomItem(&random, span: 1, start: 3, plain: 10).start
          let isDone = placement.setStart(start, of: index)
          #expect(isDone)
          items[Int(index)].start = start
        default:
          let isDone = placement.insert(2, at: min(index, Int64(items.count)))
          #expect(isDone)
          items.insert(contentsOf: [Item(), Item()], at: min(Int(index), items.count))
        }
        let plain = ReferencePlacement(items, tracks: tracks, flow: .rows, packing: packing)
        let known = Int64.random(in: 0...plain.lineCount, using: &random)
        let window = placement.items(inLines: known..<known + 2).map(\.cell)
        let expected = plain.cells.filter { $0.row < known + 2 && $0.row + $0.rowSpan > known }
        let cells = items.indices.map { placement.cell(of: Int64($0)) }
        if window != expected || cells != plain.cells || placement.lineCount != plain.lineCount {
          Issue.record("\(window) in line \(known), \(cells), not \(plain.cells), seed \(seed)")
          return
        }
      }
    }
  }
}
