public import GridLayout

extension GridTransition {
  /// A cell, header or footer to draw at some time of a transition.
  public struct Frame: Hashable, Sendable {
    /// What it is.
    public let role: Role
    /// The key of its item; of a header or footer, that of its section.
    public let key: CellKey
    /// What happens to it.
    public let kind: Kind
    /// Where it is, in points.
    public let frame: Rect
    /// How much of it is there: above 0, for it comes or goes, to 1, for it is there; an opacity, if you like.
    public let presence: Double
  }

  /// Returns what there is to draw at a time.
  ///
  /// At the start, and before it, these are the cells of the old window with exactly its frames; at the end, and after
  /// it, those of the new one with exactly theirs. Between, cells of both go from their old frames to the new ones;
  /// a cell that comes or goes stands where its window has it. A curve that overshoots carries cells past their places.
  ///
  /// - Parameters:
  ///   - time: Since the start of the transition, in seconds.
  ///   - space: What the frames count from.
  /// - Returns: Cells in the order of ``changes``, then headers and footers in that of ``supplementary``: what is on its
  ///   way out is drawn first, under all others of its kind.
  /// - Complexity: O(*k*), where *k* is the number of cells in both windows.
  public func frames(at time: Double, in space: Space = .viewport) -> [Frame] {
    let progress = curve.progress(at: time)
    let share = min(max(progress, 0), 1)
    return (changes + supplementary).compactMap { change in
      let (old, new) = (change.old?.frame(in: space), change.new?.frame(in: space))
      let presence = old == nil ? share : new == nil ? 1 - share : 1
      guard presence > 0, let first = old ?? new, let last = new ?? old else { return nil }
      return Frame(
        role: change.role, key: change.key, kind: change.kind, frame: first.interpolated(to: last, progress),
        presence: presence)
    }
  }
}

extension Rect {
  /// The rectangle on the way to another; at 0 and 1 it is exactly the one and the other.
  fileprivate func interpolated(to other: Rect, _ progress: Double) -> Rect {
    func between(_ a: Double, _ b: Double) -> Double {
      // What stands still must not tremble by a bit.
      a == b ? a : a * (1 - progress) + b * progress
    }
    // A curve that overshoots may shrink a size past nothing.
    return Rect(
      x: between(minX, other.minX), y: between(minY, other.minY), width: max(between(width, other.width), 0),
      height: max(between(height, other.height), 0))
  }
}
