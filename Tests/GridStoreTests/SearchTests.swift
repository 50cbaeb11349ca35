import GridStore
import Testing

/// Lists of what a search finds, against a plain scan that splits texts into words.
@Suite struct SearchTests {
  static let words = ["ash", "beech", "cedar", "doum", "elm", "ash-elm", "c++", "a.b"]

  /// The words of a text: runs of ASCII letters and digits, in lower case.
  static func tokens(_ text: String) -> [String] {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }

  /// Whether texts have all words of a search side by side, the last one as a beginning.
  static func matches(_ texts: [String], _ search: String) -> Bool {
    let searched = search.split(separator: " ").map { tokens(String($0)) }
    if searched.allSatisfy(\.isEmpty) { return false }
    return searched.enumerated().allSatisfy { place, phrase in
      if phrase.isEmpty { return true }
      let isPrefix = place == searched.count - 1
      return texts.map(tokens).contains { text in
        text.indices.contains { start in
          guard start + phrase.count <= text.count else { return false }
          return phrase.indices.allSatisfy { i in
            isPrefix && i == phrase.count - 1
              ? text[start + i].hasPrefix(phrase[i]) : text[start + i] == phrase[i]
          }
        }
      }
    }
  }

  static func texts(_ row: [Value]) -> [String] {
    row.compactMap {
      switch $0 {
      case .text(let text): text
      case .integer(let number): "\(number)"
      default: nil
      }
    }
  }

  static func id(_ row: [Value]) -> Int64 { if case .integer(let id) = row[0] { id } else { -1 } }

  func rowids(_ list: ItemList<ItemValues>) throws -> [Int64] {
    try list.read { snapshot in
      try snapshot.page(0..<snapshot.count.value).keys.map(Self.id)
    }
  }

