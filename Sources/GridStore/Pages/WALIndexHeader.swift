internal import Synchronization

/// The first 48 bytes of the wal-index: which state of the database a reader that begins now will see.
///
/// See [WAL-Index File Format](https://sqlite.org/walformat.html#the_wal_index_file_format). All numbers
/// are in the byte order of the machine.
struct WALIndexHeader: Equatable, Sendable {
  private let words: InlineArray<6, UInt64>

  init(_ block: UnsafeRawPointer, copy: Int = 0) {
    // Others write it meanwhile: read once, in order, and compare.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    words = InlineArray { i in unsafe block.loadUnaligned(fromByteOffset: copy * 48 + i * 8, as: UInt64.self) }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  static func == (a: Self, b: Self) -> Bool { (0..<6).allSatisfy { a.words[$0] == b.words[$0] } }

  private func word(_ at: Int) -> UInt32 {
    let pair = words[at / 8]
    let isLow = (at % 8 == 0) == (UInt16(1).littleEndian == 1)
    return UInt32(truncatingIfNeeded: isLow ? pair : pair >> 32)
  }

  var version: UInt32 { word(0) }
  /// Counts the commits.
  var change: UInt32 { word(8) }
  /// The last frame that a reader may see.
  var lastFrame: UInt32 { word(16) }
  var pageCount: UInt32 { word(20) }
  var checksum: UInt64 { UInt64(word(24)) << 32 | UInt64(word(28)) }
  var salts: (UInt32, UInt32) { (word(32), word(36)) }
  var pageSize: Int {
    let half = UInt16(1).littleEndian == 1 ? word(12) >> 16 : word(12) & 0xffff
    return Int(half & 0xfe00) + Int(half & 1) << 16
  }

  /// How much of the log may have been copied into the main file by now, whole or in part.
  static func backfillAttempted(_ block: UnsafeRawPointer) -> UInt32 {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let count = unsafe block.load(fromByteOffset: 128, as: UInt32.self)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return count
  }

  /// How much of the log has been copied into the main file.
  static func backfilled(_ block: UnsafeRawPointer) -> UInt32 {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let count = unsafe block.load(fromByteOffset: 96, as: UInt32.self)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return count
  }
}
