/// A cubic Bézier curve from (0, 0) to (1, 1) whose x never turns back, so that each x has one y.
///
/// See [CSS Easing Functions](https://www.w3.org/TR/css-easing-1/#cubic-bezier-easing-functions).
struct CubicBezier: Hashable, Sendable {
  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double

  /// - Parameters: Two control points. An x outside of 0 to 1 counts as the nearest, so that x never turns back; a
  ///   number that is none counts as zero, and a y beyond a million as that.
  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
      value.isNaN ? 0 : min(max(value, low), high)
    }
    self.x1 = clamped(x1, 0, 1)
    self.y1 = clamped(y1, -1e6, 1e6)
    self.x2 = clamped(x2, 0, 1)
    self.y2 = clamped(y2, -1e6, 1e6)
  }

  /// Returns the y of an x from 0 to 1.
  ///
  /// The parameter is halved until it is known to 2⁻⁶⁰, which no start and no flat part of the curve can
  /// make miss, as Newton's method may. A frame asks once for all of its cells, so sixty steps are nothing.
  func y(atX x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if CubicBezier.value(x1, x2, at: middle) < x { low = middle } else { high = middle }
    }
    return CubicBezier.value(y1, y2, at: high)
  }

  /// One coordinate of the curve: 3(1−t)²t·a + 3(1−t)t²·b + t³.
  static func value(_ a: Double, _ b: Double, at t: Double) -> Double {
    let rest = 1 - t
    return t * (3 * rest * (rest * a + t * b) + t * t)
  }
}
