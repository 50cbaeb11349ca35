import SwiftUINames
import Testing

import struct LazyGrid.Cell
import struct LazyGrid.ForEach
import struct LazyGrid.Grid
import struct LazyGrid.GridItem
import struct LazyGrid.LazyHGrid
import struct LazyGrid.LazyVGrid
import struct LazyGrid.ScrollView
import struct LazyGrid.Section
import struct LazyGrid.Size

@Suite("Beside a module that has SwiftUI's names") struct ScopedImports {
  @Test("a scoped import says whose type is meant, and the module's name says the other")
  func names() throws {
    let grid = LazyVGrid(columns: [GridItem(.fixed(10)), GridItem()]) {
      Section("title") {
        ForEach(0..<3) { Cell($0, length: 5) }
      }
    }
    #expect(try grid.frames(in: Size(width: 50, height: 1)).cells.map(\.minX) == [0, 18, 0])
    let rows = LazyHGrid(rows: [GridItem()]) { Cell("one") }
    var view = ScrollView(.horizontal, viewport: Size(width: 50, height: 50)) { rows }
    #expect(try view.window().cells.map(\.item) == ["one"])
    let tracks = Grid(tracks: 2, spacing: 0) { ForEach(0..<3) { Cell($0) } }
    #expect(try tracks.frames(in: Size(width: 20, height: 20)).cells.map(\.rect.minX) == [0, 10, 0])
    let stack: any View = SwiftUINames.Grid { Text("theirs") }
    #expect(stack is SwiftUINames.Grid<Text>)
    let theirs = SwiftUINames.LazyVGrid(columns: [SwiftUINames.GridItem()]) { Text("theirs") }
    let body: any View = SwiftUINames.ScrollView { theirs }
    #expect(body is SwiftUINames.ScrollView<SwiftUINames.LazyVGrid<Text>>)
  }
}
