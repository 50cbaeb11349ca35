import GridStore
import Testing

@Suite("Orders, filters and keys as text") struct GrammarTests {
  @Test("orders are read and spelled again")
  func orders() throws {
    #expect(try Order(parsing: "price.desc,name").description == "price.desc,name.asc")
    #expect(try Order(parsing: "\"Unit Price\".desc.nullsfirst").description == "\"Unit Price\".desc.nullsfirst")
    #expect(try Order(parsing: "\"a\"\"b\"").terms == [.ascending("a\"b")])
    #expect(try Order(parsing: "Installed-Size.desc").terms == [.descending("Installed-Size")])
    #expect(try Order(parsing: "a.nullslast.desc").terms == [.descending("a", nulls: .last)])
    #expect(try Order(parsing: "").terms.isEmpty)
  }

  @Test(
    "orders that cannot be are refused",
    arguments: [",", "a,", "a b", "\"a", "a.up", "a..desc", "a.desc)", ".desc", "-a"])
  func badOrders(_ text: String) {
    let error = #expect(throws: StoreError.self) { try Order(parsing: text) }
    #expect(error?.kind == .badText)
  }

  @Test("filters are read as PostgREST writes them")
  func filters() throws {
    #expect(try Filter(parsing: "a=eq.5") == .equal("a", "5"))
    #expect(try Filter(parsing: "a=eq.") == .equal("a", ""))
    #expect(try Filter(parsing: "a=not.in.(x,\"y,z\")") == Filter("a", .isIn(["x", "y,z"]), negated: true))
    #expect(try Filter(parsing: "a=is.null") == .isNull("a"))
    #expect(try Filter(parsing: "a=not.is.null") == .isNotNull("a"))
    #expect(try Filter(parsing: "a=like.*x.y*") == .like("a", "*x.y*"))
    #expect(try Filter(parsing: "\"a b\"=gte.1.5") == .greaterOrEqual("a b", "1.5"))
  }

  @Test(
    "filters that cannot be are refused",
    arguments: ["a", "a=5", "a=qe.5", "or=(a)", "a=in.(x", "a=in.x", "a=is.five", "=eq.5", "a=eq.\"x\"y"])
  func badFilters(_ text: String) {
    let error = #expect(throws: StoreError.self) { try Filter(parsing: text) }
    #expect(error?.kind == .badText)
  }

  @Test("keys are read as people write them, and written again")
  func keys() throws {
    let cases: [(String, [Value])] = [
      ("412345", [412_345]), ("AB-7", ["AB-7"]), ("\"AB-7\"", ["AB-7"]), ("007", ["007"]), ("1e5", ["1e5"]),
      ("null", ["null"]),
      ("[\"bash\",\"5.2\"]", ["bash", "5.2"]), ("[1,\"a\"]", [1, "a"]), ("{\"base64\":\"AQID\"}", [.blob([1, 2, 3])]),
      ("\"9007199254740993\"", ["9007199254740993"]), ("[oops", ["[oops"]),
    ]
    for (text, key) in cases { #expect(try Value.key(parsing: text) == key, "\(text)") }
    #expect(Value.keyText([.blob([1, 2, 3])]) == "{\"base64\":\"AQID\"}")
    #expect(Value.keyText([.integer(9_007_199_254_740_993)]) == "\"9007199254740993\"")
    #expect(Value.keyText(["bash", 5]) == "[\"bash\",5]")
  }

  @Test(
    "JSON that cannot be is refused, with line and column",
    arguments: ["{", "[1,]", "{\"a\":1,\"a\":2}", "01", "1.", "\"\\ud800\"", "\"\n\"", "nul", "[1]x", ""])
  func badJSON(_ text: String) {
    let error = #expect(throws: StoreError.self) { try JSON(parsing: text) }
    #expect(error?.message.contains("line ") ?? false)
  }

  @Test("random bytes end reading, with a value or an error")
  func fuzz() {
    for seed in UInt64(1)...3000 {
      var random = SeededNumbers(seed: seed)
      let alphabet = Array("{}[]\",:.truefalsn0123456789eE+-\\u d8\u{7f}é".utf8)
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      _ = try? JSON(parsing: bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? Order(parsing: text)
      _ = try? Filter(parsing: text)
      _ = try? Value.key(parsing: text)
    }
    #expect(throws: StoreError.self) { try JSON(parsing: String(repeating: "[", count: 100_000)) }
  }
}
