/// What a viewport shows of one line of items, or of a header or footer.
public struct WindowLine: Hashable, Sendable {
  /// What takes up a line.
  public enum Kind: Hashable, Sendable {
    case header, items, footer
  }

  /// What it is.
  public var kind: Kind
  /// The section that it stands in; nil for loose items.
  public var section: Int?
  /// The number of the line; in a header or footer, of the line that follows it.
  public var line: Int64
  /// The items in it; none in a header or footer.
  public var items: Range<Int64>
  /// Where it is drawn on the main axis, in points.
  public var start: Double
  /// Where it would be drawn if nothing pinned it, in points.
  public var naturalStart: Double
  /// Its length along the main axis, in points.
  public var length: Double

  /// Makes the line of a window.
  public init(
    kind: Kind, section: Int?, line: Int64, items: Range<Int64>, start: Double, naturalStart: Double, length: Double
  ) {
    self.kind = kind
    self.section = section
    self.line = line
    self.items = items
    self.start = start
    self.naturalStart = naturalStart
    self.length = length
  }

  /// Whether it is drawn elsewhere than in its own place, to stay in sight.
  public var isPinned: Bool { start != naturalStart }

  /// The same line in its own place.
  public var unpinned: WindowLine {
    var line = self
    line.start = naturalStart
    return line
  }
}

/// The part of the main axis that is in sight, in points.
public struct VisibleInterval: Hashable, Sendable {
  /// Where it starts and ends.
  public var start: Double
  public var end: Double
  /// How far inside of its start and end pinned headers and footers rest: the safe area, or content margins.
  public var insetStart: Double
  public var insetEnd: Double

  /// Makes an interval from its start and its length.
  public init(start: Double, length: Double, insetStart: Double = 0, insetEnd: Double = 0) {
    self.start = start
    end = start + length
    self.insetStart = insetStart
    self.insetEnd = insetEnd
  }
}
