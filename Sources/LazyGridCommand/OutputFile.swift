internal import LazyGrid

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

let svgOption = Option("svg", "FILE", "draws it as well, at most \(GridDrawing.mostCells) cells")

/// The file that `--svg` names; nil without it.
func svgPath(_ words: Words) throws -> String? {
  guard let path = try words.text("svg") else { return nil }
  if path.isEmpty || path == "-" { throw UsageError("--svg wants a file; standard output has the answer") }
  return path
}

/// Writes a file whole, over one that is there, or leaves everything as it was.
func write(_ text: String, to path: String) throws {
  var status = stat()
  // A pipe or a device is written to as it is, and a link leads to where it leads.
  let isPlain = unsafe lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  let place = isPlain ? "\(path).\(getpid()).tmp" : path
  var error: Int32 = 0
  if let file = unsafe fopen(place, "w") {
    let bytes = Array(text.utf8)
    if unsafe fwrite(bytes, 1, bytes.count, file) != bytes.count { error = errno }
    // What was buffered may fail as late as this.
    if unsafe fclose(file) != 0, error == 0 { error = errno }
    if isPlain, error == 0, unsafe rename(place, path) != 0 { error = errno }
    if isPlain, error != 0 { unsafe unlink(place) }
  } else {
    error = errno
  }
  guard error == 0 else {
    throw Failure(message: "'\(path)' cannot be written: \(unsafe String(cString: strerror(error)))")
  }
}
