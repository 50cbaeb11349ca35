extension ScrollTrackGrid {
  /// The size of an item, in points; nil if it isn't measured.
  public func size(of index: Int64) -> Size? { sizes[index] }

  /// Gives an item its own size.
  ///
  /// - Parameters:
  ///   - size: In points, not below zero; nil makes it an item that nobody measured.
  ///   - index: The index of an item; there is no other to change.
  /// - Returns: The lines that were computed anew: those that the item covers, and those that items which share lines
  ///   with it, or with one another, have by it.
  /// - Complexity: Places the items up to there; then O(log *n* + *k* log *k*), where *k* is the number of items in the
  ///   lines that are computed anew and in those they depend on: as many to either side as all different spans of the
  ///   grid have lines beyond one.
  @discardableResult
  public mutating func setSize(_ size: Size?, of index: Int64) -> Range<Int64> {
    setSizes([size], from: index)
  }

  /// Gives neighbours their own sizes.
  ///
  /// - Parameters:
  ///   - sizes: In points, not below zero; nil makes an item one that nobody measured.
  ///   - first: The index of the first of them.
  /// - Returns: The lines that were computed anew.
  /// - Complexity: That of ``setSize(_:of:)`` for all lines from the first to the last at once.
  @discardableResult
  public mutating func setSizes(_ sizes: [Size?], from first: Int64) -> Range<Int64> {
    var check = TrackGridCheck()
    var changed: Range<Int64>?
    for (place, size) in sizes.enumerated() where first >= 0 && first < count - Int64(place) {
      let index = first + Int64(place)
      let size = size.map { check.size($0, .itemSize) }
      let old = self.sizes[index]
      guard size != old, let area = placement.area(of: index) else { continue }
      self.sizes[index] = size
      changeFit(area, from: old, to: size)
      changed = min(changed?.lowerBound ?? area.line, area.line)..<max(changed?.upperBound ?? area.end, area.end)
    }
    for diagnostic in check.diagnostics where !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    guard let changed else { return 0..<0 }
    return settle(changed)
  }

  /// How many items are measured.
  public var measuredCount: Int64 { sizes.count }

  /// Gives lines lengths that no item asks for, so that what they take can be told from what items do.
  @_spi(Measuring)
  public mutating func measureLines(_ count: Int64, _ length: (Int64) -> Double) {
    for line in 0..<count { lines.set(line..<line + 1, to: length(line)) }
  }

  /// Computes anew the lengths of all lines that the items of some lines can reach.
  ///
  /// Lines grow by rising spans. So what changes in a line changes what the items over it lack, the lowest first, and
  /// with that all their lines: those are the lines in reach. What they are now follows from the items over them, the
  /// tallest first, and from what the lines of those were before they grew: those are the lines in need.
  mutating func settle(_ changed: Range<Int64>) -> Range<Int64> { settleNear(changed).reach }

  /// The same, and how many items were looked at.
  mutating func settleNear(_ changed: Range<Int64>) -> (reach: Range<Int64>, items: Int) {
    var near = NearItems(changed, &placement)
    var reach = changed
    var height: Int64 = 1
    while let next = near.height(above: height, in: reach, &placement) {
      reach = near.extended(reach, by: next, &placement)
      height = next
    }
    var need = reach
    height = .max
    while let next = near.height(below: height, in: need, &placement) {
      need = near.extended(need, by: next, &placement)
      height = next
    }
    near.look(at: need, &placement)
    compute(reach, need, near.items)
    return (reach, near.items.count)
  }

  private mutating func compute(_ reach: Range<Int64>, _ need: Range<Int64>, _ items: [PlacedArea]) {
    // Where no item starts or ends all lines are the same, however many they are.
    var edges = [need.lowerBound, need.upperBound]
    edges.reserveCapacity(2 * items.count + 2)
    for item in items {
      edges.append(min(max(item.area.line, need.lowerBound), need.upperBound))
      edges.append(min(max(item.area.end, need.lowerBound), need.upperBound))
    }
    edges.sort()
    var starts: [Int64] = []
    starts.reserveCapacity(edges.count)
    for edge in edges where starts.last != edge { starts.append(edge) }
    var states = Array(repeating: PartState(), count: max(starts.count - 1, 0))
    var asking: [TrackSizing.Item] = []
    asking.reserveCapacity(items.count)
    for item in items where item.area.line < need.upperBound && item.area.end > need.lowerBound {
      let first = starts.firstPosition { $0 >= item.area.line }
      var end = first + 1
      while end < starts.count - 1, starts[end] < item.area.end { end += 1 }
      let size = sizes[item.index]
      if item.area.height == 1 {
        states[first].hasOwn = true
        if size != nil { states[first].hasMeasuredOwn = true }
      }
      for part in first..<end {
        states[part].isCovered = true
        if size != nil { states[part].isMeasured = true }
      }
      // Those that are partly in need have no say in what is in reach.
      if let size, item.area.line >= need.lowerBound, item.area.end <= need.upperBound {
        asking.append(TrackSizing.Item(parts: first..<end, span: item.area.height, length: asked(size)))
      }
    }
    for part in states.indices where states[part].hasOwn && !states[part].hasMeasuredOwn {
      asking.append(TrackSizing.Item(parts: part..<part + 1, span: 1, length: lines.estimate))
    }
    let sizing = TrackSizing(
      states.indices.map { TrackSizing.Part(track: .fit, count: starts[$0 + 1] - starts[$0]) }, items: asking,
      bound: nil, gap: lines.gap, arithmetic: grid.arithmetic)
    for part in states.indices where starts[part] >= reach.lowerBound && starts[part] < reach.upperBound {
      let length = states[part].isMeasured ? sizing.parts[part].length : states[part].isCovered ? nil : 0
      lines.set(starts[part]..<starts[part + 1], to: length)
    }
  }
}

