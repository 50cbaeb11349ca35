/// Times of one way, in microseconds.
struct Samples {
  private var samples: [Double] = []
  var isEmpty: Bool { samples.isEmpty }

  mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    let (seconds, attoseconds) = (clock.now - start).components
    samples.append(Double(seconds) * 1e6 + Double(attoseconds) * 1e-12)
    return result
  }

  func quantile(_ part: Double) -> Double {
    let sorted = samples.sorted()
    return sorted.isEmpty ? .nan : sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
  }
  var median: Double { quantile(0.5) }
}
