internal import Dispatch
internal import Synchronization

/// One state of the database, held for several reads by whoever asked for it.
///
///     let pin = try catalog.pin(for: .seconds(5))
///     let first = try products.read(in: pin) { try $0.page(0..<60) }
///     let next = try products.read(in: pin) { try $0.page(60..<120) }
///     pin.end()
///
/// It is a read transaction on a connection of its own. As long as it lasts, a log keeps growing that others write, and
/// in a file without a log nobody can commit; so it ends by itself at the age that was asked for. Reads without a pin
/// hold nothing between one and the next.
public final class Pin: Sendable {
  /// The state that is held.
  public let generation: Generation
  private let catalog: Catalog
  private let held: Catalog
  private let age: Duration
  /// The lists that were read in it, each with the list that it stands for, which keeps their identity.
  private let lists = Mutex<[ObjectIdentifier: Known]>([:])

  private struct Known: @unchecked Sendable {
    let original: AnyObject
    let list: AnyObject
  }

  fileprivate init(_ catalog: Catalog, for age: Duration) throws(StoreError) {
    guard age > .zero, age <= .seconds(3600) else {
      throw StoreError(.badValue, "a pin lasts for more than no time and an hour at most, not \(age)")
    }
    self.catalog = catalog
    self.age = age
    let held = try Catalog(
      catalog.reader.path, rank: catalog.reader.mode, mapping: .never, keyBudget: catalog.keyBudget)
    self.held = held
    generation = try storeErrors {
      try held.reader.hold()
      return try held.reader.read { $0.generation }
    }
    let (seconds, attoseconds) = age.components
    let end = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
    DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: end) { [weak held] in held?.reader.release() }
  }

  deinit { end() }

  /// Lets go of the state. Reads in this pin fail from now on.
  public func end() { held.reader.release() }

  fileprivate func read<Item, Result>(
    _ storage: ListStorage<Item>, _ body: (borrowing ItemSnapshot<Item>) throws -> Result
  ) throws -> Result {
    guard storage.catalog === catalog else {
      throw StoreError(.badValue, "the pin is of another catalog than the list")
    }
    let result: Result? = try held.reader.readHeld { _ in
      let list = try list(for: storage)
      return try list.read(body)
    }
    if let result { return result }
    let latest = try catalog.reader.read { $0.generation }
    throw StoreError(
      .stateGone(latest: latest),
      "the pin of the state \(generation) has ended, at \(age) at most; the newest is \(latest)")
  }

  private func list<Item>(for storage: ListStorage<Item>) throws -> ListStorage<Item> {
    let name = ObjectIdentifier(storage)
    if let known = lists.withLock({ $0[name]?.list }) as? ListStorage<Item> { return known }
    let made = try storage.held(by: held)
    lists.withLock { $0[name] = Known(original: storage, list: made) }
    return made
  }
}

extension Catalog {
  /// Holds the newest state of the database for several reads.
  ///
  /// - Parameter age: How long at most: it ends by itself then. Up to an hour.
  /// - Throws: ``StoreError`` of kind `badValue` for an age that is none, `busy` where a writer has the file to itself.
  public func pin(for age: Duration) throws(StoreError) -> Pin { try Pin(self, for: age) }
}

extension ItemList {
  /// Gives several answers of the state that a pin holds.
  ///
  /// - Throws: ``StoreError`` of kind `stateGone` once the pin has ended, with the newest state, which
  ///   ``ItemSnapshot/index(keeping:)`` finds one's place in.
  public func read<Result>(
    in pin: Pin, _ body: (borrowing ItemSnapshot<Item>) throws -> Result
  ) throws -> Result {
    do { return try pin.read(storage, body) } catch let fault as PageFault {
      throw StoreError(.damaged, fault.description)
    }
  }
}
