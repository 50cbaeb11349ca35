extension SearchTable {
  /// Compares every word that an FTS5 table has with the words of the rows, in one state, and writes nothing.
  ///
  /// FTS5's own integrity check is an INSERT. Here both sides are summed up, each word with its row, column and place:
  /// the table's by its vocabulary, the rows' by that of a table in memory that they are told to, some at a time.
  ///
  /// - Complexity: O(*n*) in all words.
  func verify(_ table: Table, path: String, encoding: TextEncoding) throws(StoreError) -> TreeVerification {
    let title = "search over \(columns.joined(separator: ", ")) in \(name)"
    var result = TreeVerification(order: title, entries: 0, compared: 0, differences: [], skipped: nil)
    result.isSearch = true
    guard declaration.hasPlaces else {
      result.skipped = "it does not keep where its words stand"
      return result
    }
    let connection = try Connection(path, .readOnly)
    try connection.execute(
      "CREATE VIRTUAL TABLE temp.lazygrid_vocabulary USING fts5vocab(main, \(quoted(name)), 'instance'); BEGIN")
    let told = try SearchWords(connection.prepare("SELECT term, doc, col, \"offset\" FROM temp.lazygrid_vocabulary"))

    let memory = try Connection.inMemory()
    let list = declaration.columns.map { quoted($0.name) }.joined(separator: ", ")
    try memory.execute(
      "CREATE VIRTUAL TABLE \(quoted(name)) USING fts5("
        + declaration.columns.map { quoted($0.name) + ($0.isIndexed ? "" : " UNINDEXED") }.joined(separator: ", ")
        + ", content='', columnsize=0" + (declaration.tokenizer.map { ", tokenize=\($0)" } ?? "") + "); "
        + "CREATE VIRTUAL TABLE lazygrid_vocabulary USING fts5vocab(\(quoted(name)), 'instance')")
    let places = declaration.columns.map { _ in "?" }.joined(separator: ", ")
    let insert = try memory.prepare("INSERT INTO \(quoted(name)) (rowid, \(list)) VALUES (?, \(places))")
    let words = try memory.prepare("SELECT term, doc, col, \"offset\" FROM lazygrid_vocabulary")
    let rows = try connection.prepare("SELECT \(quoted(key)), \(list) FROM \(quoted(table.name))")
    var held = SearchWords()
    var count = 0
    while try rows.step() {
      if count % 2048 == 0 {
        if count > 0 {
          held += try SearchWords(words)
          try memory.execute("INSERT INTO \(quoted(name)) (\(quoted(name))) VALUES ('delete-all'); COMMIT")
        }
        try memory.execute("BEGIN")
      }
      count += 1
      for column in 0...declaration.columns.count {
        try insert.bind(rows.stored(column, encoding: encoding), encoding: encoding, at: column + 1)
      }
      try insert.run()
    }
    held += try SearchWords(words)
    var differences: [String] = []
    if told.count != held.count {
      differences.append("the search table has \(told.count) words, the rows \(held.count)")
    } else if told != held {
      differences.append("the search table has other words than the rows, or at other places")
    }
    if declaration.hasSizes {
      let sizes = try connection.prepare("SELECT count(*) FROM \(quoted(name + "_docsize"))")
      _ = try sizes.step()
      if sizes.integer(0) != Int64(count) {
        differences.append("the search table has \(sizes.integer(0)) rows, the table \(count)")
      }
    }
    var finished = TreeVerification(
      order: title, entries: count, compared: held.count, differences: differences, skipped: nil)
    finished.isSearch = true
    return finished
  }
}

/// A sum over words that does not depend on their order.
private struct SearchWords: Equatable {
  var count = 0
  private var sum: UInt64 = 0

  init() {}

  /// - Parameter statement: Answers a term, its row, column and place at a time.
  init(_ statement: Statement) throws(StoreError) {
    while try statement.step() {
      count += 1
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for byte in statement.text(0).utf8 { mix(byte) }
      mix(0)
      for byte in statement.text(2).utf8 { mix(byte) }
      for column in [1, 3] {
        let bits = UInt64(bitPattern: statement.integer(column))
        for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: bits >> shift)) }
      }
      sum &+= hash
    }
  }

  static func += (a: inout SearchWords, b: SearchWords) {
    a.count += b.count
    a.sum &+= b.sum
  }
}