  @Test("a search finds what a plain scan finds, in any order, under filters")
  func finds() throws {
    var random = SeededNumbers(seed: 8)
    let database = try TestDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, m, price INTEGER)")
    let insert = try database.connection.prepare("INSERT INTO t (n, m, price) VALUES (?, ?, ?)")
    for row in 0..<300 {
      let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.words.randomElement(using: &random)! }
      try insert.bind(text.joined(separator: " "), at: 1)
      try insert.bind(row % 7 == 0 ? .null : row % 5 == 0 ? .integer(Int64(row)) : .text("Elm"), at: 2)
      try insert.bind(Int64.random(in: 0..<20, using: &random), at: 3)
      try insert.run()
    }
    _ = try IndexMaker(database.path).makeSearch(over: ["n", "m"], of: "t")
    let all = try database.rows("SELECT id, n, m, price FROM t")
    let catalog = try Catalog(database.path)
    let searches =
      Self.words + ["a", "elm ash", "ash-elm ced", "\"", "AND", "ash OR", "(", "+++", "-", "x*y", "15", "c+"]
    for search in searches {
      let found = all.filter { Self.matches(Self.texts(Array($0[1...2])), search) }
      for filters in [[], [Filter.less("price", .integer(10))]] {
        let wanted = found.filter { row in
          guard !filters.isEmpty, case .integer(let price) = row[3] else { return filters.isEmpty }
          return price < 10
        }
        let best = try catalog.rows(in: "t", where: filters, search: Search(search))
        #expect(try Set(rowids(best)) == Set(wanted.map(Self.id)))
        #expect(try best.count == Count(value: wanted.count, kind: .exact))
        #expect(try best.order == "relevance,id.asc")
        let sorted = try catalog.rows(
          in: "t", order: [.descending("price")], where: filters, search: Search(search))
        let expected = wanted.sorted { a, b in
          guard case .integer(let x) = a[3], case .integer(let y) = b[3], case .integer(let i) = a[0],
            case .integer(let j) = b[0]
          else { return false }
          return (x, i) > (y, j)
        }
        #expect(try rowids(sorted) == expected.map(Self.id))
        for row in all.prefix(40) {
          #expect(try sorted.index(ofKey: row[0]) == expected.firstIndex(of: row))
        }
        let sections = try sorted.sections(by: "price").ranges()
        #expect(sections.itemCount == expected.count)
        for section in sections {
          #expect(expected[section.items].allSatisfy { $0[3] == section.value })
        }
      }
    }
    #expect(catalog.reports == [])
  }

  @Test("the best hits come first")
  func relevance() throws {
    let database = try TestDatabase(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t (n) VALUES "
        + "('elm and ash and much else'), ('ash'), ('oak'), ('ash ash'), ('ash')")
    _ = try IndexMaker(database.path).makeSearch(over: ["n"], of: "t")
    let byRank = try database.rows(
      "SELECT rowid FROM lazygrid_search_t WHERE lazygrid_search_t MATCH 'ash' ORDER BY bm25(lazygrid_search_t), rowid")
    let catalog = try Catalog(database.path)
    let found = try rowids(catalog.rows(in: "t", search: "ash"))
    #expect(found.map { [Value.integer($0)] } == byRank)
    #expect(found.first == 4 && found.firstIndex(of: 2)! + 1 == found.firstIndex(of: 5)!)
  }

  @Test("hits that are not what their rows say are left out and reported")
  func stale() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT);
      INSERT INTO t VALUES (1, 'ash'), (2, 'elm'), (3, 'ash elm'), (4, 'oak');
      CREATE VIRTUAL TABLE t_words USING fts5(n, content='t', content_rowid='id', tokenize = "porter unicode61");
      INSERT INTO t_words(t_words) VALUES ('rebuild');
      UPDATE t SET n = 'oak' WHERE id = 1; DELETE FROM t WHERE id = 3;
      """)
    let catalog = try Catalog(database.path)
    #expect(try rowids(catalog.rows(in: "t", search: "ash")) == [])
    #expect(catalog.reports.count == 1 && catalog.reports[0].hasPrefix("2 of 2 hits in 't_words'"))
    // The tokenizer is the table's own.
    #expect(try rowids(catalog.rows(in: "t", search: "elms and")) == [])
    #expect(try rowids(catalog.rows(in: "t", search: Search("elms", syntax: .fts5))) == [2])
  }

  @Test(
    "tables that keep their own text, or none, are used where they can be matched", arguments: ["", ", content=''"])
  func foreign(content: String) throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, extra TEXT); INSERT INTO t VALUES (1, 'ash', 'x'), (7, 'elm', 'y');
      CREATE TABLE other (id INTEGER PRIMARY KEY, m TEXT);
      CREATE VIRTUAL TABLE "the words" USING fts5("n", [extra] UNINDEXED\(content));
      INSERT INTO "the words"(rowid, n, extra) SELECT id, n, extra FROM t;
      """)
    let catalog = try Catalog(database.path)
    #expect(try rowids(catalog.rows(in: "t", search: "el")) == [7])
    #expect(catalog.reports == [])
    let error = #expect(throws: StoreError.self) { try catalog.rows(in: "other", search: "el") }
    #expect(error?.kind == .noSearch && error?.message.contains("--table other --search m") == true)
  }

  @Test("declarations are read as FTS5 reads them")
  func declarations() {
    let full = SearchDeclaration(
      "create virtual table x using fts5 (a, \"b, c\" unindexed, [d], content = 'my t''s', "
        + "content_rowid=\"id\", tokenize=\"porter ascii\")")
    #expect(full?.columns.map(\.name) == ["a", "b, c", "d"])
    #expect(full?.columns.map(\.isIndexed) == [true, false, true])
    #expect(full?.content == "my t's" && full?.contentRowID == "id" && full?.tokenizer == "\"porter ascii\"")
    #expect(SearchDeclaration("CREATE VIRTUAL TABLE x USING rtree(a, b, c)") == nil)
    #expect(SearchDeclaration("CREATE TABLE x (a)") == nil)
  }

  @Test("expressions that FTS5 cannot read are errors when the list is made")
  func badExpressions() throws {
    let database = try TestDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t (n) VALUES ('ash')")
    _ = try IndexMaker(database.path).makeSearch(over: ["n"], of: "t")
    let catalog = try Catalog(database.path)
    for text in ["ash AND", "\"", "nope: ash", "NEAR(", "*", ")"] {
      let error = #expect(throws: StoreError.self) {
        try catalog.rows(in: "t", search: Search(text, syntax: .fts5))
      }
      #expect(error?.kind == .badText, "\(text)")
      #expect(try catalog.rows(in: "t", search: Search("ash " + text)).count.kind == .exact, "\(text)")
    }
    for text in ["", " \n", "\0"] {
      #expect(throws: StoreError.self) { try catalog.rows(in: "t", search: Search(text)) }
    }
    #expect(try catalog.rows(in: "t", search: Search("n: as* NOT elm", syntax: .fts5)).count.value == 1)
  }

  @Test("keys beyond the budget are kept in a file, and the list is the same", arguments: ["", "WITHOUT ROWID"])
  func spilledKeys(kind: String) throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id INTEGER\(kind.isEmpty ? " PRIMARY KEY" : ""), k TEXT, n INTEGER\(kind.isEmpty ? "" : ", PRIMARY KEY (k, id)")) \(kind);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)
      INSERT INTO t SELECT i, 'k' || (i % 100), i * 7919 % 10007 FROM c;
      """)
    let expected = try database.rows("SELECT id FROM t ORDER BY n, \(kind.isEmpty ? "id" : "k, id")")
    for budget in [0, 8, 4096, 1 << 20] {
      let catalog = try Catalog(database.path, keyBudget: budget)
      let before = catalog.counts
      let list = try catalog.rows(in: "t", columns: ["id"], order: [.ascending("n")])
      #expect(try list.count.value == 20000)
      #expect((catalog.counts - before).rowsStepped == 20000)
      for index in [0, 1, 511, 7777, 19_999] {
        let key = try list.key(at: index)
        #expect(try list[index].values == expected[index])
        #expect(try list.read { try $0.index(ofKey: key) } == index)
      }
      #expect(try list[19_990..<20_000].map(\.values) == Array(expected[19_990...]))
    }
  }
}
