internal import GridStore
internal import LazyGrid
internal import Synchronization

/// Runs the command and turns every error into words and an exit status, in this one place.
func run(_ arguments: [String]) -> Int32 {
  func fail(_ message: String, _ status: Int32) -> Int32 {
    Terminal.endProgress()
    Terminal.message("error: " + message)
    return status
  }
  do {
    defer {
      let catalogs = openCatalogs.withLock { open in
        defer { open = [] }
        return open
      }
      for report in catalogs.flatMap(\.reports) { Terminal.message("note: \(report)") }
    }
    try dispatch(arguments)
    return 0
  } catch let error as UsageError {
    return fail(error.message, 2)
  } catch let error as LayoutError {
    return fail(error.description, 2)
  } catch let error as StoreError {
    if error.kind == .cancelled { return fail(error.message, 130) }
    return fail(error.description, error.isMisuse ? 2 : 1)
  } catch let failure as Failure {
    return fail(failure.message, 1)
  } catch {
    return fail("\(error)", 1)
  }
}

/// A command did its work, and its answer is no: exit status 1.
struct Failure: Error {
  let message: String
}

func dispatch(_ arguments: [String]) throws {
  let names = subcommands.map { $0.name }
  guard let first = arguments.first else { throw UsageError("a subcommand is missing; 'lazygrid --help' lists them") }
  switch first {
  case "--help", "-h", "help":
    if arguments.count > 1, let command = subcommands.first(where: { $0.name == arguments[1] }) {
      return Terminal.print(command.help)
    }
    return Terminal.print(generalHelp)
  case "--version": return Terminal.print("lazygrid \(lazyGridVersion)")
  default: break
  }
  guard let command = subcommands.first(where: { $0.name == first }) else {
    if first.hasPrefix("-") { throw UsageError("there is no option \(first); 'lazygrid --help' lists what there is") }
    if [".db", ".sqlite", ".sqlite3"].contains(where: first.hasSuffix) {
      throw UsageError("'\(first)' is no subcommand; write 'lazygrid window \(first)'")
    }
    let nearest = names.nearest(to: first)
    throw UsageError(
      "'\(first)' is no subcommand; "
        + (nearest.map { "the nearest is '\($0)'" } ?? "there are \(names.joined(separator: ", "))"))
  }
  let rest = Array(arguments.dropFirst())
  if rest.contains("--help") || rest.contains("-h") { return Terminal.print(command.help) }
  Interruption.endAtOnce()
  try command.run(Words(rest, options: command.options, command: command.name))
}

private var generalHelp: String {
  let lines = subcommands.map { "  " + fitted($0.name, to: 10) + $0.summary }
  return """
    lazygrid: windows over catalogs of any size in SQLite, exactly and at once.

    usage: lazygrid SUBCOMMAND [options]

    \(lines.joined(separator: "\n"))

    'lazygrid SUBCOMMAND --help' says more; '--version' says which this is.
    """
}
