/// Random numbers that are the same on every machine for the same seed (SplitMix64).
///
/// See Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014. Everything drawn is
/// whole-number arithmetic, so no rounding of a platform can show.
package struct ProductNumbers {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below a limit. The high half of a product is near enough to uniform for small limits.
  package mutating func below(_ limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }

  /// A number below a limit, small ones far more often: the least of three.
  package mutating func skewed(below limit: Int) -> Int { min(below(limit), below(limit), below(limit)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Ranks by Zipf's law: the n-th comes a n-th as often as the first, as categories and brands of shops do.
struct RankDraw: Sendable {
  private let ranks: [UInt16]

  init(count: Int) {
    let weights = (1...count).map { 1_000_000 / $0 }
    let total = weights.reduce(0, +)
    var ranks: [UInt16] = []
    var reached = 0
    for (rank, weight) in weights.enumerated() {
      reached += weight
      while ranks.count < reached * 4096 / total { ranks.append(UInt16(rank)) }
    }
    self.ranks = ranks
  }

  func callAsFunction(_ numbers: inout ProductNumbers) -> Int { Int(numbers.pick(ranks)) }
}
