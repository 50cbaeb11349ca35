extension GridItem {
  /// The gap after a track, in points.
  var gap: Double { spacing ?? GridItem.defaultSpacing }

  /// Returns the item with numbers that a pass can compute with: finite, and lengths not below zero.
  ///
  /// - Parameters:
  ///   - position: Where the item stands in its grid.
  ///   - diagnostics: What had to be replaced is appended here.
  func checked(_ position: Int, _ diagnostics: inout [TrackDiagnostic]) -> GridItem {
    var check = ItemCheck(position: position)
    var item = self
    if let spacing { item.spacing = check.number(spacing) }
    switch size {
    case .fixed(let fixed):
      item.size = .fixed(check.length(fixed))
    case .flexible(let low, let high):
      let (minimum, maximum) = check.bounds(low, high)
      item.size = .flexible(minimum: minimum, maximum: maximum)
    case .adaptive(let low, let high):
      let (minimum, maximum) = check.bounds(low, high)
      item.size = .adaptive(minimum: minimum, maximum: maximum)
      if minimum + item.gap <= 0 { check.say(.noAdaptiveStep(item: position)) }
    }
    diagnostics += check.diagnostics
    return item
  }
}

/// Replaces the numbers of one grid item that can't be taken as they stand, and remembers why.
private struct ItemCheck {
  let position: Int
  var diagnostics: [TrackDiagnostic] = []

  /// Says a thing once, however many of the item's numbers it is true of.
  mutating func say(_ diagnostic: TrackDiagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }

  mutating func number(_ number: Double) -> Double {
    guard number.isFinite else {
      say(.numberNotFinite(item: position))
      return 0
    }
    if number.magnitude > longest { say(.numberTooLarge(item: position)) }
    return min(max(number, -longest), longest)
  }

  mutating func length(_ length: Double) -> Double {
    let length = number(length)
    if length < 0 { say(.negativeLength(item: position)) }
    return max(length, 0)
  }

  mutating func bounds(_ low: Double, _ high: Double) -> (minimum: Double, maximum: Double) {
    if low > high { say(.minimumOverMaximum(item: position)) }
    let minimum = length(low)
    // However large a maximum is, it only ever loses to the share.
    if high > longest { return (minimum, .infinity) }
    if high.isNaN {
      say(.numberNotFinite(item: position))
      return (minimum, .infinity)
    }
    return (minimum, length(high))
  }
}
