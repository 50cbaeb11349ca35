internal import GridStore
internal import LazyGrid

let locateCommand = Subcommand(
  name: "locate", summary: "the index of a key in an order and filter",
  usage: "lazygrid locate DB --key K [--order ORDER] [--where FILTER] [options]",
  options: listOptions + [
    Option("key", "K", "a value, or a JSON array of several, like '[\"bash\",\"5.2\"]'"),
    Option("json", nil, "one JSON object"),
  ]
) { words in
  let path = try words.operand("the database", "lazygrid locate DB --key K")
  guard let text = try words.text("key") else {
    throw UsageError("--key is missing; write 'lazygrid locate \(path) --key K'")
  }
  let key = try Value.key(parsing: text)
  let list = try ListWords(words, path: path).list()
  try list.read { snapshot in
    guard let index = try snapshot.index(ofKey: key) else {
      throw Failure(message: "no row of this list has the key \(Value.keyText(key))")
    }
    if words.has("json") {
      var writer = JSONWriter()
      writer.object {
        $0.member("index", index)
        $0.member("kind", "exact")
      }
      Terminal.print(writer.bytes)
    } else {
      Terminal.print(
        "\(Value.keyText(key)) is item \(grouped(index)) of \(grouped(snapshot.count.value)) in \(snapshot.table.name) by \(snapshot.order)"
      )
    }
  }
}
