import GridStore
import Testing

@Suite("Connections") struct ConnectionTests {
  /// FTS5 prepares statements of its own on the connection, and finalizes them itself.
  @Test("that are closed let go of their own statements once, and of nobody else's")
  func closing() throws {
    let file = try TestDatabase("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
    let writer = try Connection(file.path, .readWrite)
    try writer.execute(
      "CREATE VIRTUAL TABLE f USING fts5(b); INSERT INTO f VALUES ('walnut game'), ('oak game'); INSERT INTO t VALUES (1, 'x')"
    )
    for isStepped in [false, true] {
      let connection = try Connection(file.path, .readOnly)
      let found = try connection.prepare("SELECT rowid FROM f WHERE f MATCH 'game'")
      let plain = try connection.prepare("SELECT a FROM t")
      if isStepped {
        #expect(try found.step() && plain.step())
        #expect(found.integer(0) == 1 && plain.integer(0) == 1)
      }
      connection.close()
      // Again, by whoever else lets go of it; the statements are let go of at the end of the scope.
      connection.close()
    }
    #expect(throws: Never.self) { try writer.execute("INSERT INTO f VALUES ('last')") }
  }
}
