/// 64 bits that tell byte strings of one process apart.
///
/// Seeded anew by each process, so that nobody can write two rows that are taken for one.
package struct ByteHash: Sendable {
  private static let seed = UInt64.random(in: .min ... .max)
  package private(set) var value = ByteHash.seed

  package init() {}

  @inline(__always) package mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
  }

  package mutating func add(_ buffer: PageBuffer, from start: Int, count: Int) {
    var at = start
    let end = start + count
    // Four at a time, since each product waits for the one before it.
    if count >= 64 {
      var lanes = (self, self, self, self)
      lanes.1.value ^= 0x9AE1_6A3B_2F90_404F
      lanes.2.value ^= 0xC949_D7C7_509E_6557
      lanes.3.value ^= 0xFF51_AFD7_ED55_8CCD
      while at + 32 <= end {
        lanes.0.add(unsafe buffer.bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        lanes.1.add(unsafe buffer.bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
        lanes.2.add(unsafe buffer.bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self))
        lanes.3.add(unsafe buffer.bytes.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self))
        at += 32
      }
      self = lanes.0
      add(lanes.1.value)
      add(lanes.2.value)
      add(lanes.3.value)
    }
    while at + 8 <= end {
      add(unsafe buffer.bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest = UInt64(count)
    while at < end {
      rest = rest << 8 | UInt64(buffer.byte(at))
      at += 1
    }
    add(rest)
  }
}
