import GridStore
import Testing

@Suite("JSON that is written")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.text
  }

  @Test("has commas where they belong")
  func commas() {
    let text = written {
      $0.object {
        $0.name("a")
        $0.array {
          $0.integer(1)
          $0.object { _ in }
          $0.array { _ in }
          $0.raw(Array("[2]".utf8))
        }
        $0.name("b")
        $0.null()
        $0.name("c")
        $0.bool(false)
      }
    }
    #expect(text == #"{"a":[1,{},[],[2]],"b":null,"c":false}"#)
  }

  @Test(
    "has real numbers in their shortest form",
    arguments: [
      (1024.0, "1024"), (0.1, "0.1"), (-0.0, "0"), (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"),
      (38_000_068.5, "38000068.5"),
      (0x1p53, "9007199254740992"), (0x1p53 + 2, "9.007199254740994e+15"), (1e300, "1e+300"), (.nan, "null"),
      (.infinity, "null"), (-.infinity, "null"),
    ])
  func reals(number: Double, text: String) {
    #expect(written { $0.number(number) } == text)
  }

  @Test("reads back as the same real number")
  func realsRoundTrip() throws {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<10_000 {
      let number = Double(bitPattern: numbers.next())
      if !number.isFinite { continue }
      guard case .number(let text) = try JSON(parsing: written { $0.number(number) }) else {
        Issue.record("\(number) is no number")
        continue
      }
      #expect(Double(text) == number)
    }
  }

  @Test(
    "has integers that JavaScript cannot hold as strings",
    arguments: [
      (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, #""9007199254740992""#),
      (-9_007_199_254_740_991, "-9007199254740991"), (Int64.min, #""-9223372036854775808""#),
      (Int64.max, #""9223372036854775807""#), (0, "0"),
    ] as [(Int64, String)])
  func integers(number: Int64, text: String) {
    #expect(written { $0.integer(number) } == text)
  }

  @Test("has SQLite's values")
  func values() {
    let text = written {
      $0.array {
        for value in [nil, 7, 1.5, "\"\u{1}\u{7F}é", .blob([0, 255]), .blob([])] as [Value] {
          $0.value(value)
        }
      }
    }
    #expect(text == "[null,7,1.5,\"\\\"\\u0001\u{7F}é\",{\"base64\":\"AP8=\"},{\"base64\":\"\"}]")
  }

  @Test("has every text as it was")
  func texts() throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<numbers.below(12) {
        let limit = [0x20, 0x80, 0x800, 0x11_0000][numbers.below(4)]
        if let scalar = Unicode.Scalar(UInt32(numbers.below(limit))) { text.unicodeScalars.append(scalar) }
      }
      #expect(try JSON(parsing: written { $0.string(text) }) == .string(text))
    }
  }

  @Test("has base64 that reads back")
  func base64RoundTrip() {
    var numbers = SeededNumbers(seed: 9)
    for count in 0..<100 {
      let blob = (0..<count).map { _ in UInt8(numbers.below(256)) }
      #expect(bytes(base64: base64(blob)) == blob)
    }
    for wrong in ["A", "AB=", "====", "A===", "AB-_", "A BC", "AAAAA"] {
      #expect(bytes(base64: wrong) == nil)
    }
    #expect(bytes(base64: "TQ") == bytes(base64: "TQ=="))
  }
}

@Suite("Text of a key")
struct JSONKeyTests {
  @Test(
    "is read as people write it",
    arguments: [
      ("412345", [412345]), ("-7", [-7]), ("007", ["007"]), ("+7", ["+7"]), ("-0", ["-0"]),
      ("AB-7", ["AB-7"]),
      (#""AB-7""#, ["AB-7"]), (#""412345""#, ["412345"]), (#"["bash","5.2"]"#, ["bash", "5.2"]),
      (#"["a",1]"#, ["a", 1]), ("[1.10]", ["1.10"]), ("[null,true]", [nil, 1]), ("5.2", ["5.2"]), ("", [""]),
      (#"{"base64":"AP8="}"#, [.blob([0, 255])]), ("9223372036854775808", ["9223372036854775808"]),
      ("[draft", ["[draft"]), ("{x}", ["{x}"]), ("null", ["null"]),
    ] as [(String, [Value])])
  func reading(text: String, key: [Value]) throws {
    #expect(try Value.key(parsing: text) == key)
  }

  @Test(
    "is refused where no key can be meant", arguments: ["[]", "[[1]]", "{}", #"{"base64":"?"}"#, #"{"a":1}"#])
  func refusals(text: String) {
    #expect(failure { () throws(StoreError) in _ = try Value.key(parsing: text) }?.kind == .badText)
  }

  @Test(
    "reads back as the same key",
    arguments: [
      [412345], [Value.text("AB-7")], [.text("412345")], ["bash", "5.2"], [.blob([1, 2])], [.text("[x]")],
      [.text("\"")],
    ] as [[Value]])
  func roundTrip(key: [Value]) throws {
    #expect(try Value.key(parsing: Value.keyText(key)) == key)
  }
}
