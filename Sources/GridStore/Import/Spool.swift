#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What came through a pipe, kept so that it can be read again.
///
/// It lies in a file without a name, which is gone with the process however that ends; memory holds a chunk of it.
final class Spool {
  private let file: Int32
  private var size = 0

  /// - Parameter path: The database that is imported into: its disk has room, or the import fails anyway.
  init(beside path: String) throws(StoreError) {
    let name = "\(path).\(getpid()).input"
    file = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file < 0 {
      throw StoreError(.cannotOpen, "'\(name)' cannot be made: \(unsafe String(cString: strerror(errno)))")
    }
    unsafe unlink(name)
  }

  deinit { close(file) }

  func append(_ chunk: [UInt8]) throws(StoreError) {
    var rest = chunk[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(size)) }
      if written < 0, errno == EINTR { continue }
      if written <= 0 {
        throw StoreError(.cannotOpen, "the input cannot be kept: \(unsafe String(cString: strerror(errno)))")
      }
      size += written
      rest = rest.dropFirst(written)
    }
  }

  /// Another reading of all that was appended.
  func pass() -> ImportSource.Pass {
    var offset = 0
    return ImportSource.Pass(
      nextChunk: { () throws(StoreError) in
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
          var read = -1
          repeat {
            read = unsafe pread(self.file, buffer.baseAddress, buffer.count, off_t(offset))
          } while read < 0 && errno == EINTR
          count = max(read, 0)
        }
        if chunk.isEmpty, offset < self.size {
          throw StoreError(.badInput, "what was kept of the input cannot be read again")
        }
        offset += chunk.count
        return chunk.isEmpty ? nil : chunk
      },
      bytesRead: { offset })
  }
}
