/// One column of an import, and what its values have been so far.
struct ImportColumn {
  enum Kind: String {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
  }

  let name: String
  var kind: Kind
  /// The type was given, so a value that does not fit is refused rather than the type given up.
  var isGiven = false
}

/// Finds the types of columns from rows.
struct ColumnSample {
  private var isInteger: [Bool] = []
  private var isReal: [Bool] = []
  private var hasValue: [Bool] = []

  mutating func add(_ row: ImportRow) {
    for field in row.fields where field.kind != .null {
      while isInteger.count <= field.column {
        isInteger.append(true)
        isReal.append(true)
        hasValue.append(false)
      }
      hasValue[field.column] = true
      let text = row.bytes[field.start..<field.end]
      let isNumber = field.kind == .plain && NumberText.real(text) != nil
      if field.kind != .plain || NumberText.integer(text) == nil { isInteger[field.column] = false }
      if !isNumber { isReal[field.column] = false }
    }
  }

  func kind(of column: Int) -> ImportColumn.Kind {
    guard column < hasValue.count, hasValue[column] else { return .text }
    return isInteger[column] ? .integer : isReal[column] ? .real : .text
  }
}
