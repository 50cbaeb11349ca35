#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A token of one state of a database. Equal tokens mean equal states, over restarts as well.
///
/// A state may get more than one token: a checkpoint makes a new one of the same rows.
public struct Generation: Sendable, Hashable, CustomStringConvertible {
  public let token: String
  public var description: String { token }

  package init(_ token: String) { self.token = token }

  /// A state that the main file alone holds: its version fields, and the file itself, since commits to
  /// a log need not move them.
  init(file: FileIdentity.Now, header: PageBuffer) {
    var hash = StateHash()
    hash.add(file)
    hash.add(UInt64(bitPattern: file.size))
    hash.add(UInt64(bitPattern: file.seconds))
    hash.add(UInt64(bitPattern: file.nanoseconds))
    for i in 0..<4 { hash.add(UInt64(header.uint32(24 + 4 * i))) }
    self.init(hash.text + "-" + String(header.uint32(24), radix: 16))
  }

  /// A state that the log tells. A copied database has the salts of the first, so the file counts too.
  init(file: FileIdentity.Now, log: WALIndexHeader) {
    var hash = StateHash()
    hash.add(file)
    hash.add(UInt64(log.salts.0) << 32 | UInt64(log.salts.1))
    hash.add(UInt64(log.lastFrame) << 32 | UInt64(log.change))
    hash.add(log.checksum)
    self.init(hash.text + "-w" + String(log.lastFrame, radix: 16))
  }
}

/// 64 bits of what tells states apart (FNV-1a, then mixed).
private struct StateHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  mutating func add(_ file: FileIdentity.Now) {
    add(file.device)
    add(file.inode)
  }

  var text: String { String(value, radix: 16) }
}

/// Which file a path names, asked anew at each look.
struct FileIdentity: Sendable {
  struct Now: Sendable, Hashable {
    var device: UInt64 = 0
    var inode: UInt64 = 0
    var size: Int64 = 0
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0

    /// Whether both are one file, whatever has been written to it meanwhile. A file that is not there is none.
    func isSameFile(as other: Now) -> Bool { inode != 0 && inode == other.inode && device == other.device }
  }

  private let path: String
  init(_ path: String) { self.path = FileIdentity.absolute(path) }

  /// A path from the root on.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  /// Asks the path only: opening it would drop the locks of the connection when closed.
  var now: Now {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return Now() }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Now(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}
