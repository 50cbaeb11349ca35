/// What was done instead of what the lines of a grid were asked to be.
public enum LineDiagnostic: Hashable, Sendable {
  /// What a number is about; the length of an item, header or footer is that of its line.
  public enum Part: Hashable, Sendable {
    case lineLength, spacing, insets
  }

  /// The number of items is below zero and counts as none.
  case negativeCount
  /// There are more than 2⁶⁰ items of lines that differ in length, and those past that are left out.
  case countTooLarge
  /// A number is NaN or infinite and counts as zero.
  case numberNotFinite(Part)
  /// A number is over 10¹² points either way and counts as that.
  case numberTooLarge(Part)
  /// The length of a line, or of an item, header or footer, is below zero and counts as zero.
  case negativeLineLength
  /// A negative spacing would let no line start after the one before, and counts as zero.
  case spacingTurnsBack
}

/// Replaces the numbers of a grid's lines that can't be taken as they stand, and remembers why.
struct LineCheck {
  var diagnostics: [LineDiagnostic] = []

  mutating func length(_ length: Double) -> Double {
    let length = number(length, .lineLength)
    if length < 0 { say(.negativeLineLength) }
    return max(length, 0)
  }

  mutating func spacing(_ spacing: Double) -> Double { number(spacing, .spacing) }

  mutating func spacing(_ spacing: Double, after lineLength: Double) -> Double {
    let spacing = self.spacing(spacing)
    if spacing < 0, lineLength + spacing <= 0 {
      // All lines would lie on one another, or backward, and any viewport could show all of them.
      diagnostics.append(.spacingTurnsBack)
      return 0
    }
    return spacing
  }

  mutating func insets(_ insets: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: number(insets.top, .insets), leading: number(insets.leading, .insets),
      bottom: number(insets.bottom, .insets), trailing: number(insets.trailing, .insets))
  }

  private mutating func number(_ number: Double, _ part: LineDiagnostic.Part) -> Double {
    guard number.isFinite else {
      say(.numberNotFinite(part))
      return 0
    }
    if number.magnitude > longest { say(.numberTooLarge(part)) }
    return min(max(number, -longest), longest)
  }

  mutating func say(_ diagnostic: LineDiagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}
