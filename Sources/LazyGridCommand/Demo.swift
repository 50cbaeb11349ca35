internal import GridStore
internal import LazyGrid

/// What `make run` shows: windows at three depths, and the time LIMIT/OFFSET takes for the same rows.
let demoCommand = Subcommand(
  name: "demo", summary: "windows at the top, at 73 % and at the end, beside LIMIT/OFFSET",
  usage: "lazygrid demo DB", options: []
) { words in
  let path = try words.operand("the database", "lazygrid demo DB")
  let list = try Catalog(path).rows(in: "products", order: [.descending("price")])
  let peers = try PagingPeers(list)
  let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 8) { ForEach(list, length: 220) }
  for (title, target) in [("the top", ScrollTarget.start), ("73 %", .fraction(0.73)), ("the end", .end)] {
    let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: target)
    let start = ContinuousClock.now
    let window = try grid.window(for: scroll)
    let seconds = (ContinuousClock.now - start).seconds
    let otherStart = ContinuousClock.now
    let keys = try peers.offset(window.visible.lowerBound, window.cells.count)
    let other = (ContinuousClock.now - otherStart).seconds
    guard keys == window.cells.map({ $0.key.values }) else { throw Failure(message: "LIMIT/OFFSET gives other rows") }
    Terminal.print("── \(title)")
    Terminal.print(windowTable(window, seconds: seconds, most: 6))
    Terminal.print("LIMIT/OFFSET takes \(timeText(other)) for the same \(window.cells.count) rows")
    Terminal.print("")
  }
  let name = CommandLine.arguments[0]
  Terminal.print("Try next:")
  Terminal.print("  \(name) window \(path) --order rating.desc.nullslast,price --at 50%")
  Terminal.print(
    "  \(name) window \(path) --where category=eq.Shoes --order price --at end --columns 'fixed(300),adaptive(100,300)'"
  )
  Terminal.print("  \(name) locate \(path) --key 412345 --order price.desc")
}
