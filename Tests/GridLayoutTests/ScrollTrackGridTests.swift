@_spi(Measuring) import GridLayout
import Testing

@Suite("Track grids that scroll")
struct ScrollTrackGridTests {
  typealias Item = ReferencePlacement.Item

  #if DEBUG
    static let (mostItems, randomGrids) = (1, 100)
  #else
    static let (mostItems, randomGrids) = (2, 3_000)
  #endif

  /// A grid beside the plain lists that it should agree with.
  struct World {
    let grid: TrackGrid
    var items: [Item]
    var sizes: [Size?]
    var scroll: ScrollTrackGrid
    let estimate: Double

    init(_ grid: TrackGrid, _ items: [Item], estimate: Double, spacing: Int, bits: Int, across: Double = 300) {
      (self.grid, self.items, self.estimate) = (grid, items, estimate)
      sizes = Array(repeating: nil, count: items.count)
      scroll = ScrollTrackGrid(
        grid, count: Int64(items.count), declared: TrackPlacementWorldsTests.declared(items), across: across,
        estimate: estimate, checkpointSpacing: spacing, bits: bits)
    }

    mutating func set(_ size: Size?, _ index: Int) {
      sizes[index] = size
      scroll.setSize(size, of: Int64(index))
    }

    /// Says what is not as it is told.
    mutating func check(_ context: String) {
      let plain = ReferenceScrolling(grid, items, sizes, estimate: estimate)
      // A text that nobody reads would take most of the time.
      var world: String { "\(items), \(sizes), \(grid), \(context)" }
      let spacing = grid.flow == .rows ? grid.spacing.vertical : grid.spacing.horizontal
      let gap = grid.arithmetic == .exyte ? 0 : spacing
      guard scroll.lineCount == Int64(plain.lines.count) else {
        Issue.record("\(scroll.lineCount) lines, not \(plain.lines.count), of \(world)")
        return
      }
      var offset = 0.0
      for (line, length) in plain.lines.enumerated() {
        let ours = (scroll.length(ofLine: Int64(line)), scroll.offset(ofLine: Int64(line)))
        if abs(ours.0 - length) > 1e-9 || abs(ours.1 - offset) > 1e-9
          || scroll.isMeasured(line: Int64(line)) != plain.isMeasured[line]
        {
          Issue.record("\(ours), not \(length) at \(offset), is line \(line) of \(world)")
          return
        }
        offset += length + gap
      }
      if !plain.lines.isEmpty, abs(scroll.contentLength - (offset - gap)) > 1e-9 {
        Issue.record("\(scroll.contentLength), not \(offset - gap), of \(world)")
      }
    }

    /// Builds the same at once, in another order, and compares to the last bit.
    func checkHistory(_ random: inout SeededRandom, _ context: String) {
      var other = World(grid, items, estimate: estimate, spacing: 64, bits: 6)
      for index in items.indices.shuffled(using: &random) { other.set(sizes[index], index) }
      var same = World(grid, items, estimate: estimate, spacing: 1, bits: 6)
      same.scroll.setSizes(sizes, from: 0)
      var past = World(grid, items, estimate: estimate, spacing: 3, bits: 6)
      for index in items.indices { past.set(Size(width: 77.7, height: 1 / 3), index) }
      for index in items.indices { past.set(sizes[index], index) }
      for line in 0..<other.scroll.lineCount + 2 {
        let offsets = [other, same, past].map { $0.scroll.offset(ofLine: line) }
        if Set(offsets).count > 1 { Issue.record("\(offsets) of line \(line) of \(items), \(sizes), \(context)") }
      }
    }
  }

  static let lengths: [Double?] = [nil, 0, 10, 25, 100 / 3]

  static func randomSize(_ random: inout SeededRandom) -> Size? {
    guard let width = lengths.randomElement(using: &random)!, let height = lengths.randomElement(using: &random)! else {
      return nil
    }
    return Size(width: width, height: height)
  }

  static func randomGrid(_ random: inout SeededRandom, tracks: Int) -> TrackGrid {
    let kinds: [GridTrack] = [.fr(1), .fr(2), .pt(40), .fit, .fit]
    return TrackGrid(
      tracks: (0..<tracks).map { _ in kinds.randomElement(using: &random)! }, contentMode: .scroll,
      flow: Bool.random(using: &random) ? .rows : .columns, packing: Bool.random(using: &random) ? .sparse : .dense,
      spacing: [0, 5, [3, 0.5]].randomElement(using: &random)!,
      insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
      commonItemsAlignment: [.center, .topLeading, .bottomTrailing].randomElement(using: &random)!,
      contentAlignment: [.center, .trailing].randomElement(using: &random)!,
      arithmetic: Bool.random(using: &random) ? .exact : .exyte)
  }

