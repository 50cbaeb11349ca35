/// What a reader has open of one file: all of it goes when another file takes the place of that one.
final class OpenFile {
  let connection: Connection
  let statements: StatementCache
  let encoding: TextEncoding
  /// Reads the pages; nil where ``pagesFault`` says why not.
  let pages: PageSource?
  let pagesFault: PageFault?
  /// The file that stood at the path.
  let identity: FileIdentity.Now

  let dataVersion: Statement
  let schemaVersion: Statement
  let begin: Statement
  let commit: Statement

  /// How long SQLite itself waits for a lock, in milliseconds: the reader waits longer, and lets others in meanwhile.
  private static let shortTimeout: Int32 = 20

  init(_ path: String, readsPages: Bool, mapping: FileMapping, busyTimeout: Int32) throws(StoreError) {
    let file = FileIdentity(path)
    var tries = 0
    var before = file.now
    var opened = try Connection(path, .readOnly, busyTimeout: busyTimeout)
    // What was opened is what stands there before and after.
    while !before.isSameFile(as: file.now) {
      opened.close()
      tries += 1
      guard tries < 16 else { throw StoreError(.busy, "'\(path)' is replaced again and again") }
      before = file.now
      opened = try Connection(path, .readOnly, busyTimeout: busyTimeout)
    }
    identity = before
    connection = opened
    statements = StatementCache(connection)
    encoding = try Schema(statements).encoding()
    dataVersion = try connection.prepare("PRAGMA data_version")
    schemaVersion = try connection.prepare("PRAGMA schema_version")
    begin = try connection.prepare("BEGIN")
    commit = try connection.prepare("COMMIT")
    do {
      pages = readsPages ? try PageSource(connection, mapping: mapping) : nil
      pagesFault = nil
    } catch let fault as PageFault {
      pages = nil
      pagesFault = fault
    } catch {
      throw error as? StoreError ?? StoreError(.damaged, "\(error)")
    }
    connection.setBusyTimeout(OpenFile.shortTimeout)
  }
}
