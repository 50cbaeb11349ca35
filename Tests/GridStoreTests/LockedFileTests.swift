import Foundation
import GridStore
import Testing

/// A file without a log that a writer has to itself.
@Suite struct LockedFiles {
  @Test("while a writer has the file to itself a list tells what it knows of its last state, then that it is busy")
  func locked() async throws {
    let database = try TestDatabase(Following.table(5000, journal: "DELETE"))
    let writer = try ForeignWriter(database.path)
    let catalog = try Catalog(database.path)
    catalog.patience = .milliseconds(300)
    let list = try catalog.rows(in: "t", order: [.ascending("price")])
    let unread = try catalog.rows(in: "t", order: [.descending("price")])
    let (before, first) = try await list.read { ($0.generation, try $0.items(0..<5).map(\.values)) }
    #expect(try writer.run("BEGIN EXCLUSIVE; DELETE FROM t WHERE id > 4000") == nil)

    #expect(try list.count.value == 5000)
    try knows(list, 5000, before)
    #expect(try await list.read { $0.count.value } == 5000)
    #expect(isBusy { try list[0] })
    #expect(isBusy { try list.index(ofKey: 7) })
    #expect(isBusy { try unread.count }, "nothing was known of it")
    #expect(isBusy { try catalog.tableNames })
    #expect(isBusy { try catalog.pin(for: .seconds(1)) })

    // What is read while it is let go of waits for that.
    catalog.patience = .seconds(60)
    let read = Task.detached { try await list.read { ($0.generation, try $0.items(0..<5).map(\.values)) } }
    try await Task.sleep(for: .seconds(2))
    #expect(try list.count.value == 5000, "others take their turn while one waits")
    // A script begins by committing what is open.
    #expect(try writer.run("SELECT 1") == nil)
    let (after, rows) = try await read.value
    #expect(after != before && rows != first)
    #expect(try list.count.value == 4000)
    #expect(try unread.count.value == 4000)
    #expect(try list[0..<4000].map(\.values) == database.rows("SELECT * FROM t ORDER BY price, id"))
    #expect(catalog.reports == [])
    #expect(try catalog.tableNames == ["t"])
  }

  @Test("whoever follows waits for it, and is told once it is let go of")
  func following() async throws {
    let database = try TestDatabase(Following.table(500, journal: "DELETE"))
    let writer = try ForeignWriter(database.path)
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    var changes = list.changes.makeAsyncIterator()
    #expect(try writer.run("BEGIN EXCLUSIVE; DELETE FROM t WHERE id = 7") == nil)
    let commit = Task.detached {
      try await Task.sleep(for: .seconds(1))
      return try writer.run("SELECT 1")
    }
    #expect(try await changes.next()?.count.value == 499)
    #expect(try await commit.value == nil)
  }

  private func knows(_ list: ItemList<ItemValues>, _ count: Int, _ generation: Generation) throws {
    try list.read { snapshot in
      #expect(snapshot.generation == generation && snapshot.count.value == count)
      #expect(isBusy { try snapshot.items(0..<5) })
      #expect(isBusy { try snapshot.index(ofKey: [7]) })
      #expect(isBusy { try snapshot.key(at: 3) })
    }
  }

  private func isBusy<Result>(_ body: () throws -> Result) -> Bool {
    do {
      _ = try body()
      return false
    } catch {
      return (error as? StoreError)?.kind == .busy
    }
  }
}
