import Foundation
import Testing

/// `lazygrid index` and `--search` as programs.
@Suite(.serialized) struct IndexCommand {
  @Test("a search table is made, searched, verified and dropped")
  func searching() throws {
    let path = CommandLine.folder.appending(path: "search.db").path
    #expect(CommandLine.run("generate", "--rows", "3000", "--output", path, "--quiet").status == 0)
    let lacking = CommandLine.run("items", path, "--search", "walnut")
    #expect(lacking.status == 1)
    #expect(lacking.err.contains("lazygrid index \(path) --table products --search sku,name,category"))
    let dry = CommandLine.run("index", path, "--search", "name,brand", "--dry-run")
    #expect(dry.status == 0 && dry.out.contains("USING fts5(\"name\", \"brand\""))
    #expect(CommandLine.run("items", path, "--search", "walnut").status == 1)
    let made = CommandLine.run("index", path, "--search", "name,brand")
    #expect(made.status == 0 && made.out == dry.out && made.err.contains("made: 3,000 rows"))

    func rows(_ words: String...) throws -> [[String: Any]] {
      let answer = CommandLine.run(["items", path, "--count", "3000", "--json"] + words)
      #expect(answer.status == 0, "\(answer.err)")
      let object = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
      return try #require(object?["items"] as? [[String: Any]])
    }
    func texts(_ row: [String: Any]) -> [String] {
      ["name", "brand"].flatMap { column in
        ((row[column] as? String) ?? "").lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
      }
    }
    let all = try rows()
    let word = texts(all[7])[0]
    let start = String(texts(all[7]).last!.prefix(3))
    let expected = all.filter { row in
      texts(row).contains(word) && texts(row).contains { $0.hasPrefix(start) }
    }.compactMap { $0["id"] as? Int }
    let found = try rows("--search", "\(word.uppercased()) \(start)", "--order", "id").compactMap { $0["id"] as? Int }
    #expect(found == expected && !found.isEmpty)
    let located = CommandLine.run(
      "locate", path, "--key", "\(found[0])", "--search", "\(word) \(start)", "--order", "price", "--json")
    #expect(located.status == 0)
    let window = CommandLine.run("window", path, "--search", word, "--json")
    #expect(window.status == 0 && window.out.contains("\"order\":\"relevance,id.asc\""))
    #expect(CommandLine.run("sections", path, "--by", "category", "--search", word).status == 0)

    let bad = CommandLine.run("items", path, "--search", "a AND", "--search-syntax", "fts5")
    #expect(bad.status == 2 && bad.err.contains("syntax error"))
    #expect(CommandLine.run("items", path, "--search", "a AND").status == 0)
    #expect(CommandLine.run("items", path, "--search", "").status == 2)
    #expect(CommandLine.run("items", path, "--search", "a", "--search-syntax", "nope").status == 2)
    #expect(CommandLine.run("items", path, "--search-syntax", "fts5").status == 2)

    let verified = CommandLine.run("verify", path)
    #expect(verified.status == 0 && verified.out.contains("search over name, brand in lazygrid_search_products"))
    // Somebody writes behind the triggers' back.
    #expect(
      CommandLine.shell(
        "sqlite3 '\(path)' 'DROP TRIGGER lazygrid_search_products_after_update; "
          + "UPDATE products SET name = \"\" WHERE id <= 20'"
      ).status == 0)
    #expect(CommandLine.run("verify", path).status == 1)
    let stale = CommandLine.run("items", path, "--search", word)
    #expect(stale.status == 0 && stale.err.contains("are left out"))

    #expect(CommandLine.run("index", path, "--search", "name", "--drop").status == 0)
    #expect(CommandLine.shell("sqlite3 '\(path)' .schema | grep -c lazygrid_").out == "0\n")
    #expect(CommandLine.run("index", path, "--search", "name", "--drop").status == 1)
  }

  @Test("an index is made for an order and dropped; what somebody else made stays")
  func ordering() throws {
    let path = CommandLine.folder.appending(path: "order.db").path
    #expect(CommandLine.run("generate", "--rows", "500", "--output", path, "--quiet").status == 0)
    #expect(CommandLine.run("index", path).status == 2)
    #expect(CommandLine.run("index", path, "--order", "nope").status == 2)
    let served = CommandLine.run("index", path, "--order", "price.desc")
    #expect(served.status == 0 && served.out.isEmpty && served.err.contains("'products_price' serves"))
    #expect(CommandLine.run("index", path, "--order", "price.desc", "--drop").status == 1)
    let made = CommandLine.run("index", path, "--order", "brand,price.desc")
    #expect(made.status == 0)
    #expect(
      made.out
        == "CREATE INDEX \"lazygrid_order_products_brand_desc_price\" ON \"products\" (\"brand\" DESC, \"price\");\n")
    #expect(CommandLine.run("info", path).out.contains("lazygrid_order_products_brand_desc_price"))
    #expect(CommandLine.run("index", path, "--order", "brand,price.desc", "--drop").status == 0)
    #expect(!CommandLine.run("info", path).out.contains("lazygrid_order"))
  }
}
