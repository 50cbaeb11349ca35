@_spi(Measuring) import GridLayout
import Testing

@Suite("Placements of random track grids, whatever their rules")
struct TrackPlacementPropertyTests {
  #if DEBUG
    static let grids = 150
  #else
    static let grids = 10_000
  #endif

  struct World {
    let count: Int64
    let tracks: Int
    let declared: [DeclaredItem]
    let flow: GridFlow
    let packing: GridPacking
    let context: String

    init(seed: UInt64) {
      var random = SeededRandom(seed: 7_000_000 + seed)
      count = .random(in: 1...200, using: &random)
      tracks = [1, 2, 3, 4, 6, 13, 65].randomElement(using: &random)!
      let plain = [0, 50, 90].randomElement(using: &random)!
      let span = Int64([2, 3, 3, tracks + 2].randomElement(using: &random)!)
      let hasStarts = Int.random(in: 0..<3, using: &random) == 0
      declared = (0..<count).compactMap { index in
        guard Int.random(in: 0..<100, using: &random) >= plain else { return nil }
        let item = TrackPlacementWorldsTests.randomItem(&random, span: span, start: 60, plain: 0)
        return DeclaredItem(index: index, span: item.span, start: hasStarts ? item.start : nil)
      }
      flow = Bool.random(using: &random) ? .rows : .columns
      packing = Bool.random(using: &random) ? .sparse : .dense
      context = "seed \(seed)"
    }

    func placement(_ count: Int64? = nil, spacing: Int = 96) -> TrackPlacement {
      let count = count ?? self.count
      return TrackPlacement(
        count: count, tracks: tracks, flow: flow, packing: packing, declared: declared.filter { $0.index < count },
        checkpointSpacing: spacing, blockSize: spacing)
    }

    var hasStarts: Bool { declared.contains { $0.start != nil } }
  }

  @Test("have every item once, in the tracks, and no two in one place")
  func occupancy() {
    for seed in 0..<UInt64(Self.grids) {
      let world = World(seed: seed)
      var placement = world.placement()
      let lineCount = placement.lineCount
      let items = placement.items(inLines: 0..<lineCount)
      #expect(items.map(\.index) == Array(0..<world.count), "\(world.context)")
      var reach = Array(repeating: Int64(0), count: world.tracks)
      var last: Int64 = 0
      for item in items.sorted(by: { $0.cell.lines(world.flow).lowerBound < $1.cell.lines(world.flow).lowerBound }) {
        let lines = item.cell.lines(world.flow)
        let tracks =
          world.flow == .rows
          ? item.cell.column..<item.cell.column + item.cell.columnSpan
          : item.cell.row..<item.cell.row + item.cell.rowSpan
        guard tracks.lowerBound >= 0, tracks.upperBound <= Int64(world.tracks), lines.lowerBound >= 0 else {
          Issue.record("\(item) is outside, \(world.context)")
          return
        }
        for track in tracks {
          if reach[Int(track)] > lines.lowerBound { Issue.record("\(item) covers another, \(world.context)") }
          reach[Int(track)] = lines.upperBound
        }
        last = max(last, lines.upperBound)
      }
      #expect(last == lineCount, "\(world.context)")
    }
  }

  @Test("are the same in any window, in any order of windows, as all at once")
  func windows() {
    for seed in 0..<UInt64(Self.grids) {
      let world = World(seed: seed)
      var random = SeededRandom(seed: seed)
      var eager = world.placement()
      let lineCount = eager.lineCount
      let all = eager.items(inLines: 0..<lineCount)
      var lazy = world.placement(spacing: [1, 2, 3, 7, 96].randomElement(using: &random)!)
      for _ in 0..<6 {
        let first = Int64.random(in: 0...lineCount, using: &random)
        let end = first + Int64.random(in: 1...20, using: &random)
        let expected = all.filter {
          let lines = $0.cell.lines(world.flow)
          return lines.lowerBound < end && lines.upperBound > first
        }
        let window = lazy.items(inLines: first..<end)
        let index = Int64.random(in: 0..<world.count, using: &random)
        let cell = lazy.cell(of: index)
        if window != expected || cell != all[Int(index)].cell {
          Issue.record("\(window), not \(expected), in \(first)..<\(end), \(world.context)")
          return
        }
      }
    }
  }

  @Test("are transposed where they flow in columns")
  func transposition() {
    for seed in 0..<UInt64(Self.grids) {
      let world = World(seed: seed)
      var placement = world.placement()
      var other = TrackPlacement(
        count: world.count, tracks: world.tracks, flow: world.flow == .rows ? .columns : .rows, packing: world.packing,
        declared: world.declared.map {
          DeclaredItem(
            index: $0.index, span: GridSpan(column: $0.span.row, row: $0.span.column),
            start: $0.start.map { GridStart(column: $0.row, row: $0.column) })
        })
      let lines = placement.lineCount
      let transposed = other.items(inLines: 0..<lines + 1).map {
        PlacedItem(
          index: $0.index,
          cell: GridCell(
            column: $0.cell.row, row: $0.cell.column, columnSpan: $0.cell.rowSpan, rowSpan: $0.cell.columnSpan))
      }
      let items = placement.items(inLines: 0..<lines)
      #expect(items == transposed, "\(world.context)")
    }
  }

  @Test("leave all items in place when others without starts come after them")
  func growth() {
    for seed in 0..<UInt64(Self.grids) {
      let world = World(seed: seed)
      guard !world.hasStarts else { continue }
      let half = world.count / 2
      var (before, after) = (world.placement(half), world.placement())
      let last = max(before.lineCount, after.lineCount)
      let kept = after.items(inLines: 0..<last).filter { $0.index < half }
      let items = before.items(inLines: 0..<last)
      #expect(items == kept, "\(world.context)")
    }
  }
}
