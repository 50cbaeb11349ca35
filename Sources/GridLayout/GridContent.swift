/// Items that follow one another, by their lengths along the main axis.
public enum GridRun: Hashable, Sendable {
  /// A number of items of one length, in points: arithmetic, however many they are.
  case uniform(count: Int64, length: Double)
  /// Items of their own lengths, in points.
  case lengths([Double])
}

/// Items that stand apart from those around them, with lines of their own before and after.
public struct GridSection: Hashable, Sendable {
  /// The length of the header along the main axis, in points; nil for none.
  public var header: Double?
  /// The length of the footer along the main axis, in points; nil for none.
  public var footer: Double?
  /// The items between. Runs flow on in the lines of those before.
  public var runs: [GridRun]

  /// Makes a section.
  public init(header: Double? = nil, footer: Double? = nil, runs: [GridRun]) {
    self.header = header
    self.footer = footer
    self.runs = runs
  }
}

/// A part of what a grid shows.
///
/// Runs that stand loose, outside of sections, flow on in the lines of those before. Only a section closes the line
/// before it and after it, even one without header and footer.
public enum GridPart: Hashable, Sendable {
  /// Loose items.
  case run(GridRun)
  /// Items between a header and a footer.
  case section(GridSection)
}

/// Which headers and footers stay in sight while their section does.
public struct PinnedViews: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let sectionHeaders = PinnedViews(rawValue: 1)
  public static let sectionFooters = PinnedViews(rawValue: 2)
}
