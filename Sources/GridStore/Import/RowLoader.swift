/// Puts rows into a table, each value as it was written or not at all.
final class RowLoader {
  enum Outcome: Hashable {
    case inserted
    /// A row with its key is there; it stays.
    case ignored
    case rejected(String)
  }

  private let table: ImportTable
  private let conflict: ImportRequest.Conflict
  private let insert: Statement

  init(_ table: ImportTable, _ conflict: ImportRequest.Conflict, _ connection: Connection) throws(StoreError) {
    self.table = table
    self.conflict = conflict
    insert = try connection.prepare(table.insertSQL(conflict))
  }

  /// Inserts a row whose fields lie in a buffer.
  ///
  /// - Throws: ``StoreError`` that names the line, where its key is there and that must not be.
  func load(_ row: ImportRow, _ buffer: InputBuffer) throws(StoreError) -> Outcome {
    for column in table.keyColumns where !hasValue(row, column) {
      return .rejected("'\(table.columns[column].name)' is empty, and it is part of the key")
    }
    if row.fields.count < table.columns.count { insert.clearBindings() }
    do throws(StoreError) {
      // Text is bound where it lies, and the statement has run before it moves.
      let misfit = try buffer.bytes.withBytesInPlace { (input) throws(StoreError) in
        try row.unescaped.withBytesInPlace { (unescaped) throws(StoreError) in
          let misfit = try bind(row, buffer.bytes, input, unescaped)
          if misfit == nil { try insert.run() }
          return misfit
        }
      }
      guard let misfit else { return .inserted }
      let column = table.columns[misfit]
      if column.isSurveyed {
        throw StoreError(.badInput, "line \(row.line): the input is not what it was when it was read before")
      }
      return .rejected("'\(column.name)' is \(column.declaredType), and the value would not stay as it is")
    } catch {
      return try outcome(of: error, row)
    }
  }

  private func hasValue(_ row: ImportRow, _ column: Int) -> Bool {
    // In most formats the fields stand in the order of the columns.
    if column < row.fields.count, row.fields[column].column == column { return row.fields[column].kind != .null }
    return row.fields.contains { $0.column == column && $0.kind != .null }
  }

  private func outcome(of error: StoreError, _ row: ImportRow) throws(StoreError) -> Outcome {
    guard case .sqlite(let code) = error.kind else { throw error }
    let reason = error.message.split(separator: ", ", maxSplits: 1).last.map(String.init) ?? error.message
    switch code {
    case 1555, 2067, 2579:  // SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID
      if conflict == .ignore { return .ignored }
      throw StoreError(
        error.kind,
        "line \(row.line): a row with this key is there already (\(reason)); "
          + "--on-conflict ignore leaves such rows out, replace takes them instead")
    default: break
    }
    switch code & 0xff {
    case 18, 19, 20: return .rejected(reason)  // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH
    default: throw StoreError(error.kind, "line \(row.line): \(error.message)", sql: error.sql)
    }
  }

  /// Binds the fields, and gives the column whose value does not fit, if there is one.
  private func bind(
    _ row: ImportRow, _ bytes: [UInt8], _ input: BytesInPlace, _ unescaped: BytesInPlace
  ) throws(StoreError) -> Int? {
    for field in row.fields {
      let parameter = field.column + 1
      guard field.kind != .null else {
        try insert.bindNull(at: parameter)
        continue
      }
      let storage = table.columns[field.column].storage
      if storage != .text {
        let text = field.isUnescaped ? row.unescaped : bytes
        switch value(text.span.extracting(field.start..<field.end), field.kind, storage) {
        case .integer(let number):
          try insert.bind(number, at: parameter)
          continue
        case .real(let number):
          try insert.bind(number, at: parameter)
          continue
        case .text: break
        case .misfit: return field.column
        }
      }
      try insert.bind(
        textInPlace: field.isUnescaped ? unescaped : input, from: field.start, to: field.end, at: parameter)
    }
    return nil
  }

  private enum Bound {
    case integer(Int64)
    case real(Double)
    case text, misfit
  }

  private func value(_ text: Span<UInt8>, _ kind: ImportRow.Kind, _ storage: ImportTable.Storage) -> Bound {
    switch storage {
    case .text: return .text
    case .integer: return NumberText.integer(text).map { .integer($0) } ?? .misfit
    case .real(anyForm: false): return NumberText.real(text).map { .real($0) } ?? .misfit
    case .real(anyForm: true): return NumberText.anyReal(text).map { .real($0) } ?? .misfit
    case .free:
      if kind == .string { return .text }
      return NumberText.integer(text).map { .integer($0) } ?? NumberText.real(text).map { .real($0) } ?? .text
    case .preferred(let affinity):
      if affinity != .real, let number = NumberText.integer(text) { return .integer(number) }
      if let number = NumberText.real(text) { return .real(number) }
      var copy: [UInt8] = []
      for at in text.indices { copy.append(text[at]) }
      // SQLite would make a number of what looks like one, and the text would be lost.
      return number(from: String(decoding: copy, as: UTF8.self)) == nil ? .text : .misfit
    }
  }
}
