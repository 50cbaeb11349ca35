internal import GridLayout
internal import Synchronization

/// A placement that several windows ask, from several threads.
final class SharedPlacement: Sendable {
  /// A number that no other has: where items stand in lines is another matter in each.
  let number = newContentNumber()
  private let placement: Mutex<TrackPlacement>

  init(_ placement: TrackPlacement) { self.placement = Mutex(placement) }

  var lineCount: Int64 { placement.withLock { $0.lineCount } }
  var diagnostics: [PlacementDiagnostic] { placement.withLock { $0.diagnostics } }
  var unlistedDiagnostics: Int64 { placement.withLock { $0.unlistedDiagnostics } }
  func cell(of index: Int) -> GridLayout.GridCell? { placement.withLock { $0.cell(of: Int64(index)) } }
  func items(inLines lines: Range<Int64>) -> [PlacedItem] { placement.withLock { $0.items(inLines: lines) } }
}
