/// What SQLite's own check finds wrong with a table and its indexes.
///
/// A rank index and a scan read the same pages, so both may agree on a key that was overwritten by another. This check
/// compares every index with its table, and every entry with the one before it.
struct IntegrityCheck {
  private var findings: [String] = []

  /// - Complexity: O(*n* log *n*) for each index.
  init(of table: Table, _ statements: StatementCache) throws(StoreError) {
    // A number would be how many findings are wanted.
    guard table.kind == .rowid || table.kind == .withoutRowID, Int(table.name) == nil else { return }
    do throws(StoreError) {
      let statement = try statements["PRAGMA integrity_check(\(quoted(table.name)))"]
      defer { statement.reset() }
      while try statement.step() { findings += statement.text(0).split(separator: "\n").map(String.init) }
    } catch {
      // A collation or function that only its owner has cannot be checked here.
      guard case .sqlite(let code) = error.kind, code & 0xff != 1 else {
        if case .sqlite = error.kind { return }
        throw error
      }
      findings.append(error.message)
    }
    // What a row breaks of its table's own rules is no damage.
    let others = ["ok", "*** in database", "CHECK constraint failed", "NULL value in"]
    findings.removeAll { finding in others.contains { finding.hasPrefix($0) } }
  }

  /// What it finds in one tree; what names no index is the table's.
  func findings(in tree: Tree, of table: Table) -> [String] {
    func names(_ tree: Tree, _ finding: String) -> Bool {
      tree.indexName.map { finding.hasSuffix(" \($0)") || finding.contains(" \($0) ") } ?? false
    }
    let found =
      tree.indexName == nil
      ? findings.filter { finding in !table.trees.contains { names($0, finding) } }
      : findings.filter { names(tree, $0) }
    return found.prefix(10).map { "SQLite's own check says: \($0)" }
  }
}
