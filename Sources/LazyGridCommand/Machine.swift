#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What this process uses, in bytes.
struct Memory {
  /// All that is in memory, pages of mapped files included.
  var resident = 0
  /// What is its own: heap and stacks.
  var heap = 0

  static var now: Memory {
    var memory = Memory()
    #if os(Linux)
      memory.resident = statusValue("VmRSS:")
      memory.heap = statusValue("RssAnon:")
    #endif
    return memory
  }

  /// A line of /proc/self/status, in kilobytes there.
  private static func statusValue(_ name: String) -> Int {
    guard let file = unsafe fopen("/proc/self/status", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while unsafe fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix(name) {
        return (Int(text.split { !$0.isNumber }.first ?? "0") ?? 0) * 1024
      }
    }
    return 0
  }
}

/// The kind of machine, for figures.
var machineName: String {
  var name = utsname()
  guard unsafe uname(&name) == 0 else { return "unknown" }
  func text<Bytes>(_ bytes: Bytes) -> String {
    unsafe withUnsafeBytes(of: bytes) { bytes in unsafe String(decoding: Array(bytes).prefix { $0 != 0 }, as: UTF8.self)
    }
  }
  return "\(text(name.sysname)) \(text(name.machine)), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors"
}
