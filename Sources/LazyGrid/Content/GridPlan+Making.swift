internal import GridLayout
internal import GridStore

extension GridPlan {
  /// Lays out content; in a read of its lists, if it has any.
  ///
  /// - Parameters:
  ///   - generation: The state of the database that is read.
  ///   - measured: What cells have said of their lengths in that state.
  ///   - isChecked: Whether numbers that are not what they are meant to be are an error.
  /// - Complexity: O(*d* + *s*), where *d* is the number of items whose length is said one by one and *s* that of runs and
  ///   sections.
  init(
    _ content: AnyGridContent<Item>, _ geometry: LazyGridGeometry, in size: Size, generation: Generation?,
    measured: MeasuredLengths, isChecked: Bool
  ) throws {
    let empty = try isChecked ? geometry.checkedGrid([], in: size) : geometry.grid([], in: size)
    var making = Making<Item>(tracks: empty.tracks, axis: geometry.axis, generation: generation, isChecked: isChecked)
    try making.add(content, toSection: nil)
    grid = try isChecked ? geometry.checkedGrid(making.parts, in: size) : geometry.grid(making.parts, in: size)
    estimated = making.estimated
    runs = making.runs
    sections = making.sections
    columns = making.columns
    guard !making.measured.isEmpty else { return }
    var measuring = MeasuringPlan(measured)
    measuring.runs = making.measured
    measuring.count = measuring.runs.reduce(0) { $0 + $1.end - $1.start }
    self.measuring = measuring
    try estimateByKeys()
    takeIn()
  }
}

/// Content on its way to a plan.
private struct Making<Item: Sendable> {
  let tracks: Tracks
  let axis: Axis
  let generation: Generation?
  let isChecked: Bool
  var parts: [GridPart] = []
  var runs = PlacedRuns<Item>()
  var sections: [PlacedSection] = []
  var estimated: [Range<Int>] = []
  var columns: [PlannedColumn] = []
  var measured: [MeasuringPlan.Run] = []
  private var catalog: ObjectIdentifier?
  private var count = 0
  /// How many cells without an id there are so far.
  private var loneCells = 0
  /// How many sections there are so far in each path of ids.
  private var sectionCounts: [[CellKey]: Int] = [:]
  /// The track that the next item stands in.
  private var track = 0

  init(tracks: Tracks, axis: Axis, generation: Generation?, isChecked: Bool) {
    self.tracks = tracks
    self.axis = axis
    self.generation = generation
    self.isChecked = isChecked
  }

  mutating func add(_ content: AnyGridContent<Item>, toSection section: Int?) throws {
    for list in content.lists {
      guard catalog == nil || catalog == list.catalog else {
        throw LayoutError("the lists of a grid are of several catalogs; one state of all of them cannot be read")
      }
      catalog = list.catalog
    }
    try add(content.parts, toSection: section)
  }

  private mutating func add(_ parts: [AnyGridContent<Item>.Part], toSection section: Int?) throws {
    for part in parts {
      switch part {
      case .run(let run):
        for run in try lengths(of: run) { append(run, toSection: section) }
      case .deferred(let content): try add(try content(), toSection: section)
      case .section(let inner):
        guard section == nil else { throw LayoutError("a section in a section is not laid out") }
        try add(inner)
      }
    }
  }

  private mutating func add(_ section: SectionPart<Item>) throws {
    track = 0
    let number = sections.count
    // Sections that stand in the same are told apart by their order.
    let key = CellKey(path: section.scope, ordinal: sectionCounts[section.scope, default: 0])
    sectionCounts[section.scope, default: 0] += 1
    sections.append(
      PlacedSection(header: section.header?.item, footer: section.footer?.item, items: count..<count, key: key))
    parts.append(
      .section(GridSection(header: try section.header.map(length), footer: try section.footer.map(length), runs: [])))
    try add(section.parts, toSection: number)
    sections[number].items = sections[number].items.lowerBound..<count
    track = 0
  }

  /// The length of a header or footer, which takes all of the grid across.
  private func length(of cell: Cell<AnyItem>) throws -> Double {
    try check(cell.extent)
    return cell.extent.length(across: tracks.reportedLength, isVertical: axis == .vertical)
  }