  @Test("have the lines of the plain rules for all sizes of a few items", arguments: [GridArithmetic.exact, .exyte])
  func allWorlds(_ arithmetic: GridArithmetic) {
    let spans = TrackPlacementWorldsTests.spans
    let sizes: [Size?] = [nil, Size(width: 10, height: 10), Size(width: 31, height: 31)]
    for count in 1...Self.mostItems {
      for (number, items) in TrackPlacementWorldsTests.lists(of: spans, count: count).enumerated() {
        for tracks in 1...3 {
          let grid = TrackGrid(
            tracks: Array(repeating: .fr(1), count: tracks), flow: number % 2 == 0 ? .rows : .columns,
            packing: number % 5 < 3 ? .sparse : .dense, spacing: 2, arithmetic: arithmetic)
          let items = items + [Item(), Item()]
          for (place, list) in TrackPlacementWorldsTests.lists(of: sizes, count: count + 1).enumerated() {
            var world = World(grid, items, estimate: 20, spacing: place % 3 + 1, bits: number % 3 + 1)
            for (index, size) in list.enumerated() { world.set(size, index) }
            world.check("arithmetic \(arithmetic)")
          }
        }
      }
    }
  }

  @Test("have them after changes of random grids with starts, whatever was measured before")
  func randomWorlds() {
    for seed in 0..<UInt64(Self.randomGrids) {
      var random = SeededRandom(seed: 5_000_000 + seed)
      let tracks = [1, 2, 3, 4, 9].randomElement(using: &random)!
      let items = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        TrackPlacementWorldsTests.randomItem(
          &random, span: [2, 3, 7].randomElement(using: &random)!, start: 12, plain: Int(seed % 4) * 30)
      }
      var world = World(
        Self.randomGrid(&random, tracks: tracks), items, estimate: [0, 12, 30].randomElement(using: &random)!,
        spacing: .random(in: 1...3, using: &random), bits: .random(in: 1...3, using: &random))
      for step in 0..<12 {
        let index = Int.random(in: 0..<items.count, using: &random)
        if step % 4 == 3 {
          let last = min(index + 5, items.count)
          for place in index..<last { world.sizes[place] = Self.randomSize(&random) }
          world.scroll.setSizes(Array(world.sizes[index..<last]), from: Int64(index))
        } else {
          world.set(Self.randomSize(&random), index)
        }
        world.check("seed \(seed), step \(step)")
      }
      world.checkHistory(&random, "seed \(seed)")
    }
  }

  @Test("have windows with the frames of the whole layout once all is measured")
  func windows() {
    for seed in 0..<UInt64(Self.randomGrids / 2) {
      var random = SeededRandom(seed: 6_000_000 + seed)
      let tracks = [1, 2, 3, 4].randomElement(using: &random)!
      let items = (0..<Int.random(in: 1...25, using: &random)).map { _ in
        TrackPlacementWorldsTests.randomItem(&random, span: 3, start: 9, plain: Int(seed % 4) * 30)
      }
      var world = World(
        Self.randomGrid(&random, tracks: tracks), items, estimate: 20, spacing: .random(in: 1...3, using: &random),
        bits: .random(in: 1...3, using: &random))
      // Whole numbers, so that both have exact sums.
      for index in items.indices.shuffled(using: &random) {
        world.set(
          Size(
            width: Double(Int.random(in: 0...60, using: &random)),
            height: Double(Int.random(in: 1...60, using: &random))),
          index)
      }
      let grid = world.grid
      let inRows = grid.flow == .rows
      let declared = zip(items, world.sizes).map { TrackGridItem(span: $0.span, start: $0.start, size: $1!) }
      let layout = grid.layout(declared, in: inRows ? Size(width: 300, height: 9) : Size(width: 9, height: 300))
      let along = inRows ? layout.rowSizes : layout.columnSizes
      let origin = grid.arithmetic == .exyte ? 0 : inRows ? layout.contentOrigin.y : layout.contentOrigin.x
      let isWhole = along.all.allSatisfy { $0 == $0.rounded() } && grid.spacing != [3, 0.5]
      for _ in 0..<8 {
        let start = Double(Int.random(in: -20...Int(along.total) + 20, using: &random))
        let end = start + Double(Int.random(in: 0...120, using: &random))
        let line = Int64.random(in: 0...along.count + 1, using: &random)
        let lineStart = world.scroll.offset(ofLine: line)
        let window = world.scroll.window(from: start, to: end)
        let (items, sizes) = (items, world.sizes)
        var context: String { "\(start)..<\(end), from line \(line), \(items), \(sizes), \(grid), seed \(seed)" }
        if isWhole {
          let lines = along.numbers(from: start, to: end)
          if window.lines != lines && !(window.lines.isEmpty && lines.isEmpty) {
            Issue.record("lines \(window.lines), not \(lines), in \(context)")
            return
          }
        }
        let relative = world.scroll.window(from: start - lineStart, to: end - lineStart, relativeToLine: line)
        if isWhole, relative.lines != window.lines || relative.items != window.items {
          Issue.record("\(relative), not \(window), in \(context)")
        }
        #expect(abs(relative.relativeOrigin + lineStart - relative.origin) < 1e-9 || relative.lines.isEmpty)
        let expected = layout.items.indices.filter {
          let lines = layout.items[$0].cell.lines(grid.flow)
          return lines.lowerBound < window.lines.upperBound && lines.upperBound > window.lines.lowerBound
        }
        #expect(window.items.map(\.index) == expected.map(Int64.init), "\(context)")
        for item in window.items {
          let whole = layout.items[Int(item.index)]
          let shift = window.origin + origin
          #expect(item.isMeasured && item.layout.cell == whole.cell)
          for (ours, theirs) in [
            (item.layout.rect, whole.rect), (item.layout.frame, whole.frame),
            (item.layout.background, whole.background),
          ] {
            let moved =
              inRows
              ? Rect(x: ours.minX, y: ours.minY + shift, width: ours.width, height: ours.height)
              : Rect(x: ours.minX + shift, y: ours.minY, width: ours.width, height: ours.height)
            let gap = max(
              max(abs(moved.minX - theirs.minX), abs(moved.minY - theirs.minY)),
              max(abs(moved.width - theirs.width), abs(moved.height - theirs.height)))
            if gap > (isWhole || grid.arithmetic == .exact ? 1e-9 : 1.01) {
              Issue.record("\(moved), not \(theirs), of item \(item.index) in \(context)")
              return
            }
          }
        }
      }
      #expect(world.scroll.fit != .runningMaximum || !grid.tracks.allSatisfy { $0 != .fit })
      if world.scroll.fit == .exact {
        #expect(world.scroll.trackLengths.all == (inRows ? layout.columnSizes.all : layout.rowSizes.all))
      }
    }
  }

  @Test("have exact frames and no table at 10¹² items")
  func far() {
    for packing in [GridPacking.sparse, .dense] {
      let grid = TrackGrid(tracks: [.fr(1), .fr(1), .pt(90), .fit], packing: packing, spacing: 0.7)
      var far = ScrollTrackGrid(grid, count: 1_000_000_000_000, across: 400, estimate: 33.3)
      var near = far
      let line: Int64 = 200_000_000_000
      let first = 4 * line
      for (item, height) in [(0, 12.1), (5, 80.3), (11, 0.1)] as [(Int64, Double)] {
        near.setSize(Size(width: 20, height: height), of: item)
        let lines = far.setSize(Size(width: 20, height: height), of: first + item)
        #expect(lines == line + item / 4..<line + item / 4 + 1)
      }
      let (a, b) = (near.window(from: 3, to: 500.5), far.window(from: 3, to: 500.5, relativeToLine: line))
      #expect(a.lines.lowerBound + line == b.lines.lowerBound && a.lines.upperBound + line == b.lines.upperBound)
      #expect(b.lines.count > 10 && a.relativeOrigin == b.relativeOrigin)
      #expect(a.items.map(\.layout.frame) == b.items.map(\.layout.frame))
      #expect(a.items.map(\.layout.rect) == b.items.map(\.layout.rect))
      #expect(a.items.map { $0.index + first } == b.items.map(\.index))
      #expect(far.offset(ofLine: line) == Double(line) * 33.3 + Double(line) * 0.7)
      #expect(far.fit == .runningMaximum && far.trackLengths[3] == 20)
      // The last lines, from the first one, as far as numbers go.
      let end = far.contentLength
      let last = far.window(from: end - 100, to: end + 100)
      #expect(last.lines.upperBound == 250_000_000_000 && last.items.last?.index == 999_999_999_999)
      #expect(far.window(from: end + 100, to: end + 200).items.isEmpty)
      #expect(far.placementSteps < 60)
    }
  }

  @Test("keep what is known of tall items and far starts as runs")
  func tall() {
    let declared = [
      DeclaredItem(index: 0, span: [1, 1_000_000_000]), DeclaredItem(index: 3, start: [1, 1 << 40]),
      DeclaredItem(index: 4, span: [2, 3]),
    ]
    let grid = TrackGrid(tracks: [GridTrack](count: 3), spacing: 0)
    var scroll = ScrollTrackGrid(grid, count: 6, declared: declared, across: 300, estimate: 10)
    scroll.setSizes(Array(repeating: Size(width: 1, height: 8), count: 6), from: 0)
    // The tall one has room enough from the lines of the others; after it nothing is left but the far one's line.
    let (lineCount, before) = (scroll.lineCount, scroll.contentLength)
    #expect(lineCount == 1 << 40 + 1)
    #expect(scroll.offset(ofLine: 1 << 40) == scroll.offset(ofLine: 1_000_000_000))
    #expect(before == scroll.offset(ofLine: 1 << 40) + 8)
    scroll.setSize(Size(width: 1, height: 3e9), of: 0)
    let after = scroll.contentLength
    #expect(abs(after - 3e9 - 8) < 1)
    let window = scroll.window(from: 1e9, to: 1e9 + 30)
    #expect(window.items.map(\.index) == [0] && window.items[0].layout.rect.minY < -9e8)
    let end = scroll.window(from: 2, to: 10, relativeToLine: 1 << 40)
    #expect(end.items.map(\.index) == [3] && end.items[0].layout.rect.minY == 0)
  }

  @Test("say whether tracks fit all items, and fit them anew")
  func fit() {
    let grid = TrackGrid(tracks: [.fit, .fr(1)], spacing: 0)
    var scroll = ScrollTrackGrid(grid, count: 4, across: 300, estimate: 10)
    func check(_ fit: TrackFit, _ lengths: [Double]) {
      let ours = scroll.trackLengths.all
      #expect(scroll.fit == fit && ours == lengths)
    }
    check(.runningMaximum, [0, 300])
    scroll.setSizes([40, 10, 60, 10].map { Size(width: $0, height: 5) }, from: 0)
    check(.exact, [60, 240])
    scroll.setSize(Size(width: 20, height: 5), of: 2)
    check(.runningMaximum, [60, 240])
    let isOther = scroll.refit()
    check(.exact, [40, 260])
    let isOtherAgain = scroll.refit()
    #expect(isOther && !isOtherAgain)
    #expect(
      ScrollTrackGrid(TrackGrid(tracks: [GridTrack](count: 2)), count: 9, across: 100, estimate: 1).fit == .independent)
  }

  @Test("repair wild numbers, and say it")
  func wild() {
    let grid = TrackGrid(tracks: [.fit], insets: EdgeInsets(leading: 60))
    for number in [Double.nan, .infinity, -.infinity, -1, 1e300] {
      var scroll = ScrollTrackGrid(grid, count: 10, across: number, estimate: number)
      #expect(!scroll.diagnostics.isEmpty)
      scroll.setSize(Size(width: number, height: number), of: 3)
      scroll.setSize(.zero, of: 10)
      scroll.setSize(.zero, of: -1)
      scroll.setSizes([nil, .zero], from: .max)
      let length = scroll.contentLength
      #expect(scroll.diagnostics.count > 1 && length.isFinite && scroll.size(of: 10) == nil)
      let windows = [
        scroll.window(from: number, to: number), scroll.window(from: 0, to: 1e300, relativeToLine: .max),
        scroll.window(from: -1e300, to: 1e300, relativeToLine: .min),
      ]
      #expect(windows[0].items.isEmpty && windows[1].items.count <= 10 && windows[2].items.count == 10)
    }
    var none = ScrollTrackGrid(TrackGrid(tracks: []), count: 10, across: 100, estimate: 10)
    let (window, length) = (none.window(from: 0, to: 100), none.contentLength)
    #expect(window.items.isEmpty && length == 0)
  }
}
