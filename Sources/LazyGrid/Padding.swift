public import GridLayout

/// A side of a rectangle.
public enum Edge: Int8, Hashable, Sendable, CaseIterable {
  case top, leading, bottom, trailing

  /// Some sides.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Makes a set of one side.
    public init(_ edge: Edge) { self.init(rawValue: 1 << edge.rawValue) }

    public static let top = Set(.top)
    public static let leading = Set(.leading)
    public static let bottom = Set(.bottom)
    public static let trailing = Set(.trailing)
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// A grid that can have room around its content.
public protocol PaddedGrid {
  /// The room around the content, in points.
  var insets: EdgeInsets { get set }
}

extension LazyGridLayout {
  /// The room around the content, in points.
  public var insets: EdgeInsets {
    get { geometry.insets }
    set { geometry.insets = newValue }
  }
}

extension PaddedGrid {
  /// The same grid with more room around its content, in points. Paddings add up.
  public func padding(_ insets: EdgeInsets) -> Self {
    var grid = self
    grid.insets.top += insets.top
    grid.insets.leading += insets.leading
    grid.insets.bottom += insets.bottom
    grid.insets.trailing += insets.trailing
    return grid
  }

  /// The same grid with more room at some sides.
  ///
  ///     grid.padding()                    // 16 points on all sides
  ///     grid.padding(.horizontal)         // 16 at the leading and trailing side
  ///     grid.padding([.top, .leading], 5)
  ///
  /// - Parameters:
  ///   - edges: The sides.
  ///   - length: How much, in points; nil is 16.
  public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self {
    func room(_ edge: Edge.Set) -> Double { edges.contains(edge) ? length ?? 16 : 0 }
    return padding(
      EdgeInsets(top: room(.top), leading: room(.leading), bottom: room(.bottom), trailing: room(.trailing)))
  }

  /// The same grid with the same room more on all sides, in points.
  public func padding(_ length: Double) -> Self { padding(.all, length) }
}
