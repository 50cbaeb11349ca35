/// Tells when it is time to report progress again: about ten times a second.
struct ProgressPace {
  private var last = ContinuousClock.now

  /// Whether a tenth of a second has passed since it was last true.
  var isDue: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard last.duration(to: now) >= .milliseconds(100) else { return false }
      last = now
      return true
    }
  }
}
