import Foundation
import GridLayout
import Testing

@Suite("The vectors of SwiftUI's lazy grids") struct VectorTests {
  /// Low ones that we decide otherwise, each with its reason.
  static let differing = [
    "negative-fixed": "a fixed length below zero counts as zero; no frame has a negative size"
  ]

  static let trackVectors = ["columns", "two_pass", "edge", "hgrid_rtl"].flatMap(Vector.read).filter {
    $0.kind == "tracks"
  }

  func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 }

  func expect(_ tracks: [Track], _ spans: [Vector.Span], _ name: String) {
    #expect(tracks.count == spans.count, "\(name)")
    for (track, span) in zip(tracks, spans) {
      #expect(isClose(track.offset, span.offset) && isClose(track.length, span.length), "\(name): \(track) \(span)")
    }
  }

  @Test("all files are there and hold what they held")
  func counts() {
    #expect(Self.trackVectors.count == 58)
    #expect(Vector.read("viewport").count == 5)
    #expect(Vector.read("rows").count == 12)
    // No medium or high one differs.
    for name in Self.differing.keys { #expect(Self.trackVectors.first { $0.name == name }?.confidence == "low") }
  }

  @Test("tracks are SwiftUI's", arguments: trackVectors)
  func tracks(_ vector: Vector) {
    if Self.differing[vector.name] != nil { return }
    let width = vector.width?.value ?? Tracks.idealLength(vector.items, ideals: vector.idealLengths ?? [])
    if let resolved = vector.expect.resolvedWidth { #expect(isClose(width, resolved)) }
    let tracks = Tracks(vector.items, in: width, fraction: vector.fraction)
    var resolved = tracks.tracks
    if vector.layoutDirection == "rightToLeft" {
      for i in resolved.indices { resolved[i].offset = tracks.reportedLength - resolved[i].end }
      let grid = vector.grid(count: Int64(resolved.count), lineLength: 10)
      for i in resolved.indices { #expect(grid.frame(of: Int64(i)).minX == resolved[i].offset) }
    }
    expect(resolved, vector.expect.tracks!, vector.name)
    #expect(isClose(tracks.contentLength, vector.expect.contentLength!), "\(vector.name)")
    #expect(isClose(tracks.reportedLength, vector.expect.reportedLength!), "\(vector.name)")
    if let placed = vector.expect.placed {
      let second = Tracks(vector.items, in: width, fraction: vector.fraction, resolution: .twoPass)
      expect(second.tracks, placed.tracks, vector.name)
      #expect(isClose(second.contentLength, placed.contentLength))
      #expect(isClose(second.reportedLength, vector.expect.reportedLength!))
    }
  }

  @Test("viewports show what they must", arguments: Vector.read("viewport"))
  func viewport(_ vector: Vector) {
    let grid = vector.grid(count: vector.itemCount!, lineLength: vector.itemLength!)
    let viewport = vector.viewport!
    let lines = grid.lines(from: viewport.offset, to: viewport.offset + viewport.length)
    #expect(isClose(grid.contentLength, vector.expect.contentLength!))
    guard let rows = vector.expect.rows else {
      #expect(lines.isEmpty)
      return
    }
    #expect(lines == rows[0]..<rows[1] + 1)
    if case .range(let range)? = vector.expect.items { #expect(grid.indexes(ofLines: lines) == range[0]..<range[1]) }
    if let offset = vector.expect.firstRowOffset { #expect(isClose(grid.start(ofLine: lines.lowerBound), offset)) }
  }

  /// Those of the rows whose lines are all of one length: the others need lines of their own lengths.
  @Test("cells of uniform lines sit where SwiftUI's do")
  func uniformRows() {
    var tried = 0
    for vector in Vector.read("rows") where vector.kind == "rows" {
      let lengths = vector.content!.flatMap { $0.lengths ?? [] }
      guard vector.content!.count == 1, Set(lengths).count == 1 else { continue }
      tried += 1
      let grid = vector.grid(count: Int64(lengths.count), lineLength: lengths[0])
      for cell in vector.expect.cells! {
        let frame = grid.frame(of: cell.item)
        #expect(
          isClose(frame.minX, cell.x) && isClose(frame.minY, cell.y) && isClose(frame.width, cell.w)
            && isClose(frame.height, cell.h), "\(vector.name) \(cell) \(frame)")
      }
      #expect(isClose(grid.contentSize.width, vector.expect.contentSize!.width))
      #expect(isClose(grid.contentSize.height, vector.expect.contentSize!.height))
    }
    #expect(tried >= 2)
  }

  @Test(
    "items stand in their cells as the vectors say", arguments: Vector.read("rows").filter { $0.kind == "alignment" })
  func alignment(_ vector: Vector) {
    let sizes = vector.itemSizes!.map { Size(width: $0[0], height: $0[1]) }
    // One line: its length is that of its longest item.
    let along = vector.gridAxis == .vertical ? sizes.map(\.height) : sizes.map(\.width)
    let grid = vector.grid(count: Int64(sizes.count), lineLength: along.max()!)
    // Lines of their own lengths are not uniform; such a vector is for the grids that have them.
    guard grid.lineCount == 1 else { return }
    guard case .frames(let frames)? = vector.expect.items else { return #expect(Bool(false)) }
    for item in frames {
      let frame = grid.itemFrame(of: item.item, size: sizes[Int(item.item)], in: grid.frame(of: item.item))
      #expect(isClose(frame.minX, item.x) && isClose(frame.minY, item.y), "\(vector.name): \(frame) \(item)")
      #expect(frame.size == sizes[Int(item.item)])
    }
  }
}
