internal import CZlib
internal import GridStore

/// Unpacks gzip, several members one after another included.
@safe
final class Gunzip {
  private var stream: UnsafeMutablePointer<z_stream>
  private let packed: () throws(StoreError) -> [UInt8]?
  private let name: String
  private var input: [UInt8] = []
  private var position = 0
  private var isInMember = false

  init(_ name: String, _ packed: @escaping () throws(StoreError) -> [UInt8]?) throws(StoreError) {
    self.name = name
    self.packed = packed
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
  func next() throws(StoreError) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      if position == input.count {
        guard let more = try packed() else {
          if isInMember { throw StoreError(.badInput, "'\(name)' ends inside a gzip member; it is cut short") }
          return nil
        }
        input = more
        position = 0
        if more.isEmpty { continue }
      }
      isInMember = true
      var status: Int32 = 0
      var produced = 0
      var consumed = 0
      unsafe input.withUnsafeMutableBufferPointer { packed in
        unsafe output.withUnsafeMutableBufferPointer { plain in
          unsafe stream.pointee.next_in = packed.baseAddress! + position
          unsafe stream.pointee.avail_in = UInt32(packed.count - position)
          unsafe stream.pointee.next_out = plain.baseAddress
          unsafe stream.pointee.avail_out = UInt32(plain.count)
          status = unsafe inflate(stream, Z_NO_FLUSH)
          produced = unsafe plain.count - Int(stream.pointee.avail_out)
          consumed = unsafe packed.count - position - Int(stream.pointee.avail_in)
        }
      }
      position += consumed
      if status == Z_STREAM_END {
        isInMember = false
        unsafe inflateReset(stream)
      } else if status != Z_OK, status != Z_BUF_ERROR {
        throw StoreError(.badInput, "'\(name)' is damaged: it is no gzip data from some point on")
      }
      if produced > 0 { return Array(output.prefix(produced)) }
    }
  }
}
