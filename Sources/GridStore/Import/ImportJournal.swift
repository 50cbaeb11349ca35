/// How far an import has come, written in the same transactions as its rows.
///
/// So wherever the process is killed, the journal tells exactly which bytes of the input the rows of the table come
/// from. It is a table of its own, and goes when the import is complete.
struct ImportJournal {
  /// A state between two transactions.
  struct Entry: Sendable, Hashable {
    /// How many bytes of the input, unpacked, were taken.
    var offset = 0
    var line = 1
    var rows = 0
    var rejected = 0
    var ignored = 0
    /// The size of the file of refused rows.
    var rejectsSize = 0
    /// Whether the import made the table.
    var madeTable = false
    /// Whether the import is complete, and only others that belong to it are not.
    var isDone = false
    /// Whether no row is in yet.
    var hasOnlyBegun: Bool { offset == 0 && !isDone }
  }

  private static let table = "_lazygrid_import"
  private let connection: Connection
  /// What tells one input from another: a stamp and a hash of its beginning.
  private let source: String
  private let target: String
  /// The words that the import was begun with.
  private let settings: String

  init(_ connection: Connection, source: String, target: String, settings: String) {
    self.connection = connection
    self.source = source
    self.target = target
    self.settings = settings
  }

  /// The state that an import of this input into this table was stopped in; nil where there was none.
  ///
  /// - Parameter isResuming: Whether it is to be gone on with, which takes the same words as at its beginning.
  /// - Throws: ``StoreError`` of kind `badText` where it was begun with other words.
  func entry(isResuming: Bool) throws(StoreError) -> Entry? {
    guard try ImportJournal.exists(in: connection) else { return nil }
    let statement = try connection.prepare(
      """
      SELECT settings, "offset", line, rows, rejected, ignored, rejects_size, made_table, is_done FROM \(ImportJournal.table)
      WHERE source = ? AND target = ? COLLATE NOCASE
      """)
    try statement.bind(source, at: 1)
    try statement.bind(target, at: 2)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    if isResuming, statement.text(0) != settings {
      throw StoreError(.badText, "this import was begun with other options: \(statement.text(0))")
    }
    return Entry(
      offset: Int(statement.integer(1)), line: Int(statement.integer(2)), rows: Int(statement.integer(3)),
      rejected: Int(statement.integer(4)), ignored: Int(statement.integer(5)),
      rejectsSize: Int(statement.integer(6)), madeTable: statement.integer(7) != 0, isDone: statement.integer(8) != 0)
  }

  /// Writes a state, in the transaction that is open.
  func write(_ entry: Entry) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(ImportJournal.table) (
        source TEXT NOT NULL, target TEXT NOT NULL COLLATE NOCASE, settings TEXT NOT NULL, "offset" INTEGER NOT NULL,
        line INTEGER NOT NULL, rows INTEGER NOT NULL, rejected INTEGER NOT NULL, ignored INTEGER NOT NULL,
        rejects_size INTEGER NOT NULL, made_table INTEGER NOT NULL, is_done INTEGER NOT NULL,
        PRIMARY KEY (source, target))
      """)
    let statement = try connection.prepare(
      "INSERT OR REPLACE INTO \(ImportJournal.table) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (i, text) in [source, target, settings].enumerated() { try statement.bind(text, at: i + 1) }
    let numbers = [
      entry.offset, entry.line, entry.rows, entry.rejected, entry.ignored, entry.rejectsSize, entry.madeTable ? 1 : 0,
      entry.isDone ? 1 : 0,
    ]
    for (i, number) in numbers.enumerated() { try statement.bind(Int64(number), at: i + 4) }
    try statement.run()
  }

  /// Whether another import into this table, which belongs to the same run, is in the journal.
  func hasOthers() throws(StoreError) -> Bool {
    guard try ImportJournal.exists(in: connection) else { return false }
    let statement = try connection.prepare("SELECT 1 FROM \(ImportJournal.table) WHERE target = ? AND source <> ?")
    try statement.bind(target, at: 1)
    try statement.bind(source, at: 2)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Forgets the state of this import.
  func forget() throws(StoreError) {
    guard try ImportJournal.exists(in: connection) else { return }
    let statement = try connection.prepare("DELETE FROM \(ImportJournal.table) WHERE source = ? AND target = ?")
    try statement.bind(source, at: 1)
    try statement.bind(target, at: 2)
    try statement.run()
  }

  /// Forgets imports that are complete, and the table with the last of them.
  static func forgetAll(in connection: Connection) throws(StoreError) { try forget("is_done", in: connection) }

  /// Forgets imports that have no row in yet.
  static func forgetBegun(in connection: Connection) throws(StoreError) {
    try forget("\"offset\" = 0 AND NOT is_done", in: connection)
  }

  private static func forget(_ condition: String, in connection: Connection) throws(StoreError) {
    guard try exists(in: connection) else { return }
    try connection.execute("BEGIN IMMEDIATE; DELETE FROM \(table) WHERE \(condition)")
    let statement = try connection.prepare("SELECT 1 FROM \(table)")
    let isNeeded = try statement.step()
    statement.reset()
    if !isNeeded { try connection.execute("DROP TABLE \(table)") }
    try connection.execute("COMMIT")
  }

  private static func exists(in connection: Connection) throws(StoreError) -> Bool {
    let statement = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?")
    try statement.bind(table, at: 1)
    defer { statement.reset() }
    return try statement.step()
  }
}
