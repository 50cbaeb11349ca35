/// Which frame of the write-ahead log holds the newest version of a page, for one snapshot.
///
/// Kept from one look to the next and extended while the log only grows.
package struct FrameMap: Sendable {
  package private(set) var frames: [UInt32: UInt32] = [:]
  /// The log that the frames are of.
  package private(set) var salts: (UInt32, UInt32) = (0, 0)
  /// The frames that have been looked at: `first ..< end`.
  package private(set) var first: UInt32 = 1
  package private(set) var end: UInt32 = 1

  package func frame(of page: UInt32) -> UInt32? { frames[page] }

  /// Whether frames up to `last` can be added to what is here.
  package func canGrow(salts: (UInt32, UInt32), from: UInt32, to last: UInt32) -> Bool {
    salts == self.salts && from >= first && last + 1 >= end && from <= end
  }

  package mutating func reset(salts: (UInt32, UInt32), from: UInt32) {
    frames.removeAll(keepingCapacity: frames.count < 4096)
    self.salts = salts
    first = from
    end = from
  }

  /// Notes the page of the next frame.
  package mutating func append(page: UInt32, pageCount: UInt32) {
    // A page beyond the end was cut off by a later commit of this snapshot.
    if page <= pageCount { frames[page] = end }
    end += 1
  }
}
