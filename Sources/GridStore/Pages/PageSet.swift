/// Numbers of pages, asked for by number and by range.
package struct PageSet: Sendable {
  /// Each number once, ascending.
  package let pages: [UInt32]
  /// A bit for each page up to the last one; none where the pages are few, or that would take too much, as in a damaged file.
  private let bits: [UInt64]
  /// A bit for the rest of each number by 64, which most others have not where the pages are few.
  private let filter: UInt64
  /// As many are searched rather than looked up: a commit of one row would else take memory for the whole file.
  private static let few = 32

  package init(_ numbers: some Sequence<UInt32>) {
    var pages = Array(numbers)
    pages.sort()
    var filter: UInt64 = 0
    var count = 0
    for page in pages where count == 0 || pages[count - 1] != page {
      pages[count] = page
      count += 1
      filter |= 1 << UInt64(page & 63)
    }
    pages.removeLast(pages.count - count)
    var bits: [UInt64] = []
    if count > PageSet.few, let last = pages.last, last >> 27 == 0 {
      bits = [UInt64](repeating: 0, count: Int(last >> 6) + 1)
      for page in pages { bits[Int(page >> 6)] |= 1 << UInt64(page & 63) }
    }
    self.pages = pages
    self.bits = bits
    self.filter = filter
  }

  @inline(__always) package func contains(_ page: UInt32) -> Bool {
    if bits.isEmpty { return filter & (1 << UInt64(page & 63)) != 0 && meets(page...page) }
    let word = Int(page >> 6)
    return word < bits.count && bits[word] & (1 << UInt64(page & 63)) != 0
  }

  /// Whether any number of the set lies in a range.
  package func meets(_ range: ClosedRange<UInt32>) -> Bool {
    var low = 0
    var high = pages.count
    while low < high {
      let middle = (low + high) / 2
      if pages[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < pages.count && pages[low] <= range.upperBound
  }
}
