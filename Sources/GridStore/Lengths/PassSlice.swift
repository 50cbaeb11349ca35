#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a pass is cut up, so that it never holds a state of the file for long.
struct PassSlice {
  /// The most rows of a slice.
  let rows: Int
  /// How long a slice takes, about.
  let duration: Duration
  /// Called at the start, with the state that is read.
  let begin: (Generation) throws -> Void
  /// Called between slices, while no state is held.
  let pause: () throws -> Void
  /// Called once an interrupt would be noticed again.
  let check: () throws -> Void
}

extension PassSlice {
  /// A slice of a file without a log, whose lock keeps others from committing.
  init(besideWriters slice: PassSlice?) {
    self.init(
      rows: slice?.rows ?? .max, duration: .milliseconds(3), begin: { try slice?.begin($0) },
      pause: {
        usleep(1000)
        try slice?.pause()
      }, check: { try slice?.check() })
  }
}
