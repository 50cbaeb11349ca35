import Foundation
import GridStore
import Testing

/// Finding one's place again in a state that is not the one in which one left it.
@Suite struct KeptPlaces {
  @Test("a state that is gone says so, and which is the newest")
  func stateGone() throws {
    let database = try TestDatabase(Following.table(500))
    let list = try Catalog(database.path).rows(in: "t", order: [.ascending("price")])
    let (first, anchor) = try list.read { ($0.generation, try $0.anchor(at: 200)) }
    #expect(try list.read(at: first) { $0.count.value } == 500)
    try database.connection.execute("DELETE FROM t WHERE price < 7919 * 3 AND id <> 7")
    let latest = try list.read { $0.generation }
    do {
      _ = try list.read(at: first) { _ in Issue.record("a state that is gone was read") }
    } catch let error as StoreError {
      #expect(error.kind == .stateGone(latest: latest) && error.message.contains(latest.token), "\(error)")
    }
    // The way on.
    let before = try database.rows("SELECT count(*) FROM t WHERE price < (SELECT price FROM t WHERE id = 7)")[0][0]
    let place = try list.read(at: latest) { try $0.index(keeping: ItemAnchor(key: [-1], orderValues: [55433])) }
    #expect(place.map { .integer(Int64($0.index)) } == before && place?.isSameItem == false)
    #expect(try list.read { try $0.index(keeping: anchor)?.isSameItem } == true)
    #expect(throws: StoreError.self) {
      try list.read { try $0.index(keeping: ItemAnchor(key: [-1], orderValues: [1, 2, 3])) }
    }
  }

  @Test("a place is kept by key, and by the order where the row is gone", arguments: ["WAL", "DELETE"])
  func place(journal: String) throws {
    let world = ChangeWorld(journal: journal, pageSize: 512, seed: 11, rows: 200)
    let database = try TestDatabase(world.schema)
    let catalog = try Catalog(database.path)
    var random = SeededNumbers(seed: 11)
    for asked in ChangeWorld.lists {
      let list = try catalog.rows(in: asked.table, order: asked.order, where: asked.filters)
      let sorted = "SELECT * FROM \(asked.table) WHERE \(asked.condition) ORDER BY \(asked.sorting)"
      for _ in 0..<8 {
        let old = try list.read { snapshot in
          let keys = try snapshot.page(0..<snapshot.count.value).keys
          return (keys, try keys.indices.map { try snapshot.anchor(at: $0) })
        }
        guard let at = old.1.indices.randomElement(using: &random) else { continue }
        let gone = (at..<min(at + Int.random(in: 1...4, using: &random), old.0.count)).map { old.0[$0] }
        let columns = try list.table.key
        let conditions = gone.map { key in
          "(" + zip(columns, key).map { "\"\($0)\" IS \(sql($1))" }.joined(separator: " AND ") + ")"
        }
        try database.connection.execute("DELETE FROM \(asked.table) WHERE \(conditions.joined(separator: " OR "))")
        let keys = try list.read { try $0.page(0..<$0.count.value).keys }
        #expect(keys.count == (try database.rows(sorted).count))
        for anchor in old.1 {
          let place = try list.read { try $0.index(keeping: anchor) }
          // What stood there, else the next that is left, else the last.
          let from = old.0.firstIndex(of: anchor.key)!
          let survivor = old.0[from...].first { keys.contains($0) }
          let expected = survivor.flatMap { keys.firstIndex(of: $0) } ?? keys.count - 1
          #expect(place?.index == (keys.isEmpty ? nil : expected), "\(asked.sorting) \(anchor)")
          #expect(place?.isSameItem == (keys.isEmpty ? nil : keys.contains(anchor.key)))
          // The same from values that were sent away and came back.
          let sent = ItemAnchor(key: anchor.key, orderValues: anchor.orderValues)
          #expect(try list.read { try $0.index(keeping: sent) } == place)
        }
      }
    }
  }

  private func sql(_ value: Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .text(let text): "'\(text)'"
    default: "NULL"
    }
  }
}
