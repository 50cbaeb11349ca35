/// What a row says of its spans and starts, in eight bytes where the numbers are of a usual size.
struct PlaceValues: Hashable {
  var columnSpan: Int64 = 1
  var rowSpan: Int64 = 1
  var columnStart: Int64?
  var rowStart: Int64?
  /// How many values of the row say nothing that can be.
  var missing = 0

  /// Whether the row is one cell, wherever the grid puts it.
  var isPlain: Bool { columnSpan == 1 && rowSpan == 1 && columnStart == nil && rowStart == nil }

  /// The values in 64 bits; nil where they take more.
  fileprivate var packed: UInt64? {
    // The greatest column start is none, and marks what is kept apart.
    guard columnSpan <= 256, rowSpan <= 256, (columnStart ?? 0) < 8190, (rowStart ?? 0) < Int64(UInt32.max) else {
      return nil
    }
    return UInt64(columnSpan - 1) | UInt64(rowSpan - 1) << 8 | UInt64((columnStart ?? -1) + 1) << 16
      | UInt64(missing) << 29 | UInt64((rowStart ?? -1) + 1) << 32
  }

  fileprivate init(packed: UInt64) {
    columnSpan = Int64(packed & 255) + 1
    rowSpan = Int64(packed >> 8 & 255) + 1
    let (column, row) = (Int64(packed >> 16 & 8191), Int64(packed >> 32))
    columnStart = column == 0 ? nil : column - 1
    rowStart = row == 0 ? nil : row - 1
    missing = Int(packed >> 29 & 7)
  }

  init() {}
}

/// Values of rows, one after another.
struct PackedValues: Sendable {
  private var packed: [UInt64] = []
  /// Those that take more than eight bytes; their number stands in the place of the values.
  private var wide: [PlaceValues] = []
  private static let wideMark: UInt64 = 8191 << 16

  var count: Int { packed.count }

  mutating func append(_ values: PlaceValues) {
    if let small = values.packed { return packed.append(small) }
    packed.append(Self.wideMark | UInt64(wide.count) << 32)
    wide.append(values)
  }

  subscript(position: Int) -> PlaceValues {
    let bits = packed[position]
    return bits & Self.wideMark == Self.wideMark ? wide[Int(bits >> 32)] : PlaceValues(packed: bits)
  }
}

/// Spans and starts with the indexes of their items.
struct PackedPlaces: Sendable {
  private var indexes: [Int] = []
  private var values = PackedValues()

  var count: Int { indexes.count }

  mutating func append(_ span: ItemSpan) {
    indexes.append(span.index)
    var values = PlaceValues()
    (values.columnSpan, values.rowSpan) = (span.columnSpan, span.rowSpan)
    (values.columnStart, values.rowStart) = (span.columnStart, span.rowStart)
    self.values.append(values)
  }

  /// Those of the items of a range.
  ///
  /// - Complexity: O(log *d* + *k*), where *k* is the number of those.
  func spans(in range: Range<Int>) -> [ItemSpan] {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var spans: [ItemSpan] = []
    while low < count, indexes[low] < range.upperBound {
      spans.append(self[low])
      low += 1
    }
    return spans
  }

  subscript(position: Int) -> ItemSpan {
    let place = values[position]
    return ItemSpan(
      index: indexes[position], columnSpan: place.columnSpan, rowSpan: place.rowSpan, columnStart: place.columnStart,
      rowStart: place.rowStart)
  }
}

/// The rows that are not plain by their rowids.
struct RowPlaces {
  private(set) var rowids: [Int64] = []
  private(set) var values = PackedValues()
  /// For each 64 rowids from the first on: which of them are there, and how many there are before; or all by rowid,
  /// where they are far apart.
  private var present: [UInt64] = []
  private var before: [UInt32] = []
  private var positions: [Int64: UInt32] = [:]

  var count: Int { rowids.count }

  mutating func append(_ rowid: Int64, _ values: PlaceValues) {
    rowids.append(rowid)
    self.values.append(values)
  }

  /// Makes ready for look-ups, after the last was appended.
  mutating func seal() {
    if !zip(rowids, rowids.dropFirst()).allSatisfy({ $0 < $1 }) {
      let order = rowids.indices.sorted { rowids[$0] < rowids[$1] }
      var sorted = RowPlaces()
      for position in order where rowids[position] != sorted.rowids.last {
        sorted.append(rowids[position], values[position])
      }
      (rowids, values) = (sorted.rowids, sorted.values)
    }
    guard let first = rowids.first, let last = rowids.last else { return }
    let (width, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, width / 64 < Int64(4 * count + 65536) else {
      for (position, rowid) in rowids.enumerated() { positions[rowid] = UInt32(position) }
      return
    }
    present = Array(repeating: 0, count: Int(width / 64) + 1)
    for rowid in rowids { present[Int((rowid - first) >> 6)] |= 1 << UInt64((rowid - first) & 63) }
    var sum: UInt32 = 0
    before = present.map { word in
      defer { sum += UInt32(word.nonzeroBitCount) }
      return sum
    }
  }

  /// What a row says; nil for one that is plain.
  func values(of rowid: Int64) -> PlaceValues? {
    guard let first = rowids.first else { return nil }
    if present.isEmpty { return positions[rowid].map { values[Int($0)] } }
    guard rowid >= first, rowid <= rowids[rowids.count - 1] else { return nil }
    let (word, bit) = (Int((rowid - first) >> 6), UInt64((rowid - first) & 63))
    guard present[word] >> bit & 1 == 1 else { return nil }
    let earlier = present[word] & ((1 << bit) - 1)
    return values[Int(before[word]) + earlier.nonzeroBitCount]
  }
}
