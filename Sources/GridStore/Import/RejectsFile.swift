#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The rows that an import refused, a line each: `line 7: 3 fields, not 4: a,b,c`.
///
/// The row stands there as it was written, but for backslashes, line ends and NULs, which are `\\`, `\n`, `\r` and
/// `\0`. The file is made at the first refused row; where it is there already, the lines come behind those that it
/// has. Lines that belong to rows of a transaction that did not come about are taken away again.
final class RejectsFile {
  let path: String
  private var file: Int32 = -1
  private var pending: [UInt8] = []
  /// Where the lines that were written end, in bytes.
  private(set) var size: Int

  init(_ path: String) {
    self.path = path
    var status = stat()
    size = unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { if file >= 0 { close(file) } }

  /// Takes a row in; it is written at the next ``flush()``, or when there are many.
  func add(line: Int, _ reason: String, _ raw: ArraySlice<UInt8>) throws(StoreError) {
    pending += "line \(line): \(reason): ".utf8
    var end = raw.endIndex
    while end > raw.startIndex, raw[end - 1] == 0x0A || raw[end - 1] == 0x0D { end -= 1 }
    for byte in raw[..<end] {
      switch byte {
      case UInt8(ascii: "\\"): pending += "\\\\".utf8
      case 0x0A: pending += "\\n".utf8
      case 0x0D: pending += "\\r".utf8
      case 0: pending += "\\0".utf8
      default: pending.append(byte)
      }
    }
    pending.append(0x0A)
    if pending.count > 1 << 16 { try flush() }
  }

  /// Writes what was taken in. Only after that may the rows it belongs to be committed.
  func flush() throws(StoreError) {
    if pending.isEmpty { return }
    try openFile()
    var rest = pending[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(size)) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw failure() }
      size += written
      rest = rest.dropFirst(written)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Goes back to an earlier ``size``, and to no file where that is 0.
  func cut(to size: Int) {
    pending = []
    self.size = size
    var status = stat()
    guard unsafe stat(path, &status) == 0, Int(status.st_size) > size else { return }
    if size > 0 {
      unsafe truncate(path, off_t(size))
    } else {
      if file >= 0 { close(file) }
      file = -1
      unsafe unlink(path)
    }
  }

  private func openFile() throws(StoreError) {
    if file >= 0 { return }
    file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure() }
  }

  private func failure() -> StoreError {
    StoreError(.cannotOpen, "'\(path)' for refused rows cannot be written: \(unsafe String(cString: strerror(errno)))")
  }
}
