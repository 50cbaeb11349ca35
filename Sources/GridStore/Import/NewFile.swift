#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is written beside its place and moved there when it is whole.
///
/// A crash leaves the temporary file, and never half a file under the name.
package struct NewFile: Sendable {
  package let path: String
  package let temporaryPath: String
  private let overwrites: Bool

  /// - Parameter temporaryPath: nil is a name of this process alone.
  /// - Throws: ``StoreError`` of kind `exists` for a file that is there, unless it may be replaced.
  package init(_ path: String, overwrites: Bool, temporaryPath: String? = nil) throws(StoreError) {
    self.path = path
    self.overwrites = overwrites
    self.temporaryPath = temporaryPath ?? "\(path).\(getpid()).tmp"
    if path.isEmpty { throw StoreError(.cannotOpen, "the name of the file to write is empty") }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw StoreError(.cannotOpen, "'\(path)' is a directory") }
      if !overwrites { throw StoreError(.exists, "'\(path)' exists already; --force replaces it") }
    }
    if temporaryPath == nil { discard() }
  }

  /// Takes away what was written so far.
  package func discard() {
    for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(temporaryPath + suffix) }
  }

  /// Gives the file its name.
  package func keep() throws(StoreError) {
    // A log of the replaced file must not be taken for one of the new.
    if overwrites { for suffix in ["-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) } }
    var done = false
    if !overwrites {
      // link refuses where another has made the file meanwhile; rename would replace it.
      done = unsafe link(temporaryPath, path) == 0
      if done { unsafe unlink(temporaryPath) }
    }
    // Some file systems have no links.
    if !done, overwrites || errno != EEXIST { done = unsafe rename(temporaryPath, path) == 0 }
    if !done {
      let reason = unsafe String(cString: strerror(errno))
      discard()
      throw StoreError(.cannotOpen, "'\(path)' cannot be made: \(reason)")
    }
    syncFolder()
  }

  /// The content was synced by SQLite; the name is sure only when the folder is synced as well.
  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if file < 0 { return }
    fsync(file)
    close(file)
  }
}

/// Whether something has this name.
package func fileExists(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0
}
