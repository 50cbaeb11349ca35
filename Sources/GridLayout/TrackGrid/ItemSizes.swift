/// The sizes of those items of a grid that somebody has measured.
///
/// What is told of the first items all at once is held as it is told. Other items are held in pages of neighbours, and
/// pages in which nothing is measured nowhere.
struct ItemSizes: Sendable {
  /// Whether lengths along the lines are heights.
  private let inRows: Bool
  /// What the first items have along the lines, and across; NaN where nobody has told it.
  private var along = ToldNumbers()
  private var across = ToldNumbers()
  private var pages: [Int64: Int32] = [:]
  private var sizes: [[Size]] = []
  private var unused: [Int32] = []
  /// How many are measured.
  private(set) var count: Int64 = 0
  /// Of how many it was told what they ask for across.
  var acrossCount: Int64 { across.known }
  /// How many of the first ones were told of at once.
  var toldCount: Int64 { max(along.count, across.count) }

  private static let perPage: Int64 = 64
  private static let none = Size(width: .nan, height: .nan)

  init(inRows: Bool) { self.inRows = inRows }

  /// Takes over what the first items have, and forgets all that was known.
  init(along: [Double], across: [Double], inRows: Bool) {
    self.init(inRows: inRows)
    self.along = ToldNumbers(along)
    self.across = ToldNumbers(across)
    count = self.along.known
  }

  /// The size of an item, in points; nil if nobody has measured it.
  ///
  /// - Complexity: O(1), or O(log *p*) in the number of pieces that edits have divided what was told into.
  subscript(index: Int64) -> Size? {
    get {
      if index >= 0, index < along.count {
        let length = along[index]
        return length.isNaN ? nil : size(length, across[index])
      }
      let (page, place) = index.quotientAndRemainder(dividingBy: ItemSizes.perPage)
      guard let number = pages[page] else { return nil }
      let size = sizes[Int(number)][Int(place)]
      return size.width.isNaN ? nil : size
    }
    set {
      if index >= 0, index < along.count { return set(index, newValue) }
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

  private mutating func set(_ index: Int64, _ size: Size?) {
    count += (size == nil ? 0 : 1) - (along[index].isNaN ? 0 : 1)
    along[index] = size.map { inRows ? $0.height : $0.width } ?? .nan
    let own = size.map { inRows ? $0.width : $0.height } ?? .nan
    // Of whom nothing is told, it asks for nothing.
    if index >= across.count, own != 0, size != nil { across.extend(to: along.count) }
    across[index] = own
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
    let told = across[index]
    return told.isNaN ? self[index].map { inRows ? $0.width : $0.height } : told
  }

  /// The items of a range that are measured, or of which something is told, in their order.
  ///
  /// - Complexity: O(*p* log *p*) in the number of pages, and O(*a*) in that of items of the range told of at once.
  func indexes(in range: Range<Int64>, onlyMeasured: Bool = true) -> [Int64] {
    var indexes: [Int64] = []
    along.visit(range) { index, _ in indexes.append(index) }
    if !onlyMeasured { across.visit(range) { index, _ in indexes.append(index) } }
    for page in pages.keys.sorted() {
      let first = page * ItemSizes.perPage
      guard first < range.upperBound, first + ItemSizes.perPage > range.lowerBound, let number = pages[page] else {
        continue
      }
      for (place, size) in sizes[Int(number)].enumerated() where !size.width.isNaN {
        let index = first + Int64(place)
        if range.contains(index) { indexes.append(index) }
      }
    }
    if onlyMeasured || across.isEmpty { return indexes }
    // What is told in two ways is one item.
    indexes.sort()
    var all: [Int64] = []
    for index in indexes where index != all.last { all.append(index) }
    return all
  }

  /// Calls a function with each measured item of a range, in their order.
  func visitMeasured(_ range: Range<Int64>, _ body: (Int64, Size) -> Void) {
    along.visit(range) { index, length in body(index, size(length, across[index])) }
    guard !pages.isEmpty, range.upperBound > along.count else { return }
    let others = max(range.lowerBound, along.count)..<range.upperBound
    for index in indexes(in: others) { if let size = self[index] { body(index, size) } }
  }

  /// Puts a number of items that nobody has measured in the place of some; those behind keep their sizes.
  ///
  /// - Complexity: O(*m*) for *m* items that were measured one by one, from the first on, O(*p* log *p*) in the number of
  ///   their pages, and O(*e*) in the number of edits since the others were told of, whatever the number of those.
  mutating func replace(_ range: Range<Int64>, by added: Int64) {
    count -= along.known
    along.replace(range, by: added)
    count += along.known
    across.replace(range, by: added)
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

  /// Moves items; see ``ScrollTrackGrid/move(_:to:)``.
  mutating func move(_ range: Range<Int64>, to index: Int64) {
    let measured = indexes(in: range).map { ($0, self[$0]) }
    var told: [(index: Int64, across: Double)] = []
    across.visit(range) { told.append(($0, $1)) }
    replace(range, by: 0)
    replace(index..<index, by: range.upperBound - range.lowerBound)
    let by = index - range.lowerBound
    for (old, size) in measured { self[old + by] = size }
    if let last = told.last { across.extend(to: last.index + by + 1) }
    for (old, length) in told { across[old + by] = length }
  }
}
