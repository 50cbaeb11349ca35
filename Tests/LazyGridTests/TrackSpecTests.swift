import GridLayout
import LazyGrid
import Testing

@Suite("Track specs") struct TrackSpecTests {
  @Test("are read as the command line writes them")
  func forms() throws {
    #expect(try gridItems(parsing: "4") == Array(repeating: GridItem(), count: 4))
    #expect(try gridItems(parsing: "fixed(100)") == [GridItem(.fixed(100))])
    #expect(try gridItems(parsing: "fixed=100") == [GridItem(.fixed(100))])
    #expect(try gridItems(parsing: "flexible") == [GridItem(.flexible())])
    #expect(try gridItems(parsing: "flexible=10..200") == [GridItem(.flexible(minimum: 10, maximum: 200))])
    #expect(try gridItems(parsing: "adaptive=160..240") == [GridItem(.adaptive(minimum: 160, maximum: 240))])
    #expect(try gridItems(parsing: "3xflexible") == Array(repeating: GridItem(), count: 3))
    #expect(
      try gridItems(parsing: "2*fixed(5):3@top")
        == Array(repeating: GridItem(.fixed(5), spacing: 3, alignment: .top), count: 2))
    #expect(
      try gridItems(parsing: "fixed(300):8,adaptive(100,300)@top") == [
        GridItem(.fixed(300), spacing: 8), GridItem(.adaptive(minimum: 100, maximum: 300), alignment: .top),
      ])
  }

  @Test(
    "are refused with the nearest right form",
    arguments: [
      "", "0", "-1", "99999", "fixd(100)", "fixed", "fixed(nan)", "fixed(-1)", "adaptive()", "fixed(1,2)",
      "flexible(1,2,3)",
      "fixed(100)@topp", "fixed(100):x", "9999*flexible", "flexible,,flexible", "fixed(100", "inf",
    ])
  func refusals(_ spec: String) {
    let error = #expect(throws: LayoutError.self) { try gridItems(parsing: spec) }
    #expect(error.map { !$0.description.isEmpty } ?? false)
  }
}
