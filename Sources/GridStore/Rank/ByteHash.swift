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