/// What is known of lines that nothing tells apart.
private struct PartState {
  var hasOwn = false
  var hasMeasuredOwn = false
  var isCovered = false
  var isMeasured = false
}

/// The items over some lines, and over a few more, so that it is seldom looked twice.
private struct NearItems {
  private(set) var items: [PlacedArea] = []
  private var known: Range<Int64> = 0..<0

  init(_ lines: Range<Int64>, _ placement: inout TrackPlacement) { look(at: lines, &placement) }

  mutating func look(at lines: Range<Int64>, _ placement: inout TrackPlacement) {
    guard lines.lowerBound < known.lowerBound || lines.upperBound > known.upperBound else { return }
    let more = placement.hasTallItems ? min(lines.upperBound - lines.lowerBound + 6, 1024) : 0
    known = max(lines.lowerBound - more, 0)..<lines.upperBound + more
    items = placement.areas(in: known)
  }

  private func isOver(_ lines: Range<Int64>, _ item: PlacedArea) -> Bool {
    item.area.line < lines.upperBound && item.area.end > lines.lowerBound
  }

  /// The least height above one, or the largest below one, of items over some lines; none of one line.
  mutating func height(above height: Int64, in lines: Range<Int64>, _ placement: inout TrackPlacement) -> Int64? {
    look(at: lines, &placement)
    var next: Int64?
    for item in items where item.area.height > height && item.area.height < next ?? .max && isOver(lines, item) {
      next = item.area.height
    }
    return next
  }

  mutating func height(below height: Int64, in lines: Range<Int64>, _ placement: inout TrackPlacement) -> Int64? {
    look(at: lines, &placement)
    var next: Int64?
    for item in items where item.area.height < height && item.area.height > next ?? 1 && isOver(lines, item) {
      next = item.area.height
    }
    return next
  }

  /// Some lines and those of the items of a height that are over them.
  mutating func extended(
    _ lines: Range<Int64>, by height: Int64, _ placement: inout TrackPlacement
  ) -> Range<Int64> {
    look(at: lines, &placement)
    var all = lines
    for item in items where item.area.height == height && isOver(lines, item) {
      all = min(all.lowerBound, item.area.line)..<max(all.upperBound, item.area.end)
    }
    return all
  }
}

extension TrackPlacement {
  /// Whether some item is declared to cover more than one line.
  var hasTallItems: Bool { contents.shapes.list.contains { $0.height > 1 } }
}
