import GridLayout
import LazyGrid
import Testing

@Suite("Transitions of sections") struct SectionTransitionTests {
  @Test("have headers and footers, known by what their section is of, which scrolling alone does not move")
  func supplementary() throws {
    func grid(_ names: [String], rows: Int = 10) -> LazyVGrid<Int> {
      LazyVGrid(columns: [GridItem()], spacing: 0, pinnedViews: .sectionHeaders) {
        ForEach(names, id: \.self) { name in
          Section {
            ForEach(0..<rows, length: 30) { Cell($0) }
          } header: {
            Cell(name, length: 20)
          } footer: {
            Cell("end", length: 10)
          }
        }
      }
    }
    let viewport = Size(width: 100, height: 400)
    let first = try grid(["a", "b", "c"]).window(for: ScrollState(viewport: viewport))
    #expect(first.supplementary.map(\.key) == ["a", "a", "b"])
    let none = GridTransition(from: nil, to: first)
    #expect(none.supplementary.allSatisfy { $0.kind == .unchanged } && none.isEmpty)
    // A pinned header rests elsewhere at each offset, and is not said to move.
    var scroll = first.scroll
    scroll.scroll(by: 100)
    let scrolled = try grid(["a", "b", "c"]).window(for: scroll, after: first)
    let still = GridTransition(from: first, to: scrolled)
    #expect(still.supplementary.map(\.role) == [.header, .footer, .header])
    #expect(still.supplementary.allSatisfy { $0.kind == .unchanged })
    #expect(still.supplementary[0].old?.viewport.minY == 0 && still.supplementary[0].new?.viewport.minY == 0)
    #expect(still.supplementary[2].new?.viewport.minY == 230)
    // Another section comes in before: the first pushes the others.
    var start = first.scroll
    start.policy = .staysAtStart
    let more = try grid(["new", "a", "b", "c"], rows: 2).window(for: start, after: first)
    let changes = GridTransition(from: first, to: more, curve: .linear(duration: 1)).supplementary
    #expect(changes.map(\.key) == ["new", "new", "a", "a", "b", "b", "c", "c"])
    #expect(changes.map(\.kind) == [.inserted, .inserted, .moved, .moved, .moved, .inserted, .inserted, .inserted])
    // Halfway they are halfway, above the cells.
    let frames = GridTransition(from: first, to: more, curve: .linear(duration: 1)).frames(at: 0.5)
    let headers = frames.filter { $0.role == .header }
    #expect(headers.map(\.frame.minY) == [0, 45, 255, 270] && headers.map(\.presence) == [0.5, 1, 1, 0.5])
    #expect(frames.suffix(8).allSatisfy { $0.role != .cell })
    let back = GridTransition(from: more, to: first).supplementary
    #expect(back.filter { $0.kind == .removed }.map(\.key) == ["new", "new", "b", "c", "c"])
  }
}
