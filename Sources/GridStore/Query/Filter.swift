/// One condition on a column. Several must all hold.
///
/// As text it is `column=op.value` with the operators of
/// [PostgREST](https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators):
/// `eq neq lt lte gt gte like ilike in is`, and `not.` before any. Values are bound, never spliced
/// into SQL.
public struct Filter: Sendable, Hashable {
  public enum Condition: Sendable, Hashable {
    case equal(Value)
    case notEqual(Value)
    case less(Value)
    case lessOrEqual(Value)
    case greater(Value)
    case greaterOrEqual(Value)
    /// `*` or `%` is any text, `_` any character. `like` tells upper from lower case.
    case like(String, ignoringCase: Bool)
    case isIn([Value])
    case isNull
    case isTrue
    case isFalse
  }

  public var column: String
  public var condition: Condition
  /// Whether the condition must not hold. NULL meets neither a comparison nor its negation, as in SQL.
  public var isNegated: Bool

  public init(_ column: String, _ condition: Condition, negated: Bool = false) {
    self.column = column
    self.condition = condition
    self.isNegated = negated
  }

  public static func equal(_ column: String, _ value: Value) -> Filter { Filter(column, .equal(value)) }
  public static func notEqual(_ column: String, _ value: Value) -> Filter { Filter(column, .notEqual(value)) }
  public static func less(_ column: String, _ value: Value) -> Filter { Filter(column, .less(value)) }
  public static func lessOrEqual(_ column: String, _ value: Value) -> Filter { Filter(column, .lessOrEqual(value)) }
  public static func greater(_ column: String, _ value: Value) -> Filter { Filter(column, .greater(value)) }
  public static func greaterOrEqual(_ column: String, _ value: Value) -> Filter {
    Filter(column, .greaterOrEqual(value))
  }
  public static func like(_ column: String, _ pattern: String) -> Filter {
    Filter(column, .like(pattern, ignoringCase: false))
  }
  public static func isIn(_ column: String, _ values: [Value]) -> Filter { Filter(column, .isIn(values)) }
  public static func isNull(_ column: String) -> Filter { Filter(column, .isNull) }
  public static func isNotNull(_ column: String) -> Filter { Filter(column, .isNull, negated: true) }
}

extension Filter {
  private static let operators = ["eq", "neq", "lt", "lte", "gt", "gte", "like", "ilike", "in", "is"]

  /// Reads a filter from text.
  ///
  /// Values are text here; the column's affinity makes numbers of them when a list is made. A value
  /// in double quotes is the text inside.
  ///
  /// - Throws: ``StoreError`` of kind `badText` with the nearest right form.
  public init(parsing text: String) throws(StoreError) {
    var scanner = TermScanner(text, what: "filter")
    column = try scanner.name()
    guard scanner.take("=") else {
      throw scanner.error("expected '=' after '\(column)'; a filter is like category=eq.Shoes")
    }
    if ["or", "and"].contains(column.asciiLowercased), scanner.rest.hasPrefix("(") {
      throw scanner.error("'\(column)=' is not served; give several filters, which must all hold")
    }
    isNegated = scanner.take(prefix: "not.")
    let name = scanner.word().asciiLowercased
    guard scanner.take("."), Filter.operators.contains(name) else {
      let value = scanner.rest
      let nearest = Filter.operators.nearest(to: name) ?? "eq"
      throw scanner.error(
        Filter.operators.contains(name)
          ? "a value is missing; write '\(spelledName(column))=\(name).VALUE'"
          : "'\(name)' is no operator; the nearest is '\(spelledName(column))=\(nearest)."
            + "\(value.isEmpty ? (nearest == "eq" ? name : "VALUE") : String(value))'")
    }
    if name == "in" {
      condition = .isIn(try Filter.values(&scanner))
      return
    }
    let value: String
    if scanner.rest.hasPrefix("\""), name != "like", name != "ilike" {
      value = try scanner.quotedText()
      guard scanner.isAtEnd else { throw scanner.error("'\(scanner.rest)' stands after the closing quote") }
    } else {
      value = String(scanner.rest)
    }
    switch name {
    case "eq": condition = .equal(.text(value))
    case "neq": condition = .notEqual(.text(value))
    case "lt": condition = .less(.text(value))
    case "lte": condition = .lessOrEqual(.text(value))
    case "gt": condition = .greater(.text(value))
    case "gte": condition = .greaterOrEqual(.text(value))
    case "like": condition = .like(value, ignoringCase: false)
    case "ilike": condition = .like(value, ignoringCase: true)
    default:
      switch value.asciiLowercased {
      case "null": condition = .isNull
      case "not_null":
        condition = .isNull
        isNegated.toggle()
      case "true": condition = .isTrue
      case "false": condition = .isFalse
      default: throw scanner.error("'is' takes null, not_null, true or false, not '\(value)'")
      }
    }
  }

  private static func values(_ scanner: inout TermScanner) throws(StoreError) -> [Value] {
    guard scanner.take("(") else { throw scanner.error("'in' takes a list like in.(a,\"b,c\")") }
    var values: [Value] = []
    if scanner.take(")") { return values }
    repeat {
      if scanner.rest.hasPrefix("\"") {
        values.append(.text(try scanner.quotedText()))
      } else {
        values.append(.text(scanner.text(until: [",", ")"])))
      }
    } while scanner.take(",")
    guard scanner.take(")"), scanner.isAtEnd else {
      throw scanner.error("the list of 'in' is not closed by ')' at the end")
    }
    return values
  }
}
