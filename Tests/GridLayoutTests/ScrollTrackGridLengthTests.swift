@_spi(Measuring) import GridLayout
import Testing

@Suite("Track grids that scroll, told of all items at once")
struct ScrollTrackGridLengthTests {
  typealias World = ScrollTrackGridTests.World

  #if DEBUG
    static let randomGrids: UInt64 = 150
  #else
    static let randomGrids: UInt64 = 5_000
  #endif

  @Test("are as those that are told item by item, and stay so when items change and move")
  func random() {
    for seed in 0..<Self.randomGrids {
      var random = SeededRandom(seed: 9_000_000 + seed)
      let items = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        seed % 3 == 0
          ? ScrollTrackGridTests.Item()
          : TrackPlacementWorldsTests.randomItem(
            &random, span: 3, start: seed % 3 == 1 ? 0 : 40, plain: Int(seed % 4) * 30)
      }
      let grid = ScrollTrackGridTests.randomGrid(&random, tracks: [1, 2, 3, 4, 9].randomElement(using: &random)!)
      let bits = [1, 2, 6].randomElement(using: &random)!
      var each = World(grid, items, estimate: 15, spacing: 2, bits: bits)
      var told = each
      for index in items.indices { each.set(ScrollTrackGridTests.randomSize(&random), index) }
      told.sizes = each.sizes
      let inRows = grid.flow == .rows
      told.scroll.setLengths(
        each.sizes.map { ($0.map { inRows ? $0.height : $0.width }) ?? .nan },
        across: each.sizes.map { ($0.map { inRows ? $0.width : $0.height }) ?? .nan })
      ScrollTrackGridEditTests.checkIsNew(&told, bits: bits, "seed \(seed): \(items), \(each.sizes), \(grid)")
      check(&told, &each, "seed \(seed)")
      if seed % 2 == 1 { told.scroll.mostSettledAtOnce = 0 }
      for step in 0..<4 {
        let edit = ScrollTrackGridEditTests.Edit.random(of: told.items.count, &random)
        let ours = ScrollTrackGridEditTests.apply(edit, &told)
        let theirs = ScrollTrackGridEditTests.apply(edit, &each)
        #expect(ours && theirs)
        ScrollTrackGridEditTests.checkIsNew(&told, bits: bits, "seed \(seed), step \(step) \(edit)")
        if case .size = edit { continue }
        check(&told, &each, "seed \(seed), step \(step) \(edit)")
      }
    }
  }

  private func check(_ told: inout World, _ each: inout World, _ context: Comment) {
    let (ours, theirs) = (told.scroll.trackLengths.all, each.scroll.trackLengths.all)
    #expect(ours == theirs && told.scroll.measuredCount == each.scroll.measuredCount, context)
    var line: Int64 = 0
    for run in told.scroll.lineRuns() {
      let lengths: [Double]
      switch run {
      case .uniform(let count, let length): lengths = Array(repeating: length, count: Int(count))
      case .lengths(let all): lengths = all
      }
      for length in lengths {
        #expect(length == each.scroll.length(ofLine: line), context)
        line += 1
      }
    }
    let lineCount = each.scroll.lineCount
    #expect(line == lineCount, context)
  }

  @Test("fit tracks to what is told across alone")
  func across() {
    var scroll = ScrollTrackGrid(TrackGrid(tracks: [.fit, .fr(1)], spacing: 0), count: 4, across: 100, estimate: 9)
    scroll.setLengths([], across: [10, 70, 30, .nan])
    let (early, length) = (scroll.trackLengths.all, scroll.contentLength)
    #expect(early == [30, 70] && scroll.fit == .runningMaximum && length == 18)
    scroll.setLengths([], across: [10, 70, 20, 5])
    let all = scroll.trackLengths.all
    #expect(all == [20, 80] && scroll.fit == .exact && scroll.measuredCount == 0)
  }

  @Test("keep what is told across of items that move, measured or not")
  func acrossEdited() {
    var scroll = ScrollTrackGrid(TrackGrid(tracks: [.fit, .fit], spacing: 0), count: 4, across: 300, estimate: 9)
    scroll.setLengths([], across: [10, 70, 30, 40])
    scroll.insert(1, at: 1)
    var tracks = scroll.trackLengths.all
    #expect(tracks == [70, 30])
    scroll.move(0..<1, to: 4)
    tracks = scroll.trackLengths.all
    #expect(tracks == [30, 70] && scroll.fit == .runningMaximum)
    scroll.remove(0..<1)
    tracks = scroll.trackLengths.all
    #expect(tracks == [70, 30] && scroll.fit == .exact)
  }

  @Test("repair wild numbers, and say it; more than there are items are left out")
  func wild() {
    var scroll = ScrollTrackGrid(TrackGrid(tracks: [.fit]), count: 4, across: 100, estimate: 9)
    scroll.setLengths([.nan, -1, .infinity, 1e300, 5, 5], across: [.infinity, -3, .nan])
    let (length, tracks) = (scroll.contentLength, scroll.trackLengths.all)
    #expect(length == 9 + 0 + 0 + 1e12 + 15 && scroll.measuredCount == 3 && tracks == [0])
    #expect(scroll.diagnostics.count == 3)
    scroll.setLengths([])
    let none = scroll.contentLength
    #expect(scroll.measuredCount == 0 && none == 4 * 9 + 15)
  }

  @Test("take many items, a few of which span, line by line")
  func many() {
    let count: Int64 = 40_000
    let declared = stride(from: 10, to: count, by: 110).map { DeclaredItem(index: $0, span: [2, 2]) }
    var told = ScrollTrackGrid(
      TrackGrid(tracks: [GridTrack](count: 4), spacing: 1), count: count, declared: declared, across: 400, estimate: 30)
    var each = told
    let lengths = (0..<Int(count)).map { Double(20 + $0 % 17) }
    told.setLengths(lengths)
    each.setSizes(lengths.map { Size(width: 0, height: $0) }, from: 0)
    let (ours, theirs) = (told.contentLength, each.contentLength)
    #expect(ours == theirs)
    for line in stride(from: 0, to: told.lineCount, by: 97) {
      #expect(told.offset(ofLine: line) == each.offset(ofLine: line))
    }
  }
}
