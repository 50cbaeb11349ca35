internal import GridLayout

/// A size, spacing or track that no window can be laid out with.
public struct LayoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence: what is wrong, and what would do.
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension TrackDiagnostic {
  /// The diagnostic in words.
  package var text: String {
    switch self {
    case .noTracks: "the grid has no tracks; give it one at least"
    case .lengthNotFinite: "the length across the grid is not a finite number"
    case .lengthNotPositive: "the length across the grid is not above zero"
    case .lengthTooLarge: "the length across the grid is over 10¹² points"
    case .numberTooLarge(let item): "track \(item) has a number over 10¹² points"
    case .numberNotFinite(let item): "track \(item) has a number that is not finite"
    case .negativeLength(let item): "track \(item) has a length below zero"
    case .minimumOverMaximum(let item): "track \(item) has a minimum above its maximum"
    case .noAdaptiveStep(let item): "adaptive track \(item) has no minimum and no spacing to step by"
    case .tooManyTracks(let item): "track \(item) makes more than \(Tracks.limit) tracks"
    }
  }
}

extension LineDiagnostic {
  /// The diagnostic in words.
  package var text: String {
    switch self {
    case .negativeCount: "a number of items is below zero"
    case .countTooLarge: "there are more than 2⁶⁰ items"
    case .numberNotFinite(let part): "\(part.text) is not a finite number"
    case .numberTooLarge(let part): "\(part.text) is over 10¹² points"
    case .negativeLineLength: "a length is below zero"
    case .spacingTurnsBack: "the spacing would let a line start no later than the one before it"
    }
  }
}

extension LineDiagnostic.Part {
  fileprivate var text: String {
    switch self {
    case .lineLength: "a length"
    case .spacing: "the spacing"
    case .insets: "an inset"
    }
  }
}
