import GridLayout
import Testing

@Suite("What can't be taken as it stands is said")
struct DiagnosticTests {
  @Test(
    "by the tracks, with the item it is about",
    arguments: [
      ([], 320, [.noTracks]),
      ([GridItem()], .nan, [.lengthNotFinite]),
      ([GridItem()], .infinity, [.lengthNotFinite]),
      ([GridItem()], 0, [.lengthNotPositive]),
      ([GridItem()], -1, [.lengthNotPositive]),
      ([GridItem()], 1e13, [.lengthTooLarge]),
      ([GridItem(), GridItem(.fixed(.nan))], 320, [.numberNotFinite(item: 1)]),
      (
        [GridItem(spacing: .infinity), GridItem(.adaptive(minimum: .infinity))], 320,
        [.numberNotFinite(item: 0), .numberNotFinite(item: 1)]
      ),
      ([GridItem(.flexible(minimum: 1, maximum: .nan))], 320, [.numberNotFinite(item: 0)]),
      ([GridItem(.fixed(1e13))], 320, [.numberTooLarge(item: 0)]),
      ([GridItem(), GridItem(.fixed(-10))], 320, [.negativeLength(item: 1)]),
      ([GridItem(.flexible(minimum: 100, maximum: 50))], 320, [.minimumOverMaximum(item: 0)]),
      ([GridItem(.adaptive(minimum: 100, maximum: 50))], 320, [.minimumOverMaximum(item: 0)]),
      ([GridItem(.adaptive(minimum: 0), spacing: 0)], 320, [.noAdaptiveStep(item: 0)]),
      ([GridItem(.fixed(1)), GridItem(.adaptive(minimum: 0, maximum: 1))], 1e6, [.tooManyTracks(item: 1)]),
      ([GridItem(.fixed(1)), GridItem(.adaptive(minimum: 10), spacing: 8)], 320, []),
    ] as [([GridItem], Double, [TrackDiagnostic])])
  func tracks(items: [GridItem], length: Double, diagnostics: [TrackDiagnostic]) {
    #expect(Tracks(items, in: length, fraction: 0).diagnostics == diagnostics)
    // Said once, however often tracks are resolved.
    #expect(Tracks(items, in: length, fraction: 0, resolution: .twoPass).diagnostics == diagnostics)
  }

  @Test("by the lines")
  func lines() {
    func diagnostics(
      _ count: Int64 = 1, _ length: Double = 1, _ spacing: Double? = nil, _ insets: EdgeInsets = .zero
    ) -> [LineDiagnostic] {
      UniformGrid(
        axis: .vertical, items: [GridItem()], count: count, lineLength: length, crossLength: 320,
        insets: insets,
        spacing: spacing
      ).diagnostics
    }
    #expect(diagnostics() == [])
    #expect(diagnostics(-1) == [.negativeCount])
    #expect(diagnostics(1, .nan) == [.numberNotFinite(.lineLength)])
    #expect(diagnostics(1, -1) == [.negativeLineLength])
    #expect(diagnostics(1, 1e13) == [.numberTooLarge(.lineLength)])
    #expect(diagnostics(1, 1, .infinity) == [.numberNotFinite(.spacing)])
    #expect(diagnostics(1, 5, -4) == [])
    #expect(diagnostics(1, 5, -5) == [.spacingTurnsBack])
    #expect(diagnostics(1, 1, nil, EdgeInsets(top: .nan, trailing: .infinity)) == [.numberNotFinite(.insets)])
    #expect(diagnostics(1, 1, nil, EdgeInsets(leading: -5)) == [])
  }

  @Test("more items than there may be tracks make as many as there may be")
  func limit() {
    let items = Array(repeating: GridItem(.fixed(1), spacing: 0), count: Tracks.limit + 3)
    let tracks = Tracks(items, in: 100, fraction: 0)
    #expect(tracks.count == Tracks.limit)
    #expect(tracks.contentLength == Double(Tracks.limit))
    #expect(tracks.diagnostics == [.tooManyTracks(item: Tracks.limit)])
    #expect(Tracks(items.dropLast(3), in: 100, fraction: 0).diagnostics == [])
  }

  @Test("an index that is no item's is the caller's mistake, and traps")
  func wrongIndex() async {
    await #expect(processExitsWith: .failure) {
      let grid = UniformGrid(axis: .vertical, items: [GridItem()], count: 3, lineLength: 1, crossLength: 9)
      _ = grid.frame(of: 3)
    }
    await #expect(processExitsWith: .failure) {
      let grid = UniformGrid(axis: .vertical, items: [], count: 3, lineLength: 1, crossLength: 9)
      _ = grid.line(of: 0)
    }
  }
}
