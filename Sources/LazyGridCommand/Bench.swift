internal import GridStore
internal import LazyGrid

let benchCommand = Subcommand(
  name: "bench", summary: "times viewport queries on this very database, against OFFSET, deferred join and keyset",
  usage: "lazygrid bench DB [--order ORDER] [--mapping quiet|never] [--seconds S] [--json]",
  options: listOptions + [
    Option("seconds", "S", "about how long, for each order (10)"), Option("json", nil, "one JSON object"),
  ]
) { words in
  let path = try words.operand("the database", "lazygrid bench DB")
  let seconds = try words.length("seconds") ?? 10
  let bench = try Bench(words, path: path, seconds: seconds)
  if words.has("json") {
    var writer = JSONWriter()
    bench.write(&writer)
    Terminal.print(writer.bytes)
  } else {
    Terminal.print(bench.table)
  }
}

/// Times of one way, in microseconds.
private struct Times {
  private var samples: [Double] = []
  var count: Int { samples.count }
  var total: Double { samples.reduce(0, +) }

  mutating func add(_ duration: Duration) { samples.append(duration.seconds * 1e6) }

  func quantile(_ part: Double) -> Double {
    let sorted = samples.sorted()
    return sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
  }
}

/// Windows of 60 cells at several depths, by all ways, which must agree on the rows.
private struct Bench {
  struct Depth {
    let depth: Double
    var window = Times()
    var keyset = Times()
    var offset = Times()
    var deferredJoin = Times()
    var locate = Times()
    var rowsStepped = 0
    var statements = 0
  }
  struct OrderResult {
    let order: String
    var depths: [Depth] = []
  }

  static let cells = 60
  private var orders: [OrderResult] = []
  private var rows = 0
  private var generation = ""
  private var conditions: [(name: String, value: String)] = []
  private var opening: (us: Double, counts: ReadCounts) = (0, ReadCounts())
  private var exact: (us: Double, counts: ReadCounts) = (0, ReadCounts())

  init(_ words: Words, path: String, seconds: Double) throws {
    Bench.warm(path)
    let shared = try ListWords(words, path: path)
    var texts = [shared.order.description]
    if !words.has("order") {
      let info = try shared.catalog.info(table: shared.table, keyColumns: shared.keyColumns)
      guard info.tables.count == 1 || shared.table != nil, let table = info.tables.first else {
        throw UsageError("there are \(info.tables.count) tables; name one with --table")
      }
      texts = table.served.map { $0.order }
    }
    // Opening, as if the file were never seen: a catalog of its own, the first window, then the exact one.
    (opening, exact) = try Bench.open(words, path, texts.last ?? "")
    for text in texts {
      let order = try Order(parsing: text)
      let list = try shared.catalog.rows(
        in: shared.table, columns: shared.select, order: order, where: shared.filters, keyColumns: shared.keyColumns)
      // Looked at until it is mapped, where it may be, as it would be in a program that has run for a while.
      for _ in 0..<200 { _ = try list.count }
      let peers = try PagingPeers(list)
      let (name, count, token) = try list.read { ($0.order, $0.count.value, $0.generation.token) }
      (rows, generation) = (count, token)
      conditions = try peers.conditions()
      var result = OrderResult(order: name)
      for depth in [0, 0.01, 0.25, 0.5, 0.73, 0.99] {
        result.depths.append(try Bench.measure(list, peers, shared.catalog, depth, count, seconds / 6))
      }
      orders.append(result)
    }
  }

  /// Reads the file once, since what is measured is not the disk.
  ///
  /// The file is closed again before SQLite opens it: closing it later would drop SQLite's locks. What cannot be
  /// read, SQLite will say in its own words.
  private static func warm(_ path: String) {
    guard let file = try? InputFile(path) else { return }
    withExtendedLifetime(file) { while (try? file.nextPlain()) != nil {} }
  }

  /// Opens a catalog anew twice: for the first window at the top, and for the first exact one at 73 %.
  private static func open(
    _ words: Words, _ path: String, _ order: String
  ) throws -> ((Double, ReadCounts), (Double, ReadCounts)) {
    func time(_ depth: Double) throws -> (Double, ReadCounts) {
      let start = ContinuousClock.now
      let shared = try ListWords(words, path: path)
      let list = try shared.catalog.rows(
        in: shared.table, columns: shared.select, order: words.has("order") ? shared.order : try Order(parsing: order),
        where: shared.filters, keyColumns: shared.keyColumns)
      _ = try list.read { snapshot in
        let first = Int(Double(max(snapshot.count.value - cells, 0)) * depth)
        return try snapshot.items(first..<first + cells).count
      }
      return ((ContinuousClock.now - start).seconds * 1e6, shared.catalog.counts)
    }
    return (try time(0), try time(0.73))
  }

