internal import GridLayout

/// Items of declared lengths in four columns, at growing numbers.
enum DeclaredBench {
  static func run(_ most: Int64, _ report: inout Report) {
    for power in 4...12 where UniformBench.count(power) <= most { run(Int(UniformBench.count(power)), &report) }
  }

  private static func run(_ count: Int, _ report: inout Report) {
    let n = Int64(count)
    func perItem(_ what: String, _ nanoseconds: Double, bar: Double?) {
      report.time("declared lengths: " + what, n, nanoseconds / Double(count), "ns an item", bar: bar)
    }
    var random = SplitMix(seed: 2)
    let rounds = count >= 10_000_000 ? 3 : 9
    var lengths = (0..<count).map { _ in Double(Int.random(in: 100...300, using: &random)) }
    let before = Measure.bytes
    var grid = LineGrid(axis: .vertical, items: [], content: [], crossLength: 0)
    var samples: [Double] = []
    for _ in 0..<rounds {
      grid = LineGrid(axis: .vertical, items: [], content: [], crossLength: 0)
      samples.append(
        Measure.once {
          grid = LineGrid(
            axis: .vertical, items: UniformBench.columns, content: [.run(.lengths(lengths))],
            crossLength: UniformBench.viewport.width)
        })
    }
    let first = Measure.least(samples)
    perItem("first layout", first, bar: 20)
    report.count(
      "declared lengths: heap beside the lengths", n, (Measure.bytes - before) / Double(count), "bytes an item", bar: 5)
    // From here on the grid alone holds them, or its first change would copy them.
    lengths = []

    let offsets = UniformBench.offsets(grid.contentLength, 1_000)
    let visits = UniformBench.visits(grid, offsets)
    let bar = 80 * UniformBench.levels(n / 64)
    report.count("declared lengths: most nodes visited by a window", n, visits, "", bar: bar)

    var lines = 0
    func changeAndShow(_ i: Int) {
      let item = Int64.random(in: 0..<n, using: &random)
      grid.setLength(ofItem: item, to: Double(Int.random(in: 100...300, using: &random)))
      lines += grid.window(VisibleInterval(start: offsets[i], length: UniformBench.viewport.height)).count
    }
    let change = Measure.nanoseconds(times: offsets.count, changeAndShow) / 1_000
    report.time("declared lengths: one change and a window", n, change, "µs", bar: 10)
    precondition(lines > offsets.count, "the windows are empty")

    samples = []
    let five = UniformBench.columns + [GridItem()]
    for _ in 0..<rounds {
      samples.append(Measure.once { grid.resolve(items: five) })
      grid.resolve(items: UniformBench.columns)
    }
    perItem("four columns become five", Measure.least(samples), bar: first / Double(count))

    let middle = n / 2
    samples = (0..<rounds).map { _ in
      Measure.once { grid.replaceItems(middle..<middle, by: [.lengths([150])]) }
    }
    perItem("an item comes in in the middle", Measure.least(samples), bar: nil)
    precondition(grid.count == n + Int64(rounds))
  }
}
