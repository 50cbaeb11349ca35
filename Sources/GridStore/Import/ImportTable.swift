/// The table that rows go into: its columns, its key, and the SQL that makes and fills it.
struct ImportTable {
  struct Column {
    let name: String
    let storage: Storage
    let declaredType: String
    let why: String
    /// Whether the type was found by reading all values, so that each of them must fit.
    var isSurveyed = false
  }

  /// How a field becomes a value; a value that this would change is refused.
  enum Storage: Hashable {
    case integer, text
    /// - Parameter anyForm: A number with an exponent is one as well, since somebody asked for numbers.
    case real(anyForm: Bool)
    /// A column of somebody's own that likes numbers: what is none stays text.
    case preferred(Affinity)
    /// A column without a type: what loses nothing as a number is one.
    case free
  }

  let name: String
  /// In the order of the input's fields.
  let columns: [Column]
  /// The columns that identify a row; empty is the rowid.
  let key: [String]
  /// Whether the table was there before.
  let exists: Bool
  let notes: [String]
  /// The fields that may not be NULL, as they are part of the key; of an INTEGER PRIMARY KEY NULL would be a new one.
  let keyColumns: [Int]

  private static let mostColumns = 2000

  // MARK: A new table

  init(
    new request: ImportRequest, names inputNames: [String], surveys: [ColumnSurvey]
  ) throws(StoreError) {
    guard !inputNames.isEmpty else { throw StoreError(.badInput, "the input has no row, so no column") }
    if inputNames.count > ImportTable.mostColumns {
      throw StoreError(
        .badInput, "the input has \(inputNames.count) columns; a table has \(ImportTable.mostColumns) at most")
    }
    let (names, notes) = uniqueNames(inputNames)
    name = request.table
    exists = false
    self.notes = notes
    var given: [Int: ImportType] = [:]
    for (column, type) in request.types {
      given[try ImportTable.find(column, in: names, "--type")] = try ImportTable.type(type, of: column)
    }
    columns = names.indices.map { i in
      let (type, why) = given[i].map { ($0, "asked for") } ?? surveys[i].type
      let storage: Storage =
        switch type {
        case .integer: .integer
        case .real: .real(anyForm: given[i] != nil)
        case .text: .text
        }
      return Column(
        name: names[i], storage: storage, declaredType: type.rawValue, why: why, isSurveyed: given[i] == nil)
    }
    let isRowID = ImportTable.isRowID(request.primaryKey, among: names)
    var keyColumns: [Int] = []
    if request.primaryKey.isEmpty {
      keyColumns = names.indices.filter { names[$0].asciiLowercased == "id" }
    } else if !isRowID {
      for column in request.primaryKey {
        let number = try ImportTable.find(column, in: names, "--primary-key")
        if keyColumns.contains(number) { throw StoreError(.badText, "--primary-key names '\(column)' twice") }
        keyColumns.append(number)
      }
    }
    self.keyColumns = keyColumns
    key = keyColumns.map { names[$0] }
    for order in request.indexes {
      for term in order.terms { _ = try ImportTable.find(term.column, in: names, "--index") }
    }
  }

  private static func type(_ text: String, of column: String) throws(StoreError) -> ImportType {
    let synonyms: [String: ImportType] = ["int": .integer, "bigint": .integer, "float": .real, "double": .real]
    if let type = ImportType(rawValue: text.uppercased()) ?? synonyms[text.asciiLowercased] { return type }
    let nearest = ImportType.allCases.map(\.rawValue).nearest(to: text.uppercased()) ?? "TEXT"
    throw StoreError(
      .badText, "--type \(column)=\(text): a type is INTEGER, REAL or TEXT; the nearest is \(column)=\(nearest)")
  }

  private static func isRowID(_ key: [String], among names: [String]) -> Bool {
    key.count == 1 && key[0].asciiLowercased == "rowid" && !names.contains { $0.asciiLowercased == "rowid" }
  }

  private static func find(_ name: String, in names: [String], _ option: String) throws(StoreError) -> Int {
    let found = names.firstIndex(of: name) ?? names.firstIndex { $0.asciiLowercased == name.asciiLowercased }
    guard let found else {
      throw StoreError(.noSuchColumn, "\(option): the input has no column '\(name)'" + hint(name, among: names))
    }
    return found
  }

