/// The bytes of an input that were read and not yet taken, side by side.
///
/// A reader looks for a whole row from ``start`` on. Where the bytes end before the row does, it calls ``fill()`` and
/// looks again from the same place; each filling at least doubles what there is, so a row costs time in proportion to
/// its length however the input comes in pieces.
package final class InputBuffer {
  package private(set) var bytes: [UInt8] = []
  /// Where in ``bytes`` the next row begins.
  package var start = 0
  package private(set) var isAtEnd = false

  private let nextChunk: () throws(StoreError) -> [UInt8]?
  /// How many bytes were dropped before those that are here.
  private var dropped = 0

  /// - Parameter nextChunk: Gives some bytes more, or nil at the end.
  package init(_ nextChunk: @escaping () throws(StoreError) -> [UInt8]?) { self.nextChunk = nextChunk }

  /// How many bytes of the input have been taken.
  package var offset: Int { dropped + start }

  /// Reads on, and lets go of what was taken.
  package func fill() throws(StoreError) {
    let wanted = 2 * (bytes.count - start) + 1
    dropped += start
    var filled = Array(bytes[start...])
    bytes = []
    start = 0
    while filled.count < wanted, !isAtEnd {
      guard let chunk = try nextChunk() else {
        isAtEnd = true
        break
      }
      if filled.isEmpty { filled = chunk } else { filled += chunk }
    }
    bytes = filled
  }

  /// Takes bytes unseen, up to an offset; false where the input ends before it.
  func skip(to offset: Int) throws(StoreError) -> Bool {
    while self.offset < offset {
      if start == bytes.count {
        if isAtEnd { return false }
        try fill()
      }
      start += min(offset - self.offset, bytes.count - start)
    }
    return true
  }

  /// The next bytes, without taking them: at least as many as are asked for, unless the input ends.
  package func peek(_ count: Int) throws(StoreError) -> ArraySlice<UInt8> {
    while bytes.count - start < count, !isAtEnd { try fill() }
    return bytes[start...].prefix(count)
  }
}
