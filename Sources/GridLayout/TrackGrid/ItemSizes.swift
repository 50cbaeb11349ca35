/// The sizes of those items of a grid that somebody has measured.
///
/// What is told of the first items all at once is held as it is told. Other items are held in pages of neighbours, and
/// pages in which nothing is measured nowhere.
struct ItemSizes: Sendable {
  /// Whether lengths along the lines are heights.
  private let inRows: Bool
  /// What the first items have along the lines, and across; NaN where nobody has told it.
  private var along: [Double] = []
  private(set) var across: [Double] = []
  private var pages: [Int64: Int32] = [:]
  private var sizes: [[Size]] = []
  private var unused: [Int32] = []
  /// How many are measured.
  private(set) var count: Int64 = 0
  /// How many of ``across`` are known.
  private(set) var acrossCount: Int64 = 0

  private static let perPage: Int64 = 64
  private static let none = Size(width: .nan, height: .nan)

  init(inRows: Bool) { self.inRows = inRows }

  /// Takes over what the first items have, and forgets all that was known.
  init(along: [Double], across: [Double], inRows: Bool) {
    self.init(inRows: inRows)
    self.along = along
    self.across = across
    count = along.reduce(0) { $0 + ($1.isNaN ? 0 : 1) }
    acrossCount = across.reduce(0) { $0 + ($1.isNaN ? 0 : 1) }
  }

  /// The size of an item, in points; nil if nobody has measured it.
  ///
  /// - Complexity: O(1).
  subscript(index: Int64) -> Size? {
    get {
      if index >= 0, index < along.count {
        let length = along[Int(index)]
        return length.isNaN ? nil : size(length, index < across.count ? across[Int(index)] : 0)
      }
      let (page, place) = index.quotientAndRemainder(dividingBy: ItemSizes.perPage)
      guard let number = pages[page] else { return nil }
      let size = sizes[Int(number)][Int(place)]
      return size.width.isNaN ? nil : size
    }
    set {
      if index >= 0, index < along.count { return set(Int(index), newValue) }
      let (page, place) = index.quotientAndRemainder(dividingBy: ItemSizes.perPage)
      guard let number = pages[page] else {
        guard let newValue else { return }
        let number = newPage()
        pages[page] = number
        sizes[Int(number)][Int(place)] = newValue
        count += 1
        return
      }
      let wasMeasured = !sizes[Int(number)][Int(place)].width.isNaN
      sizes[Int(number)][Int(place)] = newValue ?? ItemSizes.none
      count += (newValue == nil ? 0 : 1) - (wasMeasured ? 1 : 0)
    }
  }

  private func size(_ along: Double, _ across: Double) -> Size {
    let across = across.isNaN ? 0 : across
    return inRows ? Size(width: across, height: along) : Size(width: along, height: across)
  }

  private mutating func set(_ place: Int, _ size: Size?) {
    count += (size == nil ? 0 : 1) - (along[place].isNaN ? 0 : 1)
    along[place] = size.map { inRows ? $0.height : $0.width } ?? .nan
    let own = size.map { inRows ? $0.width : $0.height } ?? .nan
    if place >= across.count {
      guard own != 0, size != nil else { return }
      // Nothing was told of those before: they ask for nothing.
      acrossCount += Int64(along.count - across.count)
      across += Array(repeating: 0, count: along.count - across.count)
    }
    acrossCount += (own.isNaN ? 0 : 1) - (across[place].isNaN ? 0 : 1)
    across[place] = own
  }

  private mutating func newPage() -> Int32 {
    let empty = Array(repeating: ItemSizes.none, count: Int(ItemSizes.perPage))
    if let number = unused.popLast() {
      sizes[Int(number)] = empty
      return number
    }
    sizes.append(empty)
    return Int32(sizes.count - 1)
  }

  /// What an item asks for across, in points, whether or not it is measured; nil if nobody has told it.
  func across(_ index: Int64) -> Double? {
    if index >= 0, index < across.count, !across[Int(index)].isNaN { return across[Int(index)] }
    return self[index].map { inRows ? $0.width : $0.height }
  }

  /// The items of a range that are measured, or of which something is told, in their order.
  ///
  /// - Complexity: O(*p* log *p*) in the number of pages, and O(*a*) in that of items told of at once.
  func indexes(in range: Range<Int64>, onlyMeasured: Bool = true) -> [Int64] {
    var indexes: [Int64] = []
    let told = Int64(max(along.count, onlyMeasured ? 0 : across.count))
    for index in range.clamped(to: 0..<told) {
      let isMeasured = index < along.count && !along[Int(index)].isNaN
      let isTold = !onlyMeasured && index < across.count && !across[Int(index)].isNaN
      if isMeasured || isTold { indexes.append(index) }
    }
    var isSorted = true
    for page in pages.keys.sorted() {
      let first = page * ItemSizes.perPage
      guard first < range.upperBound, first + ItemSizes.perPage > range.lowerBound, let number = pages[page] else {
        continue
      }
      for (place, size) in sizes[Int(number)].enumerated() where !size.width.isNaN {
        let index = first + Int64(place)
        guard range.contains(index), onlyMeasured || index >= across.count || across[Int(index)].isNaN else { continue }
        isSorted = isSorted && index > indexes.last ?? -1
        indexes.append(index)
      }
    }
    if !isSorted { indexes.sort() }
    return indexes
  }

  /// Calls a function with each measured item of a range, in their order.
  func visitMeasured(_ range: Range<Int64>, _ body: (Int64, Size) -> Void) {
    guard !pages.isEmpty else {
      for index in range.clamped(to: 0..<Int64(along.count)) { if let size = self[index] { body(index, size) } }
      return
    }
    for index in indexes(in: range) { if let size = self[index] { body(index, size) } }
  }

  /// Puts a number of items that nobody has measured in the place of some; those behind keep their sizes.
  ///
  /// What was told at once is held item by item from then on; what was told only across, of items that nobody has
  /// measured, is forgotten.
  ///
  /// - Complexity: O(*m*) for *m* measured items from the first on, and O(*p* log *p*) in the number of pages; at first
  ///   O(*a*) in the number of items told of at once.
  mutating func replace(_ range: Range<Int64>, by added: Int64) {
    spread()
    var behind: [(index: Int64, size: Size)] = []
    for page in pages.keys.sorted() where (page + 1) * ItemSizes.perPage > range.lowerBound {
      guard let number = pages[page] else { continue }
      let first = page * ItemSizes.perPage
      for (place, size) in sizes[Int(number)].enumerated() where !size.width.isNaN {
        guard first + Int64(place) >= range.lowerBound else { continue }
        behind.append((first + Int64(place), size))
        sizes[Int(number)][Int(place)] = ItemSizes.none
        count -= 1
      }
      if first >= range.lowerBound, let number = pages.removeValue(forKey: page) { unused.append(number) }
    }
    let offset = added - (range.upperBound - range.lowerBound)
    for (index, size) in behind where index >= range.upperBound { self[index + offset] = size }
  }

  private mutating func spread() {
    guard !along.isEmpty || !across.isEmpty else { return }
    let (told, across) = (along, across)
    (along, self.across, acrossCount) = ([], [], 0)
    for (place, length) in told.enumerated() where !length.isNaN {
      count -= 1
      self[Int64(place)] = size(length, place < across.count ? across[place] : 0)
    }
  }
}
