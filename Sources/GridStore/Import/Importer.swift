/// Brings rows of a reader into a table, in one transaction: all of them, or none.
///
/// No value is changed. A column holds numbers only while nothing of any value is lost by it but zeros at the end of a
/// fraction; at the first value that would lose something, in whatever row, the column becomes text, those before it
/// included, which is exact since each of them could be written in one way only.
package final class Importer {
  private let request: ImportRequest
  private let reader: any ImportReader
  private let input: ByteInput
  private let connection: Connection
  private let rejects: RejectsFile
  private var columns: [ImportColumn] = []
  private var key: [String] = []
  private var rowIDKey: Int?
  private var keyColumns: [Int] = []
  private var insert: Statement?
  private var report = ImportReport()
  /// The table was there before, and its types are not ours to change.
  private var isAppending = false

  private static let sampleRows = 1000

  package init(
    _ request: ImportRequest, reader: any ImportReader, input: ByteInput, connection: Connection, rejectsPath: String
  ) {
    self.request = request
    self.reader = reader
    self.input = input
    self.connection = connection
    rejects = RejectsFile(rejectsPath)
  }

  /// - Throws: ``StoreError``; the database is then as it was.
  package func run(
    progress: (ImportProgress) -> Void, isCancelled: () -> Bool
  ) throws(StoreError) -> ImportReport {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let sample = try readSample()
      try prepareTable(sample)
      for row in sample { try take(row) }
      var row = ImportRow()
      var taken = 0
      reading: while true {
        switch try reader.next(&row) {
        case .row: try take(row)
        case .rejected(let reason): try reject(row, reason)
        case .end: break reading
        }
        taken += 1
        if taken % 8192 == 0 {
          if isCancelled() { throw StoreError(.cancelled, "interrupted; the database is as it was") }
          progress(ImportProgress(rows: report.rows, bytes: input.consumed))
        }
      }
      insert = nil
      for order in request.indexes {
        let sql = try indexSQL(order)
        progress(ImportProgress(rows: report.rows, bytes: input.consumed, index: order.description))
        try connection.execute(sql, isCancelled: isCancelled)
      }
      try connection.execute("COMMIT")
    } catch {
      insert = nil
      if !connection.isIdle { try? connection.execute("ROLLBACK") }
      throw error
    }
    report.table = request.table
    report.columns = columns.map { ($0.name, $0.kind.rawValue) }
    report.key = key
    report.notes = reader.notes + report.notes
    try rejects.close()
    report.rejectsPath = report.rejected > 0 ? rejects.path : nil
    return report
  }

  private func readSample() throws(StoreError) -> [ImportRow] {
    var rows: [ImportRow] = []
    var row = ImportRow()
    while rows.count < Importer.sampleRows {
      switch try reader.next(&row) {
      case .row: rows.append(row)
      case .rejected(let reason): try reject(row, reason)
      case .end: return rows
      }
    }
    return rows
  }

  // MARK: The table

  private func prepareTable(_ rows: [ImportRow]) throws(StoreError) {
    let schema = Schema(StatementCache(connection))
    let names = try schema.tableNames()
    if let there = names.first(where: { $0.asciiLowercased == request.table.asciiLowercased }) {
      return try append(to: try schema.table(there))
    }
    guard !reader.columns.isEmpty else { throw StoreError(.badInput, "the input has no row, so no column") }
    var sample = ColumnSample()
    for row in rows { sample.add(row) }
    for (i, name) in reader.columns.enumerated() {
      var column = ImportColumn(name: name, kind: sample.kind(of: i))
      if let given = try givenType(of: name) {
        column.kind = given
        column.isGiven = true
      }
      columns.append(column)
    }
    for (name, _) in request.types { _ = try find(name, "--type") }
    if request.primaryKey.isEmpty {
      key = columns.filter { $0.name.asciiLowercased == "id" }.map(\.name)
    } else {
      for name in request.primaryKey { key.append(columns[try find(name, "--primary-key")].name) }
    }
    for order in request.indexes { for term in order.terms { _ = try find(term.column, "--index") } }
    try connection.execute(tableSQL(request.table))
    try prepareInsert()
  }

  private func append(to table: Table) throws(StoreError) {
    guard table.kind != .view else {
      throw StoreError(.noSuchTable, "'\(table.name)' is a view; nothing can be put into it")
    }
    isAppending = true
    for name in reader.columns {
      guard let column = table.column(named: name) else {
        throw StoreError(
          .noSuchColumn,
          "the table '\(table.name)' is there and has no column '\(name)'"
            + hint(name, among: table.columns.map(\.name)))
      }
      let kind: ImportColumn.Kind =
        switch column.affinity {
        case .integer: .integer
        case .real, .numeric: .real
        default: .text
        }
      columns.append(ImportColumn(name: column.name, kind: kind, isGiven: true))
    }
    key = table.keyIsUndeclaredRowID ? [] : table.key
    try prepareInsert()
  }

  private func givenType(of name: String) throws(StoreError) -> ImportColumn.Kind? {
    guard let given = request.types.last(where: { $0.column.asciiLowercased == name.asciiLowercased }) else {
      return nil
    }
    guard let kind = ImportColumn.Kind(rawValue: given.type.uppercased()) else {
      let nearest = ["INTEGER", "REAL", "TEXT"].nearest(to: given.type) ?? "TEXT"
      throw StoreError(.badText, "--type \(given.column)=\(given.type): the nearest type is \(nearest)")
    }
    return kind
  }

  private func find(_ name: String, _ option: String) throws(StoreError) -> Int {
    let found =
      columns.firstIndex { $0.name == name } ?? columns.firstIndex { $0.name.asciiLowercased == name.asciiLowercased }
    guard let found else {
      throw StoreError(
        .noSuchColumn, "\(option): the input has no column '\(name)'" + hint(name, among: columns.map(\.name)))
    }
    return found
  }

  private func tableSQL(_ name: String) -> String {
    rowIDKey = key.count == 1 ? columns.firstIndex { $0.name == key[0] && $0.kind == .integer } : nil
    let lines = columns.enumerated().map { i, column in
      "\(quoted(column.name)) \(column.kind.rawValue)"
        + (i == rowIDKey ? " PRIMARY KEY" : key.contains(column.name) ? " NOT NULL" : "")
    }
    let declared = key.isEmpty || rowIDKey != nil ? "" : ", PRIMARY KEY (\(key.map(quoted).joined(separator: ", ")))"
    return "CREATE TABLE \(quoted(name)) (\(lines.joined(separator: ", "))\(declared))"
  }

  /// The plain index that serves an order: one that runs against it serves it as well, and ties follow the last column.
  private func indexSQL(_ order: Order) throws(StoreError) -> String {
    let last = order.terms.last?.isDescending ?? false
    let parts = order.terms.map { quoted($0.column) + ($0.isDescending != last ? " DESC" : "") }
    let name = ([request.table] + order.terms.map { $0.column + ($0.isDescending != last ? "_desc" : "") })
      .joined(separator: "_")
    return "CREATE INDEX \(quoted(name)) ON \(quoted(request.table)) (\(parts.joined(separator: ", ")))"
  }

  private func prepareInsert() throws(StoreError) {
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let verb =
      switch request.conflict {
      case .fail: "INSERT"
      case .ignore: "INSERT OR IGNORE"
      case .replace: "INSERT OR REPLACE"
      }
    keyColumns = columns.indices.filter { key.contains(columns[$0].name) }
    insert = try connection.prepare("\(verb) INTO \(quoted(request.table)) (\(names)) VALUES (\(places))")
  }

  /// Makes a column text, in the rows that are in the table already as well.
  ///
  /// The table is written anew; a real that is whole was written without a point, or with zeros behind one.
  private func makeText(_ column: Int) throws(StoreError) {
    let old = columns[column].kind
    columns[column].kind = .text
    insert = nil
    let temporary = "lazygrid_import"
    try connection.execute(tableSQL(temporary))
    let values = columns.indices.map { i in
      let name = quoted(columns[i].name)
      guard i == column else { return name }
      if old == .integer { return "CAST(\(name) AS TEXT)" }
      return "CASE WHEN \(name) = CAST(\(name) AS INTEGER) THEN CAST(CAST(\(name) AS INTEGER) AS TEXT) "
        + "ELSE CAST(\(name) AS TEXT) END"
    }
    try connection.execute(
      "INSERT INTO \(temporary) SELECT \(values.joined(separator: ", ")) FROM \(quoted(request.table)) ORDER BY rowid;"
        + "DROP TABLE \(quoted(request.table)); ALTER TABLE \(temporary) RENAME TO \(quoted(request.table))")
    try prepareInsert()
  }

  /// Columns that a later row has more than the ones before it.
  private func addColumns() throws(StoreError) {
    for name in reader.columns[columns.count...] {
      if isAppending {
        throw StoreError(.noSuchColumn, "the table '\(request.table)' is there and has no column '\(name)'")
      }
      columns.append(ImportColumn(name: name, kind: .text))
      try connection.execute("ALTER TABLE \(quoted(request.table)) ADD COLUMN \(quoted(name)) TEXT")
    }
    try prepareInsert()
  }

  // MARK: Rows

  private func take(_ row: ImportRow) throws(StoreError) {
    if reader.columns.count > columns.count { try addColumns() }
    if let reason = textFault(row) { return try reject(row, reason) }
    for column in keyColumns where !row.fields.contains(where: { $0.column == column && $0.kind != .null }) {
      return try reject(row, "'\(columns[column].name)' is empty, and it is part of the key")
    }
    guard let insert else { return }
    if row.fields.count < columns.count { for i in columns.indices { try insert.bindNull(at: i + 1) } }
    let misfit: Int?
    do throws(StoreError) {
      misfit = try row.bytes.withBytesInPlace { (bytes) throws(StoreError) in try bindAndRun(row, bytes, insert) }
    } catch {
      guard case .sqlite(let code) = error.kind, code & 0xff == 19 else { throw error }
      if request.conflict != .fail { return try reject(row, "it breaks a constraint of '\(request.table)'") }
      throw StoreError(
        error.kind, "line \(row.line): \(error.message); --on-conflict ignore or replace goes on", sql: nil)
    }
    if let misfit {
      let column = columns[misfit]
      if column.isGiven {
        return try reject(
          row, "'\(column.name)' would be changed: it is \(column.kind.rawValue), and the value is no such number")
      }
      try makeText(misfit)
      return try take(row)
    }
    if request.conflict == .ignore, connection.changes == 0 { report.ignored += 1 } else { report.rows += 1 }
  }

  /// Binds the fields where they lie, without a copy, and runs the statement while they do.
  ///
  /// - Returns: A column that the value does not fit; nothing was run then.
  private func bindAndRun(
    _ row: ImportRow, _ bytes: BytesInPlace, _ insert: Statement
  ) throws(StoreError) -> Int? {
    for field in row.fields {
      let parameter = field.column + 1
      if field.kind == .null {
        try insert.bindNull(at: parameter)
        continue
      }
      let kind = columns[field.column].kind
      if kind != .text {
        let text = row.bytes[field.start..<field.end]
        if field.kind == .plain, kind == .integer, let number = NumberText.integer(text) {
          try insert.bind(number, at: parameter)
          continue
        }
        if field.kind == .plain, kind == .real, let number = NumberText.real(text) {
          try insert.bind(number, at: parameter)
          continue
        }
        // A table of somebody's own keeps text that no number would be made of.
        guard isAppending, number(from: String(decoding: text, as: UTF8.self)) == nil else { return field.column }
      }
      try insert.bind(textInPlace: bytes, from: field.start, to: field.end, at: parameter)
    }
    try insert.run()
    return nil
  }

  /// Why the bytes of a row are no text.
  private func textFault(_ row: ImportRow) -> String? {
    var isASCII = true
    for byte in row.bytes {
      if byte == 0 { return "a NUL byte is in it" }
      if byte >= 0x80 { isASCII = false }
    }
    if !isASCII, String(validating: row.bytes, as: UTF8.self) == nil { return "it is not valid UTF-8" }
    return nil
  }

  private func reject(_ row: ImportRow, _ reason: String) throws(StoreError) {
    report.rejected += 1
    try rejects.add(row, reason)
  }
}
