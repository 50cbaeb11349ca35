internal import CSQLite

extension Connection {
  /// Sets what loading much into a new file wants; nothing of it stays in the file.
  ///
  /// One transaction and indexes afterwards are what make loading fast. Giving up the journal or its syncs
  /// would gain nothing beside, so a crash costs nothing that was there.
  package func prepareForLoading() throws(StoreError) {
    try execute("PRAGMA cache_size = -65536; PRAGMA temp_store = FILE; PRAGMA threads = 2")
  }

  /// Runs a long statement that may be ended midway.
  ///
  /// - Throws: ``StoreError`` of kind `cancelled`.
  func execute(_ sql: String, isCancelled: () -> Bool) throws(StoreError) {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(StoreError) in
      let check = CancelCheck(isCancelled)
      let context = unsafe Unmanaged.passUnretained(check).toOpaque()
      unsafe sqlite3_progress_handler(
        handle, 100_000,
        { context in
          unsafe Unmanaged<CancelCheck>.fromOpaque(context!).takeUnretainedValue().isCancelled() ? 1 : 0
        }, context)
      defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
      do throws(StoreError) { try execute(sql) } catch {
        if error.kind == .cancelled { throw StoreError(.cancelled, "interrupted; nothing was written") }
        throw error
      }
    }
  }
}

/// A question that SQLite asks while it works.
private final class CancelCheck {
  let isCancelled: () -> Bool
  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}
