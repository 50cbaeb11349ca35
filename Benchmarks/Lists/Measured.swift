internal import GridStore

/// The sections of a column of 300 values, each time of a list that knows none yet.
@MainActor func measureSections() throws {
  let catalog = try Catalog(path, mapping: .never)
  let walk = try time { _ = try catalog.rows(in: "t", order: [.ascending("grp")]).count }
  for order in ["grp", "grp.desc"] {
    var found = 0
    let before = catalog.counts
    let runs = 15
    let cost = try median(of: runs) {
      let list = try catalog.rows(in: "t", columns: ["grp"], order: Order(parsing: order))
      found = try list.sections(by: "grp").ranges().count
    }
    let read = catalog.counts - before
    print(
      "\(found) sections by \(order): \(shown(cost)), \(read.rowsStepped / runs) rows stepped, "
        + "\(read.pageReads / runs) reads of pages (a walk before the first: \(shown(walk)))")
  }
  print("  GROUP BY the same: \(shown(try time { _ = try step("SELECT grp, COUNT(*) FROM t GROUP BY grp") }))")
}

/// The exact count of filters that an index serves.
@MainActor func measureCounts() throws {
  let catalog = try Catalog(path, mapping: .never)
  _ = try catalog.rows(in: "t", order: [.ascending("price")]).count
  _ = try catalog.rows(in: "t", order: [.ascending("brand")]).count
  for (text, sql) in [
    (["price=gte.250000", "price=lt.750000"], "price >= 250000 AND price < 750000"),
    (["brand=eq.brand 7", "price=gt.500000"], "brand = 'brand 7' AND price > 500000"),
    (["brand=eq.brand 9"], "brand = 'brand 9'"),
  ] {
    let filters = try text.map { try Filter(parsing: $0) }
    var count = 0
    let whole = try median(of: 101) {
      count = try catalog.rows(in: "t", columns: ["id"], order: [.ascending("price")], where: filters).count.value
    }
    let counted = try time { count -= Int(try number("SELECT COUNT(*) FROM t WHERE \(sql)")) }
    guard count == 0 else { fatalError("the counts of \(text) differ by \(count)") }
    let list = try catalog.rows(in: "t", columns: ["id"], order: [.ascending("price")], where: filters)
    let again = try median(of: 101) { _ = try list.count }
    print(
      "count of \(text.joined(separator: "&")): \(shown(whole)) with the making of the list, then \(shown(again)) "
        + "(COUNT(*): \(shown(counted)))")
  }
}

/// The keys of lists that no index serves, beside the bare scan that collects the same.
@MainActor func measureFrozenKeys() throws {
  for (order, filter, sql) in [
    ("", "name=like.*77", "SELECT id FROM t WHERE name GLOB '*77' ORDER BY id"),
    ("name", "price=gte.500000", "SELECT id FROM t WHERE price >= 500000 ORDER BY name, id"),
    ("name", "", "SELECT id FROM t ORDER BY name, id"),
  ] {
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<3 {
      theirs.append(
        try time {
          var keys: [Int64] = []
          let statement = try bare.prepare(sql)
          while try statement.step() { keys.append(statement.integer(0)) }
        })
      let catalog = try Catalog(path, mapping: .never)
      let list = try catalog.rows(
        in: "t", columns: ["id"], order: Order(parsing: order), where: filter.isEmpty ? [] : [Filter(parsing: filter)])
      ours.append(try time { try list.read { snapshot in _ = try snapshot.key(at: snapshot.count.value - 1) } })
    }
    let (cost, plain) = (ours.sorted()[1], theirs.sorted()[1])
    print("frozen keys by '\(order)' where '\(filter)': \(shown(cost)), \(ratio(cost, plain)) the bare scan")
  }
}

/// The first page of a list that no index serves, beside its whole sort.
@MainActor func measureFirstPage() throws {
  for order in ["name", "name.desc"] {
    let catalog = try Catalog(path, mapping: .never)
    let list = try catalog.rows(in: "t", columns: ["id"], order: Order(parsing: order))
    var head: [[Value]] = []
    let first = try time { head = try list[0..<60].map(\.values) }
    let (before, again) = (catalog.counts, try time { _ = try list[300..<360] })
    guard (catalog.counts - before).rowsStepped <= 60 else { fatalError("the head was found twice") }
    let last = try time { _ = try list[rows - 60..<rows] }
    let sorted = try Catalog(path, mapping: .never)
    sorted.sortsAtOnceBelow = .max
    var plain: [[Value]] = []
    let whole = try time {
      plain = try sorted.rows(in: "t", columns: ["id"], order: Order(parsing: order))[0..<60].map(\.values)
    }
    guard head == plain else { fatalError("the first page by \(order) is another than that of the sort") }
    let scan = try time { _ = try number("SELECT COUNT(*) FROM t NOT INDEXED WHERE name >= ''") }
    print(
      "first page by \(order), no index: \(shown(first)), \(ratio(first, whole)) the whole sort of \(shown(whole)) and "
        + "\(ratio(first, scan)) a bare scan; another of the head \(shown(again)); the last page, once sorted beside, "
        + "after \(shown(first + again + last))")
  }
}

/// Facets by ranks and by a scan, beside GROUP BY.
@MainActor func measureFacets() throws {
  let catalog = try Catalog(path, mapping: .never)
  _ = try catalog.rows(in: "t", order: [.ascending("grp")]).count
  _ = try catalog.rows(in: "t", order: [.ascending("brand")]).count
  for (columns, filter, condition) in [
    (["grp", "brand"], "", "1"), (["brand"], "grp=eq.group 7", "grp = 'group 7'"),
    (["grp"], "price=lt.100000", "price < 100000"),
  ] {
    let list = try catalog.rows(in: "t", columns: ["id"], where: filter.isEmpty ? [] : [Filter(parsing: filter)])
    var found: ListFacets?
    let cost = try time { found = try list.facets(of: columns, limit: 1000, timeLimit: nil) }
    let plain = try time {
      for (column, facet) in zip(columns, found?.facets ?? []) {
        let groups = try step("SELECT \(column), COUNT(*) FROM t WHERE \(condition) GROUP BY \(column)")
        guard groups == facet.valueCount.value else { fatalError("facets of \(column) differ") }
      }
    }
    let names = columns.joined(separator: ",")
    print("facets of \(names) where '\(filter)': \(shown(cost)), \(ratio(cost, plain)) GROUP BY")
    let limited = try time { found = try list.facets(of: ["name"], timeLimit: .milliseconds(100)) }
    print("  of name within 100 ms: \(shown(limited)), complete: \(found?.isComplete ?? false)")
  }
}
