/// The collations that SQLite has built in, so that keys can be compared without it.
///
/// See [Collating sequences](https://sqlite.org/datatype3.html#collating_sequences).
package enum Collation: Sendable, Hashable {
  case binary, noCase, rightTrim

  /// - Returns: nil for any other collation: only SQLite can compare by those.
  package init?(named name: String) {
    switch name.asciiLowercased {
    case "binary": self = .binary
    case "nocase": self = .noCase
    case "rtrim": self = .rightTrim
    default: return nil
    }
  }
}

/// Whether one thing stands before, with, or after another.
package enum Comparison: Sendable { case before, same, after }

/// How values of one database compare.
package struct ValueComparer: Sendable {
  package let encoding: TextEncoding

  /// Compares as SQLite sorts: NULL, then numbers, then text, then blobs.
  package func compare(_ a: StoredValue, _ b: StoredValue, _ collation: Collation) -> Comparison {
    switch (a, b) {
    case (.null, .null): .same
    case (.integer(let x), .integer(let y)): x < y ? .before : x == y ? .same : .after
    case (.real(let x), .real(let y)): x < y ? .before : x == y ? .same : .after
    case (.integer(let x), .real(let y)): compare(x, y)
    case (.real(let x), .integer(let y)): compare(y, x).reversed
    case (.text(let x), .text(let y)): compare(text: x, y, collation)
    case (.blob(let x), .blob(let y)): compare(bytes: x[...], y[...])
    default: rank(a) < rank(b) ? .before : .after
    }
  }

  private func rank(_ value: StoredValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// An integer against a real, exactly: neither is rounded to the other's type.
  private func compare(_ integer: Int64, _ real: Double) -> Comparison {
    if real >= 0x1p63 { return .before }
    if real < -0x1p63 { return .after }
    let whole = Int64(real)  // toward zero
    if integer != whole { return integer < whole ? .before : .after }
    let fraction = real - Double(whole)
    return fraction > 0 ? .before : fraction < 0 ? .after : .same
  }

  private func compare(text a: [UInt8], _ b: [UInt8], _ collation: Collation) -> Comparison {
    switch collation {
    case .binary: compare(bytes: a[...], b[...])
    case .noCase: compare(ignoringCase: utf8(a), utf8(b))
    case .rightTrim: compare(bytes: trimmed(utf8(a)), trimmed(utf8(b)))
    }
  }

  /// NOCASE and RTRIM are made for UTF-8 alone; SQLite converts what it gives them.
  private func utf8(_ bytes: [UInt8]) -> [UInt8] {
    encoding == .utf8 ? bytes : Array(encoding.string(bytes).utf8)
  }

  /// As SQLite's NOCASE, which stops at a NUL that both texts have and then goes by length.
  private func compare(ignoringCase a: [UInt8], _ b: [UInt8]) -> Comparison {
    for (x, y) in zip(a, b) {
      let (x, y) = (lowered(x), lowered(y))
      if x != y { return x < y ? .before : .after }
      if x == 0 { break }
    }
    return a.count < b.count ? .before : a.count == b.count ? .same : .after
  }

  private func lowered(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }

  private func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[..<(bytes.lastIndex { $0 != 32 }.map { $0 + 1 } ?? 0)]
  }

  private func compare(bytes a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Comparison {
    for (x, y) in zip(a, b) where x != y { return x < y ? .before : .after }
    return a.count < b.count ? .before : a.count == b.count ? .same : .after
  }
}

extension Comparison {
  package var reversed: Comparison {
    switch self {
    case .before: .after
    case .same: .same
    case .after: .before
    }
  }
}
