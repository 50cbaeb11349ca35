/// What to import, and how.
package struct ImportRequest: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    case csv, tsv, json, ndjson, deb822
  }
  package enum Conflict: String, Sendable, CaseIterable {
    case fail, ignore, replace
  }

  package var table: String
  package var primaryKey: [String] = []
  package var indexes: [Order] = []
  /// Types by column: INTEGER, REAL or TEXT.
  package var types: [(column: String, type: String)] = []
  package var conflict = Conflict.fail

  package init(table: String) { self.table = table }
}

/// What an import came to.
package struct ImportReport: Sendable {
  package var table = ""
  /// Names and types of the columns.
  package var columns: [(name: String, type: String)] = []
  package var key: [String] = []
  package var rows = 0
  package var rejected = 0
  /// Rows that were left out because their key was there.
  package var ignored = 0
  package var notes: [String] = []
  /// Where the refused rows are, if there are any.
  package var rejectsPath: String?
}

/// How far an import is.
package struct ImportProgress: Sendable {
  package var rows: Int
  package var bytes: Int
  /// The index that is being made, once all rows are in.
  package var index: String?
}
