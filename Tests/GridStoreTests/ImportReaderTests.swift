import GridStore
import Testing

/// What a reader makes of some text, row by row: fields by column, NULL as nil, refused rows as what is wrong with them.
private enum Read: Hashable, CustomStringConvertible {
  case row([String?])
  case rejected(line: Int, String)
  case failed(String)

  var description: String {
    switch self {
    case .row(let fields): fields.map { $0.map { "\"\($0)\"" } ?? "NULL" }.joined(separator: ",")
    case .rejected(let line, let reason): "rejected \(line): \(reason)"
    case .failed(let message): "failed: \(message)"
    }
  }
}

/// The reader of one format.
private enum Form: CaseIterable {
  case delimited, text, lines, deb822

  func reader(_ buffer: InputBuffer, hasHeader: Bool, delimiter: UInt8?) throws(StoreError) -> any RowReader {
    switch self {
    case .delimited: try DelimitedReader(buffer, delimiter: delimiter, hasHeader: hasHeader)
    case .text: try JSONRowsReader(buffer, layout: .text)
    case .lines: try JSONRowsReader(buffer, layout: .lines)
    case .deb822: try Deb822Reader(buffer)
    }
  }
}

private struct Answer: Hashable {
  var names: [String] = []
  var rows: [Read] = []
}

private func read(
  _ pieces: [[UInt8]], _ form: Form, hasHeader: Bool = true, delimiter: UInt8? = nil
) -> Answer {
  var rest = pieces[...]
  let buffer = InputBuffer { rest.popFirst() }
  var answer = Answer()
  do throws(StoreError) {
    let reader = try form.reader(buffer, hasHeader: hasHeader, delimiter: delimiter)
    var row = ImportRow()
    reading: while true {
      switch try reader.next(&row) {
      case .end: break reading
      case .rejected(let reason): answer.rows.append(.rejected(line: row.line, reason))
      case .row:
        var fields: [String?] = Array(repeating: nil, count: reader.names.count)
        for field in row.fields where field.kind != .null {
          let bytes = field.isUnescaped ? row.unescaped : buffer.bytes
          fields[field.column] = String(decoding: bytes[field.start..<field.end], as: UTF8.self)
        }
        answer.rows.append(.row(fields))
      }
    }
    answer.names = reader.names
  } catch { answer.rows.append(.failed(error.message)) }
  return answer
}

@Suite("Readers of imports")
struct ImportReaderTests {
  private func csv(_ text: String, hasHeader: Bool = true, delimiter: UInt8? = nil) -> Answer {
    read([Array(text.utf8)], .delimited, hasHeader: hasHeader, delimiter: delimiter)
  }

  private func json(_ text: String) -> Answer { read([Array(text.utf8)], .text) }
  private func ndjson(_ text: String) -> Answer { read([Array(text.utf8)], .lines) }
  private func deb822(_ text: String) -> Answer { read([Array(text.utf8)], .deb822) }

  // MARK: Delimited text

