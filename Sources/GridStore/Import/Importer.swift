/// Brings the rows of a source into a table.
///
/// No value is changed: see ``ImportSurvey`` for how types are found, and ``NumberText`` for what a number keeps.
///
/// What becomes of the database if the import does not come to its end, by an error, a cancel or a kill:
///
/// - A new database is not there. A killed process leaves `NAME.importing`, which the next import goes on with or
///   replaces.
/// - One that was there is as it was if the source is a pipe or has few rows. Else rows go in by transactions of some
///   ten thousand, so that others can write in between, and the database is as the last of them left it, with a journal
///   that `resumes` goes on from.
package final class Importer {
  private let request: ImportRequest
  private let source: ImportSource
  private let target: ImportTarget
  private let progress: (ImportProgress) -> Void
  private let isCancelled: () -> Bool

  private let connection: Connection
  private let rejects: RejectsFile
  private var pace = ProgressPace()
  private var report = ImportReport()
  /// What the last transaction left, and so what stays.
  private var committed: ImportJournal.Entry?
  private var state = ImportJournal.Entry()
  /// Set once the journal knows that the import has begun, and how long the file of refused rows was.
  private var hasBegun = false

  /// - Parameters:
  ///   - rejectsPath: The file that refused rows go to, if there are any.
  ///   - progress: Told how far it is, some times a second.
  ///   - isCancelled: Asked often; true ends the import.
  package init(
    _ request: ImportRequest, from source: ImportSource, into target: ImportTarget, rejectsPath: String,
    progress: @escaping (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.request = request
    self.source = source
    self.target = target
    self.progress = progress
    self.isCancelled = isCancelled
    connection = target.connection
    rejects = RejectsFile(rejectsPath)
  }

  /// Runs the import.
  ///
  /// - Throws: ``StoreError`` of kind `badInput` that names the line, `cancelled`, and all that a database throws.
  /// - Complexity: O(*n*) in the bytes of the source; memory for a chunk of it and its longest row.
  package func run() throws(StoreError) -> ImportReport {
    if request.resumes, source.stamp == nil {
      throw StoreError(.badText, "\(source.name) can be read once only, so --resume cannot go on with it; name a file")
    }
    let start = ContinuousClock.now
    var spool: Spool?
    if source.stamp == nil { spool = try Spool(beside: target.path) }
    state.rejectsSize = rejects.size
    var rejectsBefore = state.rejectsSize
    do throws(StoreError) {
      let survey = try survey(spool)
      report.format = survey.format
      try load(survey, spool) { rejectsBefore = $0 }
    } catch {
      if !connection.isIdle { try? connection.execute("ROLLBACK") }
      rejects.cut(to: committed?.rejectsSize ?? rejectsBefore)
      if hasBegun, committed == nil { try? ImportJournal.forgetBegun(in: connection) }
      throw explained(error)
    }
    report.table = request.table
    (report.rows, report.rejected, report.ignored) = (state.rows, state.rejected, state.ignored)
    report.rejectsPath = state.rejected > 0 ? rejects.path : nil
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  private func survey(_ spool: Spool?) throws(StoreError) -> ImportSurvey {
    let pass = try source.open()
    let buffer = InputBuffer { () throws(StoreError) in
      guard let chunk = try pass.nextChunk() else { return nil }
      try spool?.append(chunk)
      return chunk
    }
    var number = 0
    return try ImportSurvey(request, name: source.name, buffer) { (rows) throws(StoreError) in
      number += 1
      guard number % 1024 == 0 else { return }
      try checkCancelled()
      tell(.surveying, rows: rows, totalRows: nil, pass)
    }
  }

  /// - Parameter begins: Told how long the file of refused rows was before this import.
  private func load(_ survey: ImportSurvey, _ spool: Spool?, begins: (Int) -> Void) throws(StoreError) {
    let pass: ImportSource.Pass
    if let spool { pass = spool.pass() } else { pass = try source.open() }
    let buffer = InputBuffer(pass.nextChunk)
    let reader = try survey.reader(buffer, request)
    let journal = source.stamp.map { stamp in
      ImportJournal(
        connection, source: "\(stamp) \(survey.fingerprint)", target: request.table, settings: settings(survey))
    }
    let rowsInStep = request.rowsInStep ?? (target.isNew ? 250_000 : 50_000)
    let isInSteps = journal != nil && survey.rows > rowsInStep
    // Pages that go to the log before a commit, and a statement that fails after that, can leave a log that SQLite
    // 3.40 does not recover from a crash. Steps are small enough to stay in memory.
    if !target.isNew, isInSteps || survey.rows <= rowsInStep { try connection.execute("PRAGMA cache_spill = OFF") }

    try executeOnceFree("BEGIN IMMEDIATE")
    try takeUp(journal)
    begins(state.rejectsSize)
    if let journal, isInSteps || target.isNew, !state.isDone, state.offset == 0 {
      // A kill before the first step is complete leaves refused rows behind that the next run must cut off.
      try journal.write(state)
      try executeOnceFree("COMMIT")
      hasBegun = true
      try executeOnceFree("BEGIN IMMEDIATE")
    }
    let table = try prepareTable(survey)
    guard !state.isDone else {
      report.notes.append("it was complete already")
      return try executeOnceFree("COMMIT")
    }
    if state.offset > 0 {
      try reader.resume(at: state.offset, line: state.line)
      rejects.cut(to: state.rejectsSize)
      report.resumedAtLine = state.line
    }
    try loadRows(reader, RowLoader(table, request.conflict, connection), isInSteps ? journal : nil, rowsInStep) {
      tell(.loading, rows: state.rows, totalRows: survey.rows, pass)
    }
    try connection.execute("PRAGMA cache_spill = ON")
    try makeIndexes(table)
    state.isDone = true
    if isInSteps || target.isNew || request.isOneOfSeveral { try journal?.write(state) }
    try rejects.flush()
    try executeOnceFree("COMMIT")
    committed = state
  }

  /// Begins or ends a transaction, however long another program holds the file, within reason.
  ///
  /// A COMMIT that somebody's reading is in the way of, as it can be without a log, may be tried again
  /// ([lang_transaction.html](https://sqlite.org/lang_transaction.html)).
  private func executeOnceFree(_ sql: String) throws(StoreError) {
    let start = ContinuousClock.now
    // Short, so that a cancel is noticed.
    connection.setBusyTimeout(200)
    defer { connection.setBusyTimeout(5000) }
    while true {
      do throws(StoreError) { return try connection.execute(sql) } catch {
        guard error.kind == .busy, ContinuousClock.now - start < request.patience else { throw error }
      }
      try checkCancelled()
    }
  }

  /// Finds where an import that was stopped is gone on with.
  private func takeUp(_ journal: ImportJournal?) throws(StoreError) {
    guard let journal else { return }
    let tableExists = try findTable() != nil
    let entry = try journal.entry(isResuming: request.resumes)
    if let entry, entry.hasOnlyBegun {
      rejects.cut(to: entry.rejectsSize)
      state.rejectsSize = entry.rejectsSize
    } else if let entry, tableExists {
      if request.resumes {
        state = entry
        committed = entry
        return
      }
      if !entry.isDone {
        throw StoreError(
          .exists,
          "an import of this file into '\(request.table)' was stopped at line \(entry.line); --resume goes on with it, "
            + "and without the table '\(request.table)' it begins anew")
      }
    } else if request.resumes, tableExists, try !journal.hasOthers() {
      throw StoreError(
        .badText,
        "no import of this file into '\(request.table)' was stopped; without --resume its rows are added to the table")
    }
    if request.resumes { report.notes.append("no import of this file was stopped, so it began at the start") }
    try journal.forget()
  }

  private func findTable() throws(StoreError) -> Table? {
    let schema = Schema(StatementCache(connection))
    let names = try schema.tableNames()
    guard let name = names.first(where: { $0.asciiLowercased == request.table.asciiLowercased }) else { return nil }
    do throws(StoreError) { return try schema.table(name) } catch {
      guard error.kind == .noKey else { throw error }
      throw StoreError(.noSuchTable, "'\(name)' is a view or virtual table; rows cannot be imported into it")
    }
  }

  private func prepareTable(_ survey: ImportSurvey) throws(StoreError) -> ImportTable {
    let table: ImportTable
    if !state.madeTable, let existing = try findTable() {
      table = try ImportTable(existing: existing, request, names: survey.names)
    } else {
      table = try ImportTable(new: request, names: survey.names, surveys: survey.columns)
      if !state.madeTable { try connection.execute(table.creationSQL) }
      state.madeTable = true
    }
    report.columns = table.columns.map { ImportReport.Column(name: $0.name, type: $0.declaredType, why: $0.why) }
    report.key = table.key
    report.notes = table.notes
    return table
  }

  /// - Parameter journal: Where a state is written after each step; nil is one step for all.
  private func loadRows(
    _ reader: any RowReader, _ loader: RowLoader, _ journal: ImportJournal?, _ rowsInStep: Int, tell: () -> Void
  ) throws(StoreError) {
    let buffer = reader.buffer
    var row = ImportRow()
    var number = 0
    var stepStart = ContinuousClock.now
    while true {
      switch try reader.next(&row) {
      case .end: return
      case .rejected(let reason): try reject(row, reason, buffer)
      case .row:
        switch try loader.load(row, buffer) {
        case .inserted: state.rows += 1
        case .ignored: state.ignored += 1
        case .rejected(let reason): try reject(row, reason, buffer)
        }
      }
      number += 1
      if number % 1024 == 0 {
        try checkCancelled()
        tell()
      }
      guard let journal else { continue }
      // Others that want to write shall not wait for long.
      let isLate =
        number % 1024 == 0 && !target.isNew && request.rowsInStep == nil
        && ContinuousClock.now - stepStart > .milliseconds(500)
      if number % rowsInStep == 0 || isLate {
        state.offset = buffer.offset
        state.line = reader.line
        try rejects.flush()
        state.rejectsSize = rejects.size
        try journal.write(state)
        try executeOnceFree("COMMIT")
        committed = state
        tell()
        try executeOnceFree("BEGIN IMMEDIATE")
        stepStart = .now
      }
    }
  }

  private func reject(_ row: ImportRow, _ reason: String, _ buffer: InputBuffer) throws(StoreError) {
    state.rejected += 1
    try rejects.add(line: row.line, reason, buffer.bytes[row.raw])
  }

  private func makeIndexes(_ table: ImportTable) throws(StoreError) {
    for order in request.indexes {
      guard let (name, sql) = try table.indexSQL(order, connection) else { continue }
      progress(ImportProgress(phase: .indexing(order.description), rows: state.rows, totalRows: state.rows))
      try connection.execute(sql, isCancelled: isCancelled)
      report.indexes.append(name)
    }
  }

  // MARK: Words

  private func tell(_ phase: ImportProgress.Phase, rows: Int, totalRows: Int?, _ pass: ImportSource.Pass) {
    guard pace.isDue else { return }
    progress(
      ImportProgress(
        phase: phase, rows: rows, totalRows: totalRows, bytes: pass.bytesRead(), totalBytes: source.size))
  }

  private func checkCancelled() throws(StoreError) {
    if isCancelled() { throw StoreError(.cancelled, "interrupted") }
  }

  /// Says what an error has left.
  private func explained(_ error: StoreError) -> StoreError {
    var left = target.isNew ? "nothing was written" : "the database is as it was"
    if let committed, !target.isNew {
      left = "\(committed.rows) rows are in, up to line \(committed.line - 1); --resume goes on from there"
    } else if error.kind != .cancelled {
      return error
    }
    return StoreError(
      error.kind, "\(error.kind == .cancelled ? "interrupted" : error.message); \(left)", sql: error.sql)
  }

  /// What must be the same for an import to be gone on with.
  private func settings(_ survey: ImportSurvey) -> String {
    let types = request.types.map { "\($0.column)=\($0.type)" }
    let parts = [
      survey.format.rawValue, request.hasHeader ? "header" : "no header", "delimiter \(survey.delimiter ?? 0)",
      "key \(request.primaryKey)", "types \(types)", "on conflict \(request.conflict)",
    ]
    return parts.joined(separator: ", ")
  }
}
