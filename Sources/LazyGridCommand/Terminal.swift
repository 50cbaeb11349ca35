internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Results go to standard output, messages to standard error.
enum Terminal {
  static func print(_ text: String) { write(Array((text + "\n").utf8), to: 1) }
  static func print(_ bytes: [UInt8]) { write(bytes + [10], to: 1) }
  static func message(_ text: String) { write(Array((text + "\n").utf8), to: 2) }

  /// A line that the next one takes the place of; only where somebody watches.
  static func progress(_ text: String) {
    if isWatched { write(Array("\r\u{1B}[K\(text)".utf8), to: 2) }
  }
  static func endProgress() { if isWatched { write(Array("\r\u{1B}[K".utf8), to: 2) } }

  static let isWatched = isatty(2) == 1

  /// How many characters fit in a line of standard output.
  static var width: Int {
    var size = winsize()
    if isatty(1) == 1, unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    if let columns = unsafe getenv("COLUMNS"), let width = unsafe Int(String(cString: columns)), width > 20 {
      return width
    }
    return 100
  }

  private static func write(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Platform.write(file, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        // A closed pipe ends us quietly; a full disk does not.
        if file == 1, errno != EPIPE {
          let reason = unsafe String(cString: strerror(errno))
          message("error: standard output cannot be written: \(reason)")
          exit(1)
        }
        exit(file == 1 ? 141 : 1)
      }
      rest = rest.dropFirst(count)
    }
  }

  private enum Platform {
    static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      #if canImport(Glibc)
        unsafe Glibc.write(file, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        unsafe Musl.write(file, bytes.baseAddress, bytes.count)
      #else
        unsafe Darwin.write(file, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}

/// Whether ^C was pressed, for commands that write and must end at a complete step.
enum Interruption {
  private static let isWanted = Atomic(false)

  /// From now on ^C is asked for rather than obeyed at once.
  static func beginCatching() {
    for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.isWanted.store(true, ordering: .relaxed) } }
  }

  static var isRequested: Bool { isWanted.load(ordering: .relaxed) }

  /// ^C ends a command that only reads, at once.
  static func endAtOnce() {
    signal(SIGINT) { _ in _exit(130) }
  }
}

/// Cuts and pads a text to a width in characters; wide scripts count two.
func fitted(_ text: String, to width: Int) -> String {
  var result = ""
  var used = 0
  for character in text.map({ $0.isNewline || $0 == "\t" ? " " : $0 }) {
    let size = columns(of: character)
    if used + size > width {
      while used > width - 1, let last = result.popLast() { used -= columns(of: last) }
      return result + "…" + String(repeating: " ", count: max(width - used - 1, 0))
    }
    result.append(character)
    used += size
  }
  return result + String(repeating: " ", count: width - used)
}

/// How many columns of a terminal a character takes.
func columns(of character: Character) -> Int {
  switch character.unicodeScalars.first!.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    2
  default: 1
  }
}

/// A whole number with its thousands apart.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  var at = digits.count - 3
  while at > 0 {
    digits.insert(",", at: at)
    at -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// A number of bytes as people say it.
func byteText(_ bytes: Int64) -> String {
  let units = ["bytes", "kB", "MB", "GB", "TB"]
  var value = Double(bytes)
  var unit = 0
  while value >= 1000, unit < units.count - 1 {
    value /= 1000
    unit += 1
  }
  if unit == 0 { return "\(bytes) bytes" }
  return value < 10 ? "\((value * 10).rounded() / 10) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
}

/// A short time as people say it.
func timeText(_ seconds: Double) -> String {
  switch seconds {
  case ..<0.001: "\(Int((seconds * 1e6).rounded())) µs"
  case ..<0.1: "\((seconds * 1e4).rounded() / 10) ms"
  case ..<1: "\(Int((seconds * 1e3).rounded())) ms"
  default: "\((seconds * 10).rounded() / 10) s"
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
