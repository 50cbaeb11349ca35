@_spi(Measuring) import GridLayout
import Testing

@Suite("Track grids that scroll, edited")
struct ScrollTrackGridEditTests {
  typealias Item = ReferencePlacement.Item
  typealias World = ScrollTrackGridTests.World

  #if DEBUG
    static let (worldStride, randomGrids) = (37, 120)
  #else
    static let (worldStride, randomGrids) = (1, 3_000)
  #endif

  /// What is done to a grid, and to the plain lists beside it.
  enum Edit {
    case insert(Int, at: Int)
    case remove(Range<Int>)
    case move(Range<Int>, to: Int)
    case span(GridSpan, Int)
    case start(GridStart?, Int)
    case size(Size?, Int)

    static func all(of count: Int) -> [Edit] {
      var edits: [Edit] = []
      for index in 0...count { for added in 1...2 { edits.append(.insert(added, at: index)) } }
      for index in 0..<count {
        for end in index + 1...count {
          edits.append(.remove(index..<end))
          for to in 0...count - (end - index) { edits.append(.move(index..<end, to: to)) }
        }
        edits += [[1, 1], [2, 1], [1, 2], [3, 3]].map { .span($0, index) }
        edits += [nil, [0, 0], [1, nil], [nil, 1], [5, 2]].map { .start($0, index) }
        edits += [nil, Size(width: 31, height: 31)].map { .size($0, index) }
      }
      return edits
    }

    static func random(of count: Int, _ random: inout SeededRandom) -> Edit {
      let kind = count == 0 ? 0 : Int.random(in: 0...6, using: &random)
      if kind == 0 { return .insert(.random(in: 1...9, using: &random), at: .random(in: 0...count, using: &random)) }
      let index = Int.random(in: 0..<count, using: &random)
      let end = Int.random(in: index + 1...min(count, index + 6), using: &random)
      switch kind {
      case 1: return .remove(index..<end)
      case 2: return .move(index..<end, to: .random(in: 0...count - (end - index), using: &random))
      case 3: return .span([.random(in: 0...4, using: &random), .random(in: 1...4, using: &random)], index)
      case 4:
        let column: Int64? = Bool.random(using: &random) ? .random(in: -1...4, using: &random) : nil
        let row: Int64? = Bool.random(using: &random) ? .random(in: 0...9, using: &random) : nil
        return .start(Int.random(in: 0..<3, using: &random) == 0 ? nil : [column, row], index)
      default: return .size(ScrollTrackGridTests.randomSize(&random), index)
      }
    }
  }

  /// Edits a grid and the plain lists.
  static func apply(_ edit: Edit, _ world: inout World) -> Bool {
    func range(_ range: Range<Int>) -> Range<Int64> { Int64(range.lowerBound)..<Int64(range.upperBound) }
    switch edit {
    case .insert(let added, let index):
      world.items.insert(contentsOf: Array(repeating: Item(), count: added), at: index)
      world.sizes.insert(contentsOf: Array(repeating: nil, count: added), at: index)
      return world.scroll.insert(Int64(added), at: Int64(index))
    case .remove(let removed):
      world.items.removeSubrange(removed)
      world.sizes.removeSubrange(removed)
      return world.scroll.remove(range(removed))
    case .move(let moved, let index):
      let (items, sizes) = (Array(world.items[moved]), Array(world.sizes[moved]))
      world.items.removeSubrange(moved)
      world.sizes.removeSubrange(moved)
      world.items.insert(contentsOf: items, at: index)
      world.sizes.insert(contentsOf: sizes, at: index)
      return world.scroll.move(range(moved), to: Int64(index))
    case .span(let span, let index):
      world.items[index].span = span
      return world.scroll.setSpan(span, of: Int64(index))
    case .start(let start, let index):
      world.items[index].start = start ?? GridStart()
      return world.scroll.setStart(start, of: Int64(index))
    case .size(let size, let index):
      world.set(size, index)
      return true
    }
  }

