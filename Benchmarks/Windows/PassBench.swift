internal import GridStore
internal import LazyGrid

/// What is read of a whole list at once, against the plainest SQL that says the same.
enum PassBench {
  /// The lengths of a column in an order, and the bare scan with a sort that a program would do without us.
  static func lengths(_ path: String, _ column: String, _ order: String) throws {
    let list = try Catalog(path).rows(in: "products", order: try Order(parsing: order))
    // Both find the file as the other left it.
    for _ in 0..<3 {
      let plain = try seconds {
        try sum(path, "SELECT \(quoted(column)) FROM products NOT INDEXED ORDER BY \(try terms(order))")
      }
      let first = ContinuousClock.now
      var untilFirst: Duration?
      let ours = try seconds {
        let found = try list.lengths(of: column) {
          if case .lengths = $0, untilFirst == nil { untilFirst = ContinuousClock.now - first }
        }
        return found.values.reduce(0, +)
      }
      guard plain.answer == ours.answer else { fatalError("the lengths are not those of the table") }
      print(
        "lengths of \(column) by \(try list.order): \(ours.text), first piece after \(shown(untilFirst ?? .zero)); "
          + "scan and sort \(plain.text), \(ratio(ours, plain)) of it")
      // The same in slices in the background, for a grid whose first window does not wait.
      let grid = LazyVGrid(columns: [GridItem(), GridItem()]) { ForEach(list, length: .column(column, estimate: 220)) }
      let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.73))
      let window = try seconds { try grid.window(for: scroll).contentSize.height }
      let through = try seconds {
        try grid.waitForLengths()
        return 0
      }
      let exact = try seconds { try grid.window(for: scroll).contentSize.height }
      print(
        "  by name: first window \(window.text), through after \(through.text), \(ratio(through, plain)) of scan and "
          + "sort, the first exact window \(exact.text)")
    }
  }

  /// The spans in two columns in an order, and the bare scan with a sort that a program would do without us.
  static func spans(_ path: String, _ columns: (String, String), _ order: String) throws {
    let list = try Catalog(path).rows(in: "products", order: try Order(parsing: order))
    let (w, h) = (quoted(columns.0), quoted(columns.1))
    for _ in 0..<3 {
      let plain = try seconds {
        try sum(path, "SELECT \(w) * \(h) - 1 FROM products NOT INDEXED ORDER BY \(try terms(order))")
      }
      var (count, read) = (0, 0)
      let ours = try seconds {
        let found = try list.spans(from: SpanColumns(columnSpan: columns.0, rowSpan: columns.1)) {
          if case .reading(let rows) = $0 { read = rows }
        }
        count = found.count
        return found.reduce(0) { $0 + Double($1.columnSpan * $1.rowSpan - 1) }
      }
      guard plain.answer == ours.answer else { fatalError("the spans are not those of the table") }
      print(
        "\(count) spans by \(try list.order): \(ours.text), \(read) rows read apart; scan and sort \(plain.text), "
          + "\(ratio(ours, plain)) of it")
      let grid = Grid(list, length: 220, span: .columns(columns.0, columns.1), tracks: 4, contentMode: .scroll)
      let scroll = ScrollState(viewport: Size(width: 1024, height: 768), at: .fraction(0.73))
      let window = try seconds { try grid.window(for: scroll).contentSize.height }
      let through = try seconds {
        try grid.waitForColumns()
        return 0
      }
      let exact = try seconds { try grid.window(for: scroll).contentSize.height }
      print(
        "  in a grid: first window \(window.text), through after \(through.text), \(ratio(through, plain)) of scan and "
          + "sort, the first exact window \(exact.text)")
    }
  }

  /// A grid whose items span and have lengths of their own by columns of a list: what is read for it, against the bare scan
  /// with a sort; windows at several depths; and all of those against a layout of all items at once.
  static func scrolled(_ path: String, _ columns: (String, String), _ length: String, _ order: String) throws {
    let list = try Catalog(path).rows(in: "products", order: try Order(parsing: order))
    let (w, h, own) = (quoted(columns.0), quoted(columns.1), quoted(length))
    let plain = try seconds {
      try sum(path, "SELECT \(w) * \(h) - 1 + \(own) FROM products NOT INDEXED ORDER BY \(try terms(order))")
    }
    let grid = Grid(
      list, length: .column(length, estimate: 220), span: .columns(columns.0, columns.1), tracks: 4,
      contentMode: .scroll, spacing: 5)
    let viewport = Size(width: 1024, height: 768)
    let middle = ScrollState(viewport: viewport, at: .fraction(0.73))
    let window = try seconds { try grid.window(for: middle).contentSize.height }
    let through = try seconds {
      try grid.waitForColumns()
      return 0
    }
    let exact = try seconds { try grid.window(for: middle).contentSize.height }
    print(
      "spans and lengths by \(try list.order), in a grid: first window \(window.text), through after \(through.text); "
        + "scan and sort \(plain.text), \(ratio(through, plain)) of it; the first exact window \(exact.text)")

    let all = try eager(path, columns, length, order, viewport)
    var (compared, height) = (0, all.contentSize.height)
    for depth in [0, 0.01, 0.5, 0.73, 0.99, 1] {
      var scroll = ScrollState(viewport: viewport, at: .fraction(depth))
      var times: [Duration] = []
      var last: TrackWindow<ItemValues>?
      for step in 0..<101 {
        let start = ContinuousClock.now
        let window = try grid.window(for: scroll, after: last)
        times.append(ContinuousClock.now - start)
        guard window.certainty == .exact, abs(window.contentSize.height - height) <= 1e-9 * height else {
          fatalError("\(window.contentSize) is not the size of all items, \(all.contentSize)")
        }
        height = all.contentSize.height
        for cell in window.cells {
          let (ours, theirs) = (cell.rect(in: .content), all.items[cell.index].rect)
          guard cell.area == all.items[cell.index].cell,
            zip(
              [ours.minX, ours.minY, ours.width, ours.height], [theirs.minX, theirs.minY, theirs.width, theirs.height]
            )
            .allSatisfy({ abs($0 - $1) <= 1e-9 * height })
          else { fatalError("item \(cell.index) is at \(ours), not \(theirs)") }
          compared += 1
        }
        scroll = window.scroll
        scroll.scroll(by: step % 3 == 2 ? -91 : 137)
        last = window
      }
      times.sort()
      print("  at \(depth): median window \(shown(times[50])), longest \(shown(times[100]))")
    }
    print("  \(compared) cells are where a layout of all items at once has them")
  }

  /// All items of a list, placed and measured at once.
  private static func eager(
    _ path: String, _ columns: (String, String), _ length: String, _ order: String, _ viewport: Size
  ) throws -> TrackLayout {
    let sql = [columns.0, columns.1, length].map(quoted).joined(separator: ", ")
    let statement = try Connection(path, .readOnly).prepare(
      "SELECT \(sql) FROM products ORDER BY \(try terms(order))\(order.isEmpty ? "" : ", ")\"id\"")
    var items: [TrackGridItem] = []
    while try statement.step() {
      let span = GridSpan(column: Int64(statement.real(0)), row: Int64(statement.real(1)))
      items.append(TrackGridItem(span: span, size: Size(width: 0, height: statement.real(2))))
    }
    return TrackGrid(tracks: [GridTrack](count: 4), contentMode: .scroll, spacing: 5)
      .layout(items, in: Size(width: viewport.width, height: 0))
  }

  /// The sections of a column in an order, and GROUP BY.
  static func sections(_ path: String, _ column: String, _ order: String) throws {
    for _ in 0..<3 {
      let plain = try seconds {
        try sum(path, "SELECT COUNT(*) FROM products GROUP BY \(quoted(column)) ORDER BY \(quoted(column))")
      }
      let catalog = try Catalog(path)
      let list = try catalog.rows(in: "products", order: try Order(parsing: order))
      var count = 0
      let ours = try seconds {
        let ranges = try list.sections(by: column).ranges()
        count = ranges.count
        return Double(ranges.itemCount)
      }
      let again = try seconds { Double(try list.sections(by: column).ranges().itemCount) }
      guard plain.answer == ours.answer else { fatalError("the sections have other items than the table") }
      print(
        "\(count) sections by \(column) of \(try list.order): \(ours.text), again \(again.text), "
          + "\(catalog.counts.rowsStepped) rows stepped; GROUP BY \(plain.text), \(ratio(ours, plain)) of it")
    }
  }

  private struct Timed {
    let answer: Double
    let time: Duration
    var text: String { shown(time) }
  }

  private static func seconds(_ body: () throws -> Double) throws -> Timed {
    let start = ContinuousClock.now
    let answer = try body()
    return Timed(answer: answer, time: ContinuousClock.now - start)
  }

  private static func sum(_ path: String, _ sql: String) throws -> Double {
    let statement = try Connection(path, .readOnly).prepare(sql)
    var sum = 0.0
    while try statement.step() { sum += statement.real(0) }
    return sum
  }

  private static func terms(_ order: String) throws -> String {
    try Order(parsing: order).terms.map { quoted($0.column) + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
  }

  private static func shown(_ time: Duration) -> String {
    "\((Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6).rounded() / 1000) ms"
  }

  private static func ratio(_ a: Timed, _ b: Timed) -> String {
    "\(((a.time / b.time) * 1000).rounded() / 1000) ×"
  }
}
