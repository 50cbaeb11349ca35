internal import CAllocations
internal import Foundation

/// What a body takes: the least of some rounds, since what else the machine does only adds to it.
enum Measure {
  /// The nanoseconds of one of many calls of a body that takes little, each with another number below `times`.
  static func nanoseconds(times: Int, rounds: Int = 15, _ body: (Int) -> Void) -> Double {
    least(
      (0..<rounds).map { _ in
        once { for i in 0..<times { body(i) } } / Double(times)
      })
  }

  /// The nanoseconds of one call.
  static func once(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    body()
    let (seconds, attoseconds) = (clock.now - start).components
    return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
  }

  /// The nanoseconds of processor time of one call: for what takes longer than a slice of a machine that others share.
  static func busy(_ body: () -> Void) -> Double {
    let start = processorTime
    body()
    return processorTime - start
  }

  private static var processorTime: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  static func least(_ samples: [Double]) -> Double { samples.min() ?? .nan }

  /// How many blocks a body takes from the heap at each of many calls; NaN where they aren't counted.
  static func allocations(times: Int, _ body: (Int) -> Void) -> Double {
    let before = allocations_made()
    guard before >= 0 else { return .nan }
    for i in 0..<times { body(i) }
    return Double(allocations_made() - before) / Double(times)
  }

  /// How many bytes of the heap are taken; NaN where they aren't counted.
  static var bytes: Double { allocated_bytes() < 0 ? .nan : Double(allocated_bytes()) }
}

/// A sequence of numbers that is the same every time: <https://prng.di.unimi.it/splitmix64.c>.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
