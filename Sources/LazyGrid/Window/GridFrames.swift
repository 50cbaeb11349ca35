public import GridLayout

/// All that a grid lays out where no viewport bounds it.
public struct GridFrames: Sendable {
  /// The grid as it is laid out; its diagnostics say what was replaced.
  public let grid: LineGrid
  /// The frame of each cell, in the order of the items and in the coordinates of the content, in points. None where there
  /// are no tracks.
  public let cells: [Rect]
  /// The headers and footers in the order of the content; nothing pins them.
  public let supplementary: [GridSupplementary]

  /// The size of all content, in points.
  public var contentSize: Size { grid.contentSize }
}

extension LazyGridLayout {
  /// Lays out all there is, as SwiftUI does with a grid that stands in no scroll view.
  ///
  ///     LazyVGrid(columns: [GridItem(.fixed(100)), GridItem(.flexible())]) {
  ///       ForEach(0..<3, length: 50) { Cell($0) }
  ///     }
  ///     .frames(in: Size(width: 300, height: 400)).cells   // 0 0 100 50, 108 0 192 50, 0 58 100 50
  ///
  /// No items are read or made. What cannot be taken as it stands is replaced as the grid's diagnostics say.
  ///
  /// - Parameter size: What is offered, in points; only the length across matters.
  /// - Throws: ``LayoutError`` for more than ten million items, or a section in a section; ``StoreError`` where a list
  ///   cannot be counted.
  /// - Complexity: O(*n*).
  public func frames(in size: Size) throws -> GridFrames {
    let plan = try inOneRead { state in try self.plan(size, state, isChecked: false) }
    let (grid, most) = (plan.grid, 10_000_000)
    guard grid.count <= most else {
      throw LayoutError("\(grid.count) items are too many to lay out all of; \(most) at most, or take a window")
    }
    var cells: [Rect] = []
    var supplementary: [GridSupplementary] = []
    cells.reserveCapacity(Int(grid.count))
    for line in grid.allLines() {
      if line.kind == .items {
        for index in line.items { cells.append(grid.frame(of: index, in: line)) }
      } else {
        let frame = grid.frame(of: line)
        supplementary.append(
          GridSupplementary(line, frame, natural: frame, in: plan.sections, toViewport: .zero, toContent: .zero))
      }
    }
    return GridFrames(grid: grid, cells: cells, supplementary: supplementary)
  }
}
