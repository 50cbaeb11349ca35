@_spi(Measuring) internal import GridLayout

/// Track grids: placing follows the items that span or start somewhere, and windows what they show.
enum TrackBench {
  static func run(_ most: Int64, _ report: inout Report) {
    plain(&report)
    fewSpans(&report)
    if most >= 10_000_000 { everyEleventh(10_000_000, &report) }
    allSpans(&report)
    starts(&report)
    scrolling(most, &report)
    edits(min(most, 10_000_000), &report)
  }

  private static let packings = [(GridPacking.sparse, "sparse"), (.dense, "dense")]

  private static func median(_ samples: [Double]) -> Double {
    samples.isEmpty ? .nan : samples.sorted()[samples.count / 2]
  }

  /// Items of which every so many span up to some tracks and lines.
  private static func spans(_ count: Int64, every: Int64, most: Int64, seed: UInt64) -> [DeclaredItem] {
    var random = SplitMix(seed: seed)
    return stride(from: every / 2, to: count, by: Int(every)).map { index in
      DeclaredItem(
        index: index,
        span: GridSpan(
          column: every > 1 ? Int64.random(in: 2...most, using: &random) : Int64.random(in: 1...most, using: &random),
          row: Int64.random(in: 1...most, using: &random)))
    }
  }

  private static func plain(_ report: inout Report) {
    for power in [7, 12] {
      let count = UniformBench.count(power)
      for (packing, name) in packings {
        let before = Measure.bytes
        var grid = TrackPlacement(count: count, tracks: 4, packing: packing)
        var items = 0
        let time = Measure.nanoseconds(times: 2_000) { i in
          let line = count / 8 + Int64(i)
          items += grid.items(inLines: line..<line + 4).count
        }
        precondition(items == 15 * 2_000 * 16)
        report.time("tracks, plain, \(name): window of 4 lines", count, time / 1_000, "µs", bar: 3)
        report.count("tracks, plain, \(name): heap", count, Measure.bytes - before, "bytes", bar: 4_096)
      }
    }
  }

  /// One item in a hundred spans.
  private static func fewSpans(_ report: inout Report) {
    let count: Int64 = 1_000_000
    let declared = spans(count, every: 100, most: 3, seed: 1)
    let exceptions = Double(declared.count)
    for (packing, name) in packings {
      var grid = TrackPlacement(count: 0, tracks: 4)
      let samples = (0..<9).map { _ in
        Measure.busy {
          grid = TrackPlacement(count: count, tracks: 4, packing: packing, declared: declared)
          precondition(grid.lineCount > count / 4)
        }
      }
      report.time(
        "tracks, 1 % to 3 by 3, \(name): place all", count, Measure.least(samples) / 1e6, "ms",
        bar: packing == .sparse ? 1.5 : 4)
      report.count(
        "tracks, 1 % to 3 by 3, \(name): steps an exception", count, Double(grid.steps) / exceptions, "",
        bar: packing == .sparse ? 5 : 6)
      let lineCount = grid.lineCount
      var random = SplitMix(seed: 2)
      var items = 0
      let steps = grid.steps
      var windows: [Double] = []
      for _ in 0..<2_001 {
        let line = Int64.random(in: 0..<lineCount - 15, using: &random)
        windows.append(Measure.once { items += grid.items(inLines: line..<line + 15).count })
      }
      precondition(items > 2_001 * 40)
      report.time("tracks, 1 % to 3 by 3, \(name): window, median", count, median(windows) / 1e3, "µs", bar: 6)
      report.count(
        "tracks, 1 % to 3 by 3, \(name): steps of a window", count, Double(grid.steps - steps) / 2_001, "",
        bar: packing == .sparse ? 64 : 1)

      var edits: [Double] = []
      for i in 0..<401 {
        // Somewhere in the middle half, at an item that is plain or not.
        let index = Int64.random(in: count / 4..<count * 3 / 4, using: &random)
        let span = GridSpan(column: Int64(i % 3 + 1), row: Int64(i % 2 + 1))
        _ = grid.lineCount
        edits.append(
          Measure.once {
            grid.setSpan(span, of: index)
            let line = grid.cell(of: index)!.row
            items += grid.items(inLines: line..<line + 15).count
          })
      }
      report.time("tracks, 1 % to 3 by 3, \(name): change an item, window", count, median(edits) / 1e3, "µs", bar: 50)
      _ = grid.lineCount
      var end = grid.count
      let append = Measure.nanoseconds(times: 1_000, rounds: 5) { _ in
        end += 1
        grid.setCount(end)
      }
      report.time("tracks, 1 % to 3 by 3, \(name): append an item", count, append / 1e3, "µs", bar: 1)
      precondition(grid.cell(of: end - 1) != nil)
    }
  }

