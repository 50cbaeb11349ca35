internal import GridStore
internal import LazyGrid

let itemsCommand = Subcommand(
  name: "items", summary: "items by index, without a layout",
  usage: "lazygrid items DB [--start N] [--count N] [--json | --ndjson | --csv] [options]",
  options: listOptions + [
    Option("start", "N", "the index of the first (0)"), Option("count", "N", "how many (100)"),
    Option("json", nil, "one JSON object"), Option("ndjson", nil, "a JSON object a line"),
    Option("csv", nil, "comma-separated values with a header"),
  ]
) { words in
  let path = try words.operand("the database", "lazygrid items DB")
  let start = try words.integer("start") ?? 0
  let count = try words.integer("count") ?? 100
  let forms = ["json", "ndjson", "csv"].filter(words.has)
  if forms.count > 1 { throw UsageError("--\(forms[0]) and --\(forms[1]) exclude each other") }
  let list = try ListWords(words, path: path).list()
  // All of it is one state; what is written is written a page at a time.
  try list.read { snapshot in
    let end = start.addingReportingOverflow(count)
    let stop = min(end.overflow ? Int.max : end.partialValue, snapshot.count.value)
    var first = min(start, snapshot.count.value)
    switch forms.first {
    case "json":
      var writer = JSONWriter()
      let items = try snapshot.items(first..<max(first, stop))
      let (generation, total) = (snapshot.generation.token, snapshot.count)
      writer.object {
        $0.member("generation", generation)
        $0.member("start", start)
        $0.count(total)
        $0.name("items")
        $0.array { for item in items { $0.item(item) } }
        $0.name("end")
        $0.bool(stop >= total.value)
      }
      Terminal.print(writer.bytes)
    case "ndjson":
      while first < stop {
        for item in try snapshot.items(first..<min(first + 1000, stop)) {
          var writer = JSONWriter()
          writer.item(item)
          Terminal.print(writer.bytes)
        }
        first += 1000
      }
    case "csv":
      var isFirst = true
      repeat {
        let items = try snapshot.items(first..<max(first, min(first + 1000, stop)))
        if isFirst { Terminal.print((items.first?.names ?? []).map(csvText).joined(separator: ",")) }
        isFirst = false
        for item in items { Terminal.print(item.values.map(\.csv).joined(separator: ",")) }
        first += 1000
      } while first < stop
    default:
      let items = try snapshot.items(first..<max(first, stop))
      Terminal.print(
        "\(snapshot.table.name) by \(snapshot.order) · \(grouped(snapshot.count.value)) items")
      guard let names = items.first?.names else { return Terminal.print("no items from \(grouped(start)) on") }
      var table = TextTable(["index"] + names, numeric: 1)
      for (i, item) in items.enumerated() { table.append([grouped(first + i)] + item.values.map(\.shownText)) }
      for line in table.lines(width: Terminal.width) { Terminal.print(line) }
    }
  }
}

/// A field of [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180): in quotes where it must be.
private func csvText(_ text: String) -> String {
  let needsQuotes = text.utf8.contains { [34, 44, 10, 13].contains($0) }
  return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
}

extension Value {
  fileprivate var csv: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    // Empty text is quoted, to tell it from NULL.
    case .text(let text): text.isEmpty ? "\"\"" : csvText(text)
    case .blob(let bytes): base64(bytes)
    }
  }
}
