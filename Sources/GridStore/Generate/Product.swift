/// One synthetic product, with what real catalogs have: ties, NULLs, skew, long and non-Latin names.
package struct GeneratedProduct: Sendable, Hashable {
  package var id: Int64 = 0
  package var sku = ""
  package var name = ""
  package var category = ""
  package var brand = ""
  /// In minor units: cents.
  package var price: Int64 = 0
  package var rating: Double?
  package var stock: Int64 = 0
  /// The length of its cell, in points.
  package var height: Int64 = 0
  package var description: String?

  /// The product of a row under a seed; the same on every machine.
  package init(id: Int64, seed: UInt64) {
    // Each row draws from numbers of its own, so that rows do not depend on how many came before.
    var numbers = ProductNumbers(seed: seed &* 0x2545_F491_4F6C_DD1D ^ UInt64(bitPattern: id) &* 0xD6E8_FEB8_6659_FD93)
    self.id = id
    category = Vocabulary.categories[numbers.skewed(below: Vocabulary.categories.count)]
    brand = Vocabulary.brands[numbers.below(Vocabulary.brands.count)]
    sku = String(id, radix: 36, uppercase: true)
    sku = String(repeating: "0", count: max(0, 7 - sku.count)) + sku
    let adjective = Vocabulary.adjectives[numbers.below(Vocabulary.adjectives.count)]
    let material = Vocabulary.materials[numbers.below(Vocabulary.materials.count)]
    let noun = Vocabulary.nouns[numbers.below(Vocabulary.nouns.count)]
    switch numbers.below(50) {
    case 0: name = Vocabulary.names[numbers.below(Vocabulary.names.count)]
    case 1:
      name =
        "\(brand) \(adjective) \(material) \(noun) with \(material) Trim and \(adjective) Lining, Set of \(2 + numbers.below(11))"
    case 2...24: name = "\(adjective) \(material) \(noun)"
    default: name = "\(adjective) \(material) \(noun) No. \(1 + numbers.below(400))"
    }
    // Half of all prices are price points; they tie.
    if numbers.below(2) == 0 {
      price = Int64(1 + numbers.skewed(below: 300)) * 500 - 1
    } else {
      price = Int64(100 + numbers.skewed(below: 100_000))
    }
    if numbers.below(200) == 0 { price *= 20 }
    if numbers.below(5) != 0 { rating = Double(50 - numbers.skewed(below: 41)) / 10 }
    stock = numbers.below(4) == 0 ? 0 : Int64(numbers.skewed(below: 500))
    height = Int64(160 + 20 * numbers.below(9))
    switch numbers.below(10) {
    case 0: description = nil
    case 1: description = ""
    default:
      description =
        "\(material) and \(Vocabulary.materials[numbers.below(Vocabulary.materials.count)].lowercased()), by \(brand)."
    }
  }
}
