internal import Synchronization

/// What cells of lists have said of their sizes when they were built, of one state of the database.
///
/// All windows share it, whichever thread they are made on, and all containers do: what was measured at one width is known
/// at another. The next state of the database takes the last few for estimates, by their keys.
final class BuiltAsks: Sendable {
  /// How many are kept at most; then all are forgotten, and measured again where they come into sight.
  static let most = 1 << 18

  private struct State {
    var asks: [Int: CellAsk] = [:]
    /// What was said in the state before, of those that are not built in this one.
    var estimates: [Int: CellAsk] = [:]
    var recent: [(key: CellKey, ask: CellAsk)] = []
  }
  private let state = Mutex(State())

  /// What a cell has said; nil if it has not been built.
  subscript(index: Int) -> CellAsk? { state.withLock { $0.asks[index] } }

  /// What a cell said in the state before; nil once it is built in this one.
  func estimate(of index: Int) -> CellAsk? { state.withLock { $0.estimates[index] } }

  /// Whether something counts as it was in the state before.
  var hasEstimates: Bool { state.withLock { !$0.estimates.isEmpty } }

  /// The indexes of all of which something is known, in order.
  var indexes: [Int] { state.withLock { (Array($0.asks.keys) + $0.estimates.keys).sorted() } }

  /// The last that were built, the latest at the end.
  var recent: [(key: CellKey, ask: CellAsk)] {
    state.withLock { Array($0.recent.suffix(MeasuredLengths.mostKeys)) }
  }

  /// Takes a cell for as large as it was.
  func estimate(_ index: Int, _ ask: CellAsk) {
    state.withLock { state in if state.asks[index] == nil { state.estimates[index] = ask } }
  }

  func add(_ built: [(index: Int, key: CellKey, ask: CellAsk)]) {
    state.withLock { state in
      if state.asks.count + built.count > Self.most { state.asks.removeAll() }
      for (index, key, ask) in built {
        state.asks[index] = ask
        state.estimates[index] = nil
        state.recent.append((key, ask))
      }
      let most = MeasuredLengths.mostKeys
      if state.recent.count > 2 * most { state.recent.removeFirst(state.recent.count - most) }
    }
  }
}
