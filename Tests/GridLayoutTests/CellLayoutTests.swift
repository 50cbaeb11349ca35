import GridLayout
import Testing

/// What all families of grids answer alike, against loops over all of their items.
@Suite("Grids of every family")
struct CellLayoutTests {
  static func check(_ layout: some CellLayout, _ context: String) {
    let frames = (0..<layout.count).map { layout.frame(of: $0) }
    let size = layout.contentSize
    let edges = [-3, 0, 1, 4.5, 7, 11.25, 30, size.width - 2, size.width, size.width + 5]
    for x in edges {
      for y in [-3, 0, 2, 6.5, 19, size.height - 1, size.height + 2] {
        for (width, height) in [(0.5, 0.5), (9, 3), (3, 14), (1e9, 1e9), (0, 5), (.nan, 4)] {
          let rect = Rect(x: x, y: y, width: width, height: height)
          let expected = frames.indices.filter { frames[$0].intersects(rect) }
          let found = Array(layout.cells(in: rect))
          if found.map({ Int($0.index) }) != expected || found.contains(where: { $0.frame != frames[Int($0.index)] }) {
            Issue.record("\(context): cells in \(rect) are \(found.map(\.index)), not \(expected)")
            return
          }
        }
        let point = Point(x: x, y: y)
        let expected = frames.lastIndex { $0.contains(point) }
        if layout.index(at: point) != expected.map({ Int64($0) }) {
          Issue.record(
            "\(context): at \(point) is \(String(describing: layout.index(at: point))), not \(expected ?? -1)")
          return
        }
      }
    }
  }

  @Test("say alike which cells meet a rectangle, and which holds a point")
  func alike() {
    let columns = [GridItem(.fixed(4), spacing: 0), GridItem(), GridItem(.fixed(2), spacing: -1), GridItem(.fixed(3))]
    for axis in [Axis.vertical, .horizontal] {
      for direction in [LayoutDirection.leftToRight, .rightToLeft] {
        for count in [Int64(0), 1, 3, 4, 11] {
          for spacing in [0.0, 1.5] {
            let context = "\(axis) \(direction) \(count) \(spacing)"
            let insets = EdgeInsets(top: 2, leading: 3, bottom: 1, trailing: 0)
            Self.check(
              UniformGrid(
                axis: axis, items: columns, count: count, lineLength: 5, crossLength: 31, insets: insets,
                spacing: spacing, layoutDirection: direction), context)
            let lengths = (0..<count).map { Double($0 % 4) * 2.5 }
            let content: [GridPart] = [
              .run(.lengths(lengths)),
              .section(GridSection(header: 3, footer: 2, runs: [.uniform(count: count, length: 4)])),
            ]
            Self.check(
              LineGrid(
                axis: axis, items: columns, content: content, crossLength: 31, insets: insets, spacing: spacing,
                layoutDirection: direction), context)
          }
        }
      }
    }
    for count in [Int64(0), 1, 8, 9, 20] {
      Self.check(
        EqualGrid(columns: 3, rows: 3, borderWidth: 1).layout(in: Size(width: 30, height: 20), count: count), "equal")
    }
    for flow in [GridFlow.rows, .columns] {
      for arithmetic in [GridArithmetic.exact, .exyte] {
        let grid = TrackGrid(
          tracks: [.fr(1), .pt(6), .fr(2)], contentMode: .scroll, flow: flow, spacing: GridSpacing(2),
          arithmetic: arithmetic)
        let items = (0..<9).map { index in
          TrackGridItem(
            span: GridSpan(column: 1 + index % 2, row: 1 + index / 4 % 2), size: Size(width: 5, height: 4))
        }
        Self.check(grid.layout(items, in: Size(width: 40, height: 33)), "tracks \(flow) \(arithmetic)")
      }
    }
  }
}