  /// Says what is not as in a new grid of the same items and sizes, to the last bit.
  ///
  /// - Parameter bits: How lines are summed up in both: sums of fractions depend on that.
  static func checkIsNew(_ world: inout World, bits: Int, _ context: @autoclosure () -> String) {
    var new = World(world.grid, world.items, estimate: world.estimate, spacing: 64, bits: bits)
    new.sizes = world.sizes
    new.scroll.setSizes(world.sizes, from: 0)
    // A window of its own, so that lines that wait still do.
    var (ours, theirs) = (world.scroll, new.scroll)
    // Tracks that fit what was measured before stay as wide until they are fitted anew.
    _ = (ours.refit(), theirs.refit())
    let start = Double(world.items.count * 7 % 90)
    let windows = [ours.window(from: start, to: start + 70), theirs.window(from: start, to: start + 70)]
    guard windows[0].items == windows[1].items, windows[0].lines == windows[1].lines,
      windows[0].origin == windows[1].origin,
      world.scroll.lines(from: start, to: start + 70) == new.scroll.lines(from: start, to: start + 70)
    else {
      Issue.record("another window from \(start) on, \(context())")
      return
    }
    let (count, lines) = (world.scroll.count, world.scroll.lineCount)
    guard count == new.scroll.count, lines == new.scroll.lineCount else {
      Issue.record("\(count) items in \(lines) lines, not \(new.scroll.count) in \(new.scroll.lineCount), \(context())")
      return
    }
    for index in 0..<count {
      let (ours, theirs) = (world.scroll.cell(of: index), new.scroll.cell(of: index))
      guard ours == theirs, world.scroll.size(of: index) == world.sizes[Int(index)] else {
        Issue.record("item \(index) is at \(ours!), not \(theirs!), or lost its size, \(context())")
        return
      }
    }
    for line in 0..<lines + 3 {
      let (ours, theirs) = (world.scroll.offset(ofLine: line), new.scroll.offset(ofLine: line))
      guard ours == theirs, world.scroll.length(ofLine: line) == new.scroll.length(ofLine: line),
        world.scroll.isMeasured(line: line) == new.scroll.isMeasured(line: line)
      else {
        Issue.record("line \(line) starts at \(ours), not \(theirs), or has another length, \(context())")
        return
      }
    }
  }

  @Test("are as new grids of the same items after every edit of a few", arguments: [GridPacking.sparse, .dense])
  func allWorlds(_ packing: GridPacking) {
    let kinds: [Item] = [
      Item(), Item(span: [2, 1]), Item(span: [1, 2]), Item(span: [2, 3]), Item(start: [0, 1]), Item(start: [1, nil]),
      Item(span: [2, 2], start: [nil, 0]),
    ]
    let sizes: [Size?] = [nil, Size(width: 10, height: 10), Size(width: 31, height: 47)]
    var number = 0
    for items in TrackPlacementWorldsTests.lists(of: kinds, count: 3) {
      for list in TrackPlacementWorldsTests.lists(of: sizes, count: 3) {
        number += 1
        guard number % Self.worldStride == 0 else { continue }
        let grid = TrackGrid(
          tracks: Array(repeating: number % 2 == 0 ? .fr(1) : .fit, count: number % 3 + 1),
          flow: number % 4 < 2 ? .rows : .columns, packing: packing, spacing: 2,
          arithmetic: number % 5 < 3 ? .exact : .exyte)
        let bits = number % 3 + 1
        var start = World(grid, items + [Item()], estimate: 20, spacing: number % 3 + 1, bits: bits)
        if number % 7 < 5 { start.scroll.mostSettledAtOnce = 0 }
        for (index, size) in (list + [sizes[1]]).enumerated() { start.set(size, index) }
        for (place, edit) in Edit.all(of: 4).enumerated() where place % 4 == number % 4 {
          var world = start
          let isDone = Self.apply(edit, &world)
          #expect(isDone)
          Self.checkIsNew(&world, bits: bits, "after \(edit) of \(items), \(list), \(grid)")
          guard place % 16 == number % 16 else { continue }
          world.check("after \(edit)")
        }
      }
    }
  }

