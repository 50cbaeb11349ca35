import GridLayout
import Testing

/// What the vectors say that we don't, and why. Only those of low confidence may stand here.
private let differences = [
  "negative-fixed":
    "a fixed length below zero counts as zero and is said, so that no frame has a negative size"
]

@Suite("SwiftUI's vectors")
struct VectorTests {
  /// The files, and how many vectors each has.
  static let files = [
    ("columns", 30), ("two_pass", 6), ("edge", 13), ("hgrid_rtl", 9), ("viewport", 5), ("rows", 12), ("sections", 7),
    ("pinning", 9), ("scrollto", 9), ("anchoring", 8),
  ]

  @Test("hold, all of them", arguments: files)
  func hold(file: String, count: Int) throws {
    let vectors = try VectorFile(file).vectors
    #expect(vectors.count == count)
    for vector in vectors {
      let problems: [String]
      switch vector.kind {
      case .tracks: problems = try tracksProblems(vector)
      case .viewport: problems = try viewportProblems(vector)
      case .alignment: problems = try alignmentProblems(vector)
      case .rows: problems = try rowsProblems(vector)
      case .pinning: problems = try pinningProblems(vector)
      case .scrollTo: problems = try scrollToProblems(vector)
      case .anchoring: problems = try anchoringProblems(vector)
      }
      if let reason = differences[vector.name] {
        #expect(vector.confidence == .low, "\(vector.name) may not differ")
        #expect(!problems.isEmpty, "\(vector.name) holds, so this is no reason: \(reason)")
      } else {
        #expect(problems.isEmpty, "\(vector.name)")
      }
    }
  }

