/// What was done instead of what an equal grid was asked to be.
public enum EqualGridDiagnostic: Hashable, Sendable {
  /// What a number is about.
  public enum Part: Hashable, Sendable {
    case columns, rows, borderWidth, insets, container
  }

  /// The number of columns or rows is below one and counts as one.
  case countNotPositive(Part)
  /// The number of columns or rows is over ``Tracks/limit`` and counts as that.
  case countTooLarge(Part)
  /// A number is NaN or infinite and counts as zero.
  case numberNotFinite(Part)
  /// A number is over 10¹² points either way and counts as that.
  case numberTooLarge(Part)
  /// A negative border would let no cell start after the one before, and counts as zero on that axis.
  case borderTurnsBack
  /// Borders and insets leave no room on an axis, so the cells have no extent on it.
  case noRoom
  /// The number of items is below zero and counts as none.
  case negativeCount
}

/// Replaces the numbers of an equal grid that can't be taken as they stand, and remembers why, each thing once.
struct EqualGridCheck {
  private(set) var diagnostics: [EqualGridDiagnostic] = []

  mutating func say(_ diagnostic: EqualGridDiagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }

  mutating func count(_ count: Int, _ part: EqualGridDiagnostic.Part) -> Int {
    if count < 1 { say(.countNotPositive(part)) }
    if count > Tracks.limit { say(.countTooLarge(part)) }
    return min(max(count, 1), Tracks.limit)
  }

  mutating func number(_ number: Double, _ part: EqualGridDiagnostic.Part) -> Double {
    guard number.isFinite else {
      say(.numberNotFinite(part))
      return 0
    }
    if number.magnitude > longest { say(.numberTooLarge(part)) }
    return min(max(number, -longest), longest)
  }

  /// Returns the extent of each of some cells that share a length, and the border between them.
  mutating func share(_ length: Double, among count: Int, border: Double) -> (cell: Double, border: Double) {
    let cells = Double(count)
    var border = border
    var cell = (length - (cells - 1) * border) / cells
    if border < 0, cell + border <= 0 {
      say(.borderTurnsBack)
      border = 0
      cell = length / cells
    }
    if cell <= 0 { say(.noRoom) }
    return (max(cell, 0), border)
  }
}
