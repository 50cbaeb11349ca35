import GridLayout
import Testing

/// Every small world of lines that differ in length, against loops over all content. Numbers are halves, so answers agree
/// to the last bit. Built for release, the worlds are all there; otherwise a part that ends soon.
@Suite("In every small world of different lines")
struct LineWorldsTests {
  #if DEBUG
    static let step = 1.0
    static let mostItems = 2
  #else
    static let step = 0.5
    static let mostItems = 5
  #endif

  /// All lists of lengths up to a number.
  static func lengths(upTo count: Int, of alphabet: [Double] = [0, 1.5, 4]) -> [[Double]] {
    var all: [[Double]] = [[]]
    var last = all
    for _ in 0..<count {
      last = last.flatMap { list in alphabet.map { list + [$0] } }
      all += last
    }
    return all
  }

  /// The ways to say some lengths: as they are, in runs that flow on, and in sections of all kinds.
  static func contents(_ lengths: [Double]) -> [[GridPart]] {
    let half = lengths.count / 2
    let (first, second) = (Array(lengths[..<half]), Array(lengths[half...]))
    let each = lengths.map { GridRun.uniform(count: 1, length: $0) }
    return [
      [.run(.lengths(lengths))], each.map { .run($0) },
      [.run(.uniform(count: 3, length: 2)), .run(.lengths(lengths)), .run(.uniform(count: 2, length: 1))],
      [.section(GridSection(header: 2, footer: 1, runs: [.lengths(first)])), .run(.lengths(second))],
      [
        .run(.lengths(first)), .section(GridSection(header: 2.5, runs: [.lengths(second)])),
        .section(GridSection(runs: [])),
      ],
      // A footer that waits for a line of no length.
      [.run(.lengths(first)), .section(GridSection(footer: 3, runs: [.lengths(second)]))],
      [
        .section(GridSection(header: 0, footer: 3, runs: each)),
        .section(GridSection(footer: 1.5, runs: [.uniform(count: 2, length: 1), .lengths(second)])),
        .section(GridSection(header: 3, footer: 2, runs: [])),
      ],
    ]
  }

  static let tracks = [
    [GridItem()], [GridItem(), GridItem(.fixed(5))],
    [GridItem(.fixed(4), spacing: 0), GridItem(), GridItem(.fixed(2))],
  ]

  @Test("lines, frames and windows are those of the loops")
  func answers() {
    var world = 0
    for lengths in Self.lengths(upTo: Self.mostItems) {
      for content in Self.contents(lengths) {
        for items in Self.tracks {
          let spacing = [1, 0, -1, 2.5][world % 4]
          let grid = LineGrid(
            axis: .vertical, items: items, content: content, crossLength: 30,
            insets: [.zero, EdgeInsets(top: 1.5, leading: 2, bottom: 2)][world % 2], spacing: spacing)
          compare(grid, ReferenceLines(content, grid: grid, spacing: spacing), world)
          world += 1
        }
      }
    }
    #expect(world > 100)
  }

  @Test("horizontal and mirrored grids have the frames and points of the loops")
  func mirrored() {
    var world = 0
    for lengths in Self.lengths(upTo: Self.mostItems - 1) {
      let contents = Self.contents(lengths)
      // An even number of lists must not always meet the same of what alternates.
      world += 1
      for list in SmallWorldsTests.lists(upTo: Self.mostItems > 3 ? 3 : 1) {
        // Which content meets which tracks changes from grid to grid.
        let content = contents[world / 2 % contents.count]
        let spacing = [1, nil, -1, 2.5][world % 4]
        let grid = LineGrid(
          axis: world % 2 == 0 ? .horizontal : .vertical, items: list, content: content, crossLength: 33,
          insets: [.zero, EdgeInsets(top: 1.5, leading: 2, bottom: 2, trailing: 1)][world % 3 / 2],
          spacing: spacing, layoutDirection: world % 5 < 3 ? .rightToLeft : .leftToRight)
        world += 1
        let plain = ReferenceLines(content, grid: grid, spacing: spacing)
        compareFrames(grid, plain)
        let size = grid.contentSize
        for x in stride(from: -1, through: size.width + 1, by: Self.step * 3) {
          for y in stride(from: -1, through: size.height + 1, by: Self.step * 3) {
            let point = Point(x: x, y: y)
            if grid.index(at: point) != plain.index(at: point, grid) {
              Issue.record("\(String(describing: grid.index(at: point))) at \(point) of \(grid)")
            }
          }
        }
        // The way of a walk over all meets each item once.
        let whole = VisibleInterval(start: -10, length: grid.contentLength + 20)
        for line in grid.window(whole) where line.kind == .items {
          for index in line.items where grid.frame(of: index, in: line) != grid.frame(of: index) {
            Issue.record("frame of \(index) in its window line, of \(grid)")
          }
        }
      }
    }
  }