  @Test("are as the plain rules say, and as new grids, after row upon row of random edits")
  func randomWorlds() {
    for seed in 0..<UInt64(Self.randomGrids) {
      var random = SeededRandom(seed: 8_000_000 + seed)
      let tracks = [1, 2, 3, 4, 9].randomElement(using: &random)!
      let isPlain = seed % 3 == 0
      let items = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        isPlain
          ? Item()
          : TrackPlacementWorldsTests.randomItem(
            &random, span: [2, 3, 7].randomElement(using: &random)!, start: seed % 3 == 1 ? 0 : 12,
            plain: Int(seed % 4) * 30)
      }
      let bits = [1, 2, 3, 6].randomElement(using: &random)!
      var world = World(
        ScrollTrackGridTests.randomGrid(&random, tracks: tracks), items,
        estimate: [0, 12, 30].randomElement(using: &random)!, spacing: .random(in: 1...3, using: &random),
        bits: bits)
      for index in items.indices where Bool.random(using: &random) {
        world.set(ScrollTrackGridTests.randomSize(&random), index)
      }
      // Where lines wait, in most steps nobody asks for all of them.
      if seed % 2 == 0 { world.scroll.mostSettledAtOnce = 0 }
      var edits: [Edit] = []
      for step in 0..<14 {
        edits.append(.random(of: world.items.count, &random))
        let isDone = Self.apply(edits[step], &world)
        #expect(isDone, "seed \(seed), step \(step)")
        Self.checkIsNew(&world, bits: bits, "seed \(seed), after \(edits)")
        if step % 3 == 0 { world.check("seed \(seed), after \(edits)") }
      }
    }
  }

  @Test("fit their tracks to what stands in them after an edit")
  func fit() {
    var scroll = ScrollTrackGrid(TrackGrid(tracks: [.fit, .fit], spacing: 0), count: 4, across: 300, estimate: 10)
    scroll.setSizes([40, 10, 60, 20].map { Size(width: $0, height: 5) }, from: 0)
    func check(_ lengths: [Double], _ fit: TrackFit) {
      let ours = scroll.trackLengths.all
      #expect(ours == lengths && scroll.fit == fit)
    }
    check([60, 20], .exact)
    scroll.insert(1, at: 0)
    check([20, 60], .runningMaximum)
    scroll.remove(0..<1)
    check([60, 20], .exact)
    scroll.move(2..<3, to: 3)
    check([40, 60], .exact)
  }

  @Test("take the edits of 10¹² items as they take those of a few")
  func far() {
    var scroll = ScrollTrackGrid(
      TrackGrid(tracks: [GridTrack](count: 4), spacing: 1), count: 1_000_000_000_000, across: 400, estimate: 10)
    let far: Int64 = 400_000_000_000
    for (item, height) in [(0, 12), (far, 20), (far + 5, 30)] as [(Int64, Double)] {
      scroll.setSize(Size(width: 9, height: height), of: item)
    }
    scroll.insert(4_000_000_000, at: 8)
    #expect(scroll.size(of: far) == nil && scroll.size(of: far + 4_000_000_000)?.height == 20)
    #expect(scroll.length(ofLine: 101_000_000_000) == 20 && scroll.length(ofLine: 101_000_000_001) == 30)
    #expect(scroll.offset(ofLine: 101_000_000_002) == 2 + 101_000_000_000 * 11 + 52)
    scroll.remove(8..<4_000_000_008)
    scroll.move(far..<far + 8, to: 0)
    #expect(scroll.length(ofLine: 0) == 20 && scroll.length(ofLine: 1) == 30 && scroll.length(ofLine: 2) == 12)
    #expect(scroll.offset(ofLine: far) == Double(far) * 11 + 32)
    #expect(scroll.placementSteps < 100)
  }

  @Test("leave what is behind an edit of many until somebody asks", arguments: [0, 1, 2])
  func waiting(_ kind: Int) {
    let count: Int64 = 40_000
    let declared =
      kind == 0 ? [] : stride(from: Int64(10), to: count, by: 50).map { DeclaredItem(index: $0, span: [2, 2]) }
    let grid = TrackGrid(tracks: [GridTrack](count: 4), packing: kind == 2 ? .dense : .sparse, spacing: 1)
    var scroll = ScrollTrackGrid(grid, count: count, declared: declared, across: 400, estimate: 30)
    var lengths = (0..<count).map { Double(20 + $0 % 17) }
    scroll.setLengths(lengths)
    let middle = 20_001
    func new(_ lengths: [Double], _ by: Int64) -> ScrollTrackGrid {
      var new = ScrollTrackGrid(
        grid, count: Int64(lengths.count),
        declared: declared.map { DeclaredItem(index: $0.index < middle ? $0.index : $0.index + by, span: $0.span) },
        across: 400, estimate: 30)
      new.setLengths(lengths)
      return new
    }
    scroll.insert(3, at: Int64(middle))
    lengths.insert(contentsOf: [.nan, .nan, .nan], at: middle)
    var other = new(lengths, 3)
    // Spanning items before it may leave holes for what is behind it.
    if kind < 2 {
      let line = scroll.cell(of: Int64(middle))!.row
      let start = scroll.offset(ofLine: line)
      let (ours, theirs) = (
        scroll.window(from: start, to: start + 600), other.window(from: start, to: start + 600)
      )
      #expect(ours.items == theirs.items && ours.items.count > 60)
      #expect(scroll.unsettled != nil && scroll.unsettled! < line + 100)
    } else {
      #expect(scroll.unsettled == nil)
    }
    let (length, others) = (scroll.contentLength, other.contentLength)
    #expect(length == others && scroll.unsettled == nil)
    #expect(scroll.measuredCount == count)

    scroll.remove(9..<Int64(middle + 4))
    lengths.removeSubrange(9..<middle + 4)
    scroll.setSize(Size(width: 5, height: 99), of: 30)
    lengths[30] = 99
    var fewer = ScrollTrackGrid(
      grid, count: Int64(lengths.count),
      declared: declared.filter { $0.index > middle }.map {
        DeclaredItem(index: $0.index + 3 - Int64(middle + 4 - 9), span: $0.span)
      }, across: 400, estimate: 30)
    fewer.setLengths(lengths)
    let (shorter, same) = (scroll.lineRuns(), fewer.lineRuns())
    #expect(shorter == same)
  }

  @Test("keep saying which spans were cut, whatever is placed anew")
  func cut() {
    let declared = [
      DeclaredItem(index: 2, span: [9, 1]), DeclaredItem(index: 4, span: [2, 2]),
      DeclaredItem(index: 6, start: [1, 3]),
    ]
    let scroll = ScrollTrackGrid(
      TrackGrid(tracks: [.fr(1), .fr(1)]), count: 9, declared: declared, across: 100, estimate: 10)
    let cuts = scroll.placementDiagnostics
    #expect(cuts.count == 1 && cuts[0].index == 2)
    var started = scroll
    started.setStart([0, 9], of: 8)
    #expect(started.placementDiagnostics == cuts)
    var moved = scroll
    moved.move(6..<7, to: 0)
    #expect(moved.placementDiagnostics.map(\.index) == [3] && moved.placementDiagnostics[0].kind == cuts[0].kind)
    var removed = scroll
    removed.remove(6..<7)
    #expect(removed.placementDiagnostics == cuts)
    removed.setSpan([1, 1], of: 2)
    removed.setStart([0, 9], of: 5)
    #expect(removed.placementDiagnostics.isEmpty)
  }

  @Test("refuse what is no edit, and change nothing")
  func wild() {
    var scroll = ScrollTrackGrid(
      TrackGrid(tracks: [.fr(1)]), count: 3, declared: [DeclaredItem(index: 1, start: [0, 5])], across: 9, estimate: 1)
    let edits = [
      scroll.insert(0, at: 0), scroll.insert(-1, at: 0), scroll.insert(1, at: 4), scroll.insert(.max, at: 0),
      scroll.insert(1, at: .min), scroll.remove(2..<4), scroll.move(0..<2, to: 2), scroll.move(-1..<1, to: 0),
      scroll.move(0..<1, to: .max), scroll.setSpan([2, 2], of: 3), scroll.setStart([0, 0], of: -1),
    ]
    #expect(edits.allSatisfy { !$0 })
    let (count, lines) = (scroll.count, scroll.lineCount)
    #expect(count == 3 && lines == 6)
    let isEmptied = scroll.remove(0..<3)
    let length = scroll.contentLength
    #expect(isEmptied && length == 0)
    var none = ScrollTrackGrid(TrackGrid(tracks: []), count: 3, across: 9, estimate: 1)
    let nothing = [none.insert(1, at: 0), none.setStart([0, 0], of: 0), none.remove(0..<0)]
    #expect(nothing == [false, false, true])
  }
}
