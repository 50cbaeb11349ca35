import GridLayout
import Testing

/// What the vectors say that we don't, and why. Only those of low confidence may stand here.
private let differences = [
  "negative-fixed":
    "a fixed length below zero counts as zero and is said, so that no frame has a negative size"
]

@Suite("SwiftUI's vectors")
struct VectorTests {
  /// The files, how many vectors each has and how many of them a grid of uniform lines can answer.
  static let files = [
    ("columns", 30, 30), ("two_pass", 6, 6), ("edge", 13, 13), ("hgrid_rtl", 9, 9), ("viewport", 5, 5),
    // Four have lines of different lengths.
    ("rows", 12, 8),
  ]

  @Test("hold, all of them", arguments: files)
  func hold(file: String, count: Int, uniform: Int) throws {
    let vectors = try VectorFile(file).vectors
    #expect(vectors.count == count)
    var ran = 0
    for vector in vectors {
      let problems: [String]
      switch vector.kind {
      case .tracks: problems = try tracksProblems(vector)
      case .viewport: problems = try viewportProblems(vector)
      case .alignment: problems = try alignmentProblems(vector)
      case .rows:
        guard let found = try rowsProblems(vector) else { continue }
        problems = found
      }
      ran += 1
      if let reason = differences[vector.name] {
        #expect(vector.confidence == .low, "\(vector.name) may not differ")
        #expect(!problems.isEmpty, "\(vector.name) holds, so this is no reason: \(reason)")
      } else {
        #expect(problems.isEmpty, "\(vector.name)")
      }
    }
    #expect(ran == uniform)
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

  /// Lines of different lengths are grids of one line each here.
  private func alignmentProblems(_ vector: Vector) throws -> [String] {
    var problems = Problems()
    let sizes = try #require(vector.itemSizes).map { Size(width: $0[0], height: $0[1]) }
    guard case .frames(let frames) = vector.expect.items else { throw VectorError.unknown("items") }
    #expect(frames.count == sizes.count)
    let perLine = try vector.grid(count: 0, lineLength: 0).tracks.count
    var start = 0.0
    for first in stride(from: 0, to: sizes.count, by: perLine) {
      let line = first..<min(first + perLine, sizes.count)
      let length = line.map { vector.axis == .vertical ? sizes[$0].height : sizes[$0].width }.max()!
      let grid = try vector.grid(count: Int64(line.count), lineLength: length)
      let move = vector.axis == .vertical ? Point(x: 0, y: start) : Point(x: start, y: 0)
      for i in line {
        let index = Int64(i - first)
        let itemFrame = grid.itemFrame(of: index, size: sizes[i], in: grid.frame(of: index))
        problems.compare(itemFrame.offset(by: move), frames[i])
      }
      start += grid.stride
    }
    return problems.found
  }

  /// Returns nil where lines are of different lengths.
  private func rowsProblems(_ vector: Vector) throws -> [String]? {
    var problems = Problems()
    let runs = try #require(vector.content)
    guard runs.allSatisfy({ $0.kind == .items }) else { return nil }
    let lengths = runs.flatMap { $0.lengths ?? [] }
    let perLine = try vector.grid(count: 0, lineLength: 0).tracks.count
    let lines = stride(from: 0, to: lengths.count, by: perLine).map {
      lengths[$0..<min($0 + perLine, lengths.count)].max()!
    }
    guard Set(lines).count <= 1 else { return nil }
    let grid = try vector.grid(count: Int64(lengths.count), lineLength: lines.first ?? 0)
    let size = try #require(vector.expect.contentSize)
    problems.compare("width", grid.contentSize.width, size.width)
    problems.compare("height", grid.contentSize.height, size.height)
    let cells = try #require(vector.expect.cells)
    #expect(cells.count == lengths.count)
    for cell in cells { problems.compare(grid.frame(of: Int64(cell.item)), cell) }
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
