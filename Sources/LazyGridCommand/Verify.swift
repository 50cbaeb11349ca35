internal import GridStore

let verifyCommand = Subcommand(
  name: "verify", summary: "compares rank indexes and search tables with a plain scan",
  usage: "lazygrid verify DB [--table T] [--order ORDER]",
  options: listOptions + [Option("json", nil, "one JSON object")]
) { words in
  let path = try words.operand("the database", "lazygrid verify DB")
  let list = try ListWords(words, path: path)
  let results = try list.catalog.verify(
    table: list.table, order: words.has("order") ? list.order : nil, where: list.filters, keyColumns: list.keyColumns)
  if words.has("json") {
    var writer = JSONWriter()
    writer.object {
      $0.name("trees")
      $0.array {
        for result in results {
          $0.object {
            $0.member("order", result.order)
            $0.member("entries", result.entries)
            $0.member("compared", result.compared)
            $0.name("differences")
            $0.array { for text in result.differences { $0.string(text) } }
            if let skipped = result.skipped { $0.member("skipped", skipped) }
          }
        }
      }
    }
    Terminal.print(writer.bytes)
  } else {
    for result in results {
      if let skipped = result.skipped {
        Terminal.print("\(result.order): nothing to compare, \(skipped)")
      } else {
        Terminal.print(
          "\(result.order): \(grouped(result.entries)) rows, \(grouped(result.compared)) \(result.isSearch ? "words" : "ranks") compared, "
            + (result.differences.isEmpty ? "all equal" : "DIFFERENT"))
        for text in result.differences { Terminal.print("  \(text)") }
      }
    }
  }
  let different = results.filter { !$0.differences.isEmpty }
  if !different.isEmpty {
    throw Failure(message: "\(different.map(\.order).joined(separator: "; ")) is not what a scan tells")
  }
}