  private func tracksProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let expect = vector.expect
    let expected = try #require(expect.tracks)
    let once = try vector.grid(count: Int64(expected.count), lineLength: 1)
    problems.compare("content", once.tracks.contentLength, try #require(expect.contentLength))
    problems.compare("reported", once.tracks.reportedLength, try #require(expect.reportedLength))
    problems.compare(edges(of: once), expected)
    if let width = expect.resolvedWidth { problems.compare("ideal", try vector.offered(), width) }
    if let count = expect.count { problems.compare("count", Double(once.tracks.count), Double(count)) }

    // Where nothing else is said, the second pass changes nothing.
    let placed = expect.placed?.tracks ?? expected
    let twice = try vector.grid(count: Int64(placed.count), lineLength: 1, resolution: .twoPass)
    let offered = try vector.offered()
    if expect.placed != nil || twice.tracks.reportedLength <= offered {
      problems.compare(
        "second content", twice.tracks.contentLength, expect.placed?.contentLength ?? expect.contentLength!)
      problems.compare("second reported", twice.tracks.reportedLength, expect.reportedLength!)
      problems.compare(edges(of: twice), placed)
    }
    return problems.found
  }

  private func viewportProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let viewport = try #require(vector.viewport)
    let grid = try vector.grid(
      count: try #require(vector.itemCount), lineLength: try #require(vector.itemLength))
    problems.compare("content", grid.contentLength, try #require(vector.expect.contentLength))
    let lines = grid.lines(from: viewport.offset, to: viewport.offset + viewport.length)
    let items = grid.indexes(ofLines: lines)
    guard let rows = vector.expect.rows else {
      problems.compare("lines", Double(lines.count), 0)
      problems.compare("items", Double(items.count), 0)
      return problems.found
    }
    guard case .range(let range) = vector.expect.items else { throw VectorError.unknown("items") }
    #expect(lines == rows[0]..<rows[1] + 1, "\(vector.name)")
    #expect(items == range[0]..<range[1], "\(vector.name)")
    problems.compare(
      "first line", grid.start(ofLine: lines.lowerBound), try #require(vector.expect.firstRowOffset))
    return problems.found
  }

  private func alignmentProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let sizes = try #require(vector.itemSizes).map { Size(width: $0[0], height: $0[1]) }
    guard case .frames(let frames) = vector.expect.items else { throw VectorError.unknown("items") }
    #expect(frames.count == sizes.count)
    let grid = try vector.lineGrid([.run(.lengths(sizes.map { vector.axis == .vertical ? $0.height : $0.width }))])
    for (i, size) in sizes.enumerated() {
      let index = Int64(i)
      problems.compare(grid.itemFrame(of: index, size: size, in: grid.frame(of: index)), frames[i])
    }
    return problems.found
  }

  private func rowsProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let grid = try vector.lineGrid()
    let size = try #require(vector.expect.contentSize)
    problems.compare("width", grid.contentSize.width, size.width)
    problems.compare("height", grid.contentSize.height, size.height)
    let cells = try #require(vector.expect.cells)
    #expect(Int64(cells.count) == grid.count, "\(vector.name)")
    for cell in cells { problems.compare(grid.frame(of: Int64(cell.item)), cell) }
    let supplementary = vector.expect.supplementary ?? []
    let sections = (0..<grid.sectionCount).flatMap { [grid.frame(ofHeader: $0), grid.frame(ofFooter: $0)] }
    #expect(sections.compactMap { $0 }.count == supplementary.count, "\(vector.name)")
    for line in supplementary {
      let frame = line.role == "header" ? grid.frame(ofHeader: line.section) : grid.frame(ofFooter: line.section)
      problems.compare(
        try #require(frame), Vector.Frame(item: line.section, x: line.x, y: line.y, w: line.w, h: line.h))
    }
    // One length for all is what the grid of uniform lines is for.
    let lengths = Set((0..<grid.lineCount).map { grid.length(ofLine: $0) })
    if supplementary.isEmpty, lengths.count == 1, vector.content?.allSatisfy({ $0.kind == .items }) ?? false {
      let uniform = try vector.grid(count: grid.count, lineLength: lengths.first!)
      #expect(uniform.contentSize == grid.contentSize)
      for index in 0..<grid.count { #expect(uniform.frame(of: index) == grid.frame(of: index)) }
    }
    return problems.found
  }

  private func pinningProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let grid = try vector.lineGrid()
    let viewport = try #require(vector.viewport)
    problems.compare("content", grid.contentLength, try #require(vector.expect.contentLength))
    let interval = VisibleInterval(
      start: viewport.offset, length: viewport.length, insetStart: viewport.insetTop ?? 0,
      insetEnd: viewport.insetBottom ?? 0)
    let ours = grid.window(interval, pinned: try vector.pinned())
    let theirs = try #require(vector.expect.lines)
    problems.compare("number of lines", Double(ours.count), Double(theirs.count))
    for (our, their) in zip(ours, theirs) {
      #expect(our.kind == ["header": .header, "row": .items, "footer": .footer][their.line], "\(vector.name)")
      #expect(our.section == their.section && Array(our.items) == their.items, "\(vector.name)")
      #expect(our.isPinned == their.pinned, "\(vector.name)")
      problems.compare("start of \(their)", our.start, their.y)
      problems.compare("natural start of \(their)", our.naturalStart, their.natural)
      problems.compare("length of \(their)", our.length, their.h)
    }
    return problems.found
  }

  private func scrollToProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let (item, viewport) = (try #require(vector.item), try #require(vector.viewport))
    let content = try #require(vector.contentLength)
    // One line before the item and one after it, so that it and the content are where the vector has them.
    let lengths = [item.start, item.length, content - item.start - item.length]
    let grid = LineGrid(
      axis: .vertical, items: [GridItem()], content: [.run(.lengths(lengths))], crossLength: 100, spacing: 0)
    var ours = Viewport(
      length: viewport.length, insetStart: viewport.insetTop ?? 0, insetEnd: viewport.insetBottom ?? 0, in: grid)
    ours.scroll(to: .offset(viewport.offset), in: grid)
    ours.scroll(to: .item(1, vector.anchor.map { .fraction($0) } ?? .nearest), in: grid)
    problems.compare("offset", ours.offset, try #require(vector.expect.offset))
    return problems.found
  }

  private func anchoringProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let (viewport, edit) = (try #require(vector.viewport), try #require(vector.edit))
    let items = Array(repeating: GridItem(), count: try #require(vector.trackCount))
    var grid = LineGrid(
      axis: .vertical, items: items, content: [.run(.lengths(try #require(vector.lengths)))], crossLength: 100,
      spacing: vector.spacing)
    var ours = Viewport(length: viewport.length, in: grid)
    ours.scroll(to: .offset(viewport.offset), in: grid)
    let anchor = try #require(ours.anchor)
    #expect(anchor.index == vector.expect.anchorItem, "\(vector.name)")
    problems.compare("distance", -anchor.delta, try #require(vector.expect.anchorDistance))
    if let insertion = edit.insert {
      grid.replaceItems(insertion.index..<insertion.index, by: [.lengths(insertion.lengths)])
      ours.contentDidChange(.insert(at: insertion.index, count: Int64(insertion.lengths.count)), in: grid)
    } else if let removal = edit.remove {
      grid.replaceItems(removal[0]..<removal[0] + removal[1], by: [])
      ours.contentDidChange(.remove(removal[0]..<removal[0] + removal[1]), in: grid)
    } else if let resize = edit.resize {
      grid.setLength(ofItem: Int64(resize[0]), to: resize[1])
      ours.contentDidChange(.resize, in: grid)
    } else {
      grid.resolve(items: Array(repeating: GridItem(), count: try #require(edit.columns)))
      ours.layoutDidChange(in: grid)
    }
    problems.compare("offset", ours.offset, try #require(vector.expect.offset))
    problems.compare("content", grid.contentLength, try #require(vector.expect.contentLength))
    problems.compare("distance after", -(ours.anchor?.delta ?? .nan), try #require(vector.expect.anchorDistance))
    return problems.found
  }

  /// Where the cells of the first line stand across, mirrored where the grid is.
  private func edges(of grid: UniformGrid) -> [Vector.Slice] {
    (0..<min(grid.count, Int64(grid.tracks.count))).map { index in
      let frame = grid.frame(of: index)
      return grid.axis == .vertical
        ? Vector.Slice(offset: frame.minX, length: frame.width)
        : Vector.Slice(offset: frame.minY, length: frame.height)
    }
  }
}

/// What a vector says and we do not.
private struct Problems {
  var found: [String] = []

  mutating func compare(_ what: String, _ ours: Double, _ theirs: Double) {
    if !((ours - theirs).magnitude <= 1e-6) { found.append("\(what) is \(ours), not \(theirs)") }
  }

  mutating func compare(_ ours: [Vector.Slice], _ theirs: [Vector.Slice]) {
    compare("number of tracks", Double(ours.count), Double(theirs.count))
    for (i, (our, their)) in zip(ours, theirs).enumerated() {
      compare("offset of track \(i)", our.offset, their.offset)
      compare("length of track \(i)", our.length, their.length)
    }
  }

  mutating func compare(_ ours: Rect, _ theirs: Vector.Frame) {
    compare("x of \(theirs.item)", ours.minX, theirs.x)
    compare("y of \(theirs.item)", ours.minY, theirs.y)
    compare("width of \(theirs.item)", ours.width, theirs.w)
    compare("height of \(theirs.item)", ours.height, theirs.h)
  }
}
