/// What an import reads: a file, or a pipe.
package struct ImportSource {
  /// One reading of it from its first byte to its last.
  package struct Pass {
    /// Gives some bytes more, or nil at the end.
    package let nextChunk: () throws(StoreError) -> [UInt8]?
    /// How many bytes of the file were read so far, as it lies: packed, where it is packed.
    package let bytesRead: () -> Int

    package init(
      nextChunk: @escaping () throws(StoreError) -> [UInt8]?, bytesRead: @escaping () -> Int
    ) {
      self.nextChunk = nextChunk
      self.bytesRead = bytesRead
    }
  }

  /// What messages call it.
  package let name: String
  /// What tells this state of a file from another one: its size and the time of its last change. nil for what can be
  /// read but once.
  package let stamp: String?
  /// The size of the file as it lies, in bytes, where it is known.
  package let size: Int?
  /// Begins a reading. Of what has no stamp there is one only.
  package let open: () throws(StoreError) -> Pass

  package init(
    name: String, stamp: String?, size: Int?, open: @escaping () throws(StoreError) -> Pass
  ) {
    self.name = name
    self.stamp = stamp
    self.size = size
    self.open = open
  }
}
