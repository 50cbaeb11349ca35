internal import GridStore

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
