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

@Suite("Specs of grid tracks") struct GridTrackSpecTests {
  @Test("are read as the command line writes them")
  func forms() throws {
    #expect(try gridTracks(parsing: "4") == Array(repeating: .fr(1), count: 4))
    #expect(try gridTracks(parsing: "1fr,150pt,fit") == [.fr(1), .pt(150), .fit])
    #expect(try gridTracks(parsing: "fr, Fit ,0.5FR") == [.fr(1), .fit, .fr(0.5)])
    #expect(try gridTracks(parsing: "fr(2),pt(10.5),fr=3,pt=7") == [.fr(2), .pt(10.5), .fr(3), .pt(7)])
    #expect(try gridTracks(parsing: "2*1fr,3x20pt") == [.fr(1), .fr(1), .pt(20), .pt(20), .pt(20)])
    #expect(try gridTracks(parsing: "0fr,1fr") == [.fr(0), .fr(1)])
    #expect(try gridTracks(parsing: "1024").count == 1024)
  }

  @Test(
    "are refused with the nearest right form",
    arguments: [
      ("", "1fr,150pt"), ("0", "1 to"), ("-1", "1 to"), ("99999", "1 to"), ("1fr,2", "2fr for parts or 2pt"),
      ("150px", "150pt"), ("150points", "150pt"), ("auto", "fit"), ("fti", "fit"), ("2f", "2fr"), ("nanfr", "'nan'"),
      ("-1fr", "'-1'"), ("infpt", "'inf'"), ("fr(", "1fr"), ("pt()", "''"), ("1fr,,1fr", "1fr, 150pt or fit"),
      ("9999*1fr", "1 to"), ("0*1fr", "1 to"), ("4000*1fr,4000*1fr", "more than"), ("0fr,0fr", "zero"),
      ("1e999pt", "1e999"),
      ("fixed(100)", "1fr, 150pt or fit"),
    ])
  func refusals(_ spec: String, _ says: String) {
    let error = #expect(throws: LayoutError.self) { try gridTracks(parsing: spec) }
    #expect(error?.description.contains(says) ?? false, "\(error?.description ?? "")")
  }
}
