internal import GridLayout
internal import GridStore

/// Content that is laid out: where every item stands, and where it comes from.
struct GridPlan<Item: Sendable>: Sendable {
  var grid: LineGrid
  /// The items that an array of lengths does not reach.
  let estimated: [Range<Int>]
  /// Where the items come from.
  let runs: PlacedRuns<Item>
  let sections: [PlacedSection]
  /// The columns that lengths come from.
  let columns: [PlannedColumn]
  /// The items whose cells say their lengths; nil where there are none.
  var measuring: MeasuringPlan?

  /// Whether lengths are known, or some are estimates.
  var certainty: Certainty {
    let isMeasured = measuring.map { $0.known == $0.count } ?? true
    return estimated.isEmpty && columns.allSatisfy(\.known.isThrough) && isMeasured ? .exact : .estimate
  }

  /// Whether nothing has become known that it is worth to lay out anew for.
  func isCurrent(in generation: Generation?) -> Bool {
    (measuring.map { $0.forgotten == $0.lengths.forgotten } ?? true)
      && !columns.contains { $0.isWorthMaking(in: generation) }
  }

  /// Whether the lengths of all items of a range are known, apart from those that are measured.
  func isKnown(_ range: Range<Int>) -> Bool {
    !estimated.contains { $0.overlaps(range) } && columns.allSatisfy { $0.isKnown(range) }
  }

  func pieces(_ range: Range<Int>) throws -> [CellPiece<Item>] { try runs.pieces(range) }

  func index(of key: CellKey) throws(StoreError) -> Int? { try runs.index(of: key) }
}

/// What stands in the header and footer of a section, and which items stand between.
struct PlacedSection: Sendable {
  var header: AnyItem?
  var footer: AnyItem?
  var items: Range<Int>
  /// What the section is known by from window to window.
  var key: CellKey
}
