import Foundation
import GridStore
import Testing

/// Lists whose ranks are found by stepping, once the scan in the background has gone through them.
@Suite struct Scans {
  @Test(
    "serve items and indexes from the nearest key, whatever the order",
    arguments: [
      "", "id.desc", "v", "v.desc", "v.desc.nullslast", "v.asc.nullslast", "g,v.desc", "g.desc,v.desc",
    ], ["", "g=in.(1,3)", "v=gte.100"])
  func anchors(order: String, filter: String) throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER, g INTEGER NOT NULL);
      CREATE INDEX tv ON t (v); CREATE INDEX tg ON t (g, v); CREATE INDEX tgd ON t (g, v DESC);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      SELECT i * 3, nullif(i * 31 % 977 % 500, 7), i % 5 FROM n
      """)
    let filters = filter.isEmpty ? [] : [try Filter(parsing: filter)]
    let pages = try Catalog(database.path).rows(in: "t", order: try Order(parsing: order), where: filters)
    let expected = try pages.read { try $0.page(0..<$0.count.value).keys }
    let catalog = try Catalog(database.path, rank: .scan)
    let list = try catalog.rows(in: "t", order: try Order(parsing: order), where: filters)
    // The scan begins with the first question about a place, and is believed from the next transaction on.
    for _ in 0..<2 { _ = try list[0..<1] }
    let last = expected.count - 1
    for _ in 0..<1000 {
      let before = catalog.counts
      _ = try list[last..<last + 1]
      if (catalog.counts - before).rowsStepped <= 513 { break }
      usleep(2000)
    }
    for i in stride(from: 0, through: last, by: 97) {
      let before = catalog.counts
      #expect(try list.index(ofKey: expected[i][0]) == i)
      #expect(try list.key(at: i) == expected[i])
      let stepped = (catalog.counts - before).rowsStepped
      // An order that no index serves has its keys frozen, and those are not stepped through.
      #expect(stepped <= 2 * 512 + 3, "\(stepped) rows stepped for item \(i)")
    }
  }
}
