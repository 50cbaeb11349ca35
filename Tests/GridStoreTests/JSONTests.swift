import GridStore
import Testing

@Suite("JSON text")
struct JSONTests {
  @Test(
    "is written back as it was read, numbers and order included",
    arguments: [
      "null", "true", "[]", "{}", #""""#, "-0", "1E5", "12345678901234567890", "0.10",
      #"{"b":1,"a":[1.50,{"c":null}]}"#, #"["\"\\\n\u0001/é🎁"]"#,
    ])
  func roundTrip(text: String) throws {
    var writer = JSONWriter()
    writer.json(try JSON(parsing: text))
    #expect(writer.text == text)
  }

  @Test("may stand between spaces and behind a byte order mark")
  func space() throws {
    #expect(try JSON(parsing: " \r\n\t[ 1 , 2 ] \n") == .array([.number("1"), .number("2")]))
    #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF, 0x31]) == .number("1"))
  }

  @Test("resolves every escape")
  func escapes() throws {
    #expect(
      try JSON(parsing: #""\b\f\n\r\t\/\\\"\u00e9\uD83C\uDF81\u0000""#)
        == .string("\u{8}\u{C}\n\r\t/\\\"é🎁\0"))
  }

  @Test("finds members by name")
  func members() throws {
    let json = try JSON(parsing: #"{"grid":"lazy","spacing":8}"#)
    #expect(json["spacing"] == .number("8"))
    #expect(json["axis"] == nil)
    #expect(JSON.null["grid"] == nil)
  }

  @Test(
    "is refused with line and column",
    arguments: [
      ("", "JSON, line 1, column 1: the text ends where a value was expected"),
      (
        "{\n  \"é\": 1,\n}", "JSON, line 3, column 1: expected the name of a member in double quotes, not '}'"
      ),
      ("[1 2]", "JSON, line 1, column 4: expected ',' or ']', not '2'"),
      ("[1,]", "JSON, line 1, column 4: no value begins with ']'"),
      ("[1", "JSON, line 1, column 3: the text ends where ',' or ']' was expected"),
      ("01", "JSON, line 1, column 1: a number has a zero in front"),
      ("1.", "JSON, line 1, column 3: the text ends where a digit was expected"),
      ("-x", "JSON, line 1, column 2: expected a digit, not 'x'"),
      ("+1", "JSON, line 1, column 1: no value begins with '+'"),
      ("NaN", "JSON, line 1, column 1: no value begins with 'N'"),
      ("tru", "JSON, line 1, column 4: expected true"),
      ("nil", "JSON, line 1, column 1: expected null"),
      ("1 x", "JSON, line 1, column 3: something follows the end of the value"),
      ("\"ab", "JSON, line 1, column 1: a string is not closed"),
      ("\"a\tb\"", "JSON, line 1, column 3: a string has a control character in it; it must be escaped"),
      (#""\x""#, #"JSON, line 1, column 2: no escape is written \x"#),
      (#""\u12g4""#, #"JSON, line 1, column 6: \u takes four hexadecimal digits"#),
      (#""é\ud800""#, "JSON, line 1, column 3: half of a surrogate pair stands alone"),
      (#""\udc00\ud800""#, "JSON, line 1, column 2: half of a surrogate pair stands alone"),
      (#"{"a":1,"\u0061":2}"#, "JSON, line 1, column 8: the member 'a' is there twice"),
      (#"{"a" 1}"#, "JSON, line 1, column 6: expected ':' after the name of a member, not '1'"),
    ])
  func refusals(text: String, message: String) {
    #expect(failure { () throws(StoreError) in _ = try JSON(parsing: text) }?.message == message)
  }

  @Test(
    "is refused where it is no UTF-8",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    let error = failure { () throws(StoreError) in _ = try JSON(parsing: [0x22, 0x61] + bytes + [0x22]) }
    #expect(error?.message == "JSON, line 1, column 3: a string is not valid UTF-8")
  }

  @Test("nests to a bound and not beyond")
  func depth() throws {
    let most = JSONScanner.mostNested
    let allowed = String(repeating: "[", count: most) + String(repeating: "]", count: most)
    _ = try JSON(parsing: allowed)
    let tooDeep = String(repeating: "[", count: 1_000_000)
    #expect(
      failure { () throws(StoreError) in _ = try JSON(parsing: tooDeep) }?.message.contains("nested") == true)
  }

  @Test("that is damaged at random is read or refused, and agrees with the scanner")
  func fuzz() {
    let seeds = [#"{"a":[1.5,-2E+7,"x\u00e9\ud83c\udf81",null,true],"b":{"c":{}}}"#, "[[],{},\"é\\n\"]"]
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<20_000 {
      var bytes = Array(seeds[round % 2].utf8)
      for _ in 0...numbers.below(3) {
        let at = numbers.below(bytes.count)
        switch numbers.below(3) {
        case 0: bytes[at] = UInt8(numbers.below(256))
        case 1: bytes.remove(at: at)
        default: bytes.insert(bytes[numbers.below(bytes.count)], at: at)
        }
      }
      let span = bytes.span
      var scanner = JSONScanner()
      scanner.skipSpace(span)
      let isGood = (try? scanner.skipValue(span)) != nil
      scanner.skipSpace(span)
      let error = failure { () throws(StoreError) in _ = try JSON(parsing: bytes) }
      // The scanner lets repeated members pass; else the two are of one mind.
      if error?.message.contains("twice") != true {
        #expect((isGood && scanner.at == bytes.count) == (error == nil), "round \(round): \(bytes)")
      }
    }
  }
}

/// The error that a body throws; nil where it throws none.
func failure(_ body: () throws(StoreError) -> Void) -> StoreError? {
  do throws(StoreError) {
    try body()
    return nil
  } catch { return error }
}

extension SeededNumbers {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
