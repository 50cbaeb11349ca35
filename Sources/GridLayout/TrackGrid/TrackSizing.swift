/// How lengths are computed where rules differ from one engine to the other.
public enum GridArithmetic: Hashable, Sendable {
  /// Gaps are between neighbours only; points stay as they are, and nothing is rounded.
  ///
  /// What an item that spans tracks lacks goes to the fit tracks among them, at first to those in which no item stands
  /// alone.
  case exact
  /// Number for number what Exyte Grid 1.5.0 answers.
  ///
  /// Half the spacing is a padding around every item and the container, what an item lacks goes to all its tracks in
  /// whole points, and rectangles are grown to whole points.
  case exyte
}

/// Computes the lengths of tracks, or of lines, from what stands in them.
struct TrackSizing {
  /// Neighbours that nothing tells apart; tracks are one each, lines may be many.
  struct Part {
    var track: GridTrack
    var count: Int64 = 1
    var length = 0.0
    /// Whether an item that covers one of them alone stands in it.
    var hasOwnItem = false
  }

  /// An item along the axis: the parts that it covers, wholly, how many tracks they are, and its length.
  struct Item {
    var parts: Range<Int>
    var span: Int64
    var length: Double
  }

  private(set) var parts: [Part]
  private let gap: Double
  private let arithmetic: GridArithmetic

  /// - Parameters:
  ///   - bound: The length that all may take, gaps not included; nil for no bound.
  ///   - gap: Between neighbours; none in the arithmetic of Exyte Grid, whose items bring their own.
  /// - Complexity: O(*i* log *i* + *c*), where *i* is the number of items and *c* that of parts they cover, each for itself.
  init(_ parts: [Part], items: [Item], bound: Double?, gap: Double, arithmetic: GridArithmetic) {
    self.parts = parts
    self.gap = gap
    self.arithmetic = arithmetic
    setBases(items)
    let spanning = items.indices.filter { items[$0].span > 1 && !touchesFlexible(items[$0]) }
      .sorted { (items[$0].span, $0) < (items[$1].span, $1) }
    var first = 0
    while first < spanning.count {
      var end = first
      while end < spanning.count, items[spanning[end]].span == items[spanning[first]].span { end += 1 }
      grow(spanning[first..<end].map { items[$0] }, bound)
      first = end
    }
    shareRest(bound)
  }

  private mutating func setBases(_ items: [Item]) {
    for part in parts.indices { if case .pt(let points) = parts[part].track { parts[part].length = points } }
    for item in items where item.span == 1 {
      let part = item.parts.lowerBound
      parts[part].hasOwnItem = true
      if parts[part].track == .fit { parts[part].length = max(parts[part].length, item.length) }
    }
  }

  private func touchesFlexible(_ item: Item) -> Bool {
    parts[item.parts].contains { if case .fr = $0.track { true } else { false } }
  }

  private var sum: Double { parts.reduce(0) { $0 + Double($1.count) * $1.length } }

  /// Lengthens what items of one span lack room in; all see the lengths from before.
  private mutating func grow(_ items: [Item], _ bound: Double?) {
    var plans: [(part: Int, growth: Double)] = []
    for item in items {
      let covered = parts[item.parts].reduce(0) { $0 + Double($1.count) * $1.length }
      let lack = item.length - covered - Double(item.span - 1) * gap
      guard lack > 0 else { continue }
      let takers = takers(of: item)
      let count = takers.reduce(0) { $0 + parts[$1].count }
      for part in takers { plans.append((part, lack / Double(count))) }
    }
    guard !plans.isEmpty else { return }
    plans.sort { ($0.part, -$0.growth) < ($1.part, -$1.growth) }
    var growths: [(part: Int, growth: Double)] = []
    for plan in plans where growths.last?.part != plan.part {
      growths.append((plan.part, arithmetic == .exyte ? plan.growth.rounded(.toNearestOrAwayFromZero) : plan.growth))
    }
    var factor = 1.0
    if let bound {
      let planned = growths.reduce(0) { $0 + Double(parts[$1.part].count) * $1.growth }
      let free = max(bound - sum, 0)
      if planned > free { factor = free / planned }
    }
    for (part, growth) in growths { parts[part].length += growth * factor }
  }

  /// The parts that take what an item lacks.
  private func takers(of item: Item) -> [Int] {
    guard arithmetic == .exact else { return Array(item.parts) }
    let fit = item.parts.filter { parts[$0].track == .fit }
    // An issue of Exyte Grid (46): rows that are high enough for their own items should not grow beside an empty one.
    let empty = fit.filter { !parts[$0].hasOwnItem }
    return empty.isEmpty ? fit : empty
  }

  /// Gives flexible tracks their parts of what the others leave.
  private mutating func shareRest(_ bound: Double?) {
    var all = 0.0
    for part in parts { if case .fr(let fraction) = part.track { all += fraction * Double(part.count) } }
    guard all > 0, let bound else { return }
    let rest = max(bound - sum, 0)
    for part in parts.indices {
      if case .fr(let fraction) = parts[part].track { parts[part].length = rest * fraction / all }
    }
  }

  func lengths() -> GridLengths {
    GridLengths(parts.map { ($0.count, $0.length) }, gap: gap)
  }
}
