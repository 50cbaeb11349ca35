import GridLayout
import Testing

/// Every small world, against references that are slow and obvious. Numbers are halves and quarters where answers
/// must agree to the last bit. Built for release, the worlds are all there; otherwise a part that ends soon.
@Suite("In every small world")
struct SmallWorldsTests {
  #if DEBUG
    static let step = 1.0
    static let longestList = 2
  #else
    static let step = 0.5
    static let longestList = 3
  #endif

  static let items = [
    GridItem(.fixed(12)), GridItem(.fixed(20), spacing: 0), GridItem(.flexible()),
    GridItem(.flexible(minimum: 4, maximum: 16), spacing: 2.5), GridItem(.adaptive(minimum: 10), spacing: -3),
    GridItem(.adaptive(minimum: 6, maximum: 9), spacing: 4), GridItem(.fixed(5), spacing: -9),
  ]

  /// All lists of items up to a length.
  static func lists(upTo length: Int) -> [[GridItem]] {
    var all: [[GridItem]] = [[]]
    var last = all
    for _ in 0..<length {
      last = last.flatMap { list in items.map { list + [$0] } }
      all += last
    }
    return all
  }

  @Test("tracks are those of the rules")
  func tracks() {
    var count = 0
    for list in Self.lists(upTo: 3) where !list.isEmpty {
      for width in [0.5, 7, 20, 33, 64.5, 100, 200] {
        for fraction in [0, 0.5, 1] {
          for resolution in [TrackResolution.onePass, .twoPass] {
            let ours = Tracks(list, in: width, fraction: fraction, resolution: resolution)
            let plain = ReferenceTracks(
              list, width: width, fraction: fraction, passes: resolution == .onePass ? 1 : 2)
            let agrees =
              ours.count == plain.offsets.count && ours.map(\.item) == plain.items
              && ours.indices.allSatisfy {
                near(ours[$0].offset, plain.offsets[$0]) && near(ours[$0].length, plain.lengths[$0])
              } && near(ours.contentLength, plain.content) && near(ours.reportedLength, plain.reported)
              && ours.diagnostics.isEmpty
            if !agrees {
              Issue.record("\(list) in \(width), \(fraction), \(resolution): \(ours) but \(plain)")
            }
            count += 1
          }
        }
      }
    }
    #expect(count == (7 + 49 + 343) * 7 * 3 * 2)
  }

  @Test("lines in any interval are those of the plain scan", arguments: [0, 2.5, 4])
  func lines(length: Double) {
    for spacing in [nil, 0, 1.5, -2, -6] as [Double?] {
      for inset in [0, 3, -2.5] {
        for count in 0...7 as ClosedRange<Int64> {
          let grid = UniformGrid(
            axis: .vertical, items: [GridItem()], count: count, lineLength: length, crossLength: 10,
            insets: EdgeInsets(top: inset, bottom: 1), spacing: spacing)
          let plain = ReferenceGrid(grid)
          for start in Swift.stride(from: -4, through: grid.contentLength + 2, by: Self.step) {
            let before = plain.lines.lastIndex { $0.start <= start } ?? 0
            if grid.line(at: start) != (count == 0 ? nil : Int64(before)) {
              Issue.record("line at \(start) of \(grid)")
            }
            for end in Swift.stride(from: start - 1, through: grid.contentLength + 4, by: Self.step) {
              let ours = grid.lines(from: start, to: end)
              if !ours.elementsEqual(plain.lines(from: start, to: end)) {
                Issue.record("\(ours) from \(start) to \(end) of \(grid)")
              }
            }
          }
        }
      }
    }
  }

  @Test("cells and points are those of the plain scan", arguments: [Axis.vertical, .horizontal])
  func cells(axis: Axis) {
    let insets = [EdgeInsets.zero, EdgeInsets(top: 1, leading: 2.5, bottom: 3, trailing: 4)]
    var grids = 0
    for direction in [LayoutDirection.leftToRight, .rightToLeft] {
      for list in Self.lists(upTo: Self.longestList) {
        for width in [18.5, 50] {
          for count in 0...7 as ClosedRange<Int64> {
            // Which lengths, spacing, insets and alignment meet which tracks changes from grid to grid.
            let grid = UniformGrid(
              axis: axis, items: list, count: count, lineLength: [4, 0, 2.5][grids % 3], crossLength: width,
              insets: insets[grids / 3 % 2], spacing: [0, nil, -1.5, 3][grids % 4],
              alignment: [.topLeading, .center, .bottomTrailing][grids / 2 % 3], layoutDirection: direction)
            grids += 1
            compare(grid, ReferenceGrid(grid))
          }
        }
      }
    }
  }

  /// Compares all cells, points on a raster, and rectangles that are narrow in one direction or in both.
  private func compare(_ grid: UniformGrid, _ plain: ReferenceGrid) {
    for (index, cell) in plain.cells.enumerated() where grid.frame(of: Int64(index)) != cell.frame {
      Issue.record("frame of \(index): \(grid.frame(of: Int64(index))), not \(cell.frame), of \(grid)")
    }
    let size = grid.contentSize
    let coarse = Self.step * 4
    var rects = [Rect(x: -5, y: -5, width: size.width + 10, height: size.height + 10)]
    for x in Swift.stride(from: -2, through: size.width + 2, by: Self.step * 2) {
      rects.append(Rect(x: x, y: -5, width: 0.5, height: 1000))
      rects.append(Rect(x: x, y: 2, width: 13, height: 9))
    }
    for y in Swift.stride(from: -2, through: size.height + 2, by: Self.step * 2) {
      rects.append(Rect(x: -5, y: y, width: 1000, height: 0.5))
      rects.append(Rect(x: 7, y: y, width: 0, height: 6))
      for x in Swift.stride(from: -2, through: size.width + 2, by: coarse) {
        let point = Point(x: x, y: y)
        if grid.index(at: point) != plain.index(at: point) {
          Issue.record("\(String(describing: grid.index(at: point))) at \(point) of \(grid)")
        }
      }
    }
    for rect in rects where !grid.cells(in: rect).elementsEqual(plain.cells(in: rect)) {
      Issue.record("\(Array(grid.cells(in: rect))), not \(plain.cells(in: rect)), in \(rect) of \(grid)")
    }
  }

  private func near(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= 1e-9 }
}
