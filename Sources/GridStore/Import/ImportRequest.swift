/// What to import, and how.
package struct ImportRequest: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    case csv, tsv, json, ndjson, deb822
  }

  package enum Conflict: String, Sendable, CaseIterable {
    /// The import fails, and names the line.
    case fail
    /// The row that is there stays; the new one is counted and left out.
    case ignore
    /// The new row takes the place of the one that is there.
    case replace
  }

  package var table: String
  /// nil is what the name of the source or its content tells.
  package var format: Format?
  /// What stands between fields; nil is a comma or a semicolon, and a tab in tsv.
  package var delimiter: UInt8?
  /// Whether the first row has the names of the columns.
  package var hasHeader = true
  /// The columns that identify a row. Empty is a column `id` where there is one, else the rowid; `rowid` is the rowid
  /// in any case.
  package var primaryKey: [String] = []
  /// An index for each, made when all rows are in.
  package var indexes: [Order] = []
  /// Types by column: INTEGER, REAL or TEXT. A row whose value does not fit is refused.
  package var types: [(column: String, type: String)] = []
  package var conflict = Conflict.fail
  /// Whether an import of the same file that was stopped is gone on with.
  package var resumes = false
  /// Whether other files are imported in the same run, so that going on with it must know which are complete.
  package var isOneOfSeveral = false
  /// How many rows a transaction takes at most, where the source is a file; nil is what has been found good.
  package var rowsInStep: Int?
  /// How long another program is waited for that holds the file, before each step.
  package var patience: Duration = .seconds(60)

  package init(table: String) { self.table = table }
}

/// What an import came to.
package struct ImportReport: Sendable {
  package struct Column: Sendable, Hashable {
    package let name: String
    /// As it is declared.
    package let type: String
    /// Why it is that type: "whole numbers only", "line 60001 has zeros in front".
    package let why: String
  }

  package var table = ""
  package var format = ImportRequest.Format.csv
  package var columns: [Column] = []
  /// The columns that identify a row; empty is the rowid.
  package var key: [String] = []
  /// How many rows went in.
  package var rows = 0
  /// How many rows could not be taken.
  package var rejected = 0
  /// How many rows were left out because their key was there.
  package var ignored = 0
  /// Columns that have another name than in the input, and what else is worth saying.
  package var notes: [String] = []
  /// The names of the indexes that were made.
  package var indexes: [String] = []
  /// The line that an import was gone on with from.
  package var resumedAtLine: Int?
  /// Where the refused rows are, if there are any.
  package var rejectsPath: String?
  package var seconds = 0.0
}

/// How far an import is; told about ten times a second.
package struct ImportProgress: Sendable, Hashable {
  package enum Phase: Sendable, Hashable {
    /// All rows are read once, to know the types of their columns.
    case surveying
    case loading
    /// The index of this order is being made; the rows are in.
    case indexing(String)
  }

  package var phase: Phase
  package var rows = 0
  /// How many rows there will be, once that is known.
  package var totalRows: Int?
  /// Of the source as it lies.
  package var bytes = 0
  package var totalBytes: Int?
}
