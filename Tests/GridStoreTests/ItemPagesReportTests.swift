import GridStore
import Testing

/// What clients of other grids reported of their caches, held against pages of a real file; `docs/reports.md` has the
/// addresses.
@Suite("Reports on pages of a list") struct PagesReported {
  /// Its file goes with it.
  private let database: TestDatabase
  private let catalog: Catalog
  private let list: ItemList<ItemValues>

  init() throws {
    database = try TestDatabase(PagesOfLists.content)
    catalog = try Catalog(database.path)
    list = try catalog.rows(in: "t", order: [.ascending("a")])
  }

  private func expect(
    _ pages: ItemPages<ItemValues>, _ range: Range<Int>, of list: ItemList<ItemValues>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try list[range].map(\.values)
    #expect(
      range.map { pages.item(at: $0)?.item.values } == expected.map { $0 }, "\(range)", sourceLocation: sourceLocation)
  }

  @Test("a dragged scroll bar passes over five thousand rows in a few reads, and where it stops is there")
  func drag() async throws {
    let settings = PageSettings(pageSize: 20, byteBudget: 20_000, scrubInterval: .milliseconds(40))
    let pages = try ItemPages(of: list, settings: settings)
    let start = ContinuousClock.now
    let before = catalog.counts.rowsStepped
    for first in stride(from: 0, to: 4900, by: 7) { pages.show(first..<first + 50, isScrubbing: true) }
    pages.show(4321..<4371, isScrubbing: true)
    try await pages.settle()
    // One at once, one for each interval that went by, and one for the last place; none of them reads ahead.
    let intervals = Int((ContinuousClock.now - start) / .milliseconds(40)) + 1
    #expect(pages.counts.reads <= intervals + 2, "\(pages.counts.reads) reads in \(intervals) intervals")
    #expect(catalog.counts.rowsStepped - before <= pages.counts.reads * 4 * 20)
    try expect(pages, 4321..<4371, of: list)
  }

  @Test("a viewport over many pages is one read of as many rows, and rows of an older order never come in")
  func oneRead() async throws {
    _ = try list.count
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 10, pagesAhead: 0, pagesBehind: 0))
    let before = catalog.counts
    pages.show(1003..<1100)
    try await pages.settle()
    let read = catalog.counts - before
    #expect(pages.counts.reads == 1 && read.rowsStepped == 100, "\(read.rowsStepped) rows")
    try expect(pages, 1003..<1100, of: list)
    let other = try catalog.rows(in: "t", order: [.descending("id")])
    for round in 0..<40 {
      let next = round % 2 == 0 ? other : list
      pages.show(round * 100..<round * 100 + 60)
      pages.replace(with: next)
      // Whatever is under way is of the order before.
      for index in round * 100..<round * 100 + 60 {
        guard let held = pages.item(at: index) else { continue }
        #expect(try held.item.values == next[index].values)
      }
      if round % 3 == 0 { try await pages.settle() }
    }
    try await pages.settle()
    try expect(pages, 3900..<3960, of: list)
  }

  @Test("a viewport over two pages comes to rest with no budget at all, and asks for nothing more")
  func twoPages() async throws {
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 50, byteBudget: 0))
    for first in [25, 75, 4960, 30] {
      pages.show(first..<first + 40)
      try await pages.settle()
      try expect(pages, first..<first + 40, of: list)
      let reads = pages.counts.reads
      for _ in 0..<50 { pages.show(first..<first + 40) }
      try await pages.settle()
      #expect(pages.counts.reads == reads)
    }
    #expect(pages.counts.reads <= 8)
  }

  @Test("half a million rows of five thousand are those that there are, and are asked for once")
  func farTooMany() async throws {
    let pages = try ItemPages(of: list, settings: PageSettings(pageSize: 64, byteBudget: 64 << 20, mostPagesPerRead: 8))
    pages.show(0..<500_000)
    try await pages.settle()
    #expect(pages.count == 5000 && pages.counts.reads <= 5000 / 64 / 8 + 2)
    try expect(pages, 0..<5000, of: list)
    #expect(pages.item(at: 5000) == nil && pages.item(at: 499_999) == nil && pages.item(at: -1) == nil)
    let reads = pages.counts.reads
    pages.show(0..<500_000)
    try await pages.settle()
    #expect(pages.counts.reads == reads)
    #expect(try { try pages.items(0..<500_000) }().count == 5000)
    #expect(try await pages.items(-7..<500_000).count == 5000)
    // A viewport beyond all reason is brought within it: a thousand pages.
    let small = try ItemPages(of: list, settings: PageSettings(pageSize: 1, mostPagesPerRead: 1000))
    small.show(0..<Int.max)
    try await small.settle()
    #expect(small.item(at: 999) != nil && small.counts.items <= 1100)
  }
}
