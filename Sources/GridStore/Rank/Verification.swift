/// What came of comparing the rank index of one tree with a plain scan of it in the same state.
public struct TreeVerification: Sendable, Hashable {
  /// The order that the tree serves.
  public let order: String
  public let entries: Int
  /// How many ranks were compared: the first entry of each leaf, and the one before it.
  public let compared: Int
  /// Where the two differ, a sentence each, the first few of them.
  public let differences: [String]
  /// Why there was nothing to compare.
  public internal(set) var skipped: String?
  /// Whether it is an FTS5 table whose words were compared with those of the rows.
  public internal(set) var isSearch = false
}

extension Catalog {
  /// Compares every rank index of a table that is read from pages with a scan by SQL in the same state, and the words
  /// of every FTS5 table over it with those of its rows; has SQLite compare every index with the table.
  ///
  /// - Parameter order: Only the tree that serves this order.
  /// - Complexity: O(*n*) for each tree.
  public func verify(
    table name: String? = nil, order: Order? = nil, where filters: [Filter] = [], keyColumns: [String] = []
  ) throws(StoreError) -> [TreeVerification] {
    try storeErrors {
      try reader.read { reader in
        let table = try reader.schema.table(name, keyColumns: keyColumns)
        let wholeOrder = order ?? Order()
        let request = ListRequest(table: table.name, order: wholeOrder, filters: filters, keyColumns: keyColumns)
        let plan = try ListPlan(request, table: table, encoding: reader.encoding)
        if order != nil || !filters.isEmpty || table.trees.isEmpty {
          guard case .tree(let access) = plan.access else {
            return [
              TreeVerification(
                order: plan.orderText, entries: 0, compared: 0, differences: [],
                skipped: "no index serves this order, so it has no rank index")
            ]
          }
          return [try verify(access.tree, table, reader, check(table, reader), name: plan.orderText)]
        }
        let check = try check(table, reader)
        return try table.trees.map { try verify($0, table, reader, check, name: table.orderServed(by: $0)) }
          + SearchTable.all(for: table, reader.schema).map {
            try $0.verify(table, path: reader.connection.path, encoding: reader.encoding)
          }
      }
    }
  }

  private func check(_ table: Table, _ reader: Reader) throws -> IntegrityCheck {
    try IntegrityCheck(of: table, reader.statements)
  }

  private func verify(
    _ tree: Tree, _ table: Table, _ reader: Reader, _ check: IntegrityCheck, name: String
  ) throws -> TreeVerification {
    func skip(_ reason: String) -> TreeVerification {
      TreeVerification(order: name, entries: 0, compared: 0, differences: [], skipped: reason)
    }
    if tree.isPartial { return skip("the index \(tree.schemaName) holds only some rows and serves no list") }
    if tree.columns.contains(where: { $0.source == .expression }) {
      return skip("the index \(tree.schemaName) is sorted by an expression and serves no list")
    }
    guard let pages = reader.pages else {
      return skip("ranks are not read from pages here" + (reader.pagesFault.map { ": \($0)" } ?? ""))
    }
    var differences: [String] = []
    var compared = 0
    func note(_ text: String) { if differences.count < 10 { differences.append(text) } }
    var count: Int64 = 0
    do {
      let index = try reader.rankIndex(of: tree)
      var anchors = index.leafStarts()[...]
      let names = tree.columns.map { quoted($0.name) }.joined(separator: ", ")
      let all = Segment(start: .before([]), end: .after([]))
      for seek in Seek.ranges(in: all, columns: tree.columns, isReversed: false) {
        let statement = try reader.statements[seek.sql(selecting: names, from: table, tree, isReversed: false)]
        try seek.bind(statement, limit: -1, encoding: reader.encoding)
        defer { statement.reset() }
        while try statement.step() {
          while let next = anchors.first, next < count { anchors.removeFirst() }
          let isBefore = anchors.first == count + 1
          if anchors.first == count || isBefore, count < index.count {
            compared += 1
            let key = try index.key(at: count, columns: tree.columns.count, pages)
            let isSame = key.indices.allSatisfy { key[$0].isSame(as: statement.stored($0, encoding: reader.encoding)) }
            if !isSame {
              note("rank \(count) is another row than a scan meets there")
            }
          }
          count += 1
        }
      }
      if count != index.count { note("the pages tell \(index.count) rows, a scan \(count)") }
    } catch let fault as PageFault {
      note("the pages cannot be read: \(fault)")
    }
    differences += check.findings(in: tree, of: table)
    return TreeVerification(
      order: name, entries: Int(count), compared: compared, differences: differences, skipped: nil)
  }
}

extension RankIndex {
  /// The rank of the first entry of each leaf.
  func leafStarts() -> [Int64] {
    var starts: [Int64] = []
    let weight: Int64 = kind == .index ? 1 : 0
    for twig in twigs {
      var rank = twig.base
      for count in twig.content.counts {
        starts.append(rank)
        rank += Int64(count) + weight
      }
    }
    return starts
  }
}

extension Table {
  /// The order that a tree is sorted in, as text; the ties at its end are left out where every order has them so.
  package func orderServed(by tree: Tree) -> String {
    let own = Set(ownOrder.map(\.source))
    var named = tree.columns.enumerated().filter { $0.offset == 0 || !own.contains($0.element.source) }.map(\.element)
    // Ties go with the last column named; in an index that descends they stand ascending, which must be said.
    let isReversed = named.last.map { last in
      last.isDescending != (ownOrder.first { $0.source == last.source }?.isDescending ?? false)
    }
    for tie in tree.columns where own.contains(tie.source) && !named.contains(where: { $0.source == tie.source }) {
      let natural = (ownOrder.first { $0.source == tie.source }?.isDescending ?? false) != (isReversed ?? false)
      if tie.isDescending != natural { named.append(tie) }
    }
    return Order(named.map { Order.Term($0.name, descending: $0.isDescending) }).description
  }
}
