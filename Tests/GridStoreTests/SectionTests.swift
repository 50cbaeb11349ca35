import Foundation
import GridStore
import Testing

/// Sections of small tables by every order and filter, against plain SQL, and what they cost.
@Suite struct Sections {
  /// A section, spelled out.
  struct Plain: Equatable {
    let value: Value
    let first: Int
    let count: Int
  }

  /// The rows one after another, a section wherever SQLite finds a value that is another than the one before.
  private func oracle(_ plan: ListPlan, _ database: TestDatabase) throws -> [Plain] {
    let column = quoted(plan.order[0].name)
    let filter = plan.filters.isEmpty ? "" : " WHERE \(plan.filterSQL)"
    let rows = try database.connection.prepare("SELECT \(column) FROM t\(filter) ORDER BY \(plan.orderSQL)")
    for (i, value) in plan.filterValues.enumerated() { try rows.bind(value, at: i + 1) }
    var values: [Value] = []
    while try rows.step() { values.append(rows.value(0)) }
    let groups = try database.connection.prepare(
      "SELECT COUNT(*) FROM t\(filter) GROUP BY \(column) ORDER BY \(plan.order[0].sql)")
    for (i, value) in plan.filterValues.enumerated() { try groups.bind(value, at: i + 1) }
    var sections: [Plain] = []
    var first = 0
    while try groups.step() {
      let count = Int(groups.integer(0))
      sections.append(Plain(value: values[first], first: first, count: count))
      first += count
    }
    #expect(first == values.count)
    return sections
  }

