internal import GridLayout
internal import GridStore

/// Content that is laid out: where every item stands, and where it comes from.
struct GridPlan<Item: Sendable>: Sendable {
  let grid: LineGrid
  /// Whether lengths are known, or some are estimates.
  let certainty: Certainty
  /// Where the items come from.
  let runs: PlacedRuns<Item>
  let sections: [PlacedSection]

  func pieces(_ range: Range<Int>) throws -> [CellPiece<Item>] { try runs.pieces(range) }

  func index(of key: CellKey) throws(StoreError) -> Int? { try runs.index(of: key) }
}

/// What stands in the header and footer of a section, and which items stand between.
struct PlacedSection: Sendable {
  var header: AnyItem?
  var footer: AnyItem?
  var items: Range<Int>
}
