@_spi(Measuring) import GridLayout
import Testing

@Suite("Placements of track grids")
struct TrackPlacementTests {
  @Test(
    "hold the vectors",
    arguments: [
      ("oracle_placement", 60), ("oracle_placement_large", 6), ("lazy_placement", 18), ("suite", 8), ("derived", 44),
      ("oracle_layout", 97),
    ])
  func vectors(_ name: String, _ count: Int) throws {
    let cases = try ExyteFile(name).cases
    #expect(cases.count == count)
    for vector in cases {
      let expect = try #require(vector.expect)
      let items = try #require(vector.items)
      for spacing in [1, 3, 64] {
        var placement = vector.placement(checkpointSpacing: spacing)
        let lines = placement.lineCount
        if let rows = expect.rows {
          #expect(rows == (vector.flow == .rows ? lines : Int64(placement.tracks)), "\(vector.name)")
        }
        if let columns = expect.columns {
          #expect(columns == (vector.flow == .rows ? Int64(placement.tracks) : lines), "\(vector.name)")
        }
        for (index, item) in items.enumerated() {
          guard let cell = expect.cells?[item.id] else { continue }
          let expected = GridCell(
            column: cell.column, row: cell.row, columnSpan: cell.columnSpan, rowSpan: cell.rowSpan)
          #expect(placement.cell(of: Int64(index)) == expected, "\(item.id) of \(vector.name)")
        }
        if let order = expect.order {
          let anchored = placement.anchoredItems
          let ours = anchored + items.indices.map(Int64.init).filter { !anchored.contains($0) }
          #expect(ours.map { items[Int($0)].id } == order, "\(vector.name)")
        }
      }
    }
  }

  @Test("cut an overhang of an item with a full start, in both flows, and say it")
  func defects() throws {
    let cases = try ExyteFile("reference_defects").cases
    #expect(cases.count == 18)
    for vector in cases where vector.name.hasPrefix("overhang_of") {
      var placement = vector.placement()
      let expected = vector.flow == .rows ? GridCell(column: 3, row: 0) : GridCell(column: 0, row: 3)
      #expect(placement.cell(of: 0) == expected)
      #expect(placement.diagnostics == [PlacementDiagnostic(.overhang, index: 0)])
    }
  }

  @Test("know where any of 10¹² plain items stands without a walk")
  func plain() {
    for packing in [GridPacking.sparse, .dense] {
      var placement = TrackPlacement(count: 1_000_000_000_000, tracks: 4, packing: packing)
      #expect(placement.cell(of: 777_777_777_777) == GridCell(column: 1, row: 194_444_444_444))
      #expect(placement.lineCount == 250_000_000_000)
      let items = placement.items(inLines: 100_000_000_000..<100_000_000_002)
      #expect(items.map(\.index) == Array(400_000_000_000..<400_000_000_008))
      #expect(items.last?.cell == GridCell(column: 3, row: 100_000_000_001))
      #expect(placement.steps < 20)
    }
  }

  @Test("take steps for what is declared, not for what is plain")
  func steps() {
    for packing in [GridPacking.sparse, .dense] {
      var placement = TrackPlacement(
        count: 1_000_000_000_000, tracks: 4, packing: packing,
        declared: (0..<1000).map { DeclaredItem(index: $0 * 1_000_000_000, span: [2, 2]) })
      // A sparse grid leaves a hole wherever a wide item meets the end of a line.
      #expect(placement.lineCount == 250_000_000_000 + (packing == .dense ? 750 : 1000))
      #expect(placement.steps < 8 * 1000)
      let before = placement.steps
      let items = placement.items(inLines: 125_000_000_000..<125_000_000_010)
      #expect(items.count == 40)
      #expect(placement.steps - before < 200)
    }
  }

  @Test("of spans and starts of billions are as quick as of small ones")
  func wild() {
    for seed in 0..<UInt64(500) {
      var random = SeededRandom(seed: seed)
      let wild: [Int64] = [.min, -1, 0, 1, 2, 3, 1000, 1_000_000_000, 1 << 40, .max]
      let declared = (0..<40).map { _ in
        DeclaredItem(
          index: .random(in: -1...70, using: &random),
          span: GridSpan(column: wild.randomElement(using: &random)!, row: wild.randomElement(using: &random)!),
          start: GridStart(column: wild.randomElement(using: &random), row: wild.randomElement(using: &random)))
      }
      for packing in [GridPacking.sparse, .dense] {
        var placement = TrackPlacement(
          count: 60, tracks: Int(seed % 5), flow: .columns, packing: packing, declared: declared)
        let cells = (0..<60).compactMap { placement.cell(of: $0) }
        #expect(cells.count == (seed % 5 == 0 ? 0 : 60))
        for (i, a) in cells.enumerated() {
          #expect(a.row >= 0 && a.column >= 0 && a.rowSpan > 0 && a.columnSpan > 0 && a.row + a.rowSpan <= seed % 5)
          for b in cells[..<i] {
            let apart =
              a.row >= b.row + b.rowSpan || b.row >= a.row + a.rowSpan
              || a.column >= b.column + b.columnSpan || b.column >= a.column + a.columnSpan
            if !apart { Issue.record("\(a) over \(b), seed \(seed)") }
          }
        }
        #expect(placement.lineCount == cells.map { $0.column + $0.columnSpan }.max() ?? 0)
      }
    }
  }

  @Test("say what was repaired")
  func diagnostics() {
    let placement = TrackPlacement(
      count: 12, tracks: 3,
      declared: [
        DeclaredItem(index: 0, span: [0, 1]), DeclaredItem(index: 1, span: [4, 1]),
        DeclaredItem(index: 2, span: [1, .max]), DeclaredItem(index: 3, start: [-1, nil]),
        DeclaredItem(index: 4, start: [3, nil]), DeclaredItem(index: 5, span: [2, 1], start: [2, 0]),
        DeclaredItem(index: 6, start: [2, 0]), DeclaredItem(index: 7, span: [3, 1], start: [nil, 0]),
        DeclaredItem(index: 7), DeclaredItem(index: 12),
      ])
    let said = placement.diagnostics.map { "\($0.kind) \($0.index)" }
    #expect(
      said == [
        "spanNotPositive 0", "spanTooWide 1", "spanTooLong 2", "negativeStart 3", "startOutOfRange 4",
        "declaredTwice 7", "noSuchItem 12", "overhang 5", "startConflict 6", "lineFull 7",
      ])
    let many = TrackPlacement(
      count: 5000, tracks: 3, declared: (0..<5000).map { DeclaredItem(index: $0, start: [0, 0]) })
    #expect(many.diagnostics.count == 1000)
    #expect(many.unlistedDiagnostics == 3999)
  }

  @Test("lines however far down have the items that are there, and no number is too large", arguments: [1, 9, 4096])
  func farLines(tracks: Int) {
    for packing in [GridPacking.sparse, .dense] {
      var placement = TrackPlacement(
        count: 50, tracks: tracks, packing: packing, declared: [DeclaredItem(index: 3, span: [2, 2])])
      #expect(placement.items(inLines: 0..<Int64.max).map(\.index) == Array(0..<50))
      #expect(placement.items(inLines: Int64.min..<Int64.max).count == 50)
      #expect(placement.items(inLines: (Int64.max - 1)..<Int64.max).isEmpty)
      #expect(placement.items(inLines: (Int64(1) << 60)..<(Int64(1) << 61)).isEmpty)
    }
  }
}
