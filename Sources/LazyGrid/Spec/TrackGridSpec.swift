internal import GridLayout
internal import GridStore

/// A layout of a track grid as JSON says it, and the answer in JSON.
///
///     {"grid":"tracks","tracks":[{"fr":1},{"pt":150},"fit"],"container":{"width":375,"height":647},
///      "items":[{"id":"a","span":{"column":2},"size":{"width":40,"height":30}},{"id":"b"}]}
///
/// Numbers are points; absent members have their defaults, unknown ones are an error. Without a `container` the grid is as
/// large as its content asks for. What a grid replaces in its input is no error: the answer says it among its diagnostics.
package struct TrackGridSpec {
  private let layout: TrackLayout
  /// What the items are called in the answer: as in the spec, or by their index.
  private var ids: [JSON] = []
  private var duplicates: [JSON] = []

  /// The most columns or rows whose sizes an answer lists.
  private static let mostSizes: Int64 = 1_000_000
  /// The most ids that stand for two items and are named.
  private static let mostDuplicates = 1000

  package init(_ json: JSON) throws(LayoutError) {
    var members = try SpecMembers(json, path: "the spec")
    _ = try members.text("grid")
    let tracks = try TrackGridSpec.tracks(members.take("tracks"))
    let mode =
      try members.choice("contentMode", ["fill": GridContentMode.fill, "scroll": .scroll]) ?? .fill
    let flow = try members.choice("flow", ["rows": GridFlow.rows, "columns": .columns]) ?? .rows
    let packing = try members.choice("packing", ["sparse": GridPacking.sparse, "dense": .dense]) ?? .sparse
    let spacing = try TrackGridSpec.spacing(members.take("spacing"))
    let arithmetic = try members.choice("compatibility", ["exyte": GridArithmetic.exyte]) ?? .exact
    let insets = try members.insets() ?? .zero
    let itemsAlignment = try members.alignment("commonItemsAlignment") ?? .center
    let contentAlignment = try members.alignment("contentAlignment") ?? .center
    let container = try members.container()
    let elements = try members.array("items") ?? []
    try members.finish()
    guard elements.count <= LayoutSpec.mostCells else {
      throw LayoutError("\(elements.count) items are too many to list at once")
    }
    let grid = TrackGrid(
      tracks: tracks, contentMode: mode, flow: flow, packing: packing, spacing: spacing, insets: insets,
      commonItemsAlignment: itemsAlignment, contentAlignment: contentAlignment, arithmetic: arithmetic)
    var items: [TrackGridItem] = []
    var known: Set<JSON> = []
    for (index, element) in elements.enumerated() {
      var item = try SpecMembers(element, path: "items[\(index)]")
      let id = try TrackGridSpec.id(&item) ?? .number(String(index))
      if !known.insert(id).inserted { duplicates.append(id) }
      ids.append(id)
      items.append(try TrackGridSpec.item(&item))
    }
    layout = grid.layout(items, in: container ?? grid.intrinsicSize(items))
  }

  // MARK: Reading

  private static func tracks(_ json: JSON?) throws(LayoutError) -> [GridTrack] {
    switch json {
    case nil: return [.fr(1)]
    case .number(let literal)?:
      guard let number = Double(literal), number == number.rounded() else {
        throw LayoutError("the spec.tracks is neither a whole number nor an array")
      }
      return [GridTrack](count: Int(min(max(number, 0), 1e9)))
    case .array(let elements)?:
      var tracks: [GridTrack] = []
      for (index, element) in elements.enumerated() {
        if element == .string("fit") {
          tracks.append(.fit)
          continue
        }
        guard case .object = element else {
          throw LayoutError("tracks[\(index)] is neither \"fit\" nor {\"fr\":1} nor {\"pt\":100}")
        }
        var track = try SpecMembers(element, path: "tracks[\(index)]")
        if let parts = try track.number("fr") {
          tracks.append(.fr(parts))
        } else if let points = try track.number("pt") {
          tracks.append(.pt(points))
        } else {
          throw LayoutError("tracks[\(index)] is neither \"fit\" nor {\"fr\":1} nor {\"pt\":100}")
        }
        try track.finish()
      }
      return tracks
    default: throw LayoutError("the spec.tracks is neither a whole number nor an array")
    }
  }

  /// One number, two of them, or an object.
  private static func spacing(_ json: JSON?) throws(LayoutError) -> GridSpacing {
    let standard = GridSpacing.standard
    switch json {
    case nil: return standard
    case .number(let literal)?:
      let both = try number(literal)
      return GridSpacing(horizontal: both, vertical: both)
    case .array(let elements)?:
      var numbers: [Double] = []
      for element in elements {
        guard case .number(let literal) = element else { throw LayoutError("the spec.spacing has other than numbers") }
        numbers.append(try number(literal))
      }
      guard numbers.count <= 2 else { throw LayoutError("the spec.spacing has more than two numbers") }
      return GridSpacing(horizontal: numbers.first ?? 0, vertical: numbers.last ?? 0)
    case .some(let json):
      var spacing = try SpecMembers(json, path: "the spec.spacing")
      let pair = GridSpacing(
        horizontal: try spacing.number("horizontal") ?? standard.horizontal,
        vertical: try spacing.number("vertical") ?? standard.vertical)
      try spacing.finish()
      return pair
    }
  }

  private static func number(_ literal: String) throws(LayoutError) -> Double {
    guard let number = Double(literal), number.isFinite else {
      throw LayoutError("the spec.spacing has a number that is not finite")
    }
    return number
  }

  private static func id(_ members: inout SpecMembers) throws(LayoutError) -> JSON? {
    switch members.take("id") {
    case nil: return nil
    case .string(let text)?: return .string(text)
    case .number(let literal)?: return .number(literal)
    default: throw LayoutError("\(members.path).id is neither a text nor a number")
    }
  }

  private static func item(_ members: inout SpecMembers) throws(LayoutError) -> TrackGridItem {
    var item = TrackGridItem()
    if var span = try members.object("span") {
      item.span = GridSpan(column: try span.position("column") ?? 1, row: try span.position("row") ?? 1)
      try span.finish()
    }
    if var start = try members.object("start") {
      item.start = GridStart(column: try start.position("column"), row: try start.position("row"))
      try start.finish()
    }
    if var size = try members.object("size") {
      item.size = Size(width: try size.number("width") ?? 0, height: try size.number("height") ?? 0)
      try size.finish()
    }
    item.alignment = try members.alignment("alignment")
    try members.finish()
    return item
  }

  // MARK: Writing

  /// Writes the answer as one JSON object.
  package func write(_ writer: inout JSONWriter) {
    writer.object {
      $0.name("columns")
      $0.integer(layout.columnSizes.count)
      $0.name("rows")
      $0.integer(layout.rowSizes.count)
      $0.name("columnSizes")
      write(layout.columnSizes, &$0)
      $0.name("rowSizes")
      write(layout.rowSizes, &$0)
      $0.name("contentSize")
      $0.size(layout.contentSize)
      $0.name("cells")
      $0.array {
        for (index, item) in layout.items.enumerated() {
          $0.object {
            $0.name("id")
            $0.json(ids[index])
            for (name, number) in [
              ("column", item.cell.column), ("row", item.cell.row), ("columnSpan", item.cell.columnSpan),
              ("rowSpan", item.cell.rowSpan),
            ] {
              $0.name(name)
              $0.integer(number)
            }
            $0.rect(item.rect)
            $0.name("item")
            $0.object { $0.rect(item.frame) }
          }
        }
      }
      $0.name("diagnostics")
      writeDiagnostics(&$0)
      $0.name("order")
      $0.array { for index in layout.order { $0.json(ids[Int(index)]) } }
    }
  }

  private func write(_ lengths: GridLengths, _ writer: inout JSONWriter) {
    writer.array {
      for number in 0..<min(lengths.count, TrackGridSpec.mostSizes) { $0.number(lengths[number]) }
    }
  }

  private func writeDiagnostics(_ writer: inout JSONWriter) {
    writer.array {
      for diagnostic in layout.diagnostics { $0.diagnostic(diagnostic.kind, nil, diagnostic.text) }
      for diagnostic in layout.placementDiagnostics {
        $0.diagnostic("\(diagnostic.kind)", ids[Int(diagnostic.index)], diagnostic.kind.text)
      }
      for id in duplicates.prefix(TrackGridSpec.mostDuplicates) {
        $0.diagnostic("duplicateId", id, "an earlier item has the same id")
      }
      let unlisted = layout.unlistedDiagnostics + Int64(max(duplicates.count - TrackGridSpec.mostDuplicates, 0))
      if unlisted > 0 { $0.diagnostic("unlisted", nil, "\(unlisted) more are not listed") }
      if max(layout.columnSizes.count, layout.rowSizes.count) > TrackGridSpec.mostSizes {
        $0.diagnostic("sizesCut", nil, "only the first \(TrackGridSpec.mostSizes) sizes are listed")
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func diagnostic(_ kind: String, _ id: JSON?, _ text: String) {
    object {
      $0.name("kind")
      $0.string(kind)
      if let id {
        $0.name("id")
        $0.json(id)
      }
      $0.name("text")
      $0.string(text)
    }
  }
}

extension SpecMembers {
  /// A whole number of columns or rows, or a place among them; one beyond all counts is a large one.
  fileprivate mutating func position(_ name: String) throws(LayoutError) -> Int64? {
    guard let number = try number(name) else { return nil }
    guard number == number.rounded() else { throw LayoutError("\(path).\(name) is no whole number") }
    return Int64(min(max(number, -1e18), 1e18))
  }

  fileprivate mutating func alignment(_ name: String) throws(LayoutError) -> Alignment? {
    guard let text = try text(name) else { return nil }
    guard let alignment = LazyGrid.alignment(named: text) else {
      throw LayoutError("\(path).\(name) '\(text)' is no alignment; one is topLeading")
    }
    return alignment
  }
}

extension PlacementDiagnostic.Kind {
  /// The diagnostic in words.
  var text: String {
    switch self {
    case .spanNotPositive: "a span below one counts as one"
    case .spanTooWide: "the span has more tracks than the grid, and is cut to all of them"
    case .spanTooLong: "the span has too many lines, and is cut"
    case .negativeStart: "a start below zero counts as none"
    case .startOutOfRange: "the start is outside of the grid and counts as none"
    case .overhang: "the span goes past the last track, and is cut"
    case .startConflict: "an earlier item has taken the place, so this one is placed as if it had no start"
    case .lineFull: "the line has no room, so the item is placed as if it had no start"
    case .declaredTwice: "the item is declared twice, and the first declaration counts"
    case .noSuchItem: "there is no such item"
    }
  }
}

extension TrackGridDiagnostic {
  /// The name of the diagnostic in answers.
  var kind: String {
    switch self {
    case .noTracks: "noTracks"
    case .tooManyTracks: "tooManyTracks"
    case .numberNotFinite: "numberNotFinite"
    case .negativeNumber: "negativeNumber"
    case .numberTooLarge: "numberTooLarge"
    case .allPartsZero: "allPartsZero"
    case .noRoom: "noRoom"
    }
  }

  /// The diagnostic in words.
  var text: String {
    switch self {
    case .noTracks: "the grid has no tracks, so nothing is placed"
    case .tooManyTracks: "there are more than \(Tracks.limit) tracks, and those past that are left out"
    case .numberNotFinite(let part): "\(part.text) has a number that is not finite and counts as zero"
    case .negativeNumber(let part): "\(part.text) has a number below zero that counts as zero"
    case .numberTooLarge(let part): "\(part.text) has a number over 10¹² points"
    case .allPartsZero: "all flexible tracks have a part of zero, and no length"
    case .noRoom: "the gaps and insets take more than the container has"
    }
  }
}

extension TrackGridDiagnostic.Part {
  fileprivate var text: String {
    switch self {
    case .track(let position): "track \(position)"
    case .spacing: "the spacing"
    case .insets: "an inset"
    case .container: "the container"
    case .itemSize: "the size of an item"
    }
  }
}
