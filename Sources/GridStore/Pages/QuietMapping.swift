/// Whether the file is mapped into memory to be read.
public enum FileMapping: String, Sendable, CaseIterable {
  /// Each page is read by a call.
  case never
  /// Mapped as long as nobody commits, which saves a call for each page.
  ///
  /// A program that cuts the file short without going through SQLite, in the middle of a read, ends a process that
  /// has it mapped (SIGBUS, as [sqlite.org](https://sqlite.org/mmap.html) warns). Between reads it is noticed.
  case quiet
}

/// The mapping of one connection's file, made when the file has been quiet for a while.
///
/// SQLite drops a mapping at every foreign commit. To make it again, and to touch its pages for the first time,
/// costs what some hundred windows save, so a file that others write is read by calls.
struct QuietMapping {
  /// How many looks in a row must see one state before the file is mapped.
  static let firstPatience = 64
  /// As much as patience grows to where commits keep coming.
  static let lastPatience = 8192

  private let connection: Connection
  private let handles: FileHandles
  private let isAllowed: Bool
  private var patience = QuietMapping.firstPatience
  private var quietLooks = 0
  private var seen = Generation("")
  private var isDisturbed = false
  /// How much of the file is mapped, in bytes.
  private(set) var mappedSize: Int64 = 0

  init(_ connection: Connection, _ handles: FileHandles, _ mapping: FileMapping) {
    self.connection = connection
    self.handles = handles
    isAllowed = mapping == .quiet
  }

  /// Maps the file or drops its mapping, by what the looks so far have seen. No transaction may be open.
  mutating func prepare() throws(StoreError) {
    if mappedSize > 0 {
      // What was mapped and has been cut off must not be touched.
      if isDisturbed || handles.size ?? 0 < mappedSize { try drop() }
    } else if isAllowed, quietLooks >= patience {
      try map()
    }
  }

  /// Takes note of the state that a look saw.
  mutating func note(_ generation: Generation) {
    if generation == seen {
      quietLooks += 1
      return
    }
    seen = generation
    quietLooks = 0
    isDisturbed = true
  }

  private mutating func map() throws(StoreError) {
    quietLooks = 0
    isDisturbed = false
    // As much as SQLite was built to map; none where it was built without.
    let limit = try setLimit(.max)
    guard limit > 0, let size = handles.size, let count = handles.adviseMapping(upTo: min(limit, size)) else {
      patience = .max
      return
    }
    mappedSize = count
  }

  mutating func drop() throws(StoreError) {
    guard mappedSize > 0 else { return }
    mappedSize = 0
    quietLooks = 0
    patience = min(patience * 2, QuietMapping.lastPatience)
    _ = try setLimit(0)
  }

  private func setLimit(_ limit: Int64) throws(StoreError) -> Int64 {
    let pragma = try connection.prepare("PRAGMA mmap_size = \(limit)")
    return try pragma.step() ? pragma.integer(0) : 0
  }
}
