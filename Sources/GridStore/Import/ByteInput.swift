/// The bytes of an import, a chunk at a time, whatever they come from.
package final class ByteInput {
  private let nextChunk: () throws(StoreError) -> [UInt8]?
  package private(set) var chunk: [UInt8] = []
  /// Where in the chunk the next byte is.
  package var position = 0
  /// Bytes of all chunks before this one.
  private var before = 0

  /// - Parameter nextChunk: Gives some bytes more, or nil at the end.
  package init(_ nextChunk: @escaping () throws(StoreError) -> [UInt8]?) { self.nextChunk = nextChunk }

  /// How many bytes have been taken.
  package var consumed: Int { before + position }

  /// Makes sure that a byte is there. False at the end.
  package func fill() throws(StoreError) -> Bool {
    while position == chunk.count {
      before += chunk.count
      position = 0
      guard let next = try nextChunk() else {
        chunk = []
        return false
      }
      chunk = next
    }
    return true
  }

  /// The next bytes, without taking them: as many as are asked for, or all there are.
  package func peek(_ count: Int) throws(StoreError) -> ArraySlice<UInt8> {
    guard try fill() else { return [] }
    while chunk.count - position < count, let more = try nextChunk() { chunk += more }
    return chunk[position...].prefix(count)
  }

  package func next() throws(StoreError) -> UInt8? {
    guard try fill() else { return nil }
    position += 1
    return chunk[position - 1]
  }

  /// A line without its end; nil at the end of all. LF, CRLF and CR end one.
  package func line(_ line: inout [UInt8]) throws(StoreError) -> Bool {
    line.removeAll(keepingCapacity: true)
    guard try fill() else { return false }
    while try fill() {
      let end = chunk[position...].firstIndex { $0 == 10 || $0 == 13 } ?? chunk.count
      line += chunk[position..<end]
      position = end
      if end < chunk.count {
        position += 1
        if chunk[end] == 13, try fill(), chunk[position] == 10 { position += 1 }
        return true
      }
    }
    return true
  }
}
