internal import GridStore
internal import Synchronization

/// What is known of the lengths of content from window to window.
final class LengthMemory: Sendable {
  /// Lengths that somebody waits for who has asked for no window yet.
  private let held = Mutex<[ProgressiveLengths]>([])
  private let measured = Mutex<(generation: Generation?, lengths: MeasuredLengths)>((nil, MeasuredLengths()))

  /// What cells have said of their lengths in a state of the database.
  func measured(in generation: Generation?) -> MeasuredLengths {
    measured.withLock { measured in
      if measured.generation != generation { measured = (generation, MeasuredLengths(after: measured.lengths)) }
      return measured.lengths
    }
  }

  /// Keeps lengths being read until others are asked for.
  func hold(_ lengths: [ProgressiveLengths]) { held.withLock { $0 = lengths } }
}
