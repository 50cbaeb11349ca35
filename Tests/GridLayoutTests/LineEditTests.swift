@_spi(Measuring) import GridLayout
import Testing

/// Random grids that are edited over and over, and compared with loops over all of their content and with grids that are
/// made anew.
@Suite("However a grid of different lines is edited")
struct LineEditTests {
  #if DEBUG
    static let seeds: UInt64 = 12
    static let edits = 30
  #else
    static let seeds: UInt64 = 150
    static let edits = 60
  #endif

  /// Content as plain lists, to edit beside the grid.
  struct Plain {
    struct Part {
      var section: (header: Double?, footer: Double?)?
      var lengths: [Double]
    }
    var parts: [Part] = []

    var count: Int { parts.reduce(0) { $0 + $1.lengths.count } }

    var content: [GridPart] {
      parts.map {
        guard let section = $0.section else { return .run(.lengths($0.lengths)) }
        return .section(GridSection(header: section.header, footer: section.footer, runs: [.lengths($0.lengths)]))
      }
    }

    mutating func replace(_ range: Range<Int>, by lengths: [Double]) {
      var place = 0
      var left = range.lowerBound
      while place < parts.count - 1, left >= parts[place].lengths.count {
        left -= parts[place].lengths.count
        place += 1
      }
      let part = place
      var number = range.count
      var first = left
      while number > 0 {
        let taken = min(number, parts[place].lengths.count - first)
        parts[place].lengths.removeSubrange(first..<first + taken)
        number -= taken
        first = 0
        place += 1
      }
      parts[part].lengths.insert(contentsOf: lengths, at: left)
    }
  }

  /// Halves, so that sums are exact in whatever order; or thirds, so that they are not.
  static func length(_ random: inout SeededRandom, _ unit: Double) -> Double {
    Double(Int.random(in: 0...40, using: &random)) * unit
  }

