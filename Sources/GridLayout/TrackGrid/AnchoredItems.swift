/// Items that stand where their starts asked for, and the queries that placing the others needs.
struct AnchoredItems: Sendable {
  /// In the order of their indexes.
  private(set) var items: [PlacedArea] = []
  /// The lines that they take up.
  private(set) var occupied: OccupiedLines
  /// The line after the last that one of them reaches.
  private(set) var end: Int64 = 0
  /// Positions of the items by their first lines.
  private(set) var byLine: [Int32] = []
  /// How many cells the items before each of `byLine` cover.
  private var cellsBefore: [Int64] = []
  /// The furthest end of the items below each node of a tree over `byLine`; the root is node 1.
  private var reach: [Int64] = []

  init(tracks: Int, mostInBlock: Int) { occupied = OccupiedLines(tracks: tracks, mostInBlock: mostInBlock) }

  var isEmpty: Bool { items.isEmpty }

  func isFree(_ area: TrackArea) -> Bool {
    for track in area.track..<area.track + area.width
    where !occupied.isFree(area.line, area.end, track: track) {
      return false
    }
    return true
  }

  /// Adds an item whose area is free.
  mutating func insert(_ item: PlacedArea) {
    for track in item.area.track..<item.area.track + item.area.width {
      occupied.insert(item.area.line, item.area.end, track: track)
    }
    items.append(item)
    end = max(end, item.area.end)
  }

  /// Makes the orders that queries need, after the last insertion.
  mutating func finish() {
    if !items.indices.dropFirst().allSatisfy({ items[$0 - 1].index < items[$0].index }) {
      items.sort { $0.index < $1.index }
    }
    byLine = positions { $0.line }
    cellsBefore = [0]
    cellsBefore.reserveCapacity(byLine.count + 1)
    for position in byLine {
      let area = items[Int(position)].area
      cellsBefore.append(cellsBefore[cellsBefore.count - 1] + Int64(area.width) * area.height)
    }
    var leaves = 1
    while leaves < byLine.count { leaves *= 2 }
    reach = Array(repeating: 0, count: 2 * leaves)
    for (leaf, position) in byLine.enumerated() { reach[leaves + leaf] = items[Int(position)].area.end }
    for node in stride(from: leaves - 1, to: 0, by: -1) { reach[node] = max(reach[2 * node], reach[2 * node + 1]) }
  }

  /// Positions of the items in the order of a line of theirs.
  func positions(by line: (TrackArea) -> Int64) -> [Int32] {
    // The lines beside the positions: to look them up again and again would take much longer than to sort.
    var keys: [(line: Int64, position: Int32)] = []
    keys.reserveCapacity(items.count)
    for (position, item) in items.enumerated() { keys.append((line(item.area), Int32(position))) }
    if !keys.indices.dropFirst().allSatisfy({ keys[$0 - 1].line <= keys[$0].line }) {
      keys.sort { ($0.line, $0.position) < ($1.line, $1.position) }
    }
    return keys.map { $0.position }
  }

  /// Gives the items from an index on another index.
  mutating func shift(by offset: Int64, from index: Int64) {
    for at in items.firstPosition(where: { $0.index >= index })..<items.count { items[at].index += offset }
  }

  /// Returns where an item stands; nil if it has no place of its own.
  ///
  /// - Complexity: O(log *n*).
  subscript(index: Int64) -> TrackArea? {
    let position = items.firstPosition { $0.index >= index }
    guard position < items.count, items[position].index == index else { return nil }
    return items[position].area
  }

  /// Calls a function with each item that covers one of some lines, in the order of their first lines.
  ///
  /// - Complexity: O(log *n* + *k* log *n*), where *k* is the number of calls.
  func forEach(in lines: Range<Int64>, _ body: (PlacedArea) -> Void) {
    guard !items.isEmpty else { return }
    let end = byLine.firstPosition { items[Int($0)].area.line >= lines.upperBound }
    visit(1, 0, reach.count / 2, end: end, reaching: lines.lowerBound, body)
  }

  private func visit(
    _ node: Int, _ first: Int, _ size: Int, end: Int, reaching line: Int64, _ body: (PlacedArea) -> Void
  ) {
    guard first < end, reach[node] > line else { return }
    if size == 1 { return body(items[Int(byLine[first])]) }
    visit(2 * node, first, size / 2, end: end, reaching: line, body)
    visit(2 * node + 1, first + size / 2, size / 2, end: end, reaching: line, body)
  }

  /// Returns the number of cells before a line that the items cover.
  func cells(before line: Int64) -> Int64 {
    guard !items.isEmpty else { return 0 }
    var cells = cellsBefore[byLine.firstPosition { items[Int($0)].area.line >= line }]
    forEach(in: line - 1..<line) { item in
      if item.area.end > line { cells -= Int64(item.area.width) * (item.area.end - line) }
    }
    return cells
  }
}
