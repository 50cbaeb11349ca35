import Foundation
import GridStore

/// A database of a test, in a folder of its own that goes with it.
final class TestDatabase {
  let path: String
  let connection: Connection

  init(_ sql: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lazygrid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "test.db").path
    connection = try Connection(path, .create)
    try connection.execute(sql)
  }

  deinit { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }

  /// Puts a file in the place of another at one stroke.
  static func move(_ path: String, to place: String) throws {
    guard unsafe rename(path, place) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func rows(_ sql: String) throws -> [[Value]] {
    let statement = try connection.prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }
}

/// Random numbers that a seed repeats (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