  static func runs(_ random: inout SeededRandom, _ unit: Double, atMost count: Int) -> ([GridRun], [Double]) {
    var runs: [GridRun] = []
    var lengths: [Double] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      if Bool.random(using: &random) {
        let count = Int.random(in: 0...count, using: &random)
        let each = length(&random, unit)
        runs.append(.uniform(count: Int64(count), length: each))
        lengths += Array(repeating: each, count: count)
      } else {
        let some = (0..<Int.random(in: 0...count, using: &random)).map { _ in length(&random, unit) }
        runs.append(.lengths(some))
        lengths += some
      }
    }
    return (runs, lengths)
  }

  /// A grid, the same content as plain lists, and its spacing.
  static func world(_ random: inout SeededRandom, _ unit: Double) -> (LineGrid, Plain, Double?) {
    var content: [GridPart] = []
    var plain = Plain()
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let (runs, lengths) = runs(&random, unit, atMost: [3, 40, 900].randomElement(using: &random)!)
      if Bool.random(using: &random) {
        let header = Bool.random(using: &random) ? length(&random, unit) : nil
        let footer = Bool.random(using: &random) ? length(&random, unit) : nil
        content.append(.section(GridSection(header: header, footer: footer, runs: runs)))
        plain.parts.append(Plain.Part(section: (header, footer), lengths: lengths))
      } else {
        content += runs.map { .run($0) }
        if runs.isEmpty { content.append(.run(.lengths([]))) }
        if let last = plain.parts.indices.last, plain.parts[last].section == nil {
          plain.parts[last].lengths += lengths
        } else {
          plain.parts.append(Plain.Part(section: nil, lengths: lengths))
        }
      }
    }
    let spacing = [nil, 0, 3 * unit, -2 * unit].randomElement(using: &random)!
    let grid = LineGrid(
      axis: .vertical, items: tracks(&random), content: content, crossLength: 100, spacing: spacing)
    return (grid, plain, spacing)
  }

  static func tracks(_ random: inout SeededRandom) -> [GridItem] {
    Array(repeating: GridItem(), count: [1, 2, 3, 4, 7, 300].randomElement(using: &random)!)
  }

  @Test("its answers are those of the loops over the content that it has by then")
  func edits() {
    for seed in 0..<Self.seeds {
      var random = SeededRandom(seed: seed)
      var (grid, plain, spacing) = Self.world(&random, 0.5)
      for edit in 0..<Self.edits {
        Self.edit(&grid, &plain, &random, 0.5)
        let reference = ReferenceLines(plain.content, grid: grid, spacing: spacing)
        let problem = Self.problem(grid, plain, reference, &random)
        if let problem {
          Issue.record("seed \(seed), edit \(edit): \(problem)")
          break
        }
      }
    }
  }

  static func edit(_ grid: inout LineGrid, _ plain: inout Plain, _ random: inout SeededRandom, _ unit: Double) {
    let count = plain.count
    switch Int.random(in: 0..<10, using: &random) {
    case 0: grid.resolve(items: tracks(&random))
    case 1...4 where count > 0:
      let item = Int.random(in: 0..<count, using: &random)
      // Neighbours too, as items have that are measured one after another.
      for item in item..<min(item + Int.random(in: 1...5, using: &random), count) {
        let length = length(&random, unit)
        grid.setLength(ofItem: Int64(item), to: length)
        plain.replace(item..<item + 1, by: [length])
      }
    default:
      let start = Int.random(in: 0...count, using: &random)
      let end = min(start + [0, 0, 1, 5, 300].randomElement(using: &random)!, count)
      let (runs, lengths) = runs(&random, unit, atMost: [1, 10, 600].randomElement(using: &random)!)
      grid.replaceItems(Int64(start)..<Int64(end), by: runs)
      plain.replace(start..<end, by: lengths)
    }
  }

  static func problem(
    _ grid: LineGrid, _ plain: Plain, _ reference: ReferenceLines, _ random: inout SeededRandom
  ) -> String? {
    guard grid.count == Int64(plain.count) else { return "\(grid.count) items, not \(plain.count)" }
    guard grid.contentLength == reference.contentLength else {
      return "content is \(grid.contentLength) long, not \(reference.contentLength)"
    }
    for _ in 0..<4 {
      if let item = reference.lengths.indices.randomElement(using: &random) {
        let index = Int64(item)
        guard grid.length(ofItem: index) == reference.lengths[item] else { return "length of \(item)" }
        guard grid.frame(of: index) == reference.frame(of: index, grid) else { return "frame of \(item)" }
      }
      let start = Double(Int.random(in: -10...Int(grid.contentLength * 2) + 10, using: &random)) / 2
      let interval = VisibleInterval(start: start, length: Double(Int.random(in: 1...200, using: &random)) / 2)
      for pinned in [[], [.sectionHeaders, .sectionFooters]] as [PinnedViews] {
        guard grid.window(interval, pinned: pinned) == reference.window(interval, pinned) else {
          return "window \(interval), \(grid.window(interval, pinned: pinned))"
        }
      }
      guard grid.lines(from: start, to: interval.end) == reference.lines(from: start, to: interval.end) else {
        return "lines in \(interval)"
      }
      guard grid.line(at: start) == reference.line(at: start) else { return "line at \(start)" }
    }
    return nil
  }

  @Test("a length that is changed and changed back leaves no trace, not in the last bit")
  func noDrift() {
    var random = SeededRandom(seed: 5)
    let lengths = (0..<5_000).map { _ in Self.length(&random, 1.0 / 3) }
    let items = Array(repeating: GridItem(), count: 3)
    let made = LineGrid(axis: .vertical, items: items, content: [.run(.lengths(lengths))], crossLength: 100)
    var grid = made
    for _ in 0..<2_000 {
      let item = Int64.random(in: 0..<5_000, using: &random)
      grid.setLength(ofItem: item, to: Self.length(&random, 0.1))
      #expect(grid.contentLength.isFinite)
      grid.setLength(ofItem: item, to: lengths[Int(item)])
    }
    #expect(grid == made)
    grid.resolve(items: [GridItem()])
    #expect(grid != made)
    grid.resolve(items: items)
    #expect(grid == made)
  }

  @Test("a grid whose lengths were changed is to the last bit the one that is made of them")
  func changedIsMade() {
    var random = SeededRandom(seed: 6)
    // Enough blocks for four levels of sums.
    var lengths = (0..<300_000).map { _ in Self.length(&random, 1.0 / 3) }
    var grid = LineGrid(axis: .vertical, items: [GridItem()], content: [.run(.lengths(lengths))], crossLength: 100)
    for _ in 0..<500 {
      let item = Int.random(in: 0..<lengths.count, using: &random)
      lengths[item] = Self.length(&random, 0.1)
      grid.setLength(ofItem: Int64(item), to: lengths[item])
    }
    #expect(
      grid == LineGrid(axis: .vertical, items: [GridItem()], content: [.run(.lengths(lengths))], crossLength: 100))
  }

  @Test("what an answer looks at grows with the logarithm of the content only")
  func visits() {
    var most: [Int: Int] = [:]
    for power in [10, 14, 18] {
      var random = SeededRandom(seed: 3)
      let lengths = (0..<1 << power).map { _ in 1 + Self.length(&random, 1) }
      let sections = (0..<1 << power / 2).map { _ in
        GridPart.section(GridSection(header: 9, footer: 5, runs: [.uniform(count: 30, length: 20)]))
      }
      for content in [[.run(.lengths(lengths))], sections] {
        let items = Array(repeating: GridItem(), count: 4)
        let grid = LineGrid(axis: .vertical, items: items, content: content, crossLength: 100)
        for _ in 0..<200 {
          let start = Double.random(in: 0...grid.contentLength, using: &random)
          var visits = NodeVisits()
          let window = grid.window(
            VisibleInterval(start: start, length: 600), pinned: [.sectionHeaders, .sectionFooters],
            relativeToLine: grid.line(at: start, &visits), &visits)
          #expect(window.count <= 80)
          _ = grid.lines(from: start, to: start + 600, &visits)
          most[power] = max(most[power] ?? 0, visits.count)
        }
      }
    }
    // Four levels of up to 16 nodes for each of the sections in sight, at any size.
    #expect(most[18]! < 3_000, "\(most)")
    #expect(most[18]! < most[10]! * 3, "\(most)")
  }

  @Test("a million million lines of no length in one place are passed over")
  func nothingInOnePlace() {
    for content in [
      [.run(.uniform(count: 1_000_000_000_000, length: 0))],
      [GridPart.run(.lengths(Array(repeating: 0, count: 1_000_000)))],
      Array(repeating: .section(GridSection(header: 0, runs: [.uniform(count: 5, length: 0)])), count: 20_000),
    ] as [[GridPart]] {
      let grid = LineGrid(
        axis: .vertical, items: [GridItem()], content: [.run(.lengths([10]))] + content + [.run(.lengths([10]))],
        crossLength: 100, spacing: 0)
      var visits = NodeVisits()
      let window = grid.window(
        VisibleInterval(start: 5, length: 10), pinned: [.sectionHeaders], relativeToLine: nil, &visits)
      #expect(window.map(\.items) == [0..<1, grid.count - 1..<grid.count])
      #expect(grid.lines(from: 5, to: 15, &visits) == 0..<grid.lineCount)
      #expect(grid.index(at: Point(x: 1, y: 10)) == grid.count - 1)
      #expect(visits.count < 1_500, "\(visits.count)")
    }
  }
}
