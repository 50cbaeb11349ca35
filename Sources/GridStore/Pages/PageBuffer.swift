/// The bytes of one page, with spare zeros behind them, so that a varint at the end never runs out.
///
/// See [Database File Format](https://sqlite.org/fileformat2.html), sections 1.6 and 2.1.
@safe
package final class PageBuffer {
  package let bytes: UnsafeMutableRawPointer
  package let capacity: Int
  /// The page that all of it was read from; 0 for anything else.
  var page: UInt32 = 0

  package init(capacity: Int) {
    self.capacity = capacity
    unsafe bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity + 16, alignment: 16)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: capacity + 16)
  }

  deinit { unsafe bytes.deallocate() }

  @inline(__always) package func byte(_ at: Int) -> UInt8 { unsafe bytes.load(fromByteOffset: at, as: UInt8.self) }
  @inline(__always) package func uint16(_ at: Int) -> Int {
    unsafe Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
  }
  @inline(__always) package func uint32(_ at: Int) -> UInt32 {
    unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
  /// A variable-length integer and how many bytes it takes, 1 to 9.
  @inline(__always) package func varint(_ at: Int) -> (value: Int64, length: Int) {
    let first = byte(at)
    if first < 0x80 { return (Int64(first), 1) }
    var value = UInt64(first & 0x7f)
    for i in 1..<8 {
      let next = byte(at + i)
      value = value << 7 | UInt64(next & 0x7f)
      if next < 0x80 { return (Int64(bitPattern: value), i + 1) }
    }
    return (Int64(bitPattern: value << 8 | UInt64(byte(at + 8))), 9)
  }
}
