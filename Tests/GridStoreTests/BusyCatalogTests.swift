import Dispatch
import GridStore
import Synchronization
import Testing

/// What does not wait while a long read has the connection of a catalog.
@Suite struct BusyCatalogs {
  private struct Item: Decodable, Sendable {
    let id: Int
    let b: String?
  }

  private struct Named: RowDecodable {
    static let columns = ["b"]
    let name: String
    init(row: borrowing Row) throws(StoreError) { name = try row[0] }
  }

  /// A read that goes on until it is let go of.
  private final class LongRead: Sendable {
    private let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let isOver = Atomic(false)

    init(_ list: ItemList<ItemValues>) {
      let hasBegun = DispatchSemaphore(value: 0)
      DispatchQueue(label: "long read").async {
        _ = try? list.read { _ in
          hasBegun.signal()
          if self.gate.wait(timeout: .now() + 60) == .timedOut { self.isOver.store(true, ordering: .relaxed) }
        }
        self.end.signal()
      }
      hasBegun.wait()
    }

    /// Whether it had not ended by itself before.
    func letGo() -> Bool {
      gate.signal()
      end.wait()
      return !isOver.load(ordering: .relaxed)
    }
  }

  @Test("lists are made, and refused, while a read goes on, and are right afterwards", arguments: ["WAL", "DELETE"])
  func opening(journal: String) throws {
    let database = try TestDatabase("PRAGMA journal_mode = \(journal);" + ListHead.content)
    let catalog = try Catalog(database.path)
    let read = LongRead(try catalog.rows(in: "t"))
    let rows = try catalog.rows(in: "t", order: [.descending("a")])
    let items = try catalog.list(of: Item.self, in: "t", where: [.isNotNull("b")])
    let named = try catalog.list(of: Named.self, in: "t", where: [.isNotNull("b")])
    #expect(try rows.order == "a.desc,id.desc" && rows.table.name == "t")
    #expect(try catalog.tableNames == ["t"] && catalog.table().key == ["id"])
    let sections = rows.sections(by: "b")
    #expect(try sections.list.order == "b.asc,a.desc,id.desc")
    let mapped = rows.map { $0.values[0] }
    let mappedSections = mapped.sections(by: "b")
    #expect(try mappedSections.list.order == "b.asc,a.desc,id.desc")
    for (column, order) in [("bb", "a"), ("b", "aa")] {
      let error = #expect(throws: StoreError.self) {
        try catalog.rows(in: "t", columns: [column], order: Order(parsing: order))
      }
      #expect(error?.kind == .noSuchColumn)
    }
    #expect(throws: StoreError.self) { try catalog.rows(in: "t", search: "word") }
    #expect(throws: StoreError.self) { try catalog.rows(in: "u") }
    #expect(read.letGo(), "nothing waited for the read")
    #expect(try rows[0..<40].map(\.values) == database.rows("SELECT * FROM t ORDER BY a DESC, id DESC LIMIT 40"))
    let names = try database.rows("SELECT id, b FROM t WHERE b IS NOT NULL ORDER BY id LIMIT 50")
    #expect(try items[0..<50].map { [.integer(Int64($0.id)), .text($0.b!)] } == names)
    #expect(try named[0..<50].map { .text($0.name) } == names.map { $0[1] })
    let counts = try database.rows("SELECT count(*) FROM t GROUP BY b ORDER BY b")
    #expect(try sections.all().map { [.integer(Int64($0.count))] } == counts)
    #expect(try mappedSections.all().map(\.count) == sections.all().map(\.count))
    #expect(catalog.reports == [])
  }

  @Test("a list that is made while a read goes on is of the schema that it is read under")
  func schema() throws {
    let database = try TestDatabase("PRAGMA journal_mode = WAL;" + ListHead.content)
    let catalog = try Catalog(database.path)
    let read = LongRead(try catalog.rows(in: "t"))
    let old = try catalog.rows(in: "t", order: [.descending("a")])
    try database.connection.execute("ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 5; CREATE INDEX tb ON t (b)")
    let new = try catalog.rows(in: "t", order: [.descending("b")])
    #expect(try new.table.columns.count == 4)
    #expect(read.letGo())
    #expect(try old[0..<9].map(\.values) == database.rows("SELECT * FROM t ORDER BY a DESC, id DESC LIMIT 9"))
    #expect(try new[0..<9].map(\.values) == database.rows("SELECT * FROM t ORDER BY b DESC, id DESC LIMIT 9"))
  }
}
