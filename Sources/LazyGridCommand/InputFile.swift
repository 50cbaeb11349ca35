internal import GridStore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file to import, or standard input, unpacked if it is gzip.
final class InputFile {
  let path: String
  /// The size of the file as it lies, in bytes; nil for a pipe.
  let size: Int?
  /// Bytes read of it so far.
  private(set) var bytesRead = 0
  private let file: Int32
  private var first: [UInt8]?
  private var unpacked: Gunzip?

  /// A file, which can be read again, or a pipe.
  static func source(_ path: String) throws(StoreError) -> ImportSource {
    let first = try InputFile(path)
    var isOpened = false
    return ImportSource(name: path == "-" ? "standard input" : path, stamp: first.stamp, size: first.size) {
      () throws(StoreError) in
      let file = isOpened ? try InputFile(path) : first
      isOpened = true
      return ImportSource.Pass(
        nextChunk: { () throws(StoreError) in try file.next() }, bytesRead: { file.bytesRead })
    }
  }

  /// The size and the time of the last change of a file; nil for a pipe. Standard input is taken for one in any case.
  private var stamp: String? {
    var status = stat()
    guard file > 0, unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws(StoreError) {
    self.path = path
    if path == "-" {
      file = 0
    } else {
      file = unsafe open(path, O_RDONLY)
      guard file >= 0 else {
        throw StoreError(.cannotOpen, "'\(path)' cannot be read: \(unsafe String(cString: strerror(errno)))")
      }
    }
    var status = stat()
    unsafe fstat(file, &status)
    if status.st_mode & S_IFMT == S_IFDIR {
      throw StoreError(.cannotOpen, "'\(path)' is a directory, not a file to import")
    }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    var beginning = try readPlain() ?? []
    // A pipe may give its first byte alone.
    while beginning.count < 2, let more = try readPlain() { beginning += more }
    if !beginning.isEmpty { first = beginning }
    if Gunzip.isGzip(beginning) {
      unpacked = try Gunzip(path) { [unowned self] () throws(StoreError) in try self.readPacked() }
    }
  }

  deinit { if file > 0 { close(file) } }

  /// Some bytes more, or nil at the end.
  func next() throws(StoreError) -> [UInt8]? {
    if let unpacked { return try unpacked.next() }
    return try readPacked()
  }

  /// Some bytes more as they lie in the file.
  func nextPlain() throws(StoreError) -> [UInt8]? { try readPacked() }

  private func readPacked() throws(StoreError) -> [UInt8]? {
    if let begun = first {
      first = nil
      return begun
    }
    return try readPlain()
  }

  private func readPlain() throws(StoreError) -> [UInt8]? {
    // A pipe whose writer is silent would keep ^C waiting.
    while !Interruption.isRequested {
      var wanted = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&wanted, 1, 100) != 0 { break }
    }
    if Interruption.isRequested { throw StoreError(.cancelled, "interrupted; the database is as it was") }
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      var got = 0
      repeat {
        got = unsafe read(file, buffer.baseAddress, buffer.count)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = max(got, 0)
    }
    if failure != 0 {
      throw StoreError(.badInput, "'\(path)' cannot be read on: \(unsafe String(cString: strerror(failure)))")
    }
    bytesRead += bytes.count
    return bytes.isEmpty ? nil : bytes
  }
}
