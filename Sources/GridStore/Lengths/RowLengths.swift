/// The lengths of the rows of a table by their rowids, as one scan meets them.
///
/// An array over all rowids from the first to the last where most of them are taken, else those that are, sorted. Lengths
/// take four bytes while each is the same as a `Float`.
struct RowLengths {
  /// Whether rows may come in any order.
  let isDense: Bool
  private let first: Int64
  private var rowids: [Int64] = []
  private var floats: [Float] = []
  /// Taken over once some length is no Float.
  private var doubles: [Double]?

  /// - Parameters:
  ///   - first: The least rowid.
  ///   - last: The greatest.
  ///   - count: How many rows there are, about.
  init(first: Int64, last: Int64, count: Int) {
    self.first = first
    let (width, overflow) = last.subtractingReportingOverflow(first)
    isDense = !overflow && width >= 0 && width / 4 <= Int64(count)
    if isDense {
      // Infinity is no length: no row has been met.
      floats = Array(repeating: .infinity, count: Int(width) + 1)
    } else {
      rowids.reserveCapacity(count)
      floats.reserveCapacity(count)
    }
  }

  /// - Parameter length: NaN for none.
  mutating func append(_ length: Double, of rowid: Int64) {
    if doubles == nil, Double(Float(length)) != length, !length.isNaN {
      doubles = floats.map(Double.init)
      floats = []
    }
    if isDense {
      let i = Int(rowid - first)
      if doubles == nil { floats[i] = Float(length) } else { doubles![i] = length }
      return
    }
    rowids.append(rowid)
    if doubles == nil { floats.append(Float(length)) } else { doubles!.append(length) }
  }

  /// The length of a row; NaN where it has none, nil where there is no such row.
  func length(of rowid: Int64) -> Double? {
    var i = 0
    if isDense {
      let (offset, overflow) = rowid.subtractingReportingOverflow(first)
      guard !overflow, offset >= 0, offset < Int64(doubles?.count ?? floats.count) else { return nil }
      i = Int(offset)
    } else {
      var high = rowids.count
      while i < high {
        let middle = (i + high) / 2
        if rowids[middle] < rowid { i = middle + 1 } else { high = middle }
      }
      guard i < rowids.count, rowids[i] == rowid else { return nil }
    }
    let length = doubles?[i] ?? Double(floats[i])
    return length == .infinity ? nil : length
  }
}
