/// The type that a column of an import is declared with.
package enum ImportType: String, Sendable, CaseIterable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
}

/// What the values of one column have been, and the type that keeps all of them as they are.
struct ColumnSurvey {
  private var hasValues = false
  private var canBeInteger = true
  private var canBeReal = true
  /// The line that ruled out numbers, and what was in it.
  private var objection: (line: Int, reason: String)?

  /// Once text, a column stays text, and its values need not be looked at.
  var isSettled: Bool { !canBeReal && !canBeInteger }

  mutating func add(_ bytes: Span<UInt8>, _ kind: ImportRow.Kind, line: Int) {
    hasValues = true
    if kind == .plain {
      if canBeInteger, NumberText.integer(bytes) != nil {
        // A real keeps fewer digits than an integer; should the column turn out to be real, this must be known.
        if canBeReal, bytes.count > 15, NumberText.real(bytes) == nil { canBeReal = false }
        return
      }
      canBeInteger = false
      if canBeReal, NumberText.real(bytes) != nil { return }
    }
    (canBeInteger, canBeReal) = (false, false)
    if kind == .string {
      objection = (line, "is a string")
    } else if NumberText.real(bytes) != nil {
      objection = (line, "is a fraction beside whole numbers of more than 15 digits")
    } else {
      objection = (line, NumberText.loss(bytes))
    }
  }

  /// The type, and why it is that.
  var type: (type: ImportType, why: String) {
    if !hasValues { return (.text, "no row has a value") }
    if canBeInteger { return (.integer, "whole numbers only") }
    if canBeReal { return (.real, "numbers only") }
    return (.text, objection.map { "line \($0.line) \($0.reason)" } ?? "")
  }
}
