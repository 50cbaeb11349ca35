/// A filter whose column is known and whose values are what the column compares with.
package struct BoundFilter: Sendable, Hashable {
  package let source: TreeColumn.Source
  package let name: String
  package let condition: Filter.Condition
  package let isNegated: Bool

  /// - Throws: ``StoreError`` of kind `noSuchColumn`, or `badValue` for a value that no row of a
  ///   numeric column could be compared with.
  package init(_ filter: Filter, in table: Table) throws(StoreError) {
    guard let (source, name) = table.source(named: filter.column) else {
      throw StoreError(
        .noSuchColumn,
        "no column '\(filter.column)' in '\(table.name)' to filter by"
          + hint(filter.column, among: table.columns.map(\.name)))
    }
    self.source = source
    self.name = name
    let affinity = table.affinity(source)
    func fitted(_ value: Value) throws(StoreError) -> Value {
      let fitted = affinity.apply(value)
      if affinity.isNumeric, case .text(let text) = fitted {
        throw StoreError(
          .badValue,
          "'\(text)' is no number, and '\(name)' is declared \(table.declaredType(source)) in '\(table.name)'")
      }
      if case .real(let number) = fitted, number.isNaN {
        throw StoreError(.badValue, "NaN is no value to compare '\(name)' with")
      }
      // A column without a type keeps numbers as numbers; text that spells one means one.
      if affinity == .blob, case .text(let text) = value, let number = number(from: text) { return number }
      return fitted
    }
    // NOT of a comparison is its opposite: NULL meets neither.
    switch (filter.condition, filter.isNegated) {
    case (.equal(let value), let negated):
      condition = negated ? .notEqual(try fitted(value)) : .equal(try fitted(value))
    case (.notEqual(let value), let negated):
      condition = negated ? .equal(try fitted(value)) : .notEqual(try fitted(value))
    case (.less(let value), let negated):
      condition = negated ? .greaterOrEqual(try fitted(value)) : .less(try fitted(value))
    case (.lessOrEqual(let value), let negated):
      condition = negated ? .greater(try fitted(value)) : .lessOrEqual(try fitted(value))
    case (.greater(let value), let negated):
      condition = negated ? .lessOrEqual(try fitted(value)) : .greater(try fitted(value))
    case (.greaterOrEqual(let value), let negated):
      condition = negated ? .less(try fitted(value)) : .greaterOrEqual(try fitted(value))
    case (.isIn(let values), let negated):
      var list: [Value] = []
      for value in values { list.append(try fitted(value)) }
      condition = .isIn(list)
      isNegated = negated
      return
    case (let other, let negated):
      condition = other
      isNegated = negated
      return
    }
    isNegated = false
  }

  /// The condition in SQL, its values as parameters in the order of ``values``.
  package var sql: String {
    let column = quoted(name)
    let plain: String
    switch condition {
    case .equal: plain = "\(column) = ?"
    case .notEqual: plain = "\(column) <> ?"
    case .less: plain = "\(column) < ?"
    case .lessOrEqual: plain = "\(column) <= ?"
    case .greater: plain = "\(column) > ?"
    case .greaterOrEqual: plain = "\(column) >= ?"
    case .isIn(let values):
      plain = "\(column) IN (\(Array(repeating: "?", count: values.count).joined(separator: ", ")))"
    case .like(_, ignoringCase: true): plain = "\(column) LIKE ? ESCAPE '\\'"
    case .like(_, ignoringCase: false): plain = "\(column) GLOB ?"
    case .isNull: return isNegated ? "\(column) IS NOT NULL" : "\(column) IS NULL"
    case .isTrue: return isNegated ? "\(column) IS NOT TRUE" : "\(column) IS TRUE"
    case .isFalse: return isNegated ? "\(column) IS NOT FALSE" : "\(column) IS FALSE"
    }
    return isNegated ? "NOT (\(plain))" : plain
  }

  package var values: [Value] {
    switch condition {
    case .equal(let value), .notEqual(let value), .less(let value), .lessOrEqual(let value), .greater(let value),
      .greaterOrEqual(let value):
      [value]
    case .isIn(let values): values
    case .like(let pattern, ignoringCase: true): [.text(pattern.replacing("*", with: "%"))]
    case .like(let pattern, ignoringCase: false): [.text(BoundFilter.glob(pattern))]
    case .isNull, .isTrue, .isFalse: []
    }
  }

  /// A pattern of `like` as GLOB takes it, which tells upper from lower case as PostgREST's does.
  private static func glob(_ pattern: String) -> String {
    var result = ""
    for character in pattern {
      switch character {
      case "*", "%": result += "*"
      case "_": result += "?"
      case "?", "[": result += "[\(character)]"
      default: result.append(character)
      }
    }
    return result
  }
}

extension Table {
  package func declaredType(_ source: TreeColumn.Source) -> String {
    switch source {
    case .rowid: "INTEGER"
    case .column(let number): columns[number].declaredType
    case .expression: ""
    }
  }
}
