internal import GridStore
internal import Synchronization

/// A list as far as a grid asks for more than its items, whatever their type.
struct ListAccess: Sendable {
  let catalog: ObjectIdentifier
  /// Runs a body in one read of one state of the database.
  let read: @Sendable ((ListState) throws -> Void) throws -> Void
  /// The same off the caller's thread; cancelling the task interrupts it.
  let readInBackground: @Sendable (@escaping @Sendable (ListState) throws -> Void) async throws -> Void

  init<Item: Sendable>(_ list: ItemList<Item>) {
    catalog = list.catalogIdentity
    read = { body in try list.read { try body(ListState($0)) } }
    readInBackground = { body in try await list.read { try body(ListState($0)) } }
  }

  /// What a body answers in one read off the caller's thread; cancelling the task interrupts it.
  func answerInBackground<Answer: Sendable>(
    _ body: @escaping @Sendable (ListState) throws -> Answer
  ) async throws -> Answer {
    let box = AnswerBox<Answer>()
    try await readInBackground { state in
      let answer = try body(state)
      box.answer.withLock { $0 = answer }
    }
    guard let answer = box.answer.withLock({ $0 }) else { preconditionFailure("the read returns with an answer") }
    return answer
  }
}

/// An answer on its way back from another thread.
private final class AnswerBox<Answer: Sendable>: Sendable {
  let answer = Mutex<Answer?>(nil)
}

/// What a window says about the list that it shows; nothing where it shows none.
struct ListState: Sendable {
  var table = ""
  var order = ""
  var generation = Generation("")
}

extension ListState {
  init<Item>(_ snapshot: borrowing ItemSnapshot<Item>) {
    table = snapshot.table.name
    order = snapshot.order
    generation = snapshot.generation
  }
}
