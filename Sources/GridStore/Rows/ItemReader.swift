/// How the items of a list are made from its rows.
///
/// Used under the reader's lock.
final class ItemReader<Item>: @unchecked Sendable {
  let query: RowQuery
  let make: (Statement) throws -> Item

  init(selection: Selection, make: @escaping (Statement) throws -> Item) {
    query = RowQuery(selection)
    self.make = make
  }
}

extension RowOrigin {
  convenience init(_ table: Table, _ selection: Selection) {
    self.init(table: table.name, keyNames: table.key, keyColumns: selection.keyColumns)
  }
}

extension Table {
  /// The columns of these names, spelled as declared.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchColumn` with the nearest name.
  func columnNames(_ wanted: [String]) throws(StoreError) -> [String] {
    var names: [String] = []
    for name in wanted {
      guard let (_, found) = source(named: name) else {
        throw StoreError(
          .noSuchColumn, "no column '\(name)' in '\(self.name)'" + hint(name, among: columns.map(\.name)))
      }
      names.append(found)
    }
    return names
  }
}

extension ItemReader where Item: RowDecodable {
  convenience init(rows table: Table) throws(StoreError) {
    let selection = Selection(try table.columnNames(Item.columns), in: table)
    let origin = RowOrigin(table, selection)
    self.init(selection: selection) { statement in
      try Item(row: Row(statement, columns: selection.itemCount, origin: origin))
    }
  }
}

extension ItemReader where Item: Decodable {
  /// Learns which columns the type asks for by decoding a row, so that no other is read later. Any row of the table will
  /// do, so none is looked for by order or filter.
  ///
  /// - Throws: ``StoreError`` of kind `noSuchColumn` where the table lacks one.
  convenience init(decoding table: Table, _ core: ListCore) throws {
    let all = Selection(table.columns.map(\.name), in: table)
    let learned = DecodedColumns(all.names, isLearning: true)
    let origin = RowOrigin(table, all)
    var names = table.columns.map(\.name)
    let statement = try core.reader.statements["SELECT \(all.sql) FROM \(quoted(table.name)) LIMIT 1"]
    core.reader.counts.statements += 1
    defer { statement.reset() }
    if try statement.step() {
      core.reader.counts.rowsStepped += 1
      do {
        _ = try Item(from: RowDecoder(columns: learned, origin: origin, statement: statement))
        if !learned.asked.isEmpty { names = learned.asked }
      } catch let error as StoreError where error.kind == .noSuchColumn {
        throw error
      } catch {
        // A row that does not fit is an error when it is read; until then all columns are at hand.
      }
    }
    let selection = Selection(names, in: table)
    let columns = DecodedColumns(selection.names, isLearning: false)
    let rowOrigin = RowOrigin(table, selection)
    var decoder: RowDecoder?
    self.init(selection: selection) { statement in
      let present = decoder ?? RowDecoder(columns: columns, origin: rowOrigin, statement: statement)
      decoder = present
      present.move(to: statement)
      do {
        return try Item(from: present)
      } catch let error as DecodingError {
        throw StoreError(.decoding, "\(rowOrigin.place(of: statement)) cannot be decoded: \(error.summary)")
      }
    }
  }
}

extension DecodingError {
  fileprivate var summary: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    @unknown default: return "\(self)"
    }
  }
}