  /// The grid of a catalog in which every eleventh product is two by two.
  private static func everyEleventh(_ count: Int64, _ report: inout Report) {
    let declared = stride(from: Int64(0), to: count, by: 11).map { DeclaredItem(index: $0, span: [2, 2]) }
    for (packing, name) in packings {
      var grid = TrackPlacement(count: 0, tracks: 4)
      var bytes = Double.nan
      let samples = (0..<3).map { _ in
        grid = TrackPlacement(count: 0, tracks: 4)
        let before = Measure.bytes
        defer { bytes = Measure.bytes - before }
        return Measure.busy {
          grid = TrackPlacement(count: count, tracks: 4, packing: packing, declared: declared)
          precondition(grid.lineCount > count / 4)
        }
      }
      report.time(
        "tracks, every 11th 2 by 2, \(name): place all", count, Measure.least(samples) / 1e6, "ms",
        bar: packing == .sparse ? 100 : 200)
      report.count(
        "tracks, every 11th 2 by 2, \(name): heap an exception", count, bytes / Double(declared.count), "bytes each",
        bar: packing == .sparse ? 14 : 26)
    }
  }

  /// All items span one to three tracks and lines; twice as many take no more than a little over twice the time.
  private static func allSpans(_ report: inout Report) {
    let count: Int64 = 100_000
    for (packing, name) in packings {
      for tracks in [3, 4, 12, 40, 100] {
        func place(_ count: Int64) -> (time: Double, steps: Double) {
          let declared = spans(count, every: 1, most: 3, seed: 3)
          var steps: Int64 = 0
          let time = Measure.least(
            (0..<5).map { _ in
              Measure.busy {
                var grid = TrackPlacement(count: count, tracks: tracks, packing: packing, declared: declared)
                precondition(grid.lineCount > 0)
                steps = grid.steps
              }
            })
          return (time, Double(steps))
        }
        let (half, whole) = (place(count), place(2 * count))
        let what = "tracks, all 1 to 3, \(name), \(tracks) tracks"
        report.time(what + ": place all", count, half.time / Double(count), "ns", bar: packing == .sparse ? 80 : 250)
        report.add(
          Figure(
            what: what + ": time of twice as many", items: count, measured: whole.time / half.time, unit: "times",
            bar: 2.3, slack: 1.3))
        report.count(what + ": steps of twice as many", count, whole.steps / half.steps, "times", bar: 2.1)
        report.count(what + ": steps an item", count, half.steps / Double(count), "", bar: packing == .sparse ? 1.1 : 4)
      }
    }
  }

  /// A million items that say where they start.
  private static func starts(_ report: inout Report) {
    let count = 1_000_000
    var random = SplitMix(seed: 4)
    let scattered = (0..<count).map { _ in Int64.random(in: 0..<4_000_000, using: &random) }
    let all: [(String, (Int) -> GridStart)] = [
      ("scattered over a column", { [0, scattered[$0]] }), ("all in one row", { [Int64($0 % 4), 7] }),
      ("all in one column", { _ in [2, nil] }), ("all at the same row", { _ in [nil, 7] }),
    ]
    for (name, start) in all {
      let declared = (0..<count).map { DeclaredItem(index: Int64($0), start: start($0)) }
      var grid = TrackPlacement(count: 0, tracks: 4)
      let time = Measure.busy {
        grid = TrackPlacement(count: Int64(count), tracks: 4, declared: declared)
        precondition(grid.lineCount > 8)
      }
      report.time("tracks, a million starts, \(name)", Int64(count), time / Double(count), "ns an item", bar: 1_500)
    }
  }

