/// Where a scroll that comes to an end by itself comes to rest.
public enum ScrollTargetBehavior: Hashable, Sendable {
  /// At the start of a line, the nearest one; or at the end of the content.
  case viewAligned
  /// At a whole number of viewports from the start of the content, no more than one from where it stood.
  case paging
}

extension Viewport {
  /// Returns where the viewport comes to rest that would run out somewhere.
  ///
  ///     viewport.scroll(to: .offset(viewport.target(of: 1234, .viewAligned, in: grid)), in: grid)
  ///
  /// - Parameters:
  ///   - proposed: The offset that its motion would end at, in points; NaN is where it stands.
  ///   - behavior: What it may rest at.
  ///   - grid: The grid that it shows.
  /// - Returns: An offset that it can have.
  /// - Complexity: O(log *n*).
  public func target(of proposed: Double, _ behavior: ScrollTargetBehavior, in grid: LineGrid) -> Double {
    let range = range(in: grid)
    func clamped(_ offset: Double) -> Double { min(max(offset, range.lowerBound), range.upperBound) }
    let wanted = clamped(proposed.isNaN ? offset : proposed)
    switch behavior {
    case .viewAligned:
      guard let line = grid.line(at: wanted + insetStart) else { return wanted }
      var nearest = range.upperBound
      // The line there, and the one after it; the end of the content goes for all that could start past it.
      for line in [line + 1, line] where line < grid.lineCount {
        let start = clamped(grid.start(ofLine: line) - insetStart)
        if (start - wanted).magnitude <= (nearest - wanted).magnitude { nearest = start }
      }
      // Before the first line there may be a header to rest at.
      return line == 0 && wanted - range.lowerBound < (nearest - wanted).magnitude ? range.lowerBound : nearest
    case .paging:
      let page = length - insetStart - insetEnd
      guard page > 0 else { return wanted }
      let now = ((offset + insetStart) / page).rounded()
      let next = ((wanted + insetStart) / page).rounded()
      return clamped(min(max(next, now - 1), now + 1) * page - insetStart)
    }
  }
}

/// How much more than what is in sight is laid out, so that it is there when it comes into sight.
public struct Overscan: Hashable, Sendable {
  /// How far in the direction of the motion, in points; on both sides where nothing moves, half as far.
  public var ahead: Double
  /// How far against the direction of the motion, in points.
  public var behind: Double

  /// Makes an overscan; below zero or not finite counts as none.
  public init(ahead: Double, behind: Double) {
    self.ahead = ahead.isFinite ? max(ahead, 0) : 0
    self.behind = behind.isFinite ? max(behind, 0) : 0
  }
}

extension VisibleInterval {
  /// Returns the interval with what is laid out beyond it.
  ///
  /// Pinned headers and footers rest where they did: the insets grow by as much.
  ///
  /// - Parameter velocity: The motion along the main axis, in any unit: above zero it is toward the end of the content,
  ///   below zero toward its start; zero and NaN are none.
  public func extended(by overscan: Overscan, velocity: Double) -> VisibleInterval {
    var interval = self
    let still = max(overscan.ahead / 2, overscan.behind)
    let before = velocity < 0 ? overscan.ahead : velocity > 0 ? overscan.behind : still
    let after = velocity > 0 ? overscan.ahead : velocity < 0 ? overscan.behind : still
    interval.start -= before
    interval.insetStart += before
    interval.end += after
    interval.insetEnd += after
    return interval
  }
}
