internal import Synchronization

/// What cells have said of their lengths when they were built, in one state of the database.
///
/// All windows of a grid share it, whichever thread they are made on: what one has measured is appended, and the next one
/// of another thread takes it in. Extents are kept and not lengths, so that another length across needs no cell again.
final class MeasuredLengths: Sendable {
  /// How many extents are kept at most; after that the older half is forgotten.
  static let most = 1 << 18
  /// How many are known by their keys in the next state.
  static let mostKeys = 256

  private struct State {
    /// The items in the order in which they were measured, the first ``forgotten`` of them apart.
    var order: [Int] = []
    var extents: [Int: CellExtent] = [:]
    var forgotten = 0
    var recent: [(key: CellKey, extent: CellExtent)] = []
  }
  private let state = Mutex(State())
  /// What was measured last in the state before, by keys.
  let earlier: [(key: CellKey, extent: CellExtent)]

  init(after previous: MeasuredLengths? = nil) {
    earlier = previous.map { previous in previous.state.withLock { Array($0.recent.suffix(Self.mostKeys)) } } ?? []
  }

  /// What has been measured since a position of the order, and which items of some ranges are left.
  func look(
    since position: Int, at ranges: [Range<Int>]
  ) -> (news: [(index: Int, extent: CellExtent)], position: Int, missing: [Range<Int>], count: Int) {
    state.withLock { state in
      let first = max(position - state.forgotten, 0)
      let news = first < state.order.count ? state.order[first...].map { ($0, state.extents[$0]!) } : []
      var missing: [Range<Int>] = []
      for range in ranges {
        for index in range where state.extents[index] == nil {
          if let last = missing.last, last.upperBound == index {
            missing[missing.count - 1] = last.lowerBound..<index + 1
          } else {
            missing.append(index..<index + 1)
          }
        }
      }
      return (news, state.forgotten + state.order.count, missing, state.extents.count)
    }
  }

  /// How much was forgotten; what was laid out before keeps it.
  var forgotten: Int { state.withLock { $0.forgotten } }

  /// Adds what was measured. What is known already stays as it is.
  func add(_ measured: [(index: Int, key: CellKey, extent: CellExtent)]) {
    state.withLock { state in
      for (index, key, extent) in measured where state.extents[index] == nil {
        state.extents[index] = extent
        state.order.append(index)
        state.recent.append((key, extent))
      }
      if state.recent.count > 2 * Self.mostKeys { state.recent.removeFirst(state.recent.count - Self.mostKeys) }
      guard state.order.count > Self.most else { return }
      let gone = state.order.count - Self.most / 2
      for index in state.order[..<gone] { state.extents[index] = nil }
      state.order.removeFirst(gone)
      state.forgotten += gone
    }
  }
}
