/// One synthetic product, with what real catalogs have: ties, NULLs, skew, long and non-Latin names.
///
/// A product is drawn from its number and the seed alone, so a catalog of a million rows begins with the very
/// rows of one of a thousand. Its texts lie side by side in one buffer, which the next product takes over:
/// drawing a row allocates nothing.
package struct GeneratedProduct: Sendable, Hashable {
  package private(set) var id: Int64 = 0
  /// In minor units: cents.
  package private(set) var price: Int64 = 0
  /// One to five with one decimal; nil for what nobody has rated.
  package private(set) var rating: Double?
  package private(set) var stock: Int64 = 0
  /// The length of its cell, in points.
  package private(set) var height: Int64 = 0

  /// The texts, in the order in which they lie in the buffer.
  enum Text: Int, CaseIterable {
    case sku, name, category, brand, added, description
  }

  private(set) var bytes: [UInt8] = []
  private var ends = [Int](repeating: 0, count: Text.allCases.count)

  package init() {}

  package init(id: Int64, seed: UInt64) { draw(id: id, seed: seed) }

  package var sku: String { string(.sku) }
  package var name: String { string(.name) }
  package var category: String { string(.category) }
  package var brand: String { string(.brand) }
  /// The day that it came into the catalog, as ISO 8601 writes it.
  package var added: String { string(.added) }
  package var description: String { string(.description) }

  func range(_ text: Text) -> Range<Int> { (text == .sku ? 0 : ends[text.rawValue - 1])..<ends[text.rawValue] }

  private func string(_ text: Text) -> String { String(decoding: bytes[range(text)], as: UTF8.self) }

  private static let categoryRanks = RankDraw(count: Vocabulary.categories.count)
  private static let brandRanks = RankDraw(count: Vocabulary.brands.count)

  /// Becomes the product of a number under a seed.
  package mutating func draw(id: Int64, seed: UInt64) {
    var numbers = ProductNumbers(
      seed: seed &* 0x2545_F491_4F6C_DD1D ^ UInt64(bitPattern: id) &* 0xD6E8_FEB8_6659_FD93)
    self.id = id
    bytes.removeAll(keepingCapacity: true)
    let category = Vocabulary.categories[GeneratedProduct.categoryRanks(&numbers)]
    let brand = Vocabulary.brands[GeneratedProduct.brandRanks(&numbers)]

    // Two letters of the category, in capitals: "KI-0000007".
    for letter in category.name.utf8.prefix(2) { bytes.append(letter & 0xDF) }
    bytes.append(UInt8(ascii: "-"))
    appendNumber(Int(id), digits: 7)
    end(.sku)

    appendName(brand, numbers.pick(category.nouns), &numbers)
    end(.name)
    bytes += category.name.utf8
    end(.category)
    bytes += brand.utf8
    end(.brand)
    appendDay(numbers.below(3650))
    end(.added)

    // One in eleven has nothing to say.
    if numbers.below(11) > 0 {
      bytes += numbers.pick(Vocabulary.sentences).utf8
      if numbers.below(3) == 0 {
        bytes.append(UInt8(ascii: " "))
        bytes += numbers.pick(Vocabulary.sentences).utf8
      }
    }
    end(.description)

    price = GeneratedProduct.price(in: category.prices, &numbers)
    rating = numbers.below(5) == 0 ? nil : Double(50 - numbers.skewed(below: 41)) / 10
    stock = numbers.below(6) == 0 ? 0 : Int64(numbers.skewed(below: 500))
    height = Int64((range(.name).count > 40 ? 220 : 180) + 20 * numbers.below(8))
  }

  private mutating func end(_ text: Text) { ends[text.rawValue] = bytes.count }

  private mutating func appendName(_ brand: String, _ noun: String, _ numbers: inout ProductNumbers) {
    let pattern = numbers.below(40)
    if pattern == 0 {
      bytes += numbers.pick(Vocabulary.titles).utf8
      return
    }
    if pattern < 4 {
      bytes += brand.utf8
      bytes.append(UInt8(ascii: " "))
    }
    bytes += numbers.pick(Vocabulary.adjectives).utf8
    bytes.append(UInt8(ascii: " "))
    if pattern < 30 {
      bytes += numbers.pick(Vocabulary.materials).utf8
      bytes.append(UInt8(ascii: " "))
    }
    bytes += noun.utf8
    switch pattern {
    case 1:
      bytes += " with ".utf8
      bytes += numbers.pick(Vocabulary.materials).utf8
      bytes += " Trim and ".utf8
      bytes += numbers.pick(Vocabulary.adjectives).utf8
      bytes += " Lining, Set of ".utf8
      appendNumber(2 + numbers.below(11), digits: 1)
    case 12..<30:
      bytes += " No. ".utf8
      appendNumber(1 + numbers.below(400), digits: 1)
    default: break
    }
  }

  /// Most prices are price points, and so they tie; a few are far beyond the usual.
  private static func price(in usual: ClosedRange<Int>, _ numbers: inout ProductNumbers) -> Int64 {
    var price = usual.lowerBound + numbers.skewed(below: usual.count)
    switch numbers.below(20) {
    case 0..<12: price = price / 100 * 100 + 99
    case 12..<15: price = price / 50 * 50
    case 15, 16: price = price / 10 * 10 + 5
    default: break
    }
    if numbers.below(250) == 0 { price *= 20 }
    return Int64(max(price, 100))
  }

  private mutating func appendNumber(_ number: Int, digits: Int) {
    var power = 1
    var count = 1
    while count < digits || number / power >= 10 {
      power *= 10
      count += 1
    }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }

  /// Appends a day as `2016-01-31`, counted from the first of that year; leap years are told by four.
  private mutating func appendDay(_ day: Int) {
    var (year, rest) = (2016, day)
    while rest >= (year % 4 == 0 ? 366 : 365) {
      rest -= year % 4 == 0 ? 366 : 365
      year += 1
    }
    var month = 1
    for length in [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
      if rest < length { break }
      rest -= length
      month += 1
    }
    appendNumber(year, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    appendNumber(month, digits: 2)
    bytes.append(UInt8(ascii: "-"))
    appendNumber(rest + 1, digits: 2)
  }
}
