/// How the progress of a transition follows time: the curves of SwiftUI's animations.
///
///     TimingCurve.easeInOut(duration: 1).progress(at: 0.5)   // 0.5
///     TimingCurve.default.progress(at: 0.2)                  // 0.665…
///
/// Names and numbers are those of SwiftUI's [Animation](https://developer.apple.com/documentation/swiftui/animation).
/// Nothing in them traps: a duration or response that is negative or no number counts as zero, and then the
/// end is there at once.
public struct TimingCurve: Hashable, Sendable {
  /// How long it takes, in seconds. A spring takes as long as it can be seen to move: see ``Spring/duration``.
  public let duration: Double
  private let shape: Shape

  private enum Shape: Hashable, Sendable {
    case linear
    case bezier(CubicBezier)
    case spring(Spring)
  }

  private init(_ shape: Shape, duration: Double) {
    self.shape = shape
    self.duration = duration.isFinite ? min(max(duration, 0), TimingCurve.longest) : 0
  }

  /// The longest duration, in seconds: a day.
  public static let longest = 86_400.0

  /// SwiftUI's default, since iOS 17: a spring of response 0.55 that does not overshoot.
  ///
  /// See [Animation.default](https://developer.apple.com/documentation/swiftui/animation/default).
  public static let `default` = spring(response: 0.55, dampingFraction: 1)

  /// At the same speed all the time.
  public static func linear(duration: Double = 0.35) -> TimingCurve { TimingCurve(.linear, duration: duration) }

  /// Slow at first.
  public static func easeIn(duration: Double = 0.35) -> TimingCurve {
    timingCurve(0.42, 0, 1, 1, duration: duration)
  }

  /// Slow at the end.
  public static func easeOut(duration: Double = 0.35) -> TimingCurve {
    timingCurve(0, 0, 0.58, 1, duration: duration)
  }

  /// Slow at first and at the end.
  public static func easeInOut(duration: Double = 0.35) -> TimingCurve {
    timingCurve(0.42, 0, 0.58, 1, duration: duration)
  }

  /// A cubic Bézier curve from (0, 0) to (1, 1), as in CSS.
  ///
  /// - Parameters:
  ///   - x1: The time of the first control point, from 0 to 1; others count as the nearest.
  ///   - y1: The progress of the first control point.
  ///   - x2: The time of the second control point, from 0 to 1.
  ///   - y2: The progress of the second control point.
  ///   - duration: In seconds.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> TimingCurve {
    TimingCurve(.bezier(CubicBezier(x1, y1, x2, y2)), duration: duration)
  }

  /// A spring that is let go at rest.
  ///
  /// - Parameters:
  ///   - response: How stiff it is: the period that it would have without damping, in seconds.
  ///   - dampingFraction: How much it is damped: below 1 it overshoots, above 1 it creeps.
  public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825) -> TimingCurve {
    let spring = Spring(response: response, dampingFraction: dampingFraction)
    return TimingCurve(.spring(spring), duration: spring.duration)
  }

  /// Returns the progress at a time: exactly 0 at the start, exactly 1 at the end, and past either the same.
  ///
  /// Between, it may be below 0 or above 1 where the curve overshoots.
  ///
  /// - Parameter time: Since the start, in seconds; one that is no number is the start.
  public func progress(at time: Double) -> Double {
    if time >= duration { return 1 }
    guard time > 0 else { return 0 }
    switch shape {
    case .linear: return time / duration
    case .bezier(let curve): return curve.y(atX: time / duration)
    case .spring(let spring): return spring.progress(at: time)
    }
  }
}