  @Test(
    "of every order under every filter by every column are SQLite's own", arguments: SmallWorlds.tables.map(\.name),
    [RankMode.auto, .scan])
  func everySection(name: String, mode: RankMode) throws {
    let (_, sql, key) = SmallWorlds.tables.first { $0.name == name }!
    let isView = name == "view"
    let more = "INSERT INTO t (a, b, c, d) VALUES (2, 'x', 1.0, 90), (2, 'X ', 1, 91);"
    let content = SmallWorlds.content + (isView ? "" : more)
    let database = try TestDatabase(sql + (isView ? content.replacing("INTO t", with: "INTO u") : content))
    let catalog = try Catalog(database.path, rank: mode)
    let table = try catalog.table("t", keyColumns: isView ? key : [])
    var hopped = 0
    for (i, orderText) in SmallWorlds.orders.enumerated() {
      for (j, filterTexts) in SmallWorlds.filters.enumerated() {
        let order = try Order(parsing: orderText)
        let filters = try filterTexts.map { try Filter(parsing: $0) }
        let list = try catalog.rows(
          in: "t", columns: ["a"], order: order, where: filters, keyColumns: isView ? key : [])
        // The column that the order begins with, and one that comes to stand in front of it.
        for column in Set([order.terms.first?.column ?? "d", ["a", "b", "c", "d"][(i + j) % 4]]) {
          let sections = list.sections(by: column)
          let context: Comment = "\(name) \(orderText) \(filterTexts) \(mode) by \(column)"
          // The column in front, as the order has it where it does.
          let term = order.terms.first { $0.column == column } ?? Order.Term(column)
          let wanted = Order([term] + order.terms.filter { $0.column != column })
          let own = try ListPlan(
            ListRequest(table: "t", order: order, filters: filters, keyColumns: isView ? key : []), table: table,
            encoding: .utf8)
          let plan =
            own.order[0].name == column
            ? own
            : try ListPlan(
              ListRequest(table: "t", order: wanted, filters: filters, keyColumns: isView ? key : []), table: table,
              encoding: .utf8)
          #expect(try sections.list.order == plan.orderText, context)
          let expected = try oracle(plan, database)
          _ = try sections.list.count
          let before = catalog.counts
          let found = try sections.all()
          let read = catalog.counts - before
          #expect(found.map { Plain(value: $0.value, first: $0.first, count: $0.count) } == expected, context)
          #expect(found.map(\.index) == Array(expected.indices))
          if case .tree = plan.access {
            #expect(read.rowsStepped <= 2 * expected.count + 2, "\(context): \(read.rowsStepped) rows stepped")
            if read.pageReads > 0 { hopped += 1 }
          }
          try sections.read { snapshot, ranges in
            #expect(ranges.itemCount == snapshot.count.value && ranges.generation == snapshot.generation)
            for (i, range) in ranges.enumerated() {
              let isRight = range.index == i && range.value == expected[i].value
              #expect(isRight && range.items.allSatisfy { ranges.index(ofItem: $0) == i }, context)
            }
            #expect(ranges.index(ofItem: -1) == nil && ranges.index(ofItem: snapshot.count.value) == nil)
          }
        }
      }
    }
    if mode == .auto, !isView { #expect(hopped > 20, "\(name): \(hopped) combinations take ranks from pages") }
    #expect(catalog.reports == [])
  }

  /// Some ten values, uneven, in an index that several pages hold.
  static let wide = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT COLLATE NOCASE, v INTEGER);
    CREATE INDEX tg ON t (g); CREATE INDEX tgv ON t (g, v);
    INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT i, CASE WHEN i % 1000 = 0 THEN NULL ELSE substr('aBcDeFgHij', 1 + i % 97 % 10, 1) || (i % 2 * 0) END, i % 13
    FROM n;
    """

  @Test("cost a row for each, however many items they have", arguments: ["", "g.desc", "g.nullslast", "g.desc,v.desc"])
  func cost(order: String) throws {
    let database = try TestDatabase(Self.wide)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: try Order(parsing: order))
    let sections = list.sections(by: "g")
    let before = catalog.counts
    let found = try sections.all()
    let read = catalog.counts - before
    #expect(found.count == 11 && found.map(\.count).reduce(0, +) == 20000)
    #expect(read.rowsStepped <= found.count + 2, "\(read.rowsStepped) rows stepped")
    // The same state is not asked again.
    let again = catalog.counts
    #expect(try sections.all().map(\.range) == found.map(\.range))
    #expect((catalog.counts - again).rowsStepped == 0)
  }

  @Test("of a filter that an index serves cost a row for each as well")
  func filteredCost() throws {
    let database = try TestDatabase(Self.wide)
    let catalog = try Catalog(database.path)
    let list = try catalog.rows(in: "t", order: [.ascending("v")], where: [.equal("g", "A0")])
    let before = catalog.counts
    let found = try list.sections(by: "v").all()
    #expect(found.count == 13)
    #expect((catalog.counts - before).rowsStepped <= found.count + 2)
    let counted = try database.rows("SELECT v, COUNT(*) FROM t WHERE g = 'a0' GROUP BY v")
    #expect(counted == found.map { [$0.value, .integer(Int64($0.count))] })
  }

  @Test("of an order that no index serves are taken from one that begins with the column")
  func otherOrder() throws {
    let database = try TestDatabase(Self.wide)
    let catalog = try Catalog(database.path)
    // By v and then against id: an index has (g, v, id).
    for filters in [[Filter.equal("g", "a0")], [.equal("g", "b0"), .greater("v", 4)]] {
      let list = try catalog.rows(in: "t", order: [.ascending("v"), .descending("id")], where: filters)
      let before = catalog.counts
      let sections = list.sections(by: "v")
      let found = try sections.all()
      #expect((catalog.counts - before).rowsStepped <= found.count + 2)
      #expect(found.count == (filters.count == 1 ? 13 : 8))
      // Its items are those of a list that must be sorted, and agree.
      let values = try sections.list.read { try $0.items(0..<$0.count.value).map { $0.values[2] } }
      for section in found {
        #expect(values[section.range.items].allSatisfy { $0 == section.value })
        #expect(section.first == 0 || values[section.first - 1] != section.value)
      }
      #expect(found.map(\.count).reduce(0, +) == values.count)
    }
  }

  @Test("of a few items each are counted by one statement, and are the same")
  func dense() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v); CREATE INDEX tv ON t (v);
      INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      SELECT i, CASE i % 3 WHEN 0 THEN i / 6 ELSE i / 6 * 1.0 END FROM n
      """)
    for order in ["v", "v.desc"] {
      let catalog = try Catalog(database.path)
      let before = catalog.counts
      let found = try catalog.rows(in: "t", order: try Order(parsing: order)).sections(by: "v").all()
      #expect((catalog.counts - before).statements < 4000)
      let scanned = try Catalog(database.path, rank: .scan).rows(in: "t", order: try Order(parsing: order))
        .sections(by: "v").all()
      #expect(
        found.map { Plain(value: $0.value, first: $0.first, count: $0.count) }
          == scanned.map { Plain(value: $0.value, first: $0.first, count: $0.count) })
      let counts = try database.rows("SELECT COUNT(*) FROM t GROUP BY v ORDER BY v \(order == "v" ? "" : "DESC")")
      #expect(found.map { [.integer(Int64($0.count))] } == counts && found.count == 1501)
    }
  }

  @Test("items of a section are read by their place in it, and found again after a commit")
  func items() throws {
    let database = try TestDatabase(Self.wide)
    for mode in [RankMode.auto, .scan] {
      let list = try Catalog(database.path, rank: mode).rows(in: "t", columns: ["id", "g"], order: [.ascending("v")])
      let sections = try list.sections(by: "g").all()
      let section = sections[5]
      #expect(try section.items.count == section.count)
      #expect(try section.items[0].values[1] == section.value)
      #expect(try section.items[section.count - 3..<section.count + 9].count == 3)
      #expect(throws: StoreError.self) { try section.items[section.count] }
      #expect(throws: StoreError.self) { try section.items[-1] }
      // Every row of the section before goes, and one of this one is spelled otherwise.
      let ids = try section.items[0..<1].map(\.values[0])
      guard case .text(let before) = sections[4].value, case .text(let own) = section.value else {
        Issue.record("sections of text")
        return
      }
      try database.connection.execute("BEGIN; DELETE FROM t WHERE g = '\(before)'")
      let update = try database.connection.prepare("UPDATE t SET g = upper(g) WHERE id = ?")
      try update.bind(ids[0], at: 1)
      try update.run()
      try database.connection.execute("COMMIT")
      #expect(try section.items.count == section.count)
      #expect(try section.items.read { _, indexes in indexes.lowerBound } == section.first - sections[4].count)
      #expect(try section.items[0].values == [ids[0], .text(own.uppercased())])
      #expect(try sections[4].items.count == 0 && sections[4].items[0..<9].isEmpty)
    }
  }

  @Test("by a column that is not there, or that the order does not begin with, say so")
  func mistakes() throws {
    let database = try TestDatabase(Self.wide)
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("v")])
    let missing = #expect(throws: StoreError.self) { try list.sections(by: "gg").all() }
    #expect(missing?.kind == .noSuchColumn && "\(missing!)".contains("'g'"))
    let other = #expect(throws: StoreError.self) { try list.read { try $0.sections(by: "G").count } }
    #expect(other?.kind == .badValue && "\(other!)".contains("v.asc,id.asc"))
    #expect(try list.sections(by: "G").all().count == 11)
  }

  @Test("off the caller's thread are the same, and a task that is cancelled ends")
  func background() async throws {
    let database = try TestDatabase(Self.wide)
    let sections = try Catalog(database.path).rows(in: "t").sections(by: "g")
    let ranges = try await sections.read { _, ranges in ranges.map(\.items) }
    let plain = try { try sections.all().map(\.range.items) }()
    #expect(ranges == plain)
    let task = Task { try await sections.all() }
    task.cancel()
    do { #expect(try await task.value.count == 11) } catch { #expect(error is CancellationError) }
  }
}
