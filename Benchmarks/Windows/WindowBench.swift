internal import GridStore
internal import LazyGrid

/// One order of one catalog, read in every way.
struct WindowBench {
  private static let cells = 60
  private let order: String
  private let mapping: FileMapping
  private let catalog: Catalog
  private let rows: ItemList<RowProduct>
  private let decoded: ItemList<CodableProduct>
  private let values: ItemList<ItemValues>
  private let grid: LazyVGrid<RowProduct>
  private let peers: PagingPeers
  private let count: Int

  init(_ path: String, _ text: String, _ mapping: FileMapping) throws {
    let catalog = try Catalog(path, mapping: mapping)
    let order = try Order(parsing: text)
    self.mapping = mapping
    self.catalog = catalog
    rows = try catalog.list(of: RowProduct.self, in: "products", order: order)
    decoded = try catalog.list(of: CodableProduct.self, in: "products", order: order)
    values = try catalog.rows(in: "products", order: order)
    // Six columns of 164 points in 1024; ten lines of 70 with gaps of 8.
    let items = rows
    grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 160))]) { ForEach(items, length: 70) }
    count = try rows.count.value
    // Seen often enough to be mapped, where it may be.
    for _ in 0..<200 { _ = try rows.count }
    peers = try PagingPeers(values)
    self.order = try rows.order
  }

  /// Times rounds of windows about a depth, or anywhere.
  func run(_ depth: Double?, rounds: Int) throws -> String {
    var random = SplitMix(seed: 1)
    let last = count - Self.cells
    var (keyset, making, row) = (Samples(), Samples(), Samples())
    var (decodable, dynamic, window) = (Samples(), Samples(), Samples())
    for round in 0..<rounds {
      func place() -> Int {
        guard let depth else { return Int(random.next() % UInt64(last)) }
        let spread = count / 100
        return min(max(Int(Double(last) * depth) + Int(random.next() % UInt64(spread)) - spread / 2, 0), last)
      }
      // Each way has a place of its own, or the first would warm what the others read, and they take turns to begin.
      for way in 0..<6 {
        let start = place()
        let range = start..<start + Self.cells
        switch (way + round) % 6 {
        case 0, 1:
          guard let page = try peers.keysetPage(start), let other = try peers.keysetPage(place()) else { continue }
          // Finding the page has warmed its first leaf; another far away takes its place in the processor's caches.
          _ = try peers.bareKeyset(other, Self.cells)
          if (way + round) % 6 == 0 {
            _ = try keyset.time { try peers.bareKeyset(page, Self.cells) }
          } else {
            _ = try making.time { try peers.keysetItems(page, Self.cells, of: RowProduct.self) }
          }
        case 2: _ = try row.time { try rows[range] }
        case 3: _ = try decodable.time { try decoded[range] }
        case 4: _ = try dynamic.time { try values[range] }
        default:
          let scroll = ScrollState(viewport: Size(width: 1024, height: 772), at: .index(start / 6 * 6))
          let made = try window.time { try grid.window(for: scroll) }
          guard made.cells.count == Self.cells else { fatalError("\(made.cells.count) cells") }
        }
      }
    }
    func ratio(_ samples: Samples) -> String {
      "\(Int(samples.median)) µs \((samples.median / keyset.median * 100).rounded() / 100) ×"
    }
    return WindowBench.line([
      order, mapping.rawValue, depth.map { "\($0)" } ?? "random", "\(Int(keyset.median)) µs",
      ratio(making), ratio(row),
      ratio(decodable), ratio(dynamic), ratio(window),
    ])
  }

  static var heading: String {
    line(["order", "mapping", "depth", "keyset", "making items", "RowDecodable", "Decodable", "values", "grid window"])
  }

  private static func line(_ columns: [String]) -> String {
    zip(columns, [30, 8, 8, 7, 15, 15, 15, 15, 15]).map { text, width in
      text + String(repeating: " ", count: max(width - text.count, 0))
    }.joined(separator: " ")
  }
}

extension WindowBench {
  /// Times the stepping scan that serves where pages cannot be read, against a loop that only steps.
  func runScan(rounds: Int) throws -> String {
    var (ours, bare) = (Samples(), Samples())
    for _ in 0..<rounds {
      let a = try ours.time { try peers.scan() }
      let b = try bare.time { try peers.bareScan() }
      guard a == b, a == Int64(count) else { fatalError("the scans differ") }
    }
    let ratio = (ours.median / bare.median * 100).rounded() / 100
    return "\(order): scan \(Int(ours.median / 1000)) ms, bare loop \(Int(bare.median / 1000)) ms, \(ratio) ×"
  }
}

/// A sequence of numbers that is the same every time.
struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
