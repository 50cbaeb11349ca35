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

  /// - Throws: ``StoreError`` of kind `exists` for a file that is there, unless it may be replaced.
  package init(_ path: String, overwrites: Bool) throws(StoreError) {
    self.path = path
    self.overwrites = overwrites
    temporaryPath = "\(path).\(getpid()).tmp"
    if path.isEmpty { throw StoreError(.cannotOpen, "the name of the file to write is empty") }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw StoreError(.cannotOpen, "'\(path)' is a directory") }
      if !overwrites { throw StoreError(.exists, "'\(path)' exists already; --force replaces it") }
    }
    discard()
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
  }
}

/// Whether something has this name.
package func fileExists(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0
}
