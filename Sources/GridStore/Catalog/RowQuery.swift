/// The columns that rows of a list are read by, and the statements that read them.
///
/// Good for one plan of the list. Used under the reader's lock.
final class RowQuery {
  let selection: Selection
  private var seeks: [SeekShape: Statement] = [:]

  init(_ selection: Selection) { self.selection = selection }

  /// The statement for a range of the list's tree. Ranges of one shape have one, so its text is made once.
  func statement(
    for seek: Seek, _ plan: ListPlan, _ access: TreeAccess, _ statements: StatementCache
  ) throws(StoreError) -> Statement {
    let shape = seek.shape
    if let shape, let statement = seeks[shape] { return statement }
    let statement = try statements[
      seek.sql(selecting: selection.sql, from: plan.table, access.tree, isReversed: access.isReversed)]
    if let shape { seeks[shape] = statement }
    return statement
  }
}
