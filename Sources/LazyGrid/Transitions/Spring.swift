#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A damped spring of mass 1 that is let go at 0 and comes to rest at 1.
///
/// Its stiffness is (2π ÷ response)², and its damping is the fraction of the one at which it no longer overshoots. See
/// Apple's [Spring](https://developer.apple.com/documentation/swiftui/spring) for what the two numbers mean.
struct Spring: Hashable, Sendable {
  /// The frequency that it would have without damping, in radians a second; infinite for one that is there at once.
  private let frequency: Double
  private let damping: Double

  /// The distance from rest, as a part of the way, that nobody sees.
  static let tolerance = 0.001

  /// - Parameters:
  ///   - response: In seconds, up to a thousand. Negative ones and those that are no numbers count as zero.
  ///   - dampingFraction: From 0.05, since an undamped spring never rests, to 20; others count as the nearest.
  init(response: Double, dampingFraction: Double) {
    let response = response > 0 ? min(response, 1000) : 0
    frequency = 2 * .pi / response
    damping = dampingFraction.isNaN ? 1 : min(max(dampingFraction, 0.05), 20)
  }

  /// The time after which it stays within ``tolerance`` of its rest, in seconds.
  ///
  /// For a spring that overshoots it is a bound, since its swings do not shrink at an even pace.
  var duration: Double {
    guard frequency.isFinite else { return 0 }
    // Times are in units of 1 ÷ frequency. What is left never grows, so halving finds where it falls below.
    var (low, high) = (0.0, 1.0)
    while left(high) > Spring.tolerance { high *= 2 }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if left(middle) > Spring.tolerance { low = middle } else { high = middle }
    }
    return high / frequency
  }

  /// Returns the part of the way that it has gone at a time above zero, in seconds.
  func progress(at time: Double) -> Double {
    let t = frequency * time
    if damping == 1 { return 1 - exp(-t) * (1 + t) }
    if damping > 1 { return 1 - creeping(t) }
    let swing = (1 - damping * damping).squareRoot()
    return 1 - exp(-damping * t) * (cos(swing * t) + damping / swing * sin(swing * t))
  }

  /// What is left of the way after a time, or more: it never grows.
  private func left(_ t: Double) -> Double {
    if damping > 1 { return creeping(t) }
    // |sin x| ÷ x is at most 1, and |cos x + c·sin x| at most √(1 + c²).
    let swing = (1 - damping * damping).squareRoot()
    let envelope = swing > 0 ? min(1 / swing, 1 + damping * t) : 1 + t
    return exp(-damping * t) * envelope
  }

  /// What is left of the way of a spring that creeps: the sum of a slow decay and a fast one.
  private func creeping(_ t: Double) -> Double {
    let root = (damping * damping - 1).squareRoot()
    // The product of the two rates is 1; their difference would lose digits where the slow one is small.
    let fast = damping + root
    let slow = 1 / fast
    return (fast * exp(-slow * t) - slow * exp(-fast * t)) / (fast - slow)
  }
}
