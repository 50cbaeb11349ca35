/// The database that is imported into: one that is there, or a new one that gets its name when it is whole.
///
/// A new one is written to `NAME.importing` beside its place. A process that is killed leaves that file with complete
/// transactions in it, and the next one goes on with it or begins anew.
package final class ImportTarget {
  package let path: String
  package let connection: Connection
  /// Whether the database is made by this import.
  let isNew: Bool
  private let file: NewFile?

  /// Opens the database, or makes one.
  ///
  /// - Parameter resumes: Whether a new database that an import before this one has begun is gone on with.
  package init(_ path: String, resumes: Bool = false) throws(StoreError) {
    self.path = path
    isNew = !fileExists(path)
    guard isNew else {
      file = nil
      connection = try Connection(path, .readWrite)
      try connection.prepareForLoading()
      return
    }
    let temporaryPath = path + ".importing"
    let file = try NewFile(path, overwrites: false, temporaryPath: temporaryPath)
    do throws(StoreError) {
      var connection = try ImportTarget.lock(temporaryPath)
      if !resumes, try ImportTarget.hasTables(connection) {
        // Ours alone by the lock, and left by a process that was killed.
        file.discard()
        connection = try ImportTarget.lock(temporaryPath)
      }
      try connection.prepareForLoading()
      self.connection = connection
      self.file = file
    } catch {
      // Another import's file is not ours to take away, nor what is to be gone on with.
      if error.kind != .exists, !resumes { file.discard() }
      throw error
    }
  }

  /// Opens a file and holds it until ``keep()`` or the end of the process, so that no other import takes it for an
  /// abandoned one.
  private static func lock(_ path: String) throws(StoreError) -> Connection {
    do throws(StoreError) {
      let connection = try Connection(path, .create, busyTimeout: 0)
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
      return connection
    } catch {
      guard error.kind == .busy else { throw error }
      throw StoreError(.exists, "'\(path)' is being written by another import")
    }
  }

  private static func hasTables(_ connection: Connection) throws(StoreError) -> Bool {
    let statement = try connection.prepare("SELECT 1 FROM sqlite_schema")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Ends the import: a new database gets its name, and nothing that served to go on with it stays.
  package func keep() throws(StoreError) {
    // All rows are in, so that somebody who writes for long is worth waiting for.
    connection.setBusyTimeout(60_000)
    try ImportJournal.forgetAll(in: connection)
    guard let file else { return }
    try connection.execute("PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_schema LIMIT 1")
    try file.keep()
  }

  /// Takes a new database away again; one that was there keeps what was committed.
  package func discard() { file?.discard() }
}