  private static func measure(
    _ list: ItemList<ItemValues>, _ peers: PagingPeers, _ catalog: Catalog, _ depth: Double, _ count: Int,
    _ seconds: Double
  ) throws -> Depth {
    var result = Depth(depth: depth)
    let clock = ContinuousClock()
    var random = ProductNumbers(seed: UInt64(depth * 100) + 1)
    let cells = min(Bench.cells, count)
    let last = count - cells
    // A place of its own for each way: the first at a place would warm it for the next.
    func place() -> Int { min(max(Int(Double(last) * depth) + random.below(count / 100 + 1) - count / 200, 0), last) }
    let end = clock.now + .seconds(seconds)
    var rounds = 0
    repeat {
      var start = place()
      let before = catalog.counts
      var time = clock.now
      let keys = try list.read { try $0.page(start..<start + cells).keys }
      result.window.add(clock.now - time)
      let used = catalog.counts - before
      (result.rowsStepped, result.statements) = (used.rowsStepped, used.statements)
      if rounds < 3 { try check(peers, start, Array(keys)) }
      if let key = keys.first {
        time = clock.now
        let index = try list.read { try $0.index(ofKey: key) }
        result.locate.add(clock.now - time)
        guard index == start else { throw Failure(message: "locate gives \(index ?? -1) for item \(start)") }
      }
      start = place()
      if let page = try peers.keysetPage(start) {
        // Finding the page warmed its first leaf.
        if let other = try peers.keysetPage(place()) { _ = try peers.bareKeyset(other, cells) }
        time = clock.now
        let read = try peers.bareKeyset(page, cells)
        // A page of keyset ends where its segment does.
        if read == cells { result.keyset.add(clock.now - time) }
      }
      // The slow ways a few times only.
      if result.offset.count < 3 || (result.offset.total + result.deferredJoin.total) / 1e6 < seconds / 4 {
        start = place()
        time = clock.now
        let rows = try peers.offset(start, cells)
        result.offset.add(clock.now - time)
        time = clock.now
        let joined = try peers.deferredJoin(start, cells)
        result.deferredJoin.add(clock.now - time)
        guard rows == joined else { throw Failure(message: "OFFSET and the deferred join differ at \(start)") }
      }
      rounds += 1
    } while clock.now < end || rounds < 20
    return result
  }

  /// All ways must give the same rows, or there is nothing to compare.
  private static func check(_ peers: PagingPeers, _ start: Int, _ keys: [[Value]]) throws {
    if let page = try peers.keysetPage(start) {
      let other = try peers.keyset(page, keys.count)
      guard other == Array(keys.prefix(other.count)) else {
        throw Failure(message: "keyset gives other rows at \(start)")
      }
    }
    guard try peers.offset(start, keys.count) == keys else {
      throw Failure(message: "OFFSET gives other rows at \(start)")
    }
    guard try peers.deferredJoin(start, keys.count) == keys else {
      throw Failure(message: "the deferred join gives other rows at \(start)")
    }
  }

  var table: String {
    var lines = ["\(grouped(rows)) rows · " + conditions.map { "\($0.name) \($0.value)" }.joined(separator: " · ")]
    lines.append(
      "opening: first window \(timeText(opening.us / 1e6)); exact at 73 % \(timeText(exact.us / 1e6)), "
        + "\(grouped(exact.counts.rowsStepped)) rows stepped, \(grouped(exact.counts.pageReads)) page reads")
    for result in orders {
      lines += ["", "\(result.order), \(Bench.cells) cells, median (p99) in µs"]
      var table = TextTable(
        ["depth", "window", "keyset", "ratio", "OFFSET", "times", "deferred join", "times", "locate", "rows"],
        numeric: 10)
      for depth in result.depths {
        func text(_ times: Times) -> String {
          times.count == 0 ? "–" : "\(grouped(Int(times.quantile(0.5)))) (\(grouped(Int(times.quantile(0.99)))))"
        }
        func ratio(_ a: Times, _ b: Times) -> String {
          a.count == 0 || b.count == 0 ? "–" : "\((a.quantile(0.5) / b.quantile(0.5) * 100).rounded() / 100)"
        }
        table.append([
          "\(depth.depth)", text(depth.window), text(depth.keyset), ratio(depth.window, depth.keyset),
          text(depth.offset), ratio(depth.offset, depth.window), text(depth.deferredJoin),
          ratio(depth.deferredJoin, depth.window), text(depth.locate), "\(depth.rowsStepped)",
        ])
      }
      lines += table.lines(width: max(Terminal.width, 140))
    }
    let memory = Memory.now
    lines.append("")
    lines.append("memory: \(byteText(Int64(memory.resident))) resident, \(byteText(Int64(memory.heap))) heap")
    return lines.joined(separator: "\n")
  }

  func write(_ writer: inout JSONWriter) {
    writer.object {
      $0.member("rows", rows)
      $0.member("generation", generation)
      for (name, value) in conditions { $0.member(name, value) }
      $0.member("machine", machineName)
      $0.name("open")
      $0.object {
        for (name, part) in [("first", opening), ("exactAt73", exact)] {
          $0.name(name)
          $0.object {
            $0.member("us", part.us.rounded())
            $0.member("rowsStepped", part.counts.rowsStepped)
            $0.member("pageReads", part.counts.pageReads)
          }
        }
      }
      $0.name("orders")
      $0.array {
        for result in orders {
          $0.object {
            $0.member("order", result.order)
            $0.name("depths")
            $0.array {
              for depth in result.depths {
                $0.object {
                  $0.member("depth", depth.depth)
                  $0.member("cells", min(Bench.cells, rows))
                  for (name, times) in [
                    ("window", depth.window), ("keyset", depth.keyset), ("offset", depth.offset),
                    ("deferredJoin", depth.deferredJoin), ("locate", depth.locate),
                  ] where times.count > 0 {
                    $0.name(name)
                    $0.object {
                      for (label, part) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
                        $0.member(label, times.quantile(part).rounded())
                      }
                      if name == "window" {
                        $0.member("rowsStepped", depth.rowsStepped)
                        $0.member("statements", depth.statements)
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
      $0.name("memory")
      $0.object {
        let memory = Memory.now
        $0.member("residentBytes", memory.resident)
        $0.member("heapBytes", memory.heap)
      }
    }
  }
}