  var creationSQL: String {
    let isRowID = keyColumns.count == 1 && columns[keyColumns[0]].storage == .integer
    var lines = columns.enumerated().map { i, column in
      let constraint = isRowID && i == keyColumns[0] ? " PRIMARY KEY" : keyColumns.contains(i) ? " NOT NULL" : ""
      return "  \(quoted(column.name)) \(column.declaredType)\(constraint)"
    }
    if !keyColumns.isEmpty, !isRowID { lines.append("  PRIMARY KEY (\(key.map(quoted).joined(separator: ", ")))") }
    return "CREATE TABLE \(quoted(name)) (\n\(lines.joined(separator: ",\n"))\n)"
  }

  // MARK: A table that is there

  init(existing table: Table, _ request: ImportRequest, names inputNames: [String]) throws(StoreError) {
    if !request.types.isEmpty {
      throw StoreError(.badText, "--type: the table '\(table.name)' is there and has its types")
    }
    if inputNames.isEmpty { throw StoreError(.badInput, "the input has no row, so no column") }
    let (names, notes) = uniqueNames(inputNames)
    let unknown = names.filter { table.column(named: $0) == nil }
    let missing = table.columns.filter { column in
      !names.contains { $0.asciiLowercased == column.name.asciiLowercased }
    }
    if !unknown.isEmpty {
      var message = "the table '\(table.name)' is there and has no column \(ImportTable.listed(unknown))"
      if !missing.isEmpty { message += "; the input lacks its \(ImportTable.listed(missing.map(\.name)))" }
      throw StoreError(.noSuchColumn, message)
    }
    name = table.name
    exists = true
    self.notes =
      missing.isEmpty
      ? notes
      : notes + ["the input has no \(ImportTable.listed(missing.map(\.name))); these get their default"]
    let tableColumns = names.map { table.column(named: $0)! }
    let key = table.keyIsUndeclaredRowID ? [] : table.key
    if !request.primaryKey.isEmpty, !ImportTable.isRowID(request.primaryKey, among: names),
      request.primaryKey.map(\.asciiLowercased) != key.map(\.asciiLowercased)
    {
      let own = key.isEmpty ? "its rowid" : key.joined(separator: ",")
      throw StoreError(.badText, "--primary-key: the table '\(table.name)' is there, and its key is \(own)")
    }
    self.key = key
    keyColumns = tableColumns.indices.filter { key.contains(tableColumns[$0].name) }
    columns = tableColumns.map { column in
      let storage: Storage =
        switch column.affinity {
        case .text: .text
        case .blob: .free
        case .integer, .real, .numeric: .preferred(column.affinity)
        }
      return Column(name: column.name, storage: storage, declaredType: column.declaredType, why: "as it was")
    }
    for order in request.indexes {
      for term in order.terms where table.column(named: term.column) == nil {
        throw StoreError(
          .noSuchColumn,
          "--index: the table '\(table.name)' has no column '\(term.column)'"
            + hint(term.column, among: table.columns.map(\.name)))
      }
    }
  }

  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }

  // MARK: Statements

  func insertSQL(_ conflict: ImportRequest.Conflict) -> String {
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    // What INSERT OR IGNORE leaves out it does not tell, and it would leave out rows with a NULL too many as well.
    let verb = conflict == .replace ? "INSERT OR REPLACE" : "INSERT"
    return "\(verb) INTO \(quoted(name)) (\(names)) VALUES (\(places))"
  }

  /// The statement that makes an index for an order, under a name that no other has; nil where one like it is there.
  ///
  /// An index serves the order that runs against it as well, and ties follow the last column of an order: so that
  /// column is ascending in the index, and the others are as they are to it.
  func indexSQL(_ order: Order, _ connection: Connection) throws(StoreError) -> (name: String, sql: String)? {
    let last = order.terms.last?.isDescending ?? false
    let parts = order.terms.map { quoted($0.column) + ($0.isDescending != last ? " DESC" : "") }.joined(separator: ", ")
    let words = order.terms.map { $0.column + ($0.isDescending != last ? "_desc" : "") }
    let stem = ([name] + words).joined(separator: "_")
    let find = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE")
    var number = 1
    while true {
      let indexName = number == 1 ? stem : "\(stem)_\(number)"
      let sql = "CREATE INDEX \(quoted(indexName)) ON \(quoted(name)) (\(parts))"
      try find.bind(indexName, at: 1)
      guard try find.step() else { return (indexName, sql) }
      let isSame = find.text(0) == sql
      find.reset()
      if isSame { return nil }
      number += 1
    }
  }
}