  /// Lines as long as what is measured in them.
  private static func scrolling(_ most: Int64, _ report: inout Report) {
    var random = SplitMix(seed: 5)
    let lines = min(most, 10_000_000)
    let single = TrackGrid(tracks: [.fr(1)], contentMode: .scroll, spacing: 5)
    var column = ScrollTrackGrid(single, count: lines, across: 300, estimate: 40)
    let before = Measure.bytes
    column.measureLines(lines) { line in Double(10 + line &* 7919 % 90) }
    report.count(
      "tracks, lines that scroll: heap a measured line", lines, (Measure.bytes - before) / Double(lines), "bytes each",
      bar: 9)
    let offsets = Measure.nanoseconds(times: 10_000, rounds: 5) { i in
      precondition(column.offset(ofLine: lines / 10_001 * Int64(i)) >= 0)
    }
    report.time("tracks, lines that scroll: where a line starts", lines, offsets, "ns", bar: 650)
    let length = column.contentLength
    var seen = 0
    let windows = Measure.nanoseconds(times: 1_000, rounds: 5) { i in
      let start = (length - 900) * Double(i) / 1_000
      seen += column.window(from: start, to: start + 800).items.count
    }
    precondition(seen > 15_000)
    report.time("tracks, lines that scroll: window of 800 points", lines, windows / 1e3, "µs", bar: 12)

    let count: Int64 = 1_000_000
    for (every, name) in [(Int64(10), "10 %"), (1, "all")] {
      let grid = TrackGrid(tracks: [GridTrack](count: 4), contentMode: .scroll, spacing: 5)
      var scroll = ScrollTrackGrid(
        grid, count: count, declared: spans(count, every: every, most: 3, seed: 6), across: 300, estimate: 40)
      let middle = count / 2
      let sizes = (0..<4_000).map { _ in Size(width: 10, height: Double(Int.random(in: 10...200, using: &random))) }
      scroll.setSizes(sizes, from: middle)
      var reach: Int64 = 0
      var samples: [Double] = []
      for _ in 0..<2_001 {
        let index = middle + Int64.random(in: 200..<3_800, using: &random)
        let size = Size(width: 10, height: Double(Int.random(in: 10...200, using: &random)))
        samples.append(
          Measure.once {
            let lines = scroll.setSize(size, of: index)
            reach += lines.upperBound - lines.lowerBound
          })
      }
      report.time("tracks that scroll, \(name) to 3 by 3: change a size", count, median(samples) / 1e3, "µs", bar: 25)
      report.count(
        "tracks that scroll, \(name) to 3 by 3: lines computed anew", count, Double(reach) / 2_001, "", bar: 9)
    }
  }

  /// Edits in the middle of grids that scroll, each followed by the window there: of items that windows have measured, and
  /// of items whose lengths were told all at once.
  private static func edits(_ most: Int64, _ report: inout Report) {
    let million: Int64 = 1_000_000
    for (name, count, every, isTold) in [
      ("40 windows measured", million, Int64(0), false), ("40 windows measured, 1 % to 3 by 3", million, 100, false),
      ("all told", most, 0, true), ("all told, 1 % to 3 by 3", most, 100, true),
    ] {
      let grid = TrackGrid(tracks: [GridTrack](count: 4), contentMode: .scroll, spacing: 5)
      var scroll = ScrollTrackGrid(
        grid, count: count, declared: every > 0 ? spans(count, every: every, most: 3, seed: 7) : [], across: 300,
        estimate: 40)
      let middle = count / 2
      let what = "tracks that scroll, \(name)"
      if isTold {
        let lengths = (0..<count).map { Double(10 + $0 &* 7919 % 90) }
        let time = Measure.busy { scroll.setLengths(lengths) }
        report.time(what + ": tell all", count, time / Double(count), "ns an item", bar: every > 0 ? 300 : 60)
      } else {
        for window in 0..<40 {
          let sizes = (0..<60).map { Size(width: 10, height: Double(10 + $0 * 37 % 90)) }
          scroll.setSizes(sizes, from: middle + Int64(window) * 60 - 1_200)
        }
      }
      var random = SplitMix(seed: 8)
      _ = scroll.contentLength
      var items = 0
      var samples: [Double] = []
      for edit in 0..<201 {
        let index = middle + Int64.random(in: -600..<600, using: &random)
        samples.append(
          Measure.once {
            switch edit % 4 {
            case 0: scroll.insert(1, at: index)
            case 1: scroll.remove(index..<index + 1)
            case 2: scroll.move(index..<index + 1, to: index + 9)
            default: scroll.setSpan([2, 1], of: index)
            }
            let line = scroll.cell(of: index)!.row
            items += scroll.window(from: 0, to: 400, relativeToLine: line).items.count
          })
      }
      precondition(items > 201 * 12)
      report.time(what + ": edit, window", count, median(samples) / 1e3, "µs", bar: 50)
    }
  }
}
