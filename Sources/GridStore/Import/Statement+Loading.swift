internal import CSQLite

extension Statement {
  /// Makes all parameters NULL.
  func clearBindings() { unsafe sqlite3_clear_bindings(handle) }
}
