internal import GridLayout

/// Many sections with headers and footers, both pinned.
enum SectionBench {
  static func run(_ report: inout Report) {
    for sections in [100, 10_000, 1_000_000] {
      let content = (0..<sections).map { section in
        GridPart.section(
          GridSection(header: 40, footer: 20, runs: [.uniform(count: Int64(5 + section % 90), length: 44)]))
      }
      let grid = LineGrid(
        axis: .vertical, items: UniformBench.columns, content: content, crossLength: UniformBench.viewport.width)
      let offsets = UniformBench.offsets(grid.contentLength)
      let pinned: PinnedViews = [.sectionHeaders, .sectionFooters]
      var lines = 0
      let time = Measure.nanoseconds(times: offsets.count) { i in
        let interval = VisibleInterval(start: offsets[i], length: UniformBench.viewport.height)
        lines += grid.window(interval, pinned: pinned).count
      }
      report.time("sections: window, headers and footers pinned", Int64(sections), time / 1_000, "µs", bar: 20)
      report.count(
        "sections: most nodes visited by a window", Int64(sections),
        UniformBench.visits(grid, offsets, pinned: pinned), "", bar: 400 * UniformBench.levels(Int64(sections * 3)))
      precondition(lines > offsets.count, "the windows are empty")
    }
  }
}
