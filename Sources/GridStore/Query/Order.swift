/// The order of a list: columns, each with its direction and the place of its NULLs.
///
/// As text it is `column[.asc|.desc][.nullsfirst|.nullslast]`, comma-separated, the form that
/// [PostgREST](https://docs.postgrest.org/en/stable/references/api/tables_views.html#ordering) has.
/// A name with other characters than letters, digits and `_` stands in double quotes.
public struct Order: Sendable, Hashable {
  public enum Nulls: Sendable, Hashable { case first, last }

  public struct Term: Sendable, Hashable {
    public var column: String
    public var isDescending: Bool
    /// Where NULLs stand; nil is SQLite's way: lowest, so first when ascending.
    public var nulls: Nulls?

    public init(_ column: String, descending: Bool = false, nulls: Nulls? = nil) {
      self.column = column
      self.isDescending = descending
      self.nulls = nulls
    }

    public static func ascending(_ column: String, nulls: Nulls? = nil) -> Term {
      Term(column, descending: false, nulls: nulls)
    }
    public static func descending(_ column: String, nulls: Nulls? = nil) -> Term {
      Term(column, descending: true, nulls: nulls)
    }
  }

  public var terms: [Term]

  public init(_ terms: [Term] = []) { self.terms = terms }

  /// Reads an order from text; an empty text is the table's own order.
  ///
  /// - Throws: ``StoreError`` of kind `badText` that says where and what was expected.
  public init(parsing text: String) throws(StoreError) {
    var scanner = TermScanner(text, what: "order")
    terms = []
    if scanner.isAtEnd { return }
    repeat {
      var term = Term(try scanner.name())
      while scanner.take(".") {
        let word = scanner.word()
        switch word.asciiLowercased {
        case "asc": term.isDescending = false
        case "desc": term.isDescending = true
        case "nullsfirst": term.nulls = .first
        case "nullslast": term.nulls = .last
        default:
          let nearest = ["asc", "desc", "nullsfirst", "nullslast"].nearest(to: word)
          throw scanner.error(
            "'\(word)' after '\(term.column)' is no direction; "
              + (nearest.map { "the nearest is '\(term.column).\($0)'" } ?? "write asc, desc, nullsfirst or nullslast"))
        }
      }
      terms.append(term)
    } while scanner.take(",")
    guard scanner.isAtEnd else {
      throw scanner.error("expected ',' or the end before '\(scanner.rest)'; an order is like price.desc,name")
    }
  }
}

extension Order: ExpressibleByArrayLiteral {
  public init(arrayLiteral terms: Term...) { self.init(terms) }
}

extension Order.Term: CustomStringConvertible {
  public var description: String {
    let suffix = isDescending ? ".desc" : ".asc"
    let natural: Order.Nulls = isDescending ? .last : .first
    guard let nulls, nulls != natural else { return spelledName(column) + suffix }
    return spelledName(column) + suffix + (nulls == .first ? ".nullsfirst" : ".nullslast")
  }
}

extension Order: CustomStringConvertible {
  public var description: String { terms.map(\.description).joined(separator: ",") }
}

/// A name as orders and filters spell it: in double quotes where it is no plain word.
package func spelledName(_ name: String) -> String {
  let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  return isPlain ? name : quoted(name)
}
