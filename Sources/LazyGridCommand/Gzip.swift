internal import CZlib
internal import GridStore

/// Unpacks gzip ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)): one member, or several one after another.
///
/// Zeros behind the last member are stepped over: tapes and some tools pad with them.
@safe
final class Gunzip {
  /// Whether bytes begin like gzip.
  static func isGzip(_ beginning: some Collection<UInt8>) -> Bool { beginning.starts(with: [0x1F, 0x8B]) }

  private let stream: UnsafeMutablePointer<z_stream>
  private let nextPacked: () throws(StoreError) -> [UInt8]?
  private let name: String
  private var packed: [UInt8] = []
  private var position = 0
  private var isInMember = false
  private var hasMember = false

  /// - Parameters:
  ///   - name: What messages call the input.
  ///   - nextPacked: Gives some packed bytes more, or nil at the end.
  init(_ name: String, _ nextPacked: @escaping () throws(StoreError) -> [UInt8]?) throws(StoreError) {
    self.name = name
    self.nextPacked = nextPacked
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 31: the largest window, and a gzip header.
    guard unsafe inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw StoreError(.badInput, "zlib cannot be used")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Some bytes more, or nil at the end.
  ///
  /// - Throws: ``StoreError`` of kind `badInput` where the data is cut short or damaged; zlib checks each member's sum.
  func next() throws(StoreError) -> [UInt8]? {
    while true {
      guard try fill() else { return nil }
      let unpacked = try inflateSome()
      if !unpacked.isEmpty { return unpacked }
    }
  }

  /// Makes sure that there are packed bytes of a member. False at the end.
  private func fill() throws(StoreError) -> Bool {
    while true {
      if hasMember, !isInMember {
        while position < packed.count, packed[position] == 0 { position += 1 }
      }
      if position < packed.count { return true }
      guard let more = try nextPacked() else {
        if isInMember { throw StoreError(.badInput, "'\(name)' ends inside its gzip data; it is cut short") }
        return false
      }
      packed = more
      position = 0
    }
  }

  private func inflateSome() throws(StoreError) -> [UInt8] {
    isInMember = true
    var status: Int32 = 0
    var left = 0
    let unpacked = unsafe packed.withUnsafeMutableBufferPointer { packed in
      unsafe stream.pointee.next_in = packed.baseAddress! + position
      unsafe stream.pointee.avail_in = UInt32(packed.count - position)
      let unpacked = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(buffer.count)
        status = unsafe inflate(stream, Z_NO_FLUSH)
        unsafe count = buffer.count - Int(stream.pointee.avail_out)
      }
      left = unsafe Int(stream.pointee.avail_in)
      return unpacked
    }
    position = packed.count - left
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      (isInMember, hasMember) = (false, true)
      unsafe inflateReset(stream)
    default: throw StoreError(.badInput, "'\(name)' is damaged: from some point on it is no gzip data")
    }
    return unpacked
  }
}
