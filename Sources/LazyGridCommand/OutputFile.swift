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

/// Writes a file whole, over one that is there.
func write(_ text: String, to path: String) throws {
  func failure() -> Failure {
    Failure(message: "'\(path)' cannot be written: \(unsafe String(cString: strerror(errno)))")
  }
  guard let file = unsafe fopen(path, "w") else { throw failure() }
  let bytes = Array(text.utf8)
  let written = unsafe fwrite(bytes, 1, bytes.count, file)
  // What was buffered may fail as late as this.
  guard unsafe fclose(file) == 0, written == bytes.count else { throw failure() }
}
