/// Which pages of a list are kept, which are read next, and which are let go of: decisions alone, as a value that reads
/// nothing and has no clock.
///
/// Events go in, and what is to be done comes out, so all of it can be replayed. At most one read is under way; what is
/// wanted next is decided when it has ended, so only the newest place waits, however many were passed over.
///
/// A page belongs to one state of the database. It is fresh in the newest one, serves on while it is stale, and stale
/// pages in sight are read again, all of them in one read.
package struct PageCache<Item: Sendable>: Sendable {
  /// Items that are to be read, whole pages of them.
  package struct Read: Hashable, Sendable {
    package let number: Int
    /// Which list it is for; another order or filter is another query.
    package let query: Int
    package let items: Range<Int>
  }

  package enum Action: Hashable, Sendable {
    case read(Read)
    /// Nobody wants any more what the read of this number brings.
    case interrupt(Int)
    /// ``wake(now:)`` is to be called after so long.
    case wake(after: Duration)
  }

  /// One item, and what the cache must know of it.
  package struct Row: Sendable {
    package let key: [Value]
    package let item: Item
    /// What it takes in memory, about.
    package let bytes: Int

    package init(key: [Value], item: Item, bytes: Int) {
      self.key = key
      self.item = item
      self.bytes = bytes
    }
  }

  /// What a read has brought, all of one state.
  package struct Answer: Sendable {
    package let generation: Generation
    /// How many items the list has.
    package let count: Int
    /// The index of the first row.
    package let start: Int
    package let rows: [Row]

    package init(generation: Generation, count: Int, start: Int, rows: [Row]) {
      self.generation = generation
      self.count = count
      self.start = start
      self.rows = rows
    }
  }

  struct Page: Sendable {
    /// As many as the page has items; nil where one is not known.
    let rows: [Row?]
    let generation: Generation
    /// Whether one of its rows is not known, or may be other than it is by now.
    let isOutdated: Bool
    var lastUse: Int
    let bytes: Int

    init(rows: [Row?], generation: Generation, isOutdated: Bool = false, lastUse: Int) {
      self.rows = rows
      self.generation = generation
      self.isOutdated = isOutdated || rows.contains { $0 == nil }
      self.lastUse = lastUse
      bytes = rows.reduce(64) { $0 + ($1?.bytes ?? 0) }
    }
  }

  /// The read under way.
  struct Reading: Sendable {
    let read: Read
    let pages: Range<Int>
    /// ``PageCache/news`` when it began.
    let news: Int
    var isInterrupted = false
  }

  /// The most pages that a viewport may stand on.
  package static var mostVisiblePages: Int { 1000 }

  package let settings: PageSettings
  /// Which list is shown, counted up.
  package private(set) var query = 0
  /// The newest state that is known; nil where it is not known which is.
  package internal(set) var generation: Generation?
  /// Counts what was told of newer states: what was read before the last of it may be of an older one.
  package internal(set) var news = 0
  /// How many items the list has in it.
  package internal(set) var count: Int?
  package internal(set) var counts = PageCounts()
  /// What the kept pages take, in bytes.
  package private(set) var bytes = 0
  private(set) var pages: [Int: Page] = [:]
  var asked = 0..<0
  var isForward = true
  var isScrubbing = false
  var reading: Reading?
  /// Pages beside the viewport that were asked for at this place. What is let go of for want of room is not read again.
  var attempted: Set<Int> = []
  /// Pages whose reading has failed at this place.
  var failed: Set<Int> = []
  /// When the last read of a scrub began, by the caller's clock.
  var lastScrubRead: Duration?
  var isWakePending = false
  var nextNumber = 0
  var uses = 0

  package init(_ settings: PageSettings) { self.settings = settings }

  /// Puts a page in the place of another, or of none.
  mutating func setPage(_ number: Int, _ page: Page?) {
    bytes += (page?.bytes ?? 0) - (pages[number]?.bytes ?? 0)
    pages[number] = page
  }

  mutating func setPages(_ pages: [Int: Page]) {
    self.pages = pages
    bytes = pages.values.reduce(0) { $0 + $1.bytes }
  }

  mutating func touch(_ number: Int) { pages[number]?.lastUse = uses }

  // MARK: What is there

  /// The row at an index, and whether it is of the newest state; nil where nothing is known of it.
  package func row(at index: Int) -> (row: Row, isFresh: Bool)? {
    guard index >= 0, index < count ?? .max, let page = pages[index / settings.pageSize] else { return nil }
    let offset = index % settings.pageSize
    guard offset < page.rows.count, let row = page.rows[offset] else { return nil }
    return (row, isFresh(index / settings.pageSize))
  }

  /// Whether the cache knows all of a page in the newest state.
  func isFresh(_ number: Int) -> Bool {
    guard let page = pages[number], let count, page.generation == generation, !page.isOutdated else { return false }
    return page.rows.count == length(ofPage: number, count)
  }

  func length(ofPage number: Int, _ count: Int) -> Int {
    max(min(settings.pageSize, count - number * settings.pageSize), 0)
  }

  /// The items in sight, clamped to those that there are.
  package var visible: Range<Int> {
    guard let count else { return asked }
    let length = min(asked.count, count)
    let first = min(asked.lowerBound, count - length)
    return first..<first + length
  }

  /// The pages that they stand on.
  package var visiblePages: Range<Int> {
    let items = visible
    if items.isEmpty { return 0..<0 }
    return items.lowerBound / settings.pageSize..<(items.upperBound - 1) / settings.pageSize + 1
  }

  /// Whether nothing is being read, and nothing waits to be.
  package var isSettled: Bool { reading == nil && !isWakePending }

  /// The numbers of the kept pages.
  package var keptPages: Set<Int> { Set(pages.keys) }

  /// Whether all items of a range are there in the newest state; a range past the end is that of the items before it.
  package func hasFresh(_ items: Range<Int>) -> Bool {
    guard let count, generation != nil else { return false }
    let own = items.clamped(to: 0..<count)
    if own.isEmpty { return true }
    return (own.lowerBound / settings.pageSize...(own.upperBound - 1) / settings.pageSize).allSatisfy(isFresh)
  }

  /// Turns to another list: nothing of this one is shown any more, or taken when it comes.
  package mutating func replaceQuery(now: Duration) -> [Action] {
    query += 1
    news += 1
    setPages([:])
    (generation, count) = (nil, nil)
    (attempted, failed) = ([], [])
    guard let reading, !reading.isInterrupted else { return next(now) }
    return [interruption(reading)]
  }
}
