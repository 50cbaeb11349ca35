internal import GridLayout

/// The items of a track grid with the sizes that they ask for.
struct NaturalItems {
  private let grid: TrackGrid
  /// What each asks for; nil is as large as its part of the grid.
  private(set) var asks: [CellAsk?] = []
  /// With what they ask for across, and nothing yet along the lines.
  private var items: [TrackGridItem] = []
  /// The length of lines of items that ask for nothing else.
  private var lineExtents: [CellExtent] = []

  private var inRows: Bool { grid.flow == .rows }
  /// Whether it matters how large items like to be.
  private let isAsked: Bool

  /// - Parameter isIdeal: Whether it matters how large items like to be, whatever tracks there are.
  /// - Throws: ``LayoutError`` for more than a million items.
  init<Item>(_ source: TrackItems<Item>, _ grid: TrackGrid, isIdeal: Bool = false) throws(LayoutError) {
    guard source.count <= mostSizedItems else {
      throw LayoutError(
        "\(source.count) items are too many to add their lengths up; \(mostSizedItems) at most, or give all one length")
    }
    self.grid = grid
    isAsked = isIdeal || grid.tracks.contains(.fit)
    items.reserveCapacity(source.count)
    for (run, ask) in zip(source.runs.runs, source.asks) {
      switch ask {
      case .cells(let cells):
        for cell in cells { append(cell) }
      case .lines(let extent):
        for _ in run.start..<run.end { append(extent) }
      case .lengths(let lengths, let estimate):
        for place in 0..<run.end - run.start {
          append(CellAsk(traits: CellTraits(), extent: .points(place < lengths.count ? lengths[place] : estimate)))
        }
      case .each(let extent):
        for place in 0..<run.end - run.start { append(CellAsk(traits: CellTraits(), extent: extent(place))) }
      case .built(let estimate):
        for index in run.start..<run.end {
          if let ask = source.built[index] { append(ask) } else { append(.points(estimate)) }
        }
      }
    }
    for run in source.across {
      for (place, length) in run.lengths.enumerated() where run.start + place < items.count && !length.isNaN {
        let size = items[run.start + place].size
        items[run.start + place].size =
          inRows ? Size(width: length, height: size.height) : Size(width: size.width, height: length)
      }
    }
    for item in source.declared {
      items[Int(item.index)].span = item.span
      items[Int(item.index)].start = item.start
    }
  }

  /// Adds an item that is as large as its part of the grid.
  private mutating func append(_ extent: CellExtent) {
    asks.append(nil)
    lineExtents.append(extent)
    items.append(TrackGridItem())
  }

  private mutating func append(_ ask: CellAsk) {
    // Only tracks that fit ask, and a grid that is asked itself.
    let liked = isAsked ? ask.traits.measure?(nil) : nil
    let across =
      inRows ? ask.traits.width ?? liked?.width ?? 0 : ask.traits.height ?? liked?.height ?? 0
    asks.append(ask)
    lineExtents.append(.unsaid)
    items.append(
      TrackGridItem(
        size: inRows ? Size(width: across, height: 0) : Size(width: 0, height: across),
        alignment: ask.traits.alignment))
  }

  /// The length across that lets every item be as large as it likes.
  var idealLength: Double {
    let size = grid.intrinsicSize(items)
    return inRows ? size.width : size.height
  }

  /// Lays them out: tracks first, since what an item asks for along the lines may follow from its width.
  func layout(in container: Size) -> TrackLayout {
    // Lengths along the lines do not change those of the tracks, so twice is always enough.
    let needsTracks = asks.indices.contains { followsFromTracks($0) }
    let tracks = needsTracks ? grid.layout(items, in: container) : nil
    return grid.layout(sized(by: tracks), in: container)
  }

  /// The size of all with the room around, where lines are as long as their items.
  func intrinsicSize(across: Double) -> Size {
    let container = inRows ? Size(width: across, height: 0) : Size(width: 0, height: across)
    return grid.intrinsicSize(sized(by: grid.layout(items, in: container)), across: across)
  }

  private func followsFromTracks(_ index: Int) -> Bool {
    guard let ask = asks[index] else {
      if case .aspectRatio = lineExtents[index] { return true }
      return false
    }
    if ask.traits.measure != nil { return true }
    if case .aspectRatio = ask.extent { return true }
    return false
  }

  private func sized(by tracks: TrackLayout?) -> [TrackGridItem] {
    let spacing = inRows ? grid.spacing.vertical : grid.spacing.horizontal
    var sized = items
    for index in sized.indices {
      let across = tracks.flatMap { index < $0.items.count ? $0.items[index].background : nil }
      let own = across.map { inRows ? $0.width : $0.height } ?? 0
      let length: Double
      if let ask = asks[index] {
        length = ask.length(across: own, inRows: inRows, isScrolled: grid.contentMode == .scroll)
      } else {
        let lines = inRows ? sized[index].span.row : sized[index].span.column
        length = lineExtents[index].lineLength(across: own, lines: lines, spacing, inRows: inRows)
      }
      set(&sized[index], length)
    }
    return sized
  }

  private func set(_ item: inout TrackGridItem, _ length: Double) {
    if inRows { item.size.height = length } else { item.size.width = length }
  }
}

extension CellAsk {
  /// Whether it has a length of its own along the lines, in place of all that there is: what is measured has one only
  /// where lines ask for it.
  func hasLength(isScrolled: Bool) -> Bool { extent != .unsaid || (traits.measure != nil && isScrolled) }

  /// What it asks for along the lines, in points.
  func length(across: Double, inRows: Bool, isScrolled: Bool) -> Double {
    if let own = inRows ? traits.height : traits.width { return own }
    if extent == .unsaid {
      // Lines that fill the container ask nobody.
      guard isScrolled else { return 0 }
      if let measure = traits.measure {
        let size = measure(across)
        return inRows ? size.height : size.width
      }
      return CellExtent.unsaidLength
    }
    return extent.length(across: across, isVertical: inRows)
  }
}
