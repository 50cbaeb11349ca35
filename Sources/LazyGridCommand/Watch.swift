internal import Dispatch
internal import GridStore
internal import LazyGrid
internal import Synchronization

let watchCommand = Subcommand(
  name: "watch", summary: "follows a list while other programs write",
  usage: "lazygrid watch DB [--seconds S] [--count N] [--json] [options]",
  options: listOptions.filter { $0.name != "select" } + [
    Option("seconds", "S", "ends after so long; else ^C ends it"),
    Option("count", "N", "ends after so many changes"),
    Option("json", nil, "a JSON object a line"),
  ]
) { words in
  let path = try words.operand("the database", "lazygrid watch DB")
  let seconds = try words.length("seconds", allowsZero: true)
  let most = try words.integer("count")
  let isJSON = words.has("json")
  let list = try ListWords(words, path: path).list(columns: [])
  // What is printed first is the state that the changes lead on from.
  let (start, title) = try list.read { snapshot in
    (
      ListState(count: snapshot.count, generation: snapshot.generation),
      "\(snapshot.table.name) by \(snapshot.order)"
    )
  }
  @Sendable func printStart() {
    if !isJSON { Terminal.print(title) }
    start.print(asJSON: isJSON)
  }
  if most == 0 || seconds == 0 { return printStart() }

  let outcome = Mutex<Result<Void, any Error>>(.success(()))
  let done = DispatchSemaphore(value: 0)
  let following = Task.detached {
    do {
      // Who sees the start may commit at once, and hears of that commit rather than of a reset.
      var changes = list.changes(since: start.generation).makeAsyncIterator()
      printStart()
      var told = 0
      while told != most, let change = try await changes.next() {
        change.print(asJSON: isJSON)
        told += 1
      }
    } catch {
      outcome.withLock { $0 = .failure(error) }
    }
    done.signal()
  }
  // A century is as good as no end.
  let limit = min(seconds ?? 3e9, 3e9)
  if done.wait(timeout: .now() + .milliseconds(Int(limit * 1000))) == .timedOut {
    following.cancel()
    done.wait()
  }
  try outcome.withLock { try $0.get() }
}

/// How many items a list has in one state.
private struct ListState: Sendable {
  let count: Count
  let generation: Generation

  func print(asJSON isJSON: Bool) {
    if isJSON {
      event("count") {
        $0.count(count)
        $0.member("generation", generation.token)
      }
    } else {
      Terminal.print("\(grouped(count.value)) items · generation \(generation)")
    }
  }
}

/// A line that is an event, with its own members behind its name.
private func event(_ name: String, _ members: (inout JSONWriter) -> Void) {
  var writer = JSONWriter()
  writer.object {
    $0.member("event", name)
    members(&$0)
  }
  Terminal.print(writer.bytes)
}

extension ListChange {
  /// A line for each thing that it says; the last one carries the generation.
  fileprivate func print(asJSON isJSON: Bool) {
    if isReset {
      if isJSON { event("reset") { _ in } } else { Terminal.print("reset: all must be read again") }
    }
    for splice in splices { splice.print(asJSON: isJSON) }
    if !isReset { updates.print(asJSON: isJSON) }
    ListState(count: count, generation: generation).print(asJSON: isJSON)
  }
}

extension ListSplice {
  fileprivate func print(asJSON isJSON: Bool) {
    if isJSON {
      event("splice") {
        $0.member("position", position)
        $0.member("removed", removed)
        $0.member("inserted", inserted)
      }
    } else {
      Terminal.print("splice at \(grouped(position)): \(grouped(removed)) removed, \(grouped(inserted)) inserted")
    }
  }
}

extension ListChange.Updates {
  fileprivate func print(asJSON isJSON: Bool) {
    switch self {
    case .keys([]): return
    case .keys(let keys) where isJSON:
      event("update") {
        $0.name("keys")
        $0.array { for key in keys { $0.key(key) } }
      }
    case .keys(let keys):
      let shown = keys.prefix(8).map { Value.keyText($0) }.joined(separator: ", ")
      let rows = keys.count == 1 ? "1 row" : "\(grouped(keys.count)) rows"
      Terminal.print("update: \(rows) may have changed: \(shown)\(keys.count > 8 ? ", …" : "")")
    case .all where isJSON:
      event("update") {
        $0.name("all")
        $0.bool(true)
      }
    case .all: Terminal.print("update: any row may have changed")
    }
  }
}