  private func compareFrames(_ grid: LineGrid, _ plain: ReferenceLines) {
    #expect(grid.contentLength == plain.contentLength)
    guard !grid.tracks.isEmpty else { return #expect(grid.lineCount == 0) }
    for index in 0..<grid.count {
      let (ours, theirs) = (grid.frame(of: index), plain.frame(of: index, grid))
      if ours != theirs { Issue.record("frame of \(index): \(ours), not \(theirs), of \(grid)") }
    }
    for section in 0..<grid.sectionCount {
      if grid.frame(ofHeader: section) != plain.frame(.header, section, grid)
        || grid.frame(ofFooter: section) != plain.frame(.footer, section, grid)
      {
        Issue.record("frames of section \(section) of \(grid)")
      }
    }
  }

  private func compare(_ grid: LineGrid, _ plain: ReferenceLines, _ world: Int) {
    compareFrames(grid, plain)
    let lines = plain.lines
    #expect(grid.lineCount == Int64(lines.count))
    for band in lines {
      let holds =
        grid.start(ofLine: band.line) == band.start && grid.length(ofLine: band.line) == band.length
        && grid.section(ofLine: band.line) == band.section
        && grid.indexes(ofLines: band.line..<band.line + 1) == band.items
        && band.items.allSatisfy {
          grid.line(of: $0) == band.line && grid.track(of: $0) == Int($0 - band.items.lowerBound)
        }
      if !holds { Issue.record("line \(band) of \(grid)") }
      for other in lines {
        let frame = grid.frame(of: other.items.lowerBound, relativeToLine: band.line)
        if frame.minY != other.start - band.start { Issue.record("\(other) relative to \(band) of \(grid)") }
      }
    }
    let pinned: PinnedViews = [[.sectionHeaders, .sectionFooters], .sectionHeaders, .sectionFooters, []][world / 3 % 4]
    for start in stride(from: -2, through: plain.contentLength + 1, by: Self.step) {
      if grid.line(at: start) != plain.line(at: start) { Issue.record("line at \(start) of \(grid)") }
      for end in stride(from: start - 0.5, through: plain.contentLength + 3, by: Self.step) {
        let ours = grid.lines(from: start, to: end)
        if ours != plain.lines(from: start, to: end) { Issue.record("\(ours) from \(start) to \(end) of \(grid)") }
        let insets = world % 7 == 0 ? (1.0, 0.5) : (0, 0)
        let interval = VisibleInterval(start: start, length: end - start, insetStart: insets.0, insetEnd: insets.1)
        let window = grid.window(interval, pinned: pinned)
        let expected = plain.window(interval, pinned)
        if window != expected { Issue.record("\(window), not \(expected), in \(interval), \(pinned), of \(grid)") }
        guard let line = lines.dropFirst(world % 3).first else { continue }
        let near = VisibleInterval(
          start: start - line.start, length: end - start, insetStart: insets.0, insetEnd: insets.1)
        let relative = grid.window(near, pinned: pinned, relativeToLine: line.line).map {
          var moved = $0
          moved.start += line.start
          moved.naturalStart += line.start
          return moved
        }
        if relative != expected { Issue.record("\(relative), not \(expected), in \(near) from \(line), of \(grid)") }
      }
    }
  }
}
