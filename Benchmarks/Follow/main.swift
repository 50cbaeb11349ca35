internal import Foundation
internal import GridStore

// What it costs a list to be current again after a commit of another connection, beside the walk that it saves.
//
//     swift run -c release follow-benchmark [ROWS]
//
// One row a commit, a WAL database, nothing else running. Times are medians of one run; only their ratios say much.

let rows = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let folder = FileManager.default.temporaryDirectory.appending(path: "follow-benchmark-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appending(path: "b.db").path
let writer = try Connection(path, .create)
try writer.execute(
  """
  PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
  CREATE TABLE t (id INTEGER PRIMARY KEY, price INTEGER, name TEXT);
  INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
  SELECT i, i * 7919 % 1000003, 'a name of some length ' || i FROM n;
  CREATE INDEX t_price ON t (price); PRAGMA wal_checkpoint(TRUNCATE)
  """)

func time(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .microseconds(1)
}
func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

let walk = try median(
  (0..<5).map { _ in
    let list = try Catalog(path, mapping: .never).rows(in: "t", order: [.ascending("price")])
    return try time { _ = try list.count }
  })
print("\(rows) rows; a walk over the leaves: \(Int(walk)) µs")

let catalog = try Catalog(path, mapping: .never)
let list = try catalog.rows(in: "t", order: [.ascending("price")])
let follower = try list.follower()
for (name, statement) in [
  ("UPDATE of what sorts it", "UPDATE t SET price = abs(random() % 1000003) WHERE id = "),
  ("UPDATE of another column", "UPDATE t SET name = 'another name of a length ' || random() WHERE id = "),
  ("DELETE", "DELETE FROM t WHERE id = "),
] {
  var times: [Double] = []
  var reads: [Double] = []
  var keys: [Double] = []
  for _ in 0..<300 {
    try writer.execute(statement + "\(Int.random(in: 1...rows))")
    let before = catalog.counts
    var change: ListChange?
    times.append(try time { change = try follower.advance() })
    reads.append(Double((catalog.counts - before).pageReads))
    if case .keys(let named)? = change?.updates { keys.append(Double(named.count)) }
  }
  let cost = median(times)
  print(
    "\(name): current again, splices and keys included, in \(Int(cost)) µs (walk ÷ \(Int(walk / cost))), "
      + "\(Int(median(reads))) reads of pages, \(keys.isEmpty ? 0 : Int(median(keys))) keys named")
}
