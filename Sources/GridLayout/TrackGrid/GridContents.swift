/// The items of a track grid, with those placed that have starts: the first three of the four phases of placing.
///
/// 1. Items with both coordinates take their cells, first come, first served.
/// 2. Items with a track only take the first line of it that has room.
/// 3. Items with a line only take the first track of it that has room.
/// 4. All others follow, those among them whose starts could not be had: ``SparsePlacement`` and ``DensePlacement``.
struct GridContents: Sendable {
  /// How many items there are.
  var count: Int64
  let tracks: Int
  var special = SpecialItems()
  var shapes = ItemShapes()
  var anchored: AnchoredItems
  /// The indexes of the anchored items in the order in which they were placed.
  var anchoredOrder: [Int64] = []
  /// What was said of declarations, and what of the places that starts ask for.
  var diagnostics = PlacementDiagnostics()
  var startDiagnostics = PlacementDiagnostics()
  /// The items that ask for a place, whether they have it or not, in the order of their indexes.
  var started: [PlacementWish] = []
  /// How many lines all spans may still have.
  var linesLeft = PlacementWish.allLines

  /// - Parameter tracks: One at least.
  /// - Complexity: O(*d* log *d* + *s* *w* log *s*), where *d* is the number of declarations, *s* of starts, and *w* the
  ///   width of an item; looking for room adds to that where many starts of one track or line compete.
  init(count: Int64, tracks: Int, flow: GridFlow, declared: [DeclaredItem], blockSize: Int) {
    self.count = count
    self.tracks = tracks
    anchored = AnchoredItems(tracks: tracks, mostInBlock: blockSize)
    placeStarted(at: read(declared, flow))
  }

  /// - Returns: The positions of the items with starts among the special ones.
  private mutating func read(_ declared: [DeclaredItem], _ flow: GridFlow) -> [Int] {
    special.reserveCapacity(declared.count)
    var first = readSpans(declared, flow)
    if first == declared.count { return [] }
    var declared = declared
    if !declared.indices.dropFirst(max(first, 1)).allSatisfy({ declared[$0 - 1].index < declared[$0].index }) {
      let order = declared.indices.sorted { (declared[$0].index, $0) < (declared[$1].index, $1) }
      declared = order.map { declared[$0] }
      first = 0
      special.removeAll()
      linesLeft = PlacementWish.allLines
    }
    var positions: [Int] = []
    var latest: Int64 = first > 0 ? declared[first - 1].index : -1
    for item in declared[first...] {
      guard item.index >= 0, item.index < count else {
        diagnostics.say(.noSuchItem, item.index)
        continue
      }
      guard item.index != latest else {
        diagnostics.say(.declaredTwice, item.index)
        continue
      }
      latest = item.index
      if item.start == nil, let shape = plainShape(item.span, flow) {
        linesLeft -= shape.height
        if shape.width > 1 || shape.height > 1 { special.append(item.index, shape: shapes.number(shape)) }
        continue
      }
      let wish = PlacementWish(item, tracks: tracks, flow: flow, lines: &linesLeft, &diagnostics)
      guard wish.isStarted || wish.isSpanning else { continue }
      if wish.isStarted {
        started.append(wish)
        positions.append(special.count)
      }
      special.append(item.index, shape: shapes.number(wish.shape))
    }
    return positions
  }

  /// Reads the first of some declarations, up to one that is not in order or more than a span that can be had as it is.
  ///
  /// - Returns: How many were read. In most grids that is all.
  private mutating func readSpans(_ declared: [DeclaredItem], _ flow: GridFlow) -> Int {
    var latest: Int64 = -1
    for at in declared.indices {
      let index = declared[at].index
      guard index > latest, index < count, declared[at].start == nil, let shape = plainShape(declared[at].span, flow)
      else { return at }
      latest = index
      linesLeft -= shape.height
      if shape.width > 1 || shape.height > 1 { special.append(index, shape: shapes.number(shape)) }
    }
    return declared.count
  }

  /// The shape of a span that can be had as it is declared, as nearly all are; nil for others.
  private func plainShape(_ span: GridSpan, _ flow: GridFlow) -> ItemShapes.Shape? {
    let (width, height) = flow == .rows ? (span.column, span.row) : (span.row, span.column)
    guard width >= 1, width <= Int64(tracks), height >= 1, height <= min(PlacementWish.longestSpan, linesLeft) else {
      return nil
    }
    return ItemShapes.Shape(width: Int32(width), height: height)
  }
}
