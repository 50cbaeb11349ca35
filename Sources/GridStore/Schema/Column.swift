/// One column of a table or view.
public struct Column: Sendable, Hashable {
  public let name: String
  /// The type as declared; empty where none is.
  public let declaredType: String
  /// Whether it is declared NOT NULL, or cannot be NULL as part of a key.
  public let isNotNull: Bool
  /// The name of the collation that its text is compared by.
  package let collation: String
  /// Its number in the table, from 0.
  package let number: Int

  package var affinity: Affinity { Affinity(declaredType: declaredType) }

  /// The same column, known never to be NULL.
  package var notNull: Column {
    Column(name: name, declaredType: declaredType, isNotNull: true, collation: collation, number: number)
  }
}

/// What a column likes to store, by its declared type.
///
/// See [Determination of column affinity](https://sqlite.org/datatype3.html#determination_of_column_affinity).
package enum Affinity: Sendable, Hashable {
  case integer, text, blob, real, numeric

  package init(declaredType: String) {
    let type = declaredType.asciiLowercased
    if type.contains("int") {
      self = .integer
    } else if type.contains("char") || type.contains("clob") || type.contains("text") {
      self = .text
    } else if type.isEmpty || type.contains("blob") {
      self = .blob
    } else if type.contains("real") || type.contains("floa") || type.contains("doub") {
      self = .real
    } else {
      self = .numeric
    }
  }

  package var isNumeric: Bool { self == .integer || self == .real || self == .numeric }

  /// A value as a comparison with a column of this affinity sees it.
  ///
  /// See [Type conversions prior to comparison](https://sqlite.org/datatype3.html#type_conversions_prior_to_comparison).
  package func apply(_ value: Value) -> Value {
    switch (self, value) {
    case (.text, .integer(let number)): return .text(String(number))
    case (.text, .real(let number)): return .text(sqliteText(number))
    case (.integer, .text(let text)), (.real, .text(let text)), (.numeric, .text(let text)):
      return number(from: text) ?? value
    default: return value
    }
  }

  /// The lowest value that is not NULL in a column of this affinity: the start of a range over all
  /// that has a value. A column that prefers text holds no numbers.
  package var lowest: StoredValue { self == .text ? .text([]) : .real(-.infinity) }
}

/// The number that a whole text spells, as SQLite reads one, or nil.
package func number(from text: String) -> Value? {
  let trimmed = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
  var body = trimmed[...]
  while let last = body.last, last == " " || last == "\t" || last == "\n" { body.removeLast() }
  guard let first = body.utf8.first, body.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
    first != UInt8(ascii: "e"), first != UInt8(ascii: "E")
  else { return nil }
  if let integer = Int64(body) { return .integer(integer) }
  // Double reads "1e5" and "1.5", and also "1." only with help.
  var spelled = String(body)
  if spelled.hasSuffix(".") { spelled += "0" }
  if spelled.hasPrefix(".") { spelled = "0" + spelled }
  guard let real = Double(spelled) else { return nil }
  // SQLite stores a real that is a whole number as an integer under numeric affinities, and
  // compares the two alike, so either will do.
  return .real(real)
}

/// A real number as SQLite makes text of it, near enough for a comparison of what people type.
private func sqliteText(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number)).0" : "\(number)"
}
