/// Integers one after another, eight bytes each: the first in memory, those beyond a budget in a temporary file.
struct SpilledIntegers: Sendable {
  private(set) var count = 0
  private var head: [Int64] = []
  private let capacity: Int
  private var file: SpillFile?
  /// What is not written yet.
  private var tail: [UInt8] = []
  private static let block = 1 << 16

  init(budget: Int) { capacity = max(budget / 8, 0) }

  var spilledBytes: Int { file?.size ?? 0 }

  mutating func append(_ value: Int64) throws(StoreError) {
    count += 1
    if head.count < capacity {
      head.append(value)
      return
    }
    let bits = UInt64(bitPattern: value)
    for shift in stride(from: UInt64(0), to: 64, by: 8) { tail.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    if tail.count >= SpilledIntegers.block { try flush() }
  }

  /// Writes what is left; none may be added afterwards.
  mutating func finish() throws(StoreError) { if !tail.isEmpty { try flush() } }

  private mutating func flush() throws(StoreError) {
    if file == nil { file = try SpillFile() }
    try file!.append(tail)
    tail.removeAll(keepingCapacity: true)
  }

  func value(at index: Int) throws(StoreError) -> Int64 {
    if index < head.count { return head[index] }
    guard let file else { preconditionFailure("an index beyond the end") }
    return SpilledIntegers.integer(in: try file.read(8, at: (index - head.count) * 8), at: 0)
  }

  func firstIndex(of value: Int64) throws(StoreError) -> Int? {
    if let index = head.firstIndex(of: value) { return index }
    guard let file else { return nil }
    for start in stride(from: 0, to: file.size, by: SpilledIntegers.block) {
      let bytes = try file.read(min(SpilledIntegers.block, file.size - start), at: start)
      for at in stride(from: 0, to: bytes.count, by: 8) where SpilledIntegers.integer(in: bytes, at: at) == value {
        return head.count + (start + at) / 8
      }
    }
    return nil
  }

  private static func integer(in bytes: [UInt8], at start: Int) -> Int64 {
    var bits: UInt64 = 0
    for offset in (0..<8).reversed() { bits = bits << 8 | UInt64(bytes[start + offset]) }
    return Int64(bitPattern: bits)
  }
}

/// Keys one after another: the first in memory, those beyond a budget in a temporary file, found by where they begin.
struct SpilledKeys: Sendable {
  private var head: [[StoredValue]] = []
  private var left: Int
  private var starts: SpilledIntegers
  private var file: SpillFile?
  private var tail: [UInt8] = []
  private static let block = 1 << 16

  init(budget: Int) {
    left = budget
    starts = SpilledIntegers(budget: budget / 8)
  }

  var count: Int { head.count + starts.count }
  var spilledBytes: Int { file?.size ?? tail.count }

  mutating func append(_ key: [StoredValue]) throws(StoreError) {
    let size = 32 + key.reduce(0) { $0 + $1.size }
    if starts.count == 0, size <= left {
      left -= size
      head.append(key)
      return
    }
    try starts.append(Int64((file?.size ?? 0) + tail.count))
    tail.append(contentsOf: SpilledKeys.bytes(of: key))
    if tail.count >= SpilledKeys.block { try flush() }
  }

  mutating func finish() throws(StoreError) {
    if !tail.isEmpty { try flush() }
    try starts.finish()
  }

  private mutating func flush() throws(StoreError) {
    if file == nil { file = try SpillFile() }
    try file!.append(tail)
    tail.removeAll(keepingCapacity: true)
  }

  func key(at index: Int) throws(StoreError) -> [StoredValue] {
    if index < head.count { return head[index] }
    guard let file else { preconditionFailure("an index beyond the end") }
    let place = index - head.count
    let start = Int(try starts.value(at: place))
    let end = place + 1 < starts.count ? Int(try starts.value(at: place + 1)) : file.size
    return SpilledKeys.key(try file.read(end - start, at: start))
  }

  func firstIndex(of key: [StoredValue]) throws(StoreError) -> Int? {
    if let index = head.firstIndex(of: key) { return index }
    for index in head.count..<count where try self.key(at: index) == key { return index }
    return nil
  }

  /// Each value as a byte that says what it is, then eight bytes, then the bytes whose number those are.
  private static func bytes(of key: [StoredValue]) -> [UInt8] {
    var result: [UInt8] = []
    func put(_ kind: UInt8, _ bits: UInt64, _ content: [UInt8] = []) {
      result.append(kind)
      for shift in stride(from: UInt64(0), to: 64, by: 8) { result.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      result += content
    }
    for value in key {
      switch value {
      case .null: put(0, 0)
      case .integer(let number): put(1, UInt64(bitPattern: number))
      case .real(let number): put(2, number.bitPattern)
      case .text(let bytes): put(3, UInt64(bytes.count), bytes)
      case .blob(let bytes): put(4, UInt64(bytes.count), bytes)
      }
    }
    return result
  }

  private static func key(_ bytes: [UInt8]) -> [StoredValue] {
    var key: [StoredValue] = []
    var at = 0
    while at + 9 <= bytes.count {
      var bits: UInt64 = 0
      for offset in (1...8).reversed() { bits = bits << 8 | UInt64(bytes[at + offset]) }
      let kind = bytes[at]
      at += 9
      switch kind {
      case 1: key.append(.integer(Int64(bitPattern: bits)))
      case 2: key.append(.real(Double(bitPattern: bits)))
      case 3, 4:
        let content = Array(bytes[at..<at + Int(bits)])
        at += content.count
        key.append(kind == 3 ? .text(content) : .blob(content))
      default: key.append(.null)
      }
    }
    return key
  }
}

extension StoredValue {
  /// Bytes that it takes in memory, about.
  fileprivate var size: Int {
    switch self {
    case .text(let bytes), .blob(let bytes): 48 + bytes.count
    default: 16
    }
  }
}
