import Foundation
import GridStore
import Testing

@Suite struct Generating {
  @Test("gives the same rows for the same seed, on every machine")
  func deterministic() {
    let products = (1...1000).map { GeneratedProduct(id: $0, seed: 1) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for product in products { for byte in "\(product)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    #expect(products == (1...1000).map { GeneratedProduct(id: $0, seed: 1) })
    #expect(hash == 16_508_642_376_368_437_856)
    #expect(GeneratedProduct(id: 5, seed: 1) != GeneratedProduct(id: 5, seed: 2))
  }

  @Test("has ties, NULLs, skew, and long and non-Latin names")
  func traits() {
    let products = (1...5000).map { GeneratedProduct(id: $0, seed: 1) }
    #expect(Set(products.map(\.price)).count < 4000)
    #expect(products.contains { $0.rating == nil } && products.contains { $0.description == "" })
    let counts = Dictionary(grouping: products, by: \.category).mapValues(\.count)
    #expect(counts["Shoes"]! > 3 * counts["Camping"]!)
    #expect(products.contains { $0.name.count > 60 } && products.contains { !$0.name.utf8.allSatisfy { $0 < 128 } })
    #expect(products.allSatisfy { $0.price >= 100 } && products.contains { $0.price > 100_000 })
  }

  @Test("draws from the words that lie in Data")
  func vocabulary() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Data/vocabulary")
    let lists = [
      "categories": Vocabulary.categories, "brands": Vocabulary.brands, "adjectives": Vocabulary.adjectives,
      "materials": Vocabulary.materials, "nouns": Vocabulary.nouns, "names": Vocabulary.names,
    ]
    for (name, words) in lists {
      let text = try String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
      #expect(text.split(separator: "\n").map(String.init) == words, "\(name)")
    }
  }

  @Test("leaves nothing when cancelled, and replaces nothing unasked")
  func files() throws {
    let database = try TestDatabase("")
    let path = database.path + ".new"
    let cancelled = #expect(throws: StoreError.self) {
      try Generator(rows: 50_000).write(to: path, isCancelled: { true })
    }
    #expect(cancelled?.kind == .cancelled)
    let folder = (path as NSString).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("new") }.isEmpty)
    try Generator(rows: 10).write(to: path)
    #expect(throws: StoreError.self) { try Generator(rows: 20).write(to: path) }
    #expect(try Catalog(path).rows().count.value == 10)
    try Generator(rows: 20).write(to: path, overwrites: true)
    #expect(try Catalog(path).rows().count.value == 20)
  }
}
