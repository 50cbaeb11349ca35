/// Numbers of pages, asked for by number and by range.
package struct PageSet: Sendable {
  /// Each number once, ascending.
  package let pages: [UInt32]
  /// A bit for each page up to the last one; none where that would take too much, as in a damaged file.
  private let bits: [UInt64]

  package init(_ numbers: some Sequence<UInt32>) {
    var pages = Array(numbers)
    pages.sort()
    let last = pages.last ?? 0
    var bits = [UInt64](repeating: 0, count: pages.isEmpty || last >> 27 > 0 ? 0 : Int(last >> 6) + 1)
    var count = 0
    for page in pages where count == 0 || pages[count - 1] != page {
      pages[count] = page
      count += 1
      if !bits.isEmpty { bits[Int(page >> 6)] |= 1 << UInt64(page & 63) }
    }
    pages.removeLast(pages.count - count)
    self.pages = pages
    self.bits = bits
  }

  @inline(__always) package func contains(_ page: UInt32) -> Bool {
    let word = Int(page >> 6)
    if bits.isEmpty { return meets(page...page) }
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
