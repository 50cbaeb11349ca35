/// What was done instead of where an item was asked to stand.
public struct PlacementDiagnostic: Hashable, Sendable {
  /// What was done.
  public enum Kind: Hashable, Sendable {
    /// A span below one counts as one.
    case spanNotPositive
    /// A span has more tracks than the grid, and is cut to all of them.
    case spanTooWide
    /// A span has so many lines that no place could be computed, and is cut.
    case spanTooLong
    /// A start below zero counts as none.
    case negativeStart
    /// A start is no track of the grid, or a line past 2⁴⁰, and counts as none.
    case startOutOfRange
    /// A span goes past the last track from where its item starts, and is cut.
    case overhang
    /// An earlier item has taken a part of the cell, so this one is placed as if it had no start.
    case startConflict
    /// The line has no room for the item, which is placed as if it had no start.
    case lineFull
    /// The item is declared twice, and the first declaration counts.
    case declaredTwice
    /// There is no such item.
    case noSuchItem
  }

  /// What was done.
  public var kind: Kind
  /// The item.
  public var index: Int64

  /// Makes a diagnostic.
  public init(_ kind: Kind, index: Int64) {
    self.kind = kind
    self.index = index
  }
}

/// Diagnostics of items, of which a million would help nobody more than a thousand.
struct PlacementDiagnostics: Hashable, Sendable {
  private(set) var list: [PlacementDiagnostic] = []
  /// How many were left out of the list.
  private(set) var unlisted: Int64 = 0

  static let most = 1000

  mutating func say(_ kind: PlacementDiagnostic.Kind, _ index: Int64) {
    if list.count < PlacementDiagnostics.most {
      list.append(PlacementDiagnostic(kind, index: index))
    } else {
      unlisted += 1
    }
  }

  /// Takes back what was said of an item's span, or else of its start.
  mutating func takeBack(_ index: Int64, spans: Bool) {
    list.removeAll { one in
      guard one.index == index else { return false }
      switch one.kind {
      case .spanNotPositive, .spanTooWide, .spanTooLong: return spans
      case .negativeStart, .startOutOfRange: return !spans
      default: return false
      }
    }
  }

  /// Forgets items, and gives those behind the indexes that they have now.
  mutating func replace(_ range: Range<Int64>, by added: Int64) {
    guard !list.isEmpty else { return }
    let offset = added - (range.upperBound - range.lowerBound)
    // There was no item, so none moves.
    list.removeAll { $0.kind != .noSuchItem && range.contains($0.index) }
    for at in list.indices where list[at].kind != .noSuchItem && list[at].index >= range.upperBound {
      list[at].index += offset
    }
  }
}