  private mutating func append(_ run: GridRun, toSection section: Int?) {
    guard section != nil, case .section(var part) = parts[parts.count - 1] else { return parts.append(.run(run)) }
    // The array of runs must not be there twice while it grows.
    parts.removeLast()
    part.runs.append(run)
    parts.append(.section(part))
  }

  /// Places the items of a run after those before, and tells their lengths.
  private mutating func lengths(of run: ItemRun<Item>) throws -> [GridRun] {
    let (number, source) = try run.placed(in: generation, &loneCells)
    runs.append(number, source, run)
    defer {
      count += number
      if !tracks.isEmpty { track = (track + number) % tracks.count }
    }
    switch run.length {
    case .measured(let estimate):
      if isChecked { try LazyGridGeometry.check(estimate, "the estimate of a length") }
      if number > 0 {
        measured.append(MeasuringPlan.Run(start: count, end: count + number, track: track, estimate: estimate))
      }
      return [.uniform(count: Int64(number), length: estimate)]
    case .each(let extent):
      return [
        .lengths((0..<number).map { extent($0).length(across: across(track + $0), isVertical: axis == .vertical) })
      ]
    case .all(let length):
      switch length.kind {
      case .extent(let extent):
        try check(extent)
        return lengths(extent, number)
      case .lengths(let lengths, let estimate):
        if isChecked { try LazyGridGeometry.check(estimate, "the estimate of a length") }
        if lengths.count >= number { return [.lengths(lengths.count == number ? lengths : Array(lengths[..<number]))] }
        estimated.append(count + lengths.count..<count + number)
        return [.lengths(lengths), .uniform(count: Int64(number - lengths.count), length: estimate)]
      case .column(let name, let estimate):
        if isChecked, let estimate { try LazyGridGeometry.check(estimate, "the estimate of a length") }
        return try lengths(ofColumn: name, estimate, run, number)
      }
    }
  }

  /// What is known of the lengths in a column, and estimates where nothing is.
  private mutating func lengths(
    ofColumn name: String, _ estimate: Double?, _ run: ItemRun<Item>, _ number: Int
  ) throws -> [GridRun] {
    guard case .list(let list, _) = run.source, let generation else {
      throw LayoutError("the length is that of a column, '\(name)', but the items are of no list")
    }
    guard number > 0, case .list(_, let first) = runs.runs.last?.source else { return [] }
    let planned: Int
    if let found = columns.firstIndex(where: { $0.rows == list.rowsIdentity && $0.name == name }) {
      planned = found
    } else {
      let lengths = try list.progressiveLengths(of: name)
      columns.append(
        PlannedColumn(
          rows: list.rowsIdentity, name: name, lengths: lengths, known: try lengths.known(in: generation), runs: []))
      planned = columns.count - 1
    }
    columns[planned].runs.append(PlannedColumn.Run(start: count, end: count + number, first: first))
    let known = columns[planned].known
    return known.runs(first..<first + number, estimate: estimate ?? known.average ?? CellExtent.unsaidLength)
  }

  private func check(_ extent: CellExtent) throws(LayoutError) {
    guard isChecked else { return }
    switch extent {
    case .unsaid: break
    case .points(let length): try LazyGridGeometry.check(length, "the length of an item")
    case .aspectRatio(let ratio): try LazyGridGeometry.check(ratio, "an aspect ratio")
    }
  }

  /// The length of the track of an item across the grid.
  private func across(_ track: Int) -> Double { tracks.isEmpty ? 0 : tracks[track % tracks.count].length }

  /// Items of one extent. Where tracks differ, their lengths may, but only those of the first and last line are said one
  /// by one: between, each line is as long as the longest of all tracks.
  private func lengths(_ extent: CellExtent, _ number: Int) -> [GridRun] {
    func length(_ track: Int) -> Double { extent.length(across: across(track), isVertical: axis == .vertical) }
    let first = length(0)
    guard tracks.indices.contains(where: { length($0) != first }) else {
      return [.uniform(count: Int64(number), length: first)]
    }
    let head = min(number, (tracks.count - track) % tracks.count)
    let tail = (number - head) % tracks.count
    let longest = tracks.indices.reduce(0) { max($0, length($1)) }
    return [
      .lengths((0..<head).map { length(track + $0) }),
      .uniform(count: Int64(number - head - tail), length: longest),
      .lengths((0..<tail).map { length($0) }),
    ]
  }
}
