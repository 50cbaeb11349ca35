#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The rows that an import refused, a line each: where it was, why, and what it was.
///
/// Made at the first of them; a file that is there is gone on with.
@safe
final class RejectsFile {
  let path: String
  private var file: UnsafeMutablePointer<FILE>?

  init(_ path: String) { self.path = path }

  deinit { if let file = unsafe file { unsafe fclose(file) } }

  func add(_ row: ImportRow, _ reason: String) throws(StoreError) {
    if unsafe file == nil { unsafe file = fopen(path, "a") }
    guard let file = unsafe file else {
      throw StoreError(
        .cannotOpen, "'\(path)' for refused rows cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
    let fields = row.fields.map { row.bytes[$0.start..<$0.end] }.joined(separator: [9])
    let text = String(decoding: Array(fields), as: UTF8.self).replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    var line = "line \(row.line): \(reason): \(text)\n"
    let isWritten = line.withUTF8 { unsafe fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    guard isWritten else { throw StoreError(.cannotOpen, "'\(path)' for refused rows cannot be written") }
  }

  func close() throws(StoreError) {
    guard let open = unsafe file else { return }
    unsafe file = nil
    guard unsafe fclose(open) == 0 else {
      throw StoreError(.cannotOpen, "'\(path)' for refused rows cannot be written")
    }
  }
}
