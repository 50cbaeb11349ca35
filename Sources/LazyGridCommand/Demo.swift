internal import GridStore
internal import LazyGrid

/// What `make run` shows: windows at three depths, and the time LIMIT/OFFSET takes for the same rows.
let demoCommand = Subcommand(
  name: "demo", summary: "windows at the top, at 73 % and at the end, beside LIMIT/OFFSET",
  usage: "lazygrid demo DB", options: []
) { words in
  let path = try words.operand("the database", "lazygrid demo DB")
  let list = try Catalog(path).rows(in: "products", order: [.descending("price")])
  let offset = try OffsetPages(path)
  let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))], spacing: 8) { ForEach(list, length: 220) }
  for (title, target) in [("the top", ScrollTarget.start), ("73 %", .fraction(0.73)), ("the end", .end)] {
    let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: target)
    let start = ContinuousClock.now
    let window = try grid.window(for: scroll)
    let seconds = (ContinuousClock.now - start).seconds
    let other = try offset.time(window)
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

/// The same rows by LIMIT and OFFSET, for comparison.
struct OffsetPages {
  private let connection: Connection

  init(_ path: String) throws { connection = try Connection(path, .readOnly) }

  /// How many seconds the rows of a window take; they must be the same ones.
  func time(_ window: GridWindow<ItemValues>) throws -> Double {
    let start = ContinuousClock.now
    let statement = try connection.prepare(
      "SELECT * FROM products ORDER BY price DESC, id DESC LIMIT ? OFFSET ?")
    try statement.bind(Int64(window.cells.count), at: 1)
    try statement.bind(Int64(window.visible.lowerBound), at: 2)
    var keys: [[Value]] = []
    while try statement.step() {
      for column in 0..<statement.columnCount { _ = statement.value(column) }
      keys.append([statement.value(0)])
    }
    guard keys == window.cells.map(\.key) else { throw Failure(message: "LIMIT/OFFSET gives other rows") }
    return (ContinuousClock.now - start).seconds
  }
}
