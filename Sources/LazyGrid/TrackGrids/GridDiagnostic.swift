public import GridLayout

/// What was done in a ``Grid`` instead of what was asked for, and where.
public struct GridDiagnostic: Hashable, Sendable {
  /// What was done.
  public enum Kind: Hashable, Sendable {
    /// A number of the grid or its container was replaced.
    case grid(TrackGridDiagnostic)
    /// An item stands elsewhere, or covers other cells, than asked for.
    case placement(PlacementDiagnostic.Kind)
    /// An earlier item has the same id; they are told apart by their order.
    case duplicateKey
    /// A cell of a list says a span or start, which can only be declared beside the list.
    case undeclaredPlace
    /// So many values in columns of a list are no spans or starts, and count as NULL.
    case valuesNotPlaces(Int)
    /// A track, by its position, is to fit items that are not looked at, and has no width.
    case unmeasuredTrack(Int)
    /// A cache was asked for, and is not needed.
    case cacheNotNeeded
    /// So many diagnostics are not listed.
    case unlisted(Int64)
  }
  public var kind: Kind
  /// The index of the item; nil for what is of the whole grid.
  public var index: Int?
  /// What the item is known by, where that can be told without reading it.
  public var key: CellKey?

  /// Makes a diagnostic.
  public init(_ kind: Kind, index: Int? = nil, key: CellKey? = nil) {
    self.kind = kind
    self.index = index
    self.key = key
  }
}

extension GridDiagnostic: CustomStringConvertible {
  /// One sentence: where, what was done, and what would do.
  public var description: String {
    let what: String
    switch kind {
    case .grid(let diagnostic): what = diagnostic.text
    case .placement(let kind): what = kind.text
    case .duplicateKey: what = "an earlier item has the same id; give each its own"
    case .undeclaredPlace: what = "a span or start of a list's item counts only where it is declared beside the list"
    case .valuesNotPlaces(let count):
      what =
        "\(count) \(count == 1 ? "value is" : "values are") no span or start and \(count == 1 ? "counts" : "count") as "
        + "NULL; a span is a whole number from 1 on, a start one from 0 on"
    case .unmeasuredTrack(let track):
      what = "track \(track) fits what stands in it, but these items are not looked at; give it points or a part"
    case .cacheNotNeeded: what = "no cache is needed; what was laid out last is kept in any case"
    case .unlisted(let count): what = "\(count) more are not listed"
    }
    guard let index else { return what }
    return "item \(index)" + (key.map { " (\($0))" } ?? "") + ": " + what
  }
}
