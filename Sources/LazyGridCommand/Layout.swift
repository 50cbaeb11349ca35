internal import GridStore
internal import LazyGrid

let layoutCommand = Subcommand(
  name: "layout", summary: "lays out a spec in JSON, without a database",
  usage: "lazygrid layout [FILE|-] [--svg FILE]", options: [svgOption]
) { words in
  let svg = try svgPath(words)
  if words.operands.count > 1 {
    throw UsageError("'\(words.operands[1])' is one word too many; write 'lazygrid layout FILE'")
  }
  let file = try InputFile(words.operands.first ?? "-")
  var bytes: [UInt8] = []
  while let more = try file.next() {
    bytes += more
    guard bytes.count <= 64 << 20 else { throw Failure(message: "a spec has at most 64 MB") }
  }
  let json: JSON
  do throws(StoreError) { json = try JSON(parsing: bytes) } catch { throw Failure(message: error.message) }
  var writer = JSONWriter()
  if case .array(let specs) = json {
    if svg != nil { throw UsageError("--svg draws one spec; '\(file.path)' has an array of them") }
    writer.array {
      for spec in specs {
        do throws(LayoutError) {
          try GridSpec(spec).write(&$0)
        } catch {
          $0.object { $0.member("error", error.description) }
        }
      }
    }
  } else {
    do throws(LayoutError) {
      try GridSpec(json).write(&writer)
    } catch {
      throw Failure(message: error.description)
    }
    if let svg {
      // The picture is made of the answer's own numbers, so it shows what was answered for every kind of grid.
      let answer = try JSON(parsing: writer.bytes)
      let drawing: GridDrawing
      do throws(LayoutError) {
        drawing = try GridDrawing(spec: json, answer: answer)
      } catch {
        throw Failure(message: error.description)
      }
      try write(drawing.svg, to: svg)
    }
  }
  Terminal.print(writer.bytes)
}
