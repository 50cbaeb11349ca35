import LazyGrid
import Testing

@Suite("Timing curves") struct TimingCurveTests {
  static let curves: [TimingCurve] = [
    .default, .linear(), .easeIn(), .easeOut(), .easeInOut(), .spring(), .spring(response: 1, dampingFraction: 0.3),
    .spring(response: 0.2, dampingFraction: 4), .timingCurve(0, 1, 0, 1), .timingCurve(1, 0, 1, 0),
    .timingCurve(0.7, -2, 0.2, 3, duration: 2),
  ]

  @Test("start at exactly 0 and end at exactly 1, and are the same before and after", arguments: curves)
  func ends(curve: TimingCurve) {
    #expect(curve.duration > 0)
    for time in [0, -0.0, -1, -.infinity, .nan] { #expect(curve.progress(at: time) == 0) }
    for time in [curve.duration, curve.duration.nextUp, 1e9, .infinity] { #expect(curve.progress(at: time) == 1) }
    // And without a jump at either end.
    #expect(curve.progress(at: curve.duration * 1e-9).magnitude < 0.01)
    #expect((curve.progress(at: curve.duration.nextDown) - 1).magnitude < 0.01)
  }

  @Test("of Bézier curves are the points that the curve passes")
  func bezierPoints() {
    for x1 in [0, 0.25, 0.42, 1] {
      for x2 in [0, 0.3, 0.58, 1] {
        for (y1, y2) in [(0.0, 1.0), (1, 0), (-1, 2.5), (0.4, 0.4)] {
          let curve = TimingCurve.timingCurve(x1, y1, x2, y2, duration: 1)
          for i in 1..<64 {
            let t = Double(i) / 64
            // By de Casteljau: points between points between points.
            func point(_ a: Double, _ b: Double) -> Double {
              func mix(_ p: Double, _ q: Double) -> Double { p + (q - p) * t }
              let (ab, bc, cd) = (mix(0, a), mix(a, b), mix(b, 1))
              return mix(mix(ab, bc), mix(bc, cd))
            }
            // Where x stands still, one x has many points that rounding can't tell apart.
            let slope = 3 * (1 - t) * (1 - t) * x1 + 6 * (1 - t) * t * (x2 - x1) + 3 * t * t * (1 - x2)
            guard slope > 1e-3 else { continue }
            let found = curve.progress(at: point(x1, x2))
            #expect((found - point(y1, y2)).magnitude <= 1e-10, "\(x1) \(y1) \(x2) \(y2) at \(t)")
          }
        }
      }
    }
  }

  @Test("ease as CSS has it, and easing out is easing in backward")
  func easing() {
    #expect(TimingCurve.easeInOut(duration: 1).progress(at: 0.5) == 0.5)
    for i in 0...50 {
      let x = Double(i) / 50
      let (into, out) = (TimingCurve.easeIn(duration: 1), TimingCurve.easeOut(duration: 1))
      #expect((into.progress(at: x) + out.progress(at: 1 - x) - 1).magnitude <= 1e-12)
      #expect((TimingCurve.timingCurve(0.3, 0.3, 0.6, 0.6, duration: 1).progress(at: x) - x).magnitude <= 1e-12)
      #expect(TimingCurve.linear(duration: 2).progress(at: 2 * x) == x)
    }
    // At t = ½ both coordinates are known by hand.
    let x = 3 * 0.25 * 0.5 * 0.42 + 3 * 0.5 * 0.25 + 0.125
    #expect((TimingCurve.easeIn(duration: 1).progress(at: x) - 0.5).magnitude <= 1e-12)
  }

  @Test(
    "of springs are those of the equation of motion, and rest at their end",
    arguments: [0.05, 0.3, 0.825, 0.999999, 1, 1.000001, 1.5, 4, 20])
  func springs(damping: Double) {
    for response in [0.1, 0.55, 3] {
      let curve = TimingCurve.spring(response: response, dampingFraction: damping)
      // x″ = ω²(1 − x) − 2ζωx′, in small steps of Runge and Kutta.
      let omega = 2 * Double.pi / response
      func acceleration(_ x: Double, _ v: Double) -> Double { omega * omega * (1 - x) - 2 * damping * omega * v }
      let step = response / 1000 / max(damping, 1)
      var (x, v, time) = (0.0, 0.0, 0.0)
      var farthestAfter = 0.0
      var isNear = true
      while time < curve.duration * 1.2 {
        let (v1, a1) = (v, acceleration(x, v))
        let (v2, a2) = (v + step / 2 * a1, acceleration(x + step / 2 * v1, v + step / 2 * a1))
        let (v3, a3) = (v + step / 2 * a2, acceleration(x + step / 2 * v2, v + step / 2 * a2))
        let (v4, a4) = (v + step * a3, acceleration(x + step * v3, v + step * a3))
        x += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        v += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        time += step
        if time < curve.duration {
          isNear = isNear && (curve.progress(at: time) - x).magnitude < 1e-6
        } else {
          farthestAfter = max(farthestAfter, (1 - x).magnitude)
        }
      }
      #expect(isNear, "\(response) \(damping)")
      #expect(farthestAfter <= 0.001_001, "\(response) \(damping)")
      // The duration is no more than what it takes: shortly before, the spring was still away from its rest.
      let before = (0..<200).map { 1 - curve.progress(at: curve.duration * (0.7 + 0.001 * Double($0))) }
      #expect(before.contains { $0.magnitude > 0.001 }, "\(response) \(damping)")
    }
  }

  @Test("the default is SwiftUI's")
  func theDefault() {
    #expect(TimingCurve.default == .spring(response: 0.55, dampingFraction: 1))
    #expect((TimingCurve.default.progress(at: 0.2) - 0.6655).magnitude < 1e-3)
    #expect(TimingCurve.default.duration > 0.8 && TimingCurve.default.duration < 0.82)
    // It does not overshoot, and never turns back.
    let steps = (0...1000).map { TimingCurve.default.progress(at: Double($0) / 1000) }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 } && steps.last == 1)
  }

  @Test("take any numbers")
  func wild() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, -1, 0, 0.5, 2, 1e300, -1e300, .leastNonzeroMagnitude]
    for a in numbers {
      for b in numbers {
        for curve in [
          TimingCurve.spring(response: a, dampingFraction: b), .linear(duration: a), .timingCurve(a, b, b, a),
          .timingCurve(b, b, a, a, duration: 1),
        ] {
          #expect(curve.duration >= 0 && curve.duration <= TimingCurve.longest)
          for time in numbers {
            let progress = curve.progress(at: time)
            #expect(progress.isFinite && progress.magnitude < 1e7, "\(a) \(b) \(time)")
          }
          #expect(curve.progress(at: curve.duration) == 1)
        }
      }
    }
    #expect(TimingCurve.linear(duration: -3).duration == 0)
    #expect(TimingCurve.spring(response: .nan).duration == 0)
  }
}
