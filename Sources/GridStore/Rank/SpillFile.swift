#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A temporary file without a name, gone with its last user, however that ends.
final class SpillFile: @unchecked Sendable {
  private let descriptor: Int32
  /// Written only while it is filled, by the one who fills it.
  private(set) var size = 0

  /// - Throws: ``StoreError`` of kind `tooLarge` where none can be made.
  init() throws(StoreError) {
    let folder = unsafe getenv("SQLITE_TMPDIR") ?? getenv("TMPDIR")
    let path = unsafe (folder.map { unsafe String(cString: $0) } ?? "/tmp") + "/lazygrid-XXXXXX"
    var name = path.utf8CString.map { $0 }
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw SpillFile.failure("no temporary file can be made") }
    unsafe unlink(name)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = unsafe bytes.withUnsafeBytes { (buffer) -> Int in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(size + start))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SpillFile.failure("the temporary file cannot be written") }
      done += count
    }
    size += bytes.count
  }

  func read(_ count: Int, at start: Int) throws(StoreError) -> [UInt8] {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress! + initialized, count - initialized, off_t(start + initialized))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          failed = true
          return
        }
        initialized += got
      }
    }
    if failed { throw StoreError(.damaged, "a temporary file of keys is shorter than what was written to it") }
    return bytes
  }

  private static func failure(_ what: String) -> StoreError {
    StoreError(.tooLarge, "\(what): \(unsafe String(cString: strerror(errno)))")
  }
}
