import Foundation
import GridStore
import Testing

@Suite("Generated catalogs")
struct GenerateTests {
  private func products(_ count: Int64, seed: UInt64 = 1) -> [GeneratedProduct] {
    (1...count).map { GeneratedProduct(id: $0, seed: seed) }
  }

  @Test("have the same rows for the same seed, on every machine")
  func sameRows() throws {
    let folder = try TestDatabase("")
    let path = folder.path + ".generated"
    try Generator(rows: 1000, seed: 1).write(to: path)
    let statement = try Connection(path, .readOnly).prepare("SELECT * FROM products ORDER BY id")
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    while try statement.step() {
      for byte in (0..<statement.columnCount).map({ "\(statement.value($0))\n" }).joined().utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == 18_065_656_607_917_899_871)
  }

  @Test("begin alike, however long they are")
  func prefix() {
    #expect(Array(products(1000).prefix(10)) == products(10))
    #expect(products(10) != products(10, seed: 2))
  }

  @Test("have ties, NULLs, skew, empty texts, and long and non-Latin names")
  func traits() {
    let products = products(5000)
    let price = Dictionary(grouping: products, by: \.price)
    #expect(price[1999]!.count > 5 && price.count < 3500)
    #expect(products.allSatisfy { $0.price >= 100 } && products.contains { $0.price > 100_000 })
    #expect(700...1300 ~= products.count { $0.rating == nil })
    #expect(products.allSatisfy { 1...5 ~= $0.rating ?? 3 })
    let categories = Dictionary(grouping: products, by: \.category).mapValues(\.count)
    #expect(categories.count == Vocabulary.categories.count)
    #expect(categories["Shoes"]! > 8 * categories["Baby"]!)
    #expect(products.contains { $0.name.count > 60 })
    #expect(products.contains { $0.name.unicodeScalars.contains { $0.value > 0x3000 } })
    #expect(products.contains { $0.name.contains("🎁") } && products.contains { $0.name.contains("'") })
    #expect(300...600 ~= products.count { $0.description.isEmpty })
    #expect(Set(products.map(\.sku)).count == products.count)
    #expect(products.allSatisfy { $0.height >= 180 && $0.stock >= 0 })
  }

  @Test("have days that there are")
  func days() {
    let days = Set(products(5000).map(\.added))
    #expect(days.contains("2016-02-29") || days.contains("2020-02-29") || days.contains("2024-02-29"))
    for day in days {
      let parts = day.split(separator: "-").map { Int($0)! }
      let lengths = [31, parts[0] % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      #expect(2016...2025 ~= parts[0] && 1...12 ~= parts[1] && 1...lengths[parts[1] - 1] ~= parts[2], "\(day)")
    }
  }

  @Test("are made of the words that lie in Data")
  func vocabulary() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Data/vocabulary")
    let lists = [
      "brands": Vocabulary.brands, "adjectives": Vocabulary.adjectives, "materials": Vocabulary.materials,
      "titles": Vocabulary.titles, "sentences": Vocabulary.sentences,
      "categories": Vocabulary.categories.map {
        "\($0.name)|\($0.prices.lowerBound)|\($0.prices.upperBound)|\($0.nouns.joined(separator: ", "))"
      },
    ]
    for (name, words) in lists {
      let text = try String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
      #expect(text.split(separator: "\n").map(String.init) == words, "\(name)")
    }
  }

  @Test("have the columns, the indexes and about the size that were promised")
  func database() throws {
    let folder = try TestDatabase("")
    let path = folder.path + ".generated"
    let generator = Generator(rows: 20_000)
    var told: [Generator.Progress] = []
    try generator.write(to: path, progress: { told.append($0) })
    let catalog = try Catalog(path)
    let table = try catalog.table("products")
    #expect(
      table.columns.map(\.name) == [
        "id", "sku", "name", "category", "brand", "price", "rating", "stock", "height", "added", "description",
      ])
    #expect(table.key == ["id"])
    for order in [["name"], ["price"], ["rating"], ["category", "price"]] {
      #expect(table.trees.contains { $0.columns.map(\.name).prefix(order.count) == order[...] }, "\(order)")
    }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64)
    #expect(abs(Double(generator.estimatedBytes) / Double(size) - 1) < 0.1)
    #expect(told.first == .rows(0) && told.contains(.rows(20_000)) && told.contains(.index("products_price")))
  }

  @Test("leave nothing when cancelled, and replace nothing unasked")
  func files() throws {
    let database = try TestDatabase("")
    let path = database.path + ".new"
    let error = failure { () throws(StoreError) in
      try Generator(rows: 50_000).write(to: path, isCancelled: { true })
    }
    #expect(error?.kind == .cancelled)
    let folder = (path as NSString).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("new") }.isEmpty)
    try Generator(rows: 10).write(to: path)
    #expect(failure { () throws(StoreError) in try Generator(rows: 20).write(to: path) }?.kind == .exists)
    #expect(try Catalog(path).rows().count.value == 10)
    try Generator(rows: 20).write(to: path, overwrites: true)
    #expect(try Catalog(path).rows().count.value == 20)
    try Generator(rows: 0).write(to: path, overwrites: true)
    #expect(try Catalog(path).rows().count.value == 0)
  }
}
