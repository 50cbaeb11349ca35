internal import Foundation
internal import GridStore
internal import Synchronization

/// One table of some columns, a list of it by price, and somebody who writes it.
struct FollowBench {
  let rows: Int
  let path: String
  private let writer: Connection

  init(rows: Int, path: String) throws {
    (self.rows, self.path) = (rows, path)
    let isThere = FileManager.default.fileExists(atPath: path)
    writer = try Connection(path, .create)
    try writer.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    if !isThere {
      try writer.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT);
        INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        SELECT i, i * 7919 % 1000003, 'a name of some length ' || i FROM n;
        CREATE INDEX t_price ON t (price)
        """)
    }
    try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func list() throws -> (Catalog, ItemList<ItemValues>) {
    let catalog = try Catalog(path, mapping: .never)
    return (catalog, try catalog.rows(in: "t", order: [.ascending("price")]))
  }

  private var walk: Double {
    get throws {
      try median(
        (0..<5).map { _ in
          let (_, list) = try list()
          return try time { _ = try list.count }
        })
    }
  }

  private var randomRow: Int { Int.random(in: 1...rows) }
  private func update(_ id: Int) -> String { "UPDATE t SET price = abs(random() % 1000003) WHERE id = \(id)" }

  /// One row a commit, then ten thousand, in a WAL database.
  func measureSteps() throws {
    let walk = try walk
    print("\(rows) rows; a walk over the leaves: \(Int(walk)) µs")
    let (catalog, list) = try list()
    let follower = try list.follower()
    func measure(_ name: String, times: Int, _ commit: () throws -> Void) throws {
      var (durations, reads, keys): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<times {
        try commit()
        let before = catalog.counts
        var change: ListChange?
        durations.append(try time { change = try follower.advance() })
        reads.append(Double((catalog.counts - before).pageReads))
        if case .keys(let named)? = change?.updates { keys.append(Double(named.count)) }
      }
      let cost = median(durations)
      print(
        "\(name): current again, splices and keys included, in \(Int(cost)) µs "
          + "(a tenth of the times \(Int(percentile(durations, 0.9))) or more; walk ÷ \(Int(walk / cost))), "
          + "\(Int(median(reads))) reads of pages, \(keys.isEmpty ? "any" : "\(Int(median(keys)))") keys named")
    }
    try measure("UPDATE of what sorts it", times: 300) { try writer.execute(update(randomRow)) }
    try measure("UPDATE of another column", times: 300) {
      try writer.execute("UPDATE t SET name = 'another name of a length ' || random() WHERE id = \(randomRow)")
    }
    try measure("DELETE", times: 300) { try writer.execute("DELETE FROM t WHERE id = \(randomRow)") }
    try measure("UPDATE over a log that begins anew", times: 100) {
      try writer.execute("PRAGMA wal_checkpoint(RESTART);" + update(randomRow))
    }
    try measure("10,000 random UPDATEs", times: 5) {
      let statement = try writer.prepare("UPDATE t SET price = abs(random() % 1000003) WHERE id = ?")
      try writer.execute("BEGIN")
      for _ in 0..<min(10_000, rows) {
        try statement.bind(.integer(Int64(randomRow)), at: 1)
        _ = try statement.step()
        statement.reset()
      }
      try writer.execute("COMMIT; PRAGMA wal_checkpoint(PASSIVE)")
    }
  }

  /// The same list in a file without a log.
  func measureRollback() throws {
    try writer.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    let (catalog, list) = try list()
    let follower = try list.follower()
    var durations: [Double] = []
    for _ in 0..<20 {
      try writer.execute(update(randomRow))
      durations.append(try time { _ = try follower.advance() })
    }
    print(
      "without a log: current again in \(Int(median(durations))) µs, in slices that hold the lock for "
        + "\(Int(catalog.longestTurn / .microseconds(1))) µs at most")
  }

  /// From the return of a commit on another thread to what a follower is told.
  func measureDelays(_ journal: String) async throws {
    let (catalog, list) = try list()
    let changes = list.changes.makeAsyncIterator()
    let told = Mutex<ContinuousClock.Instant?>(nil)
    let following = Task.detached {
      var changes = changes
      while try await changes.next() != nil { told.withLock { $0 = .now } }
    }
    var (noticed, delays): ([Double], [Double]) = ([], [])
    for _ in 0..<(journal == "WAL" ? 200 : 40) {
      told.withLock { $0 = nil }
      let before = catalog.commitsNoticed
      try writer.execute(update(randomRow))
      let start = ContinuousClock.now
      while catalog.commitsNoticed == before { usleep(20) }
      noticed.append((ContinuousClock.now - start) / .microseconds(1))
      while told.withLock({ $0 == nil }) { usleep(100) }
      if let end = told.withLock({ $0 }) { delays.append((end - start) / .microseconds(1)) }
      try await Task.sleep(for: .milliseconds(journal == "WAL" ? 20 : 2200))
    }
    following.cancel()
    _ = await following.result
    print(
      "\(journal): from a commit's return it is noticed in \(Int(median(noticed))) µs, and told in "
        + "\(Int(median(delays))) µs (a tenth of the times \(Int(percentile(noticed, 0.9))) and "
        + "\(Int(percentile(delays, 0.9))) or more)")
  }
}

func time(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .microseconds(1)
}

func percentile(_ times: [Double], _ part: Double) -> Double { times.sorted()[Int(Double(times.count - 1) * part)] }
func median(_ times: [Double]) -> Double { percentile(times, 0.5) }