  @Test("take quotes, delimiters and line ends inside quotes, and any line end outside")
  func quotes() {
    for lineEnd in ["\n", "\r\n", "\r"] {
      let lines = ["a,b", "1,\"x, \"\"y\"\"\"", "2,\"first\(lineEnd)second\"", "", "3,5\" pipe", "4,"]
      let answer = csv(lines.joined(separator: lineEnd))
      #expect(answer.names == ["a", "b"])
      #expect(
        answer.rows == [
          .row(["1", "x, \"y\""]), .row(["2", "first\(lineEnd)second"]), .row(["3", "5\" pipe"]), .row(["4", nil]),
        ])
    }
  }

  @Test("count lines, those in quotes included")
  func lines() {
    #expect(
      csv("a,b\n1,\"x\ny\r\nz\"\n\n2\n3,4,5\n").rows == [
        .row(["1", "x\ny\r\nz"]), .rejected(line: 6, "1 field, not 2"), .rejected(line: 7, "3 fields, not 2"),
      ])
  }

  @Test("take semicolons where the first line has no comma, and whatever they are told")
  func delimiters() {
    #expect(csv("a;b\n1,5;2\n").rows == [.row(["1,5", "2"])])
    #expect(csv("a;b,c\n1;2,3\n").names == ["a;b", "c"])
    #expect(csv("a|b\n1|2,3\n", delimiter: UInt8(ascii: "|")).rows == [.row(["1", "2,3"])])
    #expect(csv("a\tb\n1\t\n", delimiter: 9).rows == [.row(["1", nil])])
  }

  @Test("call columns by number where there is no header")
  func noHeader() {
    let answer = csv("\n1,2\n3,4", hasHeader: false)
    #expect(answer.names == ["column1", "column2"])
    #expect(answer.rows == [.row(["1", "2"]), .row(["3", "4"])])
  }

  @Test("step over a byte order mark, and refuse UTF-16")
  func byteOrderMark() {
    #expect(csv("\u{FEFF}a,b\n1,2").names == ["a", "b"])
    for start in [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]] as [[UInt8]] {
      let answer = read([start], .delimited)
      #expect("\(answer.rows)".contains("UTF-16"))
    }
  }

  @Test("name the line where a quote opened that is never closed")
  func openQuote() {
    #expect(csv("a,b\n1,2\n3,\"open\n4,5\n").rows.last == .failed("line 3: a quote is opened there and never closed"))
    #expect(csv("a,b\n1,\"x\n\",\"y").rows.last == .failed("line 3: a quote is opened there and never closed"))
    #expect(csv("\"a").rows == [.failed("line 1: a quote is opened there and never closed")])
  }

  @Test("refuse rows that are no text or go on behind a quote, and only these")
  func badRows() {
    let bytes = Array("a,b\n1,".utf8) + [0xFF] + Array("\n2,x\0y\n3,\"q\"x,\n4,\u{80}\n5,".utf8) + [0xC3, 0x0A]
    let answer = read([bytes], .delimited)
    #expect(
      answer.rows == [
        .rejected(line: 2, "it is not valid UTF-8"), .rejected(line: 3, "a NUL byte is in it"),
        .rejected(line: 4, "text stands behind the closing quote of field 2"), .row(["4", "\u{80}"]),
        .rejected(line: 6, "it is not valid UTF-8"),
      ])
  }

  @Test("tell empty input from a header without rows")
  func empty() {
    #expect(csv("").rows == [.failed("the input is empty")])
    #expect(csv("\n\n").rows == [.failed("the input is empty")])
    #expect(csv("a,b\n").rows == [] && csv("a,b").names == ["a", "b"])
    // In a table of one column a pair of quotes is a row.
    #expect(csv("a\n\n\"\"\n1\n").rows == [.row([nil]), .row(["1"])])
  }

  @Test("agree with a plain reader on random text")
  func randomText() {
    let alphabet = ["a", "7", ",", ",", "\"", "\"", "\n", "\r\n", "\r", "é", " "]
    for seed in UInt64(1)...3000 {
      var numbers = SeededNumbers(seed: seed)
      let text = "x,y\n" + (0..<numbers.below(16)).map { _ in alphabet[numbers.below(alphabet.count)] }.joined()
      let cut = numbers.below(text.utf8.count)
      let pieces = [Array(text.utf8.prefix(cut)), Array(text.utf8.dropFirst(cut))]
      let answer = read(pieces, .delimited)
      #expect(answer.rows == plainRows(text), "seed \(seed): \(text.debugDescription) cut at \(cut)")
    }
  }

  /// Reads CSV one character at a time, in the most obvious way.
  private func plainRows(_ text: String) -> [Read] {
    // A line end is one character here, and is put back as it was inside quotes.
    var rest = Array(text)[...]
    func isLineEnd(_ character: Character?) -> Bool { ["\n", "\r\n", "\r"].contains(character) }
    func endsField(_ character: Character?) -> Bool { character == nil || character == "," || isLineEnd(character) }
    var rows: [Read] = []
    var line = 1
    while !rest.isEmpty {
      let rowLine = line
      var fields: [String] = []
      var fault: String?
      var wasQuoted = false
      repeat {
        var field = ""
        if rest.first == "\"" {
          wasQuoted = true
          let opened = line
          rest.removeFirst()
          while true {
            guard let character = rest.popFirst() else {
              return rows.dropFirst() + [.failed("line \(opened): a quote is opened there and never closed")]
            }
            if character == "\"" {
              if rest.first != "\"" { break }
              rest.removeFirst()
            }
            if isLineEnd(character) { line += 1 }
            field.append(character)
          }
          if !endsField(rest.first) {
            fault = "text stands behind the closing quote of field \(fields.count + 1)"
            while !endsField(rest.first) { rest.removeFirst() }
          }
        } else {
          while !endsField(rest.first) { field.append(rest.removeFirst()) }
        }
        fields.append(field)
      } while rest.first == "," && rest.popFirst() != nil
      _ = rest.popFirst()
      line += 1
      if let fault {
        rows.append(.rejected(line: rowLine, fault))
      } else if fields.count == 2 {
        rows.append(.row(fields.map { $0.isEmpty ? nil : $0 }))
      } else if fields != [""] || wasQuoted {
        rows.append(
          .rejected(line: rowLine, "\(fields.count) \(fields.count == 1 ? "field" : "fields"), not 2"))
      }
    }
    return Array(rows.dropFirst())
  }

  // MARK: JSON

  @Test("take arrays, objects in a row, and an object that holds but an array of objects")
  func layouts() {
    let rows: [Read] = [.row(["1", "x"]), .row(["2", nil])]
    for text in [
      "[{\"a\":1,\"b\":\"x\"} , {\"a\":2}]", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":null}",
      " {\"items\": [{\"a\":1,\"b\":\"x\"},\n{\"a\":2}] } \n", "\u{FEFF}[{\"a\":1,\"\\u0062\":\"\\u0078\"},{\"a\":2}]",
    ] {
      let answer = json(text)
      #expect(answer.rows.last == rows.last && answer.names == ["a", "b"], "\(text): \(answer)")
      #expect(answer.rows.count == 2)
    }
    #expect(json("{\"a\":[1,2]}").rows == [.row(["[1,2]"])])
    #expect(json("[]").rows == [])
  }

  @Test("keep what is nested, numbers and words as they are written")
  func literals() {
    let text = #"[{"n": 12345678901234567890, "e": 1E5, "t": true, "o": {"x": [1.50, "é"]}, "s": "\ud83c\udf81"}]"#
    #expect(json(text).rows == [.row(["12345678901234567890", "1E5", "true", #"{"x": [1.50, "é"]}"#, "🎁"])])
  }

  @Test("name the line where JSON is broken")
  func brokenJSON() {
    for (text, message) in [
      ("[{\"a\":1},\n{\"a\":", "line 2: the text ends where a value was expected"),
      ("[{\"a\":1}\n{\"a\":2}]", "line 2: expected ',' or ']', not '{'"),
      ("[{\"a\":1}", "line 1: the text ends where ',' or ']' was expected"),
      ("[{\"a\":1}] x", "line 1: something follows the end of the rows"),
      (
        "{\"items\":[{\"a\":1}],\"n\":1}", "line 1: the object has other members beside the array; give the array alone"
      ),
      ("[{\"a\":01}]", "line 1: a number has a zero in front"), ("\n\n\"x", "line 3: an array of objects is expected"),
      ("[{\"a\":\"x", "line 1: a string is not closed"), (" ", "line 1: the input is empty"),
      ("{\"a\":1}{", "line 1: the text ends where the name of a member in double quotes was expected"),
    ] {
      #expect(json(text).rows.last == .failed(message), "\(text)")
    }
  }

  @Test("refuse elements that are no rows, and go on")
  func noRows() {
    let answer = json("[1,\n{\"a\":1,\"a\":2},\"x\",{\"a\":\"\\u0000\"},\n\n{\"a\":3},22]")
    let expected: [Read] = [
      .rejected(line: 1, "it is no object"), .rejected(line: 2, "the member 'a' is there twice"),
      .rejected(line: 2, "it is no object"), .rejected(line: 2, "a NUL byte is in it"), .row(["3"]),
      .rejected(line: 4, "it is no object"),
    ]
    #expect(answer.rows == expected)
  }

  @Test("refuse bad lines of ndjson alone")
  func badLines() {
    let text = "{\"a\":1}\r\n\n{\"a\":1\n[2]\n{\"a\":2} x\n{\"b\":\"\\ud800\"}\n{\"b\":3}"
    let answer = ndjson(text)
    #expect(
      answer.rows == [
        .row(["1"]), .rejected(line: 3, "column 7: the text ends where ',' or '}' was expected"),
        .rejected(line: 4, "column 1: an object is expected"),
        .rejected(line: 5, "column 9: something follows the object"),
        .rejected(line: 6, "column 7: half of a surrogate pair stands alone"), .row([nil, "3"]),
      ])
    #expect(answer.names == ["a", "b"])
  }

  // MARK: deb822

  @Test("take paragraphs with comments, continued lines and names in any case")
  func paragraphs() {
    let text = """
      # A comment

      Package: bash
      Version:5.2-1\t
      # between fields
      Description: a shell
       It is long.
       .
        Indented.
      Tag:


      package: zsh
      Depends: a,
      \tb
      Homepage:
       https://example.org
      """
    for text in [text, text.replacing("\n", with: "\r\n")] {
      let answer = deb822(text)
      #expect(answer.names == ["Package", "Version", "Description", "Tag", "Depends", "Homepage"])
      #expect(
        answer.rows == [
          .row(["bash", "5.2-1", "a shell\nIt is long.\n\n Indented.", nil]),
          .row(["zsh", nil, nil, nil, "a,\nb", "\nhttps://example.org"]),
        ])
    }
  }

  @Test("refuse paragraphs that are none, and go on")
  func badParagraphs() {
    let answer = deb822(" lost\nA: 1\n\nA: 1\na: 2\n\nno colon\n\n: x\n\nA: 2\n")
    #expect(
      answer.rows == [
        .rejected(line: 1, "line 1 goes on with a field that is not there"),
        .rejected(line: 4, "the field 'A' is there twice"),
        .rejected(line: 7, "a line has no name of a field before a colon"),
        .rejected(line: 9, "a line has no name of a field before a colon"), .row(["2"]),
      ])
  }

  // MARK: Pieces

  @Test("do not depend on where the pieces of the input end")
  func pieces() {
    let texts: [(String, Form)] = [
      (
        "\u{FEFF}a,\"b \"\"q\"\"\",c\r\n1,\"x\r\ny, z\",é\r\n2,\"\",\"\"\"\"\r3,5\" pipe,x\n\n\"\",\"b\"x,\n",
        .delimited
      ),
      (" [{\"a\":\"é\\n\",\"b\":[1, {}]} ,\n {\"a\":-1.5e3,\"\\u00e9\":null},true, 12 ]\n ", .text),
      ("{\"w\":[ {\"a\":1}, {\"a\":\"🎁\"} ] } ", .text), ("{\"a\":1} \n{\"a\":[{}]}7", .text),
      ("{\"a\":1}\r\n\n{\"b\":\"\\\"x\"}\nnone\n{\"a\":2}", .lines),
      ("#c\nA: é\n b\r\n .\n\n\nB:\n#d\nA: 2\n c", .deb822),
    ]
    for (text, form) in texts {
      let bytes = Array(text.utf8)
      let whole = read([bytes], form)
      #expect(whole.rows.count > 1)
      #expect(read(bytes.map { [$0] }, form) == whole, "byte by byte: \(text)")
      for cut in 0...bytes.count {
        #expect(read([Array(bytes[..<cut]), Array(bytes[cut...])], form) == whole, "cut at \(cut): \(text)")
      }
    }
  }

  @Test("come to an end whatever the bytes are")
  func randomBytes() {
    let alphabet = Array("[]{}\",:\\n1-é\n\r .#Au\t;".utf8) + [0, 0xFF, 0xC3]
    for seed in UInt64(1)...1500 {
      var numbers = SeededNumbers(seed: seed)
      let bytes = (0..<numbers.below(40)).map { _ in alphabet[numbers.below(alphabet.count)] }
      for form in Form.allCases {
        #expect(read([bytes], form) == read(bytes.map { [$0] }, form), "seed \(seed): \(bytes)")
      }
    }
  }
}
