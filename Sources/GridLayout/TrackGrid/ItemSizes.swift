/// The sizes of those items of a grid that somebody has measured.
///
/// Items are held in pages of neighbours, and pages in which nothing is measured nowhere.
struct ItemSizes: Sendable {
  private var pages: [Int64: Int32] = [:]
  private var sizes: [[Size]] = []
  /// How many are measured.
  private(set) var count: Int64 = 0

  private static let perPage: Int64 = 64
  private static let none = Size(width: .nan, height: .nan)

  /// The size of an item, in points; nil if nobody has measured it.
  ///
  /// - Complexity: O(1).
  subscript(index: Int64) -> Size? {
    get {
      let (page, place) = index.quotientAndRemainder(dividingBy: ItemSizes.perPage)
      guard let number = pages[page] else { return nil }
      let size = sizes[Int(number)][Int(place)]
      return size.width.isNaN ? nil : size
    }
    set {
      let (page, place) = index.quotientAndRemainder(dividingBy: ItemSizes.perPage)
      guard let number = pages[page] else {
        guard let newValue else { return }
        pages[page] = Int32(sizes.count)
        sizes.append(Array(repeating: ItemSizes.none, count: Int(ItemSizes.perPage)))
        sizes[sizes.count - 1][Int(place)] = newValue
        count += 1
        return
      }
      let wasMeasured = !sizes[Int(number)][Int(place)].width.isNaN
      sizes[Int(number)][Int(place)] = newValue ?? ItemSizes.none
      count += (newValue == nil ? 0 : 1) - (wasMeasured ? 1 : 0)
    }
  }

  /// Calls a function with each measured item, in no order.
  func visit(_ body: (Int64, Size) -> Void) {
    for (page, number) in pages {
      for (place, size) in sizes[Int(number)].enumerated() where !size.width.isNaN {
        body(page * ItemSizes.perPage + Int64(place), size)
      }
    }
  }
}
